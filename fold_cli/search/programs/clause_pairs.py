"""Pairs of recursive clauses that may make a program together.

What a clause derives with some base cases, it also derives beside another clause. So
each is run alone first, with all base cases, and is left out if with all of them it
leads to a negative, or to a second output where there is one. Where outputs are known,
those are left out before that cannot lead to them.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from fold_cli.coverage.clause_space import PartialBody
    from fold_cli.coverage.programs import Programs
    from fold_cli.coverage.recursive_clause import RecursiveClause
    from fold_cli.search.programs.clause_listing import ClauseListing

MAX_CLAUSES_ALONE = 4000
"""Clauses that are run alone, each with all base cases."""

MAX_EXCLUDING_CLAUSES = 2000
"""Clauses of which all pairs are looked at that exclude each other."""

MAX_PAIRED_CLAUSES = 600
"""Clauses of which all other pairs are looked at."""


class _SoundClause(NamedTuple):
    """A clause that is right alone, with some base cases."""

    clause: RecursiveClause
    domain: int  # the instances on which the goals before its call have answers
    sound: int  # the base cases with which it is right
    derives: tuple[int, ...]  # the base cases with which it derives each positive


def paired_clauses(
    programs: Programs, listing: ClauseListing, size: int, bases: int
) -> list[tuple[RecursiveClause, RecursiveClause]]:
    """Return pairs of clauses up to a size, by what they derive alone, then by size.

    Where positives have one output each, one clause of a pair applies where the other
    does not. Where they have none, and a literal gives both branches of a tree, clauses
    may call the target for each. ``bases`` is how many base cases the programs hold.
    """
    calls = (1, 2) if programs.branching and not programs.outputs else (1,)
    listed = (
        clause
        for length in range(2, size + 1)
        for count in calls
        for clause in listing.recursive_clauses(length, count)
    )
    clauses = [clause for clause in listed if listing.keeps_places(clause)]
    if programs.functional:
        kept = set(programs.possible([c for c in clauses if not _tests_after(c)]))
        clauses = [c for c in clauses if _tests_after(c) or c in kept]
    domains = listing.bodies.domains
    alone = _run_alone(programs, domains, clauses[:MAX_CLAUSES_ALONE], (1 << bases) - 1)
    if programs.functional:
        whole = set(domains.values())
        whole |= {programs.every_instance ^ domain for domain in whole}
        pairs = _excluding(alone[:MAX_EXCLUDING_CLAUSES], whole)
        alone = [sound for sound in alone if _tests_after(sound.clause)]
    else:
        pairs = []
    pairs += [
        (one, other)
        for one, other in combinations(alone[:MAX_PAIRED_CLAUSES], 2)
        if one.domain & other.domain or not programs.functional
    ]
    ranked = [
        (-_derived_by_either(one, other), len(one.clause.body) + len(other.clause.body))
        for one, other in pairs
    ]
    order = sorted(range(len(pairs)), key=ranked.__getitem__)
    return [(pairs[at][0].clause, pairs[at][1].clause) for at in order if ranked[at][0]]


def _excluding(
    alone: list[_SoundClause], whole: set[int]
) -> list[tuple[_SoundClause, _SoundClause]]:
    """Return the pairs of which one applies each time where a body does or does not."""
    by_domain: dict[int, list[_SoundClause]] = {}
    for sound in alone:
        by_domain.setdefault(sound.domain, []).append(sound)
    return [
        pair
        for one, other in combinations(by_domain, 2)
        if not one & other and one | other in whole
        for pair in product(by_domain[one], by_domain[other])
    ]


def _derived_by_either(one: _SoundClause, other: _SoundClause) -> int:
    """Return how many positives one of two clauses derives with the same base case."""
    common = one.sound & other.sound
    if not common:
        return 0
    derived = zip(one.derives, other.derives, strict=True)
    return sum((mine | others) & common != 0 for mine, others in derived)


def _tests_after(clause: RecursiveClause) -> bool:
    return any(step.tests for step in clause.after)


def _run_alone(
    programs: Programs,
    domains: dict[PartialBody, int],
    clauses: list[RecursiveClause],
    every: int,
) -> list[_SoundClause]:
    sound_clauses = []
    derivations = programs.derive([(clause,) for clause in clauses], "briefly")
    for clause, derived in zip(clauses, derivations, strict=True):
        if derived is None:
            continue
        wrong = derived.negative | (derived.ambiguous if programs.functional else 0)
        sound = every & ~wrong
        if sound:
            domain = domains[clause.before]
            sound_clauses.append(_SoundClause(clause, domain, sound, derived.positives))
    return sound_clauses
