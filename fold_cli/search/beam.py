"""Bodies found side by side, where literals share variables.

There a literal often shows its worth only together with those that follow, and the best
first step leads away from the best body. So of each length several bodies are kept,
those that tell most about the examples, and every one that was kept may become a rule.
The cost is that of ranking the refinements of ``width`` bodies for each length.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from fold_cli import bits
from fold_cli.search.nodes.ranking import Ranking
from fold_cli.search.nodes.tree import examples_of_each

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
class Found:
    """A body, the examples that it covers of those in question, and its worth."""

    body: Body
    pos: Bits
    neg: Bits
    worth: float


class _Seen:
    """Pairs of sets that were met, told apart by their counts, then by their members.

    Counts are known: of distant sets, only members are asked for.
    """

    def __init__(self) -> None:
        self._unique: dict[tuple[int, int], tuple[Bits, Bits]] = {}  # of their counts
        self._alike: dict[tuple[int, int], set[Hashable]] = {}

    def new(self, pairs: list[tuple[Bits, Bits]]) -> list[int]:
        """Return the places of the pairs that were not met before, and remember all."""
        counts = [(bits.count(pos), bits.count(neg)) for pos, neg in pairs]
        again = {
            own
            for at, own in enumerate(counts)
            if own in self._unique or own in self._alike or own in counts[:at]
        }
        first = {own: self._unique.pop(own) for own in again & self._unique.keys()}
        asked = [*first.values()]
        asked += [pairs[at] for at, own in enumerate(counts) if own in again]
        found = iter(bits.identities([each for both in asked for each in both]))
        for own in first:
            self._alike[own] = {(next(found), next(found))}
        new = []
        for at, own in enumerate(counts):
            if own not in again:
                self._unique[own] = pairs[at]
                new.append(at)
                continue
            members, known = (
                (next(found), next(found)),
                self._alike.setdefault(own, set()),
            )
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

        ``worth`` takes the body, and the positives and negatives that it covers. Bodies
        are made longer as often as ``patience`` says without being worth more.
        """
        self._tree, self._depth, self._width, self._worth = tree, depth, width, worth
        self._patience = patience

    def bodies(self, pos: Bits, neg: Bits, least: float = 0.0) -> list[Found]:
        """Return the bodies that were kept, those of the highest worth first.

        What cannot be worth more than the least that is wanted is not made longer.
        """
        found: list[Found] = []
        counts = bits.count(pos), bits.count(neg)
        kept, highest = [Found((), pos, neg, 0.0)], least
        seen, top, in_vain = _Seen(), -math.inf, 0
        while kept and in_vain < self._patience:
            kept = self._longer(kept, counts, seen)
            found += kept
            now = max((each.worth for each in kept), default=-math.inf)
            in_vain = 0 if now > top else in_vain + 1
            top = max(top, now)
            highest = max([highest, *(each.worth for each in kept)])
            # At best what is added leaves out every negative, and no positive.
            kept = [
                each
                for each in kept
                if each.neg.any()
                and self._worth(each.body, bits.count(each.pos), 0) > highest
            ]
        return sorted(found, key=lambda each: -each.worth)

    def _longer(
        self, kept: list[Found], counts: tuple[int, int], seen: _Seen
    ) -> list[Found]:
        """Return the best refinements of bodies that cover what none before did."""
        candidates = []
        for at, ranking in enumerate(self._rankings(kept)):
            if len(ranking.gains):
                gains = ranking.gains_over(*counts)
                for gain, place in ranking.top(gains, RANKED_PER_KEPT * self._width):
                    candidates.append((-round(gain, 6), at, place, ranking))
        longer: list[Found] = []
        ordered = iter(sorted(candidates, key=lambda c: c[:2]))
        while some := [*islice(ordered, self._width - len(longer))]:
            steps = [ranking.refinement_at(at, -gain) for gain, _, at, ranking in some]
            sets = [
                (kept[at].pos & step.covers, kept[at].neg & step.covers)
                for (_, at, _, _), step in zip(some, steps, strict=True)
            ]
            for place in seen.new(sets):
                (_, at, _, _), (pos, neg) = some[place], sets[place]
                body = (*kept[at].body, *steps[place].literals)
                worth = self._worth(body, bits.count(pos), bits.count(neg))
                longer.append(Found(body, pos, neg, worth))
        return longer

    def _rankings(self, kept: list[Found]) -> list[Ranking]:
        """Return the refinements of bodies; of distant examples, all in one round."""
        tree = self._tree
        steps = [
            tree.candidates(each.body, each.pos | each.neg, self._depth)
            for each in kept
        ]
        clauses = [(each.pos, each.neg) for each in kept]
        examples = examples_of_each(clauses, tree.coverage.size, steps[0])
        pairs = zip(steps, examples, strict=True)
        return [Ranking(own, *both, tree.criterion) for own, both in pairs]
