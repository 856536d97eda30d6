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
    from typing import TypeGuard

    from fold_cli.bits import Bits, CompactBits
    from fold_cli.theory.terms import BodyLiteral, Clause, Predicate
    from fold_cli.theory.theory import LearnedClause, Theory


def is_exception(
    literal: BodyLiteral, clause: Clause, predicates: Collection[Predicate]
) -> TypeGuard[Literal]:
    """Return whether a literal excludes what an exception of its clause covers.

    It negates one of the ``predicates`` of a theory, with the arguments of the head.
    """
    if not isinstance(literal, Literal) or not literal.negated:
        return False
    if len(literal.args) != clause.arity or literal.predicate not in predicates:
        return False
    fixed = dict(clause.fixed)
    arguments = enumerate(literal.args)
    return all(arg in (Var(place), fixed.get(place)) for place, arg in arguments)


def exceptions_in(clause: Clause, predicates: Collection[Predicate]) -> list[Predicate]:
    """Return the exceptions of a clause, among the ``predicates`` of a theory."""
    return [
        literal.predicate
        for literal in clause.body
        if is_exception(literal, clause, predicates)
    ]


def asked_otherwise(
    clauses: Sequence[Clause], predicates: Collection[Predicate]
) -> set[Predicate]:
    """Return the ``predicates`` that clauses ask about not only as exceptions."""
    return {
        atom.predicate
        for clause in clauses
        for literal in clause.body
        if (atom := literal.atom)
        and not is_exception(literal, clause, predicates)
        and atom.predicate in predicates
    }


def reaching(
    clauses: Sequence[Clause],
    roots: Mapping[Predicate, Bits],
    default_of: Callable[[int], Bits],
    everything: Bits,
) -> list[CompactBits]:
    """Return for each clause the examples that it is asked about.

    ``roots`` are the predicates that are no exceptions, and what they are asked about;
    ``default_of`` gives, by the place of a clause, what it covers without its
    exceptions. A predicate that is called in another way by what the roots lead to is
    asked about everything; a call by which predicates recurse does not count.
    """
    places: dict[Predicate, list[int]] = {}
    for place, clause in enumerate(clauses):
        places.setdefault(clause.predicate, []).append(place)
    exceptions = [exceptions_in(clause, places) for clause in clauses]
    uses = {
        predicate: [each for place in own for each in exceptions[place]]
        for predicate, own in places.items()
    }
    called = _called_otherwise(clauses, places, roots)
    given = dict.fromkeys(called, everything) | dict(roots)
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


def _called_otherwise(
    clauses: Sequence[Clause],
    places: Mapping[Predicate, Sequence[int]],
    roots: Iterable[Predicate],
) -> set[Predicate]:
    """Return what is called otherwise than as an exception, by what roots lead to.

    ``places`` has those of the clauses of each predicate.
    """
    calls: dict[Predicate, list[tuple[Predicate, bool]]] = {
        predicate: [
            (atom.predicate, is_exception(literal, clauses[place], places))
            for place in own
            for literal in clauses[place].body
            if (atom := literal.atom) and atom.predicate in places
        ]
        for predicate, own in places.items()
    }
    uses = {caller: [used for used, _ in own] for caller, own in calls.items()}
    order = {each: at for at, each in enumerate(used_first(roots, uses))}
    return {
        used
        for caller, at in order.items()
        for used, as_exception in calls.get(caller, ())
        if not as_exception and order[used] < at
    }


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
