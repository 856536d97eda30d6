"""Tables of objects, a column for each variable, and their joins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fold_cli.coverage.keys import Keys, looked_up
from fold_cli.coverage.patterns import ANY

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from fold_cli.coverage.patterns import Pattern
    from fold_cli.coverage.relations import Objects, Relation

EXAMPLE = -3
"""The column that holds the index of the example that a row belongs to."""


class Table:
    """Rows of objects by variable."""

    def __init__(self, columns: Mapping[int, Objects]) -> None:
        self.columns = dict(columns)
        self.size = len(next(iter(self.columns.values())))
        self._keys: dict[tuple[int, ...], Keys] = {}

    def take(self, rows: NDArray[np.intp] | NDArray[np.bool_]) -> Table:
        """Return these rows."""
        columns = {var: column[rows] for var, column in self.columns.items()}
        return Table(columns)

    def join(self, pattern: Pattern, relation: Relation) -> Table:
        """Return the rows with every solution that fits, new columns added."""
        bound = [p for p, arg in enumerate(pattern.args) if arg in self.columns]
        if len(bound) == len(pattern.args) <= 2:
            given = [self.columns[arg] for arg in pattern.args]
            return self.take(relation.holds(given))
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

    def join_exceeds(self, most: int, pattern: Pattern, relation: Relation) -> bool:
        """Return whether a join looks at more pairs of a row and a solution."""
        if self.size * relation.solutions.shape[1] <= most:
            return False
        bound = [p for p, arg in enumerate(pattern.args) if arg in self.columns]
        return min(self._cost(pattern, relation, place) for place in bound) > most

    def _pivot(self, pattern: Pattern, relation: Relation, bound: list[int]) -> int:
        """Return the known argument that leaves the fewest solutions to look at."""
        if len(bound) == 1:
            return bound[0]
        return min(bound, key=lambda place: self._cost(pattern, relation, place))

    def _cost(self, pattern: Pattern, relation: Relation, position: int) -> int:
        column = self.columns[pattern.args[position]]
        starts, _ = relation.places(position, column)
        return int((starts[column + 1] - starts[column]).sum())

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
            self._keys[key] = Keys([self.columns[v] for v in key])
        return self._keys[key].among([other.columns[v] for v in key])


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
