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
    from collections.abc import Callable, Collection, Mapping, Sequence

    from fold_cli.bits import Bits, CompactBits
    from fold_cli.theory.terms import Clause


def exceptions_in(clause: Clause, predicates: Collection[str]) -> list[str]:
    """Return the exceptions of a clause, among the ``predicates`` of a theory.

    These are negated in its body, with the arguments of the head.
    """
    fixed = dict(clause.fixed)
    return [
        literal.name
        for literal in clause.body
        if isinstance(literal, Literal)
        and literal.negated
        and literal.name in predicates
        and len(literal.args) == clause.arity
        and all(
            arg in (Var(place), fixed.get(place))
            for place, arg in enumerate(literal.args)
        )
    ]


def reaching(
    clauses: Sequence[Clause],
    roots: Mapping[str, Bits],
    default_of: Callable[[int], Bits],
    everything: Bits,
) -> list[CompactBits]:
    """Return for each clause the examples that it is asked about.

    ``roots`` are the predicates that are no exceptions, and what they are asked about;
    ``default_of`` gives, by the place of a clause, what it covers without its
    exceptions. A predicate that is used in another way is asked about everything.
    """
    places: dict[str, list[int]] = {}
    for place, clause in enumerate(clauses):
        places.setdefault(clause.name, []).append(place)
    exceptions = [exceptions_in(clause, places) for clause in clauses]
    otherwise_used = {
        literal.name
        for clause, excluded in zip(clauses, exceptions, strict=True)
        for literal in clause.body
        if isinstance(literal, Literal) and literal.name not in excluded
    }
    given = dict.fromkeys(otherwise_used & places.keys(), everything) | dict(roots)
    uses = {
        name: [exception for place in clause_places for exception in exceptions[place]]
        for name, clause_places in places.items()
    }
    reached: dict[str, CompactBits] = dict(given)
    for name in reversed(used_first(given, uses)):
        for place in places.get(name, ()):
            for exception in exceptions[place]:
                if exception not in given:
                    examples = bits.expand(reached[name]) & default_of(place)
                    before = reached.get(exception)
                    if before is not None:
                        examples = bits.expand(before) | examples
                    reached[exception] = bits.compact(examples)
    return [reached.get(clause.name, everything) for clause in clauses]
