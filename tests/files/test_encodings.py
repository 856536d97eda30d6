"""Tables in the encodings and with the separators that spreadsheets write."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import fold
from tables import in_chunks

from fold_cli.errors import InputError
from fold_cli.files.tables.part_files import read_raw

if TYPE_CHECKING:
    from support import Write

    from fold_cli.files.tables.raw import RawTable

TEXT = "Stadt,class\nKöln,ja\nParis,nein\nMünchen,ja\n"
ROWS = [["Köln", "ja"], ["Paris", "nein"], ["München", "ja"]]
OTHERWISE = "not UTF-8, so read as Windows-1252: "


def rows_of(raw: RawTable) -> list[list[str]]:
    texts = [column.strings() for column in raw.grid.columns]
    codes = [column.codes.tolist() for column in raw.grid.columns]
    return [
        [of[at] for of, at in zip(texts, row, strict=True)]
        for row in zip(*codes, strict=True)
    ]


@pytest.mark.parametrize("size", [1 << 19, 16])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be", "cp1252"])
def test_encodings(
    write: Write, monkeypatch: pytest.MonkeyPatch, encoding: str, size: int
) -> None:
    in_chunks(monkeypatch, size)
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    path = write("t.csv", (mark + TEXT).encode(encoding))
    raw = read_raw(str(path))
    assert (raw.headers, rows_of(raw)) == (["Stadt", "class"], ROWS)
    note = f"{path}: {OTHERWISE}Köln (line 2); if that is misread, save the file as"
    told = raw.about(["x"])
    assert told[-1] == f"{path}: x"
    assert [each[: len(note)] for each in told[:-1]] == [note] * (encoding == "cp1252")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"a,class\n\xfc,x\n\xc3\xbc,y\n", "; save the file as UTF-8"),
        (b"a,class\n\xc3\xbc,y\n\xfc,x\n", "not UTF-8 text; save the file as UTF-8"),
        (b"a,class\n\xfc\x81,x\n1,y\n", "not UTF-8 text; save the file as UTF-8"),
        (b"a,class\n\xfc\x1b,x\n1,y\n", "not UTF-8 text; save the file as UTF-8"),
        (b"\xff\xfea\0,\0b\0\n\0\0\xd8", "not UTF-16 text; save the file as UTF-8"),
        (b"\xff\xfe\0\0a\0\0\0", "a NUL character; this is not a text file"),
        (b"\xff\xfe", "the file is empty"),
    ],
)
@pytest.mark.parametrize("size", [1 << 19, 8])
def test_what_is_no_text(
    write: Write, monkeypatch: pytest.MonkeyPatch, data: bytes, message: str, size: int
) -> None:
    in_chunks(monkeypatch, size)
    with pytest.raises(InputError, match=message) as caught:
        read_raw(str(write("t.csv", data)))
    assert len(str(caught.value).splitlines()) == 1


def test_encodings_of_parts_and_of_later_tables(write: Write) -> None:
    here = write("t.csv", TEXT).parent
    (here / "parts").mkdir()
    for name, encoding in (("a", "cp1252"), ("b", "utf-16"), ("c", "utf-8")):
        (here / "parts" / f"{name}.csv").write_bytes(TEXT.encode(encoding))
    learn = "learn", "parts", "--positive", "ja", "--exact"
    result = fold(*learn, "-o", "t.pl", cwd=here)
    assert f"a.csv: {OTHERWISE}Köln (line 2)" in result.stderr
    assert result.stderr.count(OTHERWISE) == 1
    assert fold(*learn, "--memory", "300MB", cwd=here).stderr.count(OTHERWISE) == 1
    apply = "predict", "t.pl", "parts/a.csv", "--append", "-o", "out.csv"
    assert OTHERWISE in fold(*apply, cwd=here).stderr
    assert "Köln,ja,ja" in (here / "out.csv").read_text("utf-8")


@pytest.mark.parametrize(
    "text",
    [
        "sep=;\na;class\n1;x\n2;y\n",
        "SEP=,\r\na,class\r\n1,x\r\n2,y\r\n",
        '"sep=|"\na|class\n1|x\n2|y\n',
        'sep=;;\n"a";class\n1;x\n2;y\n',
        "a\tclass\n1\tx\n2\ty\n",
        "a|class\n1|x\n2|y\n",
        '"a";class\n1;x\n2;y\n',
    ],
)
@pytest.mark.parametrize("size", [1 << 19, 4])
def test_separators(
    write: Write, monkeypatch: pytest.MonkeyPatch, text: str, size: int
) -> None:
    in_chunks(monkeypatch, size)
    raw = read_raw(str(write("t.csv", text)))
    assert (raw.headers, rows_of(raw)) == (["a", "class"], [["1", "x"], ["2", "y"]])
    assert raw.grid.lines[0] == (3 if "sep" in text.lower() else 2)


def test_separators_inside_quotes_say_nothing(write: Write) -> None:
    raw = read_raw(str(write("t.csv", '"a;b;c",class\n1,x\n')))
    assert raw.headers == ["a;b;c", "class"]


@pytest.mark.parametrize("text", ["sep=;", "sep=;\n", "sep=;\n\n"])
def test_a_separator_alone(write: Write, text: str) -> None:
    with pytest.raises(InputError, match="the file is empty"):
        read_raw(str(write("t.csv", text)))


def test_lines_may_end_with_a_separator(write: Write) -> None:
    raw = read_raw(str(write("t.csv", 'a,class,\n1,x,\n"2",y,\n')))
    assert (raw.headers, rows_of(raw)) == (["a", "class"], [["1", "x"], ["2", "y"]])
    with pytest.raises(InputError, match="column 3 has no name"):
        read_raw(str(write("t.csv", "a,class,\n1,x,\n2,y,3\n")))
