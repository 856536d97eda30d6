"""Parquet and Feather, by PyArrow: the columns as cells.

A cell means what it would mean had the table been written as CSV. Texts are made for
the distinct values of a column, not for its rows.
"""

from __future__ import annotations

import datetime
from typing import Any

import numpy as np

from fold_cli.errors import InputError
from fold_cli.files.tables.cells import Cells, Grid, gather

SUFFIXES = (".parquet", ".feather", ".arrow")
INDEX = "__index_level_0__"
"""What pandas calls an index without a name."""


def read_arrow(path: str, data: bytes, suffix: str) -> tuple[list[str], Grid]:
    """Return the headers and the cells of a file; its rows are counted from 1."""
    try:
        import pyarrow
        from pyarrow import feather, parquet
    except ImportError:
        raise InputError(
            "Parquet and Feather are read by PyArrow: pip install 'fold-cli[arrow]'",
            path,
        ) from None
    read = parquet.read_table if suffix == ".parquet" else feather.read_table
    try:
        table = read(pyarrow.BufferReader(data))
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        reason = str(error).splitlines()[0]
        raise InputError(f"cannot be read as {suffix[1:]}: {reason}", path) from None
    headers = [name for name in table.column_names if name != INDEX]
    columns = []
    for header in headers:
        if table.column_names.count(header) > 1:
            raise InputError(f"two columns are named {header}; rename one", path)
        try:
            columns.append(_cells(table.column(header)))
        except pyarrow.ArrowException:
            kind = table.schema.field(header).type
            raise InputError(
                f"the column {header} has cells of the type {kind}, which are no "
                "values of a table; leave it out of the file",
                path,
            ) from None
    return [header.strip(" \t") for header in headers], Grid(
        columns, range(1, table.num_rows + 1)
    )


def _cells(column: Any) -> Cells:
    import pyarrow

    if not pyarrow.types.is_dictionary(column.type):
        column = column.dictionary_encode()
    column = column.unify_dictionaries().combine_chunks()
    codes = column.indices.fill_null(-1).to_numpy(zero_copy_only=False) + 1
    texts = ["", *map(_text, column.dictionary.to_pylist())]
    (distinct,) = gather(((0, [text.strip(" \t")]) for text in texts), 1).columns
    cells = Cells(distinct.codes[codes], distinct.texts)
    return cells.of_rows(np.arange(len(codes)))  # no text that no row has


def _text(value: Any) -> str:
    """Return a value as CSV has it."""
    if value is None or value != value:  # not a number
        return ""
    if isinstance(value, (datetime.date, datetime.datetime)):
        return value.isoformat()
    return value.decode() if isinstance(value, bytes) else str(value)
