"""Logistic regression on flags, with a ridge penalty, by Newton's method.

Rows with the same flags are brought together, so a step takes O(different rows x
columns squared).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

PENALTY = 1.0
"""The weight of the ridge penalty on the square of a score."""

DECIMALS = 3
"""Digits of a score: what is computed from it is the same before and after writing."""

MAX_STEPS = 50
"""Newton's steps."""

MAX_LAST_STEP = 1e-4
"""The change of scores at which Newton's method stops: the next is about its square."""


def fitted_scores(
    features: Numbers, positive: NDArray[np.bool_]
) -> tuple[float, list[float]]:
    """Return the base and the scores of columns, by Newton's steps.

    A step that goes too far, to where the loss is higher, is halved.
    """
    size, width = features.shape
    features, counts, positives = _counted(features, positive)
    table = np.hstack([np.ones((len(features), 1)), features])
    share = (positives.sum() + 1) / (size + 2)
    weights: Numbers = np.zeros(width + 1)
    weights[0] = np.log(share / (1 - share))
    penalty = np.full(width + 1, PENALTY)
    penalty[0] = 1e-3
    columns, penalties = table.T, np.diag(penalty)

    def loss(weights: Numbers, odds: Numbers) -> float:
        unlikely = counts.dot(np.logaddexp(0.0, odds)) - positives.dot(odds)
        return float(unlikely + penalty.dot(weights * weights) / 2)

    odds = table.dot(weights)  # which is sooner than @ for a few rows
    lowest = loss(weights, odds)
    for _ in range(MAX_STEPS):
        chance = sigmoid(odds)
        slope = columns.dot(counts * chance - positives) + penalty * weights
        spread = counts * chance * (1 - chance)
        curve = columns.dot(table * spread[:, None]) + penalties
        step = np.linalg.solve(curve, slope)
        longest = max(map(abs, step.tolist()))
        before = lowest
        while True:
            odds = table.dot(weights - step)
            lowest = loss(weights - step, odds)
            if lowest <= before or longest < MAX_LAST_STEP:
                break
            step, longest = step / 2, longest / 2
        weights = weights - step
        if longest < MAX_LAST_STEP:
            break
    rounded = [round(float(weight), DECIMALS) + 0.0 for weight in weights]
    return rounded[0], rounded[1:]


def _counted(
    features: Numbers, positive: NDArray[np.bool_]
) -> tuple[Numbers, Numbers, Numbers]:
    """Return the rows that differ, how many there are of each, and the positive ones.

    Many rows have the same flags: all that is summed over rows is summed over these.
    """
    packed = np.packbits(features.astype(np.bool_), axis=1)
    keys = np.zeros(len(packed), dtype=np.intp)
    for at in range(packed.shape[1]):  # rows have one key if all bytes are the same
        pairs = keys * 256 + packed[:, at]
        first, keys = np.unique(pairs, return_index=True, return_inverse=True)[1:]
    if not packed.size:
        first = np.arange(min(1, len(packed)))
    counts = np.bincount(keys, minlength=len(first)).astype(np.float64)
    positives = np.bincount(keys[positive], minlength=len(first)).astype(np.float64)
    return features[first], counts, positives


def sigmoid(odds: Numbers) -> Numbers:
    """Return the chance of each of some odds, which are logarithms."""
    result: Numbers = 1 / (1 + np.exp(np.minimum(np.maximum(-odds, -500), 500)))
    return result
