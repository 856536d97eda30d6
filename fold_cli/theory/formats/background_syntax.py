"""A theory adapted to a background that changes how Prolog reads a text.

The background may make names operators, read strings in another way, define ``member``
itself, or have clauses of the target; swipl must still read the theory after it. Each
step is one pass over the clauses.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fold_cli.theory.operators import WORDS
from fold_cli.theory.terms import (
    Literal,
    Member,
    Predicate,
    Threshold,
    Var,
    parts_of,
    with_parts,
)
from fold_cli.theory.theory import texts_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from fold_cli.theory.operators import Syntax
    from fold_cli.theory.theory import Theory


def adapted_to_background(
    theory: Theory, predicates: Collection[str], syntax: Syntax
) -> Theory:
    """Return the theory so that swipl reads it after a background of this syntax.

    ``predicates`` are the names that the background defines, perhaps ``member``. Where
    it changes ``:-`` or ``/``, swipl cannot load the library of ``member`` by itself.
    """
    if syntax.shapes:
        theory = _with_terms(theory, dict(syntax.shapes))
    texts = [text for learned in theory.clauses for text in texts_of(learned.clause)]
    if "member" in predicates or not syntax.changed.isdisjoint((":-", "/")):
        theory = _with_qualified_members(theory)
    return replace(
        theory,
        operators=tuple(
            sorted(syntax.changed | syntax.new.intersection(texts) - WORDS)
        ),
        sets_quotes=syntax.sets_quotes and any('"' in text for text in texts),
        forgets=syntax.target_clauses == "added"
        or (syntax.target_clauses == "replaced" and not theory.clauses),
    )


def _with_qualified_members(theory: Theory) -> Theory:
    clauses = []
    for learned in theory.clauses:
        body = tuple(
            replace(literal, qualified=True) if isinstance(literal, Member) else literal
            for literal in learned.clause.body
        )
        clauses.append(replace(learned, clause=replace(learned.clause, body=body)))
    return replace(theory, clauses=tuple(clauses))


def _with_terms(theory: Theory, shapes: Mapping[Predicate, Literal]) -> Theory:
    """Return the theory with the literals that predicates of its bodies stand for."""

    def shaped(atom: Literal) -> Literal:
        shape = shapes.get(atom.predicate)
        if shape is None:
            return atom
        args = parts_of(atom)
        literal = with_parts(
            shape, lambda arg: args[arg.index] if isinstance(arg, Var) else arg
        )
        return replace(literal, negated=atom.negated, once=atom.once)

    clauses = []
    for learned in theory.clauses:
        body = tuple(
            literal
            if isinstance(literal, Member)
            else replace(literal, atom=shaped(literal.atom))
            if isinstance(literal, Threshold)
            else shaped(literal)
            for literal in learned.clause.body
        )
        clauses.append(replace(learned, clause=replace(learned.clause, body=body)))
    return replace(theory, clauses=tuple(clauses))
