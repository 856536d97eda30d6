"""Scores: how much each clause and condition of a theory speaks for its target.

A score is in log-odds. The odds of a predicate, the target or the rules of one of
several classes, are its base plus the scores of all that holds: of the clauses of the
predicate and its exceptions, and of the conditions in their bodies, whether or not the
clause holds as a whole. So rows that no rule covers differ by how much of one they
meet. A class without rules has a base alone, for rows that no rule covers.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from fold_cli.theory.class_list import class_of_predicates, class_steps
from fold_cli.theory.quoting import constant
from fold_cli.theory.terms import BodyLiteral, Clause, Literal, Member, Threshold

if TYPE_CHECKING:
    from fold_cli.theory.theory import Theory

_NAME = re.compile(r"('(?:[^'\\]|\\.)*'|[^\s']+) (.+)")


@dataclass(frozen=True, slots=True)
class Odds:
    """The base of a predicate, and the scores of the clauses that count for it.

    For each of these clauses, in the order of the theory, there is the score of the
    clause as a whole, then one for each condition of its body. A class without rules
    stands for its predicate, and has no clauses.
    """

    predicate: str  # as Prolog writes it
    base: float
    scores: tuple[tuple[float, ...], ...]

    def to_text(self) -> str:
        """Return it as a line of a header has it: ``fly -0.5; 1.2 0.3; -0.7``."""
        groups = [(self.base,), *self.scores]
        texts = [" ".join(f"{score:g}" for score in group) for group in groups]
        return f"{self.predicate} {'; '.join(texts)}"

    @staticmethod
    def from_text(text: str) -> Odds:
        """Return what a text says; raise :class:`ValueError` if it is no such text."""
        match = _NAME.fullmatch(text)
        if not match:
            raise ValueError(text)
        groups = [tuple(map(float, part.split())) for part in match[2].split(";")]
        if len(groups[0]) != 1 or not all(map(math.isfinite, chain(*groups))):
            raise ValueError(text)
        return Odds(match[1], groups[0][0], tuple(groups[1:]))

    @staticmethod
    def from_data(data: Any) -> Odds:
        """Return what JSON says; raise where it says none."""
        scores = tuple(tuple(map(float, group)) for group in data["scores"])
        return Odds.from_text(Odds(data["predicate"], data["base"], scores).to_text())


def odds_fit(theory: Theory) -> bool:
    """Return whether a theory has a score for each of its clauses and conditions."""
    lengths = [(each.predicate, list(map(len, each.scores))) for each in theory.odds]
    return lengths == score_counts(theory)


def score_counts(theory: Theory) -> list[tuple[str, list[int]]]:
    """Return how many scores each predicate needs for each of its clauses."""
    clauses, defined, counts = scored_clauses(theory), theory.defined, []
    for name in scored_predicates(theory):
        places = [at for predicate, at in clauses if predicate == name]
        bodies = [theory.clauses[at].clause for at in places]
        sizes = [1 + len(conditions(body, defined)) for body in bodies]
        counts.append((name, sizes))
    return counts + [(name, []) for name in classes_without_rules(theory)]


def classes_without_rules(theory: Theory) -> list[str]:
    """Return the classes that are never given, as Prolog writes them.

    Their rows are given the default class; without one there are none.
    """
    steps = class_steps(theory) if theory.classes else ()
    if not steps or steps[-1].predicate is not None:
        return []
    given = {step.value.text for step in steps}
    return [text for text in map(constant, theory.classes) if text not in given]


def scored_predicates(theory: Theory) -> tuple[str, ...]:
    """Return the predicates that have odds, in the order in which they are asked."""
    if not theory.classes:
        return (theory.target.name,)
    steps = class_steps(theory)
    return tuple(step.predicate for step in steps if step.predicate is not None)


def scored_clauses(theory: Theory) -> list[tuple[str, int]]:
    """Return the clauses that have scores: the predicate of each, and its place."""
    if not theory.classes:
        return [(theory.target.name, place) for place in range(len(theory.clauses))]
    class_of = class_of_predicates(theory)
    predicate_of = {step.value: step.predicate for step in class_steps(theory)}
    scored = []
    for place, learned in enumerate(theory.clauses):
        value = class_of.get(learned.clause.predicate)
        predicate = predicate_of.get(value) if value else None
        if predicate is not None:
            scored.append((predicate, place))
    return scored


def conditions(clause: Clause, defined: frozenset[str]) -> list[Clause]:
    """Return the conditions of a body as clauses, one for each bound of a number.

    Enumerations are left out, and so are the predicates ``defined`` by the theory.
    """
    literals = list[BodyLiteral]()
    for literal in clause.body:
        if isinstance(literal, Member):
            continue
        if isinstance(literal, Threshold):
            literals += [Threshold(literal.atom, (bound,)) for bound in literal.bounds]
        elif not (isinstance(literal, Literal) and literal.name in defined):
            literals.append(literal)
    return [Clause("", clause.arity, (literal,)) for literal in literals]
