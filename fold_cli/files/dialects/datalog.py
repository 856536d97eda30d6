"""Forward chaining over the facts and plain rules of a bias file, to the fixpoint.

Every round matches each rule with all known facts. Bias files are small; a limit stops
those without an end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from fold_cli.files.dialects.clingo import MAX_NESTING, Term, TermError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from fold_cli.files.dialects.clingo import Statement

Bindings: TypeAlias = dict[str, Term]

MAX_MATCHES = 1_000_000
"""Matches of a literal with a fact in one bias file."""

ENDLESS = "there is no end to what follows from this bias"


def needed(program: Sequence[Statement], targets: Collection[str]) -> set[str]:
    """Return the names that the targets depend on, themselves included."""
    names = set(targets)
    grown = True
    while grown:
        grown = False
        for statement in program:
            if statement.head and statement.head.name in names:
                more = {literal.name for literal in statement.body} - names
                names |= more
                grown = grown or bool(more)
    return names


def consequences(program: Sequence[Statement]) -> list[tuple[Term, int]]:
    """Return all facts that follow, each with the line of what gives it.

    Raise :class:`TermError` where there is no end of them.
    """
    known: dict[Term, int] = {}
    budget = iter(range(MAX_MATCHES))
    grown = True
    while grown:
        grown = False
        for statement in program:
            for fact in list(_derive(statement, known, budget)):
                if fact not in known:
                    known[fact] = statement.line
                    grown = True
    return list(known.items())


def _derive(
    statement: Statement, known: dict[Term, int], budget: Iterator[int]
) -> Iterator[Term]:
    assert statement.head
    for bindings in _solutions(statement.body, known, {}, budget):
        fact = _fill(statement.head, bindings)
        if fact is not None:
            if _too_deep(fact, MAX_NESTING):
                raise TermError(ENDLESS, statement.line)
            yield fact


def _too_deep(term: Term, levels: int) -> bool:
    return not levels or any(_too_deep(arg, levels - 1) for arg in term.args)


def _solutions(
    body: Sequence[Term],
    known: dict[Term, int],
    bindings: Bindings,
    budget: Iterator[int],
) -> Iterator[Bindings]:
    if not body:
        yield bindings
        return
    for fact in list(known):
        if next(budget, None) is None:
            raise TermError(ENDLESS, 0)
        extended = _match(body[0], fact, bindings)
        if extended is not None:
            yield from _solutions(body[1:], known, extended, budget)


def _match(pattern: Term, fact: Term, bindings: Bindings) -> Bindings | None:
    if pattern.variable:
        if pattern.name == "_":
            return bindings
        bound = bindings.get(pattern.name)
        if bound is None:
            return {**bindings, pattern.name: fact}
        return bindings if bound == fact else None
    if pattern.name != fact.name or len(pattern.args) != len(fact.args):
        return None
    for inner, value in zip(pattern.args, fact.args, strict=True):
        extended = _match(inner, value, bindings)
        if extended is None:
            return None
        bindings = extended
    return bindings


def _fill(term: Term, bindings: Bindings) -> Term | None:
    """Return the term with its variables replaced; None if one is unbound."""
    if term.variable:
        return bindings.get(term.name)
    args = [_fill(arg, bindings) for arg in term.args]
    if any(arg is None for arg in args):
        return None
    return Term(term.name, tuple(arg for arg in args if arg is not None))
