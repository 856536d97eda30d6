"""What a theory calls that clingo does not have: predicates of Prolog itself."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fold_cli.engine.prolog import engine
from fold_cli.errors import OutputError
from fold_cli.theory.formats.clingo_format import COMPARISONS
from fold_cli.theory.formats.prolog_format import clause_line
from fold_cli.theory.terms import Literal

if TYPE_CHECKING:
    from fold_cli.theory.theory import Theory


def checked_for_clingo(theory: Theory) -> Theory:
    """Return a theory with a note for each predicate that clingo must be given.

    It is one that Prolog has in a library, and that a background may define as well.
    What no background can define is an error. Columns of a table are facts.
    """
    if theory.schema:
        return theory
    defined = {learned.clause.predicate for learned in theory.clauses}
    kinds: dict[str, str] = {}
    for learned in theory.clauses:
        for literal in learned.clause.body:
            if not isinstance(literal, Literal) or literal.predicate in defined:
                continue
            name, arity = literal.name, len(literal.args)
            if (arity == 2 and name in COMPARISONS) or str(literal.predicate) in kinds:
                continue
            [kind] = engine().call("fold_vet", "kind_of_predicate", name, arity)
            kinds[str(literal.predicate)] = kind
            if kind == "language":
                raise OutputError(
                    f"clingo cannot run '{clause_line(learned.clause)}': "
                    f"{literal.predicate} is Prolog's; write the theory as Prolog"
                )
    notes = (
        f"clingo has no {predicate}: the program beside this one must define it"
        for predicate, kind in kinds.items()
        if kind == "library"
    )
    return replace(theory, notes=(*theory.notes, *notes))
