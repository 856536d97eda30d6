"""Comparisons of theories that users write, in English."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import fold

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("X == kitty", "X is kitty"),
        ("X = 'Old Tom'", "X is Old Tom"),
        (r"X \== tom", "X is not tom"),
        (r"X \= tom", "X is not tom"),
        (r"\+ X = tom", "X is not tom"),
        (r"\+ X \= tom", "X is tom"),
        ("age(X, A), A > 3", "the age of X is more than 3"),
        ("age(X, A), size(X, B), A >= B", "A is at least B"),
        (r"age(X, A), size(X, B), \+ A =< B", "A is not at most B"),
        ("age(X, A), size(X, B), A =:= B", "A is equal to B"),
        ("X = [A|_], cat(A)", "X is [A|_]"),
    ],
)
def test_what_is_compared_is_said(goal: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "theory.pl").write_text(f"calm(X) :- {goal}.\n")
    result = fold("show", "theory.pl", "--format", "text", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    conditions = result.stdout.strip().rstrip(".").split(" holds if ", 1)[1]
    assert said in conditions.split(" and ")
