"""A theory: named clauses, what they cover, and what they were learned from."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fold_cli import bits
from fold_cli.theory.terms import VALUE, Clause, Literal, Member, Threshold, Var

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from fold_cli.bits import Bits
    from fold_cli.theory.rules import Rule
    from fold_cli.theory.terms import Const, Predicate, Term


@dataclass(frozen=True, slots=True)
class Counts:
    """How many positive and negative examples."""

    positives: int
    negatives: int


@dataclass(frozen=True, slots=True)
class LearnedClause:
    """A clause and, where it is known, what it covers."""

    clause: Clause
    covers: Counts | None = None


@dataclass(frozen=True, slots=True)
class Theory:
    """Clauses of the target, then of its exceptions."""

    target: Predicate
    clauses: tuple[LearnedClause, ...]
    examples: Counts | None = None
    covers: Counts | None = None
    notes: tuple[str, ...] = ()
    partial: bool = False

    @property
    def recursive(self) -> bool:
        """Whether a clause of the target calls the target."""
        name, arity = self.target.name, self.target.arity
        return any(
            isinstance(literal, Literal)
            and (literal.name, len(literal.args)) == (name, arity)
            for learned in self.clauses
            if learned.clause.name == name
            for literal in learned.clause.body
        )

    @property
    def size(self) -> tuple[int, int]:
        """The number of clauses and of body literals."""
        return len(self.clauses), sum(len(c.clause.body) for c in self.clauses)

    @property
    def enumerated(self) -> int:
        """The number of examples that the target's clauses merely list."""
        return sum(
            len(literal.rows)
            for learned in self.clauses
            for literal in learned.clause.body
            if learned.clause.name == self.target.name and isinstance(literal, Member)
        )


def build(
    rules: Sequence[Rule],
    target: Predicate,
    taken: Collection[str],
    positives: Bits,
    negatives: Bits,
) -> Theory:
    """Name the exceptions of nested rules and lay the clauses out, target first."""
    return _Builder(target, taken, positives, negatives).build(rules)


class _Builder:
    def __init__(
        self, target: Predicate, taken: Collection[str], pos: Bits, neg: Bits
    ) -> None:
        self.target = target
        self.taken = set(taken)
        self.pos, self.neg = pos, neg
        self.names: dict[tuple[Rule, ...], str] = {}
        self.waiting: list[tuple[str, tuple[Rule, ...]]] = []

    def build(self, rules: Sequence[Rule]) -> Theory:
        covered = self.counts(bits.union([rule.covers for rule in rules], self.pos))
        clauses: list[LearnedClause] = []
        self.waiting = [(self.target.name, tuple(rules))]
        while self.waiting:
            name, group = self.waiting.pop(0)
            clauses += [self.clause(name, rule) for rule in group]
        return Theory(
            target=self.target,
            clauses=tuple(clauses),
            examples=self.counts(self.pos | self.neg),
            covers=covered,
        )

    def counts(self, covers: Bits) -> Counts:
        return Counts(bits.count(covers & self.pos), bits.count(covers & self.neg))

    def clause(self, name: str, rule: Rule) -> LearnedClause:
        arity = self.target.arity
        body = rule.body
        if rule.exceptions:
            head = tuple(Var(i) for i in range(arity))
            ab = Literal(self.exception_name(rule.exceptions), head, negated=True)
            body = (*body, ab)
        return LearnedClause(Clause(name, arity, body), self.counts(rule.covers))

    def exception_name(self, exceptions: tuple[Rule, ...]) -> str:
        """Return ab0, ab1, ..., never a name of the user's; the same for the same."""
        if exceptions not in self.names:
            number = len(self.names)
            while (name := f"ab{number}") in self.taken:
                number += 1
            self.taken.add(name)
            self.names[exceptions] = name
            self.waiting.append((name, exceptions))
        return self.names[exceptions]


def with_notes(theory: Theory, notes: Sequence[str], *, partial: bool) -> Theory:
    """Return the theory with the lines that its header says about the run."""
    return replace(theory, notes=tuple(notes), partial=partial)


def of_class(theory: Theory, fixed: tuple[tuple[int, Const], ...]) -> Theory:
    """Return the theory with constants for some of the target's arguments."""
    clauses = (
        replace(learned, clause=replace(learned.clause, fixed=fixed))
        for learned in theory.clauses
    )
    return replace(theory, clauses=tuple(clauses))


def together(theories: Sequence[Theory]) -> Theory:
    """Return one theory of several for the same target."""
    clauses = [learned for theory in theories for learned in theory.clauses]
    target = theories[0].target
    clauses.sort(key=lambda learned: learned.clause.name != target.name)
    return replace(
        theories[0],
        clauses=tuple(clauses),
        examples=_sum([theory.examples for theory in theories]),
        covers=_sum([theory.covers for theory in theories]),
        partial=any(theory.partial for theory in theories),
    )


def _sum(counts: Sequence[Counts | None]) -> Counts:
    known = [count for count in counts if count]
    return Counts(sum(c.positives for c in known), sum(c.negatives for c in known))


def variable_names(clause: Clause) -> tuple[dict[Var, str], list[str]]:
    """Return names for the variables, and for the value that each literal bounds.

    The head has X, Y, Z; the rest are A, B, C in the order of their appearance. What
    occurs only once is _.
    """
    arity, uses = clause.arity, _uses(clause)
    names = {Var(i): "XYZ"[i] if arity <= 3 else f"X{i + 1}" for i in range(arity)}
    names = {var: name if uses[var] > 1 else "_" for var, name in names.items()}
    names |= {Var(i): constant.text for i, constant in clause.fixed}
    letters = (letter(number) for number in itertools.count())
    values = []
    for literal in clause.body:
        atom = literal.atom if isinstance(literal, Threshold) else literal
        for arg in atom.args if isinstance(atom, Literal) else ():
            if isinstance(arg, Var) and arg != VALUE and arg not in names:
                names[arg] = next(letters) if uses[arg] > 1 else "_"
        values.append(next(letters) if isinstance(literal, Threshold) else "")
    return names, values


def _uses(clause: Clause) -> Counter[Term]:
    """Return how often each variable occurs in a clause."""
    head = [Var(i) for i in range(clause.arity)]
    uses: Counter[Term] = Counter(head)
    for literal in clause.body:
        atom = literal.atom if isinstance(literal, Threshold) else literal
        uses.update(atom.args if isinstance(atom, Literal) else head)
    return uses


def letter(number: int) -> str:
    """Return A, B, ..., W, A1, B1, ...: X, Y and Z belong to heads."""
    turn, place = divmod(number, 23)
    return chr(ord("A") + place) + (str(turn) if turn else "")
