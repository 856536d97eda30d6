"""Theories of tables as SQL and as Python say what ``predict`` says."""

from __future__ import annotations

import csv
import random
import sqlite3
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pandas as pd
import pytest

from fold_cli import FoldError, Text, Theory, learn, load

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ["red", "it's", 'say "x"', "a;b--", "Größe", "1", "1.0", "-20.0", "x\\y"]
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


def answers_of_text(theory: Theory, rows: list[dict[str, str]]) -> list[Any]:
    """Return the answers of SQL where the database holds cells as a file has them."""
    database = sqlite3.connect(":memory:")
    names = ['"' + name.replace('"', '""') + '"' for name in rows[0]]
    database.execute(f"CREATE TABLE data ({', '.join(f'{n} TEXT' for n in names)})")
    marks = ", ".join("?" * len(names))
    for row in rows:
        database.execute(f"INSERT INTO data VALUES ({marks})", list(row.values()))
    return [row[-1] for row in database.execute(theory.render("sql"))]


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
        for answers_of in (answers_of_sql, answers_of_text, answers_of_python):
            assert answers_of(theory, rows) == expected
    assert checked > 3


CELLS = ["-12", "-2.5", "0", "0.0", "-0.0", "3", "9", "10", "1e2", "07", " 8 ", "+4"]
CELLS += ["", "?", "-", "NA", "nan", "None", "inf", "some", "-999", "100", "1e-9"]


@pytest.mark.parametrize("bound", ["-3", "-999", "0", "0.0", "8", "9.5", "99"])
@pytest.mark.parametrize("operator", ["=<", ">"])
@pytest.mark.parametrize("known", ["", "% missing: '-999'\n", "% decimal: comma\n"])
def test_numbers_that_a_database_holds_as_text(
    bound: str, operator: str, known: str, tmp_path: Path
) -> None:
    path, table = tmp_path / "theory.pl", tmp_path / "data.csv"
    path.write_text(
        "% fold: default theory for good/1\n% class: class yes no\n"
        f"% column: size numeric size\n{known}\n"
        f"good(X) :- size(X, A), A {operator} {bound}.\n"
    )
    cells = [*CELLS, *(["2,5", "-0,5", "12,25"] if "comma" in known else [])]
    table.write_text("size\n" + "".join(f'"{cell}"\n' for cell in cells))
    theory = load(path)
    expected = [p.label for p in theory.predict(table, on_warning=lambda _: None)]
    rows = [{"size": cell} for cell in cells]
    assert answers_of_text(theory, rows) == expected
    assert answers_of_python(theory, rows) == expected


@pytest.mark.parametrize("bound", ["1000000000000000000", "1.0e18", "-1.0e18", "5.5"])
@pytest.mark.parametrize("known", ["", "% decimal: comma\n"])
def test_numbers_that_floats_skip(bound: str, known: str, tmp_path: Path) -> None:
    """Prolog compares whole numbers exactly, and with a float as floats."""
    path, table = tmp_path / "theory.pl", tmp_path / "data.csv"
    path.write_text(
        "% fold: default theory for good/1\n% class: class yes no\n"
        f"% column: size numeric size\n{known}\n"
        f"good(X) :- size(X, A), A > {bound}.\n"
    )
    cells = [str(sign * 10**18 + n) for sign in (-1, 1) for n in (-70, -1, 0, 1, 70)]
    cells += ["7", "1e18", "-1e18", "", *(["5,5", "5,75"] if known else ["5.75"])]
    table.write_text("size\n" + "".join(f'"{cell}"\n' for cell in cells))
    theory = load(path)
    expected = [p.label for p in theory.predict(table, on_warning=lambda _: None)]
    rows = [{"size": cell} for cell in cells]
    assert answers_of_text(theory, rows) == expected
    assert answers_of_python(theory, rows) == expected


@pytest.mark.parametrize("clause", ["size(X, _)", "\\+ size(X, _)"])
def test_numbers_that_are_there(clause: str, tmp_path: Path) -> None:
    path, table = tmp_path / "theory.pl", tmp_path / "data.csv"
    path.write_text(
        "% fold: default theory for good/1\n% class: class yes no\n"
        f"% column: size numeric size\n% missing: '10'\n\ngood(X) :- {clause}.\n"
    )
    table.write_text("size\n" + "".join(f'"{cell}"\n' for cell in CELLS))
    theory = load(path)
    expected = [p.label for p in theory.predict(table, on_warning=lambda _: None)]
    rows = [{"size": cell} for cell in CELLS]
    assert answers_of_text(theory, rows) == expected


