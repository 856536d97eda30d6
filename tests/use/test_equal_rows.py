"""Rows that nothing tells apart are learned from as if most of them were right."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from support import fold

from fold_cli.use.problems.equal_rows import majority_labels

if TYPE_CHECKING:
    from pathlib import Path

ROWS = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(0, 2)), min_size=1
)


@given(ROWS)
def test_the_label_of_most(rows: list[tuple[int, int, int]]) -> None:
    first, second, labels = (np.array(column) for column in zip(*rows, strict=True))
    found = majority_labels([first, second], labels)
    totals = Counter(labels.tolist())
    for row, label in zip(rows, found.tolist(), strict=True):
        own = Counter(other[2] for other in rows if other[:2] == row[:2])
        best = max(own, key=lambda one: (own[one], totals[one], -one))
        assert label == best


def test_the_exact_mode_goes_with_the_majority(tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    rows = ["a,yes"] * 5 + ["a,no"] * 2 + ["b,no"] * 4 + ["b,yes"]
    table.write_text("\n".join(["k,class", *rows, ""]))
    result = fold("learn", table, "--class", "class", "--positive", "yes", "--exact")
    assert "class_yes(X) :- k(X, a)." in result.stdout or "k(X, a)" in result.stdout
    assert "% covered: 5 positive, 2 negative" in result.stdout
    assert "3 rows have the same cells as rows of another class" in result.stderr


def test_several_classes(tmp_path: Path) -> None:
    table, theory = tmp_path / "t.csv", tmp_path / "t.pl"
    rows = ["a,p"] * 5 + ["a,q"] * 2 + ["b,q"] * 4 + ["b,r"] + ["c,r"] * 2
    table.write_text("\n".join(["k,class", *rows, ""]))
    result = fold("learn", table, "--exact", "-o", theory)
    assert "3 rows have the same cells as rows of another class" in result.stderr
    assert "% covered: 11 positive, 3 negative" in theory.read_text()


def test_rows_with_names_are_memorised(tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    rows = ["r1,a,yes", "r2,a,yes", "r3,a,no", "r4,b,no"]
    table.write_text("\n".join(["name,k,class", *rows, ""]))
    options = ("--class", "class", "--positive", "yes", "--id", "name", "--exact")
    result = fold("learn", table, *options)
    assert "% covered: 2 positive, 0 negative" in result.stdout
