"""Lines of plain cells, split in bulk by NumPy, without a Python object for each cell.

Plain are lines without quotes that all have as many cells as there are columns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from fold_cli.files.tables.coder import MAX_BULK_CELL_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from fold_cli.files.tables.coder import Bytes, Places

    Stretches: TypeAlias = tuple[Places, Places]

MAX_BULK_BLANKS = 16
"""Blanks on one side of a cell that are taken off in bulk."""

PADDING = bytes(MAX_BULK_CELL_BYTES + 8)
"""Zeros after the data, so that words beyond its end can be read."""

SCANNED_BYTES = 1 << 18
"""Bytes that are searched for the ends of cells in one step, within the cache."""

NEWLINE, SPACE, TAB = b"\n \t"


class PlainLines:
    """The cells of some lines, as stretches of ``buffer``, which ends in padding."""

    def __init__(self, buffer: Bytes, ends: Places, blanks: bool) -> None:
        self.buffer = buffer
        self._ends, self._blanks = ends, blanks  # one row of ends for each line

    @staticmethod
    def of(data: bytes, delimiter: str, width: int) -> PlainLines | None:
        """Return the cells of whole lines without quotes; None if they are not plain.

        Those are lines of more or fewer cells than ``width``, or with a carriage return
        inside; the last line may lack its end.
        """
        if b"\r" in data:
            data = data.replace(b"\r\n", b"\n")
        end = b"" if data.endswith(b"\n") else b"\n"
        rows = data.count(b"\n") + len(end)
        size = rows * width
        if b"\r" in data or width < 2 or data.count(delimiter.encode()) != size - rows:
            return None
        buffer = np.frombuffer(b"".join([data, end, PADDING]), dtype=np.uint8)
        ends = _delimiters(buffer[: -len(PADDING)], ord(delimiter), size)
        ends = ends.reshape(rows, width)
        if (buffer[ends[:, -1]] != NEWLINE).any():
            return None
        return PlainLines(buffer, ends, _has_blanks(data, delimiter.encode()))

    def __len__(self) -> int:
        return len(self._ends)

    def columns(self) -> Iterator[Stretches]:
        """Yield for each column where its cells begin, and their lengths.

        Spaces and tabs around cells are left out.
        """
        ends = self._ends
        for index in range(ends.shape[1]):
            starts = ends[:, index - 1] + 1 if index else np.r_[0, ends[:-1, -1] + 1]
            stops = ends[:, index]
            if self._blanks:
                starts, stops = _trimmed(self.buffer, starts, stops)
            yield starts, stops - starts


def _delimiters(buffer: Bytes, delimiter: int, size: int) -> Places:
    """Return the offsets of the ``size`` delimiters and line ends."""
    kind = np.int32 if buffer.size < 1 << 31 else np.int64
    ends: Places = np.empty(size, dtype=kind)
    done = 0
    for start in range(0, buffer.size, SCANNED_BYTES):
        chunk = buffer[start : start + SCANNED_BYTES]
        found = np.flatnonzero((chunk == delimiter) | (chunk == NEWLINE))
        np.add(found, start, out=ends[done : done + found.size], casting="same_kind")
        done += found.size
    return ends


def _has_blanks(data: bytes, delimiter: bytes) -> bool:
    """Return whether some cell begins or ends with a blank."""
    blanks = [each for each in (b" ", b"\t") if each != delimiter and each in data]
    if data[:1] in blanks or data[-1:] in blanks:
        return True
    return any(
        pair in data
        for blank in blanks
        for end in (delimiter, b"\n")
        for pair in (blank + end, end + blank)
    )


def _trimmed(buffer: Bytes, starts: Places, ends: Places) -> Stretches:
    """Return starts and ends of the cells without the blanks around them.

    Blanks are taken off one by one from all cells together, and from the few that have
    many of them cell by cell, so that each blank is looked at once.
    """
    starts, ends = starts.copy(), ends.copy()
    for places, before, step in ((ends, 1, -1), (starts, 0, 1)):
        cells = np.flatnonzero(_blank(buffer[places - before]) & (starts < ends))
        for _ in range(MAX_BULK_BLANKS if cells.size else 0):
            places[cells] += step
            more = _blank(buffer[places[cells] - before])
            cells = cells[more & (starts[cells] < ends[cells])]
        for cell in cells.tolist():
            text = buffer[starts[cell] : ends[cell]].tobytes()
            left = text.rstrip(b" \t") if step < 0 else text.lstrip(b" \t")
            places[cell] += step * (len(text) - len(left))
    return starts, ends


def _blank(characters: Bytes) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = (characters == SPACE) | (characters == TAB)
    return found
