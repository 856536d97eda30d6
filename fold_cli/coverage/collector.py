"""What may be added to one clause: paths of literals, and what each covers."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from fold_cli import bits
from fold_cli.coverage.blocks import Block
from fold_cli.coverage.candidates import Candidates, Column
from fold_cli.coverage.joins import EXAMPLE, Table, solutions_table
from fold_cli.coverage.keys import looked_up, present
from fold_cli.coverage.patterns import BOUNDED, Kind, Language, Pattern
from fold_cli.coverage.relations import Relation, Relations

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Protocol

    from numpy.typing import NDArray

    from fold_cli.coverage.relations import Objects
    from fold_cli.theory.terms import Literal

    class Background(Protocol):
        """Where the solutions of predicates are from."""

        size: int

        @property
        def relations(self) -> Relations:
            """What Prolog says of the background predicates."""

        def relation(self, pattern: Pattern, table: Table) -> Relation | None:
            """Return the solutions of a predicate for the rows of a table."""


CONSTANTS_AT_ONCE = 256

MOST_ROWS = 20_000_000
"""Paths that would take more bindings than this to look at are not followed."""


class Collector:
    """Finds what may be added to one clause."""

    def __init__(
        self, coverage: Background, language: Language, table: Table, types: list[Kind]
    ) -> None:
        self.coverage = coverage
        self.language = language
        self.relations = coverage.relations
        self.table = table
        self.types = types
        self.within = {v: present(table.columns[v]) for v in range(len(types))}
        self.blocks: dict[int, list[Block]] = {}
        self.columns: dict[int, list[Column]] = {}
        self.complete = True  # whether all paths were followed

    def collect(self, uses: set[int], lookahead: int) -> None:
        """Add every path of literals that uses one of these variables."""
        everything = set(range(len(self.types)))
        for pattern in self.language.patterns(self.types, everything):
            relation = self.coverage.relation(pattern, self.table)
            if relation is not None:
                solutions = solutions_table(pattern, relation, self.within)
                self._follow((pattern,), solutions, uses, lookahead)

    def _follow(
        self, path: tuple[Pattern, ...], solutions: Table, uses: set[int], ahead: int
    ) -> None:
        """Add a path, and the paths that go on with a variable it introduced."""
        if not solutions.size:
            return
        last = path[-1]
        shared = sorted(self.within.keys() & solutions.columns.keys())
        if uses & set(shared):
            self._add(path, solutions, shared)
        if not (last.new and ahead) or last.bounded or last.constants:
            return
        types = [*self.types, *(t for pattern in path for t in pattern.new)]
        start = len(types) - len(last.new)
        for pattern in self.language.patterns(types, set(range(start, len(types)))):
            if pattern in path:
                continue
            relation = self.coverage.relation(pattern, solutions)
            if not relation:
                continue
            if solutions.join_exceeds(MOST_ROWS, pattern, relation):
                self.complete = False
                continue
            joined = solutions.join(pattern, relation)
            joined = self._inside(joined, pattern, solutions)
            self._follow((*path, pattern), joined, uses, ahead - 1)

    def _inside(self, joined: Table, pattern: Pattern, before: Table) -> Table:
        """Keep to the clause's own objects in columns that a join brought in."""
        for variable in pattern.variables & self.within.keys():
            if variable not in before.columns:
                known = looked_up(self.within[variable], joined.columns[variable])
                joined = joined.take(known)
        return joined

    def _add(
        self, path: tuple[Pattern, ...], solutions: Table, shared: list[int]
    ) -> None:
        last = path[-1]
        before = tuple(pattern.literal() for pattern in path[:-1])
        if not last.constants and not last.bounded:
            rows = self.table.matches(solutions, shared)
            flags = np.zeros((1, self.coverage.size), dtype=np.bool_)
            flags[0, self.table.columns[EXAMPLE][rows]] = True
            steps = [(*before, last.literal())]
            self._add_block(len(path), steps, flags, negatable=not last.new)
            return
        found = self._rows_with(solutions, shared, last)
        if last.bounded:
            self._add_columns(path, before, found)
        else:
            self._add_constants(path, before, found)

    def _add_block(
        self,
        length: int,
        steps: list[tuple[Literal, ...]],
        flags: NDArray[np.bool_],
        negatable: bool,
    ) -> None:
        block = Block(steps, bits.pack(flags), negatable and length == 1)
        self.blocks.setdefault(length, []).append(block)

    def _rows_with(self, solutions: Table, shared: list[int], last: Pattern) -> Table:
        """Return examples with the constants and numbers that occur with them."""
        wanted = [*last.constants, *([BOUNDED] if last.bounded else [])]
        relation = Relation(
            np.stack([solutions.columns[v] for v in [*shared, *wanted]], axis=1)
        )
        pattern = Pattern(last.predicate, (*shared, *wanted), ())
        joined = self.table.join(pattern, relation)
        return Table({v: joined.columns[v] for v in [EXAMPLE, *wanted]})

    def _groups(
        self, last: Pattern, found: Table
    ) -> Iterator[tuple[list[str], NDArray[np.intp]]]:
        """Yield the constants that occur, in their order, and the rows with them."""
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
        self, path: tuple[Pattern, ...], before: tuple[Literal, ...], found: Table
    ) -> None:
        last = path[-1]
        example = found.columns[EXAMPLE]
        groups = list(self._groups(last, found))
        for start in range(0, len(groups), CONSTANTS_AT_ONCE):
            some = groups[start : start + CONSTANTS_AT_ONCE]
            flags = np.zeros((len(some), self.coverage.size), dtype=np.bool_)
            for at, (_, rows) in enumerate(some):
                flags[at, example[rows]] = True
            steps = [(*before, last.literal(texts)) for texts, _ in some]
            self._add_block(len(path), steps, flags, negatable=not last.new)

    def _add_columns(
        self, path: tuple[Pattern, ...], before: tuple[Literal, ...], found: Table
    ) -> None:
        last = path[-1]
        for texts, rows in self._groups(last, found):
            numbers = found.columns[BOUNDED][rows]
            ranks = self.relations.number_ranks(numbers, last.predicate)
            _, first, local = np.unique(ranks, return_index=True, return_inverse=True)
            values = _Texts(self.relations, numbers[first])
            low, high = _extremes(
                found.columns[EXAMPLE][rows], local, self.coverage.size
            )
            high = low if np.array_equal(low, high) else high
            column = Column(last.literal(texts), values, low, high, before)
            self.columns.setdefault(len(path), []).append(column)

    @property
    def candidates(self) -> Candidates:
        """What was found, shorter paths first."""
        blocks = [
            block
            for length in sorted(self.blocks)
            for block in _merged(self.blocks[length])
        ]
        columns = [c for length in sorted(self.columns) for c in self.columns[length]]
        return Candidates(blocks, columns)


