"""The clauses of a theory in English, each by itself, with the exceptions that it has.

An exception that several clauses have, or that is nested deeply, is referred to by its
name, and its clauses are given once, at the end. So are those of a predicate that the
theory defines and asks about otherwise than as an exception.

A predicate with a sentence of its own (see ``sentences.py``) is spoken of by it; a
predicate of an object and a value reads "the colour of X is red"; any other reads
"p(X, Y) holds". A theory of a table speaks of its columns (see ``phrases.py``).
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from fold_cli.theory.class_list import (
    class_rule_places,
    clauses_by_predicate,
    deciding_rules,
    is_ordered,
)
from fold_cli.theory.english.nouns import capitalised, noun
from fold_cli.theory.english.phrases import (
    RowPhrases,
    bounds_text,
    comparison,
    exception_words,
)
from fold_cli.theory.english.sentences import Sentences, plain
from fold_cli.theory.formats.prolog_format import atom_text, head_arguments, head_text
from fold_cli.theory.naming import head_names, names_in, variable_names
from fold_cli.theory.operators import INFIX
from fold_cli.theory.reach import exceptions_in, is_exception
from fold_cli.theory.terms import VALUE, Const, Literal, Member, Threshold, Var

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fold_cli.theory.terms import BodyLiteral, Clause, Predicate
    from fold_cli.theory.theory import LearnedClause, Theory

MAX_NESTED_EXCEPTIONS = 10
"""Levels of exceptions that are written inside their rule; deeper ones are named."""


class Reference(NamedTuple):
    """An exception whose clauses are given elsewhere, and the words for it."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class WordedClause:
    """A clause without its exceptions, and these."""

    text: str
    exceptions: tuple[LearnedClause | Reference, ...]


class NamedPredicate(NamedTuple):
    """An exception, or another predicate, that is referred to, and its clauses."""

    name: str  # of a predicate that is no exception, with its arity
    text: str
    clauses: list[LearnedClause]
    is_exception: bool


