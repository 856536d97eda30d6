"""A learning problem of a table: see :class:`fold_cli.use.problems`.

The table's cells answer every question; Prolog is not started.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from fold_cli.coverage.table import TableCoverage
from fold_cli.files.tables import facts
from fold_cli.files.tables.parts import split
from fold_cli.files.tables.raw import read_raw
from fold_cli.theory.operators import Syntax
from fold_cli.theory.sentences import Sentences
from fold_cli.use.judgement import Judgement, judge_rows
from fold_cli.use.notes import memorised_note
from fold_cli.use.problems import Training
from fold_cli.use.written import check_target

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from fold_cli.files.tables.columns import Rows
    from fold_cli.files.tables.raw import RawTable
    from fold_cli.files.tables.table import Table
    from fold_cli.search.options import Options
    from fold_cli.theory.schema import TableSchema
    from fold_cli.theory.terms import Predicate
    from fold_cli.theory.theory import Theory
    from fold_cli.use.written import WrittenTheory


class TableProblem:
    """A problem whose examples are the rows of known class."""

    notes: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    fixed: tuple[tuple[int, str], ...] = ()

    def __init__(self, table: Table) -> None:
        self._table = table
        self.target, self.head, self.body = table.target, table.head, table.body
        self.modes = (table.head, *table.body)
        self.predicates = table.predicates
        self.schema: TableSchema | None = table.schema
        self.sentences, self.syntax = Sentences(), Syntax()
        self.warnings = table.warnings
        self.positives, self.negatives = table.positives, table.negatives
        self.positive = table.labels[table.rows]

    def training(
        self,
        options: Options,
        _: Callable[[str, int, int], None],
        without: frozenset[Predicate] = frozenset(),  # a cell is never at fault
    ) -> Training:
        """Return what literals cover, from the coded columns."""
        return Training(TableCoverage(self._table, self._table.rows), options)

    def split(
        self, training: NDArray[np.intp], test: NDArray[np.intp]
    ) -> tuple[TableProblem, TableProblem]:
        """Read the cells of some rows alone, and those of others like them."""
        rows = self._table.rows
        parts = split(self._table, self._raw, rows[training], rows[test])
        return TableProblem(parts[0]), TableProblem(parts[1])

    @cached_property
    def _raw(self) -> RawTable:
        return read_raw(self._table.file)

    def of_class(self, _: str) -> TableProblem:
        """Return the problem itself: its head has no constant."""
        return self

    def judge(
        self,
        theory: WrittenTheory,
        *,
        clauses: bool = False,  # what each clause covers is known anyway
    ) -> Judgement:
        """Apply a theory to the cells."""
        check_target(theory, self.target)
        return judge_rows(self._table, theory.theory, self._table.rows)

    def atoms(self) -> list[str]:
        """Return all examples as Prolog writes them."""
        return _atoms(self._table, self.target.name, self._table.rows)

    def files(self) -> list[str]:
        """Return the path of the table."""
        return [self._table.file]

    def texts(self) -> tuple[Iterable[str], Iterable[str], Iterable[str]]:
        """Return cells, positive and negative rows as Prolog, in parts."""
        return (
            facts.background(self._table),
            facts.examples(self._table, positive=True),
            facts.examples(self._table, positive=False),
        )

    def free(self) -> None:
        """Do nothing: Prolog does not know the table."""


class AppliedToRows:
    """A theory beside all rows of a table, of known class or not."""

    def __init__(self, table: Table, theory: Theory) -> None:
        self._table, self.theory = table, theory
        self.warnings = (*table.warnings, *memorised_note(theory))
        self._rows = np.arange(table.size)

    def atoms(self) -> list[str]:
        """Return the rows as atoms of the theory's target."""
        return _atoms(self._table, self.theory.target.name, self._rows)

    def judge(self, *, clauses: bool = False) -> Judgement:
        """Apply the theory to the cells."""
        return judge_rows(self._table, self.theory, self._rows)


def _atoms(table: Table, name: str, rows: Rows) -> list[str]:
    return [f"{name}({table.row_name(row)})" for row in rows.tolist()]
