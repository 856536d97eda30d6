"""The cells of a table, column by column: a code for each row, a text for each code.

A plain grid (no quotes, as many cells in every line as in the header) is split in bulk
by NumPy, without a Python object for each cell: equal cells are found by hashing their
bytes. Any other file goes through a reader of rows, which is slower and names the line
of a fault.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    Bytes: TypeAlias = NDArray[np.uint8]
    Words: TypeAlias = NDArray[np.uint64]
    Places: TypeAlias = NDArray[np.int32 | np.int64]

MAX_BULK_CELL_BYTES = 256
"""Length of the longest cell in a file that is split in bulk."""

MAX_BULK_BLANKS = 16
"""Blanks on one side of a cell that are taken off in bulk."""

PADDING = bytes(MAX_BULK_CELL_BYTES + 8)
SCANNED_BYTES = 1 << 18
"""Bytes that are searched for the ends of cells in one step, within the cache."""

ROWS_PER_BATCH = 20_000
SAMPLED_CELLS = 1024
"""Cells by which it is guessed whether a column has few different texts."""

MAX_HASHED_TEXTS = 512
"""Different texts of a column that are looked up in a hash table; more are sorted."""

HASH_BITS = 16
HASH_MULTIPLIERS = np.array(
    [0x9E3779B97F4A7C15 * odd % 2**64 for odd in range(1, 64, 2)], dtype=np.uint64
)
NEWLINE, SPACE, TAB = b"\n \t"


@dataclass(frozen=True, slots=True)
class Cells:
    """One column: a code for each row, and the text of each code."""

    codes: NDArray[np.int32]
    texts: NDArray[np.bytes_]  # fixed width, or Python's bytes where they are long

    def strings(self) -> list[str]:
        """Return the text of each code."""
        return [text.decode() for text in self.texts.tolist()]

    def of_rows(self, rows: NDArray[np.intp]) -> Cells:
        """Return the cells of some rows, with no text that these do not have."""
        codes = self.codes[rows]
        occurs = np.bincount(codes, minlength=len(self.texts)) > 0
        renumbered = (np.cumsum(occurs) - 1).astype(np.int32)
        return Cells(renumbered[codes], self.texts[occurs])


@dataclass(frozen=True, slots=True)
class Grid:
    """The columns of a table, and the line on which each row begins."""

    columns: list[Cells]
    lines: Sequence[int]

    def of_rows(self, rows: NDArray[np.intp]) -> Grid:
        """Return the grid of some rows alone."""
        columns = [cells.of_rows(rows) for cells in self.columns]
        return Grid(columns, [self.lines[row] for row in rows.tolist()])


# Row by row


class _Codes(dict[str, int]):
    """A dictionary that numbers texts in the order in which they are looked up."""

    def __missing__(self, text: str) -> int:
        code = self[text] = len(self)
        return code


def gather(rows: Iterable[tuple[int, list[str]]], width: int) -> Grid:
    """Return the grid of rows that all have ``width`` cells, each with its line."""
    codes = [_Codes() for _ in range(width)]
    parts: list[list[NDArray[np.int32]]] = [[] for _ in range(width)]
    lines: list[int] = []
    rows = iter(rows)
    while batch := list(itertools.islice(rows, ROWS_PER_BATCH)):
        lines += [line for line, _ in batch]
        transposed = zip(*(cells for _, cells in batch), strict=True)
        for known, part, column in zip(codes, parts, transposed, strict=True):
            found = map(known.__getitem__, column)
            part.append(np.fromiter(found, dtype=np.int32, count=len(column)))
    nothing = np.empty(0, dtype=np.int32)
    columns = [
        Cells(np.concatenate([nothing, *part]), _texts(list(known)))
        for known, part in zip(codes, parts, strict=True)
    ]
    return Grid(columns, lines)


def _texts(texts: list[str]) -> NDArray[np.bytes_]:
    encoded = [text.encode() for text in texts]
    fits = max(map(len, encoded), default=0) <= MAX_BULK_CELL_BYTES
    return np.array(encoded, dtype=np.bytes_ if fits else np.object_)


# In bulk


def split(
    data: bytes, delimiter: str, width: int, first_line: int, skip: int = 0
) -> Grid | None:
    """Return the grid of a file's lines, or None if it is not a plain one.

    Spaces and tabs around cells are dropped. The caller has checked that there are no
    quotes. The first ``skip`` rows are left out.
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
    blanks = b" " in data or (delimiter != "\t" and b"\t" in data)
    columns = []
    for index in range(width):
        starts = ends[:, index - 1] + 1 if index else np.r_[0, ends[:-1, -1] + 1]
        starts, stops = starts[skip:], ends[skip:, index]
        if blanks:
            starts, stops = _trimmed(buffer, starts, stops)
        cells = _encoded(buffer, starts, stops - starts)
        if cells is None:
            return None
        columns.append(cells)
    return Grid(columns, range(first_line + skip, first_line + rows))


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


