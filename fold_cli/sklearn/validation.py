"""Arguments of estimators, checked as scikit-learn wants it."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from sklearn.utils import assert_all_finite, check_consistent_length, column_or_1d
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import validate_data

from fold_cli.errors import InputError
from fold_cli.files.tables.frames import cells_of, is_frame
from fold_cli.files.tables.raw import MISSING

if TYPE_CHECKING:
    from numpy.typing import NDArray

CLASS = "class"
"""The name of the class column where neither y nor a parameter names it."""


class Classes(NamedTuple):
    """The classes of the rows, as scikit-learn and as a table has them."""

    header: str  # of the class column
    column: Any  # its cells
    values: NDArray[Any]  # the distinct ones, in order
    texts: tuple[str, ...]  # the text of each value


def checked_rows(estimator: Any, rows: Any, *, fit: bool) -> Any:
    """Return the rows as a frame or array; raise where they do not fit the columns.

    An array keeps its type: cells may be missing, infinite or text.
    """
    if not is_frame(rows):
        return validate_data(
            estimator,
            rows,
            reset=fit,
            dtype=None,
            ensure_all_finite=False,
            ensure_min_samples=1 + fit,
        )
    validate_data(estimator, rows, reset=fit, skip_check_array=True)
    if min(rows.shape) < 1 or len(rows) < 1 + fit:
        raise InputError(
            f"X has {len(rows)} sample(s) and {rows.shape[1]} column(s); at least "
            f"{1 + fit} and 1 are needed"
        )
    return rows


def checked_classes(rows: Any, y: Any, header: str | None) -> Classes:
    """Return the classes ``y`` of the rows; ``header`` names them if it is given."""
    labels = column_or_1d(y, warn=True)
    assert_all_finite(labels, input_name="y")
    check_classification_targets(labels)
    check_consistent_length(rows, labels)
    values, places = np.unique(labels, return_inverse=True)
    if len(values) < 2:
        raise InputError(
            f"y has one class only, {values[0]}; rows of another class are needed to "
            "learn what tells them apart"
        )
    column = y if hasattr(y, "name") and np.ndim(y) == 1 else labels
    cells = cells_of(column, "y")
    texts = cells.strings()
    for code in np.unique(cells.codes).tolist():
        if texts[code] in MISSING:
            row = int((cells.codes == code).argmax())
            raise InputError(
                f"row {row + 1} of y is {labels[row]!r}, which means in a table that "
                "there is no value; rename this class"
            )
    first = np.full(len(values), len(labels))
    np.minimum.at(first, places, np.arange(len(labels)))
    words = tuple(texts[code] for code in cells.codes[first].tolist())
    if len({*words}) < len(words):
        raise InputError("two classes of y differ only in blanks around them")
    return Classes(header or _header(rows, y), column, values, words)


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
