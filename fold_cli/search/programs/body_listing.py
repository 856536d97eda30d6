"""Bodies that do not call the target: base cases, and what stands before calls.

Bodies grow by one literal at a time, and those of one size are run on all instances in
one call of Prolog. A body that has no answers, raises an error, or has the answers of a
shorter one is left out with all its extensions, so each literal changes the answers.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cached_property
from typing import TYPE_CHECKING

from fold_cli.theory.terms import is_safe, variables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_cli.coverage.clause_space import PartialBody, Step
    from fold_cli.coverage.programs import Programs
    from fold_cli.theory.terms import Literal

MAX_BODIES_PER_SIZE = 3000
"""Bodies of one size that are run; of more, the first ones."""

LEFT_OUT = 2
"""What it costs, in literals, to leave out an input that bodies should have."""

NEGATED_COST = 1
"""Literals that a negation adds to the size of a clause."""


IDENTITY_COST = 2
"""Literals that it adds to the size of a clause that variables of its head are one."""


class BodyKind(Enum):
    """What a body is part of."""

    BASE = auto()  # a base case
    CLAUSE = auto()  # a recursive clause, before its calls
    LONG_CLAUSE = auto()  # one of many literals


@dataclass
class BodyListing:
    """Lists bodies by their size, ``negating`` those with negated literals too."""

    programs: Programs
    negating: bool = False
    domains: dict[PartialBody, int] = field(default_factory=dict)
    """The instances on which bodies have answers, as bits of an integer."""
    _levels: dict[BodyKind, list[list[PartialBody]]] = field(default_factory=dict)
    _bases: dict[tuple[int, bool], list[PartialBody]] = field(default_factory=dict)
    _answers: dict[BodyKind, set[tuple[frozenset[int], int]]] = field(
        default_factory=dict
    )
    """The variables of bodies, and hashes of their answers."""

    def of_size(self, size: int, kind: BodyKind) -> list[PartialBody]:
        """Return the bodies of a size that answer otherwise than all shorter ones."""
        levels = self._levels.setdefault(kind, [[self.programs.start]])
        while len(levels) <= size:
            levels.append(self._extended(levels[-1], kind))
        return levels[size]

    def _extended(self, level: list[PartialBody], kind: BodyKind) -> list[PartialBody]:
        programs = self.programs
        longer = [
            body.with_step(step)
            for body in level
            for step in self._steps(body, kind)
            if kind is not BodyKind.LONG_CLAUSE or self._takes_apart(step, body)
        ]
        max_vars = programs.bias.max_vars
        if max_vars is not None:
            longer = [body for body in longer if len(body.bound) <= max_vars]
        longer = longer[:MAX_BODIES_PER_SIZE]
        if not longer:
            return []
        known = self._answers.setdefault(kind, set())
        distinct = []
        answers = programs.answers(longer, of_outputs=False)
        for body, (instances, hash_) in zip(longer, answers, strict=True):
            if instances and (body.bound, hash_) not in known:
                if not body.identities:  # others, as short in all, may answer so
                    known.add((body.bound, hash_))
                distinct.append(body)
                self.domains[body] = instances
        return distinct

    def _steps(self, body: PartialBody, kind: BodyKind) -> list[Step]:
        """Return what a body may be made longer by.

        Base cases may bind outputs, and say that variables of the head are the same.
        """
        space = self.programs.space
        if kind is not BodyKind.BASE:
            return space.steps(body, frozenset(), self.negating)
        outputs = frozenset(self.programs.outputs)
        steps = space.steps(body, outputs, self.negating)
        return [*steps, *space.identities(body, self.negating)]

    def _takes_apart(self, step: Step, body: PartialBody) -> bool:
        """Return whether a literal may stand before the call of a long clause.

        It is a test, has inputs of the head, repeats what one of these does, or makes
        nothing that could be an input.
        """
        types, inputs = self.programs.space.types, self.programs.inputs
        if not step.new or max(step.uses, default=0) < self.programs.target.arity:
            return step.tests or bool(step.new)
        makes_input = {types[v] for v in step.new} & {types[at] for at in inputs}
        return not makes_input or body.repeats(step)

    def restricting(
        self, body: PartialBody, longer: Sequence[PartialBody]
    ) -> list[PartialBody]:
        """Return the longer bodies that have some of the answers of a body, not all.

        They have the same variables. Variants of instances count as instances.
        """
        known, *answers = self.programs.answers(
            [body, *longer], of_outputs=False, variants=True
        )
        return [
            each
            for each, answer in zip(longer, answers, strict=True)
            if answer[0] and answer != known
        ]

    @cached_property
    def needed(self) -> frozenset[int]:
        """The head's variables that each body has."""
        programs = self.programs
        every = range(programs.target.arity)
        return frozenset(every if programs.bias.datalog else programs.outputs)

    def base_cases(self, size: int, loose: bool) -> list[PartialBody]:
        """Return base cases up to a size that answer differently, shorter first.

        Loose ones may leave out inputs of the head.
        """
        size = min(size, self.programs.bias.max_body or size)
        if (size, loose) not in self._bases:
            self._bases[size, loose] = self._base_cases(size, loose)
        return self._bases[size, loose]

    def _base_cases(self, size: int, loose: bool) -> list[PartialBody]:
        complete = [
            body
            for length in range(1, size + 1)
            for body in self.of_size(length, BodyKind.BASE)
            if self.uses_all(body.literals, loose, self._may_ignore)
            and is_safe(body.literals)
        ]
        complete.sort(key=self.cost)
        if not complete:
            return []
        by_answer: dict[tuple[int, int], PartialBody] = {}
        answers = self.programs.answers(complete, of_outputs=True)
        for body, answer in zip(complete, answers, strict=True):
            if answer[0]:
                by_answer.setdefault(answer, body)
        return list(by_answer.values())

    def cost(self, body: PartialBody) -> int:
        """Return the literals of a body, and more for negations and inputs left out.

        So does what says that variables of the head are the same.
        """
        used = frozenset().union(*(step.uses | set(step.new) for step in body.steps))
        negated = sum(step.literal.negated for step in body.steps)
        left_out = LEFT_OUT * len(self.needed - used)
        added = NEGATED_COST * negated + IDENTITY_COST * body.identities + left_out
        return len(body.steps) + added

    @property
    def _may_ignore(self) -> int:
        """Literals of a base case that may only say that there is something.

        Popper's problems say whether clauses may ignore variables.
        """
        return 0 if self.programs.bias.datalog else 1

    def uses_all(
        self, literals: Sequence[Literal], loose: bool = False, ignoring: int = 0
    ) -> bool:
        """Return whether head variables are used, and others more than once.

        Of the places in a term that is taken apart, one is enough. ``loose`` is whether
        inputs of the head may be left out, ``ignoring`` how many literals may introduce
        variables that nothing else uses.
        """
        arity, left_open = self.programs.target.arity, self.programs.space.left_open
        of_literals = [variables(literal) - left_open for literal in literals]
        uses = Counter(v for vars_ in of_literals for v in vars_)
        needed = self.programs.outputs if loose else self.needed
        return (
            all(uses[v] for v in needed)
            and sum(
                any(uses[v] < 2 for v in vars_ if v >= arity)
                if literal.name not in self.programs.shaped
                else sum(v < arity or uses[v] > 1 for v in vars_) < 2
                for literal, vars_ in zip(literals, of_literals, strict=True)
            )
            <= ignoring
        )
