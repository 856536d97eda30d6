"""Exceptions whose heads clingo can bind.

In ``passes(X, Y) :- enrolled(X, Y), \\+ ab0(X, Y)`` the exception ``ab0(X, _) :-
sick(X)`` says nothing of Y, which clingo does not take. There it has what binds Y in
the rule that it is an exception of, ``ab0(X, Y) :- enrolled(X, Y), sick(X)``; that rule
asks about no others. An exception of several rules has a clause for each.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fold_cli.theory.naming import used_first
from fold_cli.theory.reach import asked_otherwise, exceptions_in
from fold_cli.theory.terms import (
    Literal,
    Member,
    Threshold,
    Var,
    highest_variable,
    is_negated,
    variables,
    with_variables,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from fold_cli.theory.terms import BodyLiteral, Clause, Predicate


def unbound(clause: Clause, comparisons: Collection[str]) -> list[int]:
    """Return the arguments of a clause's head that nothing in it binds."""
    if any(isinstance(literal, Member) for literal in clause.body):
        return []
    bound = {place for place, _ in clause.fixed}
    for literal in clause.body:
        bound |= _bound_by(literal, comparisons)
    return [place for place in range(clause.arity) if place not in bound]


def with_bound_heads(
    clauses: Sequence[Clause], comparisons: Collection[str]
) -> dict[Clause, list[Clause]]:
    """Return for each clause those that clingo can bind, where there are such.

    A predicate that is asked about not only as an exception stays as it is.
    """
    by_predicate: dict[Predicate, list[Clause]] = {}
    for clause in clauses:
        by_predicate.setdefault(clause.predicate, []).append(clause)
    uses = {
        predicate: [used for each in own for used in exceptions_in(each, by_predicate)]
        for predicate, own in by_predicate.items()
    }
    kept = asked_otherwise(clauses, by_predicate)
    defaults: dict[Predicate, list[Clause]] = {}
    bound: dict[Clause, list[Clause]] = {}
    for predicate in reversed(used_first(by_predicate, uses)):
        for clause in by_predicate[predicate]:
            found = [clause]
            if predicate not in kept and unbound(clause, comparisons):
                rules = defaults.get(predicate, [])
                more = [_with_binding(clause, rule, comparisons) for rule in rules]
                found = [*dict.fromkeys(more)] or found
            bound[clause] = found
            for each in found:
                for used in dict.fromkeys(exceptions_in(each, by_predicate)):
                    defaults.setdefault(used, []).append(each)
    return bound


def _with_binding(clause: Clause, rule: Clause, comparisons: Collection[str]) -> Clause:
    """Return an exception with what binds the arguments that it lacks in a rule."""
    lacking = set(unbound(clause, comparisons))
    fixed = [(place, value) for place, value in rule.fixed if place in lacking]
    lacking -= {place for place, _ in fixed}
    last = max(map(highest_variable, clause.body), default=-1)
    apart = max(last + 1 - clause.arity, 0)

    def renamed(variable: Var) -> Var:
        """Return a variable of the rule's own as one that the exception has not."""
        index = variable.index
        return Var(index + apart) if index >= clause.arity else variable

    binding: list[BodyLiteral] = []
    for literal in rule.body:
        found = _bound_by(literal, comparisons)
        if found & lacking and not isinstance(literal, Member):
            lacking -= found
            binding.append(with_variables(literal, renamed))
    body = (*binding, *clause.body)
    return replace(clause, body=body, fixed=(*clause.fixed, *fixed))


def _bound_by(literal: BodyLiteral, comparisons: Collection[str]) -> set[int]:
    """Return the variables that a literal binds for clingo."""
    if isinstance(literal, Member) or is_negated(literal):
        return set()
    atom = literal
    if isinstance(literal, Threshold):
        atom = literal.atom
    assert isinstance(atom, Literal)
    return set() if atom.name in comparisons else variables(atom)
