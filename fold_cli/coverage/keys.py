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

_T = TypeVar("_T", bound=np.generic)

MAX_DENSE_KEYS = 1 << 26
"""Combinations up to which membership is an array of flags, one byte each."""


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


class Keys:
    """Rows of several columns as integers."""

    def __init__(self, columns: list[Objects]) -> None:
        self._places: list[tuple[NDArray[np.int64], int]] = []
        self._size = 1
        self._flags: NDArray[np.bool_] | None = None
        self._keys = np.zeros(len(columns[0]), dtype=np.int64)
        for column in columns:
            flags = present(column)
            place = np.where(flags, np.cumsum(flags), 0)  # from 1; 0 for none
            count = int(flags.sum())
            self._places.append((place, count))
            self._keys = self._keys * count + place[column] - 1
            self._size *= max(count, 1)

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
        for column, (place, count) in zip(columns, self._places, strict=True):
            local = lookup(place, column) - 1
            valid = valid & (local >= 0)
            keys = keys * count + local
        return keys, valid
