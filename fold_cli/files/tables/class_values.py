"""The values of a class column: which is positive, or that all are classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fold_cli.errors import InputError, option_with, some_names
from fold_cli.files.tables.dates import date_text
from fold_cli.files.tables.numbers import number_flags
from fold_cli.files.tables.spelling import hardly_differing
from fold_cli.files.tables.words import canonical_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from fold_cli.files.tables.cells import Cells

MAX_CLASSES = 500
"""Classes of a theory: each has a clause that names those before it."""

MAX_NUMBERS_AS_CLASSES = 20
"""Different numbers, or dates, in a class column that are not told of."""

_POSITIVE_WORDS = ("yes", "true", "1", "y", "t", "+", "pos", "positive")
_NEGATIVE_WORDS = ("no", "false", "0", "n", "f", "-", "neg", "negative")


def positive_value(
    header: str,
    counts: dict[str, int],
    given: str | None,
    first_row: Callable[[str], int],
    warn: Callable[[str], None],
) -> str | None:
    """Return the positive one of a column's values; None if all are classes.

    ``counts`` has the number of rows of each, ``first_row`` gives the first of them.
    """
    listed = some_names(
        f"{value} ({count} row{'s' * (count > 1)})"
        for value, count in sorted(counts.items(), key=lambda v: (-v[1], v[0]))
    )
    if len(counts) < 2:
        found = f"only one value, {listed}" if counts else "no value"
        raise InputError(
            f"the class {header} has {found}; positive and negative rows are needed"
        )
    for line in hardly_differing(f"class {header}", counts):
        warn(line)
    if given is not None:
        given = canonical_text(given)
        if given not in counts:
            raise InputError(f"no row has {header} {given}; there are {listed}")
        return given
    if len(counts) > MAX_CLASSES:
        raise InputError(
            f"the class {header} has {len(counts)} values, more than the "
            f"{MAX_CLASSES} that are learned together; give --positive VALUE for "
            "one of them, or a column with fewer, such as ranges of a number"
        )
    if len(counts) > 2:
        if doubt := _doubt(header, counts):
            warn(doubt)
        return None
    rarer, other = sorted(counts, key=lambda value: (counts[value], first_row(value)))
    if other.lower() in _POSITIVE_WORDS or rarer.lower() in _NEGATIVE_WORDS:
        rarer, other = other, rarer
    warn(
        f"positive are the rows with {header} {rarer}; for the others give "
        f"{option_with('--positive', other)}"
    )
    return rarer


def left_out(cells: Cells, missing: NDArray[np.bool_]) -> str | None:
    """Return how many rows have a word for "no value" as their class, and which.

    ``missing`` says for each of the texts whether it is such a word.
    """
    counts = cells.counts()[missing].tolist()
    unknown = sum(counts)
    if not unknown:
        return None
    texts = [text.decode() for text in cells.texts[missing].tolist()]
    words = sorted(text for text, n in zip(texts, counts, strict=True) if text and n)
    means = "mean" if len(words) > 1 else "means"
    reason = f", for {some_names(words)} {means} no value" if words else ""
    return f"{unknown} row{'s' * (unknown > 1)} without a class left out{reason}"


def _doubt(header: str, counts: dict[str, int]) -> str | None:
    """Return why the values of a column are hardly classes, and what to do."""
    rows, kind = sum(counts.values()), ""
    if len(counts) > MAX_NUMBERS_AS_CLASSES:
        if number_flags(np.array([text.encode() for text in counts])).all():
            kind = "numbers"
        elif all(map(date_text, counts)):
            kind = "dates"
    if not kind and 2 * len(counts) <= rows:
        return None
    order = ", whatever their order" if kind else ""
    return (
        f"the class {header} has {len(counts)} different {kind or 'values'} in {rows} "
        f"rows; each is learned as a class of its own{order}. For fewer classes, give "
        "a column of ranges or groups, or --positive VALUE for one of them"
    )
