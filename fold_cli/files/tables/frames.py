"""Tables in memory: arrays of NumPy, frames of pandas and of polars.

A cell means what it would mean had the frame been written as CSV, by ``to_csv`` or
``write_csv``, and read: the text that would be written stands for the value. Texts are
made for the distinct values of a column, not for its rows. Neither pandas nor polars is
imported: who has a frame has loaded its library.
"""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fold_cli.errors import InputError
from fold_cli.files.tables.cells import Cells, Grid, Lines
from fold_cli.files.tables.coded import narrowest
from fold_cli.files.tables.coder import text_array
from fold_cli.files.tables.raw import RawTable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

PYTHON_BOOLEANS, POLARS_BOOLEANS = ("False", "True"), ("false", "true")
"""How false and true are written as CSV."""


def is_frame(data: object) -> bool:
    """Return whether this is a frame of pandas or polars."""
    return _library(data) in ("pandas", "polars") and hasattr(data, "columns")


def booleans_of(data: object) -> tuple[str, str]:
    """Return how the library of some data writes false and true as CSV."""
    return POLARS_BOOLEANS if _library(data) == "polars" else PYTHON_BOOLEANS


def column_names(data: Any) -> list[Any]:
    """Return the names of the columns; those of an array are x0, x1, ..."""
    if is_frame(data):
        return list(data.columns)
    return [f"x{place}" for place in range(data.shape[1])]


def raw_frame(
    data: Any,
    name: str,
    more: Mapping[str, Cells],
    booleans: tuple[str, str] | None = None,
    names: Sequence[Any] | None = None,
) -> RawTable:
    """Return the cells of a frame or of a two-dimensional array.

    ``more`` are the cells of columns after its own, by their headers. ``name`` is what
    errors call the table; they count its rows from 1. The columns have other ``names``
    than their own if these are given. Truth values are ``booleans``, so that a table of
    polars can be read as one of pandas was, or as their own library writes them.
    """
    labels = column_names(data)
    headers = _headers([*(names or labels), *more], name)
    columns = [data[label] for label in labels] if is_frame(data) else data.T
    cells = [
        cells_of(column, f"{name}: {header}", booleans)
        for header, column in zip(headers, columns, strict=False)
    ]
    cells += more.values()
    return RawTable(name, headers, Grid(cells, Lines.counted(len(data))))


def cells_of(column: Any, where: str, booleans: tuple[str, str] | None = None) -> Cells:
    """Return the cells of one column; an error says ``where`` it is."""
    words = booleans or booleans_of(column)
    library = _library(column)
    if _is_span(getattr(column, "dtype", None)):
        raise InputError(
            f"cells of the type {column.dtype} are lengths of time; give numbers, such "
            "as seconds (total_seconds)",
            where,
        )
    try:
        if library == "pandas":
            found = _of_pandas(column, words)
        elif library == "polars":
            found = _of_polars(column, where, words)
        else:
            found = _of_array(np.asarray(column), words)
    except InputError:
        raise
    except NotImplementedError:  # PyArrow's lists and structures, which have no texts
        raise InputError(
            f"cells of the type {column.dtype} are no values of a table; leave the "
            "column out",
            where,
        ) from None
    except ValueError as error:  # a number of too many digits
        raise InputError(f"a cell cannot be read as text: {error}", where) from None
    return found.cells(where) if isinstance(found, _Texts) else found


def _is_span(dtype: Any) -> bool:
    """Return whether cells are lengths of time, of which each text is for its column.

    pandas writes one day as ``1 days`` or, beside others, as ``1 days 00:00:00``.
    """
    categories = getattr(dtype, "categories", None)
    if categories is not None:
        dtype = getattr(categories, "dtype", dtype)
    return getattr(dtype, "kind", "") == "m" or str(dtype).startswith("Duration")


class _Texts(NamedTuple):
    """For each row a code, -1 where it is missing, and the text of each code."""

    codes: NDArray[np.signedinteger]
    texts: Sequence[str]

    def cells(self, where: str) -> Cells:
        """Return the cells without blanks around them, equal texts with equal codes.

        Texts that no row has are left out.
        """
        texts, codes = ["", *self.texts], (self.codes + 1).astype(np.uint32)
        present = np.flatnonzero(np.bincount(codes, minlength=len(texts)))
        known: dict[str, int] = {}
        places = np.zeros(len(texts), dtype=np.int32)
        for code in present.tolist():
            text = texts[code].strip(" \t")
            places[code] = known.setdefault(text, len(known))
        try:
            encoded = [text.encode() for text in known]
        except UnicodeEncodeError as error:
            raise InputError(
                f"a cell is not Unicode text: {error.object!r}", where
            ) from None
        if any(b"\0" in text for text in encoded):
            raise InputError("a cell has a NUL character", where)
        distinct = text_array(encoded)
        return Cells(codes, distinct).recoded(places, distinct)


