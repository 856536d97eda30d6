"""Bindings of variables to objects, as tables in NumPy, and their joins.

A row binds every variable of a partial clause; a column holds one variable's objects as
numbers. A join with a relation costs as many steps as there are pairs of a row and a
solution that agree on the pivot, the argument with the fewest such pairs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fold_cli import bits
from fold_cli.coverage.patterns import ANY
from fold_cli.coverage.row_keys import RowKeys, lookup

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from fold_cli.bits import Bits
    from fold_cli.coverage.patterns import Pattern
    from fold_cli.coverage.relation import Objects, Relation

EXAMPLE = -3
"""The column with the index of each row's example; variables are 0 and above."""

MAX_CACHED_CELLS = 10_000_000
"""Cells of the columns whose row keys are cached."""

ROW = -4
"""The column with the number of each row of a clause's bindings."""

ROWS_PER_JOIN = 1_000
"""Rows that take as long as a join takes besides its rows."""


class TooManyJoins(Exception):  # noqa: N818
    """The joins of a search have made more rows than it may."""


@dataclass
class JoinBudget:
    """The rows that all joins of a search may still make."""

    rows: float

    def spend(self, rows: int) -> None:
        """Note a join that made so many rows."""
        self.rows -= rows + ROWS_PER_JOIN
        if self.rows < 0:
            raise TooManyJoins


class Bindings:
    """Rows of objects, one column for each variable."""

    def __init__(self, columns: Mapping[int, Objects]) -> None:
        self.columns = dict(columns)
        self.size = len(next(iter(self.columns.values())))
        self._keys: dict[tuple[int, ...], RowKeys] = {}

    def take(self, rows: NDArray[np.intp] | NDArray[np.bool_]) -> Bindings:
        """Return these rows."""
        columns = {var: column[rows] for var, column in self.columns.items()}
        return Bindings(columns)

    def join(self, pattern: Pattern, relation: Relation) -> Bindings:
        """Return each row with every solution that agrees, new variables added."""
        bound = [p for p, arg in enumerate(pattern.args) if arg in self.columns]
        if len(bound) == len(pattern.args) <= 2:
            given = [self.columns[arg] for arg in pattern.args]
            return self.take(relation.holds(given))
        pivot = self._pivot(pattern, relation, bound)
        rows, found = self._expand(pattern, relation, pivot)
        for position in bound:
            if position != pivot:
                values = relation.solutions[position][found]
                agree = self.columns[pattern.args[position]][rows] == values
                rows, found = rows[agree], found[agree]
        new: dict[int, int] = {}  # variables, and where solutions have them
        for position, arg in enumerate(pattern.args):
            if arg in new:
                first = relation.solutions[new[arg]][found]
                agree = first == relation.solutions[position][found]
                rows, found = rows[agree], found[agree]
            elif arg not in self.columns and arg != ANY:
                new[arg] = position
        columns = {var: column[rows] for var, column in self.columns.items()}
        for arg, position in new.items():
            columns[arg] = relation.solutions[position][found]
        return Bindings(columns)

    def join_exceeds(self, limit: float, pattern: Pattern, relation: Relation) -> bool:
        """Return whether a join looks at more than ``limit`` pairs."""
        if self.size * relation.solutions.shape[1] <= limit:
            return False
        bound = [p for p, arg in enumerate(pattern.args) if arg in self.columns]
        return min(self._join_size(pattern, relation, place) for place in bound) > limit

    def _pivot(self, pattern: Pattern, relation: Relation, bound: list[int]) -> int:
        """Return the position of the bound argument with the fewest pairs."""
        if len(bound) == 1:
            return bound[0]
        return min(bound, key=lambda place: self._join_size(pattern, relation, place))

    def _join_size(self, pattern: Pattern, relation: Relation, position: int) -> int:
        column = self.columns[pattern.args[position]]
        starts, _ = relation.index(position, column)
        return int((starts[column + 1] - starts[column]).sum())

    def _expand(
        self, pattern: Pattern, relation: Relation, pivot: int
    ) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return pairs of a row and a solution with the same object at the pivot."""
        column = self.columns[pattern.args[pivot]]
        starts, order = relation.index(pivot, column)
        first = starts[column]
        counts = starts[column + 1] - first
        rows = np.repeat(np.arange(self.size), counts)
        ends = np.cumsum(counts)
        within = np.arange(len(rows)) - np.repeat(ends - counts, counts)
        return rows, order[np.repeat(first, counts) + within]

    def matches(self, other: Bindings, variables: Sequence[int]) -> NDArray[np.bool_]:
        """Return which rows agree with some row of ``other`` on these variables."""
        key = tuple(variables)
        if key not in self._keys:
            cached = sum(map(len, self._keys)) * self.size
            if cached > MAX_CACHED_CELLS:  # wide relations have keys for many sides
                self._keys.clear()
            self._keys[key] = RowKeys([self.columns[v] for v in key])
        return self._keys[key].among([other.columns[v] for v in key])


def may_join(
    bindings: Bindings,
    within: Mapping[int, NDArray[np.bool_]],
    patterns: Sequence[Pattern],
    relation: Relation,
) -> NDArray[np.bool_]:
    """Return for patterns of one predicate whether a join with each may have rows.

    That is, whether a row and a solution agree on every variable that the bindings
    have; ``within`` flags the objects of other variables. All pairs are compared.
    """
    rows, solutions = bindings.size, relation.solutions
    known = sorted(bindings.columns.keys() | within.keys())
    agree = np.ones(
        (len(known) + 1, len(solutions), rows, solutions.shape[1]), np.bool_
    )
    for at, variable in enumerate(known):
        for position, values in enumerate(solutions):
            if variable in bindings.columns:
                column = bindings.columns[variable]
                agree[at, position] = column[:, None] == values
            else:
                agree[at, position] = lookup(within[variable], values)
    places = {variable: at for at, variable in enumerate(known)}
    args = np.array([[places.get(a, len(known)) for a in p.args] for p in patterns])
    pairs = agree.reshape(*agree.shape[:2], -1)
    both = [pairs[args[:, position], position] for position in range(len(solutions))]
    found: NDArray[np.bool_] = np.logical_and.reduce(both).any(axis=1)
    return found


class RowsOfExamples:
    """The rows of bindings by their examples: what does not hold for all of them."""

    def __init__(self, bindings: Bindings, size: int) -> None:
        self._example, self._size = bindings.columns[EXAMPLE], size
        self._count = np.bincount(self._example, minlength=size)

    def without(self, steps: Sequence[NDArray[np.signedinteger]]) -> Bits:
        """Return for each step the examples with a row that is not among its rows."""
        flags = np.empty((len(steps), self._size), dtype=np.bool_)
        for at, rows in enumerate(steps):
            held = self._example[np.unique(rows)]
            flags[at] = np.bincount(held, minlength=self._size) < self._count
        return bits.pack(flags)


def solution_bindings(
    pattern: Pattern, relation: Relation, within: Mapping[int, NDArray[np.bool_]]
) -> Bindings:
    """Return a pattern's solutions as bindings.

    ``within`` flags the objects that a variable may have.
    """
    keep: NDArray[np.bool_] | None = None
    columns: dict[int, Objects] = {}
    for position, arg in enumerate(pattern.args):
        values = relation.solutions[position]
        mask = None
        if arg in columns:
            mask = columns[arg] == values
        elif arg in within:
            mask = lookup(within[arg], values)
        if arg not in columns and arg != ANY:
            columns[arg] = values
        if mask is not None:
            keep = mask if keep is None else keep & mask
    bindings = Bindings(columns)
    return bindings if keep is None or keep.all() else bindings.take(keep)
