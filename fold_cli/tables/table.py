"""Tables as learning problems: rows are examples, columns are predicates.

How the other modules use it:

- ``table = read_table(TableSource("data.csv", positive="good"))`` reads and checks;
- ``table.rows`` are the numbers of the rows whose class is known, ``table.labels``
  says of every row whether it is positive;
- ``table.coverage(rows)`` is what the learner asks, over any rows. It holds only what
  those rows tell, so a fold of a cross-validation learns from nothing else;
- ``table.covers(clauses, rows)`` is what each clause of a theory covers among any
  rows, as ``bits``: constants and numbers that the table does not have are no error.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from fold_cli.problem import Arg, Mode
from fold_cli.sentences import Sentences
from fold_cli.tables.apply import covers
from fold_cli.tables.columns import OBJECT, Column, RowNames, Rows
from fold_cli.tables.coverage import TableCoverage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fold_cli.bits import Bits
    from fold_cli.terms import Clause, Predicate


@dataclass(frozen=True)
class Table:
    """A table that was read and checked."""

    file: str
    target: Predicate
    columns: tuple[Column, ...]
    labels: NDArray[np.bool_]  # whether a row is positive; False if that is unknown
    rows: Rows  # those whose class is known
    row_name: RowNames
    warnings: tuple[str, ...] = ()

    @property
    def sentences(self) -> Sentences:
        """Sentences for predicates: a table has none."""
        return Sentences()

    @property
    def size(self) -> int:
        """The number of all rows."""
        return len(self.labels)

    @property
    def positives(self) -> int:
        """The number of positive rows."""
        return int(np.count_nonzero(self.labels[self.rows]))

    @property
    def negatives(self) -> int:
        """The number of negative rows."""
        return len(self.rows) - self.positives

    @property
    def head(self) -> Mode:
        """How the head of a clause looks."""
        return Mode(self.target, (Arg("+", OBJECT),))

    @property
    def body(self) -> tuple[Mode, ...]:
        """How literals look, in the order of the columns."""
        return tuple(column.mode for column in self.columns)

    @property
    def predicates(self) -> frozenset[str]:
        """Names that a theory must not redefine."""
        return frozenset([self.target.name, *(column.name for column in self.columns)])

    def coverage(self, rows: Rows | None = None) -> TableCoverage:
        """Return what the learner asks about, over these rows (all with a class)."""
        return TableCoverage(self, self.rows if rows is None else rows)

    def covers(self, clauses: Sequence[Clause], rows: Rows | None = None) -> Bits:
        """Return what each clause covers among these rows (all with a class).

        Clauses may be of the target and of the exceptions that they name.
        """
        return covers(self, clauses, self.rows if rows is None else rows)

    @cached_property
    def by_name(self) -> dict[str, Column]:
        """The columns by the names of their predicates."""
        return {column.name: column for column in self.columns}
