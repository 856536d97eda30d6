"""Conditions on cells that workers hold: the rows that meet each, as distant sets.

Nothing is asked before a set is counted; ``Gaps`` is one question to all workers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fold_cli.coverage.cell_conditions import Gap, gap_in
from fold_cli.files.tables.coded import ROWS_PER_STEP
from fold_cli.theory.quoting import constant, requoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fold_cli.coverage.cell_conditions import Cut
    from fold_cli.coverage.distant.part import CodedPart
    from fold_cli.coverage.distant.row_sets import RowSet, SetSpace
    from fold_cli.files.tables.columns import Column
    from fold_cli.files.tables.table import Table
    from fold_cli.theory.terms import Member


class DistantConditions:
    """Conditions as leaves of the expressions that ``row_sets.py`` has."""

    def __init__(self, table: Table, space: SetSpace) -> None:
        self.table, self._space = table, space
        self._places = {column.name: at for at, column in enumerate(table.columns)}

    def everything(self) -> RowSet:
        """Return all rows."""
        return self._space.everything

    def equal(self, column: Column, code: int) -> RowSet:
        """Return the rows with a code in a column."""
        return self._space.leaf(("=", self._places[column.name], code))

    def known(self, column: Column) -> RowSet:
        """Return the rows with any value in a column."""
        return self._space.leaf(("known", self._places[column.name]))

    def bounded(self, column: Column, op: str, code: int) -> RowSet:
        """Return the rows whose code is at most, or above, another."""
        return self._space.leaf((op, self._places[column.name], code))

    def named(self, literal: Member) -> RowSet:
        """Return the rows that a literal lists."""
        cells = self.table.row_name.cells
        if cells is None:
            return self._space.nothing
        names = {requoted(row[0].text) for row in literal.rows}
        places = [
            at for at, text in enumerate(cells.strings()) if constant(text) in names
        ]
        return self._space.leaf(("named", *places))

    def gaps(self, cuts: Iterable[Cut]) -> list[Gap]:
        """Return which values of rows are next to each of some thresholds."""
        cuts = [*cuts]
        sets: list[Any] = [cut.rows for cut in cuts]
        places = [self._places[cut.column.name] for cut in cuts]
        asked = zip(sets, places, cuts, strict=True)
        question = Gaps(tuple((rows.number, at, cut.code) for rows, at, cut in asked))
        found: list[Gap] = self._space.ask(question, [rows.node for rows in sets])
        return found


@dataclass(frozen=True)
class Gaps:
    """Which codes of a column, among the rows of a set, are next to a code?"""

    asked: tuple[tuple[int, int, int], ...]  # sets, columns and codes

    def answer(self, part: CodedPart) -> list[Gap]:
        """Look at the rows of a part, some at a time."""
        found = []
        for number, column, code in self.asked:
            codes = part.columns[column]
            gaps = [
                gap_in(codes[step].take(rows), code)
                for step, rows in part.examples(number).parts(ROWS_PER_STEP)
            ]
            found.append(_narrowest(gaps))
        return found

    def united(self, answers: Sequence[list[Gap]]) -> list[Gap]:
        """Return the nearest codes of all parts."""
        return [_narrowest(gaps) for gaps in zip(*answers, strict=True)]


def _narrowest(gaps: Sequence[Gap]) -> Gap:
    """Return the gap between what is next to the same code in each of some gaps."""
    above = [gap.above for gap in gaps if gap.above]
    return Gap(max((gap.below for gap in gaps), default=0), min(above, default=0))
