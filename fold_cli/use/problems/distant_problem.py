"""A learning problem of a table whose rows are with workers.

It is opened in three rounds: workers read their parts and tell which texts there are,
what these mean is decided here, and workers code their cells. Then the search asks; see
``fold_cli.coverage.distant``. The theory is that of the same table in one process.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from fold_cli.coverage.distant.cell_groups import CellGroups, Groups, Settle
from fold_cli.coverage.distant.distant_conditions import DistantConditions
from fold_cli.coverage.distant.part_changes import Recode, Repeat
from fold_cli.coverage.distant.questions import (
    CountByPart,
    CountProfiles,
    KeyRange,
    Members,
    Tally,
)
from fold_cli.coverage.distant.row_sets import SetSpace
from fold_cli.coverage.distant.table import DistantCoverage
from fold_cli.coverage.threshold_gaps import with_centred_thresholds
from fold_cli.files.tables.coded import narrowest
from fold_cli.files.tables.columns import Categorical, seen_values
from fold_cli.files.tables.read import build_table
from fold_cli.files.tables.summaries import united
from fold_cli.use.predicting.probability import may_be_scored, sample_step, scored
from fold_cli.use.problems.class_weights import class_weights
from fold_cli.use.problems.equal_rows import MajorityClasses
from fold_cli.use.problems.learning_problem import Training, with_column_values
from fold_cli.use.problems.table_examples import TableExamples, row_atoms
from fold_cli.use.theories.judgement import judge_cells
from fold_cli.use.theories.written_theory import check_target, read_back

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from fold_cli.bits import Bits
    from fold_cli.coverage.distant.row_sets import RowSet
    from fold_cli.coverage.distant.team import Team
    from fold_cli.coverage.profiles import Profile, ProfileCounts
    from fold_cli.engine.progress import Progress
    from fold_cli.files.problem import Mode
    from fold_cli.files.sources import TableSource
    from fold_cli.files.tables.columns import Column
    from fold_cli.files.tables.raw import RawTable
    from fold_cli.files.tables.summaries import BuildTable
    from fold_cli.search.options import Options
    from fold_cli.theory.english.sentences import Sentences
    from fold_cli.theory.terms import Predicate
    from fold_cli.theory.theory import Theory
    from fold_cli.use.theories.judgement import Judgement
    from fold_cli.use.theories.written_theory import WrittenTheory


ROWS_PER_SHARE = 500_000
"""Rows for each share in which groups of rows with the same cells are told."""


class DistantProblem(TableExamples):
    """A problem whose rows a team of workers has."""

    def __init__(
        self,
        source: TableSource,
        team: Team,
        sources: Sequence[Callable[[], RawTable]],
        sentences: Sentences,
        build: BuildTable = build_table,
    ) -> None:
        """Let a team read the parts, of which ``build`` makes a table."""
        whole = united(source, team.read(sources), build)
        team.code(whole.codings)
        self._team, self._counts = team, whole.counts
        self._space = SetSpace(team, sum(whole.counts))
        table = whole.table
        super().__init__(table, sentences)
        self._every = table.by_name
        if self._space.size < whole.size and table.columns:
            self._table = replace(table, columns=self._occurring(table.columns))
        self._count_classes()

    def _count_classes(self) -> None:
        self.negatives, self.positives = self._counts[0], sum(self._counts[1:])
        if self.classes:
            self.negatives, self.positives = 0, sum(self._counts)
        self._coverage = DistantCoverage(self._table, self._space)

    def _occurring(self, columns: Sequence[Column]) -> tuple[Column, ...]:
        """Return the columns with the values that rows of known class have."""
        ranges = tuple(
            KeyRange(place, len(column.texts)) for place, column in enumerate(columns)
        )
        everything = self._space.everything
        question = Tally((everything.number,), ranges)
        answer = self._space.ask(question, [everything.node])
        (counts,) = question.counts(answer)
        result, codes, start = [], {}, 0
        for place, (column, ranged) in enumerate(zip(columns, ranges, strict=True)):
            occurs = counts[start : start + ranged.keys] > 0
            start += ranged.keys
            occurs[0] = True
            if not occurs.all():
                kind = narrowest(int(occurs.sum()))
                codes[place] = (np.cumsum(occurs) - 1).astype(kind)
                column = _with_values(column, np.flatnonzero(occurs[1:]))
            result.append(column)
        if codes:
            self._space.ask(Recode(codes), [])
        return tuple(result)

    def training(
        self,
        options: Options,
        _: Progress,
        without: frozenset[Predicate | Mode] = frozenset(),
    ) -> Training:
        """Return what literals cover, as workers count it."""
        coverage = self._coverage
        if without:
            coverage = DistantCoverage(self._table, self._space, without)
        classes: tuple[Any, ...] = ()
        if self.classes:
            places = range(len(self.classes))
            classes = tuple(coverage.of_class(place) for place in places)
            coverage.positives = self._space.everything  # type: ignore[assignment]
            coverage.negatives = self._space.nothing  # type: ignore[assignment]
        return Training(coverage, options, classes=classes)

    def judge(self, theory: WrittenTheory, *, clauses: bool = False) -> Judgement:
        """Apply a theory to the cells, as its text says it."""
        check_target(theory, self.target)
        return judge_cells(self._cells(), read_back(theory), self._space.size)

    def members(self, place: int) -> Any:
        """Return the rows of a class by its place; of two, the positive one is 1."""
        return self._coverage.of_class(place)

    def counted(self, profile: Profile) -> ProfileCounts:
        """Return how many rows of each class have the same numbers of a profile."""
        question = CountProfiles(profile.renamed(lambda members: members.number))
        return self._space.ask(question, [each.node for each in profile.sets])

    def _cells(self) -> DistantConditions:
        return DistantConditions(self._table, self._space)

    def majority_classes(self) -> MajorityClasses | None:
        """Return the classes, rows with the same cells being of that of most."""
        if self._table.schema.id_column is not None:
            return None
        totals, groups = np.array(self._counts), list[Groups]()
        shares = 1 + self._space.size // ROWS_PER_SHARE
        for share in range(shares):
            question = CellGroups(share, shares, len(totals))
            found = self._space.ask(question, [])
            differ = np.count_nonzero(found.counts, axis=1) > 1
            groups.append(Groups(found.hashes[:, differ], found.counts[differ]))
        counts = np.concatenate([part.counts for part in groups])
        if not len(counts):
            return None
        most = counts == counts.max(axis=1)[:, None]
        labels = np.where(most, totals, -1).argmax(axis=1)
        hashes = np.concatenate([part.hashes for part in groups], axis=1)
        order = np.argsort(hashes[1])
        self._space.ask(Settle(hashes[:, order], labels[order]), [])
        changed = counts.sum() - counts[np.arange(len(labels)), labels].sum()
        classes = [self._space.leaf(("settled", at)) for at in range(len(totals))]
        if not self.classes:
            classes[0] = ~classes[1]
        return MajorityClasses(cast("Any", tuple(classes)), int(changed))

    def weighted(self, weight: str) -> DistantProblem:
        """Return the problem with some rows counted several times."""
        schema = self._table.schema
        names, values = schema.classes or ("negative", "positive"), schema.labels or ()
        weights = class_weights(weight, np.array(self._counts), names, values)
        self._space.ask(Repeat(tuple(weights.tolist())), [])
        self._counts = tuple((np.array(self._counts) * weights).tolist())
        self._space = SetSpace(self._team, sum(self._counts))
        self._count_classes()
        return self

    def scored(self, theory: Theory, judgement: Judgement | None = None) -> Theory:
        """Return a theory learned here with scores; see ``probability.scored``."""
        every, columns = self._every, self._table.by_name
        theory = with_column_values(
            theory, lambda name: seen_values(every[name], lambda: columns[name].texts)
        )
        if not may_be_scored(theory):
            return theory
        if judgement is None:
            judgement = judge_cells(self._cells(), theory, self._space.size)
        return scored(theory, judgement, self._sample)

    def centred(self, theory: Theory) -> Theory:
        """Return a theory learned here whose thresholds are far from the rows."""
        return with_centred_thresholds(theory, self._cells())

    def _sample(
        self, left: RowSet, columns: Iterable[RowSet], label: int
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Return the flags of every so many rows, and which have a label."""
        counts = self._space.ask(CountByPart(left.number), [left.node])
        step = sample_step(sum(counts.values()))
        before, starts = 0, {}
        for part in sorted(counts):
            starts[part] = -before % step
            before += counts[part]
        sets = [*columns, self._coverage.of_class(label)]
        numbers = tuple(each.number for each in sets)
        question = Members(left.number, starts, step, numbers)
        found = self._space.ask(question, [each.node for each in (left, *sets)])
        flags = np.concatenate([found[part][1] for part in sorted(found)], axis=1)
        return flags[:-1].T.astype(np.float64), flags[-1]

    def listed(self, members: Bits) -> list[str]:
        """Return rows as Prolog writes them."""
        asked: Any = members
        sets = [self._coverage.of_class(at) for at in range(len(self.classes))]
        numbers = tuple(each.number for each in sets)
        question = Members(asked.number, flags=numbers)
        found = self._space.ask(question, [each.node for each in (asked, *sets)])
        texts = list[str]()
        for part in sorted(found):
            rows, flags = found[part]
            values = None
            if sets:
                values = [self.classes[at] for at in flags.argmax(axis=0).tolist()]
            names = self._coverage.names(rows)
            texts += row_atoms(self.target.name, names, values)
        return texts


def _with_values(column: Column, present: Any) -> Column:
    """Return a column with some of its values alone."""
    if isinstance(column, Categorical):
        texts = [column.texts[at] for at in present.tolist()]
        return replace(column, texts=texts)
    return replace(column, texts=column.texts.those(present))  # type: ignore[arg-type]
