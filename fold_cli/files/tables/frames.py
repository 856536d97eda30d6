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
from fold_cli.files.tables.cells import Cells, Grid, gather
from fold_cli.files.tables.raw import RawTable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray


def is_frame(data: object) -> bool:
    """Return whether this is a frame of pandas or polars."""
    return _library(data) in ("pandas", "polars") and hasattr(data, "columns")


def raw_frame(data: Any, name: str, more: Mapping[str, Any]) -> RawTable:
    """Return the cells of a frame or of a two-dimensional array.

    ``more`` are columns after its own, by their headers. ``name`` is what errors call
    the table; they count its rows from 1. The columns of an array are x0, x1, ...
    """
    if is_frame(data):
        labels = list(data.columns)
    else:
        labels = [f"x{place}" for place in range(data.shape[1])]
    headers = _headers([*labels, *more], name)
    own = [data[label] for label in labels] if is_frame(data) else data.T
    cells = [
        cells_of(column, f"{name}: {header}")
        for header, column in zip(headers, [*own, *more.values()], strict=True)
    ]
    return RawTable(name, headers, Grid(cells, range(1, len(data) + 1)))


def cells_of(column: Any, where: str) -> Cells:
    """Return the cells of one column; an error says ``where`` it is."""
    library = _library(column)
    if library == "pandas":
        coded = _of_pandas(column)
    elif library == "polars":
        coded = _of_polars(column, where)
    else:
        coded = _of_array(np.asarray(column))
    return coded.cells(where)


class _Coded(NamedTuple):
    """For each row a code, -1 where it is missing, and the text of each code."""

    codes: NDArray[np.signedinteger]
    texts: Sequence[str]

    def cells(self, where: str) -> Cells:
        """Return the cells without blanks around them, equal texts with equal codes.

        Texts that no row has are left out.
        """
        texts, codes = ["", *self.texts], self.codes + 1
        present = np.flatnonzero(np.bincount(codes, minlength=len(texts)))
        stripped = [texts[code].strip(" \t") for code in present.tolist()]
        for text in stripped:
            if "\0" in text:
                raise InputError("a cell has a NUL character", where)
            if text.encode("utf-8", "replace").decode() != text:
                raise InputError(f"a cell is not Unicode text: {text!r}", where)
        (distinct,) = gather(((0, [text]) for text in stripped), 1).columns
        places = np.zeros(len(texts), dtype=np.int32)
        places[present] = distinct.codes
        return Cells(places[codes], distinct.texts)


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


def _of_array(values: NDArray[Any]) -> _Coded:
    kind = values.dtype.kind
    if kind in "iu":
        return _of_numbers(values, np.zeros(len(values), np.bool_))
    if kind == "f":
        return _of_numbers(values, np.isnan(values))
    if kind == "b":
        return _Coded(values.astype(np.int32), ["False", "True"])
    missing = np.isnat(values) if kind in "mM" else np.zeros(len(values), np.bool_)
    return _of_objects(values.tolist() if kind == "O" else values.astype(str), missing)


def _of_numbers(values: NDArray[Any], missing: NDArray[np.bool_]) -> _Coded:
    codes = np.full(len(values), -1, dtype=np.int32)
    distinct, codes[~missing] = np.unique(values[~missing], return_inverse=True)
    if values.dtype.kind == "f" and values.dtype != np.float64:
        return _Coded(codes, list(map(str, distinct)))  # fewer digits name it
    return _Coded(codes, list(map(repr, distinct.tolist())))


def _of_objects(values: Iterable[Any], missing: NDArray[np.bool_]) -> _Coded:
    """Return the texts of any values: those of equal values may differ."""
    cells = zip(values, missing.tolist(), strict=True)
    return _numbered("" if no or value is None else str(value) for value, no in cells)


def _numbered(texts: Iterable[str]) -> _Coded:
    known: dict[str, int] = {}
    codes = (known.setdefault(text, len(known)) for text in texts)
    return _Coded(np.fromiter(codes, dtype=np.int32), list(known))


def _of_pandas(series: Any) -> _Coded:
    dtype = series.dtype
    if isinstance(dtype, np.dtype) and dtype.kind in "biuf":
        return _of_array(series.to_numpy())
    if dtype.kind == "O" and dtype.name == "object":
        return _of_objects(series.tolist(), series.isna().to_numpy())
    codes, distinct = series.factorize()
    text = type(series)(distinct).to_csv(header=False, index=False)
    return _Coded(codes, _written(text))


def _of_polars(series: Any, where: str) -> _Coded:
    dtype, missing = series.dtype, series.is_null().to_numpy()
    if dtype.is_integer() or dtype.is_float():
        values = series.fill_null(0).to_numpy()
        return _of_numbers(values, missing | np.isnan(values))
    if str(dtype) in ("String", "Boolean", "Null"):
        words = {None: "", True: "true", False: "false"}
        return _numbered(words.get(value, value) for value in series.to_list())
    if dtype.is_nested() or str(dtype).startswith(("Duration", "Binary", "Object")):
        raise InputError(f"cells of the type {dtype} cannot be written as CSV", where)
    distinct = series.drop_nulls().unique(maintain_order=True)
    places = {value: place for place, value in enumerate(distinct.to_list())}
    codes = (places.get(value, -1) for value in series.to_list())
    text = distinct.to_frame().write_csv(include_header=False)
    return _Coded(np.fromiter(codes, dtype=np.int32), _written(text))


def _written(text: str) -> list[str]:
    """Return the cells of a CSV file's only column."""
    return [row[0] for row in csv.reader(io.StringIO(text, newline=""), strict=True)]
