"""Thresholds stand in the middle of gaps, at round numbers, and cover the same rows."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import numpy as np
import pytest
from divided import random_table, write
from hypothesis import given
from hypothesis import strategies as st
from support import clauses, learned

from fold_cli.coverage.cell_conditions import RowConditions
from fold_cli.coverage.clause_rows import covers
from fold_cli.coverage.threshold_gaps import centred_thresholds
from fold_cli.files.sources import TableSource
from fold_cli.files.tables.numbers import number_between
from fold_cli.files.tables.read import read_table
from fold_cli.theory.formats.prolog_format import clause_text
from fold_cli.theory.terms import VALUE, Bound, Clause, Const, Literal, Threshold, Var

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("low", "high", "between"),
    [
        ("27", "33", "30"),
        ("27", "28", "27"),
        ("27", "29", "28"),
        ("998", "1003", "1000"),
        ("-5", "5", "0"),
        ("-8", "-3", "-6"),
        ("0.6", "1.0", "0.8"),
        ("1.39", "1.41", "1.4"),
        ("1.39", "1.4", "1.39"),
        ("1.0", "2.0", "1.0"),
        ("0.04846", "0.0495", "0.049"),
        ("1.0e-5", "3.0e-5", "2.0e-5"),
        ("1.0e300", "3.0e300", "1.0e300"),
        ("10000000000000000001", "10000000000000000009", "10000000000000000001"),
        ("1.0e-300", "7", "1.0e-300"),
    ],
)
def test_round_numbers_between_two(low: str, high: str, between: str) -> None:
    assert number_between(low, high) == between


@given(st.decimals(-9999, 9999, places=3), st.decimals(-9999, 9999, places=3))
def test_any_two_numbers(one: Decimal, other: Decimal) -> None:
    low, high = sorted([one, other])
    if low < high:
        found = Decimal(number_between(repr(float(low)), repr(float(high))))
        assert low <= found < high
        assert found == low or abs(found - (low + high) / 2) <= (high - low) / 4


def bounded(column: str, op: str, number: str) -> Threshold:
    return Threshold(Literal(column, (Var(0), VALUE)), (Bound(op, Const(number)),))


@pytest.mark.parametrize("seed", range(6))
def test_the_same_rows_are_covered(seed: int, tmp_path: Path) -> None:
    headers, rows = random_table(seed, 80, 2)
    path = write(tmp_path / "table.csv", headers, rows)
    table = read_table(TableSource(str(path), class_column="class"))
    numeric = [each for each in table.columns if each.schema.kind == "numeric"]
    choose = np.random.default_rng(seed)
    given = []
    for _ in range(60):
        body = []
        for at in choose.choice(len(numeric), size=min(2, len(numeric)), replace=False):
            texts = numeric[at].texts
            op = "=<" if choose.random() < 0.5 else ">"
            number = texts[int(choose.integers(len(texts)))]
            body.append(bounded(numeric[at].name, op, number))
        given.append(Clause("t", 1, tuple(body)))
    moved = centred_thresholds(RowConditions(table, table.rows), given)
    same = covers(table, moved, table.rows) == covers(table, given, table.rows)
    assert same.all()


def test_a_gap_is_that_of_the_rows_that_the_rest_covers(tmp_path: Path) -> None:
    rows = ["size,kind,class"]
    rows += [f"{n},a,yes" for n in (1, 2, 3)] + [f"{n},a,no" for n in (9, 10, 11)]
    rows += [f"{n},b,no" for n in range(1, 12)]
    path = tmp_path / "table.csv"
    path.write_text("\n".join([rows[0], *rows[1:] * 4]) + "\n")
    given = (path, "--positive", "yes")
    (clause,) = clauses(learned(*given))
    assert clause == "class_yes(X) :- kind(X, a), size(X, A), A =< 6."
    assert "A =< 3" in learned(*given, "--exact")


def test_two_thresholds_of_a_rule_do_not_move_to_a_row_together(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("a,b,class\n1,1,yes\n9,1,no\n1,9,no\n3,3,no\n")
    table = read_table(TableSource(str(path), class_column="class"))
    clause = Clause("t", 1, (bounded("a", "=<", "1"), bounded("b", "=<", "1")))
    (moved,) = centred_thresholds(RowConditions(table, table.rows), [clause])
    assert clause_text(moved) == "t(X) :- a(X, A), A =< 5, b(X, B), B =< 2."
