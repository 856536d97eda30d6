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
        literal.predicate
        for clause in clauses
        for literal in clause.body
        if isinstance(literal, Literal)
        and not is_exception(literal, clause, predicates)
        and literal.predicate in predicates
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
    exceptions. A predicate that is used in another way is asked about everything.
    """
    places: dict[Predicate, list[int]] = {}
    for place, clause in enumerate(clauses):
        places.setdefault(clause.predicate, []).append(place)
    exceptions = [exceptions_in(clause, places) for clause in clauses]
    given = dict.fromkeys(asked_otherwise(clauses, places), everything) | dict(roots)
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
