"""Which candidate is the best: all are counted at once."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

from fold_cli.search.gain import foil_gain
from fold_cli.search.thresholds import Bounds, Thresholds
from fold_cli.theory.terms import negation

if TYPE_CHECKING:
    from typing import TypeAlias

    from fold_cli.bits import Bits
    from fold_cli.coverage.candidates import Block, Candidates, Examples
    from fold_cli.search.gain import Counts, Gain
    from fold_cli.theory.terms import Literal, Threshold

    Taken: TypeAlias = tuple[tuple[Literal | Threshold, ...], Bits]

TIE = 1e-9
"""Gains that differ by less are equal: the last digits differ between machines."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Literals to add, what they cover and their gain."""

    literals: tuple[Literal | Threshold, ...]
    covers: Bits
    gain: float


class Ranking:
    """All candidates with their gains.

    The best of many thresholds is often so by chance: of k to choose from, it pays a
    toll of that many times log2(k) bits of its gain (Quinlan 1996).
    """

    def __init__(
        self,
        candidates: Candidates,
        pos: Examples,
        neg: Examples,
        negations: bool = False,
        measure: Gain = foil_gain,
        toll: float = 0.0,
    ) -> None:
        self.pos, self.neg = pos, neg
        self.kinds: list[_Steps | Bounds] = []
        self.gains = np.zeros(0)
        if not pos.count or not candidates:
            return
        p1, n1 = [], []
        for block in candidates.blocks:
            self.kinds.append(_Steps(block))
            p1.append(block.counts(pos))
            n1.append(block.counts(neg))
            if negations and block.negatable:
                self.kinds.append(_Negations(block))
                p1.append(pos.count - p1[-1])
                n1.append(neg.count - n1[-1])
        self.names = sum(map(len, p1))
        self.thresholds: Thresholds | None = None
        if candidates.columns:
            bounds = Bounds(candidates.columns)
            self.kinds.append(bounds)
            self.thresholds = Thresholds(bounds, pos, neg)
            p1.append(self.thresholds.p1)
            n1.append(self.thresholds.n1)
        self._lengths = [len(counts) for counts in p1]
        self.p1, self.n1 = np.concatenate(p1), np.concatenate(n1)
        self.gains = measure(pos.count, neg.count, self.p1, self.n1)
        if toll and self.thresholds:
            choices = self.thresholds.choices()
            self.gains[len(self.gains) - len(choices) :] -= toll * np.log2(choices)

    def best(self) -> Choice | None:
        """Return the candidate with the highest gain above 0, the first of equals."""
        top = float(self.gains.max(initial=0.0))
        if top <= 0:
            return None
        equal = (self.gains >= tied(top)).nonzero()[0]
        at, places = _first_kind(equal, self._lengths)
        kind = self.kinds[at]
        if self.thresholds and isinstance(kind, Bounds):
            places = self.thresholds.orders(places)
        return Choice(*kind.take(int(places.min())), top)


def tied(top: float) -> float:
    """Return from where on a gain is equal to the highest one."""
    return top - TIE * max(1.0, top)


def _first_kind(places: Counts, lengths: list[int]) -> tuple[int, Counts]:
    """Return the first kind that has one of some places, and its own places."""
    ends = list(accumulate(lengths))
    at = bisect_right(ends, int(places[0]))
    own: Counts = places[: places.searchsorted(ends[at])] - (ends[at] - lengths[at])
    return at, own


class _Steps:
    """The steps of a block, in order."""

    def __init__(self, block: Block) -> None:
        self._block = block

    def take(self, order: int) -> Taken:
        """Return the literals of one, and what it covers."""
        return self._block.steps[order], self._block.row(order)


class _Negations(_Steps):
    """The negations of a block's steps."""

    def take(self, order: int) -> Taken:
        """Return the literals of one, and what it covers."""
        literals, covers = super().take(order)
        return tuple(map(negation, literals)), ~covers
