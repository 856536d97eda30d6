"""Theories: clauses with named exceptions, what they cover, what they are learned from.

``build`` makes a theory from the nested rules of the search: it names the exceptions
and counts what each clause covers, by bit sets. ``union_of`` joins the theories of
several classes.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from fold_cli import bits
from fold_cli.theory.naming import exception_name
from fold_cli.theory.reach import reaching
from fold_cli.theory.terms import (
    Clause,
    Const,
    Literal,
    Member,
    Var,
    parts_of,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from fold_cli.bits import Bits
    from fold_cli.theory.rules import Rule
    from fold_cli.theory.schema import TableSchema
    from fold_cli.theory.scores import Odds
    from fold_cli.theory.terms import Predicate


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers of positive and of negative examples."""

    positives: int
    negatives: int

    @classmethod
    def of(cls, covered: NDArray[np.bool_], positive: NDArray[np.bool_]) -> Counts:
        """Count those of some examples that are covered; both may be distant sets."""
        if isinstance(covered, bits.DistantSet):
            counts = covered.counted([covered & positive, covered])
            return cls(counts[0], counts[1] - counts[0])
        numbers = np.count_nonzero(covered & positive), np.count_nonzero(covered)
        return cls(int(numbers[0]), int(numbers[1] - numbers[0]))


@dataclass(frozen=True, slots=True)
class LearnedClause:
    """A clause and, where it is known, what it covers.

    An exception covers some of the examples that its default covers; see ``reach``.
    """

    clause: Clause
    covers: Counts | None = None
    line: int = field(default=0, compare=False)  # in the file that it was read from


@dataclass(frozen=True, slots=True)
class Theory:
    """Clauses of the target, then of its exceptions."""

    target: Predicate
    clauses: tuple[LearnedClause, ...]
    examples: Counts | None = None
    covers: Counts | None = None
    notes: tuple[str, ...] = ()
    partial: bool = False
    operators: tuple[str, ...] = ()  # of the background, where they need brackets
    sets_quotes: bool = False  # the text says how its strings are read
    odds: tuple[Odds, ...] = ()  # for probabilities; see ``scores``
    forgets: bool = False  # swipl is told to forget the target's other clauses
    schema: TableSchema | None = None  # of the table that it was learned from

    @property
    def classes(self) -> tuple[str, ...]:
        """The values of the class, where a table has several; see ``class_list``."""
        return self.schema.classes if self.schema else ()

    def without_table(self) -> Theory:
        """Return it as Prolog files know it: a class is an argument like others."""
        return replace(self, schema=None, odds=()) if self.schema else self

    def with_clause_counts(self, counts: Iterable[Counts | None]) -> Theory:
        """Return it with what each of its clauses covers."""
        clauses = (
            replace(learned, covers=covers)
            for learned, covers in zip(self.clauses, counts, strict=True)
        )
        return replace(self, clauses=tuple(clauses))

    def without_counts(self) -> Theory:
        """Return it without what it and its clauses cover."""
        clauses = (replace(learned, covers=None) for learned in self.clauses)
        return replace(self, clauses=tuple(clauses), covers=None)

    @property
    def recursive(self) -> bool:
        """Whether a clause of the target calls the target."""
        return any(
            literal.atom and literal.atom.predicate == self.target
            for learned in self.clauses
            if learned.clause.predicate == self.target
            for literal in learned.clause.body
        )

    @property
    def qualified(self) -> bool:
        """Whether an enumeration names the library whose member/2 it calls."""
        return any(
            isinstance(literal, Member) and literal.qualified
            for learned in self.clauses
            for literal in learned.clause.body
        )

    @property
    def size(self) -> tuple[int, int]:
        """The number of clauses and of body literals."""
        return len(self.clauses), sum(len(c.clause.body) for c in self.clauses)

    @property
    def memorised(self) -> int:
        """The number of examples that are listed, whatever they are examples of."""
        return sum(
            len(literal.rows)
            for learned in self.clauses
            for literal in learned.clause.body
            if isinstance(literal, Member)
        )

    @property
    def defined(self) -> frozenset[str]:
        """The names of predicates that the clauses define."""
        return frozenset(learned.clause.name for learned in self.clauses)

    @property
    def used(self) -> frozenset[str]:
        """The names of predicates that the clauses ask about and do not define."""
        return frozenset(
            literal.atom.name
            for learned in self.clauses
            for literal in learned.clause.body
            if literal.atom
        ).difference(self.defined)

    @property
    def enumerated(self) -> int:
        """The number of examples that the target's clauses enumerate."""
        return sum(
            len(literal.rows)
            for learned in self.clauses
            for literal in learned.clause.body
            if learned.clause.predicate == self.target and isinstance(literal, Member)
        )


