"""Scores that are fitted to flags: the steps end at the lowest loss."""

from __future__ import annotations

import numpy as np
import pytest

from fold_cli.use.predicting.logistic_fit import PENALTY, fitted_scores, sigmoid


def slow_scores(features: np.ndarray, positive: np.ndarray) -> np.ndarray:
    """Take a thousand steps, a twentieth of Newton's each: none goes too far."""
    table = np.hstack([np.ones((len(features), 1)), features])
    penalty = np.full(table.shape[1], PENALTY)
    penalty[0] = 1e-3
    weights = np.zeros(table.shape[1])
    for _ in range(1000):
        chance = sigmoid(table @ weights)
        slope = table.T @ (chance - positive) + penalty * weights
        curve = table.T * (chance * (1 - chance)) @ table + np.diag(penalty)
        weights -= np.linalg.solve(curve, slope) / 20
    return weights


@pytest.mark.parametrize("columns", [1, 2, 5])
@pytest.mark.parametrize(
    ("covered", "right", "others", "missed"),
    [
        (15, 11, 1459, 9),  # steps went to and fro between 0 and 5
        (15, 15, 1459, 0),
        (3, 3, 997, 0),
        (40, 38, 1000, 1),
        (700, 690, 800, 3),
        (5, 0, 95, 50),
    ],
)
def test_scores_are_those_of_slow_steps(
    columns: int, covered: int, right: int, others: int, missed: int
) -> None:
    """A rule covers few rows, or errs on few, and its conditions hold where it does."""
    flags = np.repeat([1.0, 0.0], [covered, others])
    sides = ((covered, right), (others, missed))
    positive = np.concatenate([np.arange(size) < count for size, count in sides])
    features = np.repeat(flags[:, None], columns, axis=1)
    base, scores = fitted_scores(features, positive)
    assert [base, *scores] == pytest.approx(slow_scores(features, positive), abs=2e-3)
