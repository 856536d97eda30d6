"""A target without arguments, and background predicates without them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import clauses, fold, learned

if TYPE_CHECKING:
    from pathlib import Path

OPTIONS = [
    (),
    ("--noise",),
    ("--algorithm=foil",),
    ("--recursion",),
    ("--max-clauses=0",),
    ("--max-literals=1", "--gain=entropy"),
]


@pytest.mark.parametrize("options", OPTIONS, ids=" ".join)
@pytest.mark.parametrize(
    "bk",
    ["p. q(a).\n", ":- modeh(1, t).\n:- modeb(1, p).\n:- modeb(1, q(#x)).\np. q(a).\n"],
    ids=["inferred", "declared"],
)
def test_a_target_without_arguments(
    tmp_path: Path, bk: str, options: tuple[str, ...]
) -> None:
    (tmp_path / "bk.pl").write_text(bk)
    (tmp_path / "pos.pl").write_text("t.\n")
    files = tmp_path / "bk.pl", tmp_path / "pos.pl"
    assert clauses(learned(*files, *options)) == ["t."]


def test_what_noise_leaves_out_is_listed(tmp_path: Path) -> None:
    (tmp_path / "bk.pl").write_text("p.\n")
    (tmp_path / "pos.pl").write_text("t.\n")
    listed = tmp_path / "noisy.pl"
    result = fold(
        *("learn", tmp_path / "bk.pl", tmp_path / "pos.pl", "--noise"),
        *("--max-clauses=0", "--noisy-examples", listed),
    )
    assert result.returncode == 0, result.stderr
    assert listed.read_text() == "pos(t).\n"


def test_noise_without_negatives_covers_all(tmp_path: Path) -> None:
    (tmp_path / "bk.pl").write_text("p(a). p(b).\n")
    (tmp_path / "pos.pl").write_text("t(a). t(b).\n")
    files = tmp_path / "bk.pl", tmp_path / "pos.pl"
    assert clauses(learned(*files, "--noise")) == ["t(_)."]


@pytest.mark.parametrize("options", [(), ("--noise",), ("--algorithm=foil",)])
def test_a_background_predicate_without_arguments(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    bk = ":- modeh(1, t(+o)).\n:- modeb(1, p).\n:- modeb(1, q(+o)).\n"
    (tmp_path / "bk.pl").write_text(bk + "p. q(a). q(b). q(c).\n")
    (tmp_path / "pos.pl").write_text("t(a). t(b). t(c).\n")
    (tmp_path / "neg.pl").write_text("t(d). t(e). t(f).\n")
    files = [tmp_path / name for name in ("bk.pl", "pos.pl", "neg.pl")]
    assert clauses(learned(*files, *options)) == ["t(X) :- q(X)."]
