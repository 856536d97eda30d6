"""Prolog files whose background has several stable models."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import fold, write_files

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
    write_files(tmp_path, FILES)
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
        ("p(a).\np('a b'). p(\"a b\").\n", "'a b' and \"a b\" would be one term"),
        ("p(a).\nq(X) :- p(X), !.\n", "bk.pl:2: clingo cannot say q(A) :- ...: it has"),
        ("p(a).\nq(X) :- member(X, [a]).\n", "it has no member/2"),
        ("p(a).\nq(X) :- \\+ p(X).\n", "bk.pl:2: unsafe: A must be in the body"),
        ("p(a, 0.25).\n", "the number 0.25"),
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
    for args in (["--semantics", "stable"], ["pos.pl", "neg.pl", "--cautious"]):
        result = fold("learn", "bk.pl", *args, cwd=room)
        assert result.returncode == 2, result.stderr


def test_without_negative_examples_the_world_is_closed(room: Path) -> None:
    assert learned(room, "bk.pl", "pos.pl") == ["cheers(X) :- rep(X)."]


def test_terms_that_clingo_writes_otherwise(room: Path) -> None:
    """Quoted atoms are strings, lists are pairs, decimals are scaled."""
    (room / "bk.pl").write_text(
        ":- modeh(1, t(+who)). :- modeb(*, big(+who)).\n"
        ":- modeb(*, has(+who, #thing)).\nsize('Ann Lee', 3.5). size(bob, 2.0).\n"
        "has('Ann Lee', [a, 'b c']). has(bob, []).\n"
        "big(X) :- size(X, S), S > 2.5, \\+ small(X).\n"
        "small(X) :- size(X, S), S < 0.5, \\+ big(X).\n"
    )
    (room / "pos.pl").write_text("t('Ann Lee').\n")
    (room / "neg.pl").write_text("t(bob).\n")
    files = ("bk.pl", "pos.pl", "neg.pl")
    found = learned(room, *files, "--scale", "10")
    assert found == ["t(X) :- big(X)."]
    (room / "p.lp").write_text('t(X) :- has(X, (a,("b c",()))).\n')
    args = ("--semantics", "stable", "--scale", "10")
    result = fold("evaluate", "p.lp", *files, *args, cwd=room)
    assert result.stdout == "right: 2 of 2 examples\n"
    result = fold("convert", *files, *args, "-o", "t.las", cwd=room)
    assert result.returncode == 0, result.stderr
    assert "big(A) :- size(A, B), B > 25, not small(A)." in (room / "t.las").read_text()
    assert (
        fold("evaluate", "p.lp", "t.las", cwd=room).stdout == "right: 2 of 2 examples\n"
    )
