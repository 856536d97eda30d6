"""Candidate literals for a partial clause: what may be added, and what each covers.

Categorical ones come in blocks, numeric ones as columns of ranks, so that the search
counts all of them in a few passes and makes the literal of the best one only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from fold_cli import bits
from fold_cli.coverage.blocks import Block, CodedBlock
from fold_cli.coverage.threshold_sets import ThresholdSets
from fold_cli.theory.terms import Bound, Const, Literal, Threshold, Var

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fold_cli.bits import Bits
    from fold_cli.files.tables.coded import Codes

OPERATORS = ("=<", ">")

MAX_CACHED_LITERALS = 128
"""Literals whose sets are kept: those of a finished rule are asked for again."""


@dataclass(frozen=True, slots=True)
class Column:
    """A number for each example, as its rank among the column's distinct values.

    An example may have several: ``low`` and ``high`` are the ranks of its smallest and
    largest, counted from 1, and 0 where it has none. With one at the most they are the
    same array.
    """

    atom: Literal
    values: Sequence[str]
    low: Codes
    high: Codes
    before: tuple[Literal, ...] = ()  # literals that introduce the atom's variables
    floor: int = 0  # the place of the lowest value that there is

    @property
    def functional(self) -> bool:
        """Whether no example has more than one value."""
        return self.low is self.high

    def step(self, op: str, at: int) -> tuple[Literal | Threshold, ...]:
        """Return the literals that bound this column at the value of a place."""
        bound = Bound(op, Const(self.values[at]))
        return (*self.before, Threshold(self.atom, (bound,)))

    def covers(self, op: str, at: int) -> Bits:
        """Return which examples have a value on that side of it."""
        if op == ">":
            return bits.pack(self.high > at + 1)
        return bits.pack(self.low - 1 <= at)  # none is the largest of the type


def extreme_ranks(
    examples: NDArray[np.int32], ranks: NDArray[np.int64], size: int
) -> tuple[Codes, Codes]:
    """Return ``low`` and ``high`` of a column, from ranks from 0 of its examples."""
    high = np.zeros(size, dtype=np.uint32)
    np.maximum.at(high, examples, (ranks + 1).astype(np.uint32))
    low = np.full(size, np.iinfo(np.uint32).max, dtype=np.uint32)
    np.minimum.at(low, examples, (ranks + 1).astype(np.uint32))
    low[high == 0] = 0
    return low, low if np.array_equal(low, high) else high


@dataclass(slots=True)
class Candidates:
    """All candidates: categorical before numeric, each in order of declaration."""

    blocks: list[Block] = field(default_factory=list)
    columns: list[Column] = field(default_factory=list)
    number_line: Any = None  # the keys of the columns, once the search has made them
    _threshold_sets: list[ThresholdSets | None] = field(default_factory=list)
    _places: dict[Literal, tuple[Block, int]] = field(default_factory=dict)
    _columns: dict[Literal, Column] = field(default_factory=dict)
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

    @property
    def threshold_sets(self) -> ThresholdSets | None:
        """What all thresholds cover, made once; None if that takes too much memory."""
        if not self._threshold_sets:
            self._threshold_sets.append(ThresholdSets.of(self.columns))
        return self._threshold_sets[0]

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
            places = column.low[examples] - 1  # none is the largest of the type
            floor = int(places.min(initial=len(column.values) - 1))
            columns.append(replace(column, floor=floor))
        return Candidates(self.blocks, columns)

    @property
    def memory(self) -> int:
        """The bytes that it takes."""
        each = [block.covers.nbytes for block in self.blocks]
        each += [b.opposite.nbytes for b in self.blocks if b.opposite is not None]
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
        if known is not None:
            return known[1]
        covers = self._covers(literal)
        self.remember(literal, covers)
        return covers

    def remember(self, literal: Literal | Threshold, covers: Bits) -> None:
        """Keep what a literal covers, to be asked for soon."""
        if len(self._sets) == MAX_CACHED_LITERALS:
            self._sets.clear()
        self._sets[id(literal)] = literal, covers

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
        return bits.intersection(sets)

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
