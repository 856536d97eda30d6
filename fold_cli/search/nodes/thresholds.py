"""Thresholds on numbers: how many examples each covers, from counts of the numbers.

The counts of all thresholds are differences of one running sum over the numbers
(``key_counts``), in O(distinct numbers). Only thresholds that may be best are counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fold_cli.coverage.candidates import OPERATORS
from fold_cli.coverage.key_line import key_starts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fold_cli.bits import Bits
    from fold_cli.coverage.candidates import Candidates, Column
    from fold_cli.coverage.key_line import Keys
    from fold_cli.coverage.threshold_sets import ThresholdSets
    from fold_cli.files.tables.coded import Codes
    from fold_cli.search.gain import Counts, Gains
    from fold_cli.search.nodes.key_counts import KeyCounts, Ranks
    from fold_cli.theory.terms import Literal, Threshold

MAX_MATRIX_KEYS = 1 << 17
"""Keys of all examples and columns that are kept in one matrix, of 512 kB."""


class NumberLine:
    """The columns of numbers, one after the other, with keys as on ``KeyLine``.

    Unlike there, an example may have several numbers in a column, and a column may need
    literals that introduce its variables. The order of a threshold is twice the key of
    its number, plus 1 for ``>``.
    """

    def __init__(self, columns: Sequence[Column]) -> None:
        self._columns = columns
        self.starts = key_starts([len(column.values) for column in columns])
        lows = [column.low for column in columns]
        self.lows = _key_matrix(lows, self.starts)  # what ``=<`` bounds
        self.highs = self.lows  # what ``>`` bounds
        if not all(column.functional for column in columns):
            highs = [column.high for column in columns]
            self.highs = _key_matrix(highs, self.starts)
        floors = [column.floor + 1 for column in columns]
        self.lowest: Keys = self.starts[:-1] + np.array(floors, dtype=np.int32)

    @staticmethod
    def of(candidates: Candidates) -> NumberLine:
        """Return the line of some candidates, made once."""
        if candidates.number_line is None:
            candidates.number_line = NumberLine(candidates.columns)
        line: NumberLine = candidates.number_line
        return line

    def literals(self, order: int) -> tuple[tuple[Literal | Threshold, ...], Bits]:
        """Return the literals of a threshold, by its order, and what they cover."""
        column, op, rank = self._place(order)
        return column.step(op, rank), column.covers(op, rank)

    def _place(self, order: int) -> tuple[Column, str, int]:
        key, above = divmod(order, 2)
        at = int(self.starts.searchsorted(key, side="right")) - 1
        return self._columns[at], OPERATORS[above], key - int(self.starts[at]) - 1


def _key_matrix(columns: list[Codes], starts: Keys) -> Ranks:
    """Return columns of ranks as one matrix of keys; as they are, if they are long."""
    if sum(map(len, columns)) > MAX_MATRIX_KEYS:
        return columns
    keys: Keys = np.array(columns, dtype=np.int32) + starts[:-1, None]
    return keys


class Thresholds:
    """The thresholds that may be best, and how many they cover.

    A threshold that lets in negatives alone is worse than the one before it. So ``=<``
    is looked at where a positive lies, and ``>`` below one: at the next value that an
    example has, or at the lowest of all.
    """

    def __init__(
        self, line: NumberLine, count: Callable[[Ranks, Keys], KeyCounts]
    ) -> None:
        self._line = line
        low = high = _SideCounts(line, count(line.lows, line.starts))
        if line.highs is not line.lows:
            high = _SideCounts(line, count(line.highs, line.starts))
        self._low, self._high = low, high
        self.p1, self.n1 = np.concatenate([low.up_to, high.since], axis=1)

    def orders(self, places: Counts) -> list[int]:
        """Return the orders of the thresholds at some places."""
        orders: list[int] = self.orders_at(places).tolist()
        return orders

    def orders_at(self, places: Counts) -> Counts:
        """Return the orders of the thresholds at some places."""
        split = len(self._low.keys)
        above = places >= split
        orders = np.empty(len(places), dtype=np.int64)
        orders[~above] = 2 * self._low.keys[places[~above]]
        orders[above] = 2 * self._high.before(places[above] - split) + 1
        return orders

    def groups(self, size: int) -> tuple[Counts, Counts, Counts]:
        """Divide the thresholds into groups of at most so many neighbours in a column.

        Return where each group begins and ends, and its threshold that covers least.
        """
        columns = self._low.column, self._high.column[self._high.above]
        split = len(columns[0])
        low, high = (_group_starts(size, column) for column in columns)
        first = np.concatenate([low, high + split])
        end = np.append(first[1:], len(self.p1))
        return first, end, np.concatenate([low, end[len(low) :] - 1])

    @property
    def sides(self) -> Counts:
        """The column of each threshold, those of ``>`` numbered after those of ``=<``.

        With c columns the numbers go from 0 to 2c - 1.
        """
        above = self._high.column[self._high.above] + len(self._line.lowest)
        return np.concatenate([self._low.column, above])

    def penalise(self, gains: Gains, penalty: float) -> None:
        """Take from the last gains, the thresholds', what choosing each one costs.

        That is so many bits for each bit of log2 of the thresholds of its column.
        """
        values = self._low.values()
        if self._high is not self._low:
            values = self._both_values()
        high = self._high.column[self._high.above]
        columns = np.concatenate([self._low.column, high])
        penalties = penalty * np.log2(np.maximum(values - 1, 1))
        gains[len(gains) - len(columns) :] -= penalties.take(columns)

    def _both_values(self) -> Counts:
        """Return how many numbers of each column occur on either side."""
        starts = self._line.starts
        taken = np.zeros(starts[-1], dtype=np.bool_)
        for counts in (self._low, self._high):
            taken[counts.distinct] = True
        taken[starts[:-1]] = taken[self._line.lowest] = True
        values: Counts = np.diff(np.flatnonzero(taken).searchsorted(starts)) - 1
        return values


class SetThresholds:
    """All thresholds, counted by the sets of examples that they cover.

    Those that ``Thresholds`` leaves out are no better, and come after an equal one.
    """

    def __init__(self, sets: ThresholdSets, pos: Bits, neg: Bits) -> None:
        self._sets, self._up_to = sets, sets.counts(pos, neg)
        above = self._up_to[:, sets.last].take(sets.column, axis=1) - self._up_to
        self.p1, self.n1 = np.concatenate([self._up_to, above], axis=1)

    def orders(self, places: Counts) -> list[int]:
        """Return the orders of the thresholds at some places."""
        numbers = len(self._sets.column)
        above = 2 * numbers - 1
        return [2 * at if at < numbers else 2 * at - above for at in places.tolist()]

    def penalise(self, gains: Gains, penalty: float) -> None:
        """Take from the last gains what choosing each costs; see ``Thresholds``."""
        sets, every = self._sets, self._up_to[0] + self._up_to[1]
        occurs = np.empty(len(every), dtype=np.bool_)
        np.not_equal(every[1:], every[:-1], out=occurs[1:])
        occurs[sets.first] = False  # the lowest number of all counts as one
        choices = np.add.reduceat(occurs, sets.first, dtype=np.int64)
        penalties = penalty * np.log2(np.maximum(choices, 1))
        both_sides = gains[len(gains) - 2 * len(every) :].reshape(2, len(every))
        both_sides -= penalties.take(sets.column)


class _SideCounts:
    """How many positives and negatives lie on either side of each positive's number.

    ``keys`` are the distinct keys of positives, also those for no number. ``up_to``
    counts the numbers of the same column up to each key. ``above`` are the places of
    the keys above the lowest number; ``since`` counts the numbers from each of them on.
    """

    def __init__(self, line: NumberLine, counts: KeyCounts) -> None:
        self._lowest, starts = line.lowest, line.starts
        self.distinct, below, self._left_out = counts
        self._at = at = (below[0, 1:] > below[0, :-1]).nonzero()[0]
        self.keys = self.distinct[at]
        self.column = column = starts.searchsorted(self.keys, side="right") - 1
        self._first = self.distinct.searchsorted(starts[:-1], "right")  # number of each
        self._end = self.distinct.searchsorted(starts[1:])
        unknown, every = below.take(self._first, axis=1), below.take(self._end, axis=1)
        self.up_to = below.take(at + 1, axis=1) - unknown.take(column, axis=1)
        self.above = above = (self.keys > line.lowest[column]).nonzero()[0]
        self.since = every.take(column[above], axis=1) - below.take(at[above], axis=1)

    def values(self) -> Counts:
        """Return how many numbers of each column occur; the lowest of all is one."""
        absent = self.distinct.searchsorted(self._lowest, "right") == self._first
        values: Counts = self._end - self._first + absent + self._left_out
        return values

    def before(self, places: Counts) -> Counts:
        """Return the next lower keys of those at some places of ``above``."""
        places = self.above[places]
        at, lowest = self._at[places], self._lowest[self.column[places]]
        keys: Counts = np.maximum(lowest, np.where(at, self.distinct[at - 1], 0))
        return keys


def _group_starts(size: int, columns: Counts) -> Counts:
    """Return where groups of so many begin, anew in each column."""
    place = np.arange(len(columns)) - columns.searchsorted(columns)
    starts: Counts = (place % size == 0).nonzero()[0]
    return starts
