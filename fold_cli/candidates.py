"""Candidate literals and what they cover, ready to be counted in bulk."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from fold_cli import bits
from fold_cli.terms import Bound, Const, Literal, Threshold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fold_cli.bits import Bits

Ranks: TypeAlias = "NDArray[np.int32]"


@dataclass(frozen=True, slots=True)
class Block:
    """Steps, each of one literal or of several that go together, with their sets."""

    steps: Sequence[tuple[Literal, ...]]
    covers: Bits  # one row a step
    negatable: bool = True  # each step is one literal without new variables


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
        if op == "=<":
            return bits.pack((self.low >= 0) & (self.low <= rank))
        return bits.pack(self.high > rank)


@dataclass(slots=True)
class Candidates:
    """All candidates: categorical before numeric, each in order of declaration."""

    blocks: list[Block] = field(default_factory=list)
    columns: list[Column] = field(default_factory=list)
    _places: dict[Literal, tuple[Block, int]] = field(default_factory=dict)
    _columns: dict[Literal, Column] = field(default_factory=dict)

    def with_more(self, more: Candidates) -> Candidates:
        """Return these candidates and more of them."""
        return Candidates(self.blocks + more.blocks, self.columns + more.columns)

    def __contains__(self, literal: object) -> bool:
        if isinstance(literal, Literal):
            return Literal(literal.name, literal.args) in self._index()
        return isinstance(literal, Threshold) and literal.atom in self._by_atom()

    def covers(self, literal: Literal | Threshold) -> Bits:
        """Return what one of these literals covers."""
        if isinstance(literal, Literal):
            block, row = self._index()[Literal(literal.name, literal.args)]
            positive: Bits = block.covers[row]
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

    def _index(self) -> dict[Literal, tuple[Block, int]]:
        if not self._places:
            self._places = {
                step[0]: (block, row)
                for block in self.blocks
                for row, step in enumerate(block.steps)
                if len(step) == 1
            }
        return self._places