class _Texts(Sequence[str]):
    """The texts of objects, asked for when they are wanted."""

    def __init__(self, relations: Relations, objects: Objects) -> None:
        self._relations, self._objects = relations, objects

    def __len__(self) -> int:
        return len(self._objects)

    def __getitem__(self, at):  # type: ignore[no-untyped-def]
        if isinstance(at, slice):
            return self._relations.texts(self._objects[at].tolist())
        return self._relations.texts([int(self._objects[at])])[0]

    def index(self, value: str, start: int = 0, stop: int | None = None) -> int:
        """Return the place of a text."""
        return self._places[value]

    @cached_property
    def _places(self) -> dict[str, int]:
        return {text: at for at, text in enumerate(self[:])}


def _merged(blocks: list[Block]) -> list[Block]:
    """Bring neighbours together, so that they are counted in few passes."""
    result = []
    for negatable, group in itertools.groupby(blocks, lambda block: block.negatable):
        mine = list(group)
        steps = [step for block in mine for step in block.steps]
        covers = np.concatenate([block.covers for block in mine])
        result.append(Block(steps, covers, negatable))
    return result


def _extremes(
    rows: Objects, ranks: NDArray[np.intp], size: int
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the smallest and the largest rank of each row, -1 where it has none."""
    high = np.full(size, -1, dtype=np.int32)
    np.maximum.at(high, rows, ranks.astype(np.int32))
    low = np.full(size, np.iinfo(np.int32).max, dtype=np.int32)
    np.minimum.at(low, rows, ranks.astype(np.int32))
    low[high < 0] = -1
    return low, high
