"""How much a literal helps, counted for all candidates at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fold_cli import bits
from fold_cli.terms import Literal, Threshold, negation

if TYPE_CHECKING:
    from fold_cli.bits import Bits
    from fold_cli.candidates import Candidates, Column

Counts: TypeAlias = NDArray[np.int64]
Gain: TypeAlias = Callable[[int, int, Counts, Counts], NDArray[np.float64]]
"""From positives and negatives covered before to the gain of each that are after."""

TIE = 1e-9
"""Gains that differ by less are equal: the last digits differ between machines."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Literals to add, their gain and what they cover."""

    literals: tuple[Literal | Threshold, ...]
    gain: float
    covers: Bits


def foil_gain(p0: int, n0: int, p1: Counts, n1: Counts) -> NDArray[np.float64]:
    """Return p1 * (log2(p1/(p1+n1)) - log2(p0/(p0+n0))), or 0 where not above 0.

    That it is above 0 is decided in whole numbers: p1/(p1+n1) > p0/(p0+n0).
    """
    better = p1 * n0 > n1 * p0
    safe = np.where(better, p1, 1)
    information = np.log2(safe / (safe + n1)) - np.log2(p0 / (p0 + n0))
    return np.where(better, p1 * information, 0.0)


def entropy_gain(p0: int, n0: int, p1: Counts, n1: Counts) -> NDArray[np.float64]:
    """Return the bits that knowing whether the literal holds saves on all examples.

    Unlike FOIL's it counts what becomes of the examples that are not covered. It is 0
    where FOIL's is.
    """
    table = _xlogx(1 << (p0 + n0).bit_length())

    def entropy(p: Counts, n: Counts) -> NDArray[np.float64]:
        bits_: NDArray[np.float64] = table[p + n] - table[p] - table[n]
        return bits_

    better = p1 * n0 > n1 * p0
    before = float(entropy(np.array(p0), np.array(n0)))
    after = entropy(p1, n1) + entropy(p0 - p1, n0 - n1)
    return np.where(better, np.maximum(before - after, 0.0), 0.0)


GAINS: dict[str, Gain] = {"foil": foil_gain, "entropy": entropy_gain}


@lru_cache(maxsize=1)
def _xlogx(size: int) -> NDArray[np.float64]:
    """Return n * log2(n) for all n below a size."""
    numbers = np.arange(size, dtype=np.float64)
    return numbers * np.log2(np.maximum(numbers, 1.0))


def best(
    candidates: Candidates,
    pos: Bits,
    neg: Bits,
    *,
    negations: bool = False,
    measure: Gain = foil_gain,
    toll: float = 0.0,
) -> Choice | None:
    """Return the candidate with the highest gain above 0, the first of equals.

    The best of many thresholds is often so by chance: of k to choose from, it pays a
    toll of that many times log2(k) bits of its gain (Quinlan 1996).
    """
    p0, n0 = bits.count(pos), bits.count(neg)
    if not p0:
        return None
    choice: Choice | None = None
    for block in candidates.blocks:
        p1, n1 = block.counts(pos), block.counts(neg)
        row, gain = _first_best(measure(p0, n0, p1, n1))
        if _beats(gain, choice):
            choice = Choice(block.steps[row], gain, block.row(row))
        if negations and block.negatable:
            row, gain = _first_best(measure(p0, n0, p0 - p1, n0 - n1))
            if _beats(gain, choice):
                negated = tuple(map(negation, block.steps[row]))
                choice = Choice(negated, gain, ~block.row(row))
    size = candidates.columns[0].low.size if candidates.columns else 0
    pos_indices, neg_indices = bits.indices(pos, size), bits.indices(neg, size)
    for column in candidates.columns:
        scan = _Scan(column, pos_indices, neg_indices)
        op, rank, gain = scan.best(lambda p1, n1: measure(p0, n0, p1, n1))
        gain -= toll * np.log2(max(1, len(scan.ranks) - 1))
        if _beats(gain, choice):
            step = column.step(op, rank)
            choice = Choice(step, gain, column.covers(op, rank))
    return choice


def _beats(gain: float, choice: Choice | None) -> bool:
    if choice is None:
        return gain > 0
    return gain > choice.gain + TIE * max(1.0, choice.gain)


def _first_best(gains: NDArray[np.float64]) -> tuple[int, float]:
    if not gains.size:
        return 0, 0.0
    top = float(gains.max())
    return int(np.argmax(gains >= top - TIE * max(1.0, top))), top


class _Scan:
    """Running counts over the ranks of a column, for ``=<`` and ``>`` at every value.

    Between two values of the examples nothing changes, so only those are looked at,
    and the lowest of all, above which is whoever has a value.
    """

    def __init__(
        self, column: Column, pos: NDArray[np.intp], neg: NDArray[np.intp]
    ) -> None:
        lows = [_tally(column, column.low, examples) for examples in (pos, neg)]
        highs = lows
        if not column.functional:
            highs = [_tally(column, column.high, examples) for examples in (pos, neg)]
        occupied = lows[0] + lows[1]
        if not column.functional:
            occupied = occupied + highs[0] + highs[1]
        occupied[0] = 1
        self.ranks = np.flatnonzero(occupied)
        self.up_to = [np.cumsum(tally[self.ranks]) for tally in lows]
        self.above = self.up_to
        if not column.functional:
            self.above = [np.cumsum(tally[self.ranks]) for tally in highs]

    def best(
        self, gain: Callable[[Counts, Counts], NDArray[np.float64]]
    ) -> tuple[str, int, float]:
        """Return the comparison and rank with the highest gain."""
        up_to = gain(*self.up_to)
        above = gain(*(counts[-1] - counts for counts in self.above))
        at, top = _first_best(np.stack([up_to, above], axis=1).ravel())
        return ("=<", ">")[at % 2], int(self.ranks[at // 2]), top


def _tally(
    column: Column, ranks: NDArray[np.int32], examples: NDArray[np.intp]
) -> Counts:
    """Return for each rank how many of the examples have it."""
    known = ranks[examples]
    return np.bincount(known[known >= 0], minlength=len(column.values))
