"""Bit sets over example indices: 64 examples a word, counted by ``bitwise_count``.

Bit i of a set is example i. Every operation is one pass over the words.

A set may also be held by other processes, which have the examples (``DistantSet``). It
has the operators of an array and stands wherever one may. Combining such sets sends
nothing; counting one asks the processes, so several are best counted in one question
(``count_ahead``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator

Bits: TypeAlias = NDArray[np.uint64]
"""One set, or a matrix with one set a row."""


class DistantSet:
    """A set whose members other processes know.

    It is not an abstract class of ``abc``: whether a set is one is asked so often that
    the check of those would take a tenth of the time on small tables.
    """

    def any(self) -> bool:
        """Return whether it has a member."""
        raise NotImplementedError

    def counted(self, sets: Sequence[Any]) -> list[int]:
        """Return how many members each of some sets has."""
        raise NotImplementedError

    def identified(self, sets: Sequence[Any]) -> list[Hashable]:
        """Return a value for each of some sets, the same if their members are."""
        raise NotImplementedError

    def nothing(self) -> Any:
        """Return the empty set."""
        raise NotImplementedError

    def everything(self) -> Any:
        """Return the set of all examples."""
        raise NotImplementedError

    def note(self, count: int) -> None:
        """Remember how many members it has."""
        raise NotImplementedError


WORD = np.dtype("<u8")
"""A word of 64 bits with the lowest first, on every machine."""

MIN_SPARSE_WORDS = 1024
"""Words of the shortest set that ``compact`` makes sparse."""

SPARSE_SHARE = 4
"""A set is made sparse if at most one in so many of its words is not empty."""

MAX_UNPACKED_WORDS = 1000
"""Longer sets are searched for words that are not empty before they are unpacked."""


MAX_WORDS_AS_NUMBER = 64
"""Words up to which Python counts the bits of one number sooner than NumPy a set's."""

MAX_WORDS_PER_COUNT = 1 << 16
"""Words of a matrix that are counted at once, within the cache."""


def words(size: int) -> int:
    """Return how many words hold ``size`` bits."""
    return (size + 63) // 64


def empty(size: int) -> Bits:
    """Return the empty set."""
    return np.zeros(words(size), dtype=np.uint64)


def empty_like(members: Bits) -> Bits:
    """Return the empty set among the same examples."""
    if isinstance(members, DistantSet):
        nothing: Bits = members.nothing()
        return nothing
    return np.zeros(members.shape, members.dtype)  # sooner than zeros_like


def pack(flags: NDArray[np.bool_]) -> Bits:
    """Pack flags (the last axis runs over the examples) into sets."""
    if isinstance(flags, DistantSet):
        return flags
    size = flags.shape[-1]
    bytes_ = np.packbits(flags, axis=-1, bitorder="little")
    padded = np.zeros((*flags.shape[:-1], words(size) * 8), dtype=np.uint8)
    padded[..., : bytes_.shape[-1]] = bytes_
    return padded.view(WORD).astype(np.uint64, copy=False)


def unpack(bits: Bits, size: int) -> NDArray[np.bool_]:
    """Return one set as flags; a distant one is itself."""
    if isinstance(bits, DistantSet):
        return bits
    bytes_ = bits.astype(WORD, copy=False).view(np.uint8)
    return np.unpackbits(bytes_, count=size, bitorder="little").view(np.bool_)


class SparseBits(NamedTuple):
    """A set as its words that are not empty, and their places."""

    places: NDArray[np.int32]
    members: Bits
    words: int  # of the set


CompactBits: TypeAlias = "Bits | SparseBits"
"""A set in little memory: sparse, if few of its words have members."""


def compact(members: Bits) -> CompactBits:
    """Return a set in little memory; ``expand`` gives it back.

    A rule that covers 500 of a million rows takes 6 KB instead of 125.
    """
    if isinstance(members, DistantSet) or len(members) < MIN_SPARSE_WORDS:
        return members
    places = np.flatnonzero(members)
    if SPARSE_SHARE * len(places) > len(members):
        return members
    return SparseBits(places.astype(np.int32), members[places], len(members))


def expand(compacted: CompactBits) -> Bits:
    """Return a set that ``compact`` made as words."""
    if not isinstance(compacted, SparseBits):
        return compacted
    members = np.zeros(compacted.words, dtype=np.uint64)
    members[compacted.places] = compacted.members
    return members


