"""A relation: the solutions of one predicate as rows of objects, indexed for joins.

An index on one argument sorts the solutions once; whether rows are solutions takes one
look-up of keys.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from fold_cli.coverage.row_keys import RowKeys, distinct

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

Objects: TypeAlias = "NDArray[np.int32]"


class Relation:
    """The distinct solutions of a predicate, one row for each argument, indexed."""

    def __init__(self, solutions: Objects) -> None:
        if solutions.shape[1] == 1:
            self.solutions: Objects = distinct(solutions[:, 0])[np.newaxis]
        else:
            self.solutions = np.ascontiguousarray(np.unique(solutions, axis=0).T)
        self._indexes: dict[int, tuple[NDArray[np.intp], NDArray[np.intp]]] = {}
        self._keys: RowKeys | None = None
        self._determined: dict[tuple[tuple[int, ...], int], bool] = {}

    def add(self, solutions: Objects) -> None:
        """Add further solutions."""
        if len(solutions):
            self.__init__(np.concatenate([self.solutions.T, solutions]))  # type: ignore[misc]

    def index(
        self, position: int, objects: Objects
    ) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return ``starts`` and ``order``: the solutions sorted by one argument.

        The solutions with object o there are ``order[starts[o]:starts[o + 1]]``, for
        the given objects and all lower ones.
        """
        highest = int(objects.max(initial=0)) + 1
        known = self._indexes.get(position)
        if known is None or len(known[0]) <= highest:
            values = self.solutions[position]
            counts = np.bincount(values, minlength=2 * highest)
            starts = np.concatenate([[0], np.cumsum(counts)])
            known = starts, np.argsort(values, kind="stable")
            self._indexes[position] = known
        return known

    def holds(self, columns: Sequence[Objects]) -> NDArray[np.bool_]:
        """Return which rows of one or two columns are solutions."""
        if self._keys is None:
            self._keys = RowKeys(list(self.solutions))
        return self._keys.contain(columns)

    def among(
        self, positions: Sequence[int], given: list[Objects]
    ) -> NDArray[np.bool_]:
        """Return which solutions have one of these rows at some positions."""
        return RowKeys(given).contain(self.solutions[list(positions)])

    def determines(self, given: tuple[int, ...], position: int) -> bool:
        """Return whether some arguments determine the one at a position."""
        key = (given, position)
        if key not in self._determined:
            both = np.unique(self.solutions[[*given, position]], axis=1)
            one = np.unique(both[:-1], axis=1) if given else both[:, :1]
            self._determined[key] = one.shape[1] == both.shape[1]
        return self._determined[key]
