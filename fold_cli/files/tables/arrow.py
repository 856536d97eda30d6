"""Parquet and Feather, by PyArrow: the columns as cells.

A cell means what it would mean had the table been written as CSV. Texts are made for
the distinct values of a column, not for its rows.
"""

from __future__ import annotations

import datetime
from typing import Any

from fold_cli.errors import InputError
from fold_cli.files.tables.cells import Cells, Grid, Lines, gather

SUFFIXES = (".parquet", ".feather", ".arrow")
INDEX = "__index_level_0__"
"""What pandas calls an index without a name."""

MAX_CELLS_PER_BYTE = 100
MIN_CELLS = 20_000_000
"""Cells that any file may have, however small it is."""


def read_arrow(
    path: str, data: bytes, suffix: str
) -> tuple[list[str], Grid, dict[str, str]]:
    """Return the headers, the cells and the types of a file's columns.

    Its rows are counted from 1.
    """
    try:
        import pyarrow
        from pyarrow import feather, parquet
    except ImportError:
        raise InputError(
            "Parquet and Feather are read by PyArrow: pip install 'fold-cli[arrow]'",
            path,
        ) from None
    buffer = pyarrow.BufferReader(data)
    try:
        if suffix == ".parquet":
            table = _read_parquet(parquet.ParquetFile(buffer), data, path)
        elif data.startswith(b"ARROW1"):
            table = _read_batches(pyarrow.ipc.open_file(buffer), data, path)
        else:
            table = feather.read_table(buffer)
        table.validate(full=True)  # else a wrong offset in it ends the process
    except InputError:
        raise
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        reason = str(error).partition("\n")[0]
        raise InputError(f"cannot be read as {suffix[1:]}: {reason}", path) from None
    headers = [name for name in table.column_names if name != INDEX]
    columns = []
    for header in headers:
        if table.column_names.count(header) > 1:
            raise InputError(f"two columns are named {header}; rename one", path)
        try:
            columns.append(_cells(table.column(header)))
        except (pyarrow.ArrowException, ValueError, OverflowError):
            kind = table.schema.field(header).type
            raise InputError(
                f"the column {header} has cells of the type {kind}, which are no "
                "values of a table; leave it out of the file",
                path,
            ) from None
    kinds = {
        header.strip(" \t"): _kind(table.column(header).type) for header in headers
    }
    types = {header: kind for header, kind in kinds.items() if kind}
    stripped = [header.strip(" \t") for header in headers]
    return stripped, Grid(columns, Lines.counted(table.num_rows)), types


def _kind(type_: Any) -> str:
    """Return what cells of a type are; nothing where they are all missing."""
    from pyarrow import types

    if types.is_dictionary(type_):
        type_ = type_.value_type
    if types.is_null(type_):
        return ""
    if types.is_boolean(type_):
        return "true or false"
    if types.is_integer(type_) or types.is_floating(type_) or types.is_decimal(type_):
        return "numbers"
    return "dates" if types.is_temporal(type_) else "text"


def _read_parquet(file: Any, data: bytes, path: str) -> Any:
    _check_size(file.metadata.num_rows * file.metadata.num_columns, data, path)
    return file.read()


def _read_batches(file: Any, data: bytes, path: str) -> Any:
    """Return the table of a file that does not say beforehand how many rows it has."""
    import pyarrow

    batches, rows = [], 0
    for number in range(file.num_record_batches):
        batches.append(file.get_batch(number))
        rows += batches[-1].num_rows
        _check_size(rows * len(file.schema), data, path)
    return pyarrow.Table.from_batches(batches, file.schema)


def _check_size(cells: int, data: bytes, path: str) -> None:
    """Raise an error where a small file stands for an enormous table.

    Equal cells of a column take no room in these formats.
    """
    if cells > max(MIN_CELLS, MAX_CELLS_PER_BYTE * len(data)):
        raise InputError(
            f"has {cells} cells in {len(data)} bytes, more than {MAX_CELLS_PER_BYTE} "
            "in each; write it as CSV if that is meant",
            path,
        )


def _cells(column: Any) -> Cells:
    import pyarrow

    if not pyarrow.types.is_dictionary(column.type):
        column = column.dictionary_encode()
    column = column.unify_dictionaries().combine_chunks()
    codes = column.indices.fill_null(-1).to_numpy(zero_copy_only=False) + 1
    texts = ["", *map(_text, column.dictionary.to_pylist())]
    (distinct,) = gather(((0, [text.strip(" \t")]) for text in texts), 1).columns
    cells = Cells(codes, distinct.texts).recoded(distinct.codes, distinct.texts)
    return cells.without_unused()


def _text(value: Any) -> str:
    """Return a value as CSV has it."""
    if value is None or value != value:  # not a number
        return ""
    if isinstance(value, (datetime.date, datetime.datetime)):
        return value.isoformat()
    return value.decode() if isinstance(value, bytes) else str(value)
