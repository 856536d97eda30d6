"""Rules that were learned one by one, as a program: so they have rivals as well.

A rule is written in the steps of the clause space, whose variables are named otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli.coverage.clause_space import PartialBody
from fold_cli.coverage.recursive_clause import RecursiveClause
from fold_cli.search.programs.base_choices import BaseChoices
from fold_cli.search.programs.body_listing import LEFT_OUT
from fold_cli.search.programs.recursive_program import NO_RECURSION_COST, Program
from fold_cli.search.rule_doubts import relates_inputs
from fold_cli.theory.terms import Literal, Member, Threshold, Var

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fold_cli.coverage.clause_space import Step
    from fold_cli.coverage.programs import Programs
    from fold_cli.theory.rules import Rule
    from fold_cli.theory.terms import Body

CONSTANT_LITERALS = 2
"""Literals that a bound, or an example that is listed, adds: it is one of many."""


def rules_cost(rules: Sequence[Rule], recursive: bool, arity: int) -> int:
    """Return the size of rules by which they are compared with programs.

    ``recursive`` is whether one of them calls the target.
    """
    size = sum(rule.size for rule in rules) + CONSTANT_LITERALS * _constants(rules)
    size += LEFT_OUT * sum(not relates_inputs(rule, arity) for rule in rules)
    return size + NO_RECURSION_COST * (len(rules) > 1 and not recursive)


def _constants(rules: Iterable[Rule]) -> int:
    """Return how many numbers rules compare with, and examples they list."""
    return sum(
        sum(isinstance(each, Threshold) for each in rule.body)
        + sum(len(each.rows) for each in rule.body if isinstance(each, Member))
        + _constants(rule.exceptions)
        for rule in rules
    )


def as_program(rules: Sequence[Rule], programs: Programs) -> Program | None:
    """Return rules as a program, if they are one whose clauses call the target once.

    That is one without outputs, whose calls have inputs that other literals bind.
    """
    if programs.outputs or any(rule.exceptions for rule in rules):
        return None
    bases, clauses = [], []
    for rule in rules:
        clause = _as_clause(rule.body, programs)
        if clause is None:
            return None
        if clause.calls:
            clauses.append(clause)
        else:
            bases.append(clause.before)
    choices = BaseChoices.single(bases)
    every = (1 << len(bases)) - 1
    size = sum(rule.size for rule in rules)
    return Program(tuple(bases), tuple(clauses), choices, every, size, False, False)


def _as_clause(body: Body, programs: Programs) -> RecursiveClause | None:
    """Return a body with at most one call, its other literals before."""
    literals = [literal for literal in body if isinstance(literal, Literal)]
    calls = [each for each in literals if each.predicate == programs.target]
    if len(literals) < len(body) or len(calls) > 1 or any(c.negated for c in calls):
        return None
    names = {at: at for at in programs.inputs}
    steps = _steps([each for each in literals if each not in calls], programs, names)
    called = [a.index for c in calls for a in c.args if isinstance(a, Var)]
    if steps is None or not {*called} <= {*names}:
        return None
    renamed = tuple(
        Literal(call.name, tuple(Var(names[index]) for index in called))
        for call in calls
    )
    ordered = tuple(sorted(steps, key=lambda step: step.number))
    bound = programs.start.bound.union(*(step.new for step in steps))
    return RecursiveClause(PartialBody(ordered, bound), renamed, ())


def _steps(
    literals: list[Literal], programs: Programs, names: dict[int, int]
) -> list[Step] | None:
    """Return the steps that literals are, in an order in which they can be run.

    ``names`` gets what their variables are called in the steps.
    """
    steps: list[Step] = []
    while literals:
        possible = ((each, programs.space.step_of(each, names)) for each in literals)
        literal, step = next((each for each in possible if each[1]), (None, None))
        if literal is None or step is None:
            return None
        literals = [each for each in literals if each is not literal]
        for own, named in zip(literal.args, step.literal.args, strict=True):
            if isinstance(own, Var) and isinstance(named, Var):
                names[own.index] = named.index
        steps.append(step)
    return steps
