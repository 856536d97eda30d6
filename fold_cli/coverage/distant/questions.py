"""What the workers are asked: each class has the answer of a part, and how they unite.

Answers are arrays of counts, which add up; long arrays that are mostly zeros are sent
as places and numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fold_cli import bits
from fold_cli.coverage.profiles import ProfileCounts
from fold_cli.files.tables.coded import ROWS_PER_STEP, narrowest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fold_cli.coverage.distant.part import CodedPart
    from fold_cli.coverage.examples import Examples
    from fold_cli.coverage.profiles import Profile

    Counts = NDArray[np.int64]
    Flags = NDArray[np.bool_]

ROWS_PER_BLOCK = 4 * ROWS_PER_STEP
"""Rows whose profiles are computed at once; so many rows end with a word of a set."""

MAX_DENSE_SHARE = 1 / 4
"""The share of counts above zero up to which they are sent with their places."""


class PackedCounts:
    """Counts as they travel: in the narrowest type, and without zeros if most are."""

    def __init__(self, counts: Counts) -> None:
        places = np.flatnonzero(counts)
        self._size = counts.size
        self._places: NDArray[Any] | None = None
        if len(places) < MAX_DENSE_SHARE * self._size:
            self._places = places.astype(narrowest(self._size))
            counts = counts[places]
        self._counts = counts.astype(narrowest(int(counts.max(initial=0)) + 1))

    def add_to(self, total: Counts) -> None:
        """Add the counts to others."""
        if self._places is None:
            total += self._counts
        else:
            total[self._places] += self._counts


def added(answers: Sequence[PackedCounts], size: int) -> Counts:
    """Return the sum of counts, so many of them."""
    total = np.zeros(size, dtype=np.int64)
    for each in answers:
        each.add_to(total)
    return total


@dataclass(frozen=True)
class Count:
    """How many rows are in each of some sets?"""

    sets: tuple[int, ...]

    def answer(self, part: CodedPart) -> Counts:
        """Count the rows of a part."""
        found = [bits.count(part.set(number)) for number in self.sets]
        return np.array(found, dtype=np.int64)

    def united(self, answers: Sequence[Counts]) -> Counts:
        """Add up."""
        total: Counts = np.sum(answers, axis=0)
        return total


class KeyRange(NamedTuple):
    """How a column is counted: 2 ** shift neighbouring codes share one key.

    The key of code 0, which is no value, is 0 and of no other code.
    """

    column: int
    codes: int  # how many there are beside 0
    shift: int = 0

    @property
    def keys(self) -> int:
        """The number of keys."""
        return 1 + -(-self.codes >> self.shift)

    def of(self, codes: NDArray[Any]) -> NDArray[Any]:
        """Return the keys of codes."""
        if not self.shift:
            return codes
        wide = codes.astype(np.int64)
        wide += (1 << self.shift) - 1
        return wide >> self.shift


class Tallies(NamedTuple):
    """For each set the counts of all keys, and for coarse columns which codes occur."""

    counts: tuple[PackedCounts, ...]
    occurring: tuple[NDArray[np.uint8], ...]  # packed flags over the codes


@dataclass(frozen=True)
class Tally:
    """How many rows of each set have each key of some columns?"""

    sets: tuple[int, ...]
    ranges: tuple[KeyRange, ...]

    def answer(self, part: CodedPart) -> Tallies:
        """Count the rows of a part in one pass for each set and column."""
        sets = [part.examples(number) for number in self.sets]
        counts = [PackedCounts(self._counts(part, examples)) for examples in sets]
        coarse = [each for each in self.ranges if each.shift]
        flags = tuple(np.packbits(_occurring(part, each, sets)) for each in coarse)
        return Tallies(tuple(counts), flags)

    def _counts(self, part: CodedPart, examples: Examples) -> Counts:
        keys = [key_range.keys for key_range in self.ranges]
        ends = np.cumsum(keys)
        total = np.zeros(int(ends[-1]), dtype=np.int64)
        for step, rows in _steps(examples, max(keys)):
            for key_range, end in zip(self.ranges, ends.tolist(), strict=True):
                codes = part.columns[key_range.column][step].take(rows)
                size = key_range.keys
                total[end - size : end] += np.bincount(
                    key_range.of(codes), minlength=size
                )
        return total

    def united(self, answers: Sequence[Tallies]) -> Tallies:
        """Add up, and unite what occurs."""
        size = sum(each.keys for each in self.ranges)
        counts = [
            PackedCounts(added([answer.counts[place] for answer in answers], size))
            for place in range(len(self.sets))
        ]
        occurring = zip(*(answer.occurring for answer in answers), strict=True)
        flags = [np.bitwise_or.reduce(each) for each in occurring]
        return Tallies(tuple(counts), tuple(flags))

    def counts(self, tallies: Tallies) -> list[Counts]:
        """Return the counts of all keys, for each set."""
        size = sum(each.keys for each in self.ranges)
        return [added([packed], size) for packed in tallies.counts]


def _steps(examples: Examples, widest: int) -> Any:
    return examples.parts(max(ROWS_PER_STEP, 64 * bits.words(widest)))


def _occurring(part: CodedPart, range_: KeyRange, sets: Sequence[Examples]) -> Flags:
    """Return which codes rows of any of the sets have."""
    flags = np.zeros(range_.codes + 1, dtype=np.bool_)
    for examples in sets:
        for step, rows in _steps(examples, 0):
            flags[part.columns[range_.column][step].take(rows)] = True
    return flags


@dataclass(frozen=True)
class Stretches:
    """How many rows of each set have each code, in some stretches of a column?

    The stretches are the keys of a range; the answer has the codes of all of them.
    """

    sets: tuple[int, ...]
    ranges: tuple[KeyRange, ...]
    keys: tuple[tuple[int, ...], ...]  # of each range

    @property
    def _size(self) -> int:
        pairs = zip(self.ranges, self.keys, strict=True)
        return sum(len(keys) << range_.shift for range_, keys in pairs)

    def answer(self, part: CodedPart) -> tuple[PackedCounts, ...]:
        """Count the rows of a part."""
        return tuple(
            PackedCounts(self._counts(part, part.examples(n))) for n in self.sets
        )

    def _counts(self, part: CodedPart, examples: Examples) -> Counts:
        totals = []
        for range_, keys in zip(self.ranges, self.keys, strict=True):
            size = len(keys) << range_.shift
            places = np.full(range_.keys, -1, dtype=np.int64)
            places[list(keys)] = np.arange(len(keys)) << range_.shift
            total = np.zeros(size, dtype=np.int64)
            for step, rows in _steps(examples, size):
                codes = part.columns[range_.column][step].take(rows)
                start = places[range_.of(codes)]
                inside = start >= 0
                within = (codes[inside].astype(np.int64) - 1) & (
                    (1 << range_.shift) - 1
                )
                total += np.bincount(start[inside] + within, minlength=size)
            totals.append(total)
        return np.concatenate(totals)

    def united(
        self, answers: Sequence[tuple[PackedCounts, ...]]
    ) -> tuple[PackedCounts, ...]:
        """Add up."""
        by_set = zip(*answers, strict=True)
        return tuple(PackedCounts(added(counts, self._size)) for counts in by_set)

    def counts(self, answer: tuple[PackedCounts, ...]) -> list[Counts]:
        """Return the counts of all codes of the stretches, for each set."""
        return [added([packed], self._size) for packed in answer]


@dataclass(frozen=True)
class Members:
    """What are the names of the rows in a set, or of every so many? Answered by parts.

    ``starts`` says for each part which of its members is the first in the answer.
    """

    set: int
    starts: dict[int, int] | None = None
    step: int = 1
    flags: tuple[int, ...] = ()  # sets in which each of these rows may be

    def answer(self, part: CodedPart) -> dict[int, tuple[Counts, Flags]]:
        """Return the names of the rows, and which of the other sets they are in."""
        first = self.starts.get(part.number, 0) if self.starts else 0
        rows = part.examples(self.set).indices[first :: self.step]
        flags = [part.flags(n)[rows] for n in self.flags]
        among = np.array(flags, dtype=np.bool_).reshape(len(flags), len(rows))
        return {part.number: (part.named(rows), among)}

    def united(
        self, answers: Sequence[dict[int, tuple[Counts, Flags]]]
    ) -> dict[int, tuple[Counts, Flags]]:
        """Return the answers of all parts."""
        return _joined(answers)


@dataclass(frozen=True)
class CountByPart:
    """How many rows of a set are in each part?"""

    set: int

    def answer(self, part: CodedPart) -> dict[int, int]:
        """Count the rows of a part."""
        return {part.number: bits.count(part.set(self.set))}

    def united(self, answers: Sequence[dict[int, int]]) -> dict[int, int]:
        """Return the answers of all parts."""
        return _joined(answers)


def _joined(answers: Sequence[dict[int, Any]]) -> dict[int, Any]:
    """Return the answers of all parts, which no two workers share, in one dict."""
    return {number: of_part for each in answers for number, of_part in each.items()}


@dataclass(frozen=True)
class CountProfiles:
    """How many rows of each class have the same numbers of a profile?

    The profile is made of the numbers of sets. Rows are gone over in blocks, so that
    what is held for a row is held for a block alone.
    """

    profile: Profile

    def answer(self, part: CodedPart) -> ProfileCounts:
        """Count the rows of a part."""
        lines = len(self.profile.firsts) + len(self.profile.sums)
        blocks = [ProfileCounts.of(np.zeros((lines, 0)), np.zeros(0, dtype=np.intp))]
        for block in part.blocks(ROWS_PER_BLOCK):
            numbers = self.profile.numbers(block.size, block.flags)
            blocks.append(ProfileCounts.of(numbers, block.labels))
        return self.united(blocks)

    def united(self, answers: Sequence[ProfileCounts]) -> ProfileCounts:
        """Add up."""
        numbers = np.concatenate([each.numbers for each in answers], axis=1)
        counts = np.concatenate([each.counts for each in answers])
        return ProfileCounts(numbers, counts).united()
