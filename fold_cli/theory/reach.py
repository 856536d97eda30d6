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

    from fold_cli.bits import Bits, Kept
    from fold_cli.theory.terms import Clause


def exceptions_in(clause: Clause, own: Collection[str]) -> list[str]:
    """Return those of a theory's own predicates under which a clause does not hold.

    That is, those that are negated and asked about the arguments of the head.
    """
    fixed = dict(clause.fixed)
    return [
        literal.name
        for literal in clause.body
        if isinstance(literal, Literal)
        and literal.negated
        and literal.name in own
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
) -> list[Kept]:
    """Return for each clause the examples that it is asked about.

    ``roots`` are the predicates that are no exceptions, and what they are asked about;
    ``default_of`` gives by its place what a clause covers without its exceptions. A
    predicate that is used in another way is asked about everything.
    """
    places: dict[str, list[int]] = {}
    for place, clause in enumerate(clauses):
        places.setdefault(clause.name, []).append(place)
    inner = [exceptions_in(clause, places) for clause in clauses]
    others = {
        literal.name
        for clause, excluded in zip(clauses, inner, strict=True)
        for literal in clause.body
        if isinstance(literal, Literal) and literal.name not in excluded
    }
    known = dict.fromkeys(others & places.keys(), everything) | dict(roots)
    uses = {
        name: [exception for place in own for exception in inner[place]]
        for name, own in places.items()
    }
    found: dict[str, Kept] = dict(known)
    for name in reversed(used_first(known, uses)):
        for place in places.get(name, ()):
            for exception in inner[place]:
                if exception not in known:
                    reached = bits.whole(found[name]) & default_of(place)
                    before = found.get(exception)
                    if before is not None:
                        reached = bits.whole(before) | reached
                    found[exception] = bits.kept(reached)
    return [found.get(clause.name, everything) for clause in clauses]
