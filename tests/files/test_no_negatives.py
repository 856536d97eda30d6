"""A file of negatives that is empty means that there are none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import PROBLEMS, clauses, fold

from fold_cli import Text, learn
from fold_cli.errors import FoldError

if TYPE_CHECKING:
    from pathlib import Path

    from support import Write


NO_NEGATIVES = "there are no negative examples: whatever is asked will be covered"


@pytest.mark.parametrize(
    "text",
    ["", "\n \t\n", "% none of them\n", "\ufeff", ":- dynamic t/1.\n"],
    ids=["empty", "blank", "comment", "mark", "directive"],
)
def test_an_empty_file_of_negatives_means_none(write: Write, text: str) -> None:
    bk, pos = write("bk.pl", "q(a). q(b). q(c).\n"), write("pos.pl", "t(a). t(b).\n")
    result = fold("learn", bk, pos, write("neg.pl", text))
    assert result.returncode == 0, result.stderr
    assert "% examples: 2 positive, 0 negative\n" in result.stdout
    assert "closed world" not in result.stdout + result.stderr
    assert f"fold: {NO_NEGATIVES}\n" in result.stderr
    assert len(clauses(result.stdout)) == 1


def test_no_negatives_from_python_are_none() -> None:
    theory = learn(Text("q(a). q(b). q(c)."), ["t(a)"], [])
    assert NO_NEGATIVES in theory.warnings
    assert not any("closed world" in text for text in theory.warnings)


def test_an_empty_file_of_negatives_in_a_directory(write: Write) -> None:
    write("bk.pl", "q(a). q(b).\n")
    pos, _ = write("pos.pl", "t(a).\n"), write("neg.pl", "")
    result = fold("learn", pos.parent)
    assert result.returncode == 0, result.stderr
    assert "% examples: 1 positive, 0 negative\n" in result.stdout


def test_an_empty_file_of_negatives_beside_alephs(write: Write) -> None:
    bk = write("s.b", ":- modeh(1, t(+x)).\n:- modeb(1, q(+x)).\nq(a). q(b).\n")
    write("s.f", "t(a).\n")
    result = fold("learn", bk, write("s.f", "t(a).\n"), write("none.pl", ""))
    assert result.returncode == 0, result.stderr
    assert "% examples: 1 positive, 0 negative\n" in result.stdout


@pytest.mark.parametrize(
    ("bk", "pos"),
    [("q(a). q(b).\n", "t(a). t(b).\n"), ("p. q.\n", "t.\n"), ("e(a,a).", "t(a,a).")],
    ids=["unary", "no-arguments", "pair"],
)
def test_a_closed_world_without_a_negative_is_converted(
    bk: str, pos: str, write: Write, tmp_path: Path
) -> None:
    files = write("one.pl", bk), write("two.pl", pos)
    assert fold("convert", *files, "-o", tmp_path / "own").returncode == 0
    one, again = fold("learn", *files), fold("learn", tmp_path / "own")
    assert again.returncode == 0, again.stderr
    assert clauses(again.stdout) == clauses(one.stdout)
    assert NO_NEGATIVES in one.stderr
    assert NO_NEGATIVES in again.stderr


def test_positives_are_still_needed(write: Write) -> None:
    bk = PROBLEMS / "birds" / "bk.pl"
    with pytest.raises(FoldError, match="the file is empty"):
        learn(bk, write("pos.pl", ""), write("neg.pl", ""))
