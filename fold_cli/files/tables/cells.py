"""The cells of a table, column by column: a code for each row, a text for each code.

``GridBuilder`` takes lines as they are read, so that the text of a file is never held
whole: plain lines in bulk, others row by row. See ``coded`` for what a coded column is.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from fold_cli.files.tables.bulk import PlainLines
from fold_cli.files.tables.coded import CodeBuffer, mapped, narrowest, tally
from fold_cli.files.tables.coder import ColumnCoder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from fold_cli.files.tables.coded import Codes

UNKNOWN = -1
"""What stands for lines that are not known."""

ROWS_PER_BATCH = 2000
"""Rows that are held as Python's strings at once."""


@dataclass(frozen=True, slots=True)
class Cells:
    """One column: a code for each row, and the text of each code."""

    codes: Codes
    texts: NDArray[Any]  # fixed width, or Python's bytes where they are long

    def strings(self) -> list[str]:
        """Return the text of each code."""
        return [text.decode() for text in self.texts.tolist()]

    def counts(self) -> NDArray[np.int64]:
        """Return how many rows have each text."""
        return self.tally(self.codes, len(self.texts))

    def tally(self, codes: Codes, count: int) -> NDArray[np.int64]:
        """Return how many rows have each code below ``count``, given those of cells."""
        return tally(codes, count)

    def first_row(self, code: int) -> int:
        """Return the first row with a code, which occurs."""
        return int((self.codes == code).argmax())

    def some_rows(self, code: int, count: int) -> list[int]:
        """Return the first rows with a code, at most so many."""
        rows: list[int] = np.flatnonzero(self.codes == code)[:count].tolist()
        return rows

    def repeated(self) -> tuple[int, int, int] | None:
        """Return the first row whose text a row before has, that row, and the code."""
        size = len(self.codes)
        first = np.full(len(self.texts), size)
        np.minimum.at(first, self.codes, np.arange(size))
        for row in np.flatnonzero(first[self.codes] < np.arange(size))[:1].tolist():
            code = int(self.codes[row])
            return row, int(first[code]), code
        return None

    def recoded(self, places: NDArray[Any], texts: NDArray[Any]) -> Cells:
        """Return the same rows with other texts: each code's place among them."""
        return Cells(mapped(places.astype(narrowest(len(texts))), self.codes), texts)

    def of_rows(self, rows: NDArray[np.intp]) -> Cells:
        """Return the cells of some rows, with no text that these do not have."""
        return Cells(self.codes[rows], self.texts).without_unused()

    def without_unused(self) -> Cells:
        """Return the same rows with no text that none of them has."""
        occurs = self.counts() > 0
        if occurs.all():
            return self
        return self.recoded(np.maximum(np.cumsum(occurs) - 1, 0), self.texts[occurs])


class Lines(Sequence[int]):
    """The line on which each row begins: where lines follow each other, the first."""

    def __init__(self) -> None:
        self._rows: list[int] = []  # those whose line does not follow that before
        self._lines: list[int] = []
        self._size, self._next = 0, -1

    @staticmethod
    def counted(size: int) -> Lines:
        """Return the lines of so many rows that are counted from 1."""
        lines = Lines()
        lines.add(1, size)
        return lines

    def add(self, line: int, rows: int = 1) -> None:
        """Add rows on lines that follow each other."""
        if line != self._next and rows:
            self._rows.append(self._size)
            self._lines.append(line)
        self._size += rows
        self._next = line + rows

    @property
    def breaks(self) -> int:
        """How often a row is not on the line after that of the row before."""
        return len(self._rows)

    def unknown(self, rows: int) -> None:
        """Add rows whose lines are not known; they are 0."""
        self._rows.append(self._size)
        self._lines.append(UNKNOWN)
        self._size += rows
        self._next = UNKNOWN

    def extend(self, other: Lines) -> None:
        """Add the rows of another file."""
        ends = [*other._rows[1:], len(other)]
        for start, end, line in zip(other._rows, ends, other._lines, strict=False):
            self.add(line, end - start)

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> list[int]: ...
    def __getitem__(self, at: int | slice) -> int | list[int]:
        if isinstance(at, slice):
            return [self[row] for row in range(*at.indices(self._size))]
        if not 0 <= at < self._size:
            raise IndexError(at)
        place = bisect_right(self._rows, at) - 1
        if self._lines[place] == UNKNOWN:
            return 0
        return self._lines[place] + int(at) - self._rows[place]

    def of_rows(self, rows: Iterable[int]) -> Lines:
        """Return the lines of some rows."""
        lines = Lines()
        for row in rows:
            lines.add(self[row])
        return lines


@dataclass(frozen=True, slots=True)
class Grid:
    """The columns of a table, and the line on which each row begins."""

    columns: list[Cells]
    lines: Lines

    def of_rows(self, rows: NDArray[np.intp]) -> Grid:
        """Return the grid of some rows alone."""
        columns = [cells.of_rows(rows) for cells in self.columns]
        return Grid(columns, self.lines.of_rows(rows.tolist()))

    def without_unused(self) -> Grid:
        """Return the same rows with no text that none of them has."""
        return Grid([cells.without_unused() for cells in self.columns], self.lines)

    def forget(self, place: int) -> None:
        """Let go of the cells of a column, which are not asked for again."""
        self.columns[place] = Cells(np.zeros(0, np.uint8), np.zeros(0, np.bytes_))


class GridBuilder:
    """Makes the grid of rows that come part by part, all of ``width`` cells."""

    def __init__(
        self, width: int, make_buffer: Callable[[], CodeBuffer] = CodeBuffer
    ) -> None:
        self._coders = [ColumnCoder(make_buffer()) for _ in range(width)]
        self._lines = Lines()

    def add_plain(self, data: bytes, delimiter: str, line: int) -> bool:
        """Add whole lines without quotes, the first of this number.

        Return whether that was done: it is not where the lines are not plain.
        """
        plain = PlainLines.of(data, delimiter, len(self._coders))
        if plain is None:
            return False
        for coder, cells in zip(self._coders, plain.columns(), strict=True):
            coder.add(plain.buffer, *cells)
        self._lines.add(line, len(plain))
        return True

    def add_rows(self, rows: Iterable[tuple[int, list[str]]]) -> None:
        """Add rows, each with its line."""
        rows = iter(rows)
        while batch := list(itertools.islice(rows, ROWS_PER_BATCH)):
            for line, _ in batch:
                self._lines.add(line)
            transposed = zip(*(cells for _, cells in batch), strict=True)
            for coder, column in zip(self._coders, transposed, strict=True):
                places: dict[str, int] = {}
                found = [places.setdefault(text, len(places)) for text in column]
                texts = [text.encode() for text in places]
                coder.unite(texts, np.array(found, dtype=np.uint32))

    def add_coded(
        self, columns: Sequence[tuple[Sequence[bytes], Codes]], line: int
    ) -> None:
        """Add rows whose columns are coded by dictionaries of their own."""
        for coder, (texts, codes) in zip(self._coders, columns, strict=True):
            coder.unite(texts, codes)
        self._lines.add(line, len(columns[0][1]) if columns else 0)

    def grid(self) -> Grid:
        """Return the grid of all rows; none can be added then."""
        columns = []
        while self._coders:
            coder = self._coders.pop(0)  # whose hash table is not needed any more
            columns.append(Cells(coder.codes(), coder.texts()))
        return Grid(columns, self._lines)
