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
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from fold_cli.theory.terms import (
    Clause,
    Const,
    Literal,
    Predicate,
    Var,
    is_negated,
    negation,
)
from fold_cli.theory.theory import LearnedClause

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fold_cli.theory.theory import Theory

OBJECT = Var(0)
"""The variable of the row, whose class is asked."""


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
    clauses, excluded = [], list[Literal]()
    for step in steps:
        body = list(excluded)
        if step.predicate is not None:
            has_several_rules = counts[step.predicate] > 1
            body.insert(0, Literal(step.predicate, (OBJECT,), once=has_several_rules))
            excluded.append(Literal(step.predicate, (OBJECT,), negated=True))
        clause = Clause(name, 2, tuple(body), ((1, step.value),))
        clauses.append(LearnedClause(clause))
    return tuple(clauses)


class RankedClass(NamedTuple):
    """A class as Prolog writes it, and the theory of the target for it alone."""

    value: Const
    theory: Theory


def ranked_clauses(
    target: Predicate,
    place: int,
    helper: str,
    ranks: Sequence[RankedClass],
    default: Const,
    type_literals: Sequence[Literal],
) -> tuple[LearnedClause, ...]:
    """Return the clauses of a target of Prolog files that asks classes in order.

    The class is the argument at a ``place``. Each class has one condition, which the
    classes after it negate: the literal of its only rule, or else an atom of a
    ``helper`` predicate, which has the rules of such classes::

        kind(X, boat) :- floats(X).
        kind(X, car) :- kind_rule(X, car), \\+ floats(X).
        kind(X, bicycle) :- vehicle(X), \\+ floats(X), \\+ kind_rule(X, car).

    The default class is that of every object that no rule covers; ``type_literals`` may
    say which objects there are.
    """
    heads, rules, excluded = [], list[LearnedClause](), list[Literal]()

    def ask(value: Const, *conditions: Literal) -> None:
        body = (*conditions, *excluded)
        clause = Clause(target.name, target.arity, body, ((place, value),))
        heads.append(LearnedClause(clause))

    for value, theory in ranks:
        condition = _only_literal(theory, place, value)
        if condition is None:
            args = [Var(at) for at in range(target.arity)]
            condition = Literal(helper, (*args[:place], value, *args[place + 1 :]))
            rules += theory.clauses
        ask(value, condition)
        excluded.append(negation(condition))
    ask(default, *type_literals)
    rules.sort(key=lambda learned: learned.clause.name != target.name)
    for at, learned in enumerate(rules):
        if learned.clause.name == target.name:
            rules[at] = replace(learned, clause=replace(learned.clause, name=helper))
    return (*heads, *rules)


def _only_literal(theory: Theory, place: int, value: Const) -> Literal | None:
    """Return the literal that is a theory's only rule, if others can negate it.

    It is about the head's variables alone, of which that of the class has a value.
    """
    if len(theory.clauses) != 1 or len(theory.clauses[0].clause.body) != 1:
        return None
    [literal] = theory.clauses[0].clause.body
    if not isinstance(literal, Literal) or literal.negated:
        return None
    args = tuple(value if arg == Var(place) else arg for arg in literal.args)
    known = {Var(at) for at in range(theory.target.arity)}
    if any(arg not in known and not isinstance(arg, Const) for arg in args):
        return None
    return replace(literal, args=args)


def class_steps(theory: Theory) -> tuple[ClassStep, ...]:
    """Return the classes of a theory in the order in which they are asked."""
    steps = []
    for learned in theory.clauses:
        clause = learned.clause
        if not clause.fixed or clause.predicate != theory.target:
            continue
        value = dict(clause.fixed).get(1)
        literals = (lit for lit in clause.body if isinstance(lit, Literal))
        predicate = next((lit.name for lit in literals if not lit.negated), None)
        if value is not None:
            steps.append(ClassStep(value, predicate))
    return tuple(steps)


def is_ordered(theory: Theory) -> bool:
    """Return whether the first rule that holds gives the class."""
    return bool(theory.classes) or ranked_conditions(theory) is not None


