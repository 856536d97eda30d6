"""Checks of the values of options, which Python programs give of any type."""

from __future__ import annotations

import math
from numbers import Integral
from typing import Any

from fold_cli.errors import UsageError

LIMITS = {
    "max_literals": (1, math.inf),
    "max_clauses": (0, math.inf),
    "max_exception_depth": (0, math.inf),
    "max_inferences": (1, math.inf),
    "lookahead": (0, math.inf),
    "beam": (1, 1000),
    "folds": (2, math.inf),
    "repeat": (1, math.inf),
    "seed": (-math.inf, math.inf),
    "jobs": (1, math.inf),
    "depth": (1, 100),
}
"""Options whose values are whole numbers, the smallest and the largest of these."""


def whole_number(name: str, value: Any) -> int:
    """Return the value of an option as a number of Python, which others may not be.

    Raise an error where it is no whole number, too small or too large.
    """
    option = f"--{name.replace('_', '-')}"
    if not isinstance(value, Integral):
        raise UsageError(f"{value!r:.60} is no whole number, which {option} takes.")
    number, (least, most) = int(value), LIMITS[name]
    if number < least:
        raise UsageError(f"{option} {number} is too small; the least is {least}.")
    if number > most:
        raise UsageError(f"{option} is too large; the most is {most}.")
    return number


def flag(name: str, value: Any) -> bool | None:
    """Return the value of an option as a truth value of Python, None as it is."""
    if value not in (None, True, False):
        raise UsageError(f"{name}={value!r:.60} is neither True nor False.")
    return None if value is None else bool(value)
