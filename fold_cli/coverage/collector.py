"""Candidates for one partial clause: paths of literals, and what each covers.

A path is a literal, or a literal that introduces variables followed by one that uses
them (look-ahead). Its solutions are joined once, whatever the example; then they are
matched with the bindings of the clause. Open constants give a candidate for each value
that occurs, numbers a column of ranks for the thresholds.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from fold_cli import bits
from fold_cli.coverage.blocks import Block, joined
from fold_cli.coverage.candidates import Candidates, Column, extreme_ranks
from fold_cli.coverage.joins import (
    EXAMPLE,
    ROW,
    Bindings,
    JoinBudget,
    RowsOfExamples,
    solution_bindings,
)
from fold_cli.coverage.lazy_texts import LazyTexts
from fold_cli.coverage.paths import Paths
from fold_cli.coverage.patterns import BOUNDED, Pattern, PatternLanguage, VariableType
from fold_cli.coverage.relation import Relation
from fold_cli.coverage.row_keys import distinct_rows, lookup, present
from fold_cli.theory.terms import Predicate, Var, same_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Protocol

    from numpy.typing import NDArray

    from fold_cli.coverage.relation import Objects
    from fold_cli.coverage.relations import Relations
    from fold_cli.theory.terms import Literal

    class Solver(Protocol):
        """What gives the solutions of predicates."""

        size: int  # examples
        relations: Relations

        @property
        def examples(self) -> Bindings:
            """The examples, one row each."""

        def relation(self, pattern: Pattern, bindings: Bindings) -> Relation | None:
            """Return the solutions of a pattern's predicate for these bindings."""

        def depends_on(self, pattern: Pattern, bindings: Bindings) -> bool:
            """Return whether the solutions depend on nothing but these bindings."""


CONSTANTS_PER_BLOCK = 256
"""Constants whose sets are packed in one step: a byte for each and every example."""

MAX_JOINED_ROWS = 20_000_000
"""Pairs of a row and a solution that a join of a path may look at."""


