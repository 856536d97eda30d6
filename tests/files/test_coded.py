"""Coded columns: made part by part, as if the file had been read at once."""

from __future__ import annotations

import csv
import io
import itertools
import subprocess
import sys
import tracemalloc
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import unmeasured
from tables import in_chunks

from fold_cli.errors import InputError
from fold_cli.files.tables import chunks, coder
from fold_cli.files.tables.cells import GridBuilder, Lines
from fold_cli.files.tables.coded import CodeBuffer, mapped, narrowest, tally
from fold_cli.files.tables.kinds import ColumnReader
from fold_cli.files.tables.part_files import read_raw

if TYPE_CHECKING:
    from support import Write

    from fold_cli.files.tables.raw import RawTable


texts = st.text(st.characters(codec="utf-8", exclude_characters="\0\r\n"), max_size=30)


@given(st.lists(st.lists(texts, max_size=40), max_size=5), st.booleans())
def test_parts_are_united_to_what_the_whole_is(
    parts: list[list[str]], one_hash: bool
) -> None:
    """Equal texts have equal codes, even where all long texts have the same hash."""
    mixed = coder._mixed
    if one_hash:
        coder._mixed = np.zeros_like  # type: ignore[assignment]
    try:
        united = coder.ColumnCoder()
        for part in parts:
            known = list(dict.fromkeys(part))
            codes = np.array([known.index(text) for text in part], dtype=np.uint8)
            united.unite([text.encode() for text in known], codes)
    finally:
        coder._mixed = mixed
    found, codes = [text.decode() for text in united.texts().tolist()], united.codes()
    assert [found[code] for code in codes.tolist()] == list(itertools.chain(*parts))
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("count", [1, 255, 256, 257, 70_000])
def test_codes_are_as_narrow_as_they_fit(count: int) -> None:
    kind = narrowest(count)
    assert np.iinfo(kind).max >= count - 1
    assert kind == np.uint8 or count - 1 > np.iinfo(f"u{kind.itemsize // 2}").max
    buffer, codes = CodeBuffer(), np.arange(count)
    for part in np.array_split(codes, 7):
        buffer.append(part, int(part.max(initial=0)) + 1)
    assert buffer.codes().tolist() == codes.tolist()
    assert buffer.codes().dtype == kind
    assert (tally(codes.astype(kind), count) == 1).all()
    assert (mapped(codes[::-1], codes.astype(kind)) == codes[::-1]).all()


def rows_of(raw: RawTable) -> list[list[str]]:
    columns = [
        [cells.strings()[code] for code in cells.codes.tolist()]
        for cells in raw.grid.columns
    ]
    return [list(row) for row in zip(*columns, strict=True)]


