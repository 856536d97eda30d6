"""What a theory says of examples, how sure it is, and why."""

from __future__ import annotations

import csv
import io
import itertools
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from fold_cli.use.explain import Explanation, lines, to_data

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fold_cli.theory.theory import Counts, Theory
    from fold_cli.use.judgement import Applied, Judgement


@dataclass(frozen=True, slots=True)
class Prediction:
    """What is said of one atom; of several classes, the label is that of its row."""

    atom: str
    holds: bool
    confidence: float | None = None
    explanation: Explanation | None = None
    label: str | None = None


def predict(
    applied: Applied,
    *,
    proba: bool = False,
    explain: Callable[[], Sequence[Explanation]] | None = None,
) -> list[Prediction]:
    """Return a prediction for each example that a theory is applied to."""
    judgement = applied.judge(clauses=proba)
    nothing = [None] * len(judgement.holds)
    explanations = explain() if explain else nothing
    columns = (
        applied.atoms(),
        judgement.holds.tolist(),
        confidences(applied.theory, judgement) if proba else nothing,
        explanations,
        labels(applied.theory, judgement) or nothing,
    )
    return [Prediction(*row) for row in zip(*columns, strict=True)]


def labels(theory: Theory, judgement: Judgement) -> list[str | None]:
    """Return the class that each row is given, where there are several."""
    if judgement.labels is None:
        return []
    values = [*theory.classes, None]  # -1 is the last
    return [values[label] for label in judgement.labels.tolist()]


def confidences(theory: Theory, judgement: Judgement) -> list[float | None]:
    """Return how likely each prediction is right, by what was seen in training.

    Of an atom that holds, the first clause that covers it decides: what it covered
    in training is counted, the positives as right. Of one that does not hold, all
    that no clause covered in training counts, the negatives as right. Where the
    theory does not say what it covered, nothing is known.
    """
    result = np.full(len(judgement.holds), np.nan)
    if theory.examples and theory.covers:
        missed = theory.examples.positives - theory.covers.positives
        refused = theory.examples.negatives - theory.covers.negatives
        result[~judgement.holds] = laplace(refused, missed)
    undecided = judgement.holds.copy()
    for learned, covers in zip(theory.clauses, judgement.covers, strict=True):
        if learned.clause.name != theory.target.name:
            continue
        result[undecided & covers] = _of_clause(learned.covers)
        undecided &= ~covers
    return [None if np.isnan(value) else float(value) for value in result]


def _of_clause(covers: Counts | None) -> float:
    return laplace(covers.positives, covers.negatives) if covers else float("nan")


def laplace(right: int, wrong: int) -> float:
    """Return the share of what was right, as if one more of each had been seen."""
    return (right + 1) / (right + wrong + 2)


# Writing


def to_text(predictions: Sequence[Prediction], *, proba: bool = False) -> str:
    """Return a line for each prediction, its parts between tabs; then the reasons."""
    rows = []
    for each in predictions:
        fields = [each.atom, _word(each)]
        if proba:
            known = each.confidence is not None
            fields.append(f"{each.confidence:.3f}" if known else "-")
        rows.append("\t".join(fields))
        if each.explanation:
            rows += lines(each.explanation, "  ")
    return "".join(f"{row}\n" for row in rows)


def to_csv(
    predictions: Sequence[Prediction], *, proba: bool = False, explain: bool = False
) -> str:
    """Return a table with a header; a confidence that is not known is empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    chosen = [True, True, proba, explain]
    names = ["example", "prediction", "confidence", "explanation"]
    writer.writerow(_only(names, chosen))
    for each in predictions:
        row = [
            each.atom,
            _word(each),
            "" if each.confidence is None else f"{each.confidence:.6g}",
            "\n".join(lines(each.explanation)) if each.explanation else "",
        ]
        writer.writerow(_only(row, chosen))
    return text.getvalue()


def to_json(
    predictions: Sequence[Prediction], *, proba: bool = False, explain: bool = False
) -> str:
    """Return a list with an object for each prediction."""
    data = []
    for each in predictions:
        said = each.holds if each.label is None else each.label
        item: dict[str, Any] = {"example": each.atom, "prediction": said}
        if proba:
            item["confidence"] = each.confidence
        if explain and each.explanation:
            item["explanation"] = to_data(each.explanation)
        data.append(item)
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _word(prediction: Prediction) -> str:
    if prediction.label is not None:
        return prediction.label
    return "true" if prediction.holds else "false"


def _only(row: list[str], chosen: list[bool]) -> list[str]:
    return list(itertools.compress(row, chosen))
