"""A theory of a table as a program over rows, which formats of other languages write.

It names the columns that are read, the rules in the order in which they are tried, and
the exceptions, each after those that it uses.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from fold_cli.errors import OutputError
from fold_cli.theory.class_list import clauses_by_predicate, deciding_rules
from fold_cli.theory.formats.prolog_format import clause_line
from fold_cli.theory.naming import used_first
from fold_cli.theory.quoting import unquoted
from fold_cli.theory.terms import Literal, Member, Var, asks_cell

if TYPE_CHECKING:
    from fold_cli.theory.schema import TableSchema
    from fold_cli.theory.terms import Clause
    from fold_cli.theory.theory import LearnedClause, Theory


class Decision(NamedTuple):
    """A rule, and what it says of the rows that it covers."""

    rule: LearnedClause
    label: str | bool  # of the class; True where nothing but the target is known


@dataclass(frozen=True)
class RowProgram:
    """The first rule that holds of a row decides; the default, where none does."""

    language: str  # what it is to be written in
    schema: TableSchema
    headers: dict[str, str]  # of the columns, by their predicates
    decisions: tuple[Decision, ...]
    default: str | bool
    clauses: dict[str, list[Clause]]  # of each predicate of the theory
    exceptions: list[str]  # each after those that it uses

    def called(self) -> set[str]:
        """Return the predicates of the theory that the decisions call, and so on."""
        called: set[str] = set()
        waiting = [decision.rule.clause for decision in self.decisions]
        while waiting:
            for literal in waiting.pop().body:
                name = literal.name if isinstance(literal, Literal) else ""
                if name in self.clauses and name not in called:
                    called.add(name)
                    waiting += self.clauses[name]
        return called

    def check(self) -> None:
        """Raise an error where a literal is not about a row: its cell or its class."""
        for clause in chain.from_iterable(self.clauses.values()):
            for literal in clause.body:
                if isinstance(literal, Member):
                    continue
                atom = literal.atom
                if atom.name in self.clauses:
                    about_row = atom is literal and atom.args == (Var(0),)
                elif atom.name in self.headers:
                    about_row = asks_cell(literal)
                else:
                    raise OutputError(
                        f"{atom.name} is no column, so it cannot stand in "
                        f"{self.language}"
                    )
                if not about_row:
                    raise OutputError(
                        f"{clause_line(clause)} asks more than cells of one row, so it "
                        f"cannot stand in {self.language}"
                    )


def row_program(theory: Theory, language: str) -> RowProgram:
    """Return the program of a theory, which must be one of a table."""
    schema = theory.schema
    if schema is None:
        raise OutputError(
            f"{language} is for theories that were learned from a table; "
            f"{theory.target} knows no columns"
        )
    default: str | bool
    default, positive = schema.labels or (False, True)
    decisions = []
    for rule in deciding_rules(theory):
        label = positive
        if theory.classes:
            label = unquoted(rule.clause.fixed[0][1].text)
            if not rule.clause.body:
                default = label  # whatever comes after is not asked
                break
        decisions.append(Decision(rule, label))
    clauses = {
        predicate.name: [learned.clause for learned in learned_clauses]
        for predicate, learned_clauses in clauses_by_predicate(theory).items()
    }
    program = RowProgram(
        language,
        schema,
        {column.name: column.header for column in schema.columns},
        tuple(decisions),
        default,
        clauses,
        _in_order(theory, clauses),
    )
    program.check()
    return program


def _in_order(theory: Theory, clauses: dict[str, list[Clause]]) -> list[str]:
    """Return the predicates beside the target, each after those that it uses."""
    uses = {
        name: {
            literal.name
            for clause in definition
            for literal in clause.body
            if isinstance(literal, Literal) and literal.name in clauses
        }
        for name, definition in clauses.items()
    }
    order = used_first(uses, {name: sorted(used) for name, used in uses.items()})
    position = {name: place for place, name in enumerate(order)}
    for name, used in uses.items():
        if any(position[other] >= position[name] for other in used):
            raise OutputError(f"{name} is defined by way of itself")
    return [name for name in order if name != theory.target.name]
