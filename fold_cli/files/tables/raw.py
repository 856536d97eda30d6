"""The text of a table's file as columns of cells, before types and roles are known.

A column is the distinct texts in it, and for each row the code of its text. Lines are
split in bulk up to the first quote, from there on row by row. The file is read in
chunks, so the codes and the distinct texts are what is held of it.
"""

from __future__ import annotations

import csv
import io
import itertools
import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from fold_cli.errors import InputError, some_names
from fold_cli.files.sources import table_suffix
from fold_cli.files.tables import arff, arrow
from fold_cli.files.tables.cells import Grid, GridBuilder
from fold_cli.files.tables.chunks import Chunk, chunks, opened
from fold_cli.files.tables.coded import CodeBuffer
from fold_cli.files.tables.numbers import parse_numbers
from fold_cli.theory.schema import MISSING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence


_DELIMITER_LINE = re.compile(r'"?sep=([,;\t|])"?[,;\t|]*', re.IGNORECASE)
"""The first line in which spreadsheets say what stands between cells."""

_QUOTED = re.compile(r'"[^"]*"')


def places_of(headers: Sequence[str]) -> dict[str, int]:
    """Return the column of each header, the first if several have it."""
    return dict(reversed([(header, at) for at, header in enumerate(headers)]))


@dataclass(frozen=True, slots=True)
class RawTable:
    """Headers and cells of a file, and the types that an ARFF file declares."""

    file: str
    headers: list[str]
    grid: Grid
    kinds: dict[str, str | None] = field(default_factory=dict)
    missing: frozenset[str] = MISSING
    decimal_comma: bool = False  # numbers may have a comma for a point
    types: dict[str, str] = field(default_factory=dict)  # where the format has them
    starts: dict[int, str] = field(default_factory=dict)  # parts by their first rows
    notes: tuple[str, ...] = ()  # what is to be said of how it was read

    @property
    def separator(self) -> str:
        """What stands between cells where they are written as they were read."""
        return ";" if self.decimal_comma else ","

    def where(self, row: int) -> tuple[str, int]:
        """Return the file and the line of a row."""
        file = self.file
        for start, part in self.starts.items():
            if start > row:
                break
            file = part
        return file, self.grid.lines[row]

    def line(self, row: int) -> str:
        """Return the line of a row for a message, with its file if it is a part."""
        file, line = self.where(row)
        return f"{line} of {Path(file).name}" if self.starts else str(line)

    def about(self, messages: Iterable[str]) -> tuple[str, ...]:
        """Return the notes, and messages with the name of the file."""
        return (*self.notes, *(f"{self.file}: {message}" for message in messages))

    def place(self, header: str) -> int:
        """Return the column with this header, in lower case if need be.

        The error for an unknown one suggests the nearest.
        """
        if self.headers.count(header) == 1:
            return self.headers.index(header)
        lower = [known.lower() for known in self.headers]
        if lower.count(header.lower()) == 1:
            return lower.index(header.lower())
        raise InputError(f"no column {header}; {self.nearest(header)}", self.file, 1)

    def nearest(self, header: str) -> str:
        """Return a hint at the column with the name that is most like this one."""
        import difflib  # slow to load

        near = difflib.get_close_matches(header, self.headers, n=1)
        return (
            f"did you mean {near[0]}?"
            if near
            else f"there are {some_names(self.headers)}"
        )

    def places(self, values: Sequence[str]) -> dict[int, None]:
        """Return the columns of an option; a value may be several headers."""
        found: dict[int, None] = {}
        for text in values:
            names = [text] if text in self.headers else text.split(",")
            found |= {self.place(name.strip()): None for name in names if name.strip()}
        return found


def read_file(
    path: str,
    *,
    empty: bool = False,
    make_buffer: Callable[[], CodeBuffer] = CodeBuffer,
) -> RawTable:
    """Read a table's file; raise :class:`InputError` at the first fault.

    With ``empty`` it may have no rows. The codes of large files go to buffers.
    """
    suffix = table_suffix(path)
    notes: list[str] = []
    with opened(path) as file:
        if suffix in arrow.SUFFIXES:
            headers, grid, types = arrow.read_arrow(path, file, suffix, make_buffer)
            _check_headers(headers, path, 0)
            raw = RawTable(path, headers, grid, types=types)
        elif suffix == ".arff":
            attributes, grid = arff.read_arff(path, chunks(file, path, notes))
            _check_headers([a.name for a in attributes], path, 0)
            kinds = {a.name: a.kind for a in attributes}
            missing = frozenset(["", "?"])
            raw = RawTable(path, list(kinds), grid, kinds, missing)
        else:
            lines = chunks(file, path, notes)
            delimiter = "\t" if suffix == ".tsv" else ","
            raw = _read_delimited(path, lines, delimiter, make_buffer)
    if not raw.grid.lines and not empty:
        raise InputError("no rows, only the names of the columns", path)
    return replace(raw, notes=tuple(f"{path}: {note}" for note in notes))


