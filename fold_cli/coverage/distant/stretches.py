"""Columns of numbers that are tallied in stretches of neighbouring values.

Of a stretch it is known how many rows are before and after it, so no threshold inside
can be better than one that takes all of its positives and none of its negatives.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from fold_cli.coverage.distant.questions import Counts, Flags, KeyRange

    GainOf = Callable[[Counts, Counts, Counts], NDArray[np.float64]]
    """From positives, negatives and choices to the gains of thresholds."""

MAX_CODES = 10_000
"""Values of a column up to which they are counted one by one."""

STRETCHES = 2_000
"""Stretches that a column of more values is divided into, about."""

SLACK, ROUNDING = 1e-6, 1e-12
"""By how much a gain may seem lower than it is: of the gain, and of the bits summed."""


class CoarseColumn:
    """A column of numbers that was tallied in stretches."""

    def __init__(
        self, range_: KeyRange, counts: Counts, codes: Counts, occurs: Flags
    ) -> None:
        self.range, self.counts, self.occurs = range_, counts, occurs
        self._codes = codes  # the counts of all codes, to be filled
        self.choices = choices_of(occurs)

    def open(self, floor: float, gain_of: GainOf) -> Counts:
        """Return the stretches that may hold a threshold as good as the floor.

        What is computed of large numbers is uncertain in its last digits.
        """
        rows = int(self.counts.sum())
        floor -= SLACK * (1 + floor) + ROUNDING * rows * math.log2(rows + 1)
        known = self.counts[:, 1:]
        up_to = known.cumsum(axis=1)
        before = up_to - known
        every = up_to[:, -1:]
        choices = np.full(known.shape[1], self.choices)
        lower = gain_of(up_to[0], before[1], choices)
        upper = gain_of((every - before)[0], (every - up_to)[1], choices)
        bound = np.maximum(lower, upper)
        inside = known[0] > 0  # thresholds are at positives
        return np.flatnonzero(inside & (bound > 0) & (bound >= floor)) + 1

    def fill_closed(self, open_: Counts) -> None:
        """Let the rows of each closed stretch have its last value that occurs."""
        self._codes[:, 0] = self.counts[:, 0]
        closed = np.ones(self.range.keys, dtype=np.bool_)
        closed[open_] = False
        closed[0] = False
        codes = np.flatnonzero(self.occurs[1:]) + 1
        keys = self.range.of(codes)
        last = np.append(keys[1:] != keys[:-1], True)
        chosen = last & closed[keys]
        self._codes[:, codes[chosen]] = self.counts[:, keys[chosen]]

    def fill_open(self, keys: Counts, counts: Counts) -> None:
        """Take the counts of the codes of open stretches."""
        width = 1 << self.range.shift
        first = ((keys - 1) << self.range.shift) + 1
        codes = (first[:, None] + np.arange(width)).ravel()
        real = codes <= self.range.codes
        self._codes[:, codes[real]] = counts[:, real]


def shift_of(codes: int) -> int:
    """Return how a column of so many values is tallied: a power of 2 to a key."""
    if codes <= MAX_CODES:
        return 0
    return max(1, (codes // STRETCHES).bit_length() - 1)


def choices_of(occurs: Flags) -> int:
    """Return among how many thresholds one is chosen, as ``Thresholds`` has it."""
    values = int(np.count_nonzero(occurs[1:])) + (not occurs[1:2].all())
    return max(values - 1, 1)


def best_cut(counts: Counts, choices: int, gain_of: GainOf) -> float:
    """Return the best gain of a threshold between two keys, 0 if none has any."""
    known = counts[:, 1:]
    if not known.shape[1]:
        return 0.0
    up_to = known.cumsum(axis=1)
    since = up_to[:, -1:] - up_to + known
    cuts = np.concatenate([up_to, since], axis=1)
    gains = gain_of(cuts[0], cuts[1], np.full(cuts.shape[1], choices))
    return float(gains.max(initial=0.0))
