"""Bit sets over example indices: 64 examples a word, counted by ``bitwise_count``.

Bit i of a set is example i. Every operation is one pass over the words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Iterable

Bits: TypeAlias = NDArray[np.uint64]
"""One set, or a matrix with one set a row."""

WORD = np.dtype("<u8")
"""A word of 64 bits with the lowest first, on every machine."""

MAX_UNPACKED_WORDS = 1000
"""Longer sets are searched for words that are not empty before they are unpacked."""


MAX_WORDS_AS_NUMBER = 64
"""Words up to which Python counts the bits of one number sooner than NumPy a set's."""

MAX_WORDS_TOGETHER = 1 << 16
"""Words of a matrix that are counted at once, within the cache."""


def words(size: int) -> int:
    """Return how many words hold ``size`` bits."""
    return (size + 63) // 64


def empty(size: int) -> Bits:
    """Return the empty set."""
    return np.zeros(words(size), dtype=np.uint64)


def pack(flags: NDArray[np.bool_]) -> Bits:
    """Pack flags (the last axis runs over the examples) into sets."""
    size = flags.shape[-1]
    bytes_ = np.packbits(flags, axis=-1, bitorder="little")
    padded = np.zeros((*flags.shape[:-1], words(size) * 8), dtype=np.uint8)
    padded[..., : bytes_.shape[-1]] = bytes_
    return padded.view(WORD).astype(np.uint64, copy=False)


def unpack(bits: Bits, size: int) -> NDArray[np.bool_]:
    """Return one set as flags."""
    bytes_ = bits.astype(WORD, copy=False).view(np.uint8)
    return np.unpackbits(bytes_, count=size, bitorder="little").view(np.bool_)


def indices(bits: Bits, size: int) -> NDArray[np.intp]:
    """Return the members of one set in order."""
    if len(bits) <= MAX_UNPACKED_WORDS or 4 * len(used := np.flatnonzero(bits)) > len(
        bits
    ):
        return unpack(bits, size).nonzero()[0]
    found = np.flatnonzero(unpack(bits[used], 64 * len(used)))
    members: NDArray[np.intp] = 64 * used[found >> 6] + (found & 63)
    return members


def count(bits: Bits) -> int:
    """Return how many members one set has."""
    if len(bits) <= MAX_WORDS_AS_NUMBER:
        return int.from_bytes(bits.tobytes(), "little").bit_count()
    return int(np.bitwise_count(bits).sum())


def counts(matrix: Bits, within: Bits) -> NDArray[np.int64]:
    """Return for each row of ``matrix`` how many of its members are ``within``.

    Rows are taken together up to ``MAX_WORDS_TOGETHER`` words, so that what they share
    with the set is never held for all of them.
    """
    together = max(1, MAX_WORDS_TOGETHER // max(1, len(within)))
    if together >= len(matrix):
        return _counts(matrix, within)
    result = np.empty(len(matrix), dtype=np.int64)
    for first in range(0, len(matrix), together):
        rows = slice(first, first + together)
        result[rows] = _counts(matrix[rows], within)
    return result


def _counts(matrix: Bits, within: Bits) -> NDArray[np.int64]:
    shared: NDArray[np.uint8] = np.bitwise_count(matrix & within)
    result: NDArray[np.int64] = shared.sum(axis=1, dtype=np.int64)
    return result


def union(sets: Iterable[Bits], like: Bits) -> Bits:
    """Return the union of sets as wide as ``like``."""
    result = np.zeros_like(like)
    for each in sets:
        result |= each
    return result
