"""Counts of all candidates on rows that workers have, for the search to rank.

One round tallies every column for the positives and the negatives of a clause. A column
of more than ``MAX_FINE_CODES`` values is tallied in stretches of neighbouring values,
unless there are few rows: see ``coarse_columns``. Only the stretches that may hold a
threshold not worse than the best literal that is known are counted value by value, in a
second round, so the best threshold is that of all values.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from fold_cli.coverage.blocks import CodedBlock
from fold_cli.coverage.candidates import Column
from fold_cli.coverage.distant.coarse_columns import CoarseColumn, choices_of, shift_of
from fold_cli.coverage.distant.questions import KeyRange, Stretches, Tally
from fold_cli.coverage.threshold_bounds import best_cut

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fold_cli.bits import Bits
    from fold_cli.coverage.distant.questions import Counts, Flags
    from fold_cli.coverage.distant.row_sets import RowSet, SetSpace
    from fold_cli.coverage.examples import Examples
    from fold_cli.coverage.key_line import Keys
    from fold_cli.coverage.threshold_bounds import GainOf

MAX_RECENT_TALLIES = 8
"""Tallies that are kept: the same may be asked again soon."""

MAX_SPARSE_ROWS = 20_000
"""Rows up to which all values are counted one by one, since few occur."""


@dataclass(frozen=True)
class DistantBlock(CodedBlock):
    """The values of columns of names; ``places`` are the columns at the workers."""

    places: tuple[int, ...] = ()
    space: SetSpace | None = None

    def row(self, at: int) -> Bits:
        """Return what one step covers."""
        group = int(np.searchsorted(self.starts, at, side="right")) - 1
        code = at - int(self.starts[group]) + 1
        assert self.space
        return self.space.leaf(("=", self.places[group], code))  # type: ignore[return-value]

    def counts(self, within: Examples) -> NDArray[np.int64]:
        """Return how many of some rows each step covers."""
        assert isinstance(within, DistantExamples)
        return within.names()[self._keys]

    @property
    def ranges(self) -> tuple[KeyRange, ...]:
        """The columns as they are tallied."""
        return tuple(map(KeyRange, self.places, self._lengths))


@dataclass(frozen=True)
class DistantColumn(Column):
    """A column of numbers at the workers."""

    place: int = 0
    space: SetSpace | None = None

    def covers(self, op: str, at: int) -> Bits:
        """Return which rows have a number on that side of the value of a place."""
        assert self.space
        return self.space.leaf((op, self.place, at + 1))  # type: ignore[return-value]


class DistantExamples:
    """The positives of a clause, or its negatives, tallied together in one round."""

    def __init__(self, tallied: _Tallied, which: int) -> None:
        self._tallied, self._which = tallied, which
        self.bits = tallied.sets[which]
        self.count = tallied.sizes[which]

    def names(self) -> Counts:
        """Return how many rows have each key of the columns of names."""
        return self._tallied.names[self._which]

    def numbers(self, floor: float, gain_of: GainOf) -> tuple[Keys, Counts]:
        """Return the keys that occur, and how many of both kinds are below each.

        Stretches that hold no threshold with a gain of at least ``floor``, or equal to
        the best, count as if all their rows had its last value.
        """
        return self._tallied.numbers(floor, gain_of)


def pair(
    pos: RowSet, neg: RowSet, ranges: tuple[tuple[KeyRange, ...], tuple[KeyRange, ...]]
) -> tuple[DistantExamples, DistantExamples]:
    """Return the positives and negatives of a clause, to be counted together.

    The ranges are those of names and of numbers.
    """
    key = (pos.number, neg.number, ranges)
    recent = pos.space.recent
    tallied = recent.pop(key, None) or _Tallied(pos, neg, *ranges)
    recent[key] = tallied  # the last in order
    while len(recent) > MAX_RECENT_TALLIES:
        del recent[next(iter(recent))]
    return DistantExamples(tallied, 0), DistantExamples(tallied, 1)


def pairs(
    clauses: Sequence[tuple[RowSet, RowSet]],
    ranges: tuple[tuple[KeyRange, ...], tuple[KeyRange, ...]],
) -> list[tuple[DistantExamples, DistantExamples]]:
    """Return the positives and negatives of clauses, counted in one round.

    All values are counted one by one: not the best literal alone is asked for.
    """
    tallied = [_Tallied(*clause, *ranges, fully=True) for clause in clauses]
    sets = [rows for clause in clauses for rows in clause]
    question = Tally(tuple(rows.number for rows in sets), (*ranges[0], *ranges[1]))
    if question.ranges and any(sum(tally.sizes) for tally in tallied):
        answer = sets[0].space.ask(question, [rows.node for rows in sets])
        counts = question.counts(answer)
        for at, tally in enumerate(tallied):
            tally.answer = counts[2 * at : 2 * at + 2], []
    return [(DistantExamples(tally, 0), DistantExamples(tally, 1)) for tally in tallied]


class _Tallied:
    """The counts of all keys among the positives and negatives of one clause."""

    def __init__(
        self,
        pos: RowSet,
        neg: RowSet,
        names: tuple[KeyRange, ...],
        numbers: tuple[KeyRange, ...],
        fully: bool = False,
    ) -> None:
        self.sets, self._space = (pos, neg), pos.space
        self.sizes = self._space.counted(self.sets)
        few = fully or sum(self.sizes) <= MAX_SPARSE_ROWS
        self._names = names
        self._numbers = tuple(
            key_range._replace(shift=0 if few else shift_of(key_range.codes))
            for key_range in numbers
        )

    @cached_property
    def answer(self) -> tuple[list[Counts], list[Flags]]:
        """The counts of all keys in each set, and which codes coarse columns have."""
        question = Tally(self._set_numbers, (*self._names, *self._numbers))
        answer = self._space.ask(question, [rows.node for rows in self.sets])
        coarse = [key_range for key_range in self._numbers if key_range.shift]
        flags = [
            np.unpackbits(packed, count=key_range.codes + 1).view(np.bool_)
            for packed, key_range in zip(answer.occurring, coarse, strict=True)
        ]
        return question.counts(answer), flags

    @property
    def _set_numbers(self) -> tuple[int, ...]:
        return tuple(rows.number for rows in self.sets)

    @property
    def names(self) -> list[Counts]:
        size = _keys_of(self._names)
        return [counts[:size] for counts in self.answer[0]]

    def numbers(self, floor: float, gain_of: GainOf) -> tuple[Keys, Counts]:
        """As ``DistantExamples.numbers``; ``tallies`` has a count for each code."""
        counts, flags = self.answer
        skipped = _keys_of(self._names)
        key_counts = np.stack([of_set[skipped:] for of_set in counts])
        starts = np.cumsum([0, *(ranged.codes + 1 for ranged in self._numbers)])
        key_starts = np.cumsum([0, *(ranged.keys for ranged in self._numbers)])
        tallies = np.zeros((2, int(starts[-1])), dtype=np.int64)
        occurring = iter(flags)
        coarse: list[CoarseColumn] = []
        for place, key_range in enumerate(self._numbers):
            by_key = key_counts[:, key_starts[place] : key_starts[place + 1]]
            by_code = tallies[:, starts[place] : starts[place + 1]]
            if key_range.shift:
                occurs = next(occurring)
                coarse.append(CoarseColumn(key_range, by_key, by_code, occurs))
            else:
                by_code[:] = by_key
                choices = choices_of(by_key.sum(axis=0) > 0)
                floor = max(floor, best_cut(by_key, choices, gain_of))
        for column in coarse:
            floor = max(floor, best_cut(column.counts, column.choices, gain_of))
        self._count_open(coarse, floor, gain_of)
        present: Flags = tallies.sum(axis=0) > 0
        for column, start in _with_starts(coarse, self._numbers, starts):
            present[start : start + len(column.occurs)] = column.occurs
        distinct = np.flatnonzero(present).astype(np.int32)
        below = np.zeros((2, len(distinct) + 1), dtype=np.int64)
        np.cumsum(tallies.take(distinct, axis=1), axis=1, out=below[:, 1:])
        return distinct, below

    def _count_open(
        self, coarse: list[CoarseColumn], floor: float, gain_of: GainOf
    ) -> None:
        """Count the stretches that may hold the best threshold value by value."""
        stretches = [(column, column.open(floor, gain_of)) for column in coarse]
        asked = [(column, keys) for column, keys in stretches if keys.size]
        for column, keys in stretches:
            column.fill_closed(keys)
        if not asked:
            return
        question = Stretches(
            self._set_numbers,
            tuple(column.range for column, _ in asked),
            tuple(tuple(keys.tolist()) for _, keys in asked),
        )
        answer = self._space.ask(question, [rows.node for rows in self.sets])
        counts, start = np.stack(question.counts(answer)), 0
        for column, keys in asked:
            size = len(keys) << column.range.shift
            column.fill_open(keys, counts[:, start : start + size])
            start += size


def _keys_of(ranges: tuple[KeyRange, ...]) -> int:
    return sum(key_range.keys for key_range in ranges)


def _with_starts(
    coarse: list[CoarseColumn], ranges: tuple[KeyRange, ...], starts: NDArray[np.int64]
) -> list[tuple[CoarseColumn, int]]:
    places = [place for place, key_range in enumerate(ranges) if key_range.shift]
    return [(c, int(starts[p])) for c, p in zip(coarse, places, strict=True)]
