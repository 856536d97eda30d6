"""How good predictions are: plain counts and measures, however they were made."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from fold_cli.theory.terms import Literal
from fold_cli.theory.writer import clause_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fold_cli.theory.theory import Theory
    from fold_cli.use.judgement import Judgement
    from fold_cli.use.problems import LearningProblem
    from fold_cli.use.written import WrittenTheory

MEASURES = ("accuracy", "precision", "recall", "f1")


@dataclass(frozen=True, slots=True)
class Confusion:
    """How many examples of each kind were predicted to be of which kind.

    A measure that would divide by nothing is 0: a theory that predicts no example
    true has precision 0.
    """

    true_positives: int = 0
    false_negatives: int = 0
    false_positives: int = 0
    true_negatives: int = 0

    @classmethod
    def of(cls, predicted: NDArray[np.bool_], positive: NDArray[np.bool_]) -> Confusion:
        """Count predictions against what each example is."""
        return cls(
            true_positives=int(np.count_nonzero(predicted & positive)),
            false_negatives=int(np.count_nonzero(~predicted & positive)),
            false_positives=int(np.count_nonzero(predicted & ~positive)),
            true_negatives=int(np.count_nonzero(~predicted & ~positive)),
        )

    def __add__(self, other: Confusion) -> Confusion:
        return Confusion(
            self.true_positives + other.true_positives,
            self.false_negatives + other.false_negatives,
            self.false_positives + other.false_positives,
            self.true_negatives + other.true_negatives,
        )

    @property
    def positives(self) -> int:
        """How many examples are positive."""
        return self.true_positives + self.false_negatives

    @property
    def negatives(self) -> int:
        """How many examples are negative."""
        return self.false_positives + self.true_negatives

    @property
    def accuracy(self) -> float:
        """The share of examples predicted as they are."""
        right = self.true_positives + self.true_negatives
        return _share(right, self.positives + self.negatives)

    @property
    def precision(self) -> float:
        """The share of those predicted true that are positive."""
        return _share(self.true_positives, self.true_positives + self.false_positives)

    @property
    def recall(self) -> float:
        """The share of the positive that are predicted true."""
        return _share(self.true_positives, self.positives)

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        wrong = self.false_positives + self.false_negatives
        return _share(2 * self.true_positives, 2 * self.true_positives + wrong)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


@dataclass(frozen=True, slots=True)
class ClauseScore:
    """What one clause covers by itself.

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
    confusion: Confusion
    clauses: tuple[ClauseScore, ...]
    missed: tuple[int, ...]  # positive, predicted false
    mistaken: tuple[int, ...]  # negative, predicted true
    atoms: tuple[str, ...] | None = None  # all examples, where they are asked for
    warnings: tuple[str, ...] = ()

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
        confusion = self.confusion
        data: dict[str, object] = {
            "target": self.target,
            "positives": confusion.positives,
            "negatives": confusion.negatives,
            "confusion": asdict(confusion),
            **{name: getattr(confusion, name) for name in MEASURES},
            "clauses": [score.to_data() for score in self.clauses],
        }
        if self.atoms is not None:
            data["errors"] = {
                "false_negatives": self.false_negatives,
                "false_positives": self.false_positives,
            }
        return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def evaluate_problem(
    problem: LearningProblem, source: WrittenTheory, *, list_errors: bool = False
) -> Evaluation:
    """Apply a theory to the examples of a problem, and compare."""
    judgement = problem.judge(source, clauses=True)
    evaluation = evaluate(source.theory, judgement, problem.positive)
    atoms = tuple(problem.atoms()) if list_errors else None
    warnings = (*problem.warnings, *judgement.warnings)
    return replace(evaluation, atoms=atoms, warnings=warnings)


def evaluate(
    theory: Theory, judgement: Judgement, positive: NDArray[np.bool_]
) -> Evaluation:
    """Compare what a theory says, and what its clauses cover, with what is so."""
    holds = judgement.holds
    signs = clause_signs(theory)
    scores = []
    for learned, flags in zip(theory.clauses, judgement.covers, strict=True):
        counts = (
            int(np.count_nonzero(flags & positive)),
            int(np.count_nonzero(flags & ~positive)),
        )
        sign = signs.get((learned.clause.name, learned.clause.arity))
        right, wrong = (None, None) if sign is None else counts[:: 1 if sign else -1]
        text = " ".join(clause_text(learned.clause).split())
        scores.append(ClauseScore(text, *counts, right, wrong))
    return Evaluation(
        target=str(theory.target),
        confusion=Confusion.of(holds, positive),
        clauses=tuple(scores),
        missed=tuple(np.flatnonzero(positive & ~holds).tolist()),
        mistaken=tuple(np.flatnonzero(~positive & holds).tolist()),
    )


def clause_signs(theory: Theory) -> dict[tuple[str, int], bool]:
    """Return which predicates of a theory speak for the target, and which against.

    Those that do both, through an even and an odd number of negations, are left out.
    """
    start = (theory.target.name, theory.target.arity)
    found = {(start, True)}
    waiting = [(start, True)]
    while waiting:
        predicate, sign = waiting.pop()
        for learned in theory.clauses:
            clause = learned.clause
            if (clause.name, clause.arity) != predicate:
                continue
            for literal in clause.body:
                if isinstance(literal, Literal):
                    used = (literal.name, len(literal.args))
                    reached = (used, sign != literal.negated)
                    if reached not in found:
                        found.add(reached)
                        waiting.append(reached)
    return {used: sign for used, sign in found if (used, not sign) not in found}
