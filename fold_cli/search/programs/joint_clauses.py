"""Recursive clauses that take several inputs of one type apart together.

``zip`` takes the heads and tails of both lists. Such a clause is long, and few are like
it: the same two literals for each of the inputs, at most one that joins what they make,
a call, and what follows. So they are listed without what else is as long.
"""

from __future__ import annotations

from itertools import combinations, islice
from typing import TYPE_CHECKING

from fold_cli.coverage.clause_space import PartialBody
from fold_cli.search.programs.clause_listing import MAX_AFTER, MAX_CLAUSES
from fold_cli.theory.terms import Var

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fold_cli.coverage.clause_space import Step
    from fold_cli.coverage.programs import Programs
    from fold_cli.coverage.recursive_clause import RecursiveClause
    from fold_cli.search.programs.clause_listing import ClauseListing

MAX_JOINT_BODIES = 1000
"""Bodies before the calls of such clauses that are run."""


def joint_clauses(
    programs: Programs, listing: ClauseListing, size: int
) -> list[RecursiveClause]:
    """Return the clauses up to a size; none if no two inputs have one type."""
    types = programs.space.types
    groups = ([i for i in programs.inputs if types[i] == t] for t in sorted({*types}))
    alike = max(groups, key=len, default=[])
    if len(alike) < 2:
        return []
    bodies = [*islice(_bodies(programs, alike), MAX_JOINT_BODIES)]
    answers = programs.answers(bodies, of_outputs=False) if bodies else []
    clauses = (
        clause
        for body, (instances, _) in zip(bodies, answers, strict=True)
        if instances
        for after in range(min(MAX_AFTER, size - len(body.steps) - 1) + 1)
        for clause in listing.with_calls(body, 1, after)
        if not {*map(Var, alike)} & {*clause.calls[0].args}
    )
    return [*islice(clauses, MAX_CLAUSES)]


def _bodies(programs: Programs, alike: list[int]) -> Iterator[PartialBody]:
    """Yield what takes some inputs apart by the same two literals, or joins it too."""
    start, space = programs.start, programs.space
    by_shape: dict[tuple[object, ...], list[Step]] = {}
    for step in space.steps(start, frozenset()):
        if step.new and len(step.uses) == 1 and step.uses <= {*alike}:
            own = {Var(v) for v in (*step.uses, *step.new)}
            shape = step.literal.name, *(a not in own and a for a in step.literal.args)
            by_shape.setdefault(shape, []).append(step)
    parts = [steps for steps in by_shape.values() if len(steps) == len(alike)]
    taken = [_body(start, [*one, *other]) for one, other in combinations(parts, 2)]
    yield from taken
    for body in taken:
        made = body.bound - start.bound
        for step in space.steps(PartialBody((), body.bound), frozenset()):
            if len(step.uses & made) > 1 and step not in body.steps:
                yield _body(start, [*body.steps, step])


def _body(start: PartialBody, steps: list[Step]) -> PartialBody:
    """Return a body with steps in the order of their numbers."""
    ordered = sorted(steps, key=lambda step: step.number)
    bound = start.bound.union(*(step.new for step in steps))
    return PartialBody(tuple(ordered), bound)
