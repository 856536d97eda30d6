"""A theory as an answer set program for clingo.

``\\+`` becomes ``not``, an enumeration of examples becomes facts, and terms are as
``clingo_terms`` writes them: numbers may be scaled. What clingo cannot hold or run
raises an :class:`OutputError` that says so, as do rules that leave an argument of the
head unbound.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from fold_cli.errors import OutputError
from fold_cli.theory.class_list import unlisted_default
from fold_cli.theory.formats.clingo_heads import unbound, with_bound_heads
from fold_cli.theory.formats.clingo_terms import ClingoTerms, name_of
from fold_cli.theory.formats.prolog_format import clause_line as prolog_clause
from fold_cli.theory.formats.prolog_format import head_arguments, program_text
from fold_cli.theory.naming import names_in, variable_names
from fold_cli.theory.terms import (
    Const,
    Literal,
    Member,
    Threshold,
    Var,
    is_negated,
    parts_of,
    variables,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fold_cli.theory.terms import Clause, Term
    from fold_cli.theory.theory import Theory

COMPARISONS = {
    "=": "=",
    "==": "=",
    "=:=": "=",
    "\\=": "!=",
    "\\==": "!=",
    "=\\=": "!=",
    "<": "<",
    ">": ">",
    "=<": "<=",
    ">=": ">=",
}
"""Comparisons of Prolog, and clingo's."""


def to_asp(theory: Theory, scale: int = 1) -> str:
    """Return a program in clingo's syntax, with all numbers times a scale."""
    notes = theory.notes
    if scale != 1:
        notes = (*notes, f"scale: all numbers are {scale} times those of the data")
    default = unlisted_default(theory)
    if default is not None:
        text = prolog_clause(default.clause)
        notes = (*notes, f"left out, since nothing binds its objects: {text}")
        clauses = tuple(each for each in theory.clauses if each is not default)
        theory = replace(theory, clauses=clauses)
    bound = with_bound_heads([each.clause for each in theory.clauses], COMPARISONS)
    writer = _Writer(ClingoTerms(scale), bound)
    try:
        return program_text(replace(theory, notes=notes), writer.clause)
    except OutputError as error:
        raise OutputError(f"{error}; write the theory as Prolog") from None


def _check_negations(clause: Clause) -> None:
    """Raise an error where a negation asks about a variable before it is bound.

    Prolog asks whether there is any value, clingo about each one; it takes ``_`` alone.
    """
    atoms = [literal.atom for literal in clause.body if literal.atom]
    parts = chain.from_iterable(map(parts_of, atoms))
    uses = Counter(part.index for part in parts if isinstance(part, Var))
    known = set(range(clause.arity))
    for literal in clause.body:
        if is_negated(literal) and any(uses[v] > 1 for v in variables(literal) - known):
            raise OutputError(
                f"clingo cannot run '{prolog_clause(clause)}' as Prolog does: a "
                "variable is negated before it is bound"
            )
        if not is_negated(literal):
            known |= variables(literal)


class _Writer:
    """Writes clauses with the terms of one program."""

    def __init__(
        self, terms: ClingoTerms, bound: Mapping[Clause, list[Clause]]
    ) -> None:
        self.terms, self._bound = terms, bound

    def clause(self, clause: Clause) -> str:
        """Return a clause, each way that its head is bound, or the facts it lists."""
        if len(clause.body) == 1 and isinstance(clause.body[0], Member):
            return self._facts(clause.name, clause.body[0])
        if any(isinstance(each, Member) and not each.rows for each in clause.body):
            return ""  # nothing is listed
        rules = [self._rule(each) for each in self._bound[clause]]
        for each in self._bound[clause]:
            _check_negations(each)
            for place in unbound(each, COMPARISONS):
                shown = textwrap.shorten(prolog_clause(clause), 200, placeholder=" ...")
                raise OutputError(
                    f"clingo cannot run '{shown}': nothing binds "
                    f"argument {place + 1} of its head, as ':- set(datalog, true).' "
                    "in the background demands of rules that are learned"
                )
        return "\n".join(rules)

    def _rule(self, clause: Clause) -> str:
        names, values = variable_names(clause)
        fixed = {Var(i): self.terms.constant(c.text) for i, c in clause.fixed}
        names |= fixed
        arguments = head_arguments(clause)
        head = self._atom(Literal(clause.name, arguments), names)
        goals = []
        for literal, value in zip(clause.body, values, strict=True):
            if isinstance(literal, Member):
                goals.append(self._one_of(literal, [names[v] for v in arguments]))
                continue
            atom = literal.atom
            if not (isinstance(literal, Threshold) and literal.variable):
                text = self._atom(atom, names_in(atom, names, value))
                goals.append(f"not {text}" if atom.negated else text)
            if isinstance(literal, Threshold):
                goals += self._bounds(literal, value)
        return f"{head} :- {', '.join(goals)}." if goals else f"{head}."

    def _bounds(self, literal: Threshold, value: str) -> list[str]:
        """Return the comparisons of a number with its bounds."""
        for bound in literal.bounds:
            if bound.comparison != bound.op:
                raise OutputError(
                    f"clingo does not order dates such as {bound.number.text}"
                )
        return [
            f"{value} {COMPARISONS[b.op]} {self.terms.number(b.number.text)}"
            for b in literal.bounds
        ]

    def _one_of(self, listed: Member, names: Sequence[str]) -> str:
        """Return that the arguments of a head are listed, as a pool."""
        rows = [", ".join(self.terms.constant(c.text) for c in r) for r in listed.rows]
        if len(names) > 1:
            rows = [f"({row})" for row in rows]
        arguments = ", ".join(names)
        left = f"({arguments})" if len(names) > 1 else arguments
        return f"{left} = ({'; '.join(rows)})"

    def _facts(self, name: str, listed: Member) -> str:
        return "\n".join(
            f"{name_of(name)}({', '.join(self.terms.constant(c.text) for c in row)})."
            for row in listed.rows
        )

    def _term(self, term: Term, names: Mapping[Var, str]) -> str:
        if isinstance(term, Var):
            return names[term]
        if isinstance(term, Const):
            return self.terms.constant(term.text)
        raise OutputError(f"clingo cannot take {term.text_with(names)} apart")

    def _atom(self, literal: Literal, names: Mapping[Var, str]) -> str:
        args = [self._term(arg, names) for arg in literal.args]
        if literal.name in COMPARISONS and len(args) == 2:
            return f"{args[0]} {COMPARISONS[literal.name]} {args[1]}"
        name = name_of(literal.name)
        return f"{name}({', '.join(args)})" if args else name
