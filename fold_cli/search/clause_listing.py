"""Recursive clauses, listed by size: a body, calls of the target, and what follows."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import combinations, islice, product
from typing import TYPE_CHECKING

from fold_cli.coverage.clause_space import PartialBody
from fold_cli.coverage.programs import RecursiveClause
from fold_cli.search.body_listing import BodyKind, BodyListing
from fold_cli.theory.terms import Literal, Var, variables

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fold_cli.coverage.clause_space import Step
    from fold_cli.coverage.programs import Programs

MAX_BEFORE = 5
"""Literals before the calls in a recursive clause."""

MAX_AFTER = 2
"""Literals after the calls."""

MAX_FREE = 5
"""Literals in a clause up to which its call may have any inputs.

Each input of two calls is what literals make of the head's input at its place alone.
In longer ones each is the head's input at its place, or what one literal makes of it;
two calls then have what literals make of one input, such as the branches of a tree.
"""

MAX_CHAINED = 5
"""Literals in a clause beside its calls up to which those before these may be any.

In longer ones they take the head's inputs apart, and test or join what is in them:
several lists get shorter together.
"""

MAX_CLAUSES = 8000
"""Recursive clauses of one size, with so many literals after calls, that are listed."""

STEP_COST = 8
"""Inferences in whose time one more literal is looked at here."""


class ClauseListing:
    """Lists the recursive clauses of programs."""

    def __init__(self, programs: Programs) -> None:
        self.programs = programs
        self.bodies = BodyListing(programs)
        self._recursive: dict[tuple[int, int], list[RecursiveClause]] = {}

    @cached_property
    def _most_used(self) -> int:
        """How many known variables one literal may have."""
        modes = self.programs.space.modes
        return max((sum(a.kind == "+" for a in m.args) for m in modes), default=0)

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
        few = size - calls <= MAX_CHAINED
        kind = BodyKind.CLAUSE if few else BodyKind.LONG_CLAUSE
        for before in self.bodies.of_size(size - calls - after, kind):
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
        direct = {}
        if len(before.steps) + calls + after > MAX_FREE:
            steps = [s for s in before.steps if s.uses and max(s.uses) < arity]
            direct = {v: min(step.uses) for step in steps for v in step.new}
            known = [
                [v for v in own if direct.get(v, v) == at]
                for at, own in zip(programs.inputs, known, strict=True)
            ]
        elif calls > 1:
            origins = _origins(before, programs.inputs)
            known = [
                [v for v in own if origins[v] == {at}]
                for at, own in zip(programs.inputs, known, strict=True)
            ]
        inputs = [given for given in product(*known) if max(given) >= arity]
        single, used = self._uses(before)
        for every in combinations(inputs, calls):
            parts = {direct[v] for given in every for v in given if v in direct}
            if calls > 1 and len(parts) > 1:
                continue
            left = single.difference(*every)
            inputs_of_calls = {v for given in every for v in given}
            for passed in product((True, False), repeat=len(programs.outputs)):
                if not after and not all(passed):
                    continue
                made = tuple(self._call(given, passed) for given in every)
                every_var = frozenset(v for call in made for v in variables(call))
                outputs = every_var.difference(*every)
                bound = PartialBody((), before.bound | outputs)
                new = frozenset(v for v in outputs if v >= arity)
                unused = (
                    left | new | (self.bodies.needed - used - outputs - inputs_of_calls)
                )
                known_unused = len(unused - space.outputs)
                if known_unused > self._most_used * after - max(0, after - 1):
                    continue
                tests = all(passed)
                used_after = outputs if tests else new
                for follow in self._after(bound, used_after, unused, after, tests):
                    clause = RecursiveClause(before, made, follow)
                    if self._complete(clause) and self._allowed(clause):
                        yield clause

    def _uses(self, before: PartialBody) -> tuple[frozenset[int], frozenset[int]]:
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
        return frozenset(single), frozenset(uses)

    def _complete(self, clause: RecursiveClause) -> bool:
        """Return what ``_uses_all`` says of a clause whose variables are all used."""
        return not self.programs.shaped or self.bodies.uses_all(clause.body)

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
        tests: bool,
    ) -> Iterator[tuple[Step, ...]]:
        """Yield the steps that follow calls, each with a variable that is new then.

        The last one has all variables that nothing else uses. Where the head's outputs
        are those of a call, or one step makes them of what was known before, the others
        are tests.
        """
        if not count:
            if not unused:
                yield ()
            return
        outputs = self.programs.space.outputs
        steps = self.programs.space.steps(body, outputs)
        self.programs.charge(len(steps) * STEP_COST)
        for step in steps:
            of_known = not step.uses & new
            if tests and (of_known or not step.tests):
                continue
            if of_known and (count == 1 or not step.uses & (outputs - body.bound)):
                continue
            left = unused - step.uses
            if count == 1 and left:
                continue
            bound = PartialBody((), body.bound | step.uses | set(step.new))
            made = frozenset(step.new)
            rest = bound, new | made, left | made, count - 1, tests or of_known
            yield from (
                (step, *more) for more in self._after(*rest) if step not in more
            )

    def _allowed(self, clause: RecursiveClause) -> bool:
        most = self.programs.bias.max_vars
        if most is None:
            return True
        return len({v for literal in clause.body for v in variables(literal)}) <= most


def _origins(body: PartialBody, inputs: Sequence[int]) -> dict[int, set[int]]:
    """Return for each variable of a body the head's inputs that it is made of."""
    found = {at: {at} for at in inputs}
    for step in body.steps:
        made_of = set().union(*(found[v] for v in step.uses))
        found.update((v, made_of) for v in step.new)
    return found
