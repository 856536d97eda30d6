"""Tables whose parts are elsewhere: what is decided about them, from summaries.

A part is read where it is. Its summary has the distinct texts of each column, how often
each occurs and where first. Summaries are united to a table in which a column has one
cell for each distinct text, so that types, classes and constants are decided by the
code that decides about files: a column's codes are then those of its texts. What each
part has to make of its own texts goes back to it, as a :class:`PartCoding`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from fold_cli.errors import InputError
from fold_cli.files.tables.cells import Cells, Grid, Lines
from fold_cli.files.tables.coded import mapped, narrowest, steps
from fold_cli.files.tables.coder import ColumnCoder
from fold_cli.files.tables.part_files import PartLayout
from fold_cli.files.tables.raw import RawTable, places_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from fold_cli.files.sources import TableSource
    from fold_cli.files.tables.coded import Codes
    from fold_cli.files.tables.part_files import Stamp
    from fold_cli.files.tables.table import Table

    BuildTable = Callable[[TableSource, RawTable], tuple[Table, int, int | None]]
    """From cells to a table, the places of its class and of its row names."""

MAX_LINE_BREAKS = 10_000
"""Places in a part where lines do not follow each other that a summary tells of."""


@dataclass(frozen=True, slots=True)
class TextCounts(Cells):
    """The distinct texts of a column: cells that stand for several rows each."""

    weights: NDArray[np.int64]  # how many rows each cell stands for
    first: NDArray[np.int64]  # the first of these rows

    def tally(self, codes: Codes, count: int) -> NDArray[np.int64]:
        """Return how many rows have each code below ``count``, given those of cells."""
        counts = np.bincount(codes, self.weights, minlength=count)
        return np.rint(counts).astype(np.int64)  # exact below 2 ** 53

    def first_row(self, code: int) -> int:
        """Return the first row with a code, which occurs."""
        return int(self.first[self.codes == code].min())

    def some_rows(self, code: int, _: int) -> list[int]:
        """Return the first row with a code."""
        return [self.first_row(code)]

    def repeated(self) -> tuple[int, int, int] | None:
        """Return the first row of a text that several rows have, twice, and the code.

        Where the second is, is not known.
        """
        many = np.flatnonzero(self.counts()[self.codes] > 1)
        if not many.size:
            return None
        cell = many[self.first[many].argmin()]
        row = int(self.first[cell])
        return row, row, int(self.codes[cell])

    def recoded(self, places: NDArray[Any], texts: NDArray[Any]) -> TextCounts:
        """Return the same cells with other texts: each code's place among them."""
        codes = mapped(places.astype(narrowest(len(texts))), self.codes)
        return TextCounts(codes, texts, self.weights, self.first)


@dataclass(frozen=True)
class PartSummary:
    """What is known of a part before its cells are coded."""

    layout: RawTable  # without rows
    size: int
    lines: Lines | None  # None if there are too many breaks in them
    columns: list[TextCounts]
    stamp: Stamp = None  # of the file that was read


def summary_of(raw: RawTable, stamp: Stamp) -> PartSummary:
    """Return the summary of a part."""
    size = len(raw.grid.lines)
    columns = []
    for cells in raw.grid.columns:
        count = len(cells.texts)
        first = np.full(count, size, dtype=np.int64)
        # of equal places the last one written counts, so rows are written backwards
        for step in reversed(list(steps(size))):
            backwards = np.arange(step.stop - 1, step.start - 1, -1)
            first[cells.codes[step][::-1]] = backwards
        codes = np.arange(count, dtype=narrowest(count))
        columns.append(TextCounts(codes, cells.texts, cells.counts(), first))
    lines = raw.grid.lines if raw.grid.lines.breaks <= MAX_LINE_BREAKS else None
    empty = Grid([], Lines())
    layout = RawTable(
        raw.file,
        raw.headers,
        empty,
        decimal_comma=raw.decimal_comma,
        types=raw.types,
        notes=raw.notes,
    )
    return PartSummary(layout, size, lines, columns, stamp)


@dataclass(frozen=True)
class PartCoding:
    """What a part is to make of the texts in its columns."""

    first_row: int  # in the whole table
    places: tuple[int, ...]  # of the columns that describe the rows
    codes: tuple[NDArray[Any], ...]  # for each of them the code of each text
    class_place: int
    labels: NDArray[np.int64]  # the class of each text, -1 for none
    name_place: int | None  # of the column that names the rows
    names: NDArray[Any] | None  # for each text its place in the names of the table


