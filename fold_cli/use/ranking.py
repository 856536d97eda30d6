"""How good probabilities are: AUC, log loss and Brier score."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

LEAST = 1e-15
"""Probabilities below this count as this much: a log loss is finite."""


def ranking_measures(found: Numbers, actual: NDArray[np.intp]) -> dict[str, float]:
    """Return the measures of probabilities, a column a class, by name.

    Of several classes, the AUC is the mean over the classes, each against all others.
    It is left out where the examples are all of one class. A class without a column
    was not thought of. There are no measures where probabilities are not known.
    """
    if not len(actual) or np.isnan(found).any():
        return {}
    width = max(found.shape[1], int(actual.max()) + 1)
    found = np.pad(found, ((0, 0), (0, width - found.shape[1])))
    own = np.maximum(found[np.arange(len(actual)), actual], LEAST)
    wanted = np.eye(width)[actual]
    measured = {}
    columns = [1] if width == 2 else range(width)
    each = [auc(found[:, at], actual == at) for at in columns]
    known = [value for value in each if value is not None]
    if known:
        measured["auc"] = sum(known) / len(known)
    measured["log_loss"] = float(-np.log(own).mean())
    square = ((found - wanted) ** 2).sum(axis=1)
    measured["brier"] = float(square.mean()) / (2 if width == 2 else 1)
    return measured


def auc(scores: Numbers, positive: NDArray[np.bool_]) -> float | None:
    """Return how often a positive example scores above a negative one; ties are half.

    None if there are none of a kind.
    """
    positives = int(np.count_nonzero(positive))
    negatives = len(positive) - positives
    if not positives or not negatives:
        return None
    _, place, counts = np.unique(scores, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    ranks = ends - (counts - 1) / 2  # the mean rank of equals, from 1
    above = float(ranks[place][positive].sum()) - positives * (positives + 1) / 2
    return above / (positives * negatives)