def _library(data: object) -> str:
    return type(data).__module__.partition(".")[0]


def _headers(labels: Sequence[Any], name: str) -> list[str]:
    """Return the names of the columns; raise an error unless each has its own."""
    headers: dict[str, None] = {}
    for label in labels:
        header = str(label).strip(" \t")
        if isinstance(label, tuple):
            raise InputError(f"a column is named {label}; give it one name", name)
        if not header:
            raise InputError(f"column {len(headers) + 1} has no name; name it", name)
        if header in headers:
            raise InputError(f"two columns are named {header}; rename one", name)
        headers[header] = None
    return list(headers)


def _of_array(values: NDArray[Any], booleans: Sequence[str]) -> Cells | _Texts:
    kind = values.dtype.kind
    if kind == "b":
        return _Texts(values.astype(np.int32), booleans)
    nothing = np.zeros(len(values), np.bool_)
    if kind in "iuf":
        return _of_numbers(values, np.isnan(values) if kind == "f" else nothing)
    if kind == "O":
        return _of_objects(values.tolist(), nothing, booleans)
    missing = np.isnat(values) if kind == "M" else nothing
    return _of_objects(values.astype(str).tolist(), missing, booleans)


def _of_numbers(values: NDArray[Any], missing: NDArray[np.bool_]) -> Cells:
    distinct, codes = np.unique(values[~missing], return_inverse=True)
    narrow = values.dtype.kind == "f" and values.dtype != np.float64
    texts = list(
        map(str if narrow else repr, distinct if narrow else distinct.tolist())
    )
    if not missing.any():
        return _narrow(codes, texts)
    every = np.full(len(values), len(texts), dtype=np.uint32)
    every[~missing] = codes
    return _narrow(every, [*texts, ""])


def _narrow(codes: NDArray[Any], texts: list[str]) -> Cells:
    return Cells(codes.astype(narrowest(len(texts))), np.array(texts, dtype=np.bytes_))


def _of_objects(
    values: Iterable[Any], missing: NDArray[np.bool_], booleans: Sequence[str]
) -> _Texts:
    """Return the texts of any values: those of equal values may differ."""

    def text(value: Any) -> str:
        if value is None:
            return ""
        return booleans[value] if isinstance(value, bool) else str(value)

    cells = zip(values, missing.tolist(), strict=True)
    return _numbered("" if is_missing else text(value) for value, is_missing in cells)


def _numbered(texts: Iterable[str]) -> _Texts:
    known: dict[str, int] = {}
    codes = (known.setdefault(text, len(known)) for text in texts)
    return _Texts(np.fromiter(codes, dtype=np.int32), list(known))


def _of_pandas(series: Any, booleans: Sequence[str]) -> Cells | _Texts:
    dtype = series.dtype
    if isinstance(dtype, np.dtype) and dtype.kind in "biuf":
        return _of_array(series.to_numpy(), booleans)
    if dtype.kind == "b" or dtype.name == "object":
        return _of_objects(series.tolist(), series.isna().to_numpy(), booleans)
    codes, distinct = series.factorize()
    if dtype.name in ("str", "string"):
        return _Texts(codes, distinct.tolist())
    text = type(series)(distinct).to_csv(header=False, index=False)
    return _Texts(codes, _written(text))


def _of_polars(series: Any, where: str, booleans: Sequence[str]) -> Cells | _Texts:
    dtype, missing = series.dtype, series.is_null().to_numpy()
    if dtype.is_float() or (dtype.is_integer() and not _is_wide(dtype)):
        values = series.fill_null(0).to_numpy()
        return _of_numbers(values, missing | np.isnan(values))
    if str(dtype) in ("String", "Boolean", "Null"):
        return _of_objects(series.to_list(), missing, booleans)
    scalar = dtype.is_temporal() or dtype.is_decimal() or dtype.is_integer()
    if not (scalar or str(dtype).startswith(("Categorical", "Enum"))):
        raise InputError(f"cells of the type {dtype} cannot be written as CSV", where)
    distinct = series.drop_nulls().unique(maintain_order=True)
    places = {value: place for place, value in enumerate(distinct.to_list())}
    codes = (places.get(value, -1) for value in series.to_list())
    text = distinct.to_frame().write_csv(include_header=False)
    return _Texts(np.fromiter(codes, dtype=np.int32), _written(text))


def _is_wide(dtype: Any) -> bool:
    """Return whether whole numbers have more bits than those of NumPy."""
    return str(dtype) in ("Int128", "UInt128")


def _written(text: str) -> list[str]:
    """Return the cells of a CSV file's only column."""
    return [row[0] for row in csv.reader(io.StringIO(text, newline=""), strict=True)]
