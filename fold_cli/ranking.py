"""Which candidate is the best: all are counted at once, or again as few as need be."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fold_cli.candidates import Examples
from fold_cli.gain import foil_gain
from fold_cli.terms import negation
from fold_cli.thresholds import Bounds, Thresholds

if TYPE_CHECKING:
    from fold_cli.bits import Bits
    from fold_cli.candidates import Block, Candidates
    from fold_cli.gain import Counts, Gain
    from fold_cli.terms import Literal, Threshold

TIE = 1e-9
"""Gains that differ by less are equal: the last digits differ between machines."""

LISTED = 1000
"""Candidates on a shortlist."""


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
        self.pos, p0, n0 = pos, pos.count, neg.count
        self.kinds: list[_Steps | Bounds] = []
        self.gains = np.zeros(0)
        if not p0 or not candidates:
            return
        counts: list[tuple[Counts, Counts, Counts]] = []
        for block in candidates.blocks:
            p1, n1 = block.counts(pos), block.counts(neg)
            order = np.arange(len(p1))
            self.kinds.append(_Steps(block))
            counts.append((p1, n1, order))
            if negations and block.negatable:
                self.kinds.append(_Negations(block))
                counts.append((p0 - p1, n0 - n1, order))
        if candidates.columns:
            bounds = Bounds(candidates.columns)
            thresholds = Thresholds(bounds, pos, neg)
            self.kinds.append(bounds)
            counts.append((thresholds.p1, thresholds.n1, thresholds.order))
        self.kind = np.repeat(np.arange(len(counts)), [len(p1) for p1, _, _ in counts])
        self.p1, self.n1, self.order = map(np.concatenate, zip(*counts, strict=True))
        self.gains = measure(p0, n0, self.p1, self.n1)
        if toll and candidates.columns:
            choices = thresholds.choices()
            self.gains[len(self.gains) - len(choices) :] -= toll * np.log2(choices)

    def best(self) -> Choice | None:
        """Return the candidate with the highest gain above 0, the first of equals."""
        top = float(self.gains.max(initial=0.0))
        if top <= 0:
            return None
        equal = np.flatnonzero(self.gains >= _tied(top))
        kind, order = min(zip(self.kind[equal], self.order[equal], strict=True))
        literals, covers = self.kinds[kind].take(int(order))
        return Choice(literals, covers, top)


class Shortlist:
    """The candidates with the highest gains, to look at again with fewer positives.

    With the same negatives and fewer positives, FOIL's gain is at the most what it
    would be if the candidate covered as many as before. Mostly that tells that none
    but those on the list can be the best one.
    """

    def __init__(self, ranking: Ranking) -> None:
        self._kinds, self._pos = ranking.kinds, ranking.pos.bits
        self._p0 = ranking.pos.count
        listed = np.arange(len(ranking.gains))
        self._others, self._most = 0.0, 0
        if len(listed) > LISTED:
            places = np.argpartition(-ranking.gains, LISTED)
            listed = places[:LISTED]
            self._others = float(ranking.gains[places[LISTED]])
            self._most = int(ranking.p1[places[LISTED:]].max())
        self._kind, self._order = ranking.kind[listed], ranking.order[listed]
        self._p1, self._n1 = ranking.p1[listed], ranking.n1[listed]
        self.memory = 4 * self._p1.nbytes + self._pos.nbytes
        self.memory += sum(kind.memory for kind in self._kinds)

    def best(self, pos: Examples, neg: Examples) -> Choice | None:
        """Return the best candidate, or None where the list does not tell."""
        p0, n0 = pos.count, neg.count
        gone, self._pos = Examples(self._pos & ~pos.bits, pos.size), pos.bits
        for at, kind in enumerate(self._kinds):
            of_kind = self._kind == at
            self._p1[of_kind] -= kind.count(self._order[of_kind], gone)
        gains = foil_gain(p0, n0, self._p1, self._n1)
        top = float(gains.max())
        rise = math.log2(self._p0 / (self._p0 + n0)) - math.log2(p0 / (p0 + n0))
        if top <= 0 or _tied(top) <= self._others + self._most * rise:
            return None
        active = Examples(pos.bits | neg.bits, pos.size)
        equal = np.flatnonzero(gains >= _tied(top))
        at, order = min(
            (kind, self._kinds[kind].lowest(order, active))
            for kind, order in zip(
                self._kind[equal].tolist(), self._order[equal].tolist(), strict=True
            )
        )
        literals, covers = self._kinds[at].take(order)
        return Choice(literals, covers, top)


def _tied(top: float) -> float:
    """Return from where on a gain is equal to the highest one."""
    return top - TIE * max(1.0, top)


class _Steps:
    """The steps of a block, in order."""

    def __init__(self, block: Block) -> None:
        self._block = block
        self.memory = 0 if block.shared else block.covers.nbytes

    def take(self, order: int) -> tuple[tuple[Literal | Threshold, ...], Bits]:
        """Return the literals of one, and what it covers."""
        return self._block.steps[order], self._block.row(order)

    def count(self, orders: Counts, examples: Examples) -> Counts:
        """Return how many of some examples these cover."""
        return self._block.counts(examples)[orders]

    def lowest(self, order: int, examples: Examples) -> int:
        """Return the first that is the same for some examples: itself."""
        return order


class _Negations(_Steps):
    """The negations of a block's steps."""

    def take(self, order: int) -> tuple[tuple[Literal | Threshold, ...], Bits]:
        """Return the literals of one, and what it covers."""
        step = self._block.steps[order]
        return tuple(map(negation, step)), ~self._block.row(order)

    def count(self, orders: Counts, examples: Examples) -> Counts:
        """Return how many of some examples these cover."""
        return examples.count - super().count(orders, examples)
