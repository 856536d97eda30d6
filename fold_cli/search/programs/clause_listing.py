"""Recursive clauses, listed by size: a body, calls of the target, and what follows.

Clauses are built from bodies that were run (``body_listing``), so only the calls and at
most ``MAX_AFTER`` literals after them are enumerated here. A literal that is looked at
counts as ``STEP_COST`` inferences of the budget.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import combinations, islice, permutations, product
from typing import TYPE_CHECKING

from fold_cli.coverage.clause_space import PartialBody
from fold_cli.coverage.recursive_clause import RecursiveClause
from fold_cli.search.programs.body_listing import BodyKind, BodyListing
from fold_cli.theory.terms import Literal, Var, is_safe, variables

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fold_cli.coverage.clause_space import Step
    from fold_cli.coverage.programs import Programs

MAX_BEFORE = 5
"""Literals before the calls of a recursive clause."""

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

In longer ones they take the head's inputs apart, once or again, and test or join what
is in them: several lists get shorter together, or one by two elements.
"""

MAX_CLAUSES = 8000
"""Recursive clauses of one size, with so many literals after calls, that are listed."""

STEP_COST = 8
"""Inferences of Prolog that take as long as looking at one literal here."""


class ClauseListing:
    """Lists the recursive clauses of programs."""

    def __init__(self, programs: Programs, negating: bool = False) -> None:
        self.programs = programs
        self.bodies = BodyListing(programs, negating)
        self._recursive: dict[tuple[int, int], list[RecursiveClause]] = {}
        self._known: dict[int, frozenset[RecursiveClause]] = {}

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

    def known_clauses(self, size: int) -> frozenset[RecursiveClause]:
        """Return the clauses with so many literals, one of them a call, if listed."""
        if size not in self._known:
            self._known[size] = frozenset(self._recursive.get((size, 1), ()))
        return self._known[size]

    def _listed(self, size: int, calls: int, after: int) -> Iterator[RecursiveClause]:
        chained = size - calls <= MAX_CHAINED
        kind = BodyKind.CLAUSE if chained else BodyKind.LONG_CLAUSE
        for before in self.bodies.of_size(size - calls - after, kind):
            yield from self.with_calls(before, calls, after)

    def with_calls(
        self, before: PartialBody, calls: int, after: int
    ) -> Iterator[RecursiveClause]:
        """Yield the clauses that begin with a body, and have so many literals after.

        An output of a call is the head's output at its place, or a new variable.
        """
        space, arity = self.programs.space, self.programs.target.arity
        single, used = self._uses(before)
        places = product((True, False), repeat=len(self.programs.outputs))
        head_outputs = [are_head for are_head in places if after or all(are_head)]
        max_unused = self._most_used * after - max(0, after - 1)
        for inputs in self._call_inputs(before, calls, after):
            given = {v for of_call in inputs for v in of_call}
            missing = self.bodies.needed - used - given
            for are_head in head_outputs:
                made = tuple(self._call(of_call, are_head) for of_call in inputs)
                every_var = frozenset(v for call in made for v in variables(call))
                outputs = every_var - given
                new = frozenset(v for v in outputs if v >= arity)
                unused = (single - given) | new | (missing - outputs)
                if len(unused - space.outputs) > max_unused:
                    continue
                bound = PartialBody((), before.bound | outputs)
                tests = all(are_head)
                used_after = outputs if tests else new
                for steps in self._after(bound, used_after, unused, after, tests):
                    clause = RecursiveClause(before, made, steps)
                    if self._complete(clause) and self._allowed(clause):
                        yield clause

    def _call_inputs(
        self, before: PartialBody, calls: int, after: int
    ) -> Iterator[tuple[tuple[int, ...], ...]]:
        """Yield the inputs of so many different calls, variables that a body binds.

        ``MAX_FREE`` says which variables may be the input at a place.
        """
        types, arity = self.programs.space.types, self.programs.target.arity
        places = self.programs.inputs
        known = [
            [v for v in sorted(before.bound) if types[v] == types[at]] for at in places
        ]
        origins = _origins(before, places)
        made_of: dict[int, int] = {}  # for what is made of one, the head's input
        if len(before.steps) + calls + after > MAX_FREE:
            again = len(before.steps) + after > MAX_CHAINED
            for step in before.steps:
                of_head = step.uses and max(step.uses) < arity
                if of_head or (again and before.repeats(step)):
                    first = min(step.uses)
                    made_of.update((v, made_of.get(first, first)) for v in step.new)
            known = [
                [v for v in choices if made_of.get(v, v) == at]
                for at, choices in zip(places, known, strict=True)
            ]
        elif calls > 1:
            heads = set(places)
            known = [
                [v for v in choices if origins[v] & heads == {at}]
                for at, choices in zip(places, known, strict=True)
            ]
        of_call = [given for given in product(*known) if max(given) >= arity]
        for inputs in combinations(of_call, calls):
            parts = {made_of[v] for given in inputs for v in given if v in made_of}
            if calls == 1 or (len(parts) <= 1 and self._apart(inputs, origins)):
                yield inputs

    def keeps_places(self, clause: RecursiveClause) -> bool:
        """Return whether each input of a call is made of the head's at its place."""
        origins = _origins(clause.before, self.programs.inputs)
        return all(
            isinstance(arg, Var) and at in origins[arg.index]
            for call in clause.calls
            for at, arg in enumerate(call.args)
            if at in self.programs.inputs
        )

    def _apart(
        self, inputs: Sequence[tuple[int, ...]], origins: dict[int, set[int]]
    ) -> bool:
        """Return whether no call of several has what is made of another's input.

        Where outputs are made of those of the calls, it may: the number before and
        the one before that.
        """
        return bool(self.programs.outputs) or not any(
            one != other and one in origins[other]
            for mine, others in permutations(inputs, 2)
            for one, other in zip(mine, others, strict=True)
        )

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
        return frozenset(single) - self.programs.space.left_open, frozenset(uses)

    def _complete(self, clause: RecursiveClause) -> bool:
        """Return ``uses_all`` of a clause that has no variable of ``unused`` left.

        What a negated literal has, another must bind.
        """
        if self.bodies.negating and not is_safe(clause.body):
            return False
        return not self.programs.shaped or self.bodies.uses_all(clause.body)

    def _call(self, given: Sequence[int], are_head: Sequence[bool]) -> Literal:
        """Return a call with some inputs, whose outputs are the head's or new ones."""
        space, programs = self.programs.space, self.programs
        args = dict(zip(programs.inputs, given, strict=True))
        for at, is_head in zip(programs.outputs, are_head, strict=True):
            args[at] = (
                at if is_head else space.variable(space.types[at], "f", given, at)
            )
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
        max_vars = self.programs.bias.max_vars
        if max_vars is None:
            return True
        used = {v for literal in clause.body for v in variables(literal)}
        return len(used) <= max_vars


def _origins(body: PartialBody, inputs: Sequence[int]) -> dict[int, set[int]]:
    """Return for each variable of a body those that it is made of, and itself."""
    found = {at: {at} for at in inputs}
    for step in body.steps:
        made_of = set().union(*(found[v] for v in step.uses))
        found.update((v, made_of | {v}) for v in step.new)
    return found
