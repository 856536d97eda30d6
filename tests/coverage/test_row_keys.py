"""Keys of rows, held against sets of tuples; objects may be few with high numbers."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fold_cli.coverage.row_keys import MIN_ENTRIES, RowKeys

OBJECTS = st.integers(0, 5) | st.integers(MIN_ENTRIES, MIN_ENTRIES + 3) | st.just(10**6)
ROWS = st.lists(st.tuples(OBJECTS, OBJECTS), max_size=12)


@given(ROWS.filter(bool), ROWS)
def test_rows_of_two_columns(
    own: list[tuple[int, int]], other: list[tuple[int, int]]
) -> None:
    columns = [np.array([row[i] for row in own], dtype=np.int32) for i in (0, 1)]
    others = [np.array([row[i] for row in other], dtype=np.int32) for i in (0, 1)]
    keys = RowKeys(columns)
    assert keys.contain(others).tolist() == [row in own for row in other]
    assert keys.among(others).tolist() == [row in other for row in own]


def test_keys_of_many_columns_are_not_cut_off() -> None:
    """Combinations beyond 2**64 stay apart, also where a power of two divides them."""
    chance = np.random.default_rng(1)
    for count, width in ((1024, 9), (4096, 6), (3000, 12)):
        rows = np.arange(2 * count)
        columns = [(rows * (2 * n + 1) % count).astype(np.int32) for n in range(width)]
        others = [column.copy() for column in columns]
        changed = chance.integers(width, size=len(rows))
        for at, column in enumerate(others):
            column[changed == at] = (column[changed == at] + count // 2) % count
        keys = RowKeys(columns)
        mine = {*zip(*(column.tolist() for column in columns), strict=True)}
        theirs = list(zip(*(column.tolist() for column in others), strict=True))
        assert keys.contain(others).tolist() == [row in mine for row in theirs]
        among = {*theirs}
        own = zip(*(column.tolist() for column in columns), strict=True)
        assert keys.among(others).tolist() == [row in among for row in own]
        assert keys.contain(columns).all()
