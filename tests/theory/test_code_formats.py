"""Theories of tables as SQL and as Python say what ``predict`` says."""

from __future__ import annotations

import csv
import random
import sqlite3
from typing import TYPE_CHECKING, Any

import pytest

from fold_cli import FoldError, Text, Theory, learn, load

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ["red", "it's", 'say "x"', "a;b--", "Größe", "1", "x\\y"]
HEADERS = ["age", 'the "size"', "it's", "Total Price", "c"]


def random_table(path: Path, chance: random.Random, classes: list[str]) -> None:
    columns: list[list[Any]] = []
    for _ in HEADERS:
        values = chance.choice([NAMES, range(-3, 9), [0.5, 2.25, 1e-7, 3.5e20]])
        columns.append([chance.choice([*values, ""]) for _ in range(40)])
    labels = [
        chance.choice(classes) if chance.random() < 0.2 else classes[n % len(classes)]
        for n in range(40)
    ]
    for n, label in enumerate(labels):  # so that there is something to learn
        columns[0][n] = classes.index(label) * 3 + chance.randint(0, 3)
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([*HEADERS, "class"])
        writer.writerows(zip(*columns, labels, strict=True))


def answers_of_sql(theory: Theory, rows: list[dict[str, str]]) -> list[Any]:
    database = sqlite3.connect(":memory:")
    quoted = ", ".join('"' + name.replace('"', '""') + '"' for name in HEADERS)
    database.execute(f"CREATE TABLE data ({quoted})")
    marks = ", ".join("?" * len(HEADERS))
    numeric = {
        name
        for name in HEADERS
        if all(row[name].strip("-+.e0123456789") == "" for row in rows)
    }
    for row in rows:
        cells = [
            None if row[h] == "" else float(row[h]) if h in numeric else row[h]
            for h in HEADERS
        ]
        database.execute(f"INSERT INTO data VALUES ({marks})", cells)
    return [row[-1] for row in database.execute(theory.render("sql"))]


def answers_of_python(theory: Theory, rows: list[dict[str, str]]) -> list[Any]:
    module: dict[str, Any] = {}
    exec(theory.render("python"), module)
    return [module["predict"](row) for row in rows]


@pytest.mark.parametrize("classes", [["yes", "no"], ["a", "it's b", 'c"']])
def test_answers_are_those_of_predict(tmp_path: Path, classes: list[str]) -> None:
    chance, path = random.Random(len(classes)), tmp_path / "data.csv"
    checked = 0
    for _ in range(12):
        random_table(path, chance, classes)
        positive = classes[0] if len(classes) == 2 else None
        theory = learn(path, positive=positive, noise=chance.random() < 0.5)
        predicted = theory.predict(path)
        expected = [p.label for p in predicted]
        with path.open(newline="") as file:
            rows = list(csv.DictReader(file))
        if "member(" in theory.to_prolog():  # no table knows these rows again
            continue
        checked += 1
        for answers in (answers_of_sql(theory, rows), answers_of_python(theory, rows)):
            assert answers == expected
    assert checked > 3


def test_only_theories_of_tables_are_code() -> None:
    theory = load(Text("fly(X) :- bird(X)."))
    for style in ("sql", "python"):
        with pytest.raises(FoldError, match="learned from a table"):
            theory.render(style)


def test_a_hostile_name_stays_a_name(tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    header = 'x") DROP TABLE data --\n"""+__import__(\'os\').abort()+"""'
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([header, "class"])
        writer.writerows([["'; DROP", "y"], ["b", "n"]] * 12)
    theory = learn(path, positive="y")
    module: dict[str, Any] = {}
    exec(theory.render("python"), module)
    assert module["predict"]({header: "'; DROP"}) == "y"
    database = sqlite3.connect(":memory:")
    name = '"' + header.replace('"', '""') + '"'
    database.execute(f"CREATE TABLE data ({name})")
    database.execute("INSERT INTO data VALUES (?)", ["'; DROP"])
    assert database.execute(theory.render("sql")).fetchall() == [("'; DROP", "y")]
