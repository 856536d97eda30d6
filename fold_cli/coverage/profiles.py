"""Profiles of rows: the few numbers that a prediction depends on, counted over rows.

A profile says how these numbers are made from sets of rows, here or at workers; rows
with the same numbers are counted together. Counts of several parts of a table add up,
so what is computed of them does not depend on how the rows are divided.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fold_cli import bits

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
    Counts = NDArray[np.int64]


class Terms(NamedTuple):
    """A number to begin with, and the number that each of some sets gives its rows."""

    start: float
    terms: tuple[tuple[Any, float], ...]  # sets, and the number of each


@dataclass(frozen=True)
class Profile:
    """Numbers of each row: those of ``firsts``, then those of ``sums``.

    Of ``firsts``, the first set with the row says its number. Of ``sums``, the numbers
    of all sets with the row are added in their order, so that all workers round alike.
    """

    firsts: tuple[Terms, ...]
    sums: tuple[Terms, ...] = ()

    @property
    def sets(self) -> list[Any]:
        """All sets, some perhaps several times."""
        return [rows for _, terms in (*self.firsts, *self.sums) for rows, _ in terms]

    def renamed(self, name: Callable[[Any], Any]) -> Profile:
        """Return the same profile of other sets, or of names for them."""
        firsts, sums = (
            tuple(
                Terms(start, tuple((name(rows), number) for rows, number in terms))
                for start, terms in kind
            )
            for kind in (self.firsts, self.sums)
        )
        return Profile(firsts, sums)

    def numbers(
        self, size: int, flags: Callable[[Any], NDArray[np.bool_]] | None = None
    ) -> Numbers:
        """Return a matrix: a line for each of the terms, a column for each row.

        ``flags`` says of a set which rows are in it, where the sets are not packed.
        """
        flags = flags or (lambda rows: bits.unpack(rows, size))
        matrix = np.empty((len(self.firsts) + len(self.sums), size))
        for line, (start, terms) in zip(matrix, self.firsts, strict=False):
            line[:] = start
            undecided = np.ones(size, dtype=np.bool_)
            for rows, number in terms:
                members = flags(rows)
                line[members & undecided] = number
                undecided &= ~members
        for line, (start, terms) in zip(
            matrix[len(self.firsts) :], self.sums, strict=True
        ):
            line[:] = start
            for rows, number in terms:
                line[flags(rows)] += number
        return matrix


class ProfileCounts(NamedTuple):
    """The numbers that rows have, a column for each kind of row, and how many rows.

    The last line is the place of the class that the rows are of.
    """

    numbers: Numbers
    counts: Counts

    @staticmethod
    def of(numbers: Numbers, labels: NDArray[Any]) -> ProfileCounts:
        """Count rows with the same numbers and class."""
        ones = np.ones(len(labels), dtype=np.int64)
        return ProfileCounts(np.vstack([numbers, labels]), ones).united()

    def united(self) -> ProfileCounts:
        """Bring columns together that have the same numbers."""
        keys, counts = distinct(self.numbers.view(np.int64), self.counts)
        return ProfileCounts(keys.view(np.float64), counts)

    @property
    def labels(self) -> NDArray[np.intp]:
        """The places of the classes."""
        labels: NDArray[np.intp] = self.numbers[-1].astype(np.intp)
        return labels


def distinct(keys: NDArray[Any], counts: Counts) -> tuple[NDArray[Any], Counts]:
    """Return the different columns of a matrix in order, and the sums of their counts.

    ``counts`` has a number, or a row of numbers, for each column.
    """
    order = np.lexsort(keys)
    keys, counts = keys[:, order], counts[order]
    first = np.ones(len(order), dtype=np.bool_)
    first[1:] = (keys[:, 1:] != keys[:, :-1]).any(axis=0)
    starts = np.flatnonzero(first)
    if not starts.size:
        return keys, counts
    return keys[:, starts], np.add.reduceat(counts, starts)
