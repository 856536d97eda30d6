"""Parquet and Feather, by PyArrow: the columns as cells.

A cell means what it would mean had the table been written as CSV. Texts are made for
the distinct values of a column, not for its rows.
"""

from __future__ import annotations

import datetime
import io
import os
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from fold_cli.engine.stop import stopper
from fold_cli.errors import InputError
from fold_cli.files.tables.cells import Grid, GridBuilder
from fold_cli.files.tables.coded import CodeBuffer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fold_cli.files.tables.chunks import Readable
    from fold_cli.files.tables.coded import Codes

SUFFIXES = (".parquet", ".feather", ".arrow")
INDEX = "__index_level_0__"
"""What pandas calls an index without a name."""

ROWS_PER_BATCH = 1 << 14
"""Rows that are held as PyArrow gives them, before they are coded."""

MAX_CELLS_PER_BYTE = 100
"""Cells for each byte of a file: more stand for an enormous table."""

ALLOWED_CELLS = 20_000_000
"""Cells that any file may have, however small it is."""

MAX_UNPACKED_FACTOR = 100
"""How many times the size of a file PyArrow may take at once, beside what any may."""


def read_arrow(
    path: str,
    file: Readable,
    suffix: str,
    make_buffer: Callable[[], CodeBuffer],
) -> tuple[list[str], Grid, dict[str, str]]:
    """Return the headers, the cells and the types of a file's columns.

    Its rows are counted from 1. They are read some at a time, so that beside the coded
    columns only these are held, and of a zipped file what is in it.
    """
    try:
        import pyarrow
    except ImportError:
        raise InputError(
            "Parquet and Feather are read by PyArrow: pip install 'fold-cli[arrow]'",
            path,
        ) from None
    try:
        source = _Source(file, path)
        with source.limited():
            schema, batches = _opened(source, suffix)
        names = [name for name in schema.names if name != INDEX]
        for name, count in Counter(names).items():
            if count > 1:
                raise InputError(f"two columns are named {name}; rename one", path)
        builder, line = GridBuilder(len(names), make_buffer), 1
        for batch in _checked(batches, source):
            batch.validate(full=True)  # else a wrong offset in it ends the process
            builder.add_coded([_coded(batch, name, path) for name in names], line)
            line += batch.num_rows
    except InputError:
        raise
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        reason = str(error).partition("\n")[0]
        raise InputError(f"cannot be read as {suffix[1:]}: {reason}", path) from None
    headers = [name.strip(" \t") for name in names]
    kinds = [_kind(schema.field(name).type) for name in names]
    types = {header: k for header, k in zip(headers, kinds, strict=True) if k}
    grid = builder.grid()
    if make_buffer is CodeBuffer:  # else who reads it leaves out what is not used
        grid = grid.without_unused()
    return headers, grid, types


class _Source:
    """The bytes of a file, which are read where they are asked for."""

    def __init__(self, file: Readable, path: str) -> None:
        import pyarrow

        self.path = path
        if isinstance(file, io.BufferedReader) and file.seekable():
            self.size = os.fstat(file.fileno()).st_size
            self.stream = pyarrow.PythonFile(file, mode="r")
        else:
            data = file.read()
            self.size, self.stream = len(data), pyarrow.BufferReader(data)

    @contextmanager
    def limited(self) -> Iterator[None]:
        """Raise an error where a step takes far more memory than the file has bytes.

        A few bytes in it may stand for a long text, or for a page of any size. A step
        may take what a call of Prolog may; PyArrow reserves a gigabyte of that.
        """
        limits = stopper().memory
        most = limits.call + MAX_UNPACKED_FACTOR * self.size
        try:
            with limits.growing_at_most(most):
                yield
        except MemoryError:
            raise InputError(
                f"takes more than {most >> 20} MB when it is unpacked, though it has "
                f"{self.size} bytes; write it as CSV if that is meant",
                self.path,
            ) from None

    def check(self, cells: int) -> None:
        """Raise an error where a small file stands for an enormous table.

        Equal cells of a column take no room in these formats.
        """
        if cells > max(ALLOWED_CELLS, MAX_CELLS_PER_BYTE * self.size):
            raise InputError(
                f"has {cells} cells in {self.size} bytes, more than "
                f"{MAX_CELLS_PER_BYTE} in each; write it as CSV if that is meant",
                self.path,
            )


