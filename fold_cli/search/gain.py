"""How much a literal helps."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Counts: TypeAlias = NDArray[np.integer]
Gains: TypeAlias = NDArray[np.float64]
Gain: TypeAlias = Callable[[int, int, Counts, Counts], Gains]
"""From positives and negatives covered before to the gain of each that are after."""

LITTLE = 1e-6
"""Gains up to which it is not sure that they are above 0."""


def foil_gain(p0: int, n0: int, p1: Counts, n1: Counts) -> Gains:
    """Return p1 * (log2(p1/(p1+n1)) - log2(p0/(p0+n0))), or 0 where not above 0.

    That it is above 0 is decided in whole numbers: p1/(p1+n1) > p0/(p0+n0).
    """
    table = _log2(1 << (p0 + n0).bit_length())
    gains: Gains = table.take(p1)
    gains -= table.take(p1 + n1)
    gains -= math.log2(p0 / (p0 + n0))
    gains *= p1
    if gains.max(initial=0.0) < LITTLE:
        gains *= p1 * n0 > n1 * p0
    return np.maximum(gains, 0.0, out=gains)


def entropy_gain(p0: int, n0: int, p1: Counts, n1: Counts) -> Gains:
    """Return the bits that knowing whether the literal holds saves on all examples.

    Unlike FOIL's it counts what becomes of the examples that are not covered. It is 0
    where FOIL's is.
    """
    table = _xlogx(1 << (p0 + n0).bit_length())

    def entropy(p: Counts, n: Counts) -> Gains:
        bits_: NDArray[np.float64] = table[p + n] - table[p] - table[n]
        return bits_

    better = p1 * n0 > n1 * p0
    before = float(entropy(np.array(p0), np.array(n0)))
    after = entropy(p1, n1) + entropy(p0 - p1, n0 - n1)
    return np.where(better, np.maximum(before - after, 0.0), 0.0)


@lru_cache(maxsize=32)
def _log2(size: int) -> Gains:
    """Return the binary logarithms of all numbers below a size, and 0 for 0."""
    return np.log2(np.maximum(np.arange(size, dtype=np.float64), 1.0))


GAINS: dict[str, Gain] = {"foil": foil_gain, "entropy": entropy_gain}


@lru_cache(maxsize=32)
def _xlogx(size: int) -> Gains:
    """Return n * log2(n) for all n below a size."""
    numbers = np.arange(size, dtype=np.float64)
    return numbers * np.log2(np.maximum(numbers, 1.0))
