"""The text of a table's file as columns of cells, before types and roles are known."""

from __future__ import annotations

import csv
import gzip
import io
import zlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fold_cli.errors import InputError
from fold_cli.files.sources import check_text, file_bytes, table_suffix
from fold_cli.files.tables import arff, arrow
from fold_cli.files.tables.cells import Grid, gather, split
from fold_cli.theory.schema import MISSING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MAX_UNZIPPED_SHARE = 100
"""How many times its own size a zipped file may have when it is unzipped."""

MIN_UNZIPPED_BYTES = 1 << 26
"""Size that any zipped file may have when it is unzipped."""

UNZIPPED_AT_ONCE = 1 << 20


@dataclass(frozen=True, slots=True)
class RawTable:
    """Headers and cells of a file, and the types that an ARFF file declares."""

    file: str
    headers: list[str]
    grid: Grid
    kinds: dict[str, str | None] = field(default_factory=dict)
    missing: frozenset[str] = MISSING
    decimal_comma: bool = False  # numbers may have a comma for a point

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
        return f"did you mean {near[0]}?" if near else f"there are {self._listed()}"

    def places(self, values: Sequence[str]) -> dict[int, None]:
        """Return the columns of an option; a value may be several headers."""
        found: dict[int, None] = {}
        for text in values:
            names = [text] if text in self.headers else text.split(",")
            found |= {self.place(name.strip()): None for name in names if name.strip()}
        return found

    def _listed(self) -> str:
        shown = ", ".join(self.headers[:20])
        more = len(self.headers) - 20
        return f"{shown} and {more} more" if more > 0 else shown


def read_raw(path: str) -> RawTable:
    """Read a table's file; raise :class:`InputError` at the first fault."""
    data, suffix = file_bytes(path), table_suffix(path)
    if path.lower().endswith(".gz"):
        data = _unzipped(data, path)
    if suffix in arrow.SUFFIXES:
        headers, cells = arrow.read_arrow(path, data, suffix)
        _check_headers(headers, path, 0)
        raw = RawTable(path, headers, cells)
        if not cells.lines:
            raise InputError("no rows, only the names of the columns", path)
        return raw
    data = check_text(data, path).encode()  # of a large file, no second copy is kept
    if suffix == ".arff":
        attributes, grid = arff.read_arff(path, data.decode())
        _check_headers([a.name for a in attributes], path, 0)
        kinds = {a.name: a.kind for a in attributes}
        missing = frozenset(["", "?"])
        raw = RawTable(path, list(kinds), grid, kinds, missing)
    else:
        raw = _read_delimited(path, data, "\t" if suffix == ".tsv" else ",")
    if not raw.grid.lines:
        raise InputError("no rows, only the names of the columns", path)
    return raw


def _unzipped(data: bytes, path: str) -> bytes:
    """Return what is in a zipped file, piece by piece: it may be made to be huge."""
    most = max(MIN_UNZIPPED_BYTES, MAX_UNZIPPED_SHARE * len(data))
    parts: list[bytes] = []
    size = 0
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            while part := file.read(UNZIPPED_AT_ONCE):
                parts.append(part)
                size += len(part)
                if size > most:
                    raise InputError(
                        f"is unzipped to more than {MAX_UNZIPPED_SHARE} times its "
                        f"size and {MIN_UNZIPPED_BYTES >> 20} MB; unzip it yourself "
                        "if that is meant",
                        path,
                    )
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"cannot be unzipped: {error}", path) from None
    return b"".join(parts)


def _read_delimited(path: str, data: bytes, delimiter: str) -> RawTable:
    first = data[: data.find(b"\n") + 1 or None].decode().rstrip("\r\n")
    if delimiter == "," and first.count(";") > first.count(","):
        delimiter = ";"
    comma = delimiter == ";"
    if b'"' not in data and first.strip() and "\r" not in first:
        headers = [header.strip(" \t") for header in first.split(delimiter)]
        _check_headers(headers, path, 1)
        grid = split(data, delimiter, len(headers), first_line=1, skip=1)
        if grid is not None:
            return RawTable(path, headers, grid, decimal_comma=comma)
    rows = _rows(path, data.decode(), delimiter)
    line, headers = next(rows, (0, []))
    if not headers:
        raise InputError("the file is empty", path)
    _check_headers(headers, path, line)
    grid = gather(_checked(rows, len(headers), path), len(headers))
    return RawTable(path, headers, grid, decimal_comma=comma)


def _rows(path: str, text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not blank, each with the line on which it begins."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for row in reader:
            cells = [cell.strip(" \t") for cell in row]
            quoted = row == [""] and line > 1  # an empty cell; a blank line is none
            if any(cells) or len(cells) > 1 or quoted:
                yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        reason = str(error)
        if "unexpected end" in reason:
            reason = "a quote is opened and not closed"
        raise InputError(f"not well-formed: {reason}", path, line) from None


def _checked(
    rows: Iterator[tuple[int, list[str]]], width: int, path: str
) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows; raise an error at one that has not as many cells as columns."""
    for line, cells in rows:
        if len(cells) != width:
            raise InputError(
                f"{len(cells)} cell{'s' * (len(cells) != 1)}, but there are {width} "
                "columns",
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
            raise InputError(f"two columns are named {header}; rename one", path, line)
        seen.add(header)
