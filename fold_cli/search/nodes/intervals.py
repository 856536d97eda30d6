"""Literals as intervals of the line, and how many examples are in each.

The package's docstring has the picture. Counting e examples in k intervals takes
O(columns x e + keys + k), or O(k x e) for the fewest examples.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fold_cli.coverage.candidates import MAX_CACHED_LITERALS, OPERATORS
from fold_cli.coverage.key_line import KeyLine
from fold_cli.search.clause import Refinement

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fold_cli.coverage.candidates import Candidates
    from fold_cli.coverage.key_line import CodeColumn, Keys
    from fold_cli.search.clause import LiteralsAndCover
    from fold_cli.search.gain import Counts

MAX_LINE_CELLS = 1 << 28
"""Cells (columns x examples, of four bytes each) up to which a line is made."""

MAX_COMPARED_EXAMPLES = 64
"""Examples up to which each is compared with each interval; more are tallied by key."""


class IntervalIndex:
    """Candidates that may be added to every clause, by their order on the line.

    The order of a literal is twice the key of its value, plus 1 for ``>``.
    """

    def __init__(self, candidates: Candidates, line: KeyLine) -> None:
        self.candidates, self.line = candidates, line
        self._starts: list[int] = line.starts.tolist()
        self._made: dict[int, LiteralsAndCover] = {}

    @staticmethod
    def of(candidates: Candidates, size: int) -> IntervalIndex | None:
        """Return the index over all examples, so many; None if there is no line.

        That is, where some candidate brings in a variable, an example has several
        values in a column, or the line would be too large.
        """
        if not candidates.fixed:
            return None
        numbers = [(column.low, len(column.values)) for column in candidates.columns]
        names: list[CodeColumn] | None = []
        for block in candidates.blocks:
            names = block.columns(size)
        if names is None or not 0 < (len(names) + len(numbers)) * size < MAX_LINE_CELLS:
            return None
        return IntervalIndex(candidates, KeyLine(names, numbers))

    def refinement(self, order: int, gain: float) -> Refinement:
        """Return the literal of an order, with what it covers."""
        made = self._made.get(order)
        if made is None:
            if len(self._made) == MAX_CACHED_LITERALS:
                self._made.clear()
            literals, covers = made = self._made[order] = self._literals(order)
            self.candidates.remember(literals[0], covers)
        return Refinement(*made, gain)

    def _literals(self, order: int) -> LiteralsAndCover:
        key, above = divmod(order, 2)
        at, names = bisect_right(self._starts, key) - 1, self.line.names
        if at < names:
            (block,) = self.candidates.blocks
            place = key - at - 1
            return block.steps[place], block.row(place)
        column, op = self.candidates.columns[at - names], OPERATORS[above]
        rank = key - self._starts[at] - 1
        return column.step(op, rank), column.covers(op, rank)

    def orders(self, steps: Counts, bounds: Counts) -> Counts:
        """Return the orders of names, by their steps, and then those of thresholds.

        The orders of ``bounds`` are those among the columns of numbers alone.
        """
        starts, names = self.line.starts, self.line.names
        before = starts[1 : names + 1] - np.arange(1, names + 1)
        of_names = 2 * (steps + before.searchsorted(steps, side="right") + 1)
        return np.concatenate([of_names, bounds + 2 * int(starts[names])])

    def intervals(self, orders: Counts) -> Intervals:
        """Return the intervals of the literals of some orders."""
        starts, keys = self.line.starts, orders >> 1
        column = starts.searchsorted(keys, side="right") - 1
        above = (orders & 1).astype(np.bool_)
        first = np.where(above | (column < self.line.names), keys, starts[column] + 1)
        first += above
        end = np.where(above, starts[column + 1], keys + 1)
        length = (end - first).astype(np.uint32)
        return Intervals(self.line, column, first.astype(np.int32), length)


@dataclass(frozen=True, eq=False, slots=True)
class Intervals:
    """Some intervals of a line, each within one column."""

    line: KeyLine
    column: NDArray[np.intp]
    first: Keys
    length: NDArray[np.uint32]

    def count(self, examples: NDArray[np.intp]) -> Counts:
        """Return how many of some examples are in each."""
        keys = self.line.keys.take(examples, axis=1)
        if len(examples) > MAX_COMPARED_EXAMPLES:
            tally = np.bincount(keys.ravel(), minlength=int(self.line.starts[-1]))
            below = np.concatenate([[0], tally.cumsum()])
            up_to = below.take(self.first + self.length)
            up_to -= below.take(self.first)
            return up_to
        offsets = keys.T.take(self.column, axis=1)
        offsets -= self.first
        inside = offsets.view(np.uint32) < self.length
        counts: Counts = np.add.reduce(inside.view(np.uint8), axis=0, dtype=np.uint8)
        return counts
