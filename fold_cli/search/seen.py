"""The search for rules where the same may be added to every body.

It comes to the same bodies again, with fewer positives each time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fold_cli import bits
from fold_cli.coverage.candidates import Examples
from fold_cli.search.few import FEW, Few
from fold_cli.search.gain import foil_gain
from fold_cli.search.ranking import Choice, Ranking, tied

if TYPE_CHECKING:
    from fold_cli.bits import Bits
    from fold_cli.coverage.candidates import Candidates
    from fold_cli.coverage.line import Line
    from fold_cli.search.gain import Counts
    from fold_cli.search.thresholds import Thresholds
    from fold_cli.theory.terms import Literal, Threshold

MEMORY = 1 << 28
"""Bytes in which literals are remembered; then it begins anew."""

TOGETHER = 8
"""Neighbours among thresholds that stand together on a shortlist."""

MUCH = 4
"""Where more than one in so many examples is gone, all are sooner counted anew."""

APART = 120
"""So many times, thresholds that stand together are told apart."""


class Seen:
    """A body and what has been found out about it.

    Whenever the search comes here, the negatives are the same, and the positives are
    some of those of the time before.
    """

    def __init__(
        self, candidates: Candidates, line: Line, start: Seen | None = None
    ) -> None:
        """Take what may be added to every body, and all examples on its line."""
        self._candidates, self._line, self._start = candidates, line, start or self
        self._shortlist: Shortlist | None = None
        self._next: dict[tuple[Literal | Threshold, ...], Seen] = {}
        self._memory = 0  # at the start, for all

    def best(self, pos: Bits, neg: Bits) -> tuple[Choice | None, Seen | Few | None]:
        """Return the literal with the highest gain, and where it leads."""
        choice = self._shortlist.best(pos, neg) if self._shortlist else None
        if choice is None:
            self._shortlist = None
            size = self._line.size
            sets = Examples(pos, size), Examples(neg, size)
            if sets[0].count + sets[1].count <= FEW:
                return Few.of(self._candidates, self._line, *sets).best(pos, neg)
            ranking = Ranking(self._candidates, *sets)
            choice = ranking.best()
            if choice is None:
                return None, None
            self._remember(Shortlist(self._candidates, self._line, ranking))
        then = self._next.get(choice.literals)
        if then is None:
            then = self._next[choice.literals] = Seen(
                self._candidates, self._line, self._start
            )
        return choice, then

    def _remember(self, shortlist: Shortlist) -> None:
        self._start._memory += shortlist.memory
        if self._start._memory > MEMORY:
            self._start._next.clear()
            self._start._memory = shortlist.memory
        self._shortlist = shortlist


class Shortlist:
    """The literals with the highest gains, for fewer and fewer positives.

    Neighbours among thresholds stand together for one that covers the most positives
    and the fewest negatives of them, and loses the positives that all of them cover.
    Only where that is best are they told apart. As long as no literal that stands for
    others may be the best, the best one is on the list.
    """

    def __init__(self, candidates: Candidates, line: Line, ranking: Ranking) -> None:
        self._candidates, self._line = candidates, line
        self._pos, self._p0 = ranking.pos.bits, ranking.pos.count
        self._n0, names = ranking.neg.count, ranking.names
        bounds: Counts = np.zeros(0, dtype=np.int64)
        self._p1, self._n1 = ranking.p1[:names], ranking.n1[:names]
        self._listed = names
        if ranking.thresholds:
            bounds = self._add(ranking.thresholds)
        self._orders = self._line.orders(np.arange(names), bounds)
        self._intervals = self._line.intervals(self._orders)
        self._others = self._p1[self._listed :]
        self.memory = 5 * self._p1.nbytes + self._pos.nbytes

    def _add(self, thresholds: Thresholds) -> Counts:
        """Add the best thresholds, and what the others stand together for."""
        first, end, least = thresholds.neighbours(TOGETHER)
        p1 = np.maximum.reduceat(thresholds.p1, first)
        n1 = np.minimum.reduceat(thresholds.n1, first)
        apart = np.ones(len(first), dtype=np.bool_)
        if len(apart) > APART:
            gains = foil_gain(self._p0, self._n0, p1, n1)
            apart[np.argpartition(gains, -APART)[:-APART]] = False
        listed, others = np.repeat(apart, end - first).nonzero()[0], ~apart
        self._listed += len(listed)
        self._p1 = np.concatenate([self._p1, thresholds.p1[listed], p1[others]])
        self._n1 = np.concatenate([self._n1, thresholds.n1[listed], n1[others]])
        return thresholds.orders(np.concatenate([listed, least[others]]))

    def best(self, pos: Bits, neg: Bits) -> Choice | None:
        """Return the best literal, or None where the list does not tell."""
        gone, self._pos = bits.indices(self._pos ^ pos, self._line.size), pos
        self._p0 -= len(gone)
        if MUCH * len(gone) > self._p0 + self._n0:
            return None
        self._p1 -= self._intervals.count(gone)
        np.minimum(self._others, self._p0, out=self._others)
        gains = foil_gain(self._p0, self._n0, self._p1, self._n1)
        top = float(gains.max())
        equal = (gains >= tied(top)).nonzero()[0]
        if top <= 0 or equal[-1] >= self._listed:
            return None
        order = int(self._orders[equal].min())
        return Choice(*self._candidates.take(order), top)
