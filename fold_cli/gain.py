"""FOIL's information gain, counted for all candidates at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fold_cli import bits
from fold_cli.terms import Literal, Threshold, negation

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fold_cli.bits import Bits
    from fold_cli.candidates import Candidates, Column

TIE = 1e-9
"""Gains that differ by less are equal: the last digits differ between machines."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Literals to add, their gain and what they cover."""

    literals: tuple[Literal | Threshold, ...]
    gain: float
    covers: Bits


def foil_gain(
    p0: int, n0: int, p1: NDArray[np.int64], n1: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return p1 * (log2(p1/(p1+n1)) - log2(p0/(p0+n0))), or 0 where not above 0.

    That it is above 0 is decided in whole numbers: p1/(p1+n1) > p0/(p0+n0).
    """
    better = p1 * n0 > n1 * p0
    safe = np.where(better, p1, 1)
    information = np.log2(safe / (safe + n1)) - np.log2(p0 / (p0 + n0))
    return np.where(better, p1 * information, 0.0)


def best(
    candidates: Candidates, pos: Bits, neg: Bits, *, negations: bool = False
) -> Choice | None:
    """Return the candidate with the highest gain above 0, the first of equals."""
    p0, n0 = bits.count(pos), bits.count(neg)
    if not p0:
        return None
    choice: Choice | None = None
    for block in candidates.blocks:
        p1, n1 = block.counts(pos), block.counts(neg)
        row, gain = _first_best(foil_gain(p0, n0, p1, n1))
        if _beats(gain, choice):
            choice = Choice(block.steps[row], gain, block.row(row))
        if negations and block.negatable:
            row, gain = _first_best(foil_gain(p0, n0, p0 - p1, n0 - n1))
            if _beats(gain, choice):
                negated = tuple(map(negation, block.steps[row]))
                choice = Choice(negated, gain, ~block.row(row))
    size = candidates.columns[0].low.size if candidates.columns else 0
    pos_indices, neg_indices = bits.indices(pos, size), bits.indices(neg, size)
    for column in candidates.columns:
        op, rank, gain = _best_threshold(column, p0, n0, pos_indices, neg_indices)
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


def _best_threshold(
    column: Column,
    p0: int,
    n0: int,
    pos: NDArray[np.intp],
    neg: NDArray[np.intp],
) -> tuple[str, int, float]:
    """Scan running counts over the ranks: ``=<`` and ``>`` at every value."""
    p_up, n_up = _running(column, column.low, pos), _running(column, column.low, neg)
    if column.functional:
        p_all, n_all = p_up, n_up
    else:
        p_all = _running(column, column.high, pos)
        n_all = _running(column, column.high, neg)
    gains = np.stack(
        [
            foil_gain(p0, n0, p_up, n_up),
            foil_gain(p0, n0, p_all[-1] - p_all, n_all[-1] - n_all),
        ],
        axis=1,
    ).ravel()
    at, gain = _first_best(gains)
    return ("=<", ">")[at % 2], at // 2, gain


def _running(
    column: Column, ranks: NDArray[np.int32], examples: NDArray[np.intp]
) -> NDArray[np.int64]:
    """Return for each rank how many of the examples have that rank or a lower one."""
    known = ranks[examples]
    counts = np.bincount(known[known >= 0], minlength=len(column.values))
    return np.cumsum(counts, dtype=np.int64)
