"""Candidate literals and what they cover, ready to be counted in bulk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from fold_cli import bits
from fold_cli.coverage.line import Coded, Line
from fold_cli.theory.terms import Bound, Const, Literal, Threshold, Var

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fold_cli.bits import Bits

Ranks: TypeAlias = "NDArray[np.int32]"

OPERATORS = ("=<", ">")

COLUMNS = 50
"""Columns up to which sets are sooner counted as codes."""

CELLS = 1 << 28
"""Cells, of four bytes, up to which examples are put on a line."""


class Examples:
    """Some examples, as a set and, when they are asked for, as numbers."""

    def __init__(self, members: Bits, size: int) -> None:
        self.bits, self.size = members, size
        self.count = bits.count(members)

    @cached_property
    def indices(self) -> NDArray[np.intp]:
        """The examples in order."""
        return bits.indices(self.bits, self.size)


@dataclass(frozen=True)
class Block:
    """Steps, each of one literal or of several that go together, with their sets."""

    steps: Sequence[tuple[Literal, ...]]
    covers: Bits  # one row a step
    negatable: bool = True  # each step is one literal without new variables

    def row(self, at: int) -> Bits:
        """Return what one step covers."""
        covers: Bits = self.covers[at]
        return covers

    def counts(self, within: Examples) -> NDArray[np.int64]:
        """Return how many of some examples each step covers."""
        return bits.counts(self.covers, within.bits)

    def columns(self, size: int) -> list[Coded] | None:
        """Return columns of codes for steps of which no example has two.

        None if it takes too many.
        """
        found: list[Coded] = []
        codes, length = np.full(size, -1, dtype=np.int32), 0
        for covers in self.covers:
            members = bits.indices(covers, size)
            if (codes[members] >= 0).any():
                found.append((codes, length))
                codes, length = np.full(size, -1, dtype=np.int32), 0
            codes[members] = length
            length += 1
            if len(found) == COLUMNS:
                return None
        return [*found, (codes, length)]


@dataclass(frozen=True)
class CodedBlock(Block):
    """Steps in groups of which no example has two: for each its place, or -1.

    Sets are kept only where there are few steps; then they count many examples faster.
    """

    codes: Sequence[NDArray[np.signedinteger]] = field(kw_only=True)
    starts: NDArray[np.intp] = field(kw_only=True)  # the first step of each group

    def row(self, at: int) -> Bits:
        """Return what one step covers."""
        if self.covers.size:
            return super().row(at)
        group = int(np.searchsorted(self.starts, at, side="right")) - 1
        return bits.pack(self.codes[group] == at - self.starts[group])

    def counts(self, within: Examples) -> NDArray[np.int64]:
        """Return how many of some examples each step covers."""
        if 0 < self.covers.size < 2 * within.count * len(self.codes):
            return super().counts(within)
        line = self._line
        keys = line.keys.take(within.indices, axis=1).ravel()
        return np.bincount(keys, minlength=int(line.starts[-1]))[self._keys]

    def columns(self, size: int) -> list[Coded]:
        """Return the codes of each group."""
        ends = [*self.starts.tolist(), len(self.steps)]
        lengths = [end - start for start, end in pairwise(ends)]
        return list(zip(self.codes, lengths, strict=True))

    @cached_property
    def _line(self) -> Line:
        return Line(self.columns(0), [])

    @cached_property
    def _keys(self) -> NDArray[np.intp]:
        """The key of each step."""
        keys = np.arange(self._line.starts[-1])
        return np.delete(keys, self._line.starts[:-1])


REMEMBERED = 128
"""Literals whose sets are kept: what a rule is made of is asked for again."""


@dataclass(frozen=True, slots=True)
class Column:
    """A number for each example, as its rank among the column's distinct values.

    An example may have several: ``low`` and ``high`` are the ranks of its smallest and
    largest, -1 where it has none. With one at the most they are the same array.
    """

    atom: Literal
    values: Sequence[str]
    low: Ranks
    high: Ranks
    before: tuple[Literal, ...] = ()  # literals that introduce the atom's variables
    floor: int = 0  # the lowest rank that there is

    @property
    def functional(self) -> bool:
        """Whether no example has more than one value."""
        return self.low is self.high

    def step(self, op: str, rank: int) -> tuple[Literal | Threshold, ...]:
        """Return the literals that bound this column at a value."""
        bound = Bound(op, Const(self.values[rank]))
        return (*self.before, Threshold(self.atom, (bound,)))

    def covers(self, op: str, rank: int) -> Bits:
        """Return which examples have a value on that side."""
        low = self.low.view(np.uint32)  # -1 is above all ranks
        return bits.pack(self.high > rank if op == ">" else low <= rank)


@dataclass(slots=True)
class Candidates:
    """All candidates: categorical before numeric, each in order of declaration."""

    blocks: list[Block] = field(default_factory=list)
    columns: list[Column] = field(default_factory=list)
    _places: dict[Literal, tuple[Block, int]] = field(default_factory=dict)
    _columns: dict[Literal, Column] = field(default_factory=dict)
    _line: Line | None = None
    _asked: bool = False  # for the line
    _taken: dict[int, tuple[Literal | Threshold, ...]] = field(default_factory=dict)
    _sets: dict[int, tuple[Literal | Threshold, Bits]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.blocks or self.columns)

    @property
    def fixed(self) -> bool:
        """Whether none brings in a variable, so that all may be added to any body."""
        return len(self.blocks) <= 1 and all(
            [block.negatable for block in self.blocks]
            + [column.functional and not column.before for column in self.columns]
        )

    def line(self, size: int) -> Line | None:
        """Return so many examples on a line, where these are fixed and fit on one."""
        if not self._asked and self.fixed:
            numbers = [(column.low, len(column.values)) for column in self.columns]
            names: list[Coded] | None = []
            for block in self.blocks:
                names = block.columns(size)
            if names is not None and 0 < (len(names) + len(numbers)) * size < CELLS:
                self._line = Line(names, numbers)
        self._asked = True
        return self._line

    def take(self, order: int) -> tuple[tuple[Literal | Threshold, ...], Bits]:
        """Return a literal by its order on the line, and what it covers."""
        if order not in self._taken:
            if len(self._taken) == REMEMBERED:
                self._taken.clear()
            self._taken[order] = self._literals(order)
        literals = self._taken[order]
        return literals, self.covers(literals[0])

    def _literals(self, order: int) -> tuple[Literal | Threshold, ...]:
        assert self._line
        names = self._line.names
        at, code = self._line.column(order)
        if at < names:
            (block,) = self.blocks
            return block.steps[(order >> 1) - at - 1]
        return self.columns[at - names].step(OPERATORS[order & 1], code)

    def up_to(self, length: int) -> Candidates:
        """Return the steps of at most so many literals."""
        return Candidates(
            [block for block in self.blocks if len(block.steps[0]) <= length],
            [column for column in self.columns if len(column.before) < length],
        )

    def renumbered(self, first: int, to: int) -> Candidates:
        """Return the same with variables from ``first`` on numbered from ``to``."""
        return Candidates(
            [replace(b, steps=_Renumbered(b.steps, first, to)) for b in self.blocks],
            [
                replace(
                    column,
                    atom=_renumber(column.atom, first, to),
                    before=tuple(_renumber(b, first, to) for b in column.before),
                )
                for column in self.columns
            ],
        )

    def among(self, examples: NDArray[np.intp]) -> Candidates:
        """Return the same for fewer examples: numbers below all of theirs are gone."""
        columns = []
        for column in self.columns:
            low = column.low[examples].view(np.uint32)  # -1 is above all ranks
            floor = int(low.min(initial=len(column.values) - 1))
            columns.append(replace(column, floor=floor))
        return Candidates(self.blocks, columns)

    @property
    def memory(self) -> int:
        """The bytes that it takes."""
        each = [block.covers.nbytes for block in self.blocks]
        return sum(each) + sum(2 * column.low.nbytes for column in self.columns)

    def with_more(self, more: Candidates) -> Candidates:
        """Return these candidates and more of them, shorter steps first."""
        return Candidates(
            sorted(self.blocks + more.blocks, key=lambda block: len(block.steps[0])),
            sorted(self.columns + more.columns, key=lambda column: len(column.before)),
        )

    def covers(self, literal: Literal | Threshold) -> Bits:
        """Return what one of these literals covers."""
        known = self._sets.get(id(literal))  # which is sooner than by its value
        if known is None:
            if len(self._sets) == REMEMBERED:
                self._sets.clear()
            known = self._sets[id(literal)] = literal, self._covers(literal)
        return known[1]

    def _covers(self, literal: Literal | Threshold) -> Bits:
        if isinstance(literal, Literal):
            block, row = self._place(literal)
            positive = block.row(row)
            return ~positive if literal.negated else positive
        column = self.column(literal)
        sets = [
            column.covers(bound.op, column.values.index(bound.number.text))
            for bound in literal.bounds
        ]
        both: Bits = np.bitwise_and.reduce(sets)
        return both

    def column(self, threshold: Threshold) -> Column:
        """Return the column that a threshold bounds."""
        return self._by_atom()[threshold.atom]

    def _by_atom(self) -> dict[Literal, Column]:
        if not self._columns:
            self._columns = {c.atom: c for c in self.columns if not c.before}
        return self._columns

    def _place(self, literal: Literal) -> tuple[Block, int]:
        """Return the block of a literal or of its opposite, and its row there."""
        for block in self.blocks:
            if isinstance(block, CodedBlock):
                return block, block.steps.index((literal,))
        if not self._places:
            self._places = {
                step[0]: (block, row)
                for block in self.blocks
                for row, step in enumerate(block.steps)
                if len(step) == 1
            }
        return self._places[Literal(literal.name, literal.args)]


class _Renumbered(Sequence[tuple[Literal, ...]]):
    """Steps whose new variables are numbered anew when one is taken."""

    def __init__(
        self, steps: Sequence[tuple[Literal, ...]], first: int, to: int
    ) -> None:
        self._steps, self._first, self._to = steps, first, to

    def __len__(self) -> int:
        return len(self._steps)

    def __getitem__(self, at: Any) -> Any:
        step = self._steps[at]
        return tuple(_renumber(literal, self._first, self._to) for literal in step)


def _renumber(literal: Literal, first: int, to: int) -> Literal:
    args = tuple(
        Var(arg.index - first + to)
        if isinstance(arg, Var) and arg.index >= first
        else arg
        for arg in literal.args
    )
    return Literal(literal.name, args, literal.negated)