def _trimmed(buffer: Bytes, starts: Places, ends: Places) -> tuple[Places, Places]:
    """Return starts and ends of the cells without the blanks around them.

    Blanks are taken off one by one from all cells together, and from the few that have
    many of them cell by cell, so that each blank is looked at once.
    """
    starts, ends = starts.copy(), ends.copy()
    for places, before, step in ((ends, 1, -1), (starts, 0, 1)):
        cells = np.flatnonzero(_blank(buffer[places - before]) & (starts < ends))
        for _ in range(MAX_BULK_BLANKS):
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


def _encoded(buffer: Bytes, starts: Places, lengths: Places) -> Cells | None:
    """Give equal cells equal codes; None where two texts have the same hash.

    A cell is read as words of eight bytes, which are hashed into one.
    """
    longest = int(lengths.max(initial=0))
    if longest > MAX_BULK_CELL_BYTES:
        return None
    size, eight = (buffer.size - 7,), np.dtype("<u8")
    word_at: NDArray[np.uint64] = np.ndarray(size, eight, buffer, strides=(1,))
    keep = np.array([(1 << 8 * n) - 1 for n in range(9)], dtype=np.uint64)
    words = [
        word_at[starts + at] & keep[np.clip(lengths - at, 0, 8)]
        for at in range(0, max(longest, 1), 8)
    ]
    key = words[0]
    for word in words[1:]:
        key = _mixed(key) ^ word
    codes, first = _codes(key)
    distinct = [word[first] for word in words]
    if len(words) > 1:
        for word, known in zip(words, distinct, strict=True):
            if (known[codes] != word).any():
                return None
    texts = np.stack(distinct, axis=1).astype("<u8").view(f"S{8 * len(words)}")
    return Cells(codes, texts.ravel())


def _mixed(key: Words) -> Words:
    """Spread the bits of each key over all its bits."""
    key = key * np.uint64(0x9E3779B97F4A7C15)
    return key ^ (key >> np.uint64(29))


def _codes(keys: Words) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return a code for each key, and for each code a place of its key.

    A sample gives the keys to expect; if they are few, a hash table numbers them, which
    is much faster than sorting. Keys outside the sample are added and tried once more.
    """
    sample = np.arange(0, keys.size, max(1, keys.size // SAMPLED_CELLS))
    known, first = np.unique(keys[sample], return_index=True)
    first = sample[first]
    codes = _hash_lookup(keys, known)
    if codes is not None:
        unknown = np.flatnonzero(known[codes] != keys)
        if not unknown.size:
            return codes, first
        more, places = np.unique(keys[unknown], return_index=True)
        known = np.concatenate([known, more])
        codes = _hash_lookup(keys, known)
        if codes is not None:
            return codes, np.concatenate([first, unknown[places]])
    order = np.argsort(keys)
    in_order = keys[order]
    new = np.concatenate([[True], in_order[1:] != in_order[:-1]])
    codes = np.empty(keys.size, dtype=np.int32)
    codes[order] = np.cumsum(new, dtype=np.int32) - np.int32(1)
    return codes, order[new]


def _hash_lookup(keys: Words, known: Words) -> NDArray[np.int32] | None:
    """Return for each key its place among the known ones; any place if it is not there.

    None if no multiplier gives each known key a slot of its own in the hash table.
    """
    if known.size > MAX_HASHED_TEXTS:
        return None
    shift = np.uint64(64 - HASH_BITS)
    numbers = np.arange(known.size, dtype=np.int32)
    table = np.zeros(1 << HASH_BITS, dtype=np.int32)
    for multiplier in HASH_MULTIPLIERS:
        slots = (known * multiplier) >> shift
        table[slots] = numbers
        if np.array_equal(table[slots], numbers):
            found: NDArray[np.int32] = table[(keys * multiplier) >> shift]
            return found
    return None