@pytest.mark.parametrize("spelled", ["-999", "-999.0"])
@pytest.mark.parametrize("word", ["-999", "-999.0"])
def test_words_for_no_value_are_missing_in_any_spelling(
    word: str, spelled: str, tmp_path: Path
) -> None:
    """What is a whole number in one table has a point where a column has floats."""
    rows = [
        (spelled if n % 7 == 0 else n % 40, ["red", "n/k"][n % 2], "ab"[n % 40 > 20])
        for n in range(160)
    ]
    path, batch = tmp_path / "t.csv", tmp_path / "b.csv"
    lines = [",".join(map(str, row)) for row in [("v", "c", "class"), *rows]]
    path.write_text("\n".join(lines) + "\n")
    theory = learn(path, missing=f"{word},n/k", max_literals=2)
    assert "-999" not in theory.to_prolog().partition("\n\n")[2]
    cells = ["-999", "-999.0", "", "3", "30"]
    batch.write_text("v,c\n" + "".join(f"{cell},red\n" for cell in cells))
    expected = [each.label for each in theory.predict(batch)]
    assert len({*expected[:3]}) == 1
    assert expected[3] != expected[4]
    every = [{"v": cell, "c": "red"} for cell in cells]
    assert answers_of_python(theory, every) == expected
    numbers = [{"v": float(cell) if cell else None, "c": "red"} for cell in cells]
    assert answers_of_python(theory, numbers) == expected
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE data (v REAL, c TEXT)")
    database.executemany("INSERT INTO data VALUES (:v, :c)", numbers)
    assert [row[-1] for row in database.execute(theory.render("sql"))] == expected


def nested(levels: int, width: int) -> str:
    """Return a theory of nested exceptions, each of several rules and conditions."""
    header = "% fold: default theory for t/1\n% class: k y\n"
    columns = "% column: age numeric age\n% column: c categorical c\n\n"
    wide = ", ".join(f"\\+ c(X, w{n})" for n in range(width))
    rules = ["t(X) :- age(X, A), A =< 90, \\+ ab0(X).\n"]
    for n in range(levels):
        rules += [f"ab{n}(X) :- age(X, A), A > {n}, {wide}, \\+ ab{n + 1}(X).\n"]
        rules += [f"ab{n}(X) :- c(X, u{n}_{m}).\n" for m in range(width)]
    return f"{header}{columns}{''.join(rules)}ab{levels}(X) :- c(X, red).\n"


@pytest.mark.parametrize(("levels", "width"), [(9, 110), (60, 2), (1, 1100)])
def test_sql_of_deep_and_wide_theories(levels: int, width: int, tmp_path: Path) -> None:
    """SQLite limits how deep queries are; steps and brackets keep within it."""
    theory = load(Text(nested(levels, width)))
    cells = [(age, c) for age in range(levels + 3) for c in ("red", "u1_0", "z", "")]
    path = tmp_path / "x.csv"
    path.write_text("age,c,k\n" + "".join(f"{age},{c},y\n" for age, c in cells))
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE data (age, c)")
    rows = [(age, c or None) for age, c in cells]
    database.executemany("INSERT INTO data VALUES (?, ?)", rows)
    answers = [row[-1] for row in database.execute(theory.render("sql"))]
    assert answers == [each.label for each in theory.predict(path)]
    assert len(set(answers)) == 2


def test_sql_of_exceptions_without_end() -> None:
    with pytest.raises(FoldError, match="nested too deep, or shared"):
        load(Text(nested(2000, 0).replace(", ,", ","))).render("sql")


def test_cells_are_read_as_by_predict(tmp_path: Path) -> None:
    """Whole numbers with a point, dates in other forms, what is no number."""
    path = tmp_path / "data.csv"
    rows = [
        f"{n % 4},{n},2024-0{n % 8 + 1}-01,{'abc'[(n % 4 > 1) + (n > 40)]}"
        for n in range(80)
    ]
    path.write_text("\n".join(["code,n,day,class", *rows]) + "\n", encoding="utf-8")
    theory = learn(path, categorical="code", max_literals=2)
    dated = learn(path, ignore="code,n", class_column="class", noise=False)
    cells = ["1", "1.0", "-0.0", "3.0", "03", "1e400", "inf", "1_0", "٣", "50", "4.5e1"]
    days = ["2024-05-01", "2024-05-01T00:00Z", "2024-04-30 23:00-02:00", "2024-05"]
    days += ["2024-05-01 09:30", "2024-13-01", "2024-05-01T09:30:00.5+0130"]
    batch = tmp_path / "batch.csv"
    for each in (theory, dated):
        lines = [f"{cell},{cell},{day}" for cell in cells for day in days]
        batch.write_text("\n".join(["code,n,day", *lines]) + "\n", encoding="utf-8")
        predicted = each.predict(batch, on_warning=lambda _: None)
        with batch.open(newline="", encoding="utf-8") as file:
            rows_read = list(csv.DictReader(file))
        assert answers_of_python(each, rows_read) == [p.label for p in predicted]
    nothing = [None, float("nan"), pd.NA, pd.NaT, Decimal("NaN"), "", "NA"]
    empty = [dict.fromkeys(["code", "n", "day"], cell) for cell in nothing]
    for each in (theory, dated):
        assert len({*answers_of_python(each, empty)}) == 1


