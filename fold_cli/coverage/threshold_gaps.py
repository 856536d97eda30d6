"""Thresholds in the middle of the gap between the values that they divide.

The search takes thresholds from the values that rows have. Of the rows that meet all
other conditions of a clause, none has a value between the threshold and the next one
above it, so any number in this gap covers the same rows; one near its middle is as far
from the rows on both sides as can be, which other rows are judged better by. One pass
over the rows for each condition beside a threshold.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from fold_cli.coverage.cell_conditions import Cut
from fold_cli.coverage.clause_rows import rows_of_each
from fold_cli.files.tables.columns import Numeric
from fold_cli.files.tables.numbers import number_between
from fold_cli.theory.quoting import is_quoted, requoted
from fold_cli.theory.terms import Bound, Clause, Const, Literal, Threshold

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fold_cli.coverage.cell_conditions import CellConditions, Gap
    from fold_cli.theory.terms import BodyLiteral
    from fold_cli.theory.theory import Theory


class _PlacedBound(NamedTuple):
    """A bound: in which clause and literal it stands, which one, and on what column."""

    clause: int
    literal: int
    place: int
    column: Numeric
    code: int  # of the largest value up to it
    others: Clause  # the conditions beside its literal


def with_centred_thresholds(theory: Theory, cells: CellConditions) -> Theory:
    """Return a theory of a table with each threshold in the middle of a gap."""
    clauses = centred_thresholds(cells, [each.clause for each in theory.clauses])
    pairs = zip(theory.clauses, clauses, strict=True)
    moved = [
        learned if learned.clause is clause else replace(learned, clause=clause)
        for learned, clause in pairs
    ]
    return replace(theory, clauses=tuple(moved))


def centred_thresholds(
    cells: CellConditions, clauses: Sequence[Clause]
) -> list[Clause]:
    """Return clauses that cover the same rows, with each threshold in its gap's middle.

    Exceptions that a clause calls are left aside: without them a gap has more rows. The
    gap of a clause's second threshold is that beside the first one as it was moved.
    """
    moved = list(clauses)
    places = [
        [at for at, each in enumerate(clause.body) if _bounds_a_number(each)]
        for clause in moved
    ]
    for turn in range(max(map(len, places), default=0)):
        here = {n: own[turn] for n, own in enumerate(places) if turn < len(own)}
        bounds = list(_bounds(cells, moved, here))
        rows = rows_of_each(cells, [bound.others for bound in bounds])
        cuts = (
            Cut(members, bound.column, bound.code)
            for members, bound in zip(rows, bounds, strict=True)
        )
        for bound, gap in zip(bounds, cells.gaps(cuts), strict=True):
            number = _number_in(gap, bound.column)
            if number is not None:
                moved[bound.clause] = _with_number(moved[bound.clause], bound, number)
    return moved


def _bounds(
    cells: CellConditions, clauses: Sequence[Clause], places: dict[int, int]
) -> Iterator[_PlacedBound]:
    """Yield the bounds of one literal of some clauses, given by the places of both."""
    defined = {clause.predicate for clause in clauses}
    for number, at in places.items():
        clause = clauses[number]
        literal = clause.body[at]
        assert isinstance(literal, Threshold)
        column = cells.table.by_name[requoted(literal.atom.name)]
        assert isinstance(column, Numeric)
        conditions = [
            other
            for place, other in enumerate(clause.body)
            if place != at
            and not (isinstance(other, Literal) and other.predicate in defined)
        ]
        body = Clause("", clause.arity, tuple(conditions))
        for place, bound in enumerate(literal.bounds):
            code = column.texts.rank(bound.number.text) + 1
            yield _PlacedBound(number, at, place, column, code, body)


def _bounds_a_number(literal: BodyLiteral) -> bool:
    """Return whether a literal has bounds that are no dates."""
    return isinstance(literal, Threshold) and not is_quoted(
        literal.bounds[0].number.text
    )


def _number_in(gap: Gap, column: Numeric) -> str | None:
    """Return a number near the middle of a gap that has values on both sides."""
    if not gap.below or not gap.above:
        return None
    number = number_between(column.texts[gap.below - 1], column.texts[gap.above - 1])
    divides = gap.below <= column.texts.rank(number) + 1 < gap.above
    return number if divides else None


def _with_number(clause: Clause, bound: _PlacedBound, number: str) -> Clause:
    """Return a clause with another number in a bound."""
    literal = clause.body[bound.literal]
    assert isinstance(literal, Threshold)
    bounds, body = list(literal.bounds), list(clause.body)
    bounds[bound.place] = Bound(bounds[bound.place].op, Const(number))
    body[bound.literal] = Threshold(literal.atom, tuple(bounds))
    return Clause(clause.name, clause.arity, tuple(body), clause.fixed)
