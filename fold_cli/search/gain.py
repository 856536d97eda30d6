"""How much a literal helps, computed for all candidates at once from their counts.

p0 and n0 are the positives and negatives that a clause covers, p1 and n1 those that
each refinement leaves. Logarithms come from a table; the cost is a few passes over the
candidates.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from fold_cli.search.options import Options

Counts: TypeAlias = NDArray[np.integer]
Gains: TypeAlias = NDArray[np.float64]
Gain: TypeAlias = Callable[[int, int, Counts, Counts], Gains]
"""From p0, n0, p1 and n1 to the gain of each candidate."""

MAX_UNCERTAIN_GAIN = 1e-6
"""Bits of gain up to which rounding may hide that it is not above 0."""

MAX_TABULATED_NUMBER = 1 << 16
"""The number up to which logarithms are looked up in a table: a larger table takes much
memory, and far fewer candidates than that have counts to look up."""

MAX_TIED_DIFFERENCE = 1e-9
"""Bits by which equal gains may differ: the last digits differ between machines."""

THRESHOLD_PRECISION = 0.5
"""Bits that name one of k thresholds, for each bit of log2(k).

Neighbours cover nearly the same, so only about the root of k are told apart.
"""


def foil_gain(p0: int, n0: int, p1: Counts, n1: Counts) -> Gains:
    """Return p1 * (log2(p1/(p1+n1)) - log2(p0/(p0+n0))), or 0 where not above 0.

    That it is above 0 is decided in whole numbers: p1/(p1+n1) > p0/(p0+n0).
    """
    gains: Gains = _log2(p1, p0 + n0)
    gains -= _log2(p1 + n1, p0 + n0)
    gains -= math.log2(p0 / (p0 + n0))
    gains *= p1
    if gains.max(initial=0.0) < MAX_UNCERTAIN_GAIN:
        gains *= p1 * n0 > n1 * p0
    return np.maximum(gains, 0.0, out=gains)


def entropy_gain(p0: int, n0: int, p1: Counts, n1: Counts) -> Gains:
    """Return the bits that knowing whether the literal holds saves on all examples.

    Unlike FOIL's it counts what becomes of the examples that are not covered. It is 0
    where FOIL's is.
    """
    xlogx = _xlogx(p0 + n0)
    p, n = np.array([p1, p0 - p1]), np.array([n1, n0 - n1])
    parts = xlogx(p + n)
    parts -= xlogx(p)
    parts -= xlogx(n)
    every, positive, negative = xlogx(np.array([p0 + n0, p0, n0])).tolist()
    gains: Gains = (every - positive - negative) - (parts[0] + parts[1])
    gains *= p1 * n0 > n1 * p0
    return np.maximum(gains, 0.0, out=gains)


GAINS: dict[str, Gain] = {"foil": foil_gain, "entropy": entropy_gain}


def tied(top: float) -> float:
    """Return the lowest gain that counts as equal to the highest one."""
    return top - MAX_TIED_DIFFERENCE * max(1.0, top)


class Criterion(NamedTuple):
    """By what the best refinement is chosen, and whether negations are among them.

    The best of many thresholds is often so by chance: of k to choose from, it pays
    ``threshold_penalty`` times log2(k) bits of its gain (Quinlan 1996).
    """

    gain: Gain = foil_gain
    negations: bool = False
    threshold_penalty: float = 0.0

    @staticmethod
    def of(options: Options) -> Criterion:
        """Return what the options ask for."""
        if options.noise:
            gain = GAINS[options.gain or "entropy"]
            return Criterion(
                gain, negations=True, threshold_penalty=THRESHOLD_PRECISION
            )
        return Criterion(GAINS[options.gain or "foil"], options.algorithm == "foil")


FOIL = Criterion()
"""That of the paper: FOIL's gain, and no negations."""


def _log2(numbers: Counts, most: int) -> Gains:
    """Return binary logarithms of numbers up to ``most``, and 0 for 0."""
    if most >= MAX_TABULATED_NUMBER:
        return _log2_of(numbers)
    return _log2_table(1 << most.bit_length()).take(numbers)


def _xlogx(most: int) -> Callable[[Counts], Gains]:
    """Return the function n * log2(n) for numbers up to ``most``."""
    if most >= MAX_TABULATED_NUMBER:
        return lambda numbers: numbers * _log2_of(numbers)
    return _xlogx_table(1 << most.bit_length()).take


def _log2_of(numbers: Counts) -> Gains:
    logarithms: Gains = np.log2(np.maximum(numbers, 1.0))
    return logarithms


@lru_cache(maxsize=32)
def _log2_table(size: int) -> Gains:
    return _log2_of(np.arange(size))


@lru_cache(maxsize=32)
def _xlogx_table(size: int) -> Gains:
    numbers = np.arange(size)
    return numbers * _log2_of(numbers)
