"""Which rows of a table literals and theories cover."""

from __future__ import annotations

import pickle
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import swipl
from tables import converted, has_values, learned_from, random_tables, source, written

from fold_cli import bits
from fold_cli.coverage.clause_rows import covers
from fold_cli.coverage.table import TableCoverage
from fold_cli.errors import InputError
from fold_cli.files.tables.raw import MISSING
from fold_cli.files.tables.read import read_table
from fold_cli.theory.formats.prolog_format import to_prolog
from fold_cli.theory.terms import VALUE, Bound, Clause, Const, Literal, Threshold, Var

if TYPE_CHECKING:
    from support import Write

    from fold_cli.files.tables.table import Table
    from fold_cli.theory.theory import Theory


@given(random_tables(), st.data())
def test_candidates_cover_what_the_cells_say(
    drawn: tuple[list[str], list[list[str]]], data: st.DataObject
) -> None:
    """Compare with a look at each cell, over rows chosen at random, some twice."""
    headers, rows = drawn
    if not has_values(rows):
        return
    with tempfile.TemporaryDirectory() as directory:
        table = read_table(source(written(directory, headers, rows), positive="x"))
    chosen = data.draw(st.lists(st.sampled_from(table.rows.tolist()), min_size=1))
    asked = TableCoverage(table, np.array(chosen))
    found = asked.refinements((), asked.positives, 0)
    by_name = {f"{h[0]}_{h[2:]}": i for i, h in enumerate(headers[:-1])}
    for block in found.blocks:
        for (literal,), members in zip(block.steps, block.covers, strict=True):
            column = table.by_name[literal.name]
            cell = [rows[row][by_name[literal.name]].strip(" \t") for row in chosen]
            flags = bits.unpack(members, len(chosen)).tolist()
            texts = {c for c, flag in zip(cell, flags, strict=True) if flag}
            assert len(texts) == 1  # one text, and all rows that have it
            assert [c in texts for c in cell] == flags
            assert isinstance(literal.args[1], Const)
            assert literal.args[1].text in column.texts
    for column in found.columns:
        cell = [rows[row][by_name[column.atom.name]] for row in chosen]
        numbers = [None if c in MISSING else float(c) for c in cell]
        assert [float(v) for v in column.values] == sorted(
            {n for n in numbers if n is not None}
        )
        for rank, value in enumerate(map(float, column.values)):
            for op in ("=<", ">"):
                flags = [
                    n is not None and (n <= value if op == "=<" else n > value)
                    for n in numbers
                ]
                covers = bits.unpack(column.covers(op, rank), len(chosen))
                assert covers.tolist() == flags


