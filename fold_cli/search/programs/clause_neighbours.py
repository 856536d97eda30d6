"""Recursive clauses near another: a literal longer, or for another part of an input.

They are looked at as rivals of a program that is found.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from fold_cli.coverage.clause_space import PartialBody
from fold_cli.search.programs.clause_listing import MAX_AFTER
from fold_cli.theory.terms import Var, variables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fold_cli.coverage.recursive_clause import RecursiveClause
    from fold_cli.search.programs.clause_listing import ClauseListing


def with_another_call(
    listing: ClauseListing, clause: RecursiveClause
) -> Iterator[RecursiveClause]:
    """Yield clauses that call the target for another part of an input as well.

    Where there are outputs, one more literal makes one of those of both calls.
    """
    (call,) = clause.calls
    after = len(clause.after) + bool(listing.programs.outputs)
    if after > MAX_AFTER:
        return
    for longer in _longer(listing, clause.before):
        for both in listing.with_calls(longer, 2, after):
            if call in both.calls:
                yield both


def for_another_part(
    listing: ClauseListing, clause: RecursiveClause
) -> Iterator[RecursiveClause]:
    """Yield clauses that call the target for another part of an input instead.

    The part is what one literal makes of the head's inputs, and only the call has.
    """
    programs, steps = listing.programs, clause.before.steps
    types, (call,) = programs.space.types, clause.calls
    known = programs.space.steps(programs.start, frozenset())
    for step in (step for step in steps if step in known):
        rest = [each for each in steps if each is not step]
        others = [other for other in known if other.uses == step.uses]
        if any({*step.new} & each.uses for each in (*rest, *clause.after)):
            continue
        for old, other in product(variables(call) & {*step.new}, others):
            for new in (v for v in other.new if types[v] == types[old]):
                args = tuple(Var(new) if arg == Var(old) else arg for arg in call.args)
                ordered = sorted([*rest, other], key=lambda each: each.number)
                bound = clause.before.bound - {*step.new} | {*other.new}
                before = PartialBody(tuple(ordered), bound)
                if new != old:
                    yield replace(
                        clause, before=before, calls=(replace(call, args=args),)
                    )


def _longer(listing: ClauseListing, body: PartialBody) -> Iterator[PartialBody]:
    """Yield bodies with one literal more."""
    known = PartialBody((), body.bound)
    for step in listing.programs.space.steps(known, frozenset()):
        if step not in body.steps:
            steps = sorted((*body.steps, step), key=lambda step: step.number)
            yield PartialBody(tuple(steps), body.with_step(step).bound)


def lengthened(
    listing: ClauseListing, clause: RecursiveClause
) -> Iterator[RecursiveClause]:
    """Yield clauses with one literal more before calls, and as many after them.

    Where there is one output, the literal introduces a variable: with another one,
    the clause only has fewer outputs.
    """
    body, longer = clause.before, [*_longer(listing, clause.before)]
    testing = [each for each in longer if each.bound == body.bound]
    longer = [each for each in longer if each.bound != body.bound]
    if testing and not listing.programs.functional:
        longer += listing.bodies.restricting(body, testing)
    is_negated = clause.calls[0].negated
    for before in longer:
        for each in listing.with_calls(before, len(clause.calls), len(clause.after)):
            yield each.negated if is_negated else each
