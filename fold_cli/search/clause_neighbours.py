"""Recursive clauses near another: a literal longer, or for another part of an input.

They are looked at as rivals of a program that is found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli.coverage.clause_space import PartialBody
from fold_cli.search.clause_listing import MAX_AFTER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fold_cli.coverage.programs import RecursiveClause
    from fold_cli.search.clause_listing import ClauseListing


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
    steps, arity = clause.before.steps, listing.programs.target.arity
    for step in steps:
        rest = [each for each in steps if each is not step]
        made = {*step.new}
        if (
            not made
            or max(step.uses, default=arity) >= arity
            or any(made & each.uses for each in (*rest, *clause.after))
        ):
            continue
        bound = frozenset().union(listing.programs.inputs, *(r.new for r in rest))
        for before in _longer(listing, PartialBody(tuple(rest), bound)):
            if step not in before.steps:
                yield from listing.with_calls(before, 1, len(clause.after))


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