def _opened(source: _Source, suffix: str) -> tuple[Any, Iterator[Any]]:
    """Return the schema of a file, and its rows in batches."""
    import pyarrow
    from pyarrow import feather, parquet

    if suffix == ".parquet":
        file = parquet.ParquetFile(source.stream)
        source.check(file.metadata.num_rows * file.metadata.num_columns)
        return file.schema_arrow, file.iter_batches(ROWS_PER_BATCH, use_threads=False)
    start = source.stream.read(6)
    source.stream.seek(0)
    if start == b"ARROW1":
        found = pyarrow.ipc.open_file(source.stream)
        numbers = range(found.num_record_batches)
        return found.schema, map(found.get_batch, numbers)
    table = feather.read_table(source.stream)
    return table.schema, iter(table.to_batches(ROWS_PER_BATCH))


def _checked(batches: Iterator[Any], source: _Source) -> Iterator[Any]:
    """Yield batches of rows; raise where they are too many for so small a file.

    How many there are is counted, whatever the file says.
    """
    rows = 0
    while True:
        with source.limited():
            batch = next(batches, None)
        if batch is None:
            return
        rows += batch.num_rows
        source.check(rows * len(batch.schema))
        yield batch


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


def _coded(batch: Any, name: str, path: str) -> tuple[list[bytes], Codes]:
    """Return the texts of a batch's column, and the place of each row's among them."""
    import pyarrow

    column = batch.column(name)
    if pyarrow.types.is_duration(getattr(column.type, "value_type", column.type)):
        raise InputError(
            f"the column {name} has lengths of time ({column.type}); write them as "
            "numbers, such as seconds",
            path,
        )
    half = pyarrow.types.is_float16(column.type)
    try:
        if half:
            column = column.cast(pyarrow.float32())  # which older PyArrow encodes
        if not pyarrow.types.is_dictionary(column.type):
            column = column.dictionary_encode()
        codes = column.indices.cast(pyarrow.int64()).fill_null(-1).to_numpy() + 1
        values = ["", *map(_text, _values(column.dictionary, half))]
        texts = [text.strip(" \t").encode() for text in values]
    except (pyarrow.ArrowException, ValueError, OverflowError):
        type_ = batch.column(name).type
        fault = "which are no values of a table"
        if pyarrow.types.is_temporal(type_):
            fault = "of which some are before the year 1 or after 9999"
        raise InputError(
            f"the column {name} has cells of the type {type_}, {fault}; leave it out "
            "of the file",
            path,
        ) from None
    if any(b"\0" in text for text in texts):
        raise InputError(f"a cell of the column {name} has a NUL character", path)
    return texts, codes


def _values(distinct: Any, half: bool) -> list[Any]:
    """Return values as Python has them.

    Numbers of 32 bits, or ``half`` as many, stay such: 0.1 is no 0.10000000149011612.
    """
    import pyarrow

    if not pyarrow.types.is_float32(distinct.type):
        found: list[Any] = distinct.to_pylist()
        return found
    numbers = distinct.to_numpy(zero_copy_only=False)
    return list(numbers.astype(np.float16) if half else numbers)


def _text(value: Any) -> str:
    """Return a value as CSV has it."""
    if value is None or value != value:  # not a number
        return ""
    if isinstance(value, (datetime.date, datetime.datetime)):
        return value.isoformat()
    return value.decode() if isinstance(value, bytes) else str(value)
