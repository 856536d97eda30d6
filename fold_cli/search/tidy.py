"""Rules without superfluous parts: what the paper leaves to the reader.

Literals and rules go whose absence changes nothing of what is covered; bounds on one
number are brought together. Where all literals are over the head's variables, this
takes a few operations on their bit sets; otherwise each shorter body is joined anew.
"""

from __future__ import annotations

import itertools
import math
import operator
from typing import TYPE_CHECKING

from fold_cli import bits
from fold_cli.theory.rules import Rule
from fold_cli.theory.terms import (
    Body,
    BodyLiteral,
    Bound,
    Literal,
    Member,
    Threshold,
    Var,
    highest_variable,
    is_negated,
    negation,
    variables,
    with_variables,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fold_cli.bits import Bits
    from fold_cli.search.coverage import Coverage
    from fold_cli.theory.schema import TableSchema

MAX_UNIONS = 64
"""Unions of what rules cover that are held at once; of more than its square, the root
of their number."""

# Literals


def simplified(
    coverage: Coverage,
    body: Body,
    exceptions: tuple[Rule, ...],
    needed: frozenset[int] = frozenset(),
) -> Rule:
    """Return the rule without literals that change nothing of what it covers.

    Where variables are ``needed``, literals stay that alone bind them.
    """
    sets = None if needed else coverage.sets(body)
    scope = coverage.positives | coverage.negatives
    if sets is not None:
        places, covers = needed_sets(sets, without(scope, exceptions))
        body = tuple(body[at] for at in places)
        if exceptions:
            covers = bits.intersection([scope, *(sets[at] for at in places)])
        return Rule(merged(coverage, ordered(body)), exceptions, covers)
    default = coverage.covers(body)
    assert default is not None
    covers = without(default, exceptions)
    before = 0
    while before != len(body):  # a literal may go once its user has gone
        before = len(body)
        for literal in body:
            shorter = tuple(other for other in body if other is not literal)
            binds = needed <= bound_by(shorter)
            covered = coverage.covers(shorter) if shorter and binds else None
            if covered is not None:
                others = without(covered, exceptions)
                if not ((others ^ covers) & scope).any():
                    body, covers, default = shorter, others, covered
    return Rule(merged(coverage, ordered(body)), exceptions, default)


def bound_by(literals: Iterable[BodyLiteral]) -> frozenset[int]:
    """Return the variables that literals bind."""
    return frozenset(
        arg.index
        for literal in literals
        if literal.atom and not literal.atom.negated
        for arg in literal.atom.args
        if isinstance(arg, Var)
    )


def without(covers: Bits, exceptions: Sequence[Rule]) -> Bits:
    """Return what is covered minus the exceptions."""
    for exception in exceptions:
        covers = covers & ~exception.covers
    return covers


def ordered(body: Body) -> Body:
    """Return the body with negated literals after what binds their variables.

    A variable of the head may be bound by nothing: what is negated of it stands last.
    """
    if not any(map(is_negated, body)):
        return body
    result: list[BodyLiteral] = []
    waiting: list[BodyLiteral] = []
    bound: set[int] = set()
    for literal in body:
        if is_negated(literal) and not variables(literal) <= bound:
            waiting.append(literal)
            continue
        result.append(literal)
        if not is_negated(literal) and not variables(literal) <= bound:
            bound |= variables(literal)
            ready = [variables(other) <= bound for other in waiting]
            result += itertools.compress(waiting, ready)
            waiting = list(itertools.compress(waiting, map(operator.not_, ready)))
    return (*result, *waiting)


def merged(coverage: Coverage, body: Body) -> Body:
    """Return the body with the bounds on one number brought together.

    Only where an example has one: of several, each bound may be about another.
    """
    result: list[BodyLiteral] = []
    for literal in body:
        if isinstance(literal, Threshold) and coverage.functional(literal):
            for at, other in enumerate(result):
                if isinstance(other, Threshold) and other.atom == literal.atom:
                    bounds = other.bounds + literal.bounds
                    result[at] = Threshold(literal.atom, bounds)
                    break
            else:
                result.append(literal)
        else:
            result.append(literal)
    return tuple(result)


def needed_sets(sets: list[Bits], scope: Bits) -> tuple[list[int], Bits]:
    """Return which sets are needed for what all share within a scope, and that.

    A set is not needed if those needed before it and all after it share no more.
    """
    bits.count_ahead(scope, lambda: sets_without_each(sets, scope))
    after = [scope]
    for members in reversed(sets):
        after.append(after[-1] & members)
    shared = after.pop()
    needed: list[int] = []
    before = None
    for at, members in enumerate(sets):
        rest = after.pop()
        if before is not None:
            rest = rest & before
        last = not needed and not after
        if last or not bits.equals_part(rest, shared):
            needed.append(at)
            before = members if before is None else before & members
    return needed, shared


def sets_without_each(sets: Sequence[Bits], scope: Bits) -> list[Bits]:
    """Return what all sets share within a scope, and what all but each of them do."""
    others = [
        bits.intersection([scope, *sets[:at], *sets[at + 1 :]])
        for at in range(len(sets))
    ]
    return [bits.intersection([scope, *sets]), *others]


def opposite(exception: Rule, arity: int) -> Literal | Threshold | None:
    """Return the literal that may stand for the absence of an exception."""
    if len(exception.body) != 1 or exception.exceptions:
        return None
    (literal,) = exception.body
    if highest_variable(literal) >= arity:
        return None  # in the rule it would be taken for another variable
    if isinstance(literal, Literal):
        return negation(literal)
    if isinstance(literal, Threshold) and len(literal.bounds) == 1:
        (bound,) = literal.bounds
        op = ">" if bound.op == "=<" else "=<"
        return Threshold(literal.atom, (Bound(op, bound.number),))
    return None


def renumbered(body: Body, arity: int) -> Body:
    """Return the body with its own variables numbered from ``arity`` without gaps."""
    numbers = {at: at for at in range(-1, arity)}  # -1 is the number that is bounded

    def numbered(variable: Var) -> Var:
        return Var(numbers.setdefault(variable.index, len(numbers) - 1))

    result: list[BodyLiteral] = []
    for literal in body:
        assert not isinstance(literal, Member)
        result.append(with_variables(literal, numbered))
    return tuple(result)


def conditions(body: Body) -> int:
    """Return how many conditions a body has: one for each bound of a number."""
    return sum(len(x.bounds) if isinstance(x, Threshold) else 1 for x in body)


# Rules


def defaults(rules: Sequence[Rule]) -> list[Rule]:
    """Return the rules that are no enumerations."""
    return [rule for rule in rules if not rule.enumerates]


def with_one_enumeration(rules: Sequence[Rule], coverage: Coverage) -> list[Rule]:
    """Return the rules, and last one that enumerates what any of them enumerates."""
    listing = [rule for rule in rules if rule.enumerates]
    if len(listing) > 1:
        covers = bits.union([rule.covers for rule in listing], listing[0].covers)
        listing = [Rule((coverage.member(covers),), (), covers)]
    return [*defaults(rules), *listing]


def without_redundant_rules(rules: Sequence[Rule], pos: Bits) -> list[Rule]:
    """Drop rules, the earliest first, whose positives other rules cover as well.

    Enumerations stay: what they cover needs no other rule.
    """
    enumerated = bits.union([r.covers for r in rules if r.enumerates], pos)
    left = pos & ~enumerated
    kept, before = list[Rule](), bits.empty_like(pos)
    for rule, after in zip(rules, _covered_after(rules, left), strict=True):
        covered = rule.covers & left
        if rule.enumerates or (covered & ~(before | after)).any():
            kept.append(rule)
            before = before | covered
    return kept


def _covered_after(rules: Sequence[Rule], within: Bits) -> Iterator[Bits]:
    """Yield for each rule what those after it cover of some examples.

    Of very many rules, the unions are not all held at once: for each stretch of rules
    only what all after it cover is kept.
    """
    stretch = max(MAX_UNIONS, math.isqrt(len(rules)))
    starts = range(0, len(rules), stretch)
    union = bits.empty_like(within)
    beyond: list[Bits] = []
    for start in reversed(starts):
        beyond.append(union)
        if start:
            covers = (rule.covers & within for rule in rules[start : start + stretch])
            union = union | bits.union(covers, within)
    for start in starts:
        after = [beyond.pop()]
        for rule in reversed(rules[start + 1 : start + stretch]):
            after.append(after[-1] | (rule.covers & within))
        while after:
            yield after.pop()


def written_rules(
    rules: Sequence[Rule], schema: TableSchema | None
) -> tuple[list[Rule], int]:
    """Return the rules that are written, and how many examples others list.

    The rows of a table that nothing names are not listed: in another table they are
    other rows. A rule whose exceptions list them covers them then.
    """
    if schema is None or schema.id_column is not None:
        return list(rules), 0
    return _without_enumerations(rules)


def _without_enumerations(rules: Sequence[Rule]) -> tuple[list[Rule], int]:
    kept: list[Rule] = []
    listed = 0
    for rule in rules:
        members = [item for item in rule.body if isinstance(item, Member)]
        if members:
            listed += sum(len(member.rows) for member in members)
            continue
        exceptions, more = _without_enumerations(rule.exceptions)
        if more:
            rule = Rule(rule.body, tuple(exceptions), rule.default)
            listed += more
        kept.append(rule)
    return kept, listed
