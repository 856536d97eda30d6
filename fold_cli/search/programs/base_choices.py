"""Choices among base cases of a program.

Programs are run with all choices at once (see ``coverage/programs.py``). Where no
clause calls the target twice, what some base cases derive together is what each of them
derives: a choice is one base case, and those are found that cover the positives. Else a
choice is one base case or a pair of them, which either derives all or does not.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import and_
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fold_cli.coverage.clause_space import PartialBody
    from fold_cli.coverage.programs import Derivation, Programs
    from fold_cli.search.programs.clause_listing import ClauseListing

MAX_BASE_CASES = 4
"""Base cases of one program."""

RIVAL_LITERALS = 1
"""Literals more than a recursive program has that one may have which rivals it."""

MAX_BASE_CHOICES = 2000
"""Base cases and pairs of them with which clauses of two calls are run."""


@dataclass(frozen=True)
class BaseChoices:
    """Base cases, and choices as places of base cases, shorter ones first.

    Without choices, each base case is one, and several may be taken together.
    """

    bases: list[PartialBody]
    sets: list[tuple[int, ...]]

    @classmethod
    def single(cls, bases: list[PartialBody]) -> BaseChoices:
        """Return the choice of each base case."""
        return cls(bases, [])

    def masks(self) -> list[int]:
        """Return for each base case the choices that it belongs to."""
        masks = [0] * len(self.bases)
        for bit, places in enumerate(self.sets or [(at,) for at in range(len(masks))]):
            for at in places:
                masks[at] |= 1 << bit
        return masks


def pairs_of_bases(
    bases: list[PartialBody],
    listing: ClauseListing,
    functional: bool,
    none_too: bool = False,
) -> BaseChoices:
    """Return the choices of one or two base cases, or also of none, the shortest ones.

    If there is one output, no instance may have answers of both.
    """
    sizes = [*map(listing.bodies.cost, bases)]
    domains = listing.bodies.domains
    pairs = [
        (one, other)
        for one, other in combinations(range(len(bases)), 2)
        if not (functional and domains[bases[one]] & domains[bases[other]])
    ]
    sets = [*[()] * none_too, *((at,) for at in range(len(bases))), *pairs]
    sets.sort(key=lambda places: sum(sizes[at] + 1 for at in places))
    return BaseChoices(bases, sets[:MAX_BASE_CHOICES])


def chosen_bases(
    masks: list[int],
    choices: BaseChoices,
    most: int,
    cost: Callable[[PartialBody], int],
) -> list[tuple[tuple[PartialBody, ...], int]]:
    """Return base cases with which every positive is derived, and their bits.

    After them come others, of which one base case is another that costs little more, or
    two others.
    ``masks`` are the choices that derive each positive, ``most`` the number of base
    cases that there may be.
    """
    sizes = [*map(cost, choices.bases)]
    if choices.sets:
        common = reduce(and_, masks)
        fitting = [at for at in _places(common) if len(choices.sets[at]) <= most]
        costs = [sum(sizes[b] + 1 for b in choices.sets[at]) for at in fitting]
        return [
            (tuple(choices.bases[b] for b in choices.sets[at]), 1 << at)
            for at, own in zip(fitting, costs, strict=True)
            if own <= costs[0] + RIVAL_LITERALS
        ]
    chosen = _cover(masks, sizes, most)
    return [
        (tuple(choices.bases[at] for at in places), sum(1 << at for at in places))
        for places in [
            chosen,
            *_with_one_other(chosen, masks, sizes),
            *(_with_two_others(chosen, masks, sizes) if len(chosen) < most else ()),
        ]
        if places
    ]


def _with_one_other(
    chosen: list[int], masks: list[int], sizes: list[int]
) -> Iterator[list[int]]:
    """Yield covers in which one bit of a cover is another that costs little more."""
    for number, old in enumerate(chosen):
        rest = sum(1 << at for at in chosen if at != old)
        common = reduce(and_, (mask for mask in masks if not mask & rest))
        for at in _places(common & ~(1 << old)):
            if sizes[at] <= sizes[old] + RIVAL_LITERALS:
                yield [*chosen[:number], at, *chosen[number + 1 :]]


def _with_two_others(
    chosen: list[int], masks: list[int], sizes: list[int]
) -> Iterator[list[int]]:
    """Yield covers in which two bits that cost little more stand for one of a cover."""
    for number, old in enumerate(chosen):
        rest = sum(1 << at for at in chosen if at != old)
        missing = [mask for mask in masks if not mask & rest]
        room = sizes[old] + RIVAL_LITERALS - 1
        cheap = [at for at, size in enumerate(sizes) if size < room]
        for one, other in combinations(cheap, 2):
            needed = {mask >> one & 1 | (mask >> other & 1) << 1 for mask in missing}
            if sizes[one] + sizes[other] <= room and {1, 2} <= needed <= {1, 2, 3}:
                yield [*chosen[:number], one, other, *chosen[number + 1 :]]


def _cover(masks: list[int], sizes: list[int], most: int) -> list[int]:
    """Return places of bits, at most so many, of which each mask has one; else none.

    One bit if that is enough, else those that the most masks have come first. None is
    superfluous.
    """
    chosen: list[int] = []
    missing = masks if all(masks) else []
    while missing and len(chosen) < most:
        counts = Counter(at for mask in missing for at in _places(mask))
        best = max(counts, key=lambda at: (counts[at], -sizes[at], -at))
        chosen.append(best)
        missing = [mask for mask in missing if not mask >> best & 1]
    if missing:
        return []
    for at in [*chosen]:
        rest = sum(1 << other for other in chosen if other != at)
        if all(mask & rest for mask in masks):
            chosen.remove(at)
    return chosen


def all_but_one(derivation: Derivation) -> int:
    """Return the choices that derive all positives, or all but one."""
    every, but_one = -1, 0
    for mask in derivation.positives:
        every, but_one = every & mask, but_one & mask | every & ~mask
    return every | but_one


def leaves_inputs_out(base: PartialBody, programs: Programs) -> bool:
    """Return whether a base case has several tests, but not of all inputs."""
    used = frozenset().union(*(step.uses for step in base.steps))
    several = len(base.steps) > 1 + len(programs.outputs)
    return several and not used.issuperset(programs.inputs)


def rarely_needed(masks: list[int], chosen: int) -> bool:
    """Return whether there are many base cases, or one of several has one positive.

    ``chosen`` are the bits of the base cases, ``masks`` those that derive a positive.
    """
    needed = Counter(mask & chosen for mask in masks)
    bits = [1 << at for at in _places(chosen)]
    return len(bits) > 2 or (len(bits) > 1 and any(needed[bit] < 2 for bit in bits))


def _places(mask: int) -> Iterator[int]:
    """Yield the places of the bits of an integer."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
