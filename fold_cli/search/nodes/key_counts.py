"""How many positives and negatives have each number, as running sums over the keys.

The numbers of the examples are sorted, or tallied where values repeat: O(columns x
examples), plus the sort. Where there are very many keys and only the best threshold is
asked for, ``count_keys_for_best`` goes column by column and leaves out keys between
which no threshold can be best (``threshold_bounds``), so that memory is needed for one
column at a time.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from fold_cli.coverage.key_line import key_tally
from fold_cli.coverage.threshold_bounds import best_cut, open_stretches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from fold_cli.coverage.examples import Examples
    from fold_cli.coverage.key_line import Keys
    from fold_cli.coverage.threshold_bounds import GainOf
    from fold_cli.files.tables.coded import Codes
    from fold_cli.search.gain import Counts
    from fold_cli.search.nodes.thresholds import NumberLine

Ranks: TypeAlias = "list[Codes] | Keys"
"""Columns of ranks; where they are few, one matrix of keys: one pass takes all."""

MAX_SORTED_TOGETHER = 1 << 16
"""Numbers of several columns that are sorted in one array."""

MAX_SORTED_NUMBERS_PER_KEY = 2
"""Numbers for each key up to which they are sorted; more are tallied sooner."""

MAX_RANKED_KEYS = 1 << 15
"""Keys of all columns up to which all of them are counted at once, and ranked."""

MAX_TALLIED_TOGETHER = 1 << 16
"""Keys of several columns that are counted at once, where there are more in all."""

MIN_BOUNDED_KEYS = 1 << 11
"""Keys of a column from which on not all of them are ranked."""

KEYS_PER_STRETCH = 64
"""Neighbouring keys of a column that share one bound."""


class KeyCounts(NamedTuple):
    """The keys that occur, and how many positives and negatives are below each.

    The last numbers are all of them. ``left_out`` is how many more keys occur in each
    column: their examples count as if they had the next key that is there.
    """

    keys: Keys
    below: Counts
    left_out: Counts | int = 0


def count_keys(ranks: Ranks, starts: Keys, pos: Examples, neg: Examples) -> KeyCounts:
    """Return all keys that occur, with their counts."""
    return _counter(ranks, starts, pos, neg)(ranks, starts, pos, neg)


def _counter(
    ranks: Ranks, starts: Keys, pos: Examples, neg: Examples
) -> Callable[[Ranks, Keys, Examples, Examples], KeyCounts]:
    """Return the faster way to count."""
    numbers = (pos.count + neg.count) * len(ranks)
    many = numbers > MAX_SORTED_NUMBERS_PER_KEY * int(starts[-1])
    return _tallied if many else _sorted


def are_many(ranks: Ranks, starts: Keys, examples: int) -> bool:
    """Return whether the keys of so many examples are too many to rank at once."""
    most = min(examples * len(ranks), int(starts[-1]))
    return isinstance(ranks, list) and most > MAX_RANKED_KEYS


def count_keys_for_best(
    line: NumberLine, pos: Examples, neg: Examples, floor: float, gain_of: GainOf
) -> KeyCounts:
    """Return the keys where the best threshold may be, and some between them.

    That is one with the highest gain of at least ``floor``, or one equal to it.
    Examples have one number at most in each column.
    """
    ranks, starts = line.lows, line.starts
    assert isinstance(ranks, list)
    count = _counter(ranks, starts, pos, neg)
    totals = np.array([[pos.count], [neg.count]])
    keys: list[Keys] = []
    below = [np.zeros((2, 1), dtype=np.int64)]
    left_out: list[int] = []
    for first, end in _groups(np.diff(starts).tolist()):
        group_starts = starts[first : end + 1] - starts[first]
        group = count(ranks[first:end], group_starts, pos, neg)
        ends = group.keys.searchsorted(group_starts).tolist()
        kept = np.zeros(len(group.keys), dtype=np.bool_)
        for at, (start, stop) in enumerate(pairwise(ends)):
            in_column = kept[start:stop]
            column = KeyCounts(group.keys[start:stop], group.below[:, start : stop + 1])
            lowest = line.lowest[first + at] - starts[first]
            if stop - start < MIN_BOUNDED_KEYS:
                in_column[:] = True
            else:
                missing = group_starts[at]
                floor = _keep(in_column, column, missing, lowest, floor, gain_of)
            left_out.append(stop - start - np.count_nonzero(in_column))
        places = kept.nonzero()[0]
        keys.append(group.keys[places] + starts[first])
        below.append(group.below[:, places + 1] + first * totals)
    return KeyCounts(
        np.concatenate(keys), np.concatenate(below, axis=1), np.array(left_out)
    )


def _groups(sizes: list[int]) -> Iterator[tuple[int, int]]:
    """Yield stretches of columns of so many keys that are counted together."""
    first = 0
    while first < len(sizes):
        end, size = first + 1, sizes[first]
        while end < len(sizes) and size + sizes[end] <= MAX_TALLIED_TOGETHER:
            size, end = size + sizes[end], end + 1
        yield first, end
        first = end


def _keep(
    kept: NDArray[np.bool_],
    column: KeyCounts,
    missing: int,
    lowest: int,
    floor: float,
    gain_of: GainOf,
) -> float:
    """Set which keys of a column to keep, and return the best gain so far.

    These are those of no number and of the lowest one, the last of each stretch, and
    all of the stretches that may hold a threshold as good.
    """
    keys, below, _ = column
    before = int((keys[:1] == missing).any())
    ends = np.append(np.arange(before, len(keys), KEYS_PER_STRETCH), len(keys))
    sums = np.diff(below[:, np.append(0, ends)], axis=1)
    choices = len(keys) - before - int((keys[before : before + 1] == lowest).any())
    floor = max(floor, best_cut(sums, max(choices, 1), gain_of))
    for stretch in open_stretches(sums, max(choices, 1), floor, gain_of).tolist():
        kept[ends[stretch - 1] : ends[stretch]] = True
    kept[: before + 1] = True
    kept[ends[1:] - 1] = True
    return floor


def _sorted(ranks: Ranks, starts: Keys, pos: Examples, neg: Examples) -> KeyCounts:
    """Return ``count_keys`` by sorting, for few examples of each key.

    Columns are sorted together up to ``MAX_SORTED_TOGETHER`` numbers, so that what is
    sorted is small.
    """
    members = np.concatenate([pos.indices, neg.indices])
    together = max(1, MAX_SORTED_TOGETHER // max(1, len(members)))
    keys: list[Keys] = []
    sums: list[Counts] = []
    for first in range(0, len(ranks), together):
        columns = ranks[first : first + together]
        distinct, up_to = _sorted_columns(columns, starts[first:], members, pos.count)
        keys.append(distinct)
        before = np.array([[first * pos.count], [first * neg.count]])
        sums.append(up_to + before)
    below = np.concatenate([np.zeros((2, 1), dtype=np.int64), *sums], axis=1)
    return KeyCounts(np.concatenate(keys), below)


def _sorted_columns(
    ranks: Ranks, starts: Keys, members: Counts, positives: int
) -> tuple[Keys, Counts]:
    """Return the keys that occur, and how many positives and negatives end with each.

    The first of the members, so many, are positives.
    """
    if isinstance(ranks, np.ndarray):
        keys = ranks.take(members, axis=1)
    else:
        keys = np.empty((len(ranks), len(members)), dtype=np.int32)
        for row, column, start in zip(keys, ranks, starts, strict=False):
            np.add(column.take(members), start, out=row, casting="unsafe")
    keys += keys
    keys[:, positives:] += 1
    keys.sort(axis=1)
    line = keys.ravel()
    negative = line & 1
    line >>= 1
    last = np.ones(line.size, dtype=np.bool_)  # of its key
    np.not_equal(line[1:], line[:-1], out=last[:-1])
    ends = last.nonzero()[0]
    up_to = np.empty((2, len(ends)), dtype=np.int64)
    negative.cumsum().take(ends, out=up_to[1], mode="clip")
    np.subtract(ends + 1, up_to[1], out=up_to[0])
    return line[ends], up_to


def _tallied(ranks: Ranks, starts: Keys, pos: Examples, neg: Examples) -> KeyCounts:
    """Return ``count_keys`` by tallying, where most keys occur, and often."""
    tally = np.empty((2, int(starts[-1])), dtype=np.int64)
    for row, examples in zip(tally, (pos, neg), strict=True):
        row[:] = _tally(ranks, starts, examples)
    distinct = np.flatnonzero(tally.any(axis=0))
    below = np.zeros((2, len(distinct) + 1), dtype=np.int64)
    tally.take(distinct, axis=1, out=below[:, 1:])
    np.cumsum(below, axis=1, out=below)
    return KeyCounts(distinct.astype(np.int32), below)


def _tally(ranks: Ranks, starts: Keys, within: Examples) -> Counts:
    """Return how many of some examples have each key."""
    if isinstance(ranks, np.ndarray):
        keys = ranks.take(within.indices, axis=1).ravel()
        return np.bincount(keys, minlength=int(starts[-1]))
    return key_tally(ranks, starts, within)
