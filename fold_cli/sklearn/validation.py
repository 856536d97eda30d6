"""Arguments of estimators, checked as scikit-learn wants it."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from numbers import Real
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from sklearn.utils import assert_all_finite, check_consistent_length, column_or_1d
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import validate_data

from fold_cli.errors import InputError, some_names
from fold_cli.files.tables.frames import cells_of, column_names, is_frame
from fold_cli.files.tables.words import canonical
from fold_cli.theory.schema import MISSING, spellings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from fold_cli.files.tables.cells import Cells

MAX_COPIES = 100_000_000
"""Rows that weights may stand for: each takes memory."""

CLASS = "class"
"""The name of the class column where neither y nor a parameter names it."""


class Classes(NamedTuple):
    """The classes of the rows, as scikit-learn and as a table has them."""

    header: str  # of the class column
    cells: Cells  # of that column
    values: NDArray[Any]  # the distinct ones, in order
    texts: tuple[str, ...]  # the text of each value

    def positive(self, value: Any) -> str:
        """Return the text of one of two classes."""
        listed = some_names(map(repr, self.values.tolist()))
        if value not in self.values.tolist():
            raise InputError(f"positive={value!r} is none of the classes {listed}")
        if len(self.values) > 2:
            raise InputError(
                f"positive={value!r} chooses between two classes, but y has {listed}"
            )
        place: int = self.values.tolist().index(value)
        return self.texts[place]


def checked_rows(estimator: Any, rows: Any, *, fit: bool) -> Any:
    """Return the rows as a frame or array; raise where they do not fit the columns.

    To fit, there are at least two, and the estimator learns the names of the columns;
    later an array may have the same columns without their names. An array keeps its
    type: cells may be missing, infinite or text.
    """
    for name in ("class_column", "target") if fit else ():
        if not isinstance(value := getattr(estimator, name), str | None):
            raise InputError(f"{name}={value!r:.60} is no text")
    if hasattr(rows, "collect") and not hasattr(rows, "__len__"):
        raise InputError("X is a lazy frame, which has no rows yet; give X.collect()")
    if hasattr(rows, "to_pandas") and not is_frame(rows):
        raise InputError("X is a table whose columns lose their names; X.to_pandas()")
    if _has_masked(rows):
        raise InputError("X has masked cells; give X.astype(float).filled(np.nan)")
    if is_frame(rows):
        [(name, count)] = Counter(map(str, rows.columns)).most_common(1) or [("", 0)]
        if count > 1:
            raise InputError(f"X has two columns named {name}; rename one")
        validate_data(estimator, rows, reset=fit, skip_check_array=True)
    else:
        rows = validate_data(
            estimator,
            rows,
            reset=fit,
            dtype=None,
            ensure_all_finite=False,
            ensure_min_samples=1 + fit,
        )
    if len(rows) < 1 + fit or not rows.shape[1]:
        raise InputError(
            f"X has {len(rows)} sample(s) and {rows.shape[1]} column(s); at least "
            f"{1 + fit} and 1 are needed"
        )
    if fit:
        estimator._columns = column_names(rows)
    return rows


WEIGHTS = {
    "negative": "sample_weight has a negative weight; none may be below 0",
    "zero": "sample_weight is zero for every row: none is left",
    "infinite": "sample_weight has a weight that is no finite number",
    "extreme": "sample_weight is too near to zero, or too large; divide all weights "
    "by the largest one",
}
"""What is wrong with weights."""


def checked_copies(rows: Any, weights: Any) -> NDArray[np.intp] | None:
    """Return how often each row counts, by the weights of the rows.

    Whole numbers count rows. Other weights are relative: scaled so that they are 1 on
    average, they become numbers of copies of which any rows that follow each other have
    as many, but for one, as their weights sum to.
    """
    if weights is None:
        return None
    weights = column_or_1d(weights, dtype=np.float64)
    check_consistent_length(rows, weights)
    assert_all_finite(weights, input_name="sample_weight")
    if (weights < 0).any():
        raise InputError(WEIGHTS["negative"])
    if not weights.any():
        raise InputError(WEIGHTS["zero"])
    if (weights == np.rint(weights)).all():
        return whole_copies(weights)
    scale = copies_per_weight(
        int(np.count_nonzero(weights)), float(weights.cumsum()[-1])
    )
    return relative_copies(weights, 0.0, scale)


def whole_copies(weights: Any) -> NDArray[np.intp]:
    """Return how often each of some rows counts, by weights that are whole numbers."""
    numbers = np.asarray(weights, dtype=np.float64)
    if numbers.sum() > MAX_COPIES:
        raise InputError(
            f"sample_weight counts {numbers.sum():.3g} rows in all, more than "
            f"{MAX_COPIES:,}; whole numbers count rows, so divide them by their mean"
        )
    copies: NDArray[np.intp] = numbers.astype(np.intp)
    return copies


def copies_per_weight(rows: int, total: float) -> float:
    """Return what makes relative weights of so many rows 1 on average."""
    scale = rows / total
    if not 0 < scale < math.inf:
        raise InputError(WEIGHTS["extreme"])
    return scale


def relative_copies(weights: Any, start: float, scale: float) -> NDArray[np.intp]:
    """Return how often each of some rows counts, by weights that are relative.

    ``start`` is what the weights of all rows before them sum to.
    """
    sums = np.cumsum([start, *np.asarray(weights, dtype=np.float64)])
    copies: NDArray[np.intp] = np.diff(np.rint(sums * scale)).astype(np.intp)
    return copies


def checked_classes(
    rows: Any,
    y: Any,
    copies: NDArray[np.intp] | None,
    header: str | None,
    missing: Iterable[str],
) -> Classes:
    """Return the classes ``y`` of the rows that count.

    The class column has the name ``header``, or that of y. No class may be a word for
    "no value", of which some are ``missing``.
    """
    no_value = MISSING | spellings(missing)
    if y is None:
        raise InputError("fit requires y to be passed, but the target y is None")
    if hasattr(y, "to_series") and np.ndim(y) == 1:  # an index of pandas
        y = y.to_series()
    missing_labels = getattr(y, "isna", getattr(y, "is_null", None))
    is_missing = False if missing_labels is None else np.asarray(missing_labels())
    if np.any(is_missing) or _has_masked(y):
        raise InputError("y has no class for some rows; leave these out of X and y")
    labels = column_or_1d(y, warn=True)
    _check_one_type(labels)
    assert_all_finite(labels, input_name="y")
    check_classification_targets(labels)
    check_consistent_length(rows, labels)
    rows_that_count = np.arange(len(labels)) if copies is None else copies.nonzero()[0]
    values, first = np.unique(labels[rows_that_count], return_index=True)
    if len(values) < 2:
        raise InputError(
            f"y has one class only, {values[0]}; rows of another class are needed to "
            "learn what tells them apart"
        )
    column = y if hasattr(y, "name") and np.ndim(y) == 1 else labels
    cells = cells_of(column, "y")
    written = canonical(cells)
    texts, places = written.strings(), rows_that_count[first].tolist()
    words = tuple(texts[written.codes[place]] for place in places)
    for word, place in zip(words, places, strict=True):
        if word in no_value and not (word == "-" and "+" in words):
            raise InputError(
                f"row {place + 1} of y is '{word}', which means in a table that there "
                "is no value; rename this class"
            )
    if len({*words}) < len(words):
        [(word, _)] = Counter(words).most_common(1)
        same = [values[place] for place, each in enumerate(words) if each == word]
        listed = some_names(repr(value.item()) for value in np.array(same))
        raise InputError(f"in a table these classes of y are one: {listed}; rename one")
    return Classes(header or _header(rows, y), cells, values, words)


def _has_masked(cells: Any) -> bool:
    """Return whether an array has masked cells."""
    return isinstance(cells, np.ma.MaskedArray) and bool(np.any(cells.mask))


def _check_one_type(labels: Any) -> None:
    """Raise an error where classes are not all texts, all numbers, or of one type."""
    types = {type(label) for label in labels} if labels.dtype == object else set()
    same = any(all(issubclass(t, kind) for t in types) for kind in (str, Real))
    if len(types) > 1 and not same:
        names = ", ".join(sorted(t.__name__ for t in types))
        raise InputError(
            f"y has classes of several types, {names}; give texts or numbers, and "
            "leave rows without a class out of X and y"
        )


def _header(rows: Any, y: Any) -> str:
    """Return the name of y, or a name that no column has."""
    taken = [str(label) for label in rows.columns] if is_frame(rows) else []
    name = getattr(y, "name", None)
    if name in (None, ""):
        numbered = (f"{CLASS}_{number}" for number in itertools.count(2))
        names = itertools.chain([CLASS], numbered)
        return next(name for name in names if name not in taken)
    if str(name) in taken:
        raise InputError(
            f"X has a column {name}, which is the name of y; leave it out of X, or "
            "name the class otherwise with class_column"
        )
    return str(name)