def test_a_class_of_all_that_is_left_is_asked_last() -> None:
    theory = load(
        Text(
            "% fold: default theory for kind/2\n% class: kind\n% classes: a b c\n"
            "% column: n numeric n\n\n"
            "kind(X, a) :- a(X).\nkind(X, b) :- b(X), \\+ a(X).\n"
            "kind(X, c) :- \\+ a(X), \\+ b(X).\n"
            "a(X) :- n(X, A), A > 3.\nb(_).\n"
        )
    )
    assert answers_of_python(theory, [{"n": "4"}, {"n": "1"}]) == ["a", "b"]
    large = "9007199254740993"  # which as a float is 9007199254740992.0
    rounded = load(Text(theory.to_prolog().replace("A > 3", f"A > {float(large)}")))
    assert answers_of_python(rounded, [{"n": large}, {"n": "1e20"}]) == ["b", "a"]
    exact = load(Text(theory.to_prolog().replace("A > 3", "A > 9007199254740992")))
    assert answers_of_python(exact, [{"n": large}, {"n": f"{large}.0"}]) == ["a", "b"]
    assert "ELSE 'b'" in theory.render("sql")


def test_other_numbers_are_no_truth_values(tmp_path: Path) -> None:
    theory = load(
        Text(
            "% fold: default theory for t/1\n% class: k y n\n"
            "% column: a categorical a 'False' 'True'\n% column: b numeric b 0 1\n\n"
            "t(X) :- a(X, 'True').\nt(X) :- b(X, A), A > 0.\n"
        )
    )
    cells = ["1", "1.0", "TRUE", "01", "+1", "1e0", "2", "0", "false", "yes", ""]
    path = tmp_path / "later.csv"
    rows = [(a, "0") for a in cells] + [("", b) for b in cells]
    path.write_text("a,b\n" + "".join(f"{a},{b}\n" for a, b in rows))
    said = [each.label for each in theory.predict(path, on_warning=lambda _: None)]
    assert said == answers_of_python(theory, [{"a": a, "b": b} for a, b in rows])
    assert said[:11] == [*"yyynnnnnnnn"]
    assert said[11:] == [*"yyyyyyynnnn"]


@pytest.mark.parametrize("negated", [False, True])
@pytest.mark.parametrize("spelled", ["'True' 'False'", "1 0", "true false"])
def test_truth_values_in_databases(spelled: str, negated: bool) -> None:
    """They hold 1 for True, as pandas writes it there, or a text."""
    sign = "a(X, _), \\+ " if negated else ""
    goal = f"a(X, {spelled.split()[0]})"
    theory = load(
        Text(
            "% fold: default theory for t/1\n% class: k y n\n"
            f"% column: a categorical a {spelled}\n\n"
            f"t(X) :- {sign}{goal}.\n"
        )
    )
    cells = [True, 1, 1.0, "TRUE", "true", "1", False, 0, 0.0, "False", "0", None]
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE data (a)")
    database.executemany("INSERT INTO data VALUES (?)", [[cell] for cell in cells])
    said = [row[-1] for row in database.execute(theory.render("sql"))]
    expected = "nnnnnnyyyyyn" if negated else "yyyyyynnnnnn"
    assert said == [*expected] == answers_of_python(theory, [{"a": c} for c in cells])


@pytest.mark.parametrize("bound", ["2024-05-01", "2024-05-01T09:30:00", "2024-05"])
@pytest.mark.parametrize("operator", ["@=<", "@>"])
def test_times_in_databases(tmp_path: Path, bound: str, operator: str) -> None:
    """They are texts there, to the day, the second or in more detail, or no dates."""
    theory = load(
        Text(
            "% fold: default theory for t/1\n% class: k y n\n% column: a date a\n\n"
            f"t(X) :- a(X, A), A {operator} '{bound}'.\nt(X) :- \\+ a(X, _).\n"
        )
    )
    others = ["2024-04", "2024-06", "NA", "soon", "0", "1.5.2024", "2024-05-01?"]
    days = ["2024-04-30", "2024-05-01", "2024-05-02"]
    hours = ["00:00", "09:29:59", "09:30", "09:30:00", "09:30:00.000001", "00:00:00.1"]
    more = [":00.000000", ".000000000"]
    times = [*hours, "00:00:00" + more[1], "09:30:00" + more[1], "09:30" + more[0]]
    cells = [f"{day}{sep}{h}" for day in days for sep in " T" for h in times]
    cells += [*days, *others]
    path = tmp_path / "later.csv"
    path.write_text("a\n" + "\n".join(cells) + "\n")
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE data (a)")
    database.executemany("INSERT INTO data VALUES (?)", [[cell] for cell in cells])
    said = [row[-1] for row in database.execute(theory.render("sql"))]
    predicted = theory.predict(path, on_warning=lambda _: None)
    assert said == [each.label for each in predicted]
    assert said == answers_of_python(theory, [{"a": cell} for cell in cells])


def test_a_row_that_lacks_a_column_is_an_error() -> None:
    theory = load(
        Text(
            "% fold: default theory for t/1\n% class: k y n\n"
            "% column: a numeric 'An age'\n% column: b categorical b\n\n"
            "t(X) :- a(X, A), A > 3, \\+ ab0(X).\nab0(X) :- b(X, c).\n"
        )
    )
    assert answers_of_python(theory, [{"An age": 4, "b": None}]) == ["y"]
    with pytest.raises(KeyError, match="the row has no b, An age; None"):
        answers_of_python(theory, [{"age": 4}])


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
