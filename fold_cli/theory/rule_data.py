"""A theory's rules as data: nested, with variables named and constants as values.

One pass over the clauses. They are ``Theory.rules`` of the library.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from fold_cli.theory.class_list import clauses_by_predicate, deciding_rules
from fold_cli.theory.formats.prolog_format import clause_text, head_text
from fold_cli.theory.naming import names_in, used_first, variable_names
from fold_cli.theory.quoting import unquoted
from fold_cli.theory.reach import exceptions_in, is_exception
from fold_cli.theory.terms import Const, Member, Threshold, Var

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fold_cli.theory.terms import BodyLiteral, Clause, Predicate
    from fold_cli.theory.theory import Counts, LearnedClause, Theory

Value: TypeAlias = "str | int | float | tuple[Value, ...]"

_INTEGER = re.compile(r"-?\d{1,4000}", re.ASCII)
_FLOAT = re.compile(r"-?\d+\.\d+(?:[eE][-+]?\d+)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Literal:
    """One condition of a rule.

    ``operator`` says what is asked beside the predicate itself:

    - None: the atom holds, or with ``negated`` does not: ``bird(X)``;
    - ``=``: its last argument is the constant ``value``: ``colour(X, red)``;
    - ``=<`` or ``>``: the number in ``variable`` is compared with ``value``:
      ``age(X, A), A =< 40``. Literals with the same variable are about one number.
      Where that is an argument of the head, ``X > 8``, the predicate is empty;
    - ``in``: the head's arguments are among those in ``value``: ``member(X, [a, b])``.
    """

    predicate: str
    arguments: tuple[str, ...]  # variables and constants, as Prolog writes them
    negated: bool = False
    operator: str | None = None
    value: Value | None = None
    variable: str | None = None

    def __str__(self) -> str:
        arguments = ", ".join(self.arguments)
        if isinstance(self.value, tuple):
            return f"({arguments}) in {list(self.value)}"
        atom = f"{self.predicate}({arguments})" if arguments else self.predicate
        if self.variable:
            comparison = f"{self.variable} {self.operator} {self.value}"
            return f"{atom}, {comparison}" if self.predicate else comparison
        return f"\\+ {atom}" if self.negated else atom


@dataclass(frozen=True, slots=True)
class Rule:
    """A default: it holds if all literals do and none of the exceptions."""

    head: str  # as Prolog writes it: fly(X)
    literals: tuple[Literal, ...]
    exceptions: tuple[Rule, ...]
    covers: Counts | None  # the examples that the rule covers, exceptions taken off
    prolog: str  # the clause

    def __str__(self) -> str:
        return self.prolog


def rules_of(theory: Theory) -> tuple[Rule, ...]:
    """Return the rules of a theory's target, with exceptions nested in them.

    Rules that are exceptions of several others are one object. What a predicate has to
    do with itself is a literal, not an exception. Of several classes, the first rule
    that holds gives the class.
    """
    target = theory.target
    clauses = clauses_by_predicate(theory) | {target: list(deciding_rules(theory))}
    uses = {
        predicate: [
            excluded
            for learned in learned_clauses
            for excluded in exceptions_in(learned.clause, clauses)
        ]
        for predicate, learned_clauses in clauses.items()
    }
    rules: dict[Predicate, tuple[Rule, ...]] = {}
    for predicate in used_first([target], uses):
        rules[predicate] = tuple(_rule(each, rules) for each in clauses[predicate])
    return rules[target]


def _rule(learned: LearnedClause, rules: Mapping[Predicate, tuple[Rule, ...]]) -> Rule:
    """Return the rule of a clause, whose exceptions are among rules that are known."""
    clause = learned.clause
    literals: list[Literal] = []
    exceptions: list[Rule] = []
    for literal, conditions in zip(clause.body, literals_of(clause), strict=True):
        if is_exception(literal, clause, rules):
            exceptions += rules[literal.predicate]
        else:
            literals += conditions
    return Rule(
        head_text(clause),
        tuple(literals),
        tuple(exceptions),
        learned.covers,
        clause_text(clause),
    )


def literals_of(clause: Clause) -> list[list[Literal]]:
    """Return the conditions of each literal of a body: one for each of its bounds."""
    names, values = variable_names(clause)
    return [
        list(_literals(literal, names, value, clause.arity))
        for literal, value in zip(clause.body, values, strict=True)
    ]


def _literals(
    literal: BodyLiteral, names: Mapping[Var, str], variable: str, arity: int
) -> Iterator[Literal]:
    if isinstance(literal, Member):
        head = tuple(names[Var(i)] for i in range(arity))
        rows = [tuple(value_of(const.text) for const in row) for row in literal.rows]
        listed = tuple(row[0] for row in rows) if arity == 1 else tuple(rows)
        yield Literal("member", head, operator="in", value=listed)
        return
    atom = literal.atom
    own = names_in(atom, names, variable)
    args = tuple(arg.text_with(own) for arg in atom.args)
    if isinstance(literal, Threshold):
        for bound in literal.bounds:
            value = value_of(bound.number.text)
            name, arguments = (
                ("", (variable,)) if literal.variable else (atom.name, args)
            )
            yield Literal(name, arguments, False, bound.op, value, variable)
        return
    last = atom.args[-1] if len(atom.args) > 1 else None
    if isinstance(last, Const) and last.text != "_":
        value = value_of(last.text)
        yield Literal(atom.name, args, atom.negated, "=", value)
    else:
        yield Literal(atom.name, args, atom.negated)


def value_of(text: str) -> Value:
    """Return a constant as a value of Python: a number, or text without quotes."""
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    return unquoted(text)
