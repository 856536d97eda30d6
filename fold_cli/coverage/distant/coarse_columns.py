"""Columns of numbers that are tallied in stretches of neighbouring values.

``threshold_bounds`` says which stretches may hold the best threshold. These are open:
their values are counted one by one. The rows of a closed stretch count as if they had
its last value, so the best threshold is that of all values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fold_cli.coverage.threshold_bounds import open_stretches

if TYPE_CHECKING:
    from fold_cli.coverage.distant.questions import Counts, Flags, KeyRange
    from fold_cli.coverage.threshold_bounds import GainOf

MAX_FINE_CODES = 10_000
"""Values of a column up to which they are counted one by one."""

STRETCHES_PER_COLUMN = 2_000
"""Stretches that a column of more values is divided into, about."""


class CoarseColumn:
    """A column of numbers that was tallied in stretches."""

    def __init__(
        self, range_: KeyRange, counts: Counts, codes: Counts, occurs: Flags
    ) -> None:
        self.range, self.counts, self.occurs = range_, counts, occurs
        self._codes = codes  # the counts of all codes, to be filled
        self.choices = choices_of(occurs)

    def open(self, floor: float, gain_of: GainOf) -> Counts:
        """Return the stretches that may hold a threshold as good as the floor."""
        return open_stretches(self.counts, self.choices, floor, gain_of)

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
    if codes <= MAX_FINE_CODES:
        return 0
    return max(1, (codes // STRETCHES_PER_COLUMN).bit_length() - 1)


def choices_of(occurs: Flags) -> int:
    """Return among how many thresholds one is chosen, as ``Thresholds`` has it."""
    values = int(np.count_nonzero(occurs[1:])) + (not occurs[1:2].all())
    return max(values - 1, 1)
