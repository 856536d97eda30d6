"""Rows of objects as single numbers, to find out which rows are among others."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from fold_cli.coverage.relations import Objects

_T = TypeVar("_T", bound=np.generic)

DENSE = 1 << 26
"""Key spaces up to this size are laid out as arrays."""


def present(column: Objects) -> NDArray[np.bool_]:
    """Return which objects occur in a column, as flags up to the highest."""
    flags = np.zeros(int(column.max(initial=-1)) + 1, dtype=np.bool_)
    flags[column] = True
    return flags


def looked_up(table: NDArray[_T], column: Objects) -> NDArray[_T]:
    """Return the entries for the objects of a column; none is 0 or False."""
    if not len(column) or int(column.max()) < len(table):
        entries: NDArray[_T] = table[column]
        return entries
    known = column < len(table)
    result = np.zeros(len(column), dtype=table.dtype)
    result[known] = table[column[known]]
    return result


class Keys:
    """The combinations of some columns as single numbers."""

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
        """Return which of these rows are among those of other columns."""
        keys, valid = self._of(columns)
        keys = keys[valid]
        if self._size <= DENSE:
            flags = np.zeros(self._size, dtype=np.bool_)
            flags[keys] = True
            result: NDArray[np.bool_] = flags[self._keys]
            return result
        return np.isin(self._keys, keys)

    def contain(self, columns: Iterable[Objects]) -> NDArray[np.bool_]:
        """Return which rows of other columns are among these."""
        keys, valid = self._of(columns)
        if self._size > DENSE:
            return valid & np.isin(keys, self._keys)
        if self._flags is None:
            self._flags = np.zeros(self._size + 1, dtype=np.bool_)
            self._flags[self._keys] = True
        found: NDArray[np.bool_] = self._flags[np.where(valid, keys, self._size)]
        return found

    def _of(
        self, columns: Iterable[Objects]
    ) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return the keys of other columns, and which of them are keys here at all."""
        keys = np.zeros(1, dtype=np.int64)
        valid = np.ones(1, dtype=np.bool_)
        for column, (place, count) in zip(columns, self._places, strict=True):
            local = looked_up(place, column) - 1
            valid = valid & (local >= 0)
            keys = keys * count + local
        return keys, valid
