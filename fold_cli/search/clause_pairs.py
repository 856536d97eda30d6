"""Pairs of recursive clauses that may make a program together.

What a clause derives with some base cases, it also derives beside another clause. So
each is run alone first, with all base cases, and is left out if with all of them it
leads to a negative, or to a second output where there is one.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from fold_cli.coverage.programs import Programs, RecursiveClause
    from fold_cli.search.clause_listing import ClauseListing

MAX_CLAUSES_ALONE = 4000
"""Clauses that are run alone, each with all base cases."""

MAX_PAIRED_CLAUSES = 600
"""Clauses of which all pairs are compared."""


class _SoundClause(NamedTuple):
    """A clause that is right alone, with some base cases."""

    clause: RecursiveClause
    domain: int  # the instances on which the goals before its call have answers
    sound: int  # the base cases with which it is right
    derives: int  # how many positives it derives with them


def paired_clauses(
    programs: Programs, listing: ClauseListing, size: int, bases: int
) -> list[tuple[RecursiveClause, RecursiveClause]]:
    """Return pairs of clauses up to a size, shortest first, then by what they derive.

    Where positives have one output each, no instance has answers of the goals before
    both calls; together they have them where a shorter body has. ``bases`` is how many
    base cases the programs hold.
    """
    clauses = [c for n in range(2, size + 1) for c in listing.recursive_clauses(n)]
    alone = _run_alone(programs, listing, clauses[:MAX_CLAUSES_ALONE], (1 << bases) - 1)
    whole = set(listing.bodies.domains.values())
    whole |= {programs.every_instance ^ domain for domain in whole}
    pairs = [
        (one, other)
        for one, other in combinations(alone[:MAX_PAIRED_CLAUSES], 2)
        if one.sound & other.sound
        and (not programs.functional or _exclude(one, other, whole))
    ]
    pairs.sort(
        key=lambda pair: (
            sum(len(sound.clause.body) for sound in pair),
            -sum(sound.derives for sound in pair),
        )
    )
    return [(one.clause, other.clause) for one, other in pairs]


def _exclude(one: _SoundClause, other: _SoundClause, whole: set[int]) -> bool:
    """Return whether at most one of two clauses applies to an instance.

    The goals before their calls have no instance in common, and together those of a
    shorter body or all others (``whole``); or else tests follow both calls.
    """
    if one.domain & other.domain:
        clauses = one.clause, other.clause
        return all(any(step.tests for step in c.after) for c in clauses)
    return one.domain | other.domain in whole


def _run_alone(
    programs: Programs,
    listing: ClauseListing,
    clauses: list[RecursiveClause],
    every: int,
) -> list[_SoundClause]:
    found = []
    derivations = programs.derive([(clause,) for clause in clauses], partly=True)
    for clause, derived in zip(clauses, derivations, strict=True):
        if derived is None:
            continue
        wrong = derived.negative | (derived.ambiguous if programs.functional else 0)
        sound = every & ~wrong
        if sound:
            count = sum(mask & sound != 0 for mask in derived.positives)
            found.append(
                _SoundClause(
                    clause, listing.bodies.domains[clause.before], sound, count
                )
            )
    return found
