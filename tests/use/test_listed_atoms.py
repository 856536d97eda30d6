"""``fold predict`` without examples, of predicates that have no end of atoms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import fold

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param("t(z).\nt(s(X)) :- t(X).\n", id="term"),
        pytest.param("t([]).\nt([a|X]) :- t(X).\n", id="list"),
        pytest.param("t(X) :- none(X).\nt(X) :- tail(X, Y), t(Y).\n", id="tabled-list"),
        pytest.param("t(0).\nt(N) :- t(M), N is M + 1.\n", id="number"),
        pytest.param("t(a).\nt(X) :- p(X), p(_), p(_).\n", id="product"),
    ],
)
def test_what_has_no_end_is_not_listed(
    write: Callable[[str, str], Path], rules: str
) -> None:
    facts = "".join(f"p({i}).\n" for i in range(101))
    theory = write("theory.pl", rules)
    bk = write("bk.pl", f"{facts}tail([_|T], T).\nnone([]).\n")
    result = fold("predict", theory, bk)
    assert result.returncode == 1
    assert (
        f"{theory}:2: t/1 has no end of atoms, or more than the 1000000 that are "
        "listed; give those to ask about" in result.stderr
    )
