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

from fold_cli.theory.terms import Clause, Const, Literal, Var, is_negated
from fold_cli.theory.theory import LearnedClause

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_cli.theory.terms import Predicate
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
    default: RankedClass,
    type_literals: Sequence[Literal] = (),
) -> tuple[LearnedClause, ...]:
    """Return the clauses of a target of Prolog files that asks classes in order.

    The class is the argument at a ``place``. The rules of all classes, exceptions
    aside, are clauses of one predicate, the ``helper``::

        kind(X, boat) :- kind_rule(X, boat).
        kind(X, car) :- kind_rule(X, car), \\+ kind_rule(X, boat).
        kind(X, bicycle) :- vehicle(X), \\+ kind_rule(X, boat), \\+ kind_rule(X, car).

    The default class is that of every object that no rule covers; ``type_literals`` may
    say which objects there are.
    """

    def rule_literal(value: Const, *, negated: bool = False) -> Literal:
        head = [Var(at) for at in range(target.arity)]
        return Literal(helper, (*head[:place], value, *head[place + 1 :]), negated)

    clauses, excluded = [], list[Literal]()
    for value, theory in (*ranks, default):
        condition = [rule_literal(value)] if theory.clauses else [*type_literals]
        fixed = ((place, value),)
        clause = Clause(target.name, target.arity, (*condition, *excluded), fixed)
        clauses.append(LearnedClause(clause, theory.covers))
        excluded.append(rule_literal(value, negated=True))
    rules = [learned for _, theory in ranks for learned in theory.clauses]
    rules.sort(key=lambda learned: learned.clause.name != target.name)
    for learned in rules:
        name = learned.clause.name
        renamed = helper if name == target.name else name
        clauses.append(replace(learned, clause=replace(learned.clause, name=renamed)))
    return tuple(clauses)


def class_steps(theory: Theory) -> tuple[ClassStep, ...]:
    """Return the classes of a theory in the order in which they are asked."""
    steps = []
    for learned in theory.clauses:
        clause = learned.clause
        if (clause.name, clause.arity) == (theory.target.name, theory.target.arity):
            value = dict(clause.fixed).get(1)
            literals = [lit for lit in clause.body if isinstance(lit, Literal)]
            predicate = next((lit.name for lit in literals if not lit.negated), None)
            if value is not None:
                steps.append(ClassStep(value, predicate))
    return tuple(steps)


def is_ordered(theory: Theory) -> bool:
    """Return whether the first rule that holds gives the class."""
    return bool(theory.classes) or ranked_helper(theory) is not None


def ranked_helper(theory: Theory) -> str | None:
    """Return the helper predicate of a theory that ``ranked_clauses`` made, or None."""
    name, arity = theory.target.name, theory.target.arity
    heads = [c.clause for c in theory.clauses if c.clause.name == name]
    if theory.schema or len({len(c.fixed) for c in heads}) != 1 or not heads[0].fixed:
        return None
    place, _ = heads[0].fixed[0]
    last_literal = heads[-1].body[-1:]
    if (
        not last_literal
        or not isinstance(last_literal[0], Literal)
        or not last_literal[0].negated
    ):
        return None
    helper, excluded = last_literal[0].name, list[Literal]()
    for number, clause in enumerate(heads, 1):
        value = dict(clause.fixed).get(place)
        if value is None or clause.arity != arity:
            return None
        args = tuple(value if at == place else Var(at) for at in range(arity))
        body = clause.body[: len(clause.body) - len(excluded)]
        rule_literal = (Literal(helper, args),)
        if clause.body[len(body) :] != tuple(excluded):
            return None
        if body != rule_literal and number < len(heads):
            return None
        excluded.append(Literal(helper, args, negated=True))
    return helper


def unlisted_default(theory: Theory) -> LearnedClause | None:
    """Return the clause of a default class that lists none of its objects, if there is.

    It holds of every object that no rule covers; the rules of its class list others.
    """
    heads = [c for c in theory.clauses if c.clause.name == theory.target.name]
    if ranked_helper(theory) is None or len(heads) < 2:
        return None
    last = heads[-1].clause
    is_unbound = all(is_negated(literal) for literal in last.body)
    return heads[-1] if is_unbound and last.fixed == heads[-2].clause.fixed else None


def class_rules(theory: Theory) -> tuple[LearnedClause, ...]:
    """Return the rules of all classes as clauses of the target, in order.

    The first that holds decides; the last has no body, or says which objects there are.
    """
    rules = []
    target, helper = theory.target, ranked_helper(theory)
    for step, at in class_rule_places(theory):
        learned = theory.clauses[at]
        body = learned.clause.body
        fixed = learned.clause.fixed if helper is not None else ((1, step.value),)
        if step.predicate is None:
            body = tuple(lit for lit in body if not is_negated(lit))
        clause = Clause(target.name, target.arity, body, fixed)
        rules.append(replace(learned, clause=clause))
    return tuple(rules)


def deciding_rules(theory: Theory) -> tuple[LearnedClause, ...]:
    """Return the target's rules; of several classes, the first that holds decides."""
    if is_ordered(theory):
        return class_rules(theory)
    name = theory.target.name
    return tuple(each for each in theory.clauses if each.clause.name == name)


def class_rule_places(theory: Theory) -> list[tuple[ClassStep, int]]:
    """Return the classes in order, each with the place of each of its clauses."""
    name, helper = theory.target.name, ranked_helper(theory)
    if helper is not None:
        return _ranked_rule_places(theory, helper)
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


def _ranked_rule_places(theory: Theory, helper: str) -> list[tuple[ClassStep, int]]:
    places: dict[tuple[int, Const], list[int]] = {}
    heads = []
    for at, learned in enumerate(theory.clauses):
        if learned.clause.name == helper:
            places.setdefault(learned.clause.fixed[0], []).append(at)
        elif learned.clause.name == theory.target.name:
            heads.append((learned.clause.fixed[0], at))
    (default, last), ranked = heads[-1], heads[:-1]
    steps = [
        (ClassStep(key[1], helper), at)
        for key, _ in ranked
        for at in places.get(key, ())
    ]
    return [*steps, (ClassStep(default[1], None), last)]


def clauses_by_predicate(theory: Theory) -> dict[str, list[LearnedClause]]:
    """Return the clauses of each predicate."""
    clauses: dict[str, list[LearnedClause]] = {}
    for learned in theory.clauses:
        clauses.setdefault(learned.clause.name, []).append(learned)
    return clauses


def class_of_predicates(theory: Theory) -> dict[str, Const]:
    """Return the class that the rules of each predicate, exceptions too, are about."""
    known = {
        step.predicate: step.value
        for step in class_steps(theory)
        if step.predicate is not None
    }
    waiting = list(known)
    clauses = clauses_by_predicate(theory)
    while waiting:
        name = waiting.pop()
        for learned in clauses.get(name, ()):
            for literal in learned.clause.body:
                called = literal.name if isinstance(literal, Literal) else ""
                if called not in known and called in clauses:
                    known[called] = known[name]
                    waiting.append(called)
    return known
