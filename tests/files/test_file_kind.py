"""A file of one kind where another is expected: the message says what it is."""

from __future__ import annotations

import bz2
import gzip
import lzma
from typing import TYPE_CHECKING

import pytest
from support import fold, write_files

if TYPE_CHECKING:
    from pathlib import Path

TABLE = "age,job,class\n23,clerk,y\n31,nurse,n\n"
TASK = "#modeh(p(var(o))).\n#modeb(q(var(o))).\nq(1).\n#pos(e,{p(1)},{p(2)}).\n"
FILES = {
    "bk.pl": "bird(tweety). bird(et). cat(tom).\n",
    "pos.pl": "fly(tweety). fly(et).\n",
    "neg.pl": "fly(tom).\n",
    "theory.pl": "fly(X) :- bird(X).\n",
    "data.csv": TABLE,
    "data.pl": TABLE,
    "semicolons": TABLE.replace(",", ";"),
    "task.las": TASK,
    "program.lp": "% fold: answer set program\n\n1 { p(X) } 1 :- q(X).\n",
    "data.json": '[{"age": 23}]\n',
    "page.html": "<!DOCTYPE html>\n<html></html>\n",
}
BINARY = {
    "bk.pl.gz": gzip.compress(FILES["bk.pl"].encode()),
    "named.pl": b"PAR1\x15\x04\x15\0PAR1",
    "sheet.pl": b"PK\x03\x04\x14\0",
    "sixteen.pl": "bird(a).".encode("utf-16"),
}

THEORY_ROLES = [
    "show @",
    "learn bk.pl pos.pl neg.pl --given @",
    "learn bk.pl pos.pl neg.pl --given @ --extend",
    "evaluate @ bk.pl pos.pl neg.pl",
    "predict @ bk.pl",
    "explain @ bk.pl fly(et)",
    "report @ bk.pl pos.pl neg.pl",
]
PROLOG_ROLES = [
    "learn bk.pl @",
    "learn bk.pl pos.pl @",
    "learn bk.pl pos.pl neg.pl -b @",
    "learn bk.pl pos.pl neg.pl --modes @",
    "predict theory.pl bk.pl @",
    "show theory.pl --format text --modes @",
]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    write_files(tmp_path, FILES)
    for name, data in BINARY.items():
        (tmp_path / name).write_bytes(data)
    return tmp_path


def message(place: Path, command: str, file: str) -> str:
    result = fold(*command.replace("@", file).split(), cwd=place)
    assert result.returncode == 1, result.stdout
    first, *more = result.stderr.splitlines()
    assert not more
    assert result.stdout == ""
    return first.removeprefix(f"fold: error: {file}: ")


@pytest.mark.parametrize("command", THEORY_ROLES)
def test_no_theory(place: Path, command: str) -> None:
    for file, kind in {
        "data.csv": "a table",
        "data.pl": "a table",
        "semicolons": "a table",
        "task.las": "a task for ILASP",
        "program.lp": "an answer set program for clingo",
        "data.json": "JSON",
        "page.html": "HTML or XML",
    }.items():
        assert message(place, command, file) == f"is {kind}, not a theory"


@pytest.mark.parametrize("command", PROLOG_ROLES)
def test_no_prolog(place: Path, command: str) -> None:
    beside = "; a table stands in the place of BK, without examples beside it"
    for file, kind, hint in (
        ("data.csv", "a table", beside),
        ("data.json", "JSON", "; write the records of a table as CSV"),
    ):
        found = message(place, command, file)
        assert found == f"is {kind}, not a Prolog file{hint}"


@pytest.mark.parametrize("command", [*THEORY_ROLES[:1], *PROLOG_ROLES[:1]])
def test_no_text(place: Path, command: str) -> None:
    assert message(place, command, "bk.pl.gz") == (
        "is packed by gzip (unpack it), not text"
    )
    for packer in (bz2, lzma):
        (place / "packed.pl").write_bytes(packer.compress(b"bird(a)."))
        assert " (unpack it), not text" in message(place, command, "packed.pl")
    assert message(place, command, "named.pl") == "is a table of Parquet, not text"
    assert "a spreadsheet" in message(place, command, "sheet.pl")
    assert "sixteen.pl:1: UTF-16 text" in message(place, command, "sixteen.pl")


def test_a_theory_is_no_table(place: Path) -> None:
    saved = fold("learn", "-q", "bk.pl", "pos.pl", "neg.pl", cwd=place)
    (place / "t.csv").write_text(saved.stdout)
    assert message(place, "learn @ --class k", "t.csv") == "is a theory, not a table"


def test_prolog_with_a_fault_stays_prolog(place: Path) -> None:
    (place / "faulty.pl").write_text("bird(a, b) cat(c).\nbird(d, e).\n")
    assert "faulty.pl:1: syntax error" in message(place, "show @", "faulty.pl")


@pytest.mark.parametrize(
    "text",
    [
        "/* a */ bird(a).\n\n  /* b\nbird(d).\n",
        "/* birds\n*/\n/* in data/*.pl */\nbird(d).\n/* d */\n",
        "bird('/*'). bird(\"/*\"). % /*\n/* a /* b */ c */\n/*\nbird(d).\n",
        "bird(0'\"). bird(0'\\'). bird(0''').\n\n/*\nbird('d').\n",
        "bird(a). bird('it''s').\nbird(=/*). bird('\\'').\n/* bird(d).\n",
    ],
)
def test_the_line_of_a_comment_that_is_never_closed(place: Path, text: str) -> None:
    (place / "open.pl").write_text(text)
    found = message(place, "learn @ pos.pl neg.pl", "open.pl")
    assert "open.pl:3: syntax error: end of file in /* ... */ comment" in found


def test_errors_about_a_theory_in_json_name_its_file(place: Path) -> None:
    json = fold("show", "theory.pl", "--format", "json", cwd=place).stdout
    (place / "t.json").write_text(json)
    (place / "o.json").write_text(json.replace("bird", "fish"))
    learn = "learn bk.pl pos.pl neg.pl --given @"
    assert message(place, learn, "t.json").startswith("is about fly/1")
    assert message(place, "predict @ bk.pl", "o.json").startswith("fish/1 is called")
    (place / "s.json").write_text(json.replace("fly", "swim").replace("bird", "fish"))
    assert "s.json (as Prolog):" in message(place, learn, "s.json")
    found = message(place, f"{learn} --extend", "s.json")
    assert found == "the theory is about swim/1, the examples about fly/1"