class Wording:
    """Words clauses as English, by the sentences of their predicates."""

    def __init__(self, theory: Theory, sentences: Sentences | None = None) -> None:
        self.theory, self.sentences = theory, sentences or Sentences()
        self.rules = deciding_rules(theory)
        self.places = {id(each): at for at, each in enumerate(theory.clauses)}
        self.ordered = is_ordered(theory)
        if self.ordered:
            places = [at for _, at in class_rule_places(theory)]
            self.places |= zip(map(id, self.rules), places, strict=True)
        self.rows = theory.schema and RowPhrases(theory.schema, self.sentences)
        self.defined = clauses_by_predicate(theory)
        self.defined.pop(theory.target, None)
        self.uses = Counter(
            predicate
            for learned in theory.clauses
            for predicate in exceptions_in(learned.clause, self.defined)
        )
        self.named: set[Predicate] = set()  # those that are written at the end
        self.waiting: deque[Predicate] = deque()  # those of them still to be written

    def place(self, learned: LearnedClause) -> int:
        """Return the place of a clause in the theory, also of a rule of a class."""
        return self.places[id(learned)]

    def clause(self, learned: LearnedClause, depth: int) -> WordedClause:
        """Return a rule of the target, at depth 0, or an exception at its depth."""
        clause = learned.clause
        names, values = variable_names(clause)
        conditions: list[str] = []
        exceptions: list[LearnedClause | Reference] = []
        if clause.predicate in self.named:
            heads = head_names(clause.arity)
            conditions += [f"{heads[at]} is {plain(c.text)}" for at, c in clause.fixed]
        for literal, value in zip(clause.body, values, strict=True):
            if is_exception(literal, clause, self.defined):
                exceptions += self.exceptions_of(literal, clause, names, depth)
                continue
            conditions.append(self.phrase(literal, clause, names, value))
            if literal.atom and literal.atom.predicate in self.defined:
                self.name(literal.atom.predicate)
        condition = " and ".join(conditions)
        text = condition or "always"
        if not depth:
            text = self.default(clause, condition, normally=bool(exceptions))
        return WordedClause(text, tuple(exceptions))

    def exceptions_of(
        self, literal: Literal, clause: Clause, names: Mapping[Var, str], depth: int
    ) -> list[LearnedClause] | list[Reference]:
        """Return the clauses of the exception that a literal negates, or its name."""
        predicate = literal.predicate
        if self.uses[predicate] == 1 and depth < MAX_NESTED_EXCEPTIONS:
            return self.defined[predicate]
        self.name(predicate)
        asked = replace(literal, negated=False)
        return [Reference(literal.name, self.applies(asked, clause, names))]

    def applies(
        self, literal: Literal, clause: Clause, names: Mapping[Var, str]
    ) -> str:
        """Return that an exception with a name applies, by its sentence if it has one.

        One of several objects is an atom, which says of which.
        """
        if len(literal.args) > 1:
            return self.phrase(literal, clause, names, "")
        return (
            self.sentence(literal, names) or f"{exception_words(literal.name)} applies"
        )

    def name(self, predicate: Predicate) -> None:
        """Refer to a predicate by its name, so that it is written at the end."""
        if predicate not in self.named:
            self.named.add(predicate)
            self.waiting.append(predicate)

    def named_predicates(self) -> Iterator[NamedPredicate]:
        """Yield the predicates that were referred to by their names so far.

        What is worded meanwhile may refer to more of them, which follow.
        """
        while self.waiting:
            predicate = self.waiting.popleft()
            clauses = self.defined[predicate]
            clause = clauses[0].clause
            args = head_arguments(clause)
            names = dict(zip(args, head_names(clause.arity), strict=True))
            atom = Literal(clause.name, args)
            if self.uses[predicate]:
                phrase = self.applies(atom, clause, names)
                yield NamedPredicate(predicate.name, phrase, clauses, True)
            else:
                phrase = self.phrase(atom, clause, names, "")
                yield NamedPredicate(str(predicate), phrase, clauses, False)

    def default(self, clause: Clause, condition: str, *, normally: bool) -> str:
        """Return a rule of the target without its exceptions."""
        names, _ = variable_names(clause)
        if self.rows:
            rest = [constant.text for _, constant in clause.fixed]
            head = self.rows.head(clause.name, rest)
            opening = capitalised(f"normally, {head}" if normally else head)
            if not condition:
                return f"{opening} {'otherwise' if rest else 'always'}"
            return f"{opening} if {condition}"
        args = [names[var] for var in head_arguments(clause)]
        if sentence := self.sentences.say(clause.name, args):
            opening = capitalised(f"normally, {sentence}" if normally else sentence)
            always = "otherwise" if self.ordered else "always"
            return f"{opening} if {condition}" if condition else f"{opening}, {always}"
        head = head_text(clause)
        if not condition:
            return f"{head} {'holds otherwise' if self.ordered else 'always holds'}"
        return f"{head} {'normally holds' if normally else 'holds'} if {condition}"

    def phrase(
        self, literal: BodyLiteral, clause: Clause, names: Mapping[Var, str], value: str
    ) -> str:
        """Return one condition; ``value`` names the number of a threshold."""
        if self.rows and self.rows.speaks_of(literal):
            return self.rows.condition(literal)
        if isinstance(literal, Member):
            return _enumeration(literal, clause, names)
        if isinstance(literal, Threshold):
            bound = bounds_text(literal.bounds)
            if literal.variable:
                return f"{value} is {bound}"
            sentence = self.sentence(literal.atom, names_in(literal.atom, names, value))
            if sentence:
                return f"{sentence} with {value} {bound}"
            return f"{_property(literal.atom, names)} {bound}"
        if sentence := self.sentence(literal, names):
            return sentence
        if literal.name in INFIX and len(literal.args) == 2:
            left, right = (
                plain(arg.text) if isinstance(arg, Const) else arg.text_with(names)
                for arg in literal.args
            )
            return comparison(literal.name, left, right, holds=not literal.negated)
        value_arg = literal.args[1] if len(literal.args) == 2 else None
        if isinstance(value_arg, Const) and value_arg.text != "_":
            no = "not " if literal.negated else ""
            return f"{_property(literal, names)} {no}{plain(value_arg.text)}"
        holds = "does not hold" if literal.negated else "holds"
        return f"{atom_text(literal, names)} {holds}"

    def sentence(self, literal: Literal, names: Mapping[Var, str]) -> str | None:
        """Return the sentence of a literal, if it has one."""
        args = [arg.text_with(names) for arg in literal.args]
        return self.sentences.say(literal.name, args, holds=not literal.negated)


def _enumeration(literal: Member, clause: Clause, names: Mapping[Var, str]) -> str:
    head = ", ".join(names[var] for var in head_arguments(clause))
    rows = [", ".join(plain(c.text) for c in row) for row in literal.rows]
    if clause.arity > 1:
        head, rows = f"({head})", [f"({row})" for row in rows]
    if len(rows) == 1:
        return f"{head} is {rows[0]}"
    return f"{head} is one of {', '.join(rows)}"


def _property(literal: Literal, names: Mapping[Var, str]) -> str:
    """Return ``the age of X is`` for an atom such as ``age(X, A)``."""
    first = literal.args[0]
    if len(literal.args) == 2 and isinstance(first, Var) and first != VALUE:
        return noun(plain(literal.name)).is_said(names[first])
    return f"the value in {atom_text(literal, names_in(literal, names, 'it'))} is"
