"""The numbers behind the figures of reports."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fold_cli.theory.formats.markup import Markup
from fold_cli.use.measuring.ranking import auc
from fold_cli.use.report.figures import (
    MAX_BINS,
    MAX_POINTS,
    beyond,
    bins,
    counted_in,
    curve,
    ends,
)
from fold_cli.use.report.page import _within
from fold_cli.use.report.samples import spread

WHOLE = st.integers(-1000, 1000).map(float)
NUMBERS = st.one_of(WHOLE, st.floats(-1e6, 1e6).map(lambda n: round(n, 3)))


@given(
    st.one_of(st.lists(WHOLE, min_size=1), st.lists(NUMBERS, min_size=1)),
    st.lists(NUMBERS, min_size=1, max_size=2, unique=True),
)
def test_no_bar_stands_on_both_sides_of_the_cut(
    numbers: list[float], cuts: list[float]
) -> None:
    values, first = np.array(numbers), cuts[0]
    edges = bins(values, cuts)
    [counts] = counted_in(edges, [values])
    at = edges.index(first)
    assert list(edges) == sorted(set(edges))
    assert 1 <= len(counts) <= 2 * MAX_BINS + 3
    assert sum(counts) == len(numbers)
    assert sum(counts[:at]) == np.count_nonzero(values <= first)
    assert edges[0] <= min(cuts)
    assert edges[-1] >= max(cuts)
    below, above = beyond(edges, values)
    assert below + above <= max(0, len(numbers) - 1)
    assert edges[0] <= ends(edges, values)[0] <= ends(edges, values)[1] <= edges[-1]


EXTREME = st.sampled_from([0, 1, 1e16, 1e22, 1e300, 1e308, 1.7e308, 5e-324, 2**53 + 2])
SIGNED = st.tuples(EXTREME, st.sampled_from([-1.0, 1.0])).map(
    lambda pair: math.prod(pair)
)


@given(
    st.lists(SIGNED, min_size=1), st.lists(SIGNED, min_size=1, max_size=2, unique=True)
)
def test_numbers_at_the_ends_of_floats(numbers: list[float], cuts: list[float]) -> None:
    values = np.array(numbers)
    edges = bins(values, cuts)
    assert list(edges) == sorted(set(edges))
    assert np.isfinite(edges).all()
    if edges:
        assert sum(counted_in(edges, [values])[0]) == len(numbers)
        assert edges[0] <= ends(edges, values)[0] <= ends(edges, values)[1] <= edges[-1]
    else:
        assert max(map(abs, (*numbers, *cuts))) > 1e15


@pytest.mark.parametrize("number", [0.0, 5.0, -3.5])
def test_one_number_alone(number: float) -> None:
    edges = bins(np.array([number]), [number])
    assert counted_in(edges, [np.array([number])]) == ((1, 0),)


@given(st.lists(st.tuples(st.integers(0, 9), st.booleans()), max_size=60))
def test_curves_have_the_area_that_they_say(pairs: list[tuple[int, bool]]) -> None:
    scores = np.array([score / 9 for score, _ in pairs], dtype=np.float64)
    positive = np.array([kind for _, kind in pairs], dtype=np.bool_)
    found = curve("", scores, positive)
    if found is None:
        assert auc(scores, positive) is None
        return
    assert found.points[0] == (0, 0)
    assert found.points[-1] == (1, 1)
    across, up = np.array(found.points).T
    area = float((np.diff(across) * (up[1:] + up[:-1]) / 2).sum())
    assert area == pytest.approx(found.area)


def test_long_curves_are_thinned_out() -> None:
    scores = np.linspace(0, 1, 5000)
    found = curve("", scores, np.sin(scores * 40) > 0)
    assert found
    assert len(found.points) == MAX_POINTS + 1


@given(st.integers(0, 300), st.integers(1, 40))
def test_samples_are_spread_evenly(size: int, limit: int) -> None:
    places = np.arange(size)
    chosen = spread(places, limit)
    assert len(chosen) == len(set(chosen.tolist())) == min(size, limit)
    if size > limit > 1:
        assert (chosen[0], chosen[-1]) == (0, size - 1)


@given(st.lists(st.integers(0, 30), max_size=4), st.integers(0, 400))
def test_what_does_not_fit_is_left_out_evenly(sizes: list[int], limit: int) -> None:
    lists = [[Markup("x" * 10)] * size for size in sizes]
    shown = _within(lists, limit)
    assert sum(len(items) * 10 for items in shown) <= limit
    if sum(sizes) * 10 <= limit:
        assert shown == lists