@dataclass(frozen=True)
class UnitedTable:
    """A table of the distinct texts, and what each part is to make of its own."""

    table: Table
    size: int
    counts: tuple[int, ...]  # the rows of each class; negative and positive, if of two
    codings: tuple[PartCoding, ...]


def united(
    source: TableSource,
    summaries: Sequence[PartSummary],
    build: BuildTable,
) -> UnitedTable:
    """Return the table that the parts are together; raise an error at a fault.

    It costs one pass over the distinct texts of all parts.
    """
    layout = PartLayout()
    places = [layout.places(summary.layout) for summary in summaries]
    lines, rows = _united_lines(summaries)
    if not lines:
        raise InputError(
            "no rows in any part, only the names of the columns", source.path
        )
    columns, coded = [], []
    for place in range(len(layout.headers)):
        parts = [s.columns[p[place]] for s, p in zip(summaries, places, strict=True)]
        column, codes = _united_column(parts, rows)
        columns.append(column)
        coded.append(codes)
    files = [summary.layout.file for summary in summaries]
    raw = RawTable(
        source.path,
        layout.headers,
        Grid(list(columns), lines),
        decimal_comma=layout.decimal_comma,
        starts=dict(zip(rows, files, strict=True)) if len(files) > 1 else {},
        notes=tuple(note for s in summaries for note in s.layout.notes),
    )
    table, class_place, name_place = build(source, raw)
    labels = table.labels.astype(np.int64) if table.codes is None else table.codes
    labels = np.where(_known(table, len(labels)), labels, -1)
    weights = columns[class_place].weights[labels >= 0]
    classes = max(2, len(table.schema.classes))
    counts = np.bincount(labels[labels >= 0], weights, minlength=classes)
    known = places_of(layout.headers)
    where = [known[column.header] for column in table.columns]
    codings = [
        PartCoding(
            first_row,
            tuple(places_of_part[place] for place in where),
            tuple(
                mapped(column.codes, coded[place][part])
                for column, place in zip(table.columns, where, strict=True)
            ),
            places_of_part[class_place],
            mapped(labels, coded[class_place][part]),
            None if name_place is None else places_of_part[name_place],
            None if name_place is None else _names(table, coded[name_place][part]),
        )
        for part, (first_row, places_of_part) in enumerate(
            zip(rows, places, strict=True)
        )
    ]
    return UnitedTable(
        table,
        len(lines),
        tuple(round(count) for count in counts.tolist()),
        tuple(codings),
    )


def _united_lines(summaries: Sequence[PartSummary]) -> tuple[Lines, list[int]]:
    """Return the lines of all rows, and the first row of each part."""
    lines, rows = Lines(), list[int]()
    for summary in summaries:
        rows.append(len(lines))
        if summary.lines is None:
            lines.unknown(summary.size)
        else:
            lines.extend(summary.lines)
    return lines, rows


def _known(table: Table, size: int) -> NDArray[np.bool_]:
    """Return which texts of the class are a class."""
    known = np.zeros(size, dtype=np.bool_)
    known[table.rows] = True
    return known


def _names(table: Table, codes: Codes) -> NDArray[Any]:
    assert table.row_name.cells is not None
    return mapped(table.row_name.cells.codes, codes)


def _united_column(
    parts: Sequence[TextCounts], rows: Sequence[int]
) -> tuple[TextCounts, list[Codes]]:
    """Return the texts of a column in all parts, and the code of each part's own."""
    coder = ColumnCoder()
    for part in parts:
        coder.unite(part.texts.tolist(), part.codes)
    every, texts = coder.codes(), coder.texts()
    weights = np.concatenate([part.weights for part in parts])
    first = np.concatenate(
        [part.first + start for part, start in zip(parts, rows, strict=True)]
    )
    total = np.rint(np.bincount(every, weights, minlength=len(texts)))
    if not (occurs := total > 0).all():  # a reader may know texts that no row has
        places = np.maximum(np.cumsum(occurs) - 1, 0)
        every = mapped(places.astype(every.dtype), every)
        texts, total = texts[occurs], total[occurs]
    earliest = np.full(len(texts), np.iinfo(np.int64).max)
    np.minimum.at(earliest, every[weights > 0], first[weights > 0])
    codes = np.arange(len(texts), dtype=narrowest(len(texts)))
    ends = np.cumsum([len(part.texts) for part in parts])
    return (
        TextCounts(codes, texts, total.astype(np.int64), earliest),
        np.split(every, ends[:-1]),
    )
