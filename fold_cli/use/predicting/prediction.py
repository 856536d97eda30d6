"""The predictions of a theory with probabilities and explanations, and their text."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from fold_cli.theory.formats.indented_json import indented_json
from fold_cli.theory.visible import visible
from fold_cli.use.explaining.explanation import Explanation, lines, to_data
from fold_cli.use.predicting.probability import probabilities

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from fold_cli.theory.theory import Theory
    from fold_cli.use.theories.judgement import AppliedTheory, Judgement


@dataclass(frozen=True, slots=True)
class Prediction:
    """What is said of one atom, how likely it is to hold, and why.

    The label of a table's row is the value of its class. Of several classes, the atom
    has it, and ``probabilities`` has all of them.
    """

    atom: str
    holds: bool
    probability: float | None = None
    explanation: Explanation | None = None
    label: str | None = None
    probabilities: dict[str, float] | None = None
    of_two: bool = False  # whether the label says no more than whether the atom holds

    @property
    def said(self) -> str | bool:
        """What is said: the class if there are several, else whether the atom holds."""
        return self.holds if self.label is None or self.of_two else self.label


def predict(
    applied: AppliedTheory,
    *,
    proba: bool = False,
    explanations: Iterable[Explanation] | None = None,
) -> Iterator[Prediction]:
    """Give a prediction for each example that a theory is applied to, one by one.

    The theory is applied at once.
    """
    judgement = applied.judge(clauses=proba)
    nothing, of_two = [None] * len(judgement.holds), judgement.labels is None
    columns = (
        applied.atoms(),
        judgement.holds.tolist(),
        explanations or nothing,
        labels(applied.theory, judgement) or nothing,
        *(_chances(applied.theory, judgement) if proba else (nothing, nothing)),
    )
    return (
        Prediction(atom, holds, chance, explanation, label, chances, of_two)
        for atom, holds, explanation, label, chance, chances in zip(
            *columns, strict=True
        )
    )


def _chances(
    theory: Theory, judgement: Judgement
) -> tuple[list[float | None], list[dict[str, float] | None]]:
    """Return how likely each example holds, and how likely each of several classes."""
    chances = probabilities(theory, judgement)
    known = of_decided(chances, judgement)
    if judgement.labels is None:
        return known, [None] * len(known)
    return known, [
        dict(zip(theory.classes, row, strict=True)) for row in chances.tolist()
    ]


def of_decided(
    chances: NDArray[np.float64], judgement: Judgement
) -> list[float | None]:
    """Return how likely it is that each example holds, or is of the class given it."""
    decided = 1 if judgement.labels is None else judgement.labels
    own = chances[np.arange(len(chances)), decided]
    return [None if np.isnan(chance) else chance for chance in own.tolist()]


def labels(theory: Theory, judgement: Judgement) -> list[str | None]:
    """Return the value of the class that each row is given, where one is known."""
    if judgement.labels is None:
        named = theory.schema.labels if theory.schema else None
        return [named[holds] for holds in judgement.holds.tolist()] if named else []
    values = [*theory.classes, None]  # -1 is the last
    return [values[label] for label in judgement.labels.tolist()]


# Writing, example by example: the text of many may be larger than they are


def render_predictions(
    predictions: Iterable[Prediction],
    style: str = "text",
    *,
    proba: bool = False,
    explain: bool = False,
) -> Iterator[str]:
    """Yield the parts of predictions as ``"text"``, ``"csv"`` or ``"json"``."""
    if style == "csv":
        return to_csv(predictions, proba=proba, explain=explain)
    if style == "json":
        return to_json(predictions, proba=proba, explain=explain)
    return to_text(predictions, proba=proba)


def to_text(predictions: Iterable[Prediction], *, proba: bool = False) -> Iterator[str]:
    """Yield a line for each prediction, its parts between tabs; then the reasons.

    Line ends, tabs and other control characters in names are written by their numbers.
    """
    for prediction in predictions:
        fields = [prediction.atom, _word(prediction)]
        if proba:
            known = prediction.probability is not None
            fields.append(f"{prediction.probability:.3f}" if known else "-")
        rows = ["\t".join(map(visible, fields))]
        if prediction.explanation:
            rows += lines(prediction.explanation, "  ")
        yield "".join(f"{row}\n" for row in rows)


def to_csv(
    predictions: Iterable[Prediction], *, proba: bool = False, explain: bool = False
) -> Iterator[str]:
    """Yield a table with a header; a probability that is not known is empty."""
    from fold_cli.files.tables.table_output import csv_lines  # for tables alone

    chosen = [True, True, proba, explain]
    names = ["example", "prediction", "probability", "explanation"]
    yield csv_lines([_only(names, chosen)])
    for prediction in predictions:
        row = [
            prediction.atom,
            _word(prediction),
            "" if prediction.probability is None else f"{prediction.probability:.6g}",
            "\n".join(lines(prediction.explanation)) if prediction.explanation else "",
        ]
        yield csv_lines([_only(row, chosen)])


def to_json(
    predictions: Iterable[Prediction], *, proba: bool = False, explain: bool = False
) -> Iterator[str]:
    """Yield a list with an object for each prediction."""
    before, inner = "[", "\n  "
    for prediction in predictions:
        item: dict[str, Any] = {
            "example": prediction.atom,
            "prediction": prediction.said,
        }
        if prediction.of_two and prediction.label is not None:
            item["label"] = prediction.label
        if proba:
            item["probability"] = prediction.probability
            if prediction.probabilities:
                item["probabilities"] = prediction.probabilities
        if explain and prediction.explanation:
            item["explanation"] = to_data(prediction.explanation)
        yield before + inner + indented_json(item, inner)
        before = ","
    yield "[]\n" if before == "[" else "\n]\n"


def _word(prediction: Prediction) -> str:
    said = prediction.said
    return said if isinstance(said, str) else "true" if said else "false"


def _only(row: list[str], chosen: list[bool]) -> list[str]:
    return list(itertools.compress(row, chosen))
