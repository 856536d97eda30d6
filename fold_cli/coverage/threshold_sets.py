"""Thresholds of small tables as bit sets, all counted at once.

There is a set for each number of each column: the examples whose number is at most it.
The rest of the examples that have a number is above it. Counting takes O(numbers x
examples / 64), however many of the examples are asked about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fold_cli import bits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fold_cli.bits import Bits
    from fold_cli.coverage.candidates import Column
    from fold_cli.theory.terms import Literal, Threshold

MAX_SET_WORDS = 1 << 15
"""Words of all sets up to which they are made, of 256 kB: with more, sorting the
numbers of the examples that are asked about is sooner."""


class ThresholdSets:
    """What the thresholds of some columns cover.

    Numbers are counted from 0 through all columns. The order of a threshold is twice
    its number, plus 1 for ``>``: it breaks ties as on ``search.nodes``' line.
    """

    def __init__(self, columns: Sequence[Column]) -> None:
        self._columns = columns
        self._made: dict[int, tuple[tuple[Literal | Threshold, ...], Bits]] = {}
        sizes = np.array([len(column.values) for column in columns])
        self.first = sizes.cumsum() - sizes
        """The first number of each column."""
        self.last = self.first + sizes - 1
        self.column = np.arange(len(sizes)).repeat(sizes)
        """The column of each number."""
        # A row for each word: sums over the words go along the rows, which are longer.
        self._up_to = np.concatenate([_sets(c) for c in columns]).T.copy()

    @staticmethod
    def of(columns: Sequence[Column]) -> ThresholdSets | None:
        """Return the sets of columns; None if they are too large, or numbers repeat."""
        numbers = sum(len(column.values) for column in columns)
        if numbers * bits.words(len(columns[0].low)) > MAX_SET_WORDS:
            return None
        if not all(c.functional and not c.before and not c.floor for c in columns):
            return None
        return ThresholdSets(columns)

    def counts(self, pos: Bits, neg: Bits) -> NDArray[np.int64]:
        """Return how many positives and negatives are at most each number."""
        both = np.array([pos, neg])[:, :, None]
        shared: NDArray[np.uint8] = np.bitwise_count(self._up_to & both)
        result: NDArray[np.int64] = np.add.reduce(shared, axis=1, dtype=np.int64)
        return result

    def literals(self, order: int) -> tuple[tuple[Literal | Threshold, ...], Bits]:
        """Return the literal of a threshold, by its order, and what it covers."""
        made = self._made.get(order)
        if made is None:
            made = self._made[order] = self._literals(order)
        return made

    def _literals(self, order: int) -> tuple[tuple[Literal | Threshold, ...], Bits]:
        number, above = divmod(order, 2)
        at = int(self.column[number])
        column, rank = self._columns[at], number - int(self.first[at])
        covers = self._up_to[:, number].copy()
        if above:
            covers ^= self._up_to[:, self.last[at]]
        return column.step(">" if above else "=<", rank), covers


def _sets(column: Column) -> Bits:
    """Return the examples up to each number, one row a number."""
    ranks = column.low - 1  # none is the largest of the type
    numbers = np.arange(len(column.values), dtype=ranks.dtype)
    return bits.pack(ranks <= numbers[:, None])