def ranked_conditions(theory: Theory) -> list[Literal] | None:
    """Return the conditions of the classes but the default, in their order.

    None if the theory is not as ``ranked_clauses`` writes it.
    """
    heads = [c.clause for c in theory.clauses if c.clause.predicate == theory.target]
    places = {tuple(at for at, _ in clause.fixed) for clause in heads}
    if theory.schema or len(heads) < 2 or len(places) != 1 or len(*places) != 1:
        return None
    conditions, excluded = list[Literal](), list[Literal]()
    for clause in heads[:-1]:
        condition, *others = clause.body or [None]
        if not isinstance(condition, Literal) or condition.negated:
            return None
        if others != excluded:
            return None
        conditions.append(condition)
        excluded.append(negation(condition))
    last = [literal for literal in heads[-1].body if is_negated(literal)]
    return conditions if last == excluded else None


def unlisted_default(theory: Theory) -> LearnedClause | None:
    """Return the clause of a default class that lists none of its objects, if there is.

    It holds of every object that no rule covers; the rules of its class list others.
    """
    heads = [c for c in theory.clauses if c.clause.predicate == theory.target]
    if ranked_conditions(theory) is None:
        return None
    last = heads[-1].clause
    is_unbound = all(is_negated(literal) for literal in last.body)
    return heads[-1] if is_unbound and last.fixed == heads[-2].clause.fixed else None


def class_rules(theory: Theory) -> tuple[LearnedClause, ...]:
    """Return the rules of all classes as clauses of the target, in order.

    The first that holds decides; the last has no body, or says which objects there are.
    """
    rules = []
    target = theory.target
    for step, at in class_rule_places(theory):
        learned = theory.clauses[at]
        body = learned.clause.body
        fixed = learned.clause.fixed or ((1, step.value),)
        if step.predicate is None:
            body = tuple(lit for lit in body if not is_negated(lit))
        clause = Clause(target.name, target.arity, body, fixed)
        rules.append(replace(learned, clause=clause))
    return tuple(rules)


def deciding_rules(theory: Theory) -> tuple[LearnedClause, ...]:
    """Return the target's rules; of several classes, the first that holds decides."""
    if is_ordered(theory):
        return class_rules(theory)
    target = theory.target
    return tuple(each for each in theory.clauses if each.clause.predicate == target)


def class_rule_places(theory: Theory) -> list[tuple[ClassStep, int]]:
    """Return the classes in order, each with the place of each of its clauses."""
    name, conditions = theory.target.name, ranked_conditions(theory)
    places: dict[tuple[str, Const | None], list[int]] = {}
    for at, learned in enumerate(theory.clauses):
        clause = learned.clause
        places.setdefault((clause.name, None), []).append(at)
        for _, value in clause.fixed:
            places.setdefault((clause.name, value), []).append(at)
    if conditions is not None:
        return _ranked_rule_places(theory, conditions, places)
    return [
        (step, at)
        for step in class_steps(theory)
        for at in places.get(
            (name, step.value) if step.predicate is None else (step.predicate, None), ()
        )
    ]


def _ranked_rule_places(
    theory: Theory,
    conditions: Sequence[Literal],
    places: Mapping[tuple[str, Const | None], Sequence[int]],
) -> list[tuple[ClassStep, int]]:
    """Return the places of the helper's clauses, and of the target's without it."""
    result: list[tuple[ClassStep, int]] = []
    heads = places[theory.target.name, None]
    for head, condition in zip_longest(heads, conditions):
        (_, value), *_ = theory.clauses[head].clause.fixed
        name = condition.name if condition else ""
        rules = places.get((name, value))
        step = ClassStep(value, name if rules else None)
        result += [(step, at) for at in rules or [head]]
    return result


def clauses_by_predicate(theory: Theory) -> dict[Predicate, list[LearnedClause]]:
    """Return the clauses of each predicate."""
    clauses: dict[Predicate, list[LearnedClause]] = {}
    for learned in theory.clauses:
        clauses.setdefault(learned.clause.predicate, []).append(learned)
    return clauses


def class_of_predicates(theory: Theory) -> dict[Predicate, Const]:
    """Return the class that the rules of each predicate, exceptions too, are about."""
    known = {
        Predicate(step.predicate, 1): step.value
        for step in class_steps(theory)
        if step.predicate is not None
    }
    waiting = list(known)
    clauses = clauses_by_predicate(theory)
    while waiting:
        predicate = waiting.pop()
        for learned in clauses.get(predicate, ()):
            for literal in learned.clause.body:
                if isinstance(literal, Literal):
                    called = literal.predicate
                    if called not in known and called in clauses:
                        known[called] = known[predicate]
                        waiting.append(called)
    return known
