"""Short recursive programs: base cases and clauses that call their own target.

Greedy search does not find them: of ``f(X, Y) :- tail(X, A), f(A, B), succ(B, Y)`` no
part has a gain. So clauses are listed by their size. Each recursive clause is run with
all base cases at once, and the base cases are chosen that derive all positives and no
negative. The shortest program wins. Those come first that give one output where each
example has one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fold_cli.coverage.programs import ProgramLimitError
from fold_cli.search.programs.base_choices import (
    MAX_BASE_CASES,
    BaseChoices,
    all_but_one,
    chosen_bases,
    leaves_inputs_out,
    pairs_of_bases,
    rarely_needed,
)
from fold_cli.search.programs.clause_listing import ClauseListing
from fold_cli.search.programs.clause_pairs import paired_clauses
from fold_cli.search.programs.joint_clauses import joint_clauses
from fold_cli.search.programs.program_rivals import with_rivals
from fold_cli.search.programs.program_stages import (
    LAST_STAGES,
    first_stages,
    is_enough,
    room_beside,
)
from fold_cli.search.programs.recursive_program import (
    MAX_SURE_CLAUSES,
    NEGATED_CALL_COST,
    Program,
    by_cost,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from fold_cli.coverage.clause_space import PartialBody
    from fold_cli.coverage.programs import Derivation, Programs
    from fold_cli.coverage.recursive_clause import RecursiveClause
    from fold_cli.search.programs.program_stages import Stage
    from fold_cli.search.programs.recursive_program import ProgramText

MIN_RECURSIVE_LITERALS = 3
"""Literals of a recursive clause: at least its head, a step and the call."""

PAIRS_PER_CALL = 200
"""Pairs of recursive clauses that are run in one call of Prolog."""

MAX_PAIRS_SHARE = 0.15
"""The share of the budget of inferences that one stage of pairs may spend."""

NO_CHOICES = BaseChoices([], [])


@dataclass
class ProgramSearch:
    """Finds the shortest programs that derive all positives and no negative.

    ``room`` is the size that a program may have, and ``refused`` are those that do not
    hold when they are run: where there is one output, a choice of base cases that leads
    to two is not followed further. ``negating``: clauses may have negated literals.
    """

    programs: Programs
    room: int
    refused: AbstractSet[ProgramText] = frozenset()
    negating: bool = False

    def __post_init__(self) -> None:
        self.listing = ClauseListing(self.programs, self.negating)
        self._forget()

    def _forget(self) -> None:
        self._sound_bases: dict[tuple[int, bool], list[PartialBody]] = {}
        self._held = NO_CHOICES
        self._base_sizes: dict[int, tuple[int, bool]] = {}
        """For sizes of recursive clauses, the base cases that they were run with."""
        self._alone = False
        """Whether a base case alone derives all positives, or all but one."""
        self._strict = self.listing.bodies.needed > set(self.programs.outputs)

    def best(self) -> list[Program]:
        """Return the shortest programs of the first stages that have one.

        Where the positives have one output each, those come first that give no other.
        """
        stages = first_stages(self.programs)
        found: list[Program] = []
        try:
            found = self._shortest_of(stages) or self._first_of(LAST_STAGES)
            if not found and self.programs.functional:
                self.programs.allow_outputs()
                self._forget()
                found = self._shortest_of(stages)
        except ProgramLimitError:
            pass
        found = with_rivals(self, found)
        if found and found[0].clauses and self._alone:
            found[0] = found[0]._replace(accidental=True)
        return found

    def _shortest_of(self, stages: Sequence[Stage]) -> list[Program]:
        """Return the shortest programs of some stages, as far as these get."""
        room = self.room
        found: list[Program] = []
        for stage in stages:
            if found:
                self.room = min(room, room_beside(found[0], stage))
                if is_enough(found[0], stage, self.room):
                    continue
            try:
                found = by_cost([*self.of_stage(stage), *found])
            except ProgramLimitError:
                break
        self.room = room
        return found

    def _first_of(self, stages: Sequence[Stage]) -> list[Program]:
        return next(filter(None, map(self.of_stage, stages)), [])

    def of_stage(self, stage: Stage) -> list[Program]:
        """Return the shortest programs of a stage that there is room for."""
        if stage.negating and not self.negating:
            self._held = NO_CHOICES  # since the other search holds its own
            return replace(self, negating=True).of_stage(stage)
        bases = self.bases(stage.base, stage.loose)
        if stage.kind == "negated":
            return self._negated(stage.recursive, bases)
        if not bases:
            return []
        if stage.kind == "pairs":
            return self._paired(stage.recursive, bases)
        if stage.kind == "joint":
            return self._joint(stage.recursive, bases)
        if stage.kind == "twice":
            return self._with_two_calls(stage.recursive, bases)
        return self._once(stage, bases)

    def _once(self, stage: Stage, bases: list[PartialBody]) -> list[Program]:
        """Return programs of one clause that calls the target once, or of none."""
        self.hold(BaseChoices.single(bases))
        found: list[Program] = []
        shortest = min(len(base.steps) for base in bases)
        for size in (0, *range(2, stage.recursive + 1)):
            limit = min([self.room, *(program.max_rival_cost for program in found)])
            if size and size + 1 + shortest + 1 > limit:
                break
            longest, loose = self._base_sizes.get(size, (0, False))
            if longest < stage.base or loose < (stage.loose and self._strict):
                clauses = [(c,) for c in self.listing.recursive_clauses(size)]
                found += self.complete(clauses if size else [()])
                self._base_sizes[size] = stage.base, stage.loose
        return by_cost(found)

    def has_run(self, clauses: tuple[RecursiveClause, ...], base_size: int) -> bool:
        """Return whether a clause was run alone, with base cases up to a size."""
        if len(clauses) > 1 or len(clauses[0].calls) > 1:
            return False
        size = len(clauses[0].body)
        longest, _ = self._base_sizes.get(size, (0, False))
        return longest >= base_size and clauses[0] in self.listing.known_clauses(size)

    def _with_two_calls(self, rec_size: int, bases: list[PartialBody]) -> list[Program]:
        """Return programs of a clause that calls the target twice."""
        if self.room < rec_size + 1 + MIN_RECURSIVE_LITERALS:
            return []
        clauses = self.listing.recursive_clauses(rec_size, calls=2)
        if not clauses:
            return []
        self.hold(pairs_of_bases(bases, self.listing, self.programs.functional))
        return by_cost(self.complete([(c,) for c in clauses]))

    def _joint(self, rec_size: int, bases: list[PartialBody]) -> list[Program]:
        """Return programs of a clause that takes several inputs apart together."""
        clauses = joint_clauses(self.programs, self.listing, rec_size)
        self.hold(BaseChoices.single(bases))
        return by_cost(self.complete([(c,) for c in clauses]))

    def _negated(self, rec_size: int, bases: list[PartialBody]) -> list[Program]:
        """Return programs of a clause that calls the target under a negation.

        What base cases derive together is not what each derives then, and there may be
        none: ``win(X) :- move(X, Y), \\+ win(Y)``.
        """
        if self.programs.outputs:
            return []
        choices = pairs_of_bases(bases, self.listing, functional=False, none_too=True)
        self.hold(choices)
        found: list[Program] = []
        for size in range(2, rec_size + 1):
            limit = min([self.room, *(program.max_rival_cost for program in found)])
            if size + 1 + NEGATED_CALL_COST <= limit:
                clauses = self.listing.recursive_clauses(size)
                found += self.complete([(clause.negated,) for clause in clauses])
        return by_cost(found)

    def _paired(self, rec_size: int, bases: list[PartialBody]) -> list[Program]:
        """Return programs of two recursive clauses; sure ones are looked for first."""
        if self.room < 2 * MIN_RECURSIVE_LITERALS + 2:
            return []
        self.hold(BaseChoices.single(bases))
        pairs = paired_clauses(self.programs, self.listing, rec_size, len(bases))
        shortest = min(len(base.steps) for base in bases)
        most = self.programs.spent + self.programs.budget * MAX_PAIRS_SHARE
        found: list[Program] = []
        for first in range(0, len(pairs), PAIRS_PER_CALL):
            room = min([self.room, *(program.cost for program in found[:1])])
            batch = [
                pair
                for pair in pairs[first : first + PAIRS_PER_CALL]
                if sum(len(c.body) + 1 for c in pair) + shortest + 1 <= room
            ]
            if self.programs.spent > most:
                break
            found = by_cost([*found, *self.complete(batch)])
            if found and not found[0].accidental:
                break
        return found

    # Base cases

    def bases(self, size: int, loose: bool) -> list[PartialBody]:
        """Return base cases up to a size that do not fail by themselves.

        They leave room for the shortest recursion, and lead to no negative, nor, where
        positives have one output, to another one. Loose ones may leave out inputs.
        """
        loose = loose and self._strict
        size = min(size, self.room - MIN_RECURSIVE_LITERALS - 1)
        if size <= 0:
            return []
        if (size, loose) not in self._sound_bases:
            bases = self.listing.bodies.base_cases(size, loose)
            if bases:
                self.hold(BaseChoices.single(bases))
                (derived,) = self.programs.derive([()], "partly")
                failing = self._failing(derived) if derived else 0
                self._alone |= bool(derived and all_but_one(derived) & ~failing)
                bases = [b for at, b in enumerate(bases) if not failing >> at & 1]
            self._sound_bases[size, loose] = bases
        return self._sound_bases[size, loose]

    def _failing(self, derivation: Derivation) -> int:
        """Return the choices that lead to what they must not."""
        unclear = derivation.ambiguous if self.programs.functional else 0
        return derivation.negative | unclear

    def hold(self, choices: BaseChoices) -> None:
        """Take base cases for the programs to come."""
        if choices != self._held:
            count = len(choices.sets or choices.bases)
            self.programs.hold_base_cases(choices.bases, choices.masks(), count)
            self._held = choices

    # Programs

    def complete(
        self, candidates: Sequence[tuple[RecursiveClause, ...]]
    ) -> list[Program]:
        """Return those that derive, with some base cases, what they should."""
        found: list[Program] = []
        derivations = self.programs.derive(candidates)
        for clauses, derivation in zip(candidates, derivations, strict=True):
            if derivation:
                found += self._with_bases(clauses, derivation)
        return found

    def _with_bases(
        self, clauses: tuple[RecursiveClause, ...], derivation: Derivation
    ) -> list[Program]:
        failing = self._failing(derivation)
        most = self.programs.bias.max_clauses
        room = MAX_BASE_CASES if most is None else most - len(clauses)
        if not self._held.sets and any(len(clause.calls) > 1 for clause in clauses):
            room = min(room, 1)  # what several derive together is not known
        masks = [mask & ~failing for mask in derivation.positives]
        cost = self.listing.bodies.cost
        found = []
        for bases, mask in chosen_bases(masks, self._held, room, cost):
            accidental = (
                len(bases) + len(clauses) > MAX_SURE_CLAUSES
                or (not self._held.sets and rarely_needed(masks, mask))
                or any(leaves_inputs_out(base, self.programs) for base in bases)
            )
            size = sum(map(cost, bases)) + sum(len(c.body) for c in clauses)
            size += len(bases) + len(clauses)
            doubts = bool(derivation.ambiguous & mask), accidental
            program = Program(bases, clauses, self._held, mask, size, *doubts)
            if program.cost <= self.room and program.text not in self.refused:
                found.append(program)
        return found
