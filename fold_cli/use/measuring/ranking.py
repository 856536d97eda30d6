"""How good probabilities are: AUC, log loss and Brier score.

They are computed from a matrix of probabilities, a row for each example, and the class
that each is of; the probabilities of each class are sorted once.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

MIN_PROBABILITY = 1e-15
"""Lower probabilities count as this one, so that a log loss is finite."""


def ranking_measures(
    chances: Numbers, actual: NDArray[np.intp], counts: NDArray[np.int64] | None = None
) -> dict[str, float]:
    """Return the measures of probabilities, a column a class, by name.

    Each row stands for one example, or for as many as ``counts`` says. Of several
    classes, the AUC is the mean over the classes, each against all others. It is left
    out where the examples are all of one class. A class without a column was not
    thought of. There are no measures where probabilities are not known.

    Examples with the same number are counted before anything is added up, and sums are
    rounded once, so the order and the grouping of the rows change no digit.
    """
    if not len(actual) or np.isnan(chances).any():
        return {}
    if counts is None:
        counts = np.ones(len(actual), dtype=np.int64)
    width = max(chances.shape[1], int(actual.max()) + 1)
    chances = np.pad(chances, ((0, 0), (0, width - chances.shape[1])))
    of_actual = np.maximum(chances[np.arange(len(actual)), actual], MIN_PROBABILITY)
    measured = {}
    columns = [1] if width == 2 else range(width)
    areas = [auc(chances[:, at], actual == at, counts) for at in columns]
    known_areas = [value for value in areas if value is not None]
    if known_areas:
        measured["auc"] = sum(known_areas) / len(known_areas)
    square = np.zeros(len(actual))
    for at in range(width):
        square += (chances[:, at] - (actual == at)) ** 2
    measured["log_loss"] = -_mean(of_actual, counts, np.log)
    measured["brier"] = _mean(square, counts) / (2 if width == 2 else 1)
    return measured


def _mean(
    numbers: Numbers,
    counts: NDArray[np.int64],
    of: Callable[[Numbers], Numbers] = lambda number: number,
) -> float:
    """Return the mean of a function of numbers, of which there are so many each."""
    values, times = _counted(numbers, counts)
    return math.fsum((of(values) * times).tolist()) / int(counts.sum())


def _counted(
    numbers: Numbers, counts: NDArray[np.int64]
) -> tuple[Numbers, NDArray[np.int64]]:
    """Return the different numbers in order, and how often each occurs."""
    values, place = np.unique(numbers, return_inverse=True)
    times = np.zeros(len(values), dtype=np.int64)
    np.add.at(times, place, counts)
    return values, times


def auc(
    scores: Numbers,
    positive: NDArray[np.bool_],
    counts: NDArray[np.int64] | None = None,
) -> float | None:
    """Return how often a positive example scores above a negative one; ties are half.

    None if there are none of a kind. Each stands for as many as ``counts`` says.
    """
    if counts is None:
        counts = np.ones(len(positive), dtype=np.int64)
    every = _counted(scores, counts)[1]
    of_positives = _counted(scores, np.where(positive, counts, 0))[1]
    positives, negatives = int(of_positives.sum()), int((every - of_positives).sum())
    if not positives or not negatives:
        return None
    twice, below = 0, 0
    for pos, neg in zip(
        of_positives.tolist(), (every - of_positives).tolist(), strict=True
    ):
        twice += pos * (2 * below + neg)
        below += neg
    return twice / (2 * positives * negatives)
