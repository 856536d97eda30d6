"""Columns of numbers that the examples left do not have."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import clauses, learned, write_problem

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("options", [(), ("--noise",), ("--algorithm=foil",)])
def test_fewer_examples_have_no_number(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    bk = "r(a,q). r(q,x). r(x,q). r(c,d). r(d,e). r(d,o). s(x,e,2). u(a,x).\n"
    files = write_problem(
        tmp_path, bk, "t(a,x). t(c,o).\n", "t(a,o). t(a,e). t(x,x).\n"
    )
    text = learned(*files, *options)
    if not options:
        assert clauses(text) == [
            "t(X, Y) :- u(X, Y).",
            "t(X, _) :- r(X, A), r(A, B), s(_, B, C), C =< 2.",
        ]
