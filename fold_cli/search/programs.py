"""Short recursive programs: base cases and clauses that call their own target.

Greedy search does not find them: of ``f(X, Y) :- tail(X, A), f(A, B), succ(B, Y)`` no
part has a gain. So clauses are listed by their size. Each recursive clause is run with
all base cases at once, and the base cases are chosen that derive all positives and no
negative. The shortest program wins. Those come first that give one output where each
example has one.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from fold_cli.coverage.programs import ProgramLimitError
from fold_cli.search.base_choices import (
    MAX_BASE_CASES,
    BaseChoices,
    Program,
    chosen_bases,
    pairs_of_bases,
)
from fold_cli.search.clause_listing import ClauseListing
from fold_cli.search.clause_pairs import paired_clauses

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_cli.coverage.clause_space import PartialBody
    from fold_cli.coverage.programs import Derivation, Programs, RecursiveClause

FIRST_STAGES = (3, 2), (4, 3), (5, 3)
"""Literals in recursive clauses and in base cases, up to which programs are tried."""

TWO_CALLS = (5, 3), (6, 3), (7, 3)
"""The same for clauses that call the target twice."""

PAIRED = (5, 2)
"""The same where there are two recursive clauses."""

LAST_STAGES = (6, 2), (3, 4), (4, 4), (3, 5)
"""The same after all of these."""

SHORTEST_RECURSION = 3
"""The literals of a recursive clause at least: its head, a step and the call."""

FEW_BASE_CASES = 2
"""Base cases of a program beyond which shorter programs of other kinds are tried."""

MAX_PAIRS = 10_000
"""Pairs of recursive clauses that are run."""

MAX_RIVALS = 100
"""Programs of one size that are compared by their answers."""

NOTHING = BaseChoices([], [])


@dataclass
class ProgramSearch:
    """Finds the shortest programs that derive all positives and no negative.

    ``room`` is the size that a program may have.
    """

    programs: Programs
    room: int

    def __post_init__(self) -> None:
        self._listing = ClauseListing(self.programs)
        self._alive: dict[int, list[PartialBody]] = {}
        self._held = NOTHING
        self._run = 1  # the size of recursive clauses up to which they were run with it

    def best(self) -> list[Program]:
        """Return the shortest programs of the first stage that has one.

        Where the positives have one output each, those come first that give no other.
        """
        try:
            found = self._first_stage()
            if not found and self.programs.functional:
                self.programs.allow_outputs()
                self._alive, self._held = {}, NOTHING
                found = self._first_of(FIRST_STAGES) or self._paired(*PAIRED)
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
        found = self._first_of(FIRST_STAGES)
        if found and len(found[0].bases) <= FEW_BASE_CASES:
            return found
        return self._shorter(found) or (
            self._with_two_calls(*TWO_CALLS[1])
            or self._with_two_calls(*TWO_CALLS[2])
            or self._first_of(LAST_STAGES)
        )

    def _shorter(self, found: list[Program]) -> list[Program]:
        """Return programs of two clauses or calls if shorter than these, else these.

        Many base cases may stand for a clause that is missing.
        """
        room = self.room
        self.room = min([room, *(program.size - 1 for program in found)])
        held = self._held
        shorter = self._with_two_calls(*TWO_CALLS[0]) or self._paired(*PAIRED)
        self.room = room
        if found and not shorter:
            self._hold(held)
        return shorter or found

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
        found = self._complete([()]) if self._hold(BaseChoices.single(bases)) else []
        shortest = min(len(base.steps) for base in bases)
        for size in range(self._run + 1, rec_size + 1):
            limit = min([self.room, *(program.size for program in found)])
            if size + 1 + shortest + 1 > limit:
                break
            clauses = [(clause,) for clause in self._listing.recursive_clauses(size)]
            found += self._complete(clauses)
            self._run = size
        return _shortest(found)

    def _with_two_calls(self, rec_size: int, base_size: int) -> list[Program]:
        """Return programs of a clause that calls the target twice."""
        bases = self._bases(base_size)
        if not bases or self.room < rec_size + 1 + SHORTEST_RECURSION:
            return []
        clauses = self._listing.recursive_clauses(rec_size, calls=2)
        if not clauses:
            return []
        self._hold(pairs_of_bases(bases, self._listing, self.programs.functional))
        return _shortest(self._complete([(c,) for c in clauses]))

    def _paired(self, rec_size: int, base_size: int) -> list[Program]:
        """Return programs of two recursive clauses."""
        bases = self._bases(base_size)
        if not bases or self.room < 2 * SHORTEST_RECURSION + 2:
            return []
        self._hold(BaseChoices.single(bases))
        pairs = paired_clauses(self.programs, self._listing, rec_size, len(bases))
        for _, group in groupby(
            pairs[:MAX_PAIRS], lambda pair: sum(len(c.body) for c in pair)
        ):
            found = self._complete(list(group))
            if found:
                return _shortest(found)
        return []

    # Base cases

    def _bases(self, size: int) -> list[PartialBody]:
        """Return base cases up to a size that do not fail by themselves.

        They leave room for the shortest recursion, and lead to no negative, nor, where
        positives have one output, to another one.
        """
        size = min(size, self.room - SHORTEST_RECURSION - 1)
        if size <= 0:
            return []
        if size not in self._alive:
            bases = self._listing.base_cases(size)
            if bases:
                self.programs.hold_base_cases(bases)
                self._held = NOTHING
                (derived,) = self.programs.derive([()], partly=True)
                failing = self._failing(derived) if derived else 0
                bases = [b for at, b in enumerate(bases) if not failing >> at & 1]
            self._alive[size] = bases
        return self._alive[size]

    def _failing(self, derivation: Derivation) -> int:
        """Return the choices that lead to what they must not."""
        unclear = derivation.ambiguous if self.programs.functional else 0
        return derivation.negative | unclear

    def _hold(self, choices: BaseChoices) -> bool:
        """Take base cases for the programs to come; return whether they are others."""
        if choices == self._held:
            return False
        self.programs.hold_base_cases(choices.bases, choices.masks())
        self._held, self._run = choices, 1
        return True

    # Programs

    def _complete(
        self, candidates: Sequence[tuple[RecursiveClause, ...]]
    ) -> list[Program]:
        """Return those that derive, with some base cases, what they should."""
        found = []
        derivations = self.programs.derive(candidates)
        for clauses, derivation in zip(candidates, derivations, strict=True):
            program = derivation and self._with_bases(clauses, derivation)
            if program:
                found.append(program)
        return found

    def _with_bases(
        self, clauses: tuple[RecursiveClause, ...], derivation: Derivation
    ) -> Program | None:
        failing = self._failing(derivation)
        most = self.programs.bias.max_clauses
        room = MAX_BASE_CASES if most is None else most - len(clauses)
        masks = [mask & ~failing for mask in derivation.positives]
        chosen = chosen_bases(masks, self._held, room)
        if not chosen:
            return None
        bases, mask = chosen
        program = Program(bases, clauses, mask, derivation.cyclic)
        return program if program.size <= self.room else None


def _shortest(programs: Sequence[Program]) -> list[Program]:
    """Return the programs of the least size."""
    least = min((program.size for program in programs), default=0)
    return [program for program in programs if program.size == least]
