"""Bodies found side by side, where literals share variables.

There a literal often shows its worth only together with those that follow, and the best
first step leads away from the best body. So of each length several bodies are kept,
those that tell most about the examples, and every one that was kept may become a rule.
The cost is that of ranking the refinements of ``width`` bodies for each length.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fold_cli import bits
from fold_cli.coverage.examples import Examples
from fold_cli.search.nodes.ranking import Ranking

if TYPE_CHECKING:
    from collections.abc import Callable

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


class Beam:
    """Searches for the bodies of rules at one depth of exceptions."""

    def __init__(
        self,
        tree: SearchTree,
        depth: int,
        width: int,
        worth: Callable[[Body, int, int], float],
    ) -> None:
        """Take how many bodies of each length to keep, and what one is worth.

        ``worth`` takes the body, and the positives and negatives that it covers.
        """
        self._tree, self._depth, self._width, self._worth = tree, depth, width, worth

    def bodies(self, pos: Bits, neg: Bits) -> list[Found]:
        """Return the bodies that were kept, those of the highest worth first."""
        found: list[Found] = []
        counts = bits.count(pos), bits.count(neg)
        kept, highest = [Found((), pos, neg, 0.0)], 0.0
        seen = set[tuple[bytes, bytes]]()
        while kept:
            kept = self._longer(kept, counts, seen)
            found += kept
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
        self, kept: list[Found], counts: tuple[int, int], seen: set[tuple[bytes, bytes]]
    ) -> list[Found]:
        """Return the best refinements of bodies that cover what none before did."""
        size = self._tree.coverage.size
        candidates = []
        for at, each in enumerate(kept):
            examples = Examples(each.pos, size), Examples(each.neg, size)
            steps = self._tree.candidates(each.body, each.pos | each.neg, self._depth)
            ranking = Ranking(steps, *examples, self._tree.criterion)
            if len(ranking.gains):
                gains = ranking.gains_over(*counts)
                for gain, place in ranking.top(gains, RANKED_PER_KEPT * self._width):
                    candidates.append((-round(gain, 6), at, place, ranking))
        longer: list[Found] = []
        for gain, at, place, ranking in sorted(candidates, key=lambda c: c[:2]):
            if len(longer) == self._width:
                break
            step = ranking.refinement_at(place, -gain)
            pos, neg = kept[at].pos & step.covers, kept[at].neg & step.covers
            key = pos.tobytes(), neg.tobytes()
            if key not in seen:
                seen.add(key)
                body = (*kept[at].body, *step.literals)
                worth = self._worth(body, bits.count(pos), bits.count(neg))
                longer.append(Found(body, pos, neg, worth))
        return longer
