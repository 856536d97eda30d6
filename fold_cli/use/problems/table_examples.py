"""What learning problems of tables have in common, wherever the rows are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli.files.problem import Bias
from fold_cli.theory.operators import Syntax
from fold_cli.theory.quoting import constant

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from typing_extensions import Self

    from fold_cli.files.tables.table import Table
    from fold_cli.theory.english.sentences import Sentences
    from fold_cli.theory.schema import TableSchema


class TableExamples:
    """A problem whose examples are the rows of known class of a table."""

    notes: tuple[str, ...] = ()
    bias = Bias()
    fixed: tuple[tuple[int, str], ...] = ()

    def __init__(self, table: Table, sentences: Sentences) -> None:
        self._table = table
        self.target, self.head, self.body = table.target, table.head, table.body
        self.predicates = table.predicates
        self.schema: TableSchema | None = table.schema
        self.sentences, self.syntax = sentences, Syntax()
        self.warnings = table.warnings
        self.classes = tuple(map(constant, table.schema.classes))
        self.class_predicates = table.class_predicates

    def of_class(self, _: str, __: Collection[str] | None = None) -> Self:
        """Return the problem itself: its head has no constant."""
        return self

    def free(self) -> None:
        """Do nothing: Prolog does not know the table."""


def row_atoms(
    target: str, rows: Iterable[str], classes: Iterable[str] | None
) -> list[str]:
    """Return the atoms of rows, with their classes where there are several."""
    if classes is None:
        return [f"{target}({row})" for row in rows]
    pairs = zip(rows, classes, strict=True)
    return [f"{target}({row}, {value})" for row, value in pairs]
