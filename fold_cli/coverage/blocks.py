"""Categorical candidates in blocks: which examples each covers, counted in bulk.

A block is a matrix of bit sets, one row a step; counting is one popcount over it, in
O(steps x examples / 64). A coded block has one code for each example and group of steps
that exclude each other, such as the values of a column; counting is one tally of the
codes, in O(groups x examples).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

import numpy as np

from fold_cli import bits
from fold_cli.coverage.key_line import key_starts, key_tally

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fold_cli.bits import Bits
    from fold_cli.coverage.examples import Examples
    from fold_cli.coverage.key_line import CodeColumn, Keys
    from fold_cli.files.tables.coded import Codes
    from fold_cli.theory.terms import Literal

MAX_CODE_COLUMNS = 50
"""Columns of codes for the sets of a block; with more, bit sets are counted sooner."""


@dataclass(frozen=True)
class Block:
    """Steps, each of one literal or of several that go together, with their sets."""

    steps: Sequence[tuple[Literal, ...]]
    covers: Bits  # one row a step
    negatable: bool = True  # each step is one literal without new variables
    opposite: Bits | None = None  # what negations cover, unless it is all the rest

    def row(self, at: int) -> Bits:
        """Return what one step covers."""
        covers: Bits = self.covers[at]
        return covers

    def counts(self, within: Examples) -> NDArray[np.int64]:
        """Return how many of some examples each step covers."""
        return bits.counts(self.covers, within.bits)

    def negation_row(self, at: int) -> Bits:
        """Return what the negation of one step covers.

        Where the step has a variable of the body, that is the examples with a binding
        for which it does not hold: other bindings of the same example may.
        """
        return ~self.row(at) if self.opposite is None else self.opposite[at]

    def negation_counts(
        self, within: Examples, counts: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Return how many of some examples the negation of each step covers.

        ``counts`` are those of the steps.
        """
        if self.opposite is None:
            return within.count - counts
        return bits.counts(self.opposite, within.bits)

    def columns(self, size: int) -> list[CodeColumn] | None:
        """Return columns of codes for steps of which no example has two.

        None if it takes too many.
        """
        full: list[CodeColumn] = []
        codes, length = np.zeros(size, dtype=np.uint32), 0
        for covers in self.covers:
            members = bits.indices(covers, size)
            if codes[members].any():
                full.append((codes, length))
                codes, length = np.zeros(size, dtype=np.uint32), 0
            length += 1
            codes[members] = length
            if len(full) == MAX_CODE_COLUMNS:
                return None
        return [*full, (codes, length)]


@dataclass(frozen=True)
class CodedBlock(Block):
    """Steps in groups of which no example has two: for each its number from 1, or 0.

    Sets are kept only where there are few steps; then they count many examples faster.
    """

    codes: Sequence[Codes] = field(kw_only=True)
    starts: NDArray[np.intp] = field(kw_only=True)  # the first step of each group

    def row(self, at: int) -> Bits:
        """Return what one step covers."""
        if self.covers.size:
            return super().row(at)
        group = int(np.searchsorted(self.starts, at, side="right")) - 1
        return bits.pack(self.codes[group] == at - self.starts[group] + 1)

    def counts(self, within: Examples) -> NDArray[np.int64]:
        """Return how many of some examples each step covers."""
        if 0 < self.covers.size < 2 * within.count * len(self.codes):
            return super().counts(within)
        return key_tally(self.codes, self._key_starts, within)[self._keys]

    def columns(self, size: int) -> list[CodeColumn]:
        """Return the codes of each group."""
        return list(zip(self.codes, self._lengths, strict=True))

    @property
    def _lengths(self) -> list[int]:
        ends = [*self.starts.tolist(), len(self.steps)]
        return [end - start for start, end in pairwise(ends)]

    @cached_property
    def _key_starts(self) -> Keys:
        return key_starts(self._lengths)

    @cached_property
    def _keys(self) -> NDArray[np.intp]:
        """The key of each step."""
        keys = np.arange(self._key_starts[-1])
        return np.delete(keys, self._key_starts[:-1])


def joined(blocks: list[Block]) -> list[Block]:
    """Join neighbouring blocks, so that they are counted in fewer passes."""
    result = []
    for negatable, group in groupby(blocks, lambda block: block.negatable):
        members = list(group)
        steps = [step for block in members for step in block.steps]
        covers = np.concatenate([block.covers for block in members])
        opposites = [b.opposite for b in members if b.opposite is not None]
        opposite = np.concatenate(opposites) if opposites else None
        result.append(Block(steps, covers, negatable, opposite))
    return result
