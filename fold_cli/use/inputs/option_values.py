"""Checks of the values of options, which Python programs give of any type."""

from __future__ import annotations

import math
from numbers import Integral
from typing import Any

from fold_cli.errors import UsageError

LEAST = {
    "max_literals": 1,
    "max_clauses": 0,
    "max_exception_depth": 0,
    "max_inferences": 1,
    "lookahead": 0,
    "beam": 1,
    "folds": 2,
    "repeat": 1,
    "seed": -math.inf,
    "jobs": 1,
}
"""Options whose values are whole numbers, and the smallest of these."""


def check_numbers(given: dict[str, Any]) -> None:
    """Raise an error where the value of an option is no whole number, or too small.

    None stands for an option that is not given.
    """
    for name, value in given.items():
        option = f"--{name.replace('_', '-')}"
        if value is None:
            continue
        if not isinstance(value, Integral):
            raise UsageError(f"{value!r:.60} is no whole number, which {option} takes.")
        if value < LEAST[name]:
            raise UsageError(
                f"{option} {value} is too small; the least is {LEAST[name]}."
            )


def check_flags(given: dict[str, Any]) -> None:
    """Raise an error where the value of an option is neither True nor False."""
    for name, value in given.items():
        if value not in (None, True, False):
            raise UsageError(f"{name}={value!r:.60} is neither True nor False.")
