"""Coded columns: a number for each row, and a dictionary of the distinct values.

This is how every table is held, from the first cell that is read to the last literal
that is counted:

- In ``Cells``, a column as it was read, the code of a row is the place of its text
  among the distinct texts.
- In a typed column (``columns``), 0 means "no value", and code c is the c-th of the
  distinct values in order, so that codes compare as their values do.

Codes have the narrowest unsigned type that fits: one byte a row for up to 256 texts. No
text is kept for a row, and what goes over all rows makes no wide copy of them: it takes
``ROWS_PER_STEP`` rows at a time. Codes and texts are plain arrays with no Python object
(but for long texts), so they can be sent, saved, and mapped from a file.

Columns are made part by part. The codes of a part refer to its own dictionary; a
``ColumnCoder`` unites dictionaries, and ``mapped`` brings the codes of a part to the
united one. Which number a text gets depends on the division into parts, but what is
made of it does not: typed columns number their values in the order of the values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

Codes: TypeAlias = "NDArray[np.unsignedinteger]"
"""A code for each row."""

ROWS_PER_STEP = 1 << 16
"""Rows that are gone over at once; what is computed of them stays in the cache."""

GROWTH_DIVISOR = 8
"""A full buffer grows by its size divided by this."""


def narrowest(count: int) -> np.dtype[np.unsignedinteger]:
    """Return the narrowest type for codes below ``count``."""
    kinds: list[type[np.unsignedinteger]] = [np.uint8, np.uint16, np.uint32, np.uint64]
    return np.dtype(next(k for k in kinds if count <= int(np.iinfo(k).max) + 1))


def steps(size: int, rows: int = ROWS_PER_STEP) -> Iterator[slice]:
    """Yield slices of at most so many rows, which are all of ``size`` together."""
    for start in range(0, size, rows):
        yield slice(start, min(start + rows, size))


def mapped(table: NDArray[Any], codes: Codes) -> NDArray[Any]:
    """Return ``table[codes]``."""
    result = np.empty(len(codes), dtype=table.dtype)
    for step in steps(len(codes)):
        table.take(codes[step], out=result[step], mode="clip")
    return result


def tally(codes: Codes, count: int) -> NDArray[np.int64]:
    """Return how often each code below ``count`` occurs."""
    result = np.zeros(count, dtype=np.int64)
    for step in steps(len(codes), max(ROWS_PER_STEP, count)):
        result += np.bincount(codes[step], minlength=count)
    return result


class CodeBuffer:
    """Codes that come part by part, in the narrowest type for what came so far.

    Before each part, ``check`` is called, which may raise an error.
    """

    def __init__(self, check: Callable[[], None] = lambda: None) -> None:
        self._check = check
        self._codes: Codes = np.zeros(0, dtype=np.uint8)
        self._size = 0

    def append(self, codes: NDArray[Any], count: int) -> None:
        """Add codes, which are all below ``count``; it never becomes less."""
        self._check()
        kind = narrowest(count)
        if kind.itemsize > self._codes.itemsize:
            self._codes = self._codes[: self._size].astype(kind)
        end = self._size + len(codes)
        if end > len(self._codes):
            self._codes.resize(
                end + end // GROWTH_DIVISOR, refcheck=False
            )  # mostly in place
        self._codes[self._size : end] = codes
        self._size = end

    def codes(self) -> Codes:
        """Return all codes; nothing can be added then."""
        self._codes.resize(self._size, refcheck=False)
        return self._codes
