"""Prolog files whose background has several stable models."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import fold

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "bk.pl": "% a comment\nrep(nixon). qua(nixon). qua(ann). rep(bob). person(carl).\n"
    "/* both\nways */ hawk(X) :- rep(X), \\+ dove(X).\n"
    "dove(X) :- qua(X), \\+ hawk(X).\n:- dynamic foo/1.\nolder(X, Y) :- "
    "age(X, A), age(Y, B), A > B, X \\= Y, B =< 99.\nage(ann, 3). age(bob, 2).\n",
    "pos.pl": "cheers(bob). cheers(nixon).\n",
    "neg.pl": "cheers(ann). % not she\ncheers(carl).\n",
    "in_all.pl": "cheers(bob).\n",
    "not_in_all.pl": "cheers(nixon). cheers(ann). cheers(carl).\n",
    "modes.pl": ":- modeh(1, cheers(+who)).\n:- modeb(*, hawk(+who)).\n",
}


@pytest.fixture
def room(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def learned(room: Path, *args: str) -> list[str]:
    result = fold("learn", "-q", *args, "--semantics", "stable", cwd=room)
    assert result.returncode == 0, result.stderr
    return [line for line in result.stdout.splitlines() if line and line[0] != "%"]


def test_bravely(room: Path) -> None:
    assert learned(room, "bk.pl", "pos.pl", "neg.pl") == ["cheers(X) :- rep(X)."]
    found = learned(room, "bk.pl", "pos.pl", "neg.pl", "--modes", "modes.pl")
    assert found == ["cheers(X) :- hawk(X)."]


def test_cautiously(room: Path) -> None:
    found = learned(
        room, "bk.pl", "in_all.pl", "not_in_all.pl", "--cautious", "--modes", "modes.pl"
    )
    assert found == ["cheers(X) :- hawk(X)."]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("p('a b').\n", "bk.pl:1: clingo has no quoted atoms such as 'a b'"),
        ("p(a).\nq([a]).\n", "bk.pl:2: "),
        ("p(a).\nq(X) :- X is 1 + 2.\n", "bk.pl:2: "),
    ],
)
def test_what_clingo_cannot_read(room: Path, text: str, words: str) -> None:
    (room / "bk.pl").write_text(text)
    args = ("learn", "bk.pl", "pos.pl", "neg.pl", "--semantics", "stable")
    result = fold(*args, cwd=room)
    assert result.returncode == 1
    assert words in result.stderr
    assert "Traceback" not in result.stderr


def test_usage(room: Path) -> None:
    for args in (("--semantics", "stable"), ("neg.pl", "--cautious")):
        result = fold("learn", "bk.pl", "pos.pl", *args, cwd=room)
        assert result.returncode == 2, result.stderr