def _read_delimited(
    path: str,
    text: Iterator[Chunk],
    delimiter: str,
    make_buffer: Callable[[], CodeBuffer],
) -> RawTable:
    """Read lines of cells: in bulk until a quote is met, then row by row."""
    start, delimiter = _delimited(next(text), text, delimiter)
    first, end = _first_line(start)
    if '"' in first or "\r" in first or not first.strip():
        rows = _rows(path, itertools.chain([start], text), delimiter)
        line, headers = next(rows, (0, []))
        if not headers:
            raise InputError("the file is empty", path)
    else:
        headers = [header.strip(" \t") for header in first.split(delimiter)]
        line = start.line
        text = itertools.chain([Chunk(line + 1, start.data[end:])], text)
        rows = iter(())
    open_ended = len(headers) > 2 and not headers[-1]  # lines end with a separator
    _check_headers(headers[:-1] if open_ended else headers, path, line)
    builder = GridBuilder(len(headers), make_buffer)
    builder.add_rows(_checked(rows, len(headers), path))
    for chunk in text:
        if not chunk.data:
            continue
        if b'"' in chunk.data:  # which may hold the end of a line, and of a chunk
            rows = _rows(path, itertools.chain([chunk], text), delimiter)
        elif builder.add_plain(chunk.data, delimiter, chunk.line):
            continue
        else:
            rows = _rows(path, iter([chunk]), delimiter)
        builder.add_rows(_checked(rows, len(headers), path))
    grid = builder.grid()
    if open_ended and any(grid.columns[-1].texts.tolist()):
        _check_headers(headers, path, line)
    if open_ended:
        del headers[-1], grid.columns[-1]
    return RawTable(path, headers, grid, decimal_comma=delimiter == ";")


def _delimited(
    start: Chunk, text: Iterator[Chunk], delimiter: str
) -> tuple[Chunk, str]:
    """Return the beginning without a line that says what is between cells, and that."""
    first, end = _first_line(start)
    if said := _DELIMITER_LINE.fullmatch(first):
        rest = Chunk(start.line + 1, start.data[end:])
        return rest if rest.data else next(text, rest), said[1]
    if delimiter == ",":
        bare = _QUOTED.sub("", first)
        delimiter = max(",;\t|", key=bare.count)  # of equally many the first
    return start, delimiter


def _first_line(start: Chunk) -> tuple[str, int]:
    """Return the first line of a chunk, and where it ends."""
    end = start.data.find(b"\n") + 1 or len(start.data)
    return start.data[:end].decode().rstrip("\r\n"), end


def _rows(
    path: str, text: Iterator[Chunk], delimiter: str
) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not blank, each with the line on which it begins."""
    start = next(text)
    data = itertools.chain([start], text)
    text_line = ""

    def lines() -> Iterator[str]:
        nonlocal text_line
        for chunk in data:
            for each in _lines(chunk.data):
                text_line = each
                yield each

    reader = csv.reader(
        lines(), delimiter=delimiter, strict=True, skipinitialspace=True
    )
    line = start.line
    try:
        for row in reader:
            cells = [cell.strip(" \t") for cell in row]
            quoted = row == [""] and text_line.strip() and line > 1  # no blank line
            if any(cells) or len(cells) > 1 or quoted:
                yield line, cells
            line = start.line + reader.line_num
    except csv.Error as error:
        reason = str(error)
        if "unexpected end" in reason:
            reason = "a quote is opened and not closed"
        raise InputError(f"not well-formed: {reason}", path, line) from None


def _lines(data: bytes) -> Iterator[str]:
    return iter(io.StringIO(data.decode(), newline=""))


def _checked(
    rows: Iterator[tuple[int, list[str]]], width: int, path: str
) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows; raise an error at one that has not as many cells as columns."""
    for line, cells in rows:
        if len(cells) != width:
            advice = "; put cells that hold a separator in double quotes"
            if width == 1:
                advice = "; the first line must name the columns"
            raise InputError(
                f"{len(cells)} cell{'s' * (len(cells) != 1)}, but there "
                f"{'are' if width != 1 else 'is'} {width} column{'s' * (width != 1)}"
                f"{advice if len(cells) > width else ''}",
                path,
                line,
            )
        yield line, cells


def _check_headers(headers: list[str], path: str, line: int) -> None:
    """Raise an error unless every column has a name of its own.

    The first may have none: so pandas writes the index of a frame.
    """
    seen: set[str] = set()
    for number, header in enumerate(headers, 1):
        if not header and (number > 1 or len(headers) == 1):
            raise InputError(
                f"column {number} has no name; the first line must name the columns",
                path,
                line,
            )
        if header in seen:
            check_names(headers, path, line)
            raise InputError(
                f"two columns are named {header}; rename one, or put a line before "
                "this one that names the columns",
                path,
                line,
            )
        seen.add(header)


def check_names(headers: list[str], path: str, line: int) -> None:
    """Raise an error where a header is a number, so data and not a name."""
    for header in headers:
        if parse_numbers(np.array([header.encode()])) is not None:
            raise InputError(
                f"the first line looks like data ({header}); it must name the columns",
                path,
                line,
            )
