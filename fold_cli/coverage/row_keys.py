"""Membership of rows of objects, by one integer key for each row.

A key numbers the combinations of the objects that occur in each column. Keys are looked
up in an array of flags where there are few combinations, else by sorting.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from fold_cli.coverage.relation import Objects

MAX_KEY = 2**62
"""What a key may reach; there are fewer rows than its square root."""

_T = TypeVar("_T", bound=np.generic)

MAX_DENSE_KEYS = 1 << 26
"""Combinations up to which membership is an array of flags, one byte each."""

MAX_ENTRIES_PER_ROW, MIN_ENTRIES = 16, 1024
"""Entries of an array by objects, for each row of a column and for any column."""


def present(column: Objects) -> NDArray[np.bool_]:
    """Return flags for the objects of a column, up to the highest."""
    flags = np.zeros(int(column.max(initial=-1)) + 1, dtype=np.bool_)
    flags[column] = True
    return flags


def distinct(column: Objects) -> Objects:
    """Return the distinct objects of a column, in order.

    It is one pass, where ``np.unique`` sorts, and loads NumPy's masked arrays first.
    """
    return np.flatnonzero(present(column)).astype(np.int32)


def lookup(table: NDArray[_T], column: Objects) -> NDArray[_T]:
    """Return the entries for the objects of a column; 0 or False beyond the table."""
    if not len(column) or int(column.max()) < len(table):
        entries: NDArray[_T] = table[column]
        return entries
    known = column < len(table)
    result = np.zeros(len(column), dtype=table.dtype)
    result[known] = table[column[known]]
    return result


def distinct_rows(columns: list[Objects]) -> Objects:
    """Return the distinct rows of some columns, in order, one array row a column."""
    return np.unique(np.stack(columns), axis=1)


class RowKeys:
    """Rows of several columns as integers.

    Where these would be too large, the keys of the columns so far are numbered anew.
    """

    def __init__(self, columns: list[Objects]) -> None:
        self._places: list[_Places] = []
        self._numbered: dict[int, NDArray[np.int64]] = {}  # keys, by the next column
        self._size = 1
        self._flags: NDArray[np.bool_] | None = None
        self._keys: NDArray[np.int64] = np.zeros(len(columns[0]), dtype=np.int64)
        for at, column in enumerate(columns):
            places = _Places(column)
            self._places.append(places)
            if self._size * places.count > MAX_KEY:
                numbered, inverse = np.unique(self._keys, return_inverse=True)
                self._numbered[at], self._keys = numbered, inverse.astype(np.int64)
                self._size = len(numbered)
            self._keys *= places.count
            self._keys += places.of(column)
            self._size *= max(places.count, 1)

    def among(self, columns: Iterable[Objects]) -> NDArray[np.bool_]:
        """Return which of the own rows are among the rows of other columns."""
        keys, valid = self._keys_of(columns)
        keys = keys[valid]
        if self._size <= MAX_DENSE_KEYS:
            flags = np.zeros(self._size, dtype=np.bool_)
            flags[keys] = True
            result: NDArray[np.bool_] = flags[self._keys]
            return result
        return np.isin(self._keys, keys)

    def contain(self, columns: Iterable[Objects]) -> NDArray[np.bool_]:
        """Return which rows of other columns are among the own ones."""
        keys, valid = self._keys_of(columns)
        if self._size > MAX_DENSE_KEYS:
            return valid & np.isin(keys, self._keys)
        if self._flags is None:
            self._flags = np.zeros(self._size + 1, dtype=np.bool_)
            self._flags[self._keys] = True
        found: NDArray[np.bool_] = self._flags[np.where(valid, keys, self._size)]
        return found

    def _keys_of(
        self, columns: Iterable[Objects]
    ) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return the keys of other rows, and which consist of known objects."""
        keys: NDArray[np.int64] = np.zeros(1, dtype=np.int64)
        valid: NDArray[np.bool_] = np.ones(1, dtype=np.bool_)
        for at, (column, places) in enumerate(zip(columns, self._places, strict=True)):
            if at in self._numbered:
                numbered = self._numbered[at]
                place = np.minimum(np.searchsorted(numbered, keys), len(numbered) - 1)
                valid = valid & (numbered[place] == keys)
                keys = place.astype(np.int64)
            local = places.of(column)
            valid = valid & (local >= 0)
            keys = keys * places.count + local
        return keys, valid


class _Places:
    """The objects of a column, numbered from 0 in order.

    They are looked up in an array that reaches to the highest, unless the column is so
    short that many such arrays would take the square of what the columns do.
    """

    def __init__(self, column: Objects) -> None:
        self._table: NDArray[np.int64] | None = None
        if column.max(initial=-1) < MAX_ENTRIES_PER_ROW * len(column) + MIN_ENTRIES:
            flags = present(column)
            self._table = np.where(flags, np.cumsum(flags), 0)  # from 1; 0 for none
            self.count = int(flags.sum())
        else:
            ordered = np.sort(column)
            new = np.ones(len(ordered), dtype=np.bool_)
            new[1:] = ordered[1:] != ordered[:-1]
            self._objects = ordered[new]
            self.count = len(self._objects)

    def of(self, column: Objects) -> NDArray[np.int64]:
        """Return the number of each object of a column, -1 for one that is not here."""
        if self._table is not None:
            return lookup(self._table, column) - 1
        place = np.searchsorted(self._objects, column)
        place[place == self.count] = 0
        return np.where(self._objects[place] == column, place, -1)
