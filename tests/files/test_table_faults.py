"""Tables with faults at random: every message names the file, and none is a traceback.

``FOLD_FUZZ=N`` tries N tables instead of a few.
"""

from __future__ import annotations

import csv
import json
import os
import random
import re
from typing import TYPE_CHECKING, Any

import pytest
from support import fold

from fold_cli import learn

if TYPE_CHECKING:
    from pathlib import Path

    from support import Write


TABLES = int(os.environ.get("FOLD_FUZZ", "15"))
GOOD = "id,age,job,day,class\n" + "".join(
    f"k{n},{n},{'ab'[n % 2]},2024-01-{n % 28 + 1:02},{'yes' if n > 20 else 'no'}\n"
    for n in range(40)
)
CELLS = ["", "?", "1.0", "01", "True", "1e400", "-", "inf", "a b", "'", "٣", "1,5", "é"]
CELLS += ["2024-01-01T10:00", "NaN", "x" * 300, "\t7 ", "1.000,5", "#N/A", "=1+1"]
HEADERS = ["", "age", "Age", "AGE ", "id", "class", "a,b", "1", "job", "\ufeffage"]

WHOLE_FILE = re.compile(
    "no rows, only|the file is empty|no column is left|the class .* has |"
    "no row is called|which column is the class"
)
"""Messages that are about no single line."""


def with_fault(rows: list[list[str]], chance: random.Random) -> list[list[str]]:
    """Return rows with a cell, a header, a row or a column that is not as it was."""
    row, place = chance.choice(rows), chance.randrange(5)
    other = chance.choice(CELLS)
    headers = [*rows[0][:place], chance.choice(HEADERS), *rows[0][place + 1 :]]
    at = rows.index(row)
    return chance.choice(
        [
            [*rows[:at], [*row[:place], other, *row[place + 1 :]], *rows[at + 1 :]],
            [*rows[:at], [*row, other], *rows[at + 1 :]],
            [*rows[:at], row[:place], *rows[at + 1 :]],
            [*rows[:at], ['"' + cell for cell in row], *rows[at + 1 :]],
            [*rows[:at], [], *rows[at:]],
            [headers, *rows[1:]],
            [chance.sample(rows[0], len(rows[0])), *rows[1:]],
            [each[:place] + each[place + 1 :] for each in rows],
            rows[: chance.choice([1, 2])],
        ]
    )


def changed(chance: random.Random) -> bytes:
    """Return the good table with some faults."""
    rows = [line.split(",") for line in GOOD.splitlines()]
    for _ in range(chance.randint(1, 4)):
        rows = with_fault(rows, chance)
    data = chance.choice(["\n", "\r\n", "\r"]).join(map(",".join, rows)).encode()
    if chance.randrange(8):
        return data
    at, odd = chance.randrange(len(data) + 1), [b"\0", b"\xff", b'"', b";;", b"\r"]
    return data[:at] + chance.choice(odd) + data[at:]


@pytest.mark.parametrize("seed", range(TABLES))
def test_faulty_tables_give_answers_or_messages(write: Write, seed: int) -> None:
    chance = random.Random(seed)
    theory = write("theory.pl", learn(write("good.csv", GOOD), ignore="id").to_prolog())
    batch = write("batch.csv", changed(chance))
    commands: list[list[str | Path]] = [
        ["learn", batch],
        ["learn", batch, "--id", "id", "--numeric", "age"],
        ["predict", theory, batch, "--proba"],
        ["predict", theory, batch, "--append", "-o", batch.with_name("o.csv")],
        ["evaluate", theory, batch],
        ["explain", theory, batch, "class_yes(row1)"],
        ["cv", batch, "--folds", "2", "--jobs", "1"],
    ]
    for command in chance.sample(commands, 3):
        result = fold(*command)
        told = result.stderr
        assert "Traceback" not in told, (command, told)
        assert result.returncode in (0, 1), (command, told)
        check_places(told, failed=result.returncode == 1)


