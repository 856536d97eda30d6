"""Theories of several classes: each object gets the first class whose rules hold.

The rules of a class define a predicate of its own, and the target's clauses say in
which order the classes are asked::

    species(X, setosa) :- setosa(X).
    species(X, virginica) :- virginica(X), \\+ setosa(X).
    species(X, versicolor) :- \\+ setosa(X), \\+ virginica(X).

So Prolog finds exactly one class for each object, whether the class is given or asked
for, and asks each of k classes at most k times.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from fold_cli.theory.terms import Clause, Const, Literal, Var
from fold_cli.theory.theory import LearnedClause

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_cli.theory.theory import Theory

OBJECT = Var(0)


class ClassStep(NamedTuple):
    """A class as Prolog writes it, and the predicate of its rules.

    The default class has none.
    """

    value: Const
    predicate: str | None


def target_clauses(
    name: str, steps: Sequence[ClassStep], rules: Sequence[LearnedClause]
) -> tuple[LearnedClause, ...]:
    """Return the clauses of a target that asks classes in order, the default last.

    Where a class has several rules, one that holds is enough.
    """
    counts = Counter(learned.clause.name for learned in rules)
    clauses, before = [], list[Literal]()
    for step in steps:
        body = list(before)
        if step.predicate is not None:
            several = counts[step.predicate] > 1
            body.insert(0, Literal(step.predicate, (OBJECT,), once=several))
            before.append(Literal(step.predicate, (OBJECT,), negated=True))
        clause = Clause(name, 2, tuple(body), ((1, step.value),))
        clauses.append(LearnedClause(clause))
    return tuple(clauses)


def class_steps(theory: Theory) -> tuple[ClassStep, ...]:
    """Return the classes of a theory in the order in which they are asked."""
    steps = []
    for learned in theory.clauses:
        clause = learned.clause
        if (clause.name, clause.arity) == (theory.target.name, theory.target.arity):
            value = dict(clause.fixed).get(1)
            own = [lit for lit in clause.body if isinstance(lit, Literal)]
            asked = next((lit.name for lit in own if not lit.negated), None)
            if value is not None:
                steps.append(ClassStep(value, asked))
    return tuple(steps)


def class_rules(theory: Theory) -> tuple[LearnedClause, ...]:
    """Return the rules of all classes as clauses of the target, in order.

    The first that holds decides; the last has no body.
    """
    rules = []
    for step, at in class_rule_places(theory):
        learned = theory.clauses[at]
        body = () if step.predicate is None else learned.clause.body
        clause = Clause(theory.target.name, 2, body, ((1, step.value),))
        rules.append(replace(learned, clause=clause))
    return tuple(rules)


def deciding_rules(theory: Theory) -> tuple[LearnedClause, ...]:
    """Return the target's rules; of several classes, the first that holds decides."""
    if theory.classes:
        return class_rules(theory)
    name = theory.target.name
    return tuple(each for each in theory.clauses if each.clause.name == name)


def class_rule_places(theory: Theory) -> list[tuple[ClassStep, int]]:
    """Return the classes in order, each with the place of each of its clauses."""
    name = theory.target.name
    places: dict[tuple[str, Const | None], list[int]] = {}
    for at, learned in enumerate(theory.clauses):
        clause = learned.clause
        fixed = dict(clause.fixed)
        places.setdefault((clause.name, None), []).append(at)
        if clause.name == name and fixed.keys() == {1}:
            places.setdefault((name, fixed[1]), []).append(at)
    return [
        (step, at)
        for step in class_steps(theory)
        for at in places.get(
            (name, step.value) if step.predicate is None else (step.predicate, None), ()
        )
    ]


def by_name(theory: Theory) -> dict[str, list[LearnedClause]]:
    """Return the clauses of each predicate."""
    clauses: dict[str, list[LearnedClause]] = {}
    for learned in theory.clauses:
        clauses.setdefault(learned.clause.name, []).append(learned)
    return clauses


def class_of_predicates(theory: Theory) -> dict[str, Const]:
    """Return the class that each predicate of rules and exceptions speaks about."""
    found = {step.predicate: step.value for step in class_steps(theory)}
    known = {name: value for name, value in found.items() if name is not None}
    waiting = list(known)
    clauses = by_name(theory)
    while waiting:
        name = waiting.pop()
        for learned in clauses.get(name, ()):
            for literal in learned.clause.body:
                used = literal.name if isinstance(literal, Literal) else ""
                if used not in known and used in clauses:
                    known[used] = known[name]
                    waiting.append(used)
    return known
