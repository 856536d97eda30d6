"""Warnings about recursive theories that the examples do not determine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli.search.doubt import Reason
from fold_cli.theory.formats.prolog_format import clause_line
from fold_cli.theory.terms import Clause

if TYPE_CHECKING:
    from fold_cli.search.doubt import Doubt
    from fold_cli.theory.terms import Predicate

NOTES = {
    Reason.NO_PROGRAM: "no recursive program was found: these rules fit the examples, "
    "and may do so by accident",
    Reason.SEVERAL_OUTPUTS: "each positive example has one output, and these rules "
    "give other outputs for the same inputs as well; negative examples with such "
    "outputs would tell whether that is meant",
    Reason.RARE_CASES: "some of these rules serve few examples, and "
    "may fit them by accident; more examples would tell",
    Reason.UNRELATED_INPUTS: "a rule does not relate the arguments of its head to each "
    "other, and may fit the examples by accident; more examples would tell",
    Reason.NO_RECURSION: "these examples need no recursion; more of them would tell "
    "whether it is meant",
}


def doubt_warning(doubt: Doubt, target: Predicate) -> str:
    """Return a warning about a theory for a target."""
    if doubt.reason is not Reason.RIVALS:
        return NOTES[doubt.reason]
    clauses = [Clause(target.name, target.arity, rule.body) for rule in doubt.rules]
    texts = [clause_line(clause) for clause in clauses]
    one = doubt.others == 1
    return (
        f"{doubt.others} other program{'s' * (not one)} as short or hardly longer "
        f"fit{'s' * one} the examples too and differ{'s' * one} elsewhere; "
        f"more examples would tell them apart: {' '.join(texts)}"
    )
