"""Base cases and recursive clauses, listed by their size.

Bodies grow by one literal at a time. One that has no answers, raises an error, or
answers on all instances as a shorter one does is left out with all that it begins, so
that each literal of a body makes a difference.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING

from fold_cli.coverage.clause_space import PartialBody
from fold_cli.coverage.programs import RecursiveClause
from fold_cli.theory.terms import Literal, Var, variables

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fold_cli.coverage.clause_space import Step
    from fold_cli.coverage.programs import Programs

MAX_BODIES = 3000
"""Bodies of one size that are tried; of more, the first ones are."""

MAX_AFTER = 2
"""Literals after the call in a recursive clause."""


@dataclass
class ClauseListing:
    """Lists the clauses of programs."""

    programs: Programs
    domains: dict[PartialBody, int] = field(default_factory=dict)
    """The instances on which bodies have answers, as bits of an integer."""
    _levels: dict[bool, list[list[PartialBody]]] = field(default_factory=dict)
    _bases: dict[int, list[PartialBody]] = field(default_factory=dict)
    _seen: dict[bool, set[tuple[frozenset[int], int]]] = field(default_factory=dict)

    def _bodies(self, size: int, outputs: bool) -> list[PartialBody]:
        """Return the bodies of a size that answer otherwise than all shorter ones."""
        levels = self._levels.setdefault(outputs, [[self.programs.start]])
        while len(levels) <= size:
            levels.append(self._extended(levels[-1], outputs))
        return levels[size]

    def _extended(self, level: list[PartialBody], outputs: bool) -> list[PartialBody]:
        programs = self.programs
        binds = frozenset(programs.outputs if outputs else ())
        longer = [
            body.with_step(step)
            for body in level
            for step in programs.space.steps(body, binds)
        ]
        most = programs.bias.max_vars
        if most is not None:
            longer = [body for body in longer if len(body.bound) <= most]
        longer = longer[:MAX_BODIES]
        if not longer:
            return []
        seen = self._seen.setdefault(outputs, set())
        kept = []
        answers = programs.answers(longer, of_outputs=False)
        for body, (instances, hash_) in zip(longer, answers, strict=True):
            if instances and (body.bound, hash_) not in seen:
                seen.add((body.bound, hash_))
                kept.append(body)
                self.domains[body] = instances
        return kept

    def base_cases(self, size: int) -> list[PartialBody]:
        """Return base cases up to a size that answer differently, shorter first."""
        size = min(size, self.programs.bias.max_body or size)
        if size not in self._bases:
            self._bases[size] = self._base_cases(size)
        return self._bases[size]

    def _base_cases(self, size: int) -> list[PartialBody]:
        complete = [
            body
            for length in range(1, size + 1)
            for body in self._bodies(length, outputs=True)
            if self._uses_all(body.literals)
        ]
        if not complete:
            return []
        kept: dict[tuple[int, int], PartialBody] = {}
        answers = self.programs.answers(complete, of_outputs=True)
        for body, answer in zip(complete, answers, strict=True):
            if answer[0]:
                kept.setdefault(answer, body)
        return list(kept.values())

    def _uses_all(self, literals: Sequence[Literal]) -> bool:
        """Return whether head variables are used, and others more than once.

        Of the places in a term that is taken apart, one is enough.
        """
        arity = self.programs.target.arity
        every = [variables(literal) for literal in literals]
        uses = Counter(v for own in every for v in own)
        needed = range(arity) if self.programs.bias.datalog else self.programs.outputs
        return all(uses[v] for v in needed) and all(
            all(uses[v] > 1 for v in own if v >= arity)
            if literal.name not in self.programs.shaped
            else sum(v < arity or uses[v] > 1 for v in own) > 1
            for literal, own in zip(literals, every, strict=True)
        )

    # Recursive clauses

    def recursive_clauses(self, size: int) -> list[RecursiveClause]:
        """Return the clauses with so many literals, the call among them."""
        if size > (self.programs.bias.max_body or size):
            return []
        return [
            clause
            for after in range(min(MAX_AFTER, size - 2) + 1)
            for before in self._bodies(size - 1 - after, outputs=False)
            for clause in self._with_call(before, after)
        ]

    def _with_call(self, before: PartialBody, after: int) -> Iterator[RecursiveClause]:
        space, programs = self.programs.space, self.programs
        inputs = [
            [v for v in sorted(before.bound) if space.types[v] == space.types[at]]
            for at in programs.inputs
        ]
        arity = programs.target.arity
        for given in product(*inputs):
            if max(given) < arity:  # nothing but variables of the head
                continue
            for passed in product((True, False), repeat=len(programs.outputs)):
                if all(passed) != (after == 0):
                    continue
                outputs = [
                    at if same else space.variable(space.types[at], "call", given, at)
                    for at, same in zip(programs.outputs, passed, strict=True)
                ]
                args = dict(zip(programs.inputs, given, strict=True))
                args |= dict(zip(programs.outputs, outputs, strict=True))
                call = Literal(
                    programs.target.name, tuple(Var(args[at]) for at in range(arity))
                )
                bound = PartialBody((), before.bound | set(outputs))
                new = frozenset(v for v in outputs if v >= arity)
                for steps in self._after(bound, new, after):
                    clause = RecursiveClause(before, call, steps)
                    if self._uses_all(clause.body) and self._allowed(clause):
                        yield clause

    def _after(
        self, body: PartialBody, new: frozenset[int], count: int
    ) -> Iterator[tuple[Step, ...]]:
        """Yield the steps that follow a call, each with a variable that is new then."""
        if not count:
            yield ()
            return
        for step in self.programs.space.steps(body, self.programs.space.outputs):
            if step.uses & new and step not in body.steps:
                bound = PartialBody((), body.bound | step.uses | set(step.new))
                more = new | set(step.new)
                for steps in self._after(bound, more, count - 1):
                    if step not in steps:
                        yield (step, *steps)

    def _allowed(self, clause: RecursiveClause) -> bool:
        most = self.programs.bias.max_vars
        if most is None:
            return True
        return len({v for literal in clause.body for v in variables(literal)}) <= most
