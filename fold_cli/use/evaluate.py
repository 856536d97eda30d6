"""How good predictions are, however they were made."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from fold_cli.theory.class_list import class_steps
from fold_cli.theory.prolog_format import clause_text
from fold_cli.theory.quoting import unquoted
from fold_cli.theory.terms import Literal
from fold_cli.theory.theory import Counts
from fold_cli.use.confusion import AnyConfusion, ClassConfusion, Confusion
from fold_cli.use.judgement import class_counts, compared_classes
from fold_cli.use.probability import probabilities
from fold_cli.use.ranking import ranking_measures

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fold_cli.theory.theory import Theory
    from fold_cli.use.judgement import Judgement
    from fold_cli.use.problems import LearningProblem
    from fold_cli.use.written import WrittenTheory


@dataclass(frozen=True, slots=True)
class ClauseScore:
    """What one clause covers by itself, an exception of what its default covers.

    A rule is right about the positives, an exception about the negatives, and so on
    in turn; None where a clause is used both ways, or not at all.
    """

    text: str
    positives: int
    negatives: int
    right: int | None
    wrong: int | None

    def to_data(self) -> dict[str, object]:
        """Return the score as JSON has it."""
        return {
            "prolog": self.text,
            "covers": {"positives": self.positives, "negatives": self.negatives},
            "right": self.right,
            "wrong": self.wrong,
        }


@dataclass(frozen=True, slots=True)
class Evaluation:
    """How a theory fares on examples; those that go wrong are known by index."""

    target: str
    confusion: AnyConfusion
    clauses: tuple[ClauseScore, ...]
    missed: tuple[int, ...]  # positive, predicted false; a row given another class
    mistaken: tuple[int, ...]  # negative, predicted true
    ranking: dict[str, float] = field(default_factory=dict)  # of probabilities
    atoms: tuple[str, ...] | None = None  # all examples, where they are asked for
    warnings: tuple[str, ...] = ()

    @property
    def measures(self) -> dict[str, float]:
        """All measures by name; those of probabilities where these are known."""
        return self.confusion.measures | self.ranking

    @property
    def false_negatives(self) -> list[str]:
        """The positive examples predicted false, where atoms are asked for."""
        return [self.atoms[index] for index in self.missed] if self.atoms else []

    @property
    def false_positives(self) -> list[str]:
        """The negative examples predicted true, where atoms are asked for."""
        return [self.atoms[index] for index in self.mistaken] if self.atoms else []

    def to_json(self) -> str:
        """Return everything as data, with the examples that go wrong if asked for."""
        data: dict[str, object] = {
            "target": self.target,
            **self.confusion.to_data(),
            **self.measures,
            "clauses": [score.to_data() for score in self.clauses],
        }
        if self.atoms is not None:
            data["errors"] = {
                "false_negatives": self.false_negatives,
                "false_positives": self.false_positives,
            }
        return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def judged(
    theory: Theory, judgement: Judgement, problem: LearningProblem
) -> tuple[AnyConfusion, dict[str, float]]:
    """Return how what a theory says compares with what the examples are."""
    found = probabilities(theory, judgement)
    if problem.labels is None:
        pairs = problem.class_objects()
        labels = pairs.labels if pairs else None
        if pairs and labels is not None:
            given = pairs.given(theory, judgement.holds)
            values = tuple(map(unquoted, pairs.values))
            measures = ranking_measures(pairs.shares(found[:, 1]), labels)
            return ClassConfusion.of(given, labels, values), measures
        positive = problem.positive
        measures = ranking_measures(found, positive.astype(np.intp))
        return Confusion.of(judgement.holds, positive), measures
    classes, given, actual = compared_classes(theory, judgement, problem)
    confusion = ClassConfusion.of(given, actual, classes)
    return confusion, ranking_measures(found, actual)


def evaluate_problem(
    problem: LearningProblem, source: WrittenTheory, *, list_errors: bool = False
) -> Evaluation:
    """Apply a theory to the examples of a problem, and compare."""
    judgement = problem.judge(source, clauses=True)
    found = evaluation_of(problem, source.theory, judgement)
    atoms = tuple(problem.atoms()) if list_errors else None
    return replace(found, atoms=atoms)


def evaluation_of(
    problem: LearningProblem, theory: Theory, judgement: Judgement
) -> Evaluation:
    """Compare what a theory says of the examples of a problem with what they are."""
    confusion, ranking = judged(theory, judgement, problem)
    if problem.labels is None:
        positive = problem.positive
        within = judgement.within_defaults(theory)
        counts = [Counts.of(flags, positive) for flags in within]
        missed = positive & ~judgement.holds
        mistaken = ~positive & judgement.holds
    else:
        classes, given, actual = compared_classes(theory, judgement, problem)
        counts = class_counts(theory, judgement, lambda at: actual == at, classes)
        missed, mistaken = given != actual, np.zeros(len(given), dtype=np.bool_)
    return Evaluation(
        target=str(theory.target),
        confusion=confusion,
        clauses=_scores(theory, counts),
        missed=tuple(np.flatnonzero(missed).tolist()),
        mistaken=tuple(np.flatnonzero(mistaken).tolist()),
        ranking=ranking,
        warnings=(*problem.warnings, *judgement.warnings),
    )


def _scores(theory: Theory, counts: Iterable[Counts]) -> tuple[ClauseScore, ...]:
    """Return the scores of a theory's clauses by what each covers."""
    signs = clause_signs(theory)
    scores = []
    for learned, covers in zip(theory.clauses, counts, strict=True):
        both = covers.positives, covers.negatives
        sign = signs.get((learned.clause.name, learned.clause.arity))
        right, wrong = (None, None) if sign is None else both[:: 1 if sign else -1]
        text = " ".join(clause_text(learned.clause).split())
        scores.append(ClauseScore(text, *both, right, wrong))
    return tuple(scores)


def clause_signs(theory: Theory) -> dict[tuple[str, int], bool]:
    """Return which predicates of a theory speak for the target, and which against.

    Those that do both, through an even and an odd number of negations, are left out.
    The rules of a class speak for it.
    """
    target = (theory.target.name, theory.target.arity)
    starts = [target]
    if theory.classes:
        starts = [(step.predicate, 1) for step in class_steps(theory) if step.predicate]
    literals: dict[tuple[str, int], list[Literal]] = {}
    for learned in theory.clauses:
        clause = learned.clause
        literals.setdefault((clause.name, clause.arity), []).extend(
            literal for literal in clause.body if isinstance(literal, Literal)
        )
    found = {(start, True) for start in starts}
    waiting = list(found)
    while waiting:
        predicate, sign = waiting.pop()
        for literal in literals.get(predicate, ()):
            used = (literal.name, len(literal.args))
            reached = (used, sign != literal.negated)
            if reached not in found:
                found.add(reached)
                waiting.append(reached)
    found.add((target, True))
    return {used: sign for used, sign in found if (used, not sign) not in found}