@pytest.mark.parametrize("size", [16, 50, 400])
@pytest.mark.parametrize("quotes", [csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
def test_chunks_may_end_anywhere(
    write: Write, monkeypatch: pytest.MonkeyPatch, size: int, quotes: int
) -> None:
    """A line, a quoted cell with line ends in it, and blank lines among them."""
    in_chunks(monkeypatch, size)
    rows = [[f"name {n % 7}", str(n), "x" * (n % 40)] for n in range(60)]
    rows[40][0] = 'two\nlines, "quoted"'
    rows[45][2] = "é" * 300
    out = io.StringIO()
    csv.writer(out, lineterminator="\n", quoting=quotes).writerows(  # type: ignore[arg-type]
        [["a", "b", "c"], *rows]
    )
    text = out.getvalue().replace("\nname 3", "\n\nname 3")
    raw = read_raw(str(write("t.csv", text)))
    assert rows_of(raw) == rows
    lines = text.split("\n")
    for row in (0, 20, 39, 50, 59):
        assert f"{row}" in lines[raw.grid.lines[row] - 1].replace('"', "").split(",")


@pytest.mark.parametrize("line_between", ["", "\n", "  \n"])
def test_blanks_before_quotes_are_dropped(write: Write, line_between: str) -> None:
    lines = ["a, b, c", '1, "x, y", z', '2,  "say ""so""", "two\nlines"', '"", 3, 4']
    raw = read_raw(str(write("t.csv", f"\n{line_between}".join([*lines, ""]))))
    assert raw.headers == ["a", "b", "c"]
    assert rows_of(raw) == [
        ["1", "x, y", "z"],
        ["2", 'say "so"', "two\nlines"],
        ["", "3", "4"],
    ]
    one = write("one.csv", f'a\n"x"\n{line_between}""\n{line_between}y\n')
    assert rows_of(read_raw(str(one))) == [["x"], [""], ["y"]]


@pytest.mark.parametrize(
    ("last", "message"),
    [
        (b"\xff\x81,1", "not UTF-8 text; save the file as UTF-8"),
        (b"a\0,1", "a NUL character; this is not a text file"),
        (b"1", "1 cell, but there are 2 columns"),
        (b'"1,2', "a quote is opened and not closed"),
    ],
)
def test_faults_far_down_name_their_line(
    write: Write, monkeypatch: pytest.MonkeyPatch, last: bytes, message: str
) -> None:
    in_chunks(monkeypatch, 64)
    path = write("t.csv", b"a,class\n" + b"v,1\n" * 100 + last + b"\n")
    with pytest.raises(InputError, match=message) as caught:
        read_raw(str(path))
    assert caught.value.line == 102


def test_chunks_of_long_lines_have_many_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A chunk takes time for each column, however few rows it has."""
    monkeypatch.setattr(chunks, "BYTES_PER_CHUNK", 64)
    text = b"".join(b"%d,%s\n" % (n, b"x" * 40) for n in range(1000))
    found = list(chunks.chunks(io.BytesIO(text), "t.csv", []))
    lines = [chunk.data.count(b"\n") for chunk in found]
    assert b"".join(chunk.data for chunk in found) == text
    assert min(lines[:-1]) >= chunks.MIN_LINES_PER_CHUNK
    assert [chunk.line for chunk in found] == [1 + sum(lines[:n]) for n in range(4)]


def test_lines_of_rows() -> None:
    lines = Lines()
    lines.add(2, 3)
    lines.add(5, 2)
    lines.add(9)
    assert list(lines) == [2, 3, 4, 5, 6, 9]
    assert list(lines.of_rows([0, 4, 5])) == [2, 6, 9]
    assert lines[1:3] == [3, 4]
    with pytest.raises(IndexError):
        lines[6]


def test_a_column_is_coded_by_many_texts() -> None:
    builder, size = GridBuilder(2), 70_000
    data = "".join(f"{n},some longer text {n % 999}\n" for n in range(size))
    assert builder.add_plain(data.encode(), ",", 1)
    numbers, names = builder.grid().columns
    assert (numbers.codes.dtype, names.codes.dtype) == (np.uint32, np.uint16)
    assert len(set(numbers.texts.tolist())) == size
    assert names.texts[names.codes[1234]] == b"some longer text 235"


PEAK = """\
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
"""Prints the peak of a command: a process begins with the peak of what starts it, so
that is small."""


@pytest.mark.skipif(sys.platform != "linux", reason="counts kilobytes")
def test_a_row_of_25_columns_takes_150_bytes(write: Write) -> None:
    """Compare the peaks of two tables, so that what all tables take is left out."""
    values = np.random.default_rng(1).integers(0, [3] * 18 + [1000] * 7, (5000, 25))
    label = (values[:, 0] == 1) & (values[:, 20] > 300)
    lines = [
        ",".join([*map(str, row), "ny"[own]]) + "\n"
        for row, own in zip(values.tolist(), label.tolist(), strict=True)
    ]
    header, peaks = ",".join([*(f"c{i}" for i in range(25)), "class"]) + "\n", []
    for times in (10, 40):
        path = str(write("t.csv", header + "".join(lines) * times))
        command = [sys.executable, "-c", PEAK, sys.executable, "-m", "fold_cli"]
        command += ["learn", "-q", path]
        peaks.append(int(subprocess.check_output(command, env=unmeasured())) * 1024)
    assert 30 < (peaks[1] - peaks[0]) / 150_000 <= 150


def test_a_column_of_other_numbers_in_each_row_takes_little(write: Write) -> None:
    """No text or number of a row is held as an object of Python."""
    size = 20_000
    cells = np.random.default_rng(2).permutation(size) / 64 + 0.001
    lines = [f"{cell:.6f},{'ny'[cell > 9]}\n" for cell in cells.tolist()]
    path = str(write("t.csv", "v,class\n" + "".join(lines)))
    ColumnReader(read_raw(path)).infer_column(0, "v", None)  # what is made once
    tracemalloc.start()
    raw = read_raw(path)
    tracemalloc.reset_peak()
    before = tracemalloc.get_traced_memory()[0]
    ColumnReader(raw).infer_column(0, "v", None)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(raw.grid.columns[0].texts) == size
    assert (peak - before) / size < 90
