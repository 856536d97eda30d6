"""Beam search: of each length, the ``width`` best bodies are kept and refined.

Where literals share variables, a literal often has gain only together with those that
follow, and the refinement with the highest gain leads away from the best body. Every
body that was kept may become a rule; of bodies that cover the same examples the first
is kept. It costs the ranking of the refinements of ``width`` bodies for each length.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from fold_cli import bits

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from fold_cli.bits import Bits
    from fold_cli.search.nodes.tree import SearchTree
    from fold_cli.theory.terms import Body

RANKED_PER_KEPT = 4
"""Refinements of a body that are looked at for each that is kept: many are equal."""


def widths(most: int) -> list[int]:
    """Return the beams to try after greedy search: 2, 4, 8, ... below one, and that."""
    below = [1 << power for power in range(1, most.bit_length()) if 1 << power < most]
    return [*below, most] if most > 1 else []


@dataclass(frozen=True, slots=True)
class RatedBody:
    """A body, the examples that it covers of those in question, and its worth."""

    body: Body
    pos: Bits
    neg: Bits
    worth: float


class _DistinctCovers:
    """The pairs of covered positives and negatives that bodies have had so far.

    Pairs with different counts are different. Only pairs with the same counts are
    compared by their members, since members of distant sets must be asked for.
    """

    def __init__(self) -> None:
        self._single: dict[tuple[int, int], tuple[Bits, Bits]] = {}  # one of its counts
        self._members: dict[tuple[int, int], set[Hashable]] = {}  # several of them

    def add(self, pairs: list[tuple[Bits, Bits]]) -> list[int]:
        """Add pairs, and return the places of those that are new."""
        counts = [(bits.count(pos), bits.count(neg)) for pos, neg in pairs]
        repeated = {
            count
            for at, count in enumerate(counts)
            if count in self._single or count in self._members or count in counts[:at]
        }
        earlier = {c: self._single.pop(c) for c in repeated & self._single.keys()}
        compared = [*earlier.values()]
        compared += [pairs[at] for at, c in enumerate(counts) if c in repeated]
        hashes = iter(bits.identities([each for pair in compared for each in pair]))
        for count in earlier:
            self._members[count] = {(next(hashes), next(hashes))}
        new = []
        for at, count in enumerate(counts):
            if count not in repeated:
                self._single[count] = pairs[at]
                new.append(at)
                continue
            members = next(hashes), next(hashes)
            known = self._members.setdefault(count, set())
            if members not in known:
                known.add(members)
                new.append(at)
        return new


class Beam:
    """Searches for the bodies of rules at one depth of exceptions."""

    def __init__(
        self,
        tree: SearchTree,
        depth: int,
        width: int,
        worth: Callable[[Body, int, int], float],
        patience: float = math.inf,
    ) -> None:
        """Take how many bodies of each length to keep, and what one is worth.

        ``worth`` takes the body, and the positives and negatives that it covers. The
        search ends after ``patience`` lengths none of whose bodies is worth more than
        the best before.
        """
        self._tree, self._depth, self._width, self._worth = tree, depth, width, worth
        self._patience = patience

    def bodies(self, pos: Bits, neg: Bits, least: float = 0.0) -> list[RatedBody]:
        """Return the bodies of all lengths that were kept, the highest worth first.

        A body that cannot become worth more than ``least`` is not refined.
        """
        kept: list[RatedBody] = []
        counts = bits.count(pos), bits.count(neg)
        level, highest = [RatedBody((), pos, neg, 0.0)], least
        covers, top, without_progress = _DistinctCovers(), -math.inf, 0
        while level and without_progress < self._patience:
            level = self._refined(level, counts, covers)
            kept += level
            best = max((body.worth for body in level), default=-math.inf)
            without_progress = 0 if best > top else without_progress + 1
            top, highest = max(top, best), max(highest, best)
            # At best a refinement leaves out every negative, and no positive.
            level = [
                body
                for body in level
                if body.neg.any()
                and self._worth(body.body, bits.count(body.pos), 0) > highest
            ]
        return sorted(kept, key=lambda body: -body.worth)

    def _refined(
        self, level: list[RatedBody], counts: tuple[int, int], covers: _DistinctCovers
    ) -> list[RatedBody]:
        """Return the best refinements of bodies that cover what none before did."""
        candidates, most = [], RANKED_PER_KEPT * self._width
        clauses = [(each.body, each.pos, each.neg) for each in level]
        apart = self._tree.outside_weight > 0  # neighbours fit the same by chance
        for at, ranking in enumerate(self._tree.rankings(clauses, self._depth)):
            if len(ranking.gains):
                gains = ranking.gains_over(*counts) + ranking.outside_gains
                for gain, place in ranking.top(gains, most, one_per_column=apart):
                    candidates.append((-round(gain, 6), at, place, ranking))
        refined: list[RatedBody] = []
        ordered = iter(sorted(candidates, key=lambda c: c[:2]))
        while batch := [*islice(ordered, self._width - len(refined))]:
            steps = [ranking.refinement_at(at, -gain) for gain, _, at, ranking in batch]
            pairs = [
                (level[at].pos & step.covers, level[at].neg & step.covers)
                for (_, at, _, _), step in zip(batch, steps, strict=True)
            ]
            for place in covers.add(pairs):
                (_, at, _, _), (pos, neg) = batch[place], pairs[place]
                body = (*level[at].body, *steps[place].literals)
                worth = self._worth(body, bits.count(pos), bits.count(neg))
                refined.append(RatedBody(body, pos, neg, worth))
        return refined
