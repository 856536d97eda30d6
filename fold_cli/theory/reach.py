"""Which examples reach each clause of a theory: those that its counts are about.

A rule of the target is asked about every example. An exception is asked about the
examples that its default covers, that is, about what the body of the default covers
without its exceptions, and so on inside; an exception of several defaults is asked
about what any of them covers. One pass over the clauses, with an operation on the sets
for each use of an exception.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli import bits
from fold_cli.theory.naming import used_first
from fold_cli.theory.terms import Literal, Var

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from fold_cli.bits import Bits, CompactBits
    from fold_cli.theory.terms import Clause, Predicate
    from fold_cli.theory.theory import LearnedClause, Theory


def exceptions_in(clause: Clause, predicates: Collection[Predicate]) -> list[Predicate]:
    """Return the exceptions of a clause, among the ``predicates`` of a theory.

    These are negated in its body, with the arguments of the head.
    """
    fixed = dict(clause.fixed)
    return [
        predicate
        for literal in clause.body
        if isinstance(literal, Literal)
        and literal.negated
        and len(literal.args) == clause.arity
        and (predicate := literal.predicate) in predicates
        and all(
            arg in (Var(place), fixed.get(place))
            for place, arg in enumerate(literal.args)
        )
    ]


def reaching(
    clauses: Sequence[Clause],
    roots: Mapping[Predicate, Bits],
    default_of: Callable[[int], Bits],
    everything: Bits,
) -> list[CompactBits]:
    """Return for each clause the examples that it is asked about.

    ``roots`` are the predicates that are no exceptions, and what they are asked about;
    ``default_of`` gives, by the place of a clause, what it covers without its
    exceptions. A predicate that is used in another way is asked about everything.
    """
    places: dict[Predicate, list[int]] = {}
    for place, clause in enumerate(clauses):
        places.setdefault(clause.predicate, []).append(place)
    exceptions = [exceptions_in(clause, places) for clause in clauses]
    otherwise_used = {
        predicate
        for clause, excluded in zip(clauses, exceptions, strict=True)
        for literal in clause.body
        if isinstance(literal, Literal)
        and (predicate := literal.predicate) not in excluded
    }
    given = dict.fromkeys(otherwise_used & places.keys(), everything) | dict(roots)
    uses = {
        predicate: [each for place in own for each in exceptions[place]]
        for predicate, own in places.items()
    }
    reached: dict[Predicate, CompactBits] = dict(given)
    for predicate in reversed(used_first(given, uses)):
        for place in places.get(predicate, ()):
            for exception in exceptions[place]:
                if exception not in given:
                    examples = bits.expand(reached[predicate]) & default_of(place)
                    before = reached.get(exception)
                    if before is not None:
                        examples = bits.expand(before) | examples
                    reached[exception] = bits.compact(examples)
    return [reached.get(clause.predicate, everything) for clause in clauses]


def without_unused_exceptions(
    before: Theory, clauses: list[LearnedClause]
) -> tuple[LearnedClause, ...]:
    """Return clauses without exceptions of clauses that are gone."""
    gone = _negated(before.clauses) - _negated(clauses)
    while gone:
        clauses = [learned for learned in clauses if learned.clause.name not in gone]
        names = {learned.clause.name for learned in clauses}
        gone = (_negated(before.clauses) - _negated(clauses)) & names
    return tuple(clauses)


def _negated(clauses: Iterable[LearnedClause]) -> set[str]:
    """Return the names of the predicates that clauses negate."""
    return {
        literal.name
        for learned in clauses
        for literal in learned.clause.body
        if isinstance(literal, Literal) and literal.negated
    }
