"""Cached counts for a clause that the search comes to again, with fewer positives.

``CachingNode`` equals a ``Ranking`` of the same examples; the package's docstring says
by which invariants. A question takes O(columns x positives lost + listed literals),
where a ranking takes O(candidates x examples / 64).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fold_cli import bits
from fold_cli.coverage.examples import Examples
from fold_cli.search.gain import foil_gain, tied
from fold_cli.search.nodes.ranking import Ranking
from fold_cli.search.nodes.sorting import SortedNode
from fold_cli.search.nodes.thresholds import Thresholds

if TYPE_CHECKING:
    from fold_cli.bits import Bits
    from fold_cli.search.clause import Refinement
    from fold_cli.search.gain import Counts, Gains
    from fold_cli.search.nodes.intervals import IntervalIndex
    from fold_cli.theory.terms import Body, Literal, Threshold

MAX_SORTED_EXAMPLES = 2000
"""Examples up to which counting them in sorted order is sooner than caching."""

MAX_CACHED_BYTES = 1 << 28
"""Bytes of the shortlists below one root; then they are dropped."""

THRESHOLDS_PER_GROUP = 8
"""Neighbours among the thresholds of a column that share one upper bound."""

MAX_LISTED_NAMES = 2000
"""Names that are counted one by one, the best; others of equal counts share a bound."""

MAX_LISTED_GROUPS = 120
"""Groups of thresholds whose members are counted one by one; others keep a bound."""

MAX_LOST_SHARE = 1 / 4
"""Lost positives for each example left, up to which counts are brought up to date."""


class CachingNode:
    """A partial clause that remembers the counts of its refinements.

    Each time it is asked, the negatives are those of the last time and the positives
    are some of those of the last time.
    """

    def __init__(
        self,
        index: IntervalIndex,
        body: Body = (),
        depth: int = 0,
        root: CachingNode | None = None,
    ) -> None:
        self.body, self.depth = body, depth
        self._index, self._root = index, root or self
        self._shortlist: Shortlist | None = None
        self._asked = root is None  # before, so perhaps again
        self._sorted: SortedNode | None = None  # if that found the best refinement
        self._children: dict[tuple[Literal | Threshold, ...], CachingNode] = {}
        self._cached_bytes = 0  # at the root, of all shortlists below

    def best(self, pos: Bits, neg: Bits) -> Refinement | None:
        """Return the refinement with the highest gain; None if no gain is above 0."""
        found = self._shortlist.best(pos) if self._shortlist else None
        if found is not None:
            return found
        self._shortlist = None
        size = self._index.line.size
        examples = Examples(pos, size), Examples(neg, size)
        if examples[0].count + examples[1].count <= MAX_SORTED_EXAMPLES:
            self._sorted = SortedNode.of(self._index, *examples, self.body, self.depth)
            return self._sorted.best(pos, neg)
        again, self._asked = self._asked, True
        ranking = Ranking(self._index.candidates, *examples, only_best=not again)
        found = ranking.best()
        if found is not None and again:
            self._remember(Shortlist(self._index, ranking))
        return found

    def refined(self, refinement: Refinement) -> CachingNode | SortedNode:
        """Return the clause with the refinement that ``best`` has just returned."""
        if self._sorted:
            below, self._sorted = self._sorted, None
            return below.refined(refinement)
        child = self._children.get(refinement.literals)
        if child is None:
            body = (*self.body, *refinement.literals)
            child = CachingNode(self._index, body, self.depth, self._root)
            self._children[refinement.literals] = child
        return child

    def _remember(self, shortlist: Shortlist) -> None:
        root = self._root
        root._cached_bytes += shortlist.memory
        if root._cached_bytes > MAX_CACHED_BYTES:
            root._children.clear()
            root._cached_bytes = shortlist.memory
        self._shortlist = shortlist


class Shortlist:
    """Counts of the best names and thresholds, and bounds for groups of the others.

    A group of thresholds counts as one literal that covers the most positives and the
    fewest negatives of its members, and loses the positives that all of them cover. Its
    gain is at least that of each member, so the best listed literal is the best of all
    unless a group's gain reaches it. Thresholds of equal gain are then all listed, so
    ties are broken as in a ranking.

    The names of a group have equal counts, and lose no positives that all of them
    cover. Its order is that of its first member, so a listed literal of equal gain is
    the best if it comes before that.
    """

    def __init__(self, index: IntervalIndex, ranking: Ranking) -> None:
        self._index = index
        self._pos, self._p0 = ranking.pos.bits, ranking.pos.count
        self._n0 = ranking.neg.count
        names, groups = _listed_names(ranking)
        nothing: Counts = np.zeros(0, dtype=np.int64)
        self._p1, self._n1 = ranking.p1[names], ranking.n1[names]
        self._listed, bounds = len(names), nothing
        if isinstance(ranking.thresholds, Thresholds):
            bounds = self._add(ranking.thresholds)
        self._name_groups = len(self._p1)  # where they begin
        self._p1 = np.concatenate([self._p1, ranking.p1[groups]])
        self._n1 = np.concatenate([self._n1, ranking.n1[groups]])
        orders = index.orders(names, bounds), index.orders(groups, nothing)
        self._orders = np.concatenate(orders)
        self._intervals = index.intervals(self._orders)
        self._intervals.length[self._name_groups :] = 0
        self._of_groups = self._p1[self._listed :]
        self.memory = 5 * self._p1.nbytes + self._pos.nbytes

    def _add(self, thresholds: Thresholds) -> Counts:
        """List the thresholds of the best groups, then add the other groups.

        Return their orders; that of a group is the order of its smallest interval.
        """
        first, end, smallest = thresholds.groups(THRESHOLDS_PER_GROUP)
        p1 = np.maximum.reduceat(thresholds.p1, first)
        n1 = np.minimum.reduceat(thresholds.n1, first)
        listed = np.ones(len(first), dtype=np.bool_)
        if len(listed) > MAX_LISTED_GROUPS:
            gains = foil_gain(self._p0, self._n0, p1, n1)
            worst = np.argpartition(gains, -MAX_LISTED_GROUPS)[:-MAX_LISTED_GROUPS]
            listed[worst] = False
        members, others = np.repeat(listed, end - first).nonzero()[0], ~listed
        self._listed += len(members)
        self._p1 = np.concatenate([self._p1, thresholds.p1[members], p1[others]])
        self._n1 = np.concatenate([self._n1, thresholds.n1[members], n1[others]])
        return thresholds.orders_at(np.concatenate([members, smallest[others]]))

    def best(self, pos: Bits) -> Refinement | None:
        """Return the best literal, or None where a group may have a better one."""
        lost, self._pos = bits.indices(self._pos ^ pos, self._index.line.size), pos
        self._p0 -= len(lost)
        if len(lost) > MAX_LOST_SHARE * (self._p0 + self._n0):
            return None
        self._p1 -= self._intervals.count(lost)
        np.minimum(self._of_groups, self._p0, out=self._of_groups)
        gains = foil_gain(self._p0, self._n0, self._p1, self._n1)
        top = float(gains.max())
        equal = (gains >= tied(top)).nonzero()[0]
        if top <= 0:
            return None
        if equal[-1] >= self._listed and not self._precedes_groups(equal, gains, top):
            return None
        return self._index.refinement(int(self._orders[equal].min()), top)

    def _precedes_groups(self, equal: Counts, gains: Gains, top: float) -> bool:
        """Return whether, of equal gains, that of a listed literal is the first.

        Its gain is known to be so high, and the groups are of names.
        """
        listed = equal.searchsorted(self._listed)
        if not listed or equal[listed] < self._name_groups:
            return False
        known = float(gains[: self._listed].max()) == top
        orders = self._orders[equal]
        return known and bool(orders[:listed].min() < orders[listed:].min())


def _listed_names(ranking: Ranking) -> tuple[Counts, Counts]:
    """Return the names to be listed, and the first name of each group of the others.

    Names that cover no positive are in no group: none of them will have a gain.
    """
    names = np.arange(ranking.names)
    if len(names) <= MAX_LISTED_NAMES:
        return names, names[:0]
    by_gain = np.argsort(-ranking.gains[: len(names)], kind="stable")
    others = np.sort(by_gain[MAX_LISTED_NAMES:])
    others = others[ranking.p1[others] > 0]
    counts = ranking.p1[others] * (ranking.neg.count + 1) + ranking.n1[others]
    firsts = np.unique(counts, return_index=True)[1]
    return np.sort(by_gain[:MAX_LISTED_NAMES]), others[firsts]
