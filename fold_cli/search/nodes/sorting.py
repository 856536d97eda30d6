"""Few examples, counted in sorted order.

``SortedNode`` equals a ``Ranking`` of the same examples. The keys of each column are
sorted once; then a literal covers one stretch of them, and the counts of all literals
are differences of one running sum: O(columns x examples) for each refinement, without
sorting again, since examples that a refinement leaves out weigh nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fold_cli.search.gain import foil_gain, tied

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fold_cli.bits import Bits
    from fold_cli.coverage.examples import Examples
    from fold_cli.coverage.key_line import KeyLine, Keys
    from fold_cli.search.clause import Refinement
    from fold_cli.search.gain import Counts
    from fold_cli.search.nodes.intervals import IntervalIndex
    from fold_cli.theory.terms import Body

MIN_WEIGHING_SHARE = 1 / 8
"""The share of the sorted examples that must weigh; with less, the others go."""

NEGATIVE = 1 << 32
"""The weight of a negative, where a positive weighs 1: one sum counts both."""


class SortedNode:
    """A partial clause that covers few examples, counted in sorted order."""

    def __init__(
        self,
        index: IntervalIndex,
        keys: SortedKeys,
        weights: Counts,
        body: Body,
        depth: int,
    ) -> None:
        """Take the sorted examples; those that the clause does not cover weigh 0."""
        self.body, self.depth = body, depth
        self._index, self._keys, self._weights = index, keys, weights
        self._best = 0  # the place of the literal that was found

    @staticmethod
    def of(
        index: IntervalIndex, pos: Examples, neg: Examples, body: Body, depth: int
    ) -> SortedNode:
        """Sort the examples that a clause covers."""
        examples = np.concatenate([pos.indices, neg.indices])
        weights = np.ones(len(examples), dtype=np.int64)
        weights[pos.count :] = NEGATIVE
        keys = SortedKeys.of(index.line, examples)
        return SortedNode(index, keys, weights, body, depth)

    def best(self, _pos: Bits, _neg: Bits) -> Refinement | None:
        """Return the refinement with the highest gain; None if no gain is above 0."""
        keys = self._keys
        sums = np.zeros(len(keys.members) + 1, dtype=np.int64)
        self._weights.take(keys.members).cumsum(out=sums[1:])
        n0, p0 = divmod(int(sums[keys.size]), NEGATIVE)
        counts = sums.take(keys.end) - sums.take(keys.first)
        gains = foil_gain(p0, n0, counts & (NEGATIVE - 1), counts >> 32)
        top = float(gains.max(initial=0.0))
        if top <= 0:
            return None
        equal = (gains >= tied(top)).nonzero()[0]
        self._best = int(equal[keys.orders[equal].argmin()])
        return self._index.refinement(int(keys.orders[self._best]), top)

    def refined(self, refinement: Refinement) -> SortedNode:
        """Return the clause with the refinement that ``best`` has just returned."""
        keys, at = self._keys, self._best
        members = keys.members[keys.first[at] : keys.end[at]]
        weights = np.zeros_like(self._weights)
        weights[members] = self._weights[members]
        if np.count_nonzero(weights) < MIN_WEIGHING_SHARE * keys.size:
            keys = keys.only(weights > 0)
        body = (*self.body, *refinement.literals)
        return SortedNode(self._index, keys, weights, body, self.depth)


class SortedKeys:
    """The keys of some examples, sorted in each column, and all literals about them.

    ``members`` are the examples, by their places, in the order of the keys. The
    literal with the order ``orders[i]`` covers ``members[first[i]:end[i]]``.
    """

    def __init__(self, line: KeyLine, keys: Keys, members: NDArray[np.intp]) -> None:
        self.line, self.keys, self.members = line, keys, members
        self.size = size = len(keys) // len(line.keys)
        starts, names = line.starts, line.names
        last = np.ones(len(keys), dtype=np.bool_)  # of its key
        np.not_equal(keys[1:], keys[:-1], out=last[:-1])
        end = last.nonzero()[0] + 1
        first = np.zeros_like(end)
        first[1:] = end[:-1]
        key, column = keys[first], first // size
        known = (key > starts[column]).nonzero()[0]
        key, column, first, end = key[known], column[known], first[known], end[known]
        split = int(column.searchsorted(names))
        # numbers: where those of each column begin, where its lowest ends, and all end
        numbers = starts[names:-1]
        begin = keys.searchsorted(numbers, side="right")
        lowest = keys.searchsorted(numbers + 1, side="right")
        ends = np.arange(names + 1, len(starts)) * size
        of_number, up_to = column[split:] - names, end[split:]
        self.first = np.concatenate([first[:split], begin[of_number], up_to, lowest])
        self.end = np.concatenate([end[:split], up_to, ends[of_number], ends])
        above = np.concatenate([key[split:], numbers + 1])
        self.orders = np.concatenate([2 * key, 2 * above + 1])

    @staticmethod
    def of(line: KeyLine, examples: NDArray[np.intp]) -> SortedKeys:
        """Sort the keys of some examples; members are their places among them.

        A key and a place are sorted as one number, of 32 bits where they fit.
        """
        places = len(examples).bit_length()
        fits = int(line.starts[-1]) << places <= np.iinfo(np.int32).max
        both = line.keys.take(examples, axis=1)
        both = both.astype(np.int32 if fits else np.int64, copy=False)
        both <<= places
        both += np.arange(len(examples), dtype=both.dtype)
        both.sort(axis=1)
        sorted_ = both.ravel()
        members = (sorted_ & ((1 << places) - 1)).astype(np.intp)
        return SortedKeys(line, (sorted_ >> places).astype(np.int32), members)

    def only(self, which: NDArray[np.bool_]) -> SortedKeys:
        """Return the same for some of the examples, given by their places."""
        kept = which[self.members]
        return SortedKeys(self.line, self.keys[kept], self.members[kept])