@given(random_tables())
@settings(max_examples=25)
def test_a_theory_covers_what_it_covers_in_prolog(
    drawn: tuple[list[str], list[list[str]]],
) -> None:
    """Learn from half of the rows; ask the theory about all, here and in swipl."""
    headers, rows = drawn
    if not has_values(rows):
        return
    with tempfile.TemporaryDirectory() as directory:
        table = read_table(source(written(directory, headers, rows), positive="x"))
        half = table.rows[: len(table.rows) // 2 + 1]
        if not table.labels[half].any() or table.labels[half].all():
            return
        theory = learned_from(table, half)
        holds = covered(table, theory)
        converted(table, f"{directory}/out")
        (Path(directory) / "theory.pl").write_text(to_prolog(theory), encoding="utf-8")
        [found] = swipl(
            "findall(X, ((pos(X); neg(X)), catch(x(X), _, fail)), L), sort(L, S),"
            "print(S), nl",
            files=(
                f"{directory}/out/bk.pl",
                as_facts(f"{directory}/out/pos.pl", "pos"),
                as_facts(f"{directory}/out/neg.pl", "neg"),
                f"{directory}/theory.pl",
            ),
        )
    names = sorted(
        table.row_name(row) for row, h in zip(table.rows, holds, strict=True) if h
    )
    assert found == f"[{','.join(names)}]"


def covered(table: Table, theory: Theory) -> list[bool]:
    """Return of which rows the target holds."""
    sets = covers(table, [c.clause for c in theory.clauses], table.rows)
    target = [c.clause.name == theory.target.name for c in theory.clauses]
    union = bits.union(sets[target], bits.empty(len(table.rows)))
    flags: list[bool] = bits.unpack(union, len(table.rows)).tolist()
    return flags


def as_facts(path: str, name: str) -> str:
    """Let examples be facts under another name, beside a theory of theirs."""
    text = Path(path).read_text(encoding="utf-8").replace("x(", f"{name}(")
    Path(path).write_text(text or f":- dynamic {name}/1.\n", encoding="utf-8")
    return path


# Clauses about rows


def clause(*body: Literal | Threshold, name: str = "x") -> Clause:
    return Clause(name, 1, body)


def colour(value: str, *, negated: bool = False) -> Literal:
    return Literal("colour", (Var(0), Const(value)), negated)


def age(value: str) -> Literal:
    return Literal("age", (Var(0), Const(value)))


def bounded(name: str, *bounds: tuple[str, str]) -> Threshold:
    made = tuple(Bound(op, Const(number)) for op, number in bounds)
    return Threshold(Literal(name, (Var(0), VALUE)), made)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ([], [1, 1, 1, 1]),
        ([colour("red")], [1, 0, 1, 0]),
        ([colour("blue")], [0, 0, 0, 0]),
        ([colour("red", negated=True)], [0, 1, 0, 1]),
        ([colour("_")], [1, 1, 1, 0]),
        ([bounded("age", ("=<", "35.5"))], [1, 0, 0, 1]),
        ([bounded("age", (">", "-7"))], [1, 1, 0, 1]),
        ([bounded("age", (">", "30"), ("=<", "40"))], [0, 1, 0, 0]),
        ([age("40")], [0, 1, 0, 0]),
        ([age("40.0")], [0, 0, 0, 0]),
        ([Literal("ab0", (Var(0),), negated=True)], [0, 1, 1, 1]),
    ],
)
def test_clauses_about_any_rows(
    write: Write, body: list[Literal | Threshold], expected: list[int]
) -> None:
    text = "age,colour,class\n30,red,x\n40,green,y\n,red,x\n20,,\n"
    table = read_table(source(write("t.csv", text), positive="x"))
    first = clause(colour("red"), bounded("age", (">", "0")), name="ab0")
    sets = covers(table, [clause(*body), first], np.arange(table.size))
    assert bits.unpack(sets[0], 4).tolist() == list(map(bool, expected))
    assert bits.unpack(sets[1], 4).tolist() == [True, False, False, False]
    assert covers(table, [], np.arange(2)).shape[0] == 0


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ([Literal("shape", (Var(0), Const("round")))], "shape/2 is no column of"),
        ([Literal("age", (Var(0), Var(1)))], "cannot be asked of a table"),
        ([Literal("x", (Var(0),))], "x is defined by way of itself"),
        ([bounded("colour", (">", "1"))], "colour is no numeric column"),
        ([bounded("age", (">", "1.0Inf"))], "cannot be asked of a table"),
    ],
)
def test_clauses_that_a_table_cannot_answer(
    write: Write, body: list[Literal | Threshold], message: str
) -> None:
    path = write("t.csv", "age,colour,class\n30,red,x\n40,green,y\n")
    table = read_table(source(path, positive="x"))
    with pytest.raises(InputError, match=message) as error:
        covers(table, [clause(*body)], table.rows)
    at_worker = pickle.loads(pickle.dumps(error.value))
    assert str(at_worker) == str(error.value)


def test_a_table_without_a_class_can_be_asked(write: Write) -> None:
    path = write("t.csv", "age,colour\n30,red\n40,green\n")
    table = read_table(source(path), labelled=False)
    sets = covers(table, [clause(colour("green"))], table.rows)
    assert bits.unpack(sets[0], 2).tolist() == [False, True]
