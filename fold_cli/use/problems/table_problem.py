"""A learning problem of a table, whose coded columns answer every question.

It has the interface of ``learning_problem.LearningProblem``. Prolog is not started.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from fold_cli import bits
from fold_cli.coverage.cell_conditions import RowConditions
from fold_cli.coverage.table import TableCoverage
from fold_cli.coverage.threshold_gaps import with_centred_thresholds
from fold_cli.files.tables import facts
from fold_cli.files.tables.columns import occurring, seen_values
from fold_cli.files.tables.part_files import part_paths, read_raw
from fold_cli.files.tables.training_split import split
from fold_cli.theory.english.sentences import Sentences
from fold_cli.theory.quoting import constant
from fold_cli.use.explaining.explanation import MAX_SHOWN
from fold_cli.use.explaining.row_explanation import RowExplainer
from fold_cli.use.explaining.row_goal import explain_goal
from fold_cli.use.learning.notes import memorised_note
from fold_cli.use.predicting.probability import may_be_scored, sampled, scored
from fold_cli.use.problems.class_weights import class_weights
from fold_cli.use.problems.equal_rows import majority_classes
from fold_cli.use.problems.learning_problem import Training, with_column_values
from fold_cli.use.problems.table_examples import TableExamples, row_atoms
from fold_cli.use.theories.judgement import Judgement, judge_rows
from fold_cli.use.theories.threshold_numbers import numbers_of_rows
from fold_cli.use.theories.written_theory import check_target, citing_clauses, read_back

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from fold_cli.bits import Bits
    from fold_cli.engine.progress import Progress
    from fold_cli.files.clingo_rules import SourceClause
    from fold_cli.files.problem import Mode
    from fold_cli.files.tables.columns import Rows
    from fold_cli.files.tables.raw import RawTable
    from fold_cli.files.tables.table import Table
    from fold_cli.search.options import Options
    from fold_cli.theory.terms import Predicate
    from fold_cli.theory.theory import Theory
    from fold_cli.use.explaining.explanation import Explanation
    from fold_cli.use.problems.equal_rows import MajorityClasses
    from fold_cli.use.theories.judgement import ExampleNumbers, ThresholdPlace
    from fold_cli.use.theories.written_theory import WrittenTheory


class TableProblem(TableExamples):
    """A problem whose rows are in this process."""

    def __init__(self, table: Table, sentences: Sentences | None = None) -> None:
        super().__init__(table, sentences or Sentences())
        self.modes = (table.head, *table.body)
        self.positives, self.negatives = table.positives, table.negatives
        self.positive = table.labels[table.rows]
        self.labels: NDArray[np.intp] | None = None
        if table.codes is not None:
            self.labels = table.codes[table.rows].astype(np.intp)

    def training(
        self,
        options: Options,
        _: Progress,
        without: frozenset[Predicate | Mode] = frozenset(),
    ) -> Training:
        """Return what literals cover, from the coded columns."""
        table = self._table
        if without:
            kept = [c for c in table.columns if c.mode.predicate not in without]
            table = replace(table, columns=tuple(kept))
        classes: tuple[Bits, ...] = ()
        if self.labels is not None:
            places = range(len(self.classes))
            classes = tuple(bits.pack(self.labels == place) for place in places)
        return Training(TableCoverage(table, table.rows), options, classes=classes)

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

    def class_objects(self) -> None:
        """Return nothing: an example is a row, whatever its class."""

    def judge(
        self,
        theory: WrittenTheory,
        *,
        clauses: bool = False,
    ) -> Judgement:
        """Apply a theory to the cells, as its text says it."""
        check_target(theory, self.target)
        return judge_rows(self._table, read_back(theory), self._table.rows)

    def applied(self, theory: WrittenTheory) -> AppliedToRows:
        """Return a theory beside the rows of known class."""
        check_target(theory, self.target)
        return AppliedToRows(self._table, theory, self.sentences, self._table.rows)

    def majority_classes(self) -> MajorityClasses | None:
        """Return the classes, rows with the same cells being of that of most."""
        if self._table.schema.id_column is not None:
            return None
        labels = self.positive.astype(np.intp) if self.labels is None else self.labels
        columns = [column.codes[self._table.rows] for column in self._table.columns]
        return majority_classes(columns, labels, max(2, len(self.classes)))

    def weighted(self, weight: str) -> TableProblem:
        """Return the problem with some rows counted several times."""
        labels, classes = self.labels, list(self._table.schema.classes)
        if labels is None:
            labels, classes = self.positive.astype(np.intp), ["negative", "positive"]
        counts = np.bincount(labels, minlength=len(classes))
        values = self._table.schema.labels or ()
        weights = class_weights(weight, counts, classes, values)
        rows = np.repeat(self._table.rows, weights[labels])
        return TableProblem(replace(self._table, rows=rows))

    def scored(self, theory: Theory, judgement: Judgement | None = None) -> Theory:
        """Return a theory learned here with scores; see ``probability.scored``.

        The judgement is that of all rows, if it is known. The theory's schema gets the
        values of the columns that it uses.
        """
        table = self._table

        def values(name: str) -> tuple[str, ...]:
            column = table.by_name[name]
            return seen_values(column, lambda: occurring(column, table.rows))

        theory = with_column_values(theory, values)
        if not may_be_scored(theory):
            return theory
        judgement = judgement or judge_rows(table, theory, table.rows)
        kinds = self.positive.view(np.int8) if self.labels is None else self.labels
        return scored(theory, judgement, sampled(kinds))

    def centred(self, theory: Theory) -> Theory:
        """Return a theory learned here whose thresholds are far from the rows."""
        return with_centred_thresholds(
            theory, RowConditions(self._table, self._table.rows)
        )

    def atoms(self, places: NDArray[np.intp] | None = None) -> list[str]:
        """Return all examples, or those at some places, as Prolog writes them."""
        rows, labels = self._table.rows, self.labels
        if places is not None:
            rows, labels = rows[places], None if labels is None else labels[places]
        values = (
            None if labels is None else map(self.classes.__getitem__, labels.tolist())
        )
        return row_atoms(
            self.target.name, map(self._table.row_name, rows.tolist()), values
        )

    def listed(self, members: Bits) -> list[str]:
        """Return the examples of a set as Prolog writes them."""
        return self.atoms(bits.indices(members, len(self._table.rows)))

    def files(self) -> list[str]:
        """Return the paths of the table, which may be in parts."""
        return part_paths(self._table.file)

    def texts(self) -> tuple[Iterable[str], Iterable[str], Iterable[str]]:
        """Return cells, positive and negative rows as Prolog, in parts."""
        return (
            facts.background(self._table),
            facts.examples(self._table, positive=True),
            facts.examples(self._table, positive=False),
        )

    def clauses(self) -> list[SourceClause]:
        """Return the cells as facts, as Prolog reads them."""
        from fold_cli.files.clingo_rules import clauses_of  # needs Prolog

        return clauses_of("".join(facts.background(self._table)))


class AppliedToRows:
    """A theory beside rows of a table: all of them, unless some are named."""

    def __init__(
        self,
        table: Table,
        source: WrittenTheory,
        sentences: Sentences,
        rows: Rows | None = None,
    ) -> None:
        self._table, self._source, self.sentences = table, source, sentences
        self.theory = source.theory
        self.warnings = (*table.warnings, *memorised_note(self.theory))
        self._rows = np.arange(table.size) if rows is None else rows

    def atoms(self, places: NDArray[np.intp] | None = None) -> list[str]:
        """Return all rows, or those at some places, as atoms of the target."""
        rows, labels = self._rows, self._judgement.labels
        if places is not None:
            rows, labels = rows[places], None if labels is None else labels[places]
        every = [*map(constant, self.theory.classes), "_"]  # -1 is the last
        values = None if labels is None else map(every.__getitem__, labels.tolist())
        return row_atoms(
            self.theory.target.name, map(self._table.row_name, rows.tolist()), values
        )

    def judge(self, *, clauses: bool = False) -> Judgement:
        """Apply the theory to the cells."""
        return self._judgement

    @cached_property
    def _judgement(self) -> Judgement:
        with citing_clauses(self._source):
            return judge_rows(self._table, self.theory, self._rows)

    def explanation(self, goal: str, depth: int) -> Explanation:
        """Return why an atom about one row holds, or why not."""
        with citing_clauses(self._source):
            return explain_goal(self._table, self._source, goal, self.sentences, depth)

    def explanations(
        self, depth: int, places: NDArray[np.intp] | None = None
    ) -> Iterator[Explanation]:
        """Yield for each row why the target, or its class, holds or not."""
        places = np.arange(len(self._rows)) if places is None else places
        table, source = self._table, self._source
        explainer = RowExplainer(table, source, self.sentences, depth, MAX_SHOWN)
        target, labels = self.theory.target.name, self._judgement.labels
        heads: list[tuple[str, ...]] = [(target,)] * len(places)
        if labels is not None:
            of_classes = [(target, constant(value)) for value in self.theory.classes]
            heads = [of_classes[label] for label in labels[places].tolist()]
        return explainer.explanations(self._rows[places], heads)

    def numbers(self, asked: Sequence[ThresholdPlace]) -> list[ExampleNumbers]:
        """Return the cells that thresholds bound, from the coded columns."""
        return numbers_of_rows(self._table, self.theory, self._rows, asked)
