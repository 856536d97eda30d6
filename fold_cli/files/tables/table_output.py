"""Tables that are written: CSV, or Parquet by PyArrow, some rows at a time.

A column gives the values of some rows, so that a table is never held as text. What is
written comes as parts of a file, for ``output`` to write whole or not at all.
"""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fold_cli.errors import OutputError
from fold_cli.files.tables.coded import steps
from fold_cli.files.tables.numbers import parse_numbers, with_points, zero_padded
from fold_cli.files.tables.words import are_among

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from fold_cli.files.tables.cells import Cells

ROWS_PER_PART = 1 << 15
"""Rows that are written at once."""

SUFFIXES = (".csv", ".parquet")
TEXT, TRUTH, WHOLE, FLOAT = ("string", "bool", "int64", "float64")
"""The types of columns, as Arrow and NumPy call them."""
LONG = "long"
"""Whole numbers of which some have more than 64 bits: text, or floats beside floats."""


class OutputColumn(NamedTuple):
    """A column to be written: its values in some rows, None where there is none."""

    header: str
    kind: str
    values: Callable[[slice], list[Any]]
    texts: Callable[[slice], list[str]]  # the same in CSV


def cells_kind(cells: Cells, missing: Collection[str], *, comma: bool) -> str | None:
    """Return what cells are as they were read; None where no one has a value.

    In Parquet, nothing but numbers are numbers; digits that begin with 0 are none, for
    they would lose it. A ``comma`` may stand for a number's point.
    """
    texts = _known_texts(cells, missing)
    texts = with_points(texts) if comma else texts
    if not texts.size:
        return None
    parsed = None if zero_padded(texts).any() else parse_numbers(texts)
    if parsed is None:
        return TEXT
    if parsed.pointed is not None:
        return FLOAT
    return LONG if parsed.values.dtype == np.object_ else WHOLE


def united_kind(kinds: Iterable[str | None]) -> str:
    """Return the type of a column whose parts have cells of these kinds."""
    found = {*kinds} - {None}
    for kind in (TEXT, FLOAT, LONG):
        if kind in found:
            return TEXT if kind == LONG else kind
    return WHOLE if found else TEXT


def cells_column(
    header: str,
    cells: Cells,
    missing: Collection[str],
    kind: str | None,
    *,
    comma: bool = False,
) -> OutputColumn:
    """Return cells as they were read; in Parquet of a type, or of their own."""
    distinct = cells.texts
    kind = kind or united_kind([cells_kind(cells, missing, comma=comma)])

    def texts(rows: slice) -> list[str]:
        return [text.decode() for text in distinct[cells.codes[rows]].tolist()]

    if kind == TEXT:
        return OutputColumn(
            header, TEXT, lambda rows: [text or None for text in texts(rows)], texts
        )
    known = ~are_among(distinct, missing)
    numbers = np.zeros(len(distinct), dtype=kind)
    pointed = with_points(distinct[known]) if comma else distinct[known]
    numbers[known] = pointed.astype(kind) + numbers.dtype.type(0)

    def values(rows: slice) -> list[Any]:
        codes = cells.codes[rows]
        each = zip(numbers[codes].tolist(), known[codes].tolist(), strict=True)
        return [number if is_known else None for number, is_known in each]

    return OutputColumn(header, kind, values, texts)


def _known_texts(cells: Cells, missing: Collection[str]) -> NDArray[Any]:
    occurring = cells.texts[cells.counts() > 0]
    found: NDArray[Any] = occurring[~are_among(occurring, missing)]
    return found


def csv_parts(
    columns: Sequence[OutputColumn],
    size: int,
    *,
    headers: bool = True,
    separator: str = ",",
) -> Iterator[str]:
    """Yield the text of a CSV file."""
    if headers:
        yield csv_lines([[column.header for column in columns]], separator)
    for rows in steps(size, ROWS_PER_PART):
        cells = zip(*(column.texts(rows) for column in columns), strict=True)
        yield csv_lines(cells, separator)


def csv_lines(rows: Iterable[Iterable[str]], separator: str = ",") -> str:
    """Return rows as lines of CSV; cells with any sign that ends a line are quoted.

    Python's writer quotes those that its own lines end with: before 3.13, no others.
    """
    rows = [*rows]
    text = _csv_text(rows, separator, "\n")
    if "\r" not in text:
        return text
    lines = (_csv_text([row], separator, "\r\n") for row in rows)
    return "".join(line[:-2] + "\n" for line in lines)


def _csv_text(rows: Iterable[Iterable[str]], separator: str, end: str) -> str:
    text = io.StringIO()
    csv.writer(text, delimiter=separator, lineterminator=end).writerows(rows)
    return text.getvalue()


def parquet_parts(
    columns: Sequence[OutputColumn], size: int, path: str
) -> Iterator[bytes]:
    """Yield the bytes of a Parquet file, a group of rows at a time."""
    pyarrow, parquet = pyarrow_modules(path)
    kinds = {kind: pyarrow.type_for_alias(kind) for kind in {c.kind for c in columns}}
    schema = pyarrow.schema([(column.header, kinds[column.kind]) for column in columns])
    sink = _Sink()
    with parquet.ParquetWriter(_python_file(sink), schema) as writer:
        for rows in steps(size, ROWS_PER_PART):
            values = [
                pyarrow.array(column.values(rows), kinds[column.kind])
                for column in columns
            ]
            writer.write_table(pyarrow.Table.from_arrays(values, schema=schema))
            yield sink.taken()
    yield sink.taken()


def joined_parquet(parts: Iterable[str], path: str) -> Iterator[bytes]:
    """Yield the bytes of a Parquet file that has the rows of others, at least one."""
    _, parquet = pyarrow_modules(path)
    sink, writer = _Sink(), None
    for part in parts:
        with parquet.ParquetFile(part) as file:
            if writer is None:
                writer = parquet.ParquetWriter(_python_file(sink), file.schema_arrow)
            for group in range(file.num_row_groups):
                writer.write_table(file.read_row_group(group))
                yield sink.taken()
    assert writer
    writer.close()
    yield sink.taken()


def _python_file(sink: _Sink) -> Any:
    import pyarrow

    return pyarrow.PythonFile(sink, mode="w")


def pyarrow_modules(path: str) -> tuple[Any, Any]:
    """Return PyArrow and its Parquet; raise an error where they are not installed."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise OutputError(
            "Parquet is written by PyArrow: pip install 'fold-cli[arrow]'", path
        ) from None
    return pyarrow, parquet


class _Sink(io.RawIOBase):
    """A file whose bytes are taken away as they are written."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._parts.append(bytes(data))
        self._size += len(self._parts[-1])
        return len(self._parts[-1])

    def tell(self) -> int:
        return self._size

    def taken(self) -> bytes:
        """Return what was written since the last time."""
        parts, self._parts = self._parts, []
        return b"".join(parts)
