"""Conditions on the cells of a table: which rows meet each, all rows at once.

Cells are codes (see ``files/tables/coded.py``): a condition is one comparison of a
column's codes. ``distant_conditions.py`` has the same where workers hold the rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from fold_cli.theory.quoting import requoted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from fold_cli.files.tables.coded import Codes
    from fold_cli.files.tables.columns import Column, Rows
    from fold_cli.files.tables.table import Table
    from fold_cli.theory.terms import Member

    Flags = NDArray[np.bool_]


class Cut(NamedTuple):
    """A threshold on a column, and the rows that it divides."""

    rows: Any  # flags, or a distant set
    column: Column
    code: int  # of the largest value up to it


class Gap(NamedTuple):
    """The codes of the values next to a threshold: up to it, and above; 0 if none."""

    below: int
    above: int


class CellConditions(Protocol):
    """Gives the rows that meet a condition, as flags or as a distant set."""

    table: Table

    def everything(self) -> Any:
        """Return all rows."""

    def equal(self, column: Column, code: int) -> Any:
        """Return the rows with a code in a column."""

    def known(self, column: Column) -> Any:
        """Return the rows with any value in a column."""

    def bounded(self, column: Column, op: str, code: int) -> Any:
        """Return the rows whose code is at most, or above, another."""

    def named(self, literal: Member) -> Any:
        """Return the rows that a literal lists."""

    def gaps(self, cuts: Iterable[Cut]) -> list[Gap]:
        """Return which values of rows are next to each of some thresholds."""


class RowConditions:
    """Conditions on the cells of some rows of this process, as flags."""

    def __init__(self, table: Table, rows: Rows) -> None:
        self.table, self.rows = table, rows
        self._codes: dict[str, Codes] = {}

    def everything(self) -> Flags:
        """Return all rows."""
        return np.ones(len(self.rows), dtype=np.bool_)

    def codes(self, column: Column) -> Codes:
        """Return the codes of the rows."""
        found = self._codes.get(column.name)
        if found is None:
            found = self._codes[column.name] = column.codes[self.rows]
        return found

    def equal(self, column: Column, code: int) -> Flags:
        """Return the rows with a code in a column."""
        flags: Flags = self.codes(column) == code
        return flags

    def known(self, column: Column) -> Flags:
        """Return the rows with any value in a column."""
        flags: Flags = self.codes(column) > 0
        return flags

    def bounded(self, column: Column, op: str, code: int) -> Flags:
        """Return the rows whose code is at most, or above, another."""
        codes = self.codes(column)
        flags: Flags = codes > (0 if op == "=<" else max(code, 0))
        if op == "=<":
            flags &= codes <= code
        return flags

    def named(self, literal: Member) -> Flags:
        """Return the rows with these identifiers; without any, no row is meant."""
        if self.table.row_name.cells is None:
            return np.zeros(len(self.rows), dtype=np.bool_)
        names = (requoted(row[0].text) for row in literal.rows)
        return np.isin(self.rows, self.table.row_name.rows(names))

    def gaps(self, cuts: Iterable[Cut]) -> list[Gap]:
        """Return which values of rows are next to each of some thresholds."""
        return [gap_in(self.codes(cut.column)[cut.rows], cut.code) for cut in cuts]


def gap_in(codes: Codes, code: int) -> Gap:
    """Return the largest code up to another one and the smallest above it, or 0."""
    above = codes[codes > code]
    below = codes[codes <= code].max(initial=0)
    return Gap(int(below), int(above.min()) if len(above) else 0)
