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
