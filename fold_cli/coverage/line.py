"""Examples on one line, where every literal is an interval.

Each has a code, or none, in each column of names and of numbers: the cells of a table,
or what facts say where they say one thing at the most.

The key of a code is its number, from 1, after the start of its column; the start itself
is for none. So a name is one key, ``=<`` goes from the first number of its column up to
a key, and ``>`` from a key up to the last one. The order of a literal is twice the key,
and 1 more for ``>``.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Keys: TypeAlias = NDArray[np.int32]
    Counts: TypeAlias = NDArray[np.integer]

Coded: TypeAlias = "tuple[NDArray[np.signedinteger], int]"
"""A column of codes, -1 for none, and how many different ones there are."""

SOME = 64
"""So many examples are sooner looked at one by one than all keys are tallied."""


class Line:
    """The keys of all examples, one row a column: names before numbers."""

    def __init__(self, names: list[Coded], numbers: list[Coded]) -> None:
        """Take the columns; there is at least one."""
        columns = [*names, *numbers]
        self.names, self.size = len(names), columns[0][0].size
        self.starts: Keys = np.cumsum([0, *(n + 1 for _, n in columns)], dtype=np.int32)
        self._starts: list[int] = self.starts.tolist()
        self.keys: Keys = np.empty((len(columns), self.size), np.int32)
        for row, (codes, _), start in zip(
            self.keys, columns, self.starts, strict=False
        ):
            np.add(codes, start + 1, out=row)

    def column(self, order: int) -> tuple[int, int]:
        """Return of a literal its column, and its code there."""
        column = bisect_right(self._starts, order >> 1) - 1
        return column, (order >> 1) - self._starts[column] - 1

    def orders(self, steps: Counts, bounds: Counts) -> Counts:
        """Return the orders of names, and of bounds that are ordered by themselves."""
        before = self.starts[1 : self.names + 1] - np.arange(1, self.names + 1)
        names = 2 * (steps + before.searchsorted(steps, side="right") + 1)
        return np.concatenate([names, bounds + 2 * int(self.starts[self.names])])

    def intervals(self, orders: Counts) -> Intervals:
        """Return what some literals are."""
        starts, keys = self.starts, orders >> 1
        column = starts.searchsorted(keys, side="right") - 1
        above = (orders & 1).astype(np.bool_)
        first = np.where(above | (column < self.names), keys, starts[column] + 1)
        first += above
        end = np.where(above, starts[column + 1], keys + 1)
        length = (end - first).astype(np.uint32)
        return Intervals(self, column, first.astype(np.int32), length)


@dataclass(frozen=True, eq=False, slots=True)
class Intervals:
    """Some intervals of a line, each within one column."""

    line: Line
    column: NDArray[np.intp]
    first: Keys
    length: NDArray[np.uint32]

    def count(self, examples: NDArray[np.intp]) -> Counts:
        """Return how many of some examples are in each."""
        keys = self.line.keys.take(examples, axis=1)
        if len(examples) > SOME:
            tally = np.bincount(keys.ravel(), minlength=int(self.line.starts[-1]))
            below = np.concatenate([[0], tally.cumsum()])
            up_to = below.take(self.first + self.length)
            up_to -= below.take(self.first)
            return up_to
        own = keys.T.take(self.column, axis=1)
        own -= self.first
        inside = own.view(np.uint32) < self.length
        counts: Counts = np.add.reduce(inside.view(np.uint8), axis=0, dtype=np.uint8)
        return counts


class Sorted:
    """The keys of some examples in order, and all literals about them.

    A literal holds for the examples of one stretch: ``members[first:end]``.
    """

    def __init__(self, line: Line, keys: Keys, members: NDArray[np.intp]) -> None:
        """Take the keys, sorted in each column, and whose they are."""
        self.line, self.keys, self.members = line, keys, members
        self.size = size = len(keys) // len(line.keys)
        starts, names = line.starts, line.names
        last = np.ones(len(keys), dtype=np.bool_)
        np.not_equal(keys[1:], keys[:-1], out=last[:-1])
        end = last.nonzero()[0] + 1
        first = np.zeros_like(end)
        first[1:] = end[:-1]
        key, column = keys[first], first // size
        known = (key > starts[column]).nonzero()[0]
        key, column, first, end = key[known], column[known], first[known], end[known]
        split = int(column.searchsorted(names))
        # numbers: where those of each column begin, where its lowest ends, and all end
        numbers = starts[names:-1]
        begin = keys.searchsorted(numbers, side="right")
        lowest = keys.searchsorted(numbers + 1, side="right")
        ends = np.arange(names + 1, len(starts)) * size
        of_number, up_to = column[split:] - names, end[split:]
        self.first = np.concatenate([first[:split], begin[of_number], up_to, lowest])
        self.end = np.concatenate([end[:split], up_to, ends[of_number], ends])
        above = np.concatenate([key[split:], numbers + 1])
        self.orders = np.concatenate([2 * key, 2 * above + 1])

    @staticmethod
    def of(line: Line, examples: NDArray[np.intp]) -> Sorted:
        """Sort the keys of some examples; members are their places among them."""
        keys = line.keys.take(examples, axis=1).astype(np.int64)
        keys <<= 32
        keys += np.arange(len(examples))
        keys.sort(axis=1)
        both = keys.ravel()
        return Sorted(line, (both >> 32).astype(np.int32), both & 0xFFFFFFFF)

    def only(self, which: NDArray[np.bool_]) -> Sorted:
        """Return the same for some of the examples, told by their places."""
        kept = which[self.members]
        return Sorted(self.line, self.keys[kept], self.members[kept])
