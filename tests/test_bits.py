"""Bit sets against Python's own sets."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fold_cli import bits

sizes = st.integers(0, 200)


def packed(members: set[int], size: int) -> bits.Bits:
    return bits.pack(np.array([i in members for i in range(size)], dtype=np.bool_))


@given(sizes.flatmap(lambda n: st.tuples(st.just(n), st.sets(st.integers(0, n)))))
def test_pack_and_back(case: tuple[int, set[int]]) -> None:
    size, members = case
    inside = {member for member in members if member < size}
    result = packed(inside, size)
    assert result.shape == (bits.words(size),)
    assert set(bits.indices(result, size).tolist()) == inside
    assert bits.count(result) == len(inside)
    assert bits.unpack(result, size).tolist() == [i in inside for i in range(size)]


@given(st.lists(st.sets(st.integers(0, 129)), min_size=1, max_size=5))
def test_counts_and_union(rows: list[set[int]]) -> None:
    size = 130
    matrix = np.stack([packed(row, size) for row in rows])
    within = rows[0]
    assert bits.counts(matrix, packed(within, size)).tolist() == [
        len(row & within) for row in rows
    ]
    together = bits.union(matrix, bits.empty(size))
    assert set(bits.indices(together, size).tolist()) == set().union(*rows)


@pytest.mark.parametrize("size", [0, 1, 63, 64, 65, 128])
def test_nothing_lies_beyond_the_last_example(size: int) -> None:
    everything = bits.pack(np.ones(size, dtype=np.bool_))
    assert bits.count(everything) == size
    assert bits.count(bits.empty(size)) == 0


@pytest.mark.parametrize("members", [0, 3, 200, 4000, 65_536])
def test_compact_sets(members: int) -> None:
    size = 65_536
    draw = np.random.default_rng(members)
    chosen = draw.choice(size, members, replace=False)
    flags = np.zeros(size, dtype=np.bool_)
    flags[chosen] = True
    packed_flags = bits.pack(flags)
    compacted = bits.compact(packed_flags)
    assert isinstance(compacted, bits.SparseBits) == (members < 300)
    assert (bits.expand(compacted) == packed_flags).all()
    (again,) = bits.PackedFlags([compacted], size)
    assert (again == flags).all()
    small = packed_flags[:100]
    assert bits.compact(small) is small
