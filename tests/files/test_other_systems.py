"""Advice to users of other systems, where their files cannot be taken as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import fold

if TYPE_CHECKING:
    from support import Write


MODES = ":- modeh(1, f(+t)).\n:- modeb(1, g(+t)).\n"
REFUSED = {
    "progols_commands": (":- modeh(1, f(+t))?\n", 1, "Progol's ? at the end"),
    "progols_sets": ("g(a).\n:- set(r, 1000)?\n", 2, "Progol's ? at the end"),
    "progols_negatives": (MODES + "f(a).\n:- f(b).\n", 4, "a negative example in NEG"),
    "metagol": (":- use_module('../metagol').\n", 1, "the atoms in learn(Pos, Neg)"),
    "metagol_here": ("g(a).\n:- [metagol].\n", 2, "the atoms in learn(Pos, Neg)"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_to_do_is_said_with_the_line(name: str, write: Write) -> None:
    text, line, words = REFUSED[name]
    path = write("problem.pl", text)
    result = fold("learn", path)
    assert result.returncode == 1
    assert f"{path}:{line}: " in result.stderr
    assert words in result.stderr


@pytest.mark.parametrize(
    ("setting", "named"),
    [
        ("train_pos, 'ex/my.f'", "train_pos names ex/my.f"),
        ("train_neg, my", "train_neg names my"),
        ("train_pos, [a, b]", "train_pos names files"),
    ],
)
def test_files_of_examples_in_settings_are_to_be_given(
    setting: str, named: str, write: Write
) -> None:
    path = write("s.b", f"{MODES}:- set({setting}).\ng(a).\n")
    write("s.f", "f(b).\n")
    assert f"{path}:3: {named}" in fold("learn", path).stderr
    positives, negatives = write("my.f", "f(a).\n"), write("my.n", "f(b).\n")
    assert "f(X) :- g(X)." in fold("learn", path, positives, negatives).stdout


def test_learning_from_positives_alone_is_said_to_have_no_effect(write: Write) -> None:
    path = write("s.b", f"{MODES}:- set(evalfn, posonly).\ng(a). g(b).\n")
    write("s.f", "f(a).\n")
    assert "without effect" not in fold("learn", path).stderr
    write("s.n", "f(c).\n")
    assert "without effect here: evalfn" in fold("learn", path).stderr


@pytest.mark.parametrize(
    ("bounds", "words"),
    [
        (":- set(clauselength, 2).\n", "bound the rules: max_body 1; others are"),
        (":- set(i, 0), set(minpos, 2).\n", "bound the rules: i 0; others are"),
        ("", ""),
    ],
)
def test_bounds_are_named_where_examples_are_enumerated(
    bounds: str, words: str, write: Write
) -> None:
    modes = ":- modeh(1, f(+t, +t)).\n:- modeb(*, r(+t, -t)).\n"
    path = write("s.b", modes + bounds + "r(a,b). r(b,c). r(c,d).\n")
    write("s.f", "f(a,c). f(b,d).\n")
    write("s.n", "f(a,b). f(a,d).\n")
    result = fold("learn", path)
    assert words in result.stderr
    assert ("member" in result.stdout) == bool(words)


def test_settings_that_the_search_does_not_obey_are_refused(write: Write) -> None:
    bk = write("bk.pl", ":- set(minpos, 2).\nb(a).\n")
    result = fold("learn", bk, write("pos.pl", "f(a).\n"))
    assert result.returncode == 1
    assert "there is no setting minpos" in result.stderr
