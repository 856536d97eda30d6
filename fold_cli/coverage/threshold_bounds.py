"""Bounds on the gains of thresholds, from counts of stretches of neighbouring values.

Of a stretch it is known how many examples are before and after it. So no threshold
inside can be better than one that takes all of its positives and none of its negatives:
only a stretch for which that is not worse than the best literal that is known need be
looked at value by value. Counts have two rows, of positives and of negatives, and a
column for each stretch; the first is that of no value.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Counts = NDArray[np.integer]
    GainOf = Callable[[Counts, Counts, Counts], NDArray[np.float64]]
    """From positives, negatives and choices to the gains of thresholds."""

MAX_GAIN_ERROR, MAX_SUM_ERROR = 1e-6, 1e-12
"""Rounding by which a gain may seem too low: of the gain, and of the bits summed."""


def best_cut(counts: Counts, choices: int, gain_of: GainOf) -> float:
    """Return the best gain of a threshold between two stretches, 0 if none has any."""
    known = counts[:, 1:]
    if not known.shape[1]:
        return 0.0
    up_to = known.cumsum(axis=1)
    since = up_to[:, -1:] - up_to + known
    cuts = np.concatenate([up_to, since], axis=1)
    gains = gain_of(cuts[0], cuts[1], np.full(cuts.shape[1], choices))
    return float(gains.max(initial=0.0))


def open_stretches(
    counts: Counts, choices: int, floor: float, gain_of: GainOf
) -> NDArray[np.intp]:
    """Return the stretches that may hold a threshold as good as the floor.

    What is computed of large numbers is uncertain in its last digits.
    """
    rows = int(counts.sum())
    floor -= MAX_GAIN_ERROR * (1 + floor) + MAX_SUM_ERROR * rows * math.log2(rows + 1)
    known = counts[:, 1:]
    up_to = known.cumsum(axis=1)
    before = up_to - known
    every = up_to[:, -1:]
    most = np.concatenate([up_to[0], (every - before)[0]])  # below, and above
    least = np.concatenate([before[1], (every - up_to)[1]])
    bounds = gain_of(most, least, np.full(len(most), choices))
    bound = bounds.reshape(2, -1).max(axis=0)
    inside = known[0] > 0  # thresholds are at positives
    return np.flatnonzero(inside & (bound > 0) & (bound >= floor)) + 1
