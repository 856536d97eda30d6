"""Programs of base cases and recursive clauses, and what they cost.

They are compared by the literals of their clauses, and by what makes one less likely to
be meant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from fold_cli.search.programs.base_choices import RIVAL_LITERALS
from fold_cli.search.programs.body_listing import LEFT_OUT, NEGATED_COST
from fold_cli.theory.terms import Var, variables, with_parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fold_cli.coverage.clause_space import PartialBody
    from fold_cli.coverage.recursive_clause import RecursiveClause
    from fold_cli.search.programs.base_choices import BaseChoices
    from fold_cli.theory.terms import Literal

MAX_SURE_CLAUSES = 3
"""Clauses of a program; more may fit the examples by accident."""

NO_RECURSION_COST = 2
"""Literals that are added to the size of several clauses of which none recurses."""

NEGATED_CALL_COST = 2
"""Literals that are added to the size of a clause that calls its target negated."""

RECURSIVE_RIVAL_LITERALS = 5
"""Literals more than one clause has, without recursion, that a rival of it may have."""

ProgramText: TypeAlias = "tuple[tuple[PartialBody, ...], tuple[RecursiveClause, ...]]"


class Program(NamedTuple):
    """Base cases, then recursive clauses; variables as in the clause space."""

    bases: tuple[PartialBody, ...]
    clauses: tuple[RecursiveClause, ...]
    choices: BaseChoices  # of base cases, with which it was run
    mask: int  # those of the program, as bits
    size: int  # the literals of all clauses, heads too, and what is left out
    ambiguous: bool  # whether it gives a positive's inputs another output too
    accidental: bool  # whether its clauses may fit the positives by accident

    @property
    def text(self) -> ProgramText:
        """Its base cases and recursive clauses."""
        return self.bases, self.clauses

    @property
    def unfolded(self) -> bool:
        """Whether a base case, longer than another, may stand for a recursive clause.

        Those of one length are cases of one kind: lists with a 6, or with a 9.
        """
        return len({len(base.steps) for base in self.bases}) > 1

    def restricts(self, other: Program) -> bool:
        """Return whether it is another program with literals added to its clauses."""
        return (
            self.bases == other.bases
            and len(self.clauses) == len(other.clauses)
            and all(
                {*theirs.body} <= {*own.body}
                for own, theirs in zip(self.clauses, other.clauses, strict=True)
            )
        )

    def adds_test(self, other: Program) -> bool:
        """Return whether it is another program with one of its tests in a clause more.

        A test is a literal with one variable.
        """
        own = [*map(_tests, self.bodies)]
        theirs = [*map(_tests, other.bodies)]
        return (
            len(own) == len(theirs)
            and own != theirs
            and all(fewer <= more for more, fewer in zip(own, theirs, strict=True))
            and set().union(*own) == set().union(*theirs)
        )

    @property
    def bodies(self) -> list[frozenset[Literal]]:
        """The literals of each clause."""
        of_bases = [frozenset(base.literals) for base in self.bases]
        return [*of_bases, *(frozenset(clause.body) for clause in self.clauses)]

    @property
    def moved(self) -> int:
        """How many variables of the head are at another place in calls."""
        return sum(
            isinstance(arg, Var) and at != arg.index < len(call.args)
            for clause in self.clauses
            for call in clause.calls
            for at, arg in enumerate(call.args)
        )

    @property
    def ignored(self) -> int:
        """How many variables of the head recursive clauses do not have."""
        return sum(
            len(
                {*range(len(clause.calls[0].args))}.difference(
                    *map(variables, clause.body)
                )
            )
            for clause in self.clauses
        )

    @property
    def cost(self) -> int:
        """The size by which programs are compared.

        Recursion was asked for, and clauses without it may each be an accident. An
        input that changes its place in a call counts as a literal, one that a recursive
        clause does not have as two, and so does the negation of a call.
        """
        tests = (step for clause in self.clauses for step in clause.before.steps)
        lists_cases = len(self.bases) > 1 and not self.clauses
        own = self.size + NO_RECURSION_COST * lists_cases
        own += NEGATED_CALL_COST * sum(c.calls[0].negated for c in self.clauses)
        own += NEGATED_COST * sum(step.literal.negated for step in tests)
        return own + self.moved + LEFT_OUT * self.ignored

    @property
    def max_rival_cost(self) -> int:
        """What other programs may cost that fit the examples as well as this one."""
        if not self.clauses:
            return self.cost + RECURSIVE_RIVAL_LITERALS
        return self.cost + RIVAL_LITERALS + self.unfolded


def _tests(body: Iterable[Literal]) -> set[Literal]:
    """Return the literals with one variable, which is 0 in all of them."""
    return {
        with_parts(literal, lambda part: Var(0) if isinstance(part, Var) else part)
        for literal in body
        if len(variables(literal)) == 1
    }


def by_cost(programs: Sequence[Program]) -> list[Program]:
    """Return programs by their cost, those first that keep inputs in place."""
    return sorted(programs, key=lambda program: (program.cost, program.moved))
