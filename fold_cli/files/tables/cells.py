"""The cells of a table, column by column: a code for each row, each text once.

A file that is a plain grid (no quotes, every line as long as the header) is taken
apart in bulk, without an object for each cell. Any other goes through a reader of
rows, which is slower and knows on which line something is wrong.
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

LONGEST = 256  # bytes of a cell that are still compared in bulk
PADDING = bytes(LONGEST + 8)
CHUNK = 1 << 18
ROWS_AT_ONCE = 20_000
SAMPLE = 1024
FEW = 512
SLOT_BITS = 16
MULTIPLIERS = np.array(
    [0x9E3779B97F4A7C15 * odd % 2**64 for odd in range(1, 64, 2)], dtype=np.uint64
)
NEWLINE, SPACE, TAB = b"\n \t"


@dataclass(frozen=True, slots=True)
class Cells:
    """One column: the code of each row's cell, and the text of each code."""

    codes: NDArray[np.int32]
    texts: NDArray[np.bytes_]  # fixed width, or Python's bytes where they are long

    def strings(self) -> list[str]:
        """Return the text of each code."""
        return [text.decode() for text in self.texts.tolist()]


@dataclass(frozen=True, slots=True)
class Grid:
    """The columns of a table, and the line on which each row begins."""

    columns: list[Cells]
    lines: Sequence[int]


# Row by row


class _Codes(dict[str, int]):
    """Numbers texts in the order in which they come."""

    def __missing__(self, text: str) -> int:
        code = self[text] = len(self)
        return code


def gather(rows: Iterable[tuple[int, list[str]]], width: int) -> Grid:
    """Return the grid of rows that all have ``width`` cells, each with its line."""
    codes = [_Codes() for _ in range(width)]
    parts: list[list[NDArray[np.int32]]] = [[] for _ in range(width)]
    lines: list[int] = []
    rows = iter(rows)
    while some := list(itertools.islice(rows, ROWS_AT_ONCE)):
        lines += [line for line, _ in some]
        sliced = zip(*(cells for _, cells in some), strict=True)
        for known, part, column in zip(codes, parts, sliced, strict=True):
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
    fits = max(map(len, encoded), default=0) <= LONGEST
    return np.array(encoded, dtype=np.bytes_ if fits else np.object_)


# In bulk


def split(
    data: bytes, delimiter: str, width: int, first_line: int, skip: int = 0
) -> Grid | None:
    """Return the grid of a file's lines, or None if it is not a plain one.

    Spaces and tabs around cells are dropped. That there are no quotes must have been
    seen to. So many rows at the beginning are not returned.
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
        cells = _factorised(buffer, starts, stops - starts)
        if cells is None:
            return None
        columns.append(cells)
    return Grid(columns, range(first_line + skip, first_line + rows))


def _delimiters(buffer: Bytes, delimiter: int, size: int) -> Places:
    """Return where cells end, so many of them."""
    kind = np.int32 if buffer.size < 1 << 31 else np.int64
    ends: Places = np.empty(size, dtype=kind)
    done = 0
    for start in range(0, buffer.size, CHUNK):
        chunk = buffer[start : start + CHUNK]
        found = np.flatnonzero((chunk == delimiter) | (chunk == NEWLINE))
        np.add(found, start, out=ends[done : done + found.size], casting="same_kind")
        done += found.size
    return ends


def _trimmed(buffer: Bytes, starts: Places, ends: Places) -> tuple[Places, Places]:
    """Return the cells without the blanks around them."""
    while True:
        last = buffer[ends - 1]
        blank = ((last == SPACE) | (last == TAB)) & (ends > starts)
        if not blank.any():
            break
        ends = ends - blank
    while True:
        first = buffer[starts]
        blank = ((first == SPACE) | (first == TAB)) & (starts < ends)
        if not blank.any():
            return starts, ends
        starts = starts + blank


def _factorised(buffer: Bytes, starts: Places, lengths: Places) -> Cells | None:
    """Give equal cells equal codes, by words of eight bytes."""
    longest = int(lengths.max(initial=0))
    if longest > LONGEST:
        return None
    word_at = np.ndarray((buffer.size - 7,), np.dtype("<u8"), buffer, strides=(1,))
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
    """Return numbers that differ everywhere when these differ anywhere."""
    key = key * np.uint64(0x9E3779B97F4A7C15)
    return key ^ (key >> np.uint64(29))


def _codes(keys: Words) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return a code for each key, and a place where each code is found.

    Where there are few keys, as a sample shows, they are looked up in a table; that
    is much faster than sorting.
    """
    sample = np.arange(0, keys.size, max(1, keys.size // SAMPLE))
    known, first = np.unique(keys[sample], return_index=True)
    first = sample[first]
    codes = _looked_up(keys, known)
    if codes is not None:
        strange = np.flatnonzero(known[codes] != keys)
        if not strange.size:
            return codes, first
        more, places = np.unique(keys[strange], return_index=True)
        known = np.concatenate([known, more])
        codes = _looked_up(keys, known)
        if codes is not None:
            return codes, np.concatenate([first, strange[places]])
    order = np.argsort(keys)
    in_order = keys[order]
    new = np.concatenate([[True], in_order[1:] != in_order[:-1]])
    codes = np.empty(keys.size, dtype=np.int32)
    codes[order] = np.cumsum(new, dtype=np.int32) - np.int32(1)
    return codes, order[new]


def _looked_up(keys: Words, known: Words) -> NDArray[np.int32] | None:
    """Return the place among the known of each key, if it is there.

    None if there are too many for a table in which each has a slot of its own.
    """
    if known.size > FEW:
        return None
    shift = np.uint64(64 - SLOT_BITS)
    numbers = np.arange(known.size, dtype=np.int32)
    table = np.zeros(1 << SLOT_BITS, dtype=np.int32)
    for multiplier in MULTIPLIERS:
        slots = (known * multiplier) >> shift
        table[slots] = numbers
        if np.array_equal(table[slots], numbers):
            found: NDArray[np.int32] = table[(keys * multiplier) >> shift]
            return found
    return None
