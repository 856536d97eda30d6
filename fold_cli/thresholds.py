"""Bounds on numbers, all columns counted at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from fold_cli import bits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_cli.bits import Bits
    from fold_cli.candidates import Column, Examples, Ranks
    from fold_cli.gain import Counts
    from fold_cli.terms import Literal, Threshold


class Bounds:
    """The columns, one after the other on a line.

    The key of a number is its rank, from 1, after the start of its column; the start
    itself is for examples without a number. The order of a threshold is twice the key
    of its number, plus 1 for ``>``.
    """

    memory = 0  # the columns are those of the candidates

    def __init__(self, columns: Sequence[Column]) -> None:
        self.columns = columns
        lengths = [len(column.values) + 1 for column in columns]
        self.starts: Ranks = np.cumsum([0, *lengths], dtype=np.int32)

    def take(self, order: int) -> tuple[tuple[Literal | Threshold, ...], Bits]:
        """Return the literals of one, and what it covers."""
        column, op, rank = self._place(order)
        return column.step(op, rank), column.covers(op, rank)

    def count(self, orders: Counts, examples: Examples) -> Counts:
        """Return how many of some examples these cover."""
        low, high = self.sides(examples)
        keys, above = np.divmod(orders.astype(np.int32), 2)
        column = self.starts.searchsorted(keys, side="right") - 1
        up_to = low.up_to(keys) - low.up_to(self.starts)[column]
        since = high.below(self.starts[1:])[column] - high.up_to(keys)
        return np.where(above, since, up_to)

    def sides(self, examples: Examples) -> tuple[_Counted, _Counted]:
        """Return the keys of the lowest and of the highest numbers of some examples."""
        low = high = self._counted([c.low for c in self.columns], examples)
        if not all(column.functional for column in self.columns):
            high = self._counted([c.high for c in self.columns], examples)
        return low, high

    def _counted(self, ranks: list[Ranks], examples: Examples) -> _Counted:
        """Return keys in the form that is counted sooner."""
        first = (self.starts[:-1] + 1).tolist()
        each = zip(ranks, first, strict=True)
        keys = np.concatenate([column[examples.indices] + key for column, key in each])
        length = int(self.starts[-1])
        return _Tallied(keys, length) if 2 * keys.size > length else _Sorted(keys)

    def lowest(self, order: int, examples: Examples) -> int:
        """Return the first threshold that is the same for some examples."""
        column, op, rank = self._place(order)
        ranks = column.high if op == ">" else column.low
        if (bits.pack(ranks == rank) & examples.bits).any():
            return order
        ranks = ranks[examples.indices]
        highest = int(ranks[ranks <= rank].max(initial=0))
        return order - 2 * (rank - highest)

    def _place(self, order: int) -> tuple[Column, str, int]:
        key, above = divmod(order, 2)
        at = int(self.starts.searchsorted(key, side="right")) - 1
        return self.columns[at], ("=<", ">")[above], key - int(self.starts[at]) - 1


class Thresholds:
    """The thresholds that may be best, and how many they cover.

    A threshold that lets in negatives alone is worse than the one before it. So ``=<``
    is looked at where a positive lies, and ``>`` below one: at the next value that an
    example has, or at the lowest of all.
    """

    def __init__(self, bounds: Bounds, pos: Examples, neg: Examples) -> None:
        self._starts = bounds.starts
        p_low, p_high = bounds.sides(pos)
        n_low, n_high = bounds.sides(neg)
        low = high = _Line((p_low, n_low), bounds.starts)
        if p_high is not p_low:
            high = _Line((p_high, n_high), bounds.starts)
        self._lines = low, high
        self.p1 = np.concatenate([low.up_to[0], high.since[0]])
        self.n1 = np.concatenate([low.up_to[1], high.since[1]])
        self.order = np.concatenate([2 * low.keys, 2 * high.before + 1])

    def choices(self) -> Counts:
        """Return for each threshold among how many of its column it was chosen."""
        starts = self._starts
        sets = [kind.distinct for line in self._lines for kind in line.kinds]
        taken = np.zeros(starts[-1], dtype=np.bool_)
        for keys in (*sets, starts[:-1], starts[:-1] + 1):
            taken[keys] = True
        values = np.diff(np.flatnonzero(taken).searchsorted(starts)) - 1
        low, high = self._lines
        columns = np.concatenate([low.column, high.column[high.above]])
        choices: Counts = np.maximum(values - 1, 1)[columns]
        return choices


class _Line:
    """The numbers of positives, and how many of each kind lie on either side.

    ``keys`` are those of positives: so many lie up to there in the same column. Where
    they are ``above`` the lowest number, so many lie since there, and ``before`` is
    the key of the next lower one.
    """

    def __init__(self, kinds: tuple[_Counted, _Counted], starts: Ranks) -> None:
        self.kinds = kinds
        keys = self.kinds[0].distinct
        column = starts.searchsorted(keys, side="right") - 1
        known = keys > starts[column]
        self.keys, self.column = keys, column = keys[known], column[known]
        before = starts[column] + 1
        self.above = keys > before  # nothing is below the lowest
        self.up_to, self.since = [], []
        for kind in self.kinds:
            below = kind.below(keys)
            self.up_to.append(kind.up_to(keys) - kind.up_to(starts)[column])
            since = kind.below(starts[1:])[column] - below
            self.since.append(since[self.above])
            before = np.maximum(before, kind.before(keys, below))
        self.before = before[self.above]


class _Sorted:
    """Keys that are few, for the length of the line."""

    def __init__(self, keys: Ranks) -> None:
        self._keys = np.sort(keys)

    @property
    def distinct(self) -> Ranks:
        first = np.ones(len(self._keys), dtype=np.bool_)
        np.not_equal(self._keys[1:], self._keys[:-1], out=first[1:])
        return self._keys[first]

    def below(self, keys: Counts) -> Counts:
        """Return how many lie below each of these."""
        return self._keys.searchsorted(keys)

    def up_to(self, keys: Counts) -> Counts:
        """Return how many lie up to each of these."""
        return self._keys.searchsorted(keys, side="right")

    def before(self, keys: Counts, below: Counts) -> Counts:
        """Return the next below each of these, or -1; so many are below."""
        return np.concatenate([[-1], self._keys])[below]


class _Tallied:
    """Keys that are many."""

    def __init__(self, keys: Ranks, length: int) -> None:
        tally = np.bincount(keys, minlength=length)
        self.distinct: Ranks = np.flatnonzero(tally).astype(np.int32)
        self._below = np.concatenate([[0], np.cumsum(tally)])

    def below(self, keys: Counts) -> Counts:
        """Return how many lie below each of these."""
        return self._below[keys]

    def up_to(self, keys: Counts) -> Counts:
        """Return how many lie up to each of these."""
        return self._below[np.minimum(keys + 1, len(self._below) - 1)]

    def before(self, keys: Counts, below: Counts) -> Counts:
        """Return the next below each of these, or -1; so many are below."""
        places = self.distinct.searchsorted(keys)
        return np.concatenate([[-1], self.distinct])[places]


_Counted: TypeAlias = _Sorted | _Tallied
