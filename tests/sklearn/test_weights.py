"""Weights of classes, as scikit-learn gives them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pytest

from fold_cli import learn
from fold_cli.errors import InputError
from fold_cli.sklearn import FoldClassifier

if TYPE_CHECKING:
    from pathlib import Path

SIZE = 400


def rare(classes: int = 2) -> tuple[pd.DataFrame, pd.Series]:
    """Return rows of which few are of the last class, and none for certain."""
    chance = np.random.RandomState(3)
    X = pd.DataFrame(chance.rand(SIZE, 2), columns=["a", "b"])
    likely = (X.a > 0.7) & (chance.rand(SIZE) < 0.3)
    common = (X.b * (classes - 1)).astype(int)
    labels = common.where(~likely, classes - 1)
    return X, labels.map(lambda place: "uvwxyz"[place]).rename("kind")


def recall(model: FoldClassifier, X: Any, y: Any, value: str) -> float:
    return float(np.mean(model.predict(X)[y == value] == value))


@pytest.mark.parametrize("classes", [2, 3])
def test_a_class_of_weight_is_found_more_often(classes: int, tmp_path: Path) -> None:
    X, y = rare(classes)
    last = "uvwxyz"[classes - 1]
    path = tmp_path / "t.csv"
    pd.concat([X, y], axis=1).to_csv(path, index=False)
    plain = FoldClassifier().fit(X, y)
    for weight in ("balanced", f"{last}=5"):
        model = FoldClassifier(weight=weight).fit(X, y)
        assert recall(model, X, y, last) > recall(plain, X, y, last)
        theory = learn(path, class_column="kind", weight=weight, noise=True)
        assert model.to_prolog() == theory.to_prolog()
        assert f"--weight {weight}\n" in model.to_prolog()


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"weight": "even"}, "write it like positive=5"),
        ({"weight": "z=2"}, "no class is called z"),
        ({"weight": "balanced", "noise": False}, "weight= needs noise="),
    ],
    ids=str,
)
def test_wrong_weights_of_classes(parameters: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        FoldClassifier(**parameters).fit(*rare())


@pytest.mark.parametrize(
    ("weight", "message"),
    [(1e-320, "too near to zero"), (1e308, "counts inf rows"), (-0.5, "negative")],
)
def test_weights_of_rows_that_no_number_of_copies_is_for(
    weight: float, message: str
) -> None:
    X, y = rare()
    with pytest.raises(InputError, match=message):
        FoldClassifier().fit(X, y, np.full(SIZE, weight))