DATES = ["2024-05-01T09:30", "2024-05-01 09:30:00Z", "2024-05-01T09:30:00+02:00", "now"]
DATES += ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00", "2024-02-30", "NaT"]
DATES += ["2024-05", "2024-5-1", "01/05/2024", f"{'1' * 300}-01-01", "20240501", "\\'"]
DATES += [
    "2024-05-01T09:30:00+99:99",
    "\u0662\u0660\u0662\u0664-\u0660\u0665-\u0660\u0661",
    "-2024-05-01",
    "2024-05-01T24:00:00",
]
MISSING = [
    "?",
    "0",
    "2024-05-01",
    "x y",
    "'",
    "\\",
    '"',
    "%",
    "a,b",
    "\u202e",
    " ",
    ",,",
]
MISSING += ["-", "--", "yes", "\x1b[2J", "NaN", "1.0"]


@pytest.mark.parametrize("seed", range(TABLES // 3))
def test_odd_dates_and_words_for_missing(write: Write, seed: int) -> None:
    """What is said of a table does not depend on how its theory is written."""
    chance = random.Random(seed)
    days = [f"20{n % 20 + 10}-{n % 12 + 1:02}-{n % 28 + 1:02}" for n in range(30)]
    labels = ["yes" if day > "2018" else "no" for day in days]
    for _ in range(chance.randint(0, 6)):
        days[chance.randrange(30)] = chance.choice(DATES)
    cells = chance.choices(["a", "?", "0", "x y", "1", "-", "'"], k=30)
    rows = map(",".join, zip(days, cells, labels, strict=True))
    table = write("batch.csv", "day,c,class\n" + "\n".join(rows) + "\n")
    words = chance.choices(MISSING, k=chance.randint(0, 2))
    options = [word for each in words for word in ("--missing", each)]
    theory = table.with_name("theory.pl")
    result = fold("learn", "-q", table, "--exact", *options, "-o", theory)
    assert result.returncode in (0, 1)
    assert not re.search("Traceback|\x1b|\u202e", result.stderr), result.stderr
    if result.returncode:
        check_places(result.stderr, failed=True)
        return
    said = fold("predict", theory, table, "--format", "json")
    assert said.returncode == 0, said.stderr
    path = table.with_name("theory.json")
    assert fold("show", theory, "--format", "json", "-o", path).returncode == 0
    assert fold("predict", path, table, "--format", "json").stdout == said.stdout
    code = fold("show", theory, "--format", "python")
    assert code.returncode == 0, code.stderr
    names: dict[str, Any] = {}
    exec(code.stdout, names)
    with table.open(encoding="utf-8", newline="") as file:
        found = [names["predict"](row) == "yes" for row in csv.DictReader(file)]
    assert found == [each["prediction"] for each in json.loads(said.stdout)]


def check_places(told: str, *, failed: bool) -> None:
    """Errors name the file, and the line unless they are about all of it.

    What is said of cells names their column and lines.
    """
    if failed:
        found = re.search(r"error: .*batch\.csv(:\d+)?: (.*)", told)
        assert found, told
        assert found[1] or WHOLE_FILE.match(found[2]), told
    for line in told.splitlines():
        if "taken as missing" in line or "is categorical:" in line:
            assert re.search(r"the column \S.* \(lines? \d", line), line


def test_the_check_of_places_can_fail() -> None:
    check_places("fold: error: batch.csv:3: 2 cells", failed=True)
    check_places("fold: error: batch.csv: the file is empty", failed=True)
    for told in ("fold: error: batch.csv: 2 cells", "fold: error: 2 cells"):
        with pytest.raises(AssertionError):
            check_places(told, failed=True)
    with pytest.raises(AssertionError):
        check_places(
            "fold: in the column a these are taken as missing: x", failed=False
        )


def test_more_classes_than_clauses_can_name(write: Write) -> None:
    rows = "".join(f"{n},c{n}\n" for n in range(501))
    path = write("x.csv", f"a,k\n{rows}")
    result = fold("learn", path, "--class", "k")
    assert result.returncode == 1
    assert "x.csv: the class k has 501 values, more than the 500" in result.stderr
    one = fold("learn", "-q", path, "--class", "k", "--positive", "c7", "--exact")
    assert one.returncode == 0


def test_what_is_said_of_a_long_name_is_short(write: Write) -> None:
    rows = "".join(f"{n},{n % 7},{'ab'[n % 2]}\n" for n in range(40))
    result = fold("learn", write("t.csv", f"{'n' * 100_000},c,class\n{rows}"))
    assert result.returncode == 0
    assert max(map(len, result.stderr.splitlines())) < 1100
    assert "t.csv: no two rows have the same nnn" in result.stderr
    assert "nnn; name the rows by it with --id, or leave it out" in result.stderr
