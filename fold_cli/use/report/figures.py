"""Numbers behind the figures of a report: histograms and ROC curves.

Histograms are counted from the numbers that a threshold compares, in bins that begin at
its cut; curves from the scores of positive and negative examples, sorted once.
"""

from __future__ import annotations

import math
import operator
import sys
from typing import TYPE_CHECKING

import numpy as np

from fold_cli.use.measuring.ranking import auc
from fold_cli.use.report.data import Curve
from fold_cli.use.report.samples import spread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
    Flags = NDArray[np.bool_]

MAX_BINS = 24
"""Bins of a histogram, before their edges are moved to the cuts."""

MAX_POINTS = 80
"""Points of a curve; of more, some evenly spaced ones are drawn."""

OUTER_SHARE = 0.01
"""The share of numbers at each end that the bins need not reach."""


def bins(numbers: Numbers, cuts: Sequence[float]) -> tuple[float, ...]:
    """Return the edges of bins of one width, of which the first cut is one.

    A bin has the numbers above its lower edge and up to its upper one, as a rule that
    cuts there has them, so that no bar stands on both sides of the cut. The bins reach
    over all but the outermost numbers, and over all cuts. There are none where the
    edges would be no floats, or no different ones.
    """
    reach = max(numbers.max(), *cuts) / 4 - min(numbers.min(), *cuts) / 4
    if reach > sys.float_info.max / 8:
        return ()
    low, high = np.quantile(numbers, [OUTER_SHARE, 1 - OUTER_SHARE]).tolist()
    if len(distinct := np.unique(numbers)) <= MAX_BINS:
        low, high = float(distinct[0]), float(distinct[-1])
    low, high = min(low, *cuts), max(high, *cuts)
    width = _width(distinct, low, high, cuts)
    start = cuts[0]
    below = math.ceil(round((start - low) / width, 6)) + (low == start)
    below += low <= start - below * width  # the lowest number is above the first edge
    above = max(1, math.ceil(round((high - start) / width, 6)))
    steps = range(-below, above + 1)
    edges = [_exact(start + width * step, (*cuts, high), width) for step in steps]
    between = (-math.inf, *edges, math.inf)
    return tuple(edges) if all(map(operator.lt, between, between[1:])) else ()


def _exact(edge: float, wanted: Sequence[float], width: float) -> float:
    """Return the number that an edge is but for rounding, or the edge."""
    near = (number for number in wanted if abs(number - edge) < width * 1e-6)
    return next(near, edge)


def _width(distinct: Numbers, low: float, high: float, cuts: Sequence[float]) -> float:
    """Return the width of bins that fit numbers, or 1 where there is but one."""
    if high <= low:
        return 1.0
    width = max((high - low) / MAX_BINS, math.ulp(max(abs(low), abs(high))))
    whole = bool((distinct == np.round(distinct)).all())
    whole = whole and all(cut == round(cut) for cut in cuts)
    if whole:
        width = float(max(1, math.ceil(width)))
    if len(cuts) > 1 and (apart := abs(cuts[1] - cuts[0])) >= width:
        parts = math.floor(apart / width)
        if not whole or apart % parts == 0:
            width = apart / parts
    return width


def counted_in(
    edges: Sequence[float], groups: Sequence[Numbers]
) -> tuple[tuple[int, ...], ...]:
    """Count numbers in bins; those beyond the bins are in the outer ones."""
    inner = np.array(edges[1:-1])
    found = []
    for numbers in groups:
        places = np.searchsorted(inner, numbers, side="left")  # the upper edge is in
        counts = np.bincount(places, minlength=len(edges) - 1)
        found.append(tuple(counts.tolist()))
    return tuple(found)


def beyond(edges: Sequence[float], numbers: Numbers) -> tuple[int, int]:
    """Return how many numbers lie below, and how many above, all bins."""
    below = int(np.count_nonzero(numbers < edges[0]))
    return below, int(np.count_nonzero(numbers > edges[-1]))


def ends(edges: Sequence[float], numbers: Numbers) -> tuple[float, float]:
    """Return the lowest and the highest number that are within the bins."""
    inside = numbers[(numbers >= edges[0]) & (numbers <= edges[-1])]
    if not len(inside):
        inside = np.clip(numbers, edges[0], edges[-1])
    return float(inside.min()), float(inside.max())


def curve(name: str, scores: Numbers, positive: Flags) -> Curve | None:
    """Return the ROC curve of scores; None where all examples are of one kind."""
    area = auc(scores, positive)
    if area is None:
        return None
    order = np.argsort(-scores, kind="stable")
    right = np.cumsum(positive[order])
    wrong = np.cumsum(~positive[order])
    ends = np.append(np.flatnonzero(np.diff(scores[order])), len(scores) - 1)
    ends = spread(ends, MAX_POINTS)
    across = (wrong[ends] / wrong[-1]).tolist()
    up = (right[ends] / right[-1]).tolist()
    points = [(0.0, 0.0), *zip(across, up, strict=True)]
    return Curve(name, area, tuple(points))