def build(
    rules: Sequence[Rule],
    target: Predicate,
    taken: Collection[str],
    positives: Bits,
    negatives: Bits,
) -> Theory:
    """Name the exceptions of nested rules and list the clauses, target first.

    ``taken`` are the names that an exception must not have.
    """
    kinds, everything = (positives, negatives), positives | negatives
    named = named_rules(rules, target, taken)
    clauses = [clause for clause, _ in named]
    roots = {target: everything}
    reached = reaching(clauses, roots, lambda at: named[at][1].default, everything)
    covered = bits.union([rule.covers for rule in rules], positives)
    sets = (
        rule.covers & bits.expand(reached_set)
        for (_, rule), reached_set in zip(named, reached, strict=True)
    )
    counts = bits.counts_of_each(chain([covered, everything], sets), kinds)
    covers, examples, *of_clauses = (Counts(*numbers) for numbers in counts)
    learned = map(LearnedClause, clauses, of_clauses)
    return Theory(target, tuple(learned), examples, covers)


def named_rules(
    rules: Sequence[Rule], target: Predicate, taken: Collection[str]
) -> list[tuple[Clause, Rule]]:
    """Return the clauses of nested rules, each with its rule; see ``build``."""
    return _Builder(target, taken).named(rules)


class _Builder:
    """Lists the clauses breadth first: the target's, its exceptions', theirs."""

    def __init__(self, target: Predicate, taken: Collection[str]) -> None:
        self.target, self.taken = target, set(taken)
        self.names: dict[tuple[Rule, ...], str] = {}
        self.unnamed_groups: list[tuple[str, tuple[Rule, ...]]] = []

    def named(self, rules: Sequence[Rule]) -> list[tuple[Clause, Rule]]:
        named: list[tuple[Clause, Rule]] = []
        self.unnamed_groups = [(self.target.name, tuple(rules))]
        while self.unnamed_groups:
            name, group = self.unnamed_groups.pop(0)
            named += [(self.clause(name, rule), rule) for rule in group]
        return named

    def clause(self, name: str, rule: Rule) -> Clause:
        arity = self.target.arity
        body = rule.body
        if rule.exceptions:
            head = tuple(Var(i) for i in range(arity))
            ab = Literal(self.exception_name(rule.exceptions), head, negated=True)
            body = (*body, ab)
        return Clause(name, arity, body)

    def exception_name(self, exceptions: tuple[Rule, ...]) -> str:
        """Return the predicate of these exceptions; equal exceptions share one."""
        if exceptions not in self.names:
            name = exception_name(len(self.names), self.taken)
            self.taken.add(name)
            self.names[exceptions] = name
            self.unnamed_groups.append((name, exceptions))
        return self.names[exceptions]


def with_notes(theory: Theory, notes: Sequence[str], *, partial: bool) -> Theory:
    """Return the theory with these lines about the run in its header."""
    return replace(theory, notes=tuple(notes), partial=partial)


def texts_of(clause: Clause) -> Iterator[str]:
    """Yield the constants of a clause, and its names of predicates."""
    yield clause.name
    yield from (constant.text for _, constant in clause.fixed)
    for literal in clause.body:
        if isinstance(literal, Member):
            yield from (constant.text for row in literal.rows for constant in row)
        else:
            yield literal.atom.name
            parts = parts_of(literal.atom)
            yield from (arg.text for arg in parts if isinstance(arg, Const))


def with_fixed_arguments(
    theory: Theory, fixed: tuple[tuple[int, Const], ...]
) -> Theory:
    """Return the theory with constants at these positions of its heads."""
    clauses = (
        replace(learned, clause=replace(learned.clause, fixed=fixed))
        for learned in theory.clauses
    )
    return replace(theory, clauses=tuple(clauses))


def union_of(theories: Sequence[Theory], examples: Counts) -> Theory:
    """Return the union of theories of the same target: its clauses first.

    Of the ``examples`` of all, each theory covers some of one class; those of a class
    without a theory are covered by none. The notes are the last one's, which may be
    partial.
    """
    clauses = [learned for theory in theories for learned in theory.clauses]
    target = theories[0].target
    clauses.sort(key=lambda learned: learned.clause.name != target.name)
    return replace(
        theories[0],
        clauses=tuple(clauses),
        examples=examples,
        covers=_sum([theory.covers for theory in theories]),
        notes=theories[-1].notes,
        partial=any(theory.partial for theory in theories),
    )


def _sum(counts: Sequence[Counts | None]) -> Counts:
    known = [count for count in counts if count]
    return Counts(sum(c.positives for c in known), sum(c.negatives for c in known))
