"""Tables as learning problems: rows are examples, columns are predicates.

``read_table(TableSource("data.csv", positive="good"))`` makes one. What literals and
clauses cover is computed in ``coverage/table.py`` and ``coverage/clause_rows.py``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from fold_cli.files.problem import Arg, Mode
from fold_cli.files.tables.columns import OBJECT, Column, Labels, RowNames, Rows
from fold_cli.files.tables.names import plain_name, target_name
from fold_cli.theory.english.sentences import Sentences
from fold_cli.theory.operators import Syntax
from fold_cli.theory.quoting import quote_atom

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fold_cli.files.sources import TableSource
    from fold_cli.theory.schema import TableSchema
    from fold_cli.theory.terms import Predicate


@dataclass(frozen=True)
class Table:
    """A table that was read and checked."""

    source: TableSource
    target: Predicate
    columns: tuple[Column, ...]
    labels: NDArray[np.bool_]  # whether a row is positive, or of one of several classes
    rows: Rows  # the numbers of those whose class is known
    row_name: RowNames
    schema: TableSchema
    codes: Labels | None = None  # each row's place in schema.classes, -1 if unknown
    warnings: tuple[str, ...] = ()

    @property
    def file(self) -> str:
        """The path of the file."""
        return self.source.path

    @property
    def sentences(self) -> Sentences:
        """Sentences for predicates: a table has none."""
        return Sentences()

    @property
    def syntax(self) -> Syntax:
        """What the files change in how a theory is read: a table nothing."""
        return Syntax()

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
        """The mode of the head."""
        value = (Arg("#", self.target.name),) if self.schema.classes else ()
        return Mode(self.target, (Arg("+", OBJECT), *value))

    @property
    def body(self) -> tuple[Mode, ...]:
        """The modes of the body, in the order of the columns."""
        return tuple(column.mode for column in self.columns)

    @property
    def predicates(self) -> frozenset[str]:
        """Names that a theory must not redefine."""
        return frozenset([self.target.name, *(column.name for column in self.columns)])

    @cached_property
    def class_predicates(self) -> tuple[str, ...]:
        """A name for the rules of each class that no column has, nor the target."""
        taken = [*self.predicates]
        for value in self.schema.classes:
            header = plain_name(self.schema.class_column or "class")
            taken.append(quote_atom(target_name(header, value, taken)))
        return tuple(taken[len(self.predicates) :])

    @cached_property
    def by_name(self) -> dict[str, Column]:
        """The columns by the names of their predicates."""
        return {column.name: column for column in self.columns}