class PackedFlags(Sequence[NDArray[np.bool_]]):
    """Flags over examples, held as compact sets and unpacked at each access."""

    def __init__(self, sets: Iterable[CompactBits], size: int) -> None:
        self._sets, self._size = [*sets], size

    def __len__(self) -> int:
        return len(self._sets)

    def __getitem__(self, at: Any) -> Any:
        return unpack(expand(self._sets[at]), self._size)

    def packed(self, at: int) -> Bits:
        """Return the set at a place."""
        return expand(self._sets[at])


def packed_at(flags: Sequence[NDArray[np.bool_]], at: int) -> Bits:
    """Return the flags at a place as a set."""
    return flags.packed(at) if isinstance(flags, PackedFlags) else pack(flags[at])


def indices(bits: Bits, size: int) -> NDArray[np.intp]:
    """Return the members of one set in order."""
    if len(bits) <= MAX_UNPACKED_WORDS:
        return unpack(bits, size).nonzero()[0]
    filled = np.flatnonzero(bits)
    if 4 * len(filled) > len(bits):
        return unpack(bits, size).nonzero()[0]
    places = np.flatnonzero(unpack(bits[filled], 64 * len(filled)))
    members: NDArray[np.intp] = 64 * filled[places >> 6] + (places & 63)
    return members


def count(bits: Bits) -> int:
    """Return how many members one set has."""
    if isinstance(bits, DistantSet):
        return bits.counted([bits])[0]
    if len(bits) <= MAX_WORDS_AS_NUMBER:
        return int.from_bytes(bits.tobytes(), "little").bit_count()
    return int(np.bitwise_count(bits).sum())


def counts(matrix: Bits, within: Bits) -> NDArray[np.int64]:
    """Return for each row of ``matrix`` how many of its members are ``within``.

    Rows are taken together up to ``MAX_WORDS_PER_COUNT`` words, so that what they share
    with the set is never held for all of them.
    """
    if isinstance(within, DistantSet):
        return np.array(within.counted([row & within for row in matrix]))
    rows_at_once = max(1, MAX_WORDS_PER_COUNT // max(1, len(within)))
    if rows_at_once >= len(matrix):
        return _counts(matrix, within)
    result = np.empty(len(matrix), dtype=np.int64)
    for first in range(0, len(matrix), rows_at_once):
        rows = slice(first, first + rows_at_once)
        result[rows] = _counts(matrix[rows], within)
    return result


def _counts(matrix: Bits, within: Bits) -> NDArray[np.int64]:
    shared: NDArray[np.uint8] = np.bitwise_count(matrix & within)
    result: NDArray[np.int64] = shared.sum(axis=1, dtype=np.int64)
    return result


def count_ahead(like: Bits, sets: Callable[[], Iterable[Bits]]) -> None:
    """Count distant sets in one question, whose answers later counts reuse."""
    if isinstance(like, DistantSet):
        like.counted([*sets()])


def counts_of_each(
    sets: Iterable[Bits], kinds: Sequence[Bits]
) -> Iterator[tuple[int, ...]]:
    """Yield for each of some sets how many members of each kind it has.

    Distant sets are counted together, others one after the other.
    """
    if isinstance(kinds[0], DistantSet):
        sets = [*sets]
        kinds[0].counted([members & kind for members in sets for kind in kinds])
    for members in sets:
        yield tuple(count(members & kind) for kind in kinds)


def note_count(one: Bits, other: Bits, count: int) -> None:
    """Remember how many members two sets share, if they are distant."""
    if isinstance(one, DistantSet):
        shared: Any = one & other
        shared.note(count)


def stacked(sets: Sequence[Bits]) -> Bits:
    """Return a matrix of sets, to be counted by ``counts``."""
    if isinstance(sets[0], DistantSet):
        matrix: Any = sets
        return cast("Bits", matrix)
    return np.stack(sets)


def equals_part(members: Bits, part: Bits) -> bool:
    """Return whether a set has no members but those of ``part``, its subset."""
    if isinstance(members, DistantSet):
        return count(members) == count(part)
    return members.tobytes() == part.tobytes()  # sooner than NumPy compares


def identities(sets: Sequence[Bits]) -> list[Hashable]:
    """Return a value for each set; that of two is the same if their members are."""
    if sets and isinstance(sets[0], DistantSet):
        return sets[0].identified(sets)
    return [each.tobytes() for each in sets]


def union(sets: Iterable[Bits], like: Bits) -> Bits:
    """Return the union of sets as wide as ``like``."""
    result = empty_like(like)
    for members in sets:
        if isinstance(result, DistantSet):
            result = result | members
        else:
            result |= members
    return result


def intersection(sets: Sequence[Bits]) -> Bits:
    """Return what sets share; there is at least one."""
    result = sets[0]
    for members in sets[1:]:
        result = result & members
    return result
