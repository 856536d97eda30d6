"""Base cases and recursive clauses, listed by their size.

Bodies grow by one literal at a time. One that has no answers, raises an error, or
answers on all instances as a shorter one does is left out with all that it begins, so
that each literal of a body makes a difference.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, islice, product
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

MAX_BEFORE = 5
"""Literals before the calls in a recursive clause."""

MAX_AFTER = 2
"""Literals after the calls."""

MAX_FREE = 5
"""Literals in a clause up to which its calls may have any inputs.

In longer ones each is an input of the head, or what one literal makes of these; two
calls then have what literals make of one input, such as the branches of a tree.
"""

MAX_CLAUSES = 8000
"""Recursive clauses of one size, with so many literals after calls, that are listed."""

STEP_COST = 8
"""Inferences in whose time one more literal is looked at here."""


@dataclass
class ClauseListing:
    """Lists the clauses of programs."""

    programs: Programs
    domains: dict[PartialBody, int] = field(default_factory=dict)
    """The instances on which bodies have answers, as bits of an integer."""
    _levels: dict[bool, list[list[PartialBody]]] = field(default_factory=dict)
    _bases: dict[int, list[PartialBody]] = field(default_factory=dict)
    _recursive: dict[tuple[int, int], list[RecursiveClause]] = field(
        default_factory=dict
    )
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

    @property
    def _needed(self) -> Sequence[int]:
        """The head's variables that each body has."""
        programs = self.programs
        return (
            range(programs.target.arity) if programs.bias.datalog else programs.outputs
        )

    @cached_property
    def _most_used(self) -> int:
        """How many known variables one literal may have."""
        modes = self.programs.space.modes
        return max((sum(a.kind == "+" for a in m.args) for m in modes), default=0)

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
        return all(uses[v] for v in self._needed) and all(
            all(uses[v] > 1 for v in own if v >= arity)
            if literal.name not in self.programs.shaped
            else sum(v < arity or uses[v] > 1 for v in own) > 1
            for literal, own in zip(literals, every, strict=True)
        )

    # Recursive clauses

    def recursive_clauses(self, size: int, calls: int = 1) -> list[RecursiveClause]:
        """Return the clauses with so many literals, and so many calls among them."""
        if size > (self.programs.bias.max_body or size):
            return []
        if (size, calls) not in self._recursive:
            least = max(0, size - calls - MAX_BEFORE)
            most = min(MAX_AFTER, size - calls - 1)
            self._recursive[size, calls] = [
                clause
                for after in range(least, most + 1)
                for clause in islice(self._listed(size, calls, after), MAX_CLAUSES)
            ]
        return self._recursive[size, calls]

    def _listed(self, size: int, calls: int, after: int) -> Iterator[RecursiveClause]:
        for before in self._bodies(size - calls - after, outputs=False):
            yield from self._with_calls(before, calls, after)

    def _with_calls(
        self, before: PartialBody, calls: int, after: int
    ) -> Iterator[RecursiveClause]:
        """Yield the clauses that begin alike; calls differ in their inputs."""
        space, programs = self.programs.space, self.programs
        types = [space.types[at] for at in programs.inputs]
        known = [
            [v for v in sorted(before.bound) if space.types[v] == t] for t in types
        ]
        arity = programs.target.arity
        if len(before.steps) + calls + after > MAX_FREE:
            steps = [s for s in before.steps if s.uses and max(s.uses) < arity]
            direct = {v: min(step.uses) for step in steps for v in step.new}
            known = [[v for v in own if v < arity or v in direct] for own in known]
        else:
            direct = {}
        inputs = [given for given in product(*known) if max(given) >= arity]
        single, used = self._uses(before)
        for every in combinations(inputs, calls):
            origins = {direct[v] for given in every for v in given if v in direct}
            if calls > 1 and len(origins) > 1:
                continue
            left = single.difference(*every)
            for passed in product((True, False), repeat=len(programs.outputs)):
                if all(passed) != (after == 0):
                    continue
                made = tuple(self._call(given, passed) for given in every)
                outputs = {v for call in made for v in variables(call)}
                outputs = outputs.difference(*every)
                bound = PartialBody((), before.bound | outputs)
                new = frozenset(v for v in outputs if v >= arity)
                if len(left | new) > self._most_used * after - max(0, after - 1):
                    continue
                for follow in self._after(bound, new, left | new, after):
                    clause = RecursiveClause(before, made, follow)
                    if self._complete(clause, used) and self._allowed(clause):
                        yield clause

    def _uses(self, before: PartialBody) -> tuple[frozenset[int], set[int]]:
        """Return the variables that a body has once, not in a shape, and all it has."""
        arity, shaped = self.programs.target.arity, self.programs.shaped
        uses = Counter(v for step in before.steps for v in (*step.uses, *step.new))
        single = (
            v
            for step in before.steps
            if step.literal.name not in shaped
            for v in step.new
            if v >= arity and uses[v] == 1
        )
        return frozenset(single), set(uses)

    def _complete(self, clause: RecursiveClause, used: set[int]) -> bool:
        """Return what ``_uses_all`` says of a clause, whose other variables are used.

        ``used`` are the variables of the body before its calls.
        """
        if self.programs.shaped:
            return self._uses_all(clause.body)
        calls = (variables(call) for call in clause.calls)
        every = used.union(*calls, *(step.uses for step in clause.after))
        return every.issuperset(self._needed)

    def _call(self, given: Sequence[int], passed: Sequence[bool]) -> Literal:
        """Return a call with some inputs, whose outputs are the head's or new ones."""
        space, programs = self.programs.space, self.programs
        args = dict(zip(programs.inputs, given, strict=True))
        for at, same in zip(programs.outputs, passed, strict=True):
            args[at] = at if same else space.variable(space.types[at], "f", given, at)
        places = range(programs.target.arity)
        return Literal(programs.target.name, tuple(Var(args[at]) for at in places))

    def _after(
        self,
        body: PartialBody,
        new: frozenset[int],
        unused: frozenset[int],
        count: int,
    ) -> Iterator[tuple[Step, ...]]:
        """Yield the steps that follow calls, each with a variable that is new then.

        The last one has all variables that nothing else uses.
        """
        if not count:
            if not unused:
                yield ()
            return
        steps = self.programs.space.steps(body, self.programs.space.outputs)
        self.programs.charge(len(steps) * STEP_COST)
        for step in steps:
            left = unused - step.uses
            if step.uses & new and step not in body.steps and (count > 1 or not left):
                bound = PartialBody((), body.bound | step.uses | set(step.new))
                made = frozenset(step.new)
                for more in self._after(bound, new | made, left | made, count - 1):
                    if step not in more:
                        yield (step, *more)

    def _allowed(self, clause: RecursiveClause) -> bool:
        most = self.programs.bias.max_vars
        if most is None:
            return True
        return len({v for literal in clause.body for v in variables(literal)}) <= most
