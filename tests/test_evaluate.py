"""Measures of predictions, and ``fold evaluate``."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fold_cli.evaluate import Confusion


def flags(text: str) -> np.ndarray:
    return np.array([char == "1" for char in text], dtype=np.bool_)


def test_a_confusion_counts_each_kind() -> None:
    confusion = Confusion.of(flags("1101000"), flags("1110100"))
    assert confusion == Confusion(2, 2, 1, 2)
    assert confusion.positives == 4
    assert confusion.negatives == 3
    assert confusion.accuracy == pytest.approx(4 / 7)
    assert confusion.precision == pytest.approx(2 / 3)
    assert confusion.recall == pytest.approx(1 / 2)
    assert confusion.f1 == pytest.approx(4 / 7)


@pytest.mark.parametrize(
    ("confusion", "expected"),
    [
        pytest.param(Confusion(), (0, 0, 0, 0), id="no-examples"),
        pytest.param(Confusion(0, 3, 0, 1), (0.25, 0, 0, 0), id="none-predicted"),
        pytest.param(Confusion(0, 0, 0, 4), (1, 0, 0, 0), id="no-positives"),
        pytest.param(Confusion(3, 0, 0, 4), (1, 1, 1, 1), id="perfect"),
    ],
)
def test_measures_never_divide_by_nothing(
    confusion: Confusion, expected: tuple[float, ...]
) -> None:
    measures = (confusion.accuracy, confusion.precision, confusion.recall, confusion.f1)
    assert measures == expected


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1))
def test_confusions_of_parts_add_up(pairs: list[tuple[bool, bool]]) -> None:
    predicted = np.array([p for p, _ in pairs])
    positive = np.array([q for _, q in pairs])
    cut = len(pairs) // 2
    parts = Confusion.of(predicted[:cut], positive[:cut]) + Confusion.of(
        predicted[cut:], positive[cut:]
    )
    whole = Confusion.of(predicted, positive)
    assert parts == whole
    assert whole.accuracy == np.mean(predicted == positive)
