"""Keys of rows, held against sets of tuples; objects may be few with high numbers."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fold_cli.coverage.keys import MIN_ENTRIES, Keys

OBJECTS = st.integers(0, 5) | st.integers(MIN_ENTRIES, MIN_ENTRIES + 3) | st.just(10**6)
ROWS = st.lists(st.tuples(OBJECTS, OBJECTS), max_size=12)


@given(ROWS.filter(bool), ROWS)
def test_rows_of_two_columns(
    own: list[tuple[int, int]], other: list[tuple[int, int]]
) -> None:
    columns = [np.array([row[i] for row in own], dtype=np.int32) for i in (0, 1)]
    others = [np.array([row[i] for row in other], dtype=np.int32) for i in (0, 1)]
    keys = Keys(columns)
    assert keys.contain(others).tolist() == [row in own for row in other]
    assert keys.among(others).tolist() == [row in other for row in own]
