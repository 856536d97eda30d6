"""Short recursive programs: base cases and clauses that call their own target.

Greedy search does not find them: of ``f(X, Y) :- tail(X, A), f(A, B), succ(B, Y)`` no
part has a gain. So clauses are listed by their size. Each recursive clause is run with
all base cases at once, and the base cases are chosen that derive all positives and no
negative. The shortest program wins. Those come first that give one output where each
example has one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations, groupby, product
from typing import TYPE_CHECKING, NamedTuple

from fold_cli.coverage.programs import ProgramLimitError
from fold_cli.search.clause_listing import ClauseListing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fold_cli.coverage.clause_space import PartialBody
    from fold_cli.coverage.programs import Derivation, Programs, RecursiveClause

STAGES = ((3, 2), (4, 3), (5, 3)), ((3, 4), (4, 4), (3, 5), (6, 3))
"""Literals in recursive clauses and in base cases, up to which programs are tried.

Between the two, programs with two recursive clauses are.
"""

PAIRED = (5, 2)
"""The same where there are two recursive clauses."""

SHORTEST_RECURSION = 3
"""The literals of a recursive clause at least: its head, a step and the call."""

MAX_PROGRAMS = 10_000
"""Recursive clauses of one size that are run."""

MAX_BASE_CASES = 4

MAX_RIVALS = 100
"""Programs of one size that are compared by their answers."""


class Program(NamedTuple):
    """Base cases, then recursive clauses; variables as in the clause space."""

    bases: tuple[PartialBody, ...]
    clauses: tuple[RecursiveClause, ...]
    mask: int  # the base cases as bits, by their places among all
    cyclic: bool  # whether a question leads to itself

    @property
    def size(self) -> int:
        """The literals of all clauses, heads too."""
        bodies = [len(base.steps) for base in self.bases]
        bodies += [len(clause.body) for clause in self.clauses]
        return sum(bodies) + len(bodies)


@dataclass
class ProgramSearch:
    """Finds the shortest programs that derive all positives and no negative.

    ``room`` is the size that a program may have.
    """

    programs: Programs
    room: int

    def __post_init__(self) -> None:
        self._listing = ClauseListing(self.programs)
        self._held: list[PartialBody] = []
        self._run = 1  # the size of recursive clauses up to which they were run with it

    def best(self) -> list[Program]:
        """Return the shortest programs of the first stage that has one.

        Where the positives have one output each, those come first that give no other.
        """
        try:
            found = self._first_stage()
            if not found and self.programs.functional:
                self.programs.allow_outputs()
                self._held = []
                found = self._first_stage()
            return self._different(found)
        except ProgramLimitError:
            return []

    def _different(self, found: Sequence[Program]) -> list[Program]:
        """Return the programs that answer otherwise on instances than those before."""
        if len(found) < 2:
            return list(found)
        asked = [(program.mask, program.clauses) for program in found]
        hashes = self.programs.hashes(asked[:MAX_RIVALS])
        kept = dict(reversed(list(zip(hashes, found, strict=False))))
        kept.pop("", None)
        return [p for p in found if p is found[0] or any(p is k for k in kept.values())]

    def _first_stage(self) -> list[Program]:
        first, second = STAGES
        return self._first_of(first) or self._paired() or self._first_of(second)

    def _first_of(self, stages: Sequence[tuple[int, int]]) -> list[Program]:
        for rec_size, base_size in stages:
            found = self._stage(rec_size, base_size)
            if found:
                return found
        return []

    def _stage(self, rec_size: int, base_size: int) -> list[Program]:
        bases = self._bases(base_size)
        if not bases:
            return []
        found = self._complete([()], bases) if self._hold(bases) else []
        shortest = min(len(base.steps) for base in bases)
        for size in range(self._run + 1, rec_size + 1):
            limit = min([self.room, *(program.size for program in found)])
            if size + 1 + shortest + 1 > limit:
                break
            clauses = [(clause,) for clause in self._listing.recursive_clauses(size)]
            found += self._complete(clauses[:MAX_PROGRAMS], bases)
            self._run = size
        return _shortest(found)

    def _bases(self, size: int) -> list[PartialBody]:
        """Return base cases up to a size that leave room for the shortest recursion."""
        size = min(size, self.room - SHORTEST_RECURSION - 1)
        return self._listing.base_cases(size) if size > 0 else []

    def _hold(self, bases: list[PartialBody]) -> bool:
        """Take base cases for the programs to come; return whether they are others."""
        if bases == self._held:
            return False
        self.programs.hold_base_cases(bases)
        self._held, self._run = bases, 1
        return True

    def _paired(self) -> list[Program]:
        """Return programs of two recursive clauses, one of which may follow each time.

        No instance has answers of the goals before both calls; together they have them
        where a shorter body has.
        """
        rec_size, base_size = PAIRED
        bases = self._bases(base_size)
        if not bases or self.room < 2 * SHORTEST_RECURSION + 2:
            return []
        self._hold(bases)
        by_domain: dict[int, list[RecursiveClause]] = {}
        for size in range(2, rec_size + 1):
            for clause in self._listing.recursive_clauses(size):
                domain = self._listing.domains[clause.before]
                by_domain.setdefault(domain, []).append(clause)
        whole = set(self._listing.domains.values())
        pairs = [
            pair
            for one, other in combinations(by_domain, 2)
            if not one & other and one | other in whole
            for pair in product(by_domain[one], by_domain[other])
        ]
        pairs.sort(key=lambda pair: sum(len(clause.body) for clause in pair))
        for _, group in groupby(
            pairs[:MAX_PROGRAMS], lambda pair: sum(len(c.body) for c in pair)
        ):
            found = self._complete(list(group), bases)
            if found:
                return _shortest(found)
        return []

    # Programs

    def _complete(
        self,
        candidates: Sequence[tuple[RecursiveClause, ...]],
        bases: Sequence[PartialBody],
    ) -> list[Program]:
        """Return those that derive, with some base cases, what they should."""
        found = []
        derivations = self.programs.derive(candidates)
        for clauses, derivation in zip(candidates, derivations, strict=True):
            if derivation is None:
                continue
            program = self._with_bases(clauses, derivation, bases)
            if program:
                found.append(program)
        return found

    def _with_bases(
        self,
        clauses: tuple[RecursiveClause, ...],
        derivation: Derivation,
        bases: Sequence[PartialBody],
    ) -> Program | None:
        unclear = derivation.ambiguous if self.programs.functional else 0
        most = self.programs.bias.max_clauses
        room = MAX_BASE_CASES if most is None else most - len(clauses)
        masks = [m & ~derivation.negative & ~unclear for m in derivation.positives]
        chosen = _cover(masks, [len(base.steps) for base in bases], room)
        if not chosen:
            return None
        mask = sum(1 << at for at in chosen)
        places = tuple(bases[at] for at in chosen)
        program = Program(places, clauses, mask, derivation.cyclic)
        return program if program.size <= self.room else None


def _cover(masks: list[int], sizes: list[int], most: int) -> list[int]:
    """Return places of bits, at most so many, of which each mask has one; else none.

    One bit if that is enough, else those that the most masks have come first.
    """
    if not all(masks):
        return []
    chosen: list[int] = []
    while masks and len(chosen) < most:
        counts = Counter(at for mask in masks for at in _places(mask))
        best = max(counts, key=lambda at: (counts[at], -sizes[at], -at))
        chosen.append(best)
        masks = [mask for mask in masks if not mask >> best & 1]
    return [] if masks else chosen


def _places(mask: int) -> Iterator[int]:
    """Yield the places of the bits of an integer."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _shortest(programs: Sequence[Program]) -> list[Program]:
    """Return the programs of the least size."""
    least = min((program.size for program in programs), default=0)
    return [program for program in programs if program.size == least]
