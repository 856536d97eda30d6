"""A stranger's table through every command that uses a theory of it.

Names of columns, cells and classes hold what would run if Prolog, a page, a terminal or
a table took it for more than a text. What was written is loaded by those for whom it is
written, in a directory in which nothing may appear.
"""

from __future__ import annotations

import csv
import io
import json
import subprocess
from typing import TYPE_CHECKING

import pytest
from support import PATIENCE

from fold_cli.files.tables.table_output import csv_lines

if TYPE_CHECKING:
    from pathlib import Path

    from worker import Worker

TRAP = "shell('touch sprung')"
TEXTS = {
    "Prolog": f"x')). :- initialization({TRAP}). %",
    "line": f"\n:- initialization({TRAP}).\n%",
    "formula": f"=cmd|'$VAR'(1)!A1*/ -- {TRAP}",
    "terminal": "\x1b]0;t\x07\u202e\u2066\x9b2J",
    "page": "</script><img src=x onerror=alert(1)>\\x41\\''",
}
COMMANDS = [
    "evaluate t.pl x.csv --list-errors",
    "predict t.pl x.csv --proba --append -o p.csv",
    "predict t.pl x.csv --proba --append -o p.parquet",
    "predict t.pl x.csv --explain --format csv",
    "predict t.pl x.csv --explain --format json -o p.json",
    "explain t.pl x.csv row1",
    "report t.pl x.csv -o r.html",
    "convert x.csv --class class -o out",
    "cv -q x.csv --class class --folds 2 --jobs 1 --save-theories sv --report c.html",
]
ODD = {*"\x1b\x07\x9b\u202e\u2066"}


def table(text: str, place: str) -> tuple[str, list[list[str]]]:
    """Return a table with a text in one place, and its rows."""
    header, cell, label = (text if place == p else p for p in ("b", "cell", "y"))
    rows = [[header, "n", "class"]]
    rows += [[(cell, "v")[n % 2], str(n), (label, "n")[n % 2]] for n in range(12)]
    written = io.StringIO()
    csv.writer(written).writerows(rows)
    return written.getvalue(), rows


@pytest.mark.parametrize("place", ["b", "cell", "y"])
@pytest.mark.parametrize("kind", TEXTS)
def test_a_text_stays_a_text(
    kind: str, place: str, worker: Worker, tmp_path: Path
) -> None:
    text, rows = table(TEXTS[kind], place)
    (tmp_path / "x.csv").write_bytes(text.encode())
    learn = ["learn", "-q", "x.csv", "--class", "class", "--positive", rows[1][2]]
    learned = worker.run([*learn, "-o", "t.pl"], tmp_path)
    assert "Traceback" not in learned.err
    assert learned.code == 0, learned.err
    for command in COMMANDS:
        result = worker.run(command.split(), tmp_path)
        assert result.code in (0, 1), (command, result.err)
        assert "Traceback" not in result.err
        assert not ODD & {*result.err}
        if "--format csv" not in command:
            assert not ODD & {*result.out}
    assert (tmp_path / "x.csv").read_bytes() == text.encode()
    with (tmp_path / "p.csv").open(newline="", encoding="utf-8") as file:
        again = [row[:3] for row in csv.reader(file)]
    assert again == rows
    assert len(json.loads((tmp_path / "p.json").read_text())) == 12
    for page in ("r.html", "c.html"):
        if (tmp_path / page).exists():
            assert "<img" not in (tmp_path / page).read_text()
    prolog = sorted(map(str, tmp_path.glob("**/*.pl")))
    run = subprocess.run(
        ["swipl", "-q", "-g", "true", "-t", "halt", *prolog],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        stdin=subprocess.DEVNULL,
    )
    assert "Syntax" not in run.stderr, run.stderr
    assert not list(tmp_path.glob("**/sprung"))


@pytest.mark.parametrize("separator", [",", ";"])
@pytest.mark.parametrize("text", ["a\rb", "\r", "\r\n", '"\r', "a\n", "a;,b"])
def test_a_cell_ends_no_line(text: str, separator: str) -> None:
    rows = [["a", text], [text, "b"], ["", "c"]]
    lines = io.StringIO(csv_lines(rows, separator), newline="")
    assert [*csv.reader(lines, delimiter=separator)] == rows


@pytest.mark.parametrize("mode", ["--exact", "--noise"])
@pytest.mark.parametrize(
    "name",
    ["\N{GRINNING FACE}", "§", "²", "½", "\u0221", "\u0663", "7" * 5000, "[/b]"],
    ids=["emoji", "symbol", "power", "half", "new", "digit", "long", "markup"],
)
def test_odd_names_of_several_classes(
    name: str, mode: str, worker: Worker, tmp_path: Path
) -> None:
    """Prolog, Python and pages know other letters and digits."""
    rows = [
        ["uvw"[n % 3], [name, "x"][n % 2], [name, "y", "z"][n % 3]] for n in range(9)
    ]
    with (tmp_path / "x.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([["a", "b", "class"], *rows])
    learn = ["learn", "-q", "x.csv", mode, "--class", "class", "-o", "t.pl"]
    for args in [learn, *map(str.split, COMMANDS)]:
        result = worker.run(args, tmp_path)
        assert result.code == 0, (args, result.err)
    predicted = json.loads((tmp_path / "p.json").read_text())
    assert [row["prediction"] for row in predicted] == [row[-1] for row in rows]


@pytest.mark.parametrize("option", ["positive", "missing", "class", "id", "ignore"])
def test_options_that_are_no_text(option: str, worker: Worker, tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("a,class\n1,y\n2,n\n3,y\n")
    args = ["learn", "x.csv", f"--{option}", "gr\udcf6\udcdfe"]
    result = worker.run(args, tmp_path)
    assert (result.code, result.err) == (
        1,
        "fold: error: gr\\uDCF6\\uDCDFe has a part that is no UTF-8, as no cell or "
        "header can\n",
    )


@pytest.mark.parametrize("number", ["7" * 5000, "²", "\u0663", "-1", "1e3", "1001"])
def test_odd_weights(number: str, worker: Worker, tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("a,class\n1,y\n2,n\n3,y\n")
    args = ["learn", "x.csv", "--noise", "--weight", f"y={number}"]
    result = worker.run(args, tmp_path)
    assert (result.code, result.err.count("fold: error: --weight")) == (1, 1)


@pytest.mark.parametrize("seconds", ["nan", "inf", "1e400", "1e10", "7" * 5000])
def test_odd_time_limits(seconds: str, worker: Worker, tmp_path: Path) -> None:
    result = worker.run(["learn", "x.csv", "--timeout", seconds], tmp_path)
    assert result.code == 2
    assert "give at most 1,000,000,000 seconds" in result.err
