"""What examples leave open about a theory, and the warning that says so."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from fold_cli.theory.formats.prolog_format import clause_line
from fold_cli.theory.terms import Clause

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_cli.theory.rules import Rule
    from fold_cli.theory.terms import Predicate


class Reason(Enum):
    """Why a theory may not be what is meant."""

    RIVALS = "other programs fit the examples too"
    NO_PROGRAM = (
        "no recursive program was found: these rules fit the examples, and may do so "
        "by accident"
    )
    SEVERAL_OUTPUTS = (
        "each positive example has one output, and these rules give other outputs for "
        "the same inputs as well; negative examples with such outputs would tell "
        "whether that is meant"
    )
    RARE_CASES = (
        "some of these rules serve few examples, and may fit them by accident; more "
        "examples would tell"
    )
    LONG_RULES = (
        "these rules say more than a list of the examples would, and may fit them by "
        "accident; more examples would tell"
    )
    UNRELATED_INPUTS = (
        "a rule does not relate the arguments of its head to each other, and may fit "
        "the examples by accident; more examples would tell"
    )
    NO_RELATION = (
        "no negative example has only arguments that positive ones have: the examples "
        "do not tell how these are related"
    )
    NO_RECURSION = (
        "these examples need no recursion; more of them would tell whether it is meant"
    )


class Doubt(NamedTuple):
    """A reason to doubt a theory."""

    reason: Reason
    others: int = 0  # programs that are hardly longer and answer otherwise
    rules: Sequence[Rule] = ()  # of one of these

    def warning(self, target: Predicate) -> str:
        """Return a warning about a theory for a target."""
        if self.reason is not Reason.RIVALS:
            return str(self.reason.value)
        clauses = [Clause(target.name, target.arity, rule.body) for rule in self.rules]
        one = self.others == 1
        return (
            f"{self.others} other program{'s' * (not one)} as short or hardly longer "
            f"fit{'s' * one} the examples too and differ{'s' * one} elsewhere; more "
            f"examples would tell them apart: {' '.join(map(clause_line, clauses))}"
        )
