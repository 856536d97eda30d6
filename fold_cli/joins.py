"""Tables of objects, a column for each variable, and their joins."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

from fold_cli.refine import ANY

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from fold_cli.refine import Pattern
    from fold_cli.relations import Objects, Relation

_T = TypeVar("_T", bound=np.generic)

EXAMPLE = -3
"""The column that holds the index of the example that a row belongs to."""

DENSE = 1 << 26
"""Key spaces up to this size are laid out as arrays."""


class Table:
    """Rows of objects by variable."""

    def __init__(self, columns: Mapping[int, Objects]) -> None:
        self.columns = dict(columns)
        self.size = len(next(iter(self.columns.values())))
        self._keys: dict[tuple[int, ...], _Keys] = {}

    def take(self, rows: NDArray[np.intp] | NDArray[np.bool_]) -> Table:
        """Return these rows."""
        columns = {var: column[rows] for var, column in self.columns.items()}
        return Table(columns)

    def join(self, pattern: Pattern, relation: Relation) -> Table:
        """Return the rows with every solution that fits, new columns added."""
        bound = [p for p, arg in enumerate(pattern.args) if arg in self.columns]
        pivot = self._pivot(pattern, relation, bound)
        rows, found = self._expand(pattern, relation, pivot)
        keep = np.ones(len(rows), dtype=np.bool_)
        new: dict[int, Objects] = {}
        for position, arg in enumerate(pattern.args):
            values = relation.solutions[position][found]
            if position in bound and position != pivot:
                keep &= self.columns[arg][rows] == values
            elif arg in new:
                keep &= new[arg] == values
            elif position not in bound and arg != ANY:
                new[arg] = values
        columns = {var: column[rows] for var, column in self.columns.items()} | new
        joined = Table(columns)
        return joined if keep.all() else joined.take(keep)

    def _pivot(self, pattern: Pattern, relation: Relation, bound: list[int]) -> int:
        """Return the known argument that leaves the fewest solutions to look at."""

        def cost(position: int) -> int:
            column = self.columns[pattern.args[position]]
            starts, _ = relation.places(position, column)
            return int((starts[column + 1] - starts[column]).sum())

        return bound[0] if len(bound) == 1 else min(bound, key=cost)

    def _expand(
        self, pattern: Pattern, relation: Relation, pivot: int
    ) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return pairs of a row and a solution with the same object at the pivot."""
        column = self.columns[pattern.args[pivot]]
        starts, order = relation.places(pivot, column)
        first = starts[column]
        counts = starts[column + 1] - first
        rows = np.repeat(np.arange(self.size), counts)
        ends = np.cumsum(counts)
        within = np.arange(len(rows)) - np.repeat(ends - counts, counts)
        return rows, order[np.repeat(first, counts) + within]

    def matches(self, other: Table, variables: Sequence[int]) -> NDArray[np.bool_]:
        """Return which rows agree with a row of another table on these variables."""
        key = tuple(variables)
        if key not in self._keys:
            self._keys[key] = _Keys([self.columns[v] for v in key])
        return self._keys[key].among([other.columns[v] for v in key])


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


class _Keys:
    """The combinations of some columns as single numbers."""

    def __init__(self, columns: list[Objects]) -> None:
        self._places: list[tuple[NDArray[np.int64], int]] = []
        self._size = 1
        self._keys = np.zeros(len(columns[0]), dtype=np.int64)
        for column in columns:
            flags = present(column)
            place = np.where(flags, np.cumsum(flags), 0)  # from 1; 0 for none
            count = int(flags.sum())
            self._places.append((place, count))
            self._keys = self._keys * count + place[column] - 1
            self._size *= max(count, 1)

    def among(self, columns: Iterable[Objects]) -> NDArray[np.bool_]:
        """Return which keys are among those of other columns."""
        keys: NDArray[np.int64] | None = None
        valid: NDArray[np.bool_] | None = None
        for column, (place, count) in zip(columns, self._places, strict=True):
            local = looked_up(place, column) - 1
            valid = local >= 0 if valid is None else valid & (local >= 0)
            keys = local if keys is None else keys * count + local
        assert keys is not None
        assert valid is not None
        keys = keys[valid]
        if self._size <= DENSE:
            flags = np.zeros(self._size, dtype=np.bool_)
            flags[keys] = True
            result: NDArray[np.bool_] = flags[self._keys]
            return result
        return np.isin(self._keys, keys)


def solutions_table(
    pattern: Pattern, relation: Relation, within: Mapping[int, NDArray[np.bool_]]
) -> Table:
    """Return a pattern's solutions, those variables only where they are ``within``."""
    keep: NDArray[np.bool_] | None = None
    columns: dict[int, Objects] = {}
    for position, arg in enumerate(pattern.args):
        values = relation.solutions[position]
        mask = None
        if arg in columns:
            mask = columns[arg] == values
        elif arg in within:
            mask = looked_up(within[arg], values)
        if arg not in columns and arg != ANY:
            columns[arg] = values
        if mask is not None:
            keep = mask if keep is None else keep & mask
    table = Table(columns)
    return table if keep is None or keep.all() else table.take(keep)
