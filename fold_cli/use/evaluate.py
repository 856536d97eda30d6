"""How good predictions are: plain counts and measures, however they were made."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fold_cli.theory.prolog_format import clause_text
from fold_cli.theory.terms import Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fold_cli.theory.theory import Theory
    from fold_cli.use.judgement import Judgement

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


@dataclass(frozen=True, slots=True)
class Evaluation:
    """How a theory fares on examples; those that go wrong are known by index."""

    target: str
    confusion: Confusion
    clauses: tuple[ClauseScore, ...]
    missed: tuple[int, ...]  # positive, predicted false
    mistaken: tuple[int, ...]  # negative, predicted true


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


def to_json(evaluation: Evaluation, atoms: Sequence[str] | None = None) -> str:
    """Return an evaluation as data; with the atoms, the examples that go wrong too."""
    confusion = evaluation.confusion
    data: dict[str, object] = {
        "target": evaluation.target,
        "positives": confusion.positives,
        "negatives": confusion.negatives,
        "confusion": {
            "true_positives": confusion.true_positives,
            "false_negatives": confusion.false_negatives,
            "false_positives": confusion.false_positives,
            "true_negatives": confusion.true_negatives,
        },
        **{name: getattr(confusion, name) for name in MEASURES},
        "clauses": [
            {
                "prolog": score.text,
                "covers": {"positives": score.positives, "negatives": score.negatives},
                "right": score.right,
                "wrong": score.wrong,
            }
            for score in evaluation.clauses
        ],
    }
    if atoms is not None:
        data["errors"] = {
            "false_negatives": [atoms[index] for index in evaluation.missed],
            "false_positives": [atoms[index] for index in evaluation.mistaken],
        }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"
