"""SQL, Python and HTML made from a stranger's table or theory run nothing of it.

Texts that would run, if they were written without care, are the names of columns, ids,
categories, classes, and words for missing cells. SQL is run by SQLite on a database
with a table that must stay, Python in a directory in which nothing may appear.
"""

from __future__ import annotations

import csv
import io
import json
import sqlite3
import subprocess
import sys
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest
from support import PATIENCE

if TYPE_CHECKING:
    from pathlib import Path

    from worker import Result, Worker

OPEN = "open('sprung', 'w')"
TEXTS = [
    f'"""\n{OPEN}\n"""',
    f"'''\n{OPEN}\n'''",
    f'\\""" + {OPEN} + """',
    f"' + {OPEN} + '",
    f"\\' + str({OPEN}) #",
    f'") or {OPEN} or ("',
    f"\n{OPEN}\n",
    f"\r{OPEN}\r",
    f"\x0c{OPEN}\u2028{OPEN}\x85{OPEN}",
    f"{{{OPEN}}}",
    "# -*- coding: utf-7 -*-",
    "+AG8AcABlAG4-",
    f"inf') or {OPEN} or ('",
    "'; DROP TABLE kept; --",
    '"; DROP TABLE kept; --',
    "\\'; DROP TABLE kept; --",
    '\\"; DROP TABLE kept; --',
    "'); DELETE FROM kept; SELECT ('",
    "*/ DROP TABLE kept; /*",
    "\n; DROP TABLE kept;\n--",
    "\u2029; DROP TABLE kept;\r--",
    "x\\",
    "END FROM data; DROP TABLE kept; SELECT CASE WHEN 1=0 THEN 1",
    "<script>document.title='sprung'</script>",
    "</style></pre><img src=x onerror=alert(1)>",
    "\u202e\x1b[2J",
    "%s%n{0}{{}}",
]


def table(header: str, rows: list[list[str]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows([["id", header, "n", "class"], *rows])
    return text.getvalue()


def cases(text: str) -> dict[str, tuple[str, list[str]]]:
    """Return tables, and the options of ``fold learn`` for them."""
    plain = [[f"r{n}", "uv"[n % 2], str(n), "yn"[n % 2]] for n in range(12)]
    cells = [[a, text if b == "u" else b, n, c] for a, b, n, c in plain]
    kinds = [[a, b, n, text if c == "y" else c] for a, b, n, c in plain]
    three = [[a, b, n, [text, "n", "z"][int(n) % 3]] for a, b, n, _ in plain]
    names = [[f"{text}{a}", "u", "1", c] for a, _, _, c in plain]
    memorised = ["--exact", "--id", "id", "--positive", "y"]
    return {
        "header": (table(text, plain), ["--ignore", "id", "--positive", "y"]),
        "cell": (table("b", cells), ["--ignore", "id", "--positive", "y"]),
        "positive": (table("b", kinds), ["--ignore", "id", "--positive", text.strip()]),
        "class": (table("b", three), ["--ignore", "id"]),
        "names": (table("b", names), memorised),
        "missing": (table("b", cells), [*memorised, "--missing", text]),
        "id": (
            table("b", plain).replace(
                "id,", f'"{text.replace(chr(34), chr(34) * 2)}",', 1
            ),
            ["--id", text.strip(), "--positive", "y"],
        ),
    }


class Tags(HTMLParser):
    """The tags of a page that are none of ours."""

    def __init__(self) -> None:
        super().__init__()
        self.strange: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = tag not in ("img", "script", "iframe", "object", "base", "form")
        if not own or any(name.startswith("on") for name, _ in attrs):
            self.strange.append(tag)


def load(style: str, text: str, directory: Path) -> None:
    """Load what was written as those do for whom it is written."""
    if style == "sql":
        database = sqlite3.connect(":memory:")
        database.execute("CREATE TABLE kept (a)")
        database.execute("CREATE TABLE data (a)")
        database.executescript(text)  # columns that are not there are texts to SQLite
        database.execute("SELECT * FROM kept")
    elif style == "python":
        (directory / "rules.py").write_bytes(text.encode())
    elif style == "html":
        page = Tags()
        page.feed(text)
        assert page.strange == []
    elif style == "json":
        json.loads(text)


@pytest.mark.parametrize("number", range(len(TEXTS)))
def test_hostile_tables_as_code(number: int, worker: Worker, tmp_path: Path) -> None:
    modules = []
    for place, (text, options) in cases(TEXTS[number]).items():
        (tmp_path / "x.csv").write_bytes(text.encode())
        learned = worker.run(
            ["learn", "-q", "x.csv", "--class", "class", *options, "-o", "t.pl"],
            tmp_path,
        )
        check(learned)
        if learned.code:
            continue
        for style in ("sql", "python", "html", "json"):
            shown = worker.run(["show", "t.pl", "--format", style], tmp_path)
            check(shown, data=style == "json")
            if shown.code == 0:
                load(style, shown.out, tmp_path)
            if shown.code == 0 and style == "python":
                name = f"rules_{place}.py"
                (tmp_path / "rules.py").rename(tmp_path / name)
                modules.append(name)
    assert modules
    program = (
        "import sys, runpy\n"
        "class Row(dict):\n"
        "    def __contains__(self, column): return True\n"
        "for name in sys.argv[1:]: runpy.run_path(name)['predict'](Row())"
    )
    run = subprocess.run(
        [sys.executable, "-I", "-c", program, *modules],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert run.returncode == 0, run.stderr
    assert not (tmp_path / "sprung").exists()


def check(result: Result, data: bool = False) -> None:
    """A command ends by a result or by one error; nothing but data has odd signs."""
    assert result.code in (0, 1, 2), result.err
    assert "Traceback" not in result.err
    shown = result.err if data else result.out + result.err
    assert not {*"\x1b\x07\x9b\u202e\u2028\u2029\x85"} & {*shown}, shown
