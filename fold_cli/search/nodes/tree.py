"""The search tree: where partial clauses begin, and how their refinements are counted.

The package's docstring explains which node answers when, and why all agree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from fold_cli.bits import DistantSet
from fold_cli.coverage.examples import Examples
from fold_cli.search.gain import FOIL, Criterion
from fold_cli.search.nodes.caching import CachingNode
from fold_cli.search.nodes.intervals import IntervalIndex
from fold_cli.search.nodes.ranking import Ranking

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fold_cli.bits import Bits
    from fold_cli.coverage.candidates import Candidates
    from fold_cli.search.clause import PartialClause, Refinement
    from fold_cli.search.coverage import Coverage
    from fold_cli.search.options import Options
    from fold_cli.theory.terms import Body

VISITS_BEFORE_CACHING = 10
"""Rules begun at one root before the line is made, which many more rules repay."""


class SearchTree:
    """All clauses that may be made of the candidates that coverage offers.

    ``accepts`` says which negations may be added to a clause that covers some examples.
    With an ``outside_weight`` literals count for more that have a gain also among the
    examples that a clause does not cover (``OutsideNode``).
    """

    outside_weight = 0.0

    def __init__(
        self,
        coverage: Coverage,
        options: Options,
        accepts: Callable[[Refinement, Bits], bool] = lambda *_: True,
    ) -> None:
        self.coverage, self.accepts = coverage, accepts
        self.criterion = Criterion.of(options)
        self._max_literals = options.max_literals
        self._indexes: list[tuple[Candidates, IntervalIndex | None]] = []

    def root(self, depth: int) -> PartialClause:
        """Return the empty clause for rules of the target, or of exceptions so deep."""
        if self.outside_weight:
            return OutsideNode(self, depth)
        counting = CountingNode(self, depth)
        cacheable = self.criterion == FOIL and self._max_literals is None
        if isinstance(self.coverage.positives, DistantSet):  # the line is not here
            cacheable = False
        return RootNode(self, counting) if cacheable else counting

    def candidates(self, body: Body, active: Bits, depth: int) -> Candidates:
        """Return what may be added to a body."""
        candidates = self.coverage.refinements(body, active, depth)
        if self._max_literals is None:
            return candidates
        return candidates.up_to(self._max_literals - len(body))

    def rankings(
        self, clauses: Sequence[tuple[Body, Bits, Bits]], depth: int
    ) -> list[Ranking]:
        """Return the refinements of bodies, each with what it covers.

        Those of distant examples are counted in one round.
        """
        candidates = [self.candidates(b, pos | neg, depth) for b, pos, neg in clauses]
        divided = [(pos, neg) for _, pos, neg in clauses]
        if self.outside_weight:
            every = self.coverage.positives, self.coverage.negatives
            all_pos, all_neg = every[:: -1 if depth % 2 else 1]
            covered = [pos | neg for pos, neg in divided]
            divided += [(all_pos & ~each, all_neg & ~each) for each in covered]
            candidates *= 2
        examples = examples_of_each(divided, self.coverage.size, candidates[0])
        rankings = [
            Ranking(of_body, pos, neg, self.criterion)
            for of_body, (pos, neg) in zip(candidates, examples, strict=True)
        ]
        inside, outside = rankings[: len(clauses)], rankings[len(clauses) :]
        for ranking, of_others in zip(inside, outside, strict=False):
            ranking.favour(of_others, self.outside_weight)
        return inside

    def index(self, depth: int) -> IntervalIndex | None:
        """Return the candidates on a line, made once; None if there is no line."""
        every = self.coverage.positives | self.coverage.negatives
        candidates = self.candidates((), every, depth)
        for known, index in self._indexes:
            if known is candidates:
                return index
        index = IntervalIndex.of(candidates, self.coverage.size)
        self._indexes.append((candidates, index))
        return index


class CountingNode:
    """A partial clause that counts all its refinements each time."""

    def __init__(self, tree: SearchTree, depth: int, body: Body = ()) -> None:
        self.body, self.depth = body, depth
        self._tree = tree

    def best(self, pos: Bits, neg: Bits) -> Refinement | None:
        """Return the refinement with the highest gain; None if no gain is above 0."""
        candidates = self._tree.candidates(self.body, pos | neg, self.depth)
        examples = _examples(pos, neg, self._tree.coverage.size, candidates)
        criterion = self._tree.criterion
        ranking = Ranking(candidates, *examples, criterion, only_best=True)
        return ranking.best(lambda found: self._tree.accepts(found, pos | neg))

    def refined(self, refinement: Refinement) -> CountingNode:
        """Return the clause with a refinement."""
        body = (*self.body, *refinement.literals)
        return type(self)(self._tree, self.depth, body)


class OutsideNode(CountingNode):
    """A partial clause that also counts its refinements outside of what it covers.

    A literal that tells the classes apart everywhere is less likely to do so by chance
    than one that does it among the examples of the clause only.
    """

    def best(self, pos: Bits, neg: Bits) -> Refinement | None:
        """Return the refinement with the highest gain, given that it has one inside."""
        (ranking,) = self._tree.rankings([(self.body, pos, neg)], self.depth)
        return ranking.best(lambda found: self._tree.accepts(found, pos | neg))


def _examples(
    pos: Bits, neg: Bits, size: int, candidates: Candidates
) -> tuple[Any, Any]:
    """Return the positives and negatives of a clause, to be counted."""
    if isinstance(pos, DistantSet):
        from fold_cli.coverage.distant import table, tallies

        return tallies.pair(pos, neg, table.key_ranges(candidates))
    return Examples(pos, size), Examples(neg, size)


def examples_of_each(
    clauses: Sequence[tuple[Bits, Bits]], size: int, candidates: Candidates
) -> list[tuple[Any, Any]]:
    """Return the positives and negatives of clauses, to be counted for a beam."""
    if isinstance(clauses[0][0], DistantSet):
        from fold_cli.coverage.distant import table, tallies

        return [*tallies.pairs(cast("Any", clauses), table.key_ranges(candidates))]
    return [(Examples(pos, size), Examples(neg, size)) for pos, neg in clauses]


class RootNode:
    """The empty clause: it counts at first, and remembers once many rules began here.

    It sees to what the cache rests on: it begins anew unless the negatives are those of
    the last time and the positives some of those of the last time.
    """

    body: Body = ()

    def __init__(self, tree: SearchTree, counting: CountingNode) -> None:
        self.depth = counting.depth
        self._tree, self._counting = tree, counting
        self._node: CountingNode | CachingNode = counting
        self._visits = 0
        nothing: Bits = np.zeros(0, dtype=np.uint64)
        self._pos = self._neg = nothing  # of the last time

    def best(self, pos: Bits, neg: Bits) -> Refinement | None:
        """Return the refinement with the highest gain; None if no gain is above 0."""
        if self._visits and not self._continues(pos, neg):
            self._visits, self._node = 0, self._counting
        if self._visits == VISITS_BEFORE_CACHING:
            index = self._tree.index(self.depth)
            if index:
                self._node = CachingNode(index, depth=self.depth)
        self._visits += 1
        self._pos, self._neg = pos, neg
        return self._node.best(pos, neg)

    def _continues(self, pos: Bits, neg: Bits) -> bool:
        same = neg is self._neg or np.array_equal(neg, self._neg)
        return same and not (pos & ~self._pos).any()

    def refined(self, refinement: Refinement) -> PartialClause:
        """Return the clause with the refinement that ``best`` has just returned."""
        return self._node.refined(refinement)