class Collector:
    """Collects the candidates for one partial clause."""

    def __init__(
        self,
        solver: Solver,
        language: PatternLanguage,
        bindings: Bindings,
        types: list[VariableType],
        *,
        negations: bool,
        max_rows: float = math.inf,
        budget: JoinBudget | None = None,
    ) -> None:
        """With ``negations``, say also what the negations of literals cover.

        Paths are not joined further once joins have made more than ``max_rows`` rows.
        """
        self.solver, self.relations = solver, solver.relations
        self.target = language.target
        self.bindings = bindings
        self.within = {v: present(bindings.columns[v]) for v in range(len(types))}
        self.paths = Paths(language, solver.relations, types, self.within)
        self.growing: set[tuple[Pattern, ...]] = set()
        self.rows: RowsOfExamples | None = None
        self.negatable = bindings is solver.examples
        if negations and not self.negatable:
            self.negatable = True
            self.rows = RowsOfExamples(bindings, solver.size)
        self.blocks: dict[int, list[Block]] = {}
        self.columns: dict[int, list[Column]] = {}
        self.complete = True  # no path was too large to join
        self.rows_left = max_rows
        self.budget = budget

    def collect(self, uses: set[int], lookahead: int) -> None:
        """Add every path that uses one of these variables."""
        self.growing = self.paths.growing(lookahead)
        for pattern in self.paths.first():
            grows = (pattern,) in self.growing
            if not (grows or pattern.variables & uses):
                continue
            relation = self.solver.relation(pattern, self.bindings)
            if relation is not None:
                solutions = solution_bindings(pattern, relation, self.within)
                self._follow((pattern,), solutions, uses, lookahead)

    def _follow(
        self, path: tuple[Pattern, ...], solutions: Bindings, uses: set[int], ahead: int
    ) -> None:
        """Add a path, and the paths that go on with a variable it introduced."""
        if not solutions.size:
            return
        shared = sorted(self.within.keys() & solutions.columns.keys())
        if uses & set(shared):
            self._add(path, solutions, shared)
        if path not in self.growing:
            return
        wanted = uses if ahead == 1 and not uses & set(shared) else None
        for pattern in self.paths.following(path, solutions, wanted):
            relation = self._called(pattern, solutions)
            joined = self._joined(solutions, pattern, relation) if relation else None
            if joined is not None:
                joined = self._within_clause(joined, pattern, solutions)
                self._follow((*path, pattern), joined, uses, ahead - 1)

    def _called(self, pattern: Pattern, solutions: Bindings) -> Relation | None:
        """Return the solutions of the pattern that goes on with a path.

        A predicate that takes variables of the clause which the path lacks, or that
        depends on what else is bound, is called with all that the clause binds.
        """
        if self.solver.depends_on(pattern, solutions):
            return self.solver.relation(pattern, solutions)
        names = list(solutions.columns)
        columns = np.stack([solutions.columns[name] for name in names], axis=1)
        path = Pattern(pattern.predicate, tuple(names), ())
        given = self._joined(self.bindings, path, Relation(columns))
        if given is None or not given.size:
            return None
        used = sorted(pattern.variables & given.columns.keys())
        rows = distinct_rows([given.columns[variable] for variable in used])
        given = Bindings(dict(zip(used, rows, strict=True)))
        return self.solver.relation(pattern, given)

    def _joined(
        self, bindings: Bindings, pattern: Pattern, relation: Relation
    ) -> Bindings | None:
        """Return a join, or None if it would look at too much."""
        limit = min(MAX_JOINED_ROWS, self.rows_left)
        if limit <= 0 or bindings.join_exceeds(limit, pattern, relation):
            self.complete = False
            return None
        joined = bindings.join(pattern, relation)
        self.rows_left -= joined.size
        if self.budget:
            self.budget.spend(joined.size)
        return joined

    def _within_clause(
        self, joined: Bindings, pattern: Pattern, before: Bindings
    ) -> Bindings:
        """Keep the rows with the clause's own objects in columns that a join added."""
        for variable in pattern.variables & self.within.keys():
            if variable not in before.columns:
                known = lookup(self.within[variable], joined.columns[variable])
                joined = joined.take(known)
        return joined

    def _add(
        self, path: tuple[Pattern, ...], solutions: Bindings, shared: list[int]
    ) -> None:
        last = path[-1]
        before = tuple(pattern.literal() for pattern in path[:-1])
        if not last.constants and not last.bounded:
            rows = np.flatnonzero(self.bindings.matches(solutions, shared))
            steps = [(*before, last.literal())]
            self._add_block(path, steps, [rows])
            return
        found = self._rows_with(solutions, shared, last)
        if last.bounded:
            self._add_columns(path, before, found)
        else:
            self._add_constants(path, before, found)

    def _add_block(
        self,
        path: tuple[Pattern, ...],
        steps: list[tuple[Literal, ...]],
        rows: Sequence[NDArray[np.signedinteger]],
    ) -> None:
        """Add the steps of a path, each with the rows of bindings that it holds for."""
        last, length = path[-1], len(path)
        flags = np.zeros((len(steps), self.solver.size), dtype=np.bool_)
        for at, held in enumerate(rows):
            flags[at, self.bindings.columns[EXAMPLE][held]] = True
        negatable = self.negatable and length == 1 and not last.new
        negatable = negatable and last.predicate != self.target
        opposite = self.rows.without(rows) if negatable and self.rows else None
        block = Block(steps, bits.pack(flags), negatable, opposite)
        self.blocks.setdefault(length, []).append(block)

    def _rows_with(
        self, solutions: Bindings, shared: list[int], last: Pattern
    ) -> Bindings:
        """Return the rows with the constants and numbers that occur with them."""
        values = [*last.constants, *([BOUNDED] if last.bounded else [])]
        relation = Relation(
            np.stack([solutions.columns[v] for v in [*shared, *values]], axis=1)
        )
        pattern = Pattern(last.predicate, (*shared, *values), ())
        rows = {v: self.bindings.columns[v] for v in shared}
        rows[ROW] = np.arange(self.bindings.size, dtype=np.int32)
        found = Bindings(rows).join(pattern, relation)
        return Bindings({v: found.columns[v] for v in [ROW, *values]})

    def _groups(
        self, last: Pattern, found: Bindings
    ) -> Iterator[tuple[list[str], NDArray[np.intp]]]:
        """Yield the constants that occur, in standard order, and the rows with them."""
        if not last.constants:
            yield [], np.arange(found.size)
            return
        columns = [found.columns[c] for c in last.constants]
        ranks = np.stack([self.relations.ranks(column) for column in columns])
        distinct, first, group = np.unique(
            ranks, axis=1, return_index=True, return_inverse=True
        )
        order = np.argsort(group.ravel(), kind="stable")
        ends = np.cumsum(np.bincount(group.ravel(), minlength=distinct.shape[1]))
        texts = [self.relations.texts(column[first].tolist()) for column in columns]
        for at, end in enumerate(ends):
            begin = ends[at - 1] if at else 0
            yield [text[at] for text in texts], order[begin:end]

    def _add_constants(
        self, path: tuple[Pattern, ...], before: tuple[Literal, ...], found: Bindings
    ) -> None:
        last = path[-1]
        row = found.columns[ROW]
        groups = list(self._groups(last, found))
        for start in range(0, len(groups), CONSTANTS_PER_BLOCK):
            batch = groups[start : start + CONSTANTS_PER_BLOCK]
            steps = [(*before, last.literal(texts)) for texts, _ in batch]
            self._add_block(path, steps, [row[places] for _, places in batch])

    def _add_columns(
        self, path: tuple[Pattern, ...], before: tuple[Literal, ...], found: Bindings
    ) -> None:
        last = path[-1]
        example = self.bindings.columns[EXAMPLE][found.columns[ROW]]
        for texts, rows in self._groups(last, found):
            numbers, atom = found.columns[BOUNDED][rows], last.literal(texts)
            column = self._column(atom, numbers, example[rows], last.predicate, before)
            if column is None:
                continue
            self.columns.setdefault(len(path), []).append(column)

    def _column(
        self,
        atom: Literal,
        numbers: Objects,
        examples: Objects,
        predicate: Predicate,
        before: tuple[Literal, ...] = (),
    ) -> Column | None:
        """Return the thresholds on the numbers that an atom gives examples, if any."""
        distinct, ranks = self.relations.numbers_in_order(numbers, predicate)
        if not len(distinct):
            return None
        values, compared = LazyTexts(self.relations, distinct), ranks >= 0
        low, high = extreme_ranks(examples[compared], ranks[compared], self.solver.size)
        return Column(atom, values, low, high, before)

    def bound(self, variables: list[int]) -> None:
        """Add, before other thresholds, those on variables that are numbers."""
        columns, examples = [], self.bindings.columns[EXAMPLE]
        for variable in variables:
            numbers, atom = self.bindings.columns[variable], same_number(Var(variable))
            columns.append(self._column(atom, numbers, examples, Predicate("=", 2)))
        self.columns[1] = [*filter(None, columns), *self.columns.get(1, [])]

    @property
    def candidates(self) -> Candidates:
        """The candidates, shorter paths first."""
        blocks = [
            block
            for length in sorted(self.blocks)
            for block in joined(self.blocks[length])
        ]
        columns = [c for length in sorted(self.columns) for c in self.columns[length]]
        return Candidates(blocks, columns)
