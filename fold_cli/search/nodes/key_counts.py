"""How many examples have each number: of all columns at once, or one by one.

The numbers of the examples are sorted, or tallied where values repeat: O(columns x
examples), plus the sort. Where there are very many numbers, those of a column that no
threshold worth looking at separates are taken together as soon as it is counted, so
that memory is needed for one column at a time.
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
    from fold_cli.search.nodes.thresholds import Bounds

Ranks: TypeAlias = "list[Codes] | Keys"
"""Columns of ranks; where they are few, one matrix of keys: one pass takes all."""

MAX_SORTED_TOGETHER = 1 << 16
"""Numbers of several columns that are sorted at once."""

MAX_SORTED_NUMBERS_PER_KEY = 2
"""Numbers for each key up to which they are sorted; more are tallied sooner."""

MAX_KEYS_AT_ONCE = 1 << 15
"""Keys up to which those of all columns are counted at once, and ranked."""

MAX_TALLIED_TOGETHER = 1 << 16
"""Keys of several columns that are counted at once, where there are more."""

MIN_BOUNDED_KEYS = 1 << 11
"""Keys of a column from which on not all of them are ranked."""

KEYS_PER_STRETCH = 64
"""Neighbouring keys of a column that share one bound."""


class Counted(NamedTuple):
    """The keys that occur, and how many positives and negatives are below each.

    The last numbers are all of them. ``left_out`` is how many more keys occur in each
    column: their examples count as if they had the next key that is there.
    """

    keys: Keys
    below: Counts
    left_out: Counts | int = 0


def counted(ranks: Ranks, starts: Keys, pos: Examples, neg: Examples) -> Counted:
    """Return all keys that occur."""
    return _counter(ranks, starts, pos, neg)(ranks, starts, pos, neg)


def _counter(
    ranks: Ranks, starts: Keys, pos: Examples, neg: Examples
) -> Callable[[Ranks, Keys, Examples, Examples], Counted]:
    """Return the faster way to count."""
    numbers = (pos.count + neg.count) * len(ranks)
    many = numbers > MAX_SORTED_NUMBERS_PER_KEY * int(starts[-1])
    return _tallied if many else _sorted


def are_many(ranks: Ranks, starts: Keys, examples: int) -> bool:
    """Return whether the keys of so many examples are too many to rank at once."""
    most = min(examples * len(ranks), int(starts[-1]))
    return isinstance(ranks, list) and most > MAX_KEYS_AT_ONCE


def counted_for_best(
    bounds: Bounds, pos: Examples, neg: Examples, floor: float, gain_of: GainOf
) -> Counted:
    """Return the keys where the best threshold may be, and some between them.

    That is one with the highest gain of at least ``floor``, or one equal to it.
    Examples have one number at most in each column.
    """
    ranks, starts = bounds.lows, bounds.starts
    assert isinstance(ranks, list)
    count = _counter(ranks, starts, pos, neg)
    totals = np.array([[pos.count], [neg.count]])
    keys: list[Keys] = []
    below = [np.zeros((2, 1), dtype=np.int64)]
    left_out: list[int] = []
    for first, end in _groups(np.diff(starts).tolist()):
        own = starts[first : end + 1] - starts[first]
        found = count(ranks[first:end], own, pos, neg)
        ends = found.keys.searchsorted(own).tolist()
        kept = np.zeros(len(found.keys), dtype=np.bool_)
        for at, (start, stop) in enumerate(pairwise(ends)):
            some = Counted(found.keys[start:stop], found.below[:, start : stop + 1])
            lowest = bounds.lowest[first + at] - starts[first]
            if stop - start < MIN_BOUNDED_KEYS:
                kept[start:stop] = True
            else:
                floor = _keep(kept[start:stop], some, own[at], lowest, floor, gain_of)
            left_out.append(stop - start - np.count_nonzero(kept[start:stop]))
        places = kept.nonzero()[0]
        keys.append(found.keys[places] + starts[first])
        below.append(found.below[:, places + 1] + first * totals)
    return Counted(
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
    column: Counted,
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
    for each in open_stretches(sums, max(choices, 1), floor, gain_of).tolist():
        kept[ends[each - 1] : ends[each]] = True
    kept[: before + 1] = True
    kept[ends[1:] - 1] = True
    return floor


def _sorted(ranks: Ranks, starts: Keys, pos: Examples, neg: Examples) -> Counted:
    """Return the same where few examples have each key, in the order of keys.

    Columns are sorted together up to ``MAX_SORTED_TOGETHER`` numbers, so that what is
    sorted is small.
    """
    members = np.concatenate([pos.indices, neg.indices])
    together = max(1, MAX_SORTED_TOGETHER // max(1, len(members)))
    found: list[Keys] = []
    sums: list[Counts] = []
    for first in range(0, len(ranks), together):
        columns = ranks[first : first + together]
        distinct, up_to = _sorted_columns(columns, starts[first:], members, pos.count)
        found.append(distinct)
        before = np.array([[first * pos.count], [first * neg.count]])
        sums.append(up_to + before)
    below = np.concatenate([np.zeros((2, 1), dtype=np.int64), *sums], axis=1)
    return Counted(np.concatenate(found), below)


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


def _tallied(ranks: Ranks, starts: Keys, pos: Examples, neg: Examples) -> Counted:
    """Return the same where most keys occur, and often."""
    tally = np.empty((2, int(starts[-1])), dtype=np.int64)
    for row, examples in zip(tally, (pos, neg), strict=True):
        row[:] = _tally(ranks, starts, examples)
    distinct = np.flatnonzero(tally.any(axis=0))
    below = np.zeros((2, len(distinct) + 1), dtype=np.int64)
    tally.take(distinct, axis=1, out=below[:, 1:])
    np.cumsum(below, axis=1, out=below)
    return Counted(distinct.astype(np.int32), below)


def _tally(ranks: Ranks, starts: Keys, within: Examples) -> Counts:
    """Return how many of some examples have each key."""
    if isinstance(ranks, np.ndarray):
        keys = ranks.take(within.indices, axis=1).ravel()
        return np.bincount(keys, minlength=int(starts[-1]))
    return key_tally(ranks, starts, within)
