"""The numbers that the thresholds of a theory bound, of the examples at hand.

They are those of the examples that meet all other conditions of the clause, so that
they show what the threshold decides. Exceptions of the clause are left aside.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from fold_cli.coverage.cell_conditions import RowConditions
from fold_cli.coverage.clause_rows import rows_of_each
from fold_cli.files.tables.columns import Categorical
from fold_cli.files.tables.dates import date_number, date_text
from fold_cli.theory.quoting import unquoted
from fold_cli.theory.terms import (
    VALUE,
    Clause,
    Const,
    Literal,
    Member,
    Threshold,
    Var,
    with_parts,
)
from fold_cli.theory.theory import LearnedClause
from fold_cli.use.theories.judgement import ExampleNumbers, ThresholdPlace

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import NDArray

    from fold_cli.files.tables.columns import Rows
    from fold_cli.files.tables.table import Table
    from fold_cli.theory.terms import BodyLiteral
    from fold_cli.theory.theory import Theory

NAME = "'fold number'"
"""The predicate whose last argument is a number that a threshold bounds."""


def number_of(text: str) -> float:
    """Return a number or date as Prolog writes it; not a number if it is neither."""
    date = date_text(unquoted(text)) if text.startswith("'") else None
    if date is not None:
        return date_number(date)
    try:
        return float(text)
    except ValueError:
        return math.nan


# Asked of Prolog


def numbering(theory: Theory, asked: Sequence[ThresholdPlace]) -> Theory:
    """Return a theory with one more clause for each threshold.

    Its head is that of the threshold's clause with the number as one more argument, its
    body is that clause's without the bounds and the exceptions.
    """
    defined = theory.defined
    clauses = list(theory.clauses)
    for place in asked:
        clause = theory.clauses[place.clause].clause
        clauses.append(LearnedClause(_numbered(clause, place.literal, defined)))
    return replace(theory, clauses=tuple(clauses))


def _numbered(clause: Clause, at: int, defined: Collection[str]) -> Clause:
    """Return the clause that gives the number of a threshold in its last argument."""
    number = Var(clause.arity)
    body: list[BodyLiteral] = []
    for place, literal in enumerate(clause.body):
        assert not isinstance(literal, Member)
        if isinstance(literal, Threshold) and place == at:
            body.append(_renumbered(literal.atom, clause.arity, number))
        elif isinstance(literal, Threshold):
            atom = _renumbered(literal.atom, clause.arity, VALUE)
            body.append(replace(literal, atom=atom))
        elif not (literal.negated and literal.name in defined):
            body.append(_renumbered(literal, clause.arity, VALUE))
    return Clause(NAME, clause.arity + 1, tuple(body), clause.fixed)


def _renumbered(literal: Literal, arity: int, value: Var) -> Literal:
    """Make place for one more variable of the head, and put one in VALUE's place."""

    def term(arg: Var | Const) -> Var | Const:
        if isinstance(arg, Const) or arg.index in range(arity):
            return arg
        return value if arg == VALUE else Var(arg.index + 1)

    return with_parts(literal, term)


def may_be_asked(theory: Theory) -> list[ThresholdPlace]:
    """Return all thresholds of a theory, but for those beside an enumeration."""
    return [
        ThresholdPlace(place, at)
        for place, learned in enumerate(theory.clauses)
        for at, literal in enumerate(learned.clause.body)
        if isinstance(literal, Threshold)
        and not any(isinstance(each, Member) for each in learned.clause.body)
    ]


def numbers_of(examples: NDArray[np.intp], texts: Sequence[str]) -> ExampleNumbers:
    """Return what Prolog answers, without what is no finite number."""
    numbers = np.array(list(map(number_of, texts)), dtype=np.float64)
    finite = np.isfinite(numbers)
    return ExampleNumbers(examples[finite], numbers[finite])


# Read from a table


def numbers_of_rows(
    table: Table, theory: Theory, rows: Rows, asked: Sequence[ThresholdPlace]
) -> list[ExampleNumbers]:
    """Return the numbers of rows, by their order in ``rows``."""
    defined, thresholds, others = theory.defined, [], []
    for place in asked:
        clause = theory.clauses[place.clause].clause
        thresholds.append(clause.body[place.literal])
        body = [
            literal
            for at, literal in enumerate(clause.body)
            if at != place.literal
            and not (isinstance(literal, Literal) and literal.name in defined)
        ]
        others.append(replace(clause, body=tuple(body)))
    by_place = []
    each = rows_of_each(RowConditions(table, rows), others)
    for threshold, meets in zip(thresholds, each, strict=True):
        assert isinstance(threshold, Threshold)
        column = table.by_name[threshold.atom.name]
        assert not isinstance(column, Categorical)
        codes = column.codes[rows]
        known = meets & (codes > 0)
        numbers = column.texts.floats()[codes[known] - 1]
        by_place.append(ExampleNumbers(np.flatnonzero(known), numbers))
    return by_place
