"""The figures of a report as SVG: histograms with cuts, ROC curves, points of folds.

Each has a title that says the same in words. Colours are those of the page's style.
"""

from __future__ import annotations

import math
from datetime import date
from typing import TYPE_CHECKING

from fold_cli.theory.formats.markup import element, shortened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_cli.theory.formats.markup import Markup
    from fold_cli.use.report.data import Curve, Histogram

STYLES = ("positive", "negative")
"""The styles of the two kinds of examples."""


def figure(
    name: str, width: int, height: int, *children: Markup | Sequence[Markup]
) -> Markup:
    """Return a picture that is called by a name."""
    return element(
        "svg",
        element("title", shortened(name, 300)),
        children,
        role="img",
        viewBox=f"0 0 {width} {height}",
        class_="figure",
    )


# Histograms


def histogram(shown: Histogram, kinds: Sequence[str]) -> Markup:
    """Return bars of the first kind upwards, of the second downwards, and the cuts.

    The height of a bar is by the square root of its number: few are seen beside many.
    """
    width, half = 240, 46
    low, high = shown.edges[0], shown.edges[-1]
    highest = max(max(counts) for counts in shown.counts) or 1
    first, last = (number_text(end, shown.dates) for end in shown.ends)
    down = half if len(shown.counts) > 1 else 0
    bars = []
    for counts, style, sign in zip(shown.counts, STYLES, (1, -1), strict=False):
        for left, right, count in zip(
            shown.edges, shown.edges[1:], counts, strict=False
        ):
            if count:
                tall = max(1.0, half * math.sqrt(count / highest))
                at, until = (width * (x - low) / (high - low) for x in (left, right))
                bar = element(
                    "rect",
                    x=round(at, 1),
                    y=round(half - tall, 1) if sign > 0 else half,
                    width=round(max(until - at - 0.5, 0.5), 1),
                    height=round(tall, 1),
                    class_=style,
                )
                bars.append(bar)
    bottom = half + down
    axis = element("line", x1=0, x2=width, y1=half, y2=half, class_="axis")
    lines = []
    for cut in shown.cuts:
        at = round(width * (cut.number - low) / (high - low), 1)
        lines.append(element("line", x1=at, x2=at, y1=0, y2=bottom, class_="cut"))
    texts = [
        element("text", first, x=0, y=bottom + 13),
        element("text", last, x=width, y=bottom + 13, text_anchor="end"),
    ]
    totals = [
        f"{sum(counts):,} {kind}"
        for counts, kind in zip(shown.counts, kinds, strict=False)
    ]
    cuts = " and ".join(shortened(cut.text, 40) for cut in shown.cuts)
    name = f"Histogram of {' and '.join(totals)}, from {first} to {last}, cut at {cuts}"
    return figure(name, width, bottom + 16, bars, axis, *lines, texts)


def number_text(number: float, dates: bool) -> str:
    """Return a number as an axis has it."""
    if dates:
        day = min(max(round(number), 1), date.max.toordinal())
        return date.fromordinal(day).isoformat()
    return (
        f"{number:,.0f}"
        if abs(number) < 1e15 and number.is_integer()
        else f"{number:.4g}"
    )


# Curves


def roc(curves: Sequence[Curve]) -> Markup:
    """Return ROC curves in one square, with the line of guessing."""
    size = 200
    guess = element("line", x1=0, y1=size, x2=size, y2=0, class_="guess")
    frame = element("rect", width=size, height=size, class_="frame")
    lines = []
    for number, curve in enumerate(curves):
        points = " ".join(
            f"{round(size * x, 1):g},{round(size * (1 - y), 1):g}"
            for x, y in curve.points
        )
        lines.append(element("polyline", points=points, class_=f"curve c{number}"))
    named = [f"{each.name or 'AUC'} {each.area:.3f}" for each in curves]
    name = (
        "ROC curve: the share of positive examples found against the share of negative "
        f"ones taken; {', '.join(shortened(each, 60) for each in named)}"
    )
    ticks = [
        element("text", "0", x=0, y=size + 13),
        element("text", "1", x=size, y=size + 13, text_anchor="end"),
    ]
    return figure(name, size, size + 16, frame, guess, lines, ticks)


# Folds


def points(values: Sequence[float], mean: float, low: float, high: float) -> Markup:
    """Return values as points on a line, with their mean."""
    width, height = 240, 16
    scale = (width - 8) / ((high - low) or 1)

    def place(value: float) -> float:
        return round(4 + scale * (value - low), 1)

    axis = element("line", x1=0, x2=width, y1=8, y2=8, class_="axis")
    dots = [element("circle", cx=place(v), cy=8, r=3.5, class_="dot") for v in values]
    at = place(mean)
    line = element("line", x1=at, x2=at, y1=0, y2=height, class_="cut")
    return element(
        "svg",
        axis,
        dots,
        line,
        viewBox=f"0 0 {width} {height}",
        class_="figure points",
        aria_hidden="true",
    )
