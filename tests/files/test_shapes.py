"""Modes and clauses with terms in them: ``+list = [-item|-list]``, ``[X|_]``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import clauses, fold, learned, swipl, write_problem

if TYPE_CHECKING:
    from pathlib import Path

MEMBERS = """\
mem(0,[0]). mem(1,[1]). mem(2,[2]). mem(0,[0,1]). mem(1,[0,1]). mem(0,[2,0]).
mem(1,[2,1]). mem(2,[3,2]). mem(3,[2,3]). mem(3,[4,2,3]).
"""
OTHERS = "mem(0,[1,2]). mem(0,[1]). mem(1,[0]). mem(3,[]). mem(2,[3]).\n"
FRESH = [("a", "[b,c,a,d]", True), ("x", "[b,c,a]", False), ("q", "[]", False)]
DEFINITION = ["mem(X, Y) :- Y = [X|_].", "mem(X, Y) :- Y = [_|A], mem(X, A)."]


def files(directory: Path, modes: str, bk: str, pos: str, neg: str) -> list[Path]:
    return write_problem(directory, modes + bk, pos, neg)


def members(directory: Path) -> list[Path]:
    modes = (
        ":- modeh(1, mem(+any, +list)).\n:- modeb(*, mem(+any, +list)).\n"
        ":- modeb(1, +list = [-any|-list]).\n"
    )
    return files(directory, modes, "", MEMBERS, OTHERS)


def test_lists_are_taken_apart_by_modes_of_equality(tmp_path: Path) -> None:
    theory = tmp_path / "theory.pl"
    theory.write_text(learned(*members(tmp_path)))
    assert clauses(theory.read_text())[1:] == DEFINITION
    for item, items, holds in FRESH:
        answer = swipl(f"(mem({item},{items}) -> print(y) ; print(n))", files=(theory,))
        assert answer == ["y" if holds else "n"]


def test_alephs_modes_may_have_terms_and_constants(tmp_path: Path) -> None:
    """``determination(mem/2, mem/2)`` lets the target stand in its own body."""
    sections = {"bg": "", "in_pos": MEMBERS, "in_neg": OTHERS}
    text = ":- aleph.\n:- mode(*, mem(+any,+list)).\n"
    text += ":- mode(1, ((+list) = ([-any|-list]))).\n:- mode(1, ((+list) = [])).\n"
    text += ":- determination(mem/2,mem/2).\n:- determination(mem/2,'='/2).\n"
    for name, body in sections.items():
        text += f":-begin_{name}.\n{body}:-end_{name}.\n"
    (tmp_path / "aleph.pl").write_text(text)
    assert clauses(learned(tmp_path / "aleph.pl"))[1:] == DEFINITION


def test_terms_of_other_predicates_are_taken_apart(tmp_path: Path) -> None:
    modes = ":- modeh(1, near(+place)).\n:- modeb(1, at(+place, pos(-n, #colour))).\n"
    modes += ":- modeb(1, low(+n)).\n"
    places = {"a": (1, "red"), "b": (2, "red"), "c": (9, "red"), "d": (1, "blue")}
    bk = "".join(f"at({p}, pos({n}, {c})).\n" for p, (n, c) in places.items())
    bk += "low(1).\nlow(2).\n"
    paths = files(tmp_path, modes, bk, "near(a). near(b).\n", "near(c). near(d).\n")
    assert clauses(learned(*paths)) == ["near(X) :- at(X, pos(A,red)), low(A)."]


def test_a_forgotten_sign_is_still_an_error(tmp_path: Path) -> None:
    modes = ":- modeh(1, near(+place)).\n:- modeb(1, at(+place, colour)).\n"
    paths = files(tmp_path, modes, "at(a, red).\n", "near(a).\n", "near(b).\n")
    result = fold("learn", *paths)
    assert result.returncode == 1
    assert "bk.pl:2" in result.stderr
    assert "is not +type, -type or #type" in result.stderr


@pytest.mark.parametrize(
    ("mode", "bk", "said"),
    [
        ("at(+place, f(V))", "at(a, f(1)).", "is not +type"),
        ("at(+place, f(-n, V))", "at(a, f(1, 2)).", "has a variable"),
        ("+place = [-n|-n]", "'A = [B|C]'(a, b, c).", "give the predicate another"),
        ("+at(+place, -n)", "at(a, 1).", "without + before it"),
        ("#f(-place)", "at(a, 1).", "without # before it"),
    ],
    ids=["no-place", "variable", "name-taken", "sign-before", "sign-before-one"],
)
def test_modes_that_say_nothing(mode: str, bk: str, said: str, tmp_path: Path) -> None:
    modes = f":- modeh(1, near(+place)).\n:- modeb(1, {mode}).\n"
    paths = files(tmp_path, modes, bk + "\n", "near(a).\n", "near(b).\n")
    result = fold("learn", *paths)
    assert result.returncode == 1
    assert "bk.pl:2" in result.stderr
    assert said in result.stderr


def test_theories_by_hand_may_have_terms_in_heads(tmp_path: Path) -> None:
    """They are applied, and shown as equalities."""
    paths = members(tmp_path)
    theory = tmp_path / "theory.pl"
    theory.write_text("mem(X, [X|_]).\nmem(X, [_|Y]) :- mem(X, Y).\n")
    assert "accuracy 1.000" in fold("evaluate", theory, *paths).stdout
    assert clauses(fold("show", theory).stdout)[-2:] == DEFINITION


def test_what_terms_hold_is_said_in_every_format(tmp_path: Path) -> None:
    theory = tmp_path / "theory.pl"
    theory.write_text(learned(*members(tmp_path)))
    assert "Y is [X|_]" in fold("show", theory, "--format", "text").stdout
    json = tmp_path / "theory.json"
    json.write_text(fold("show", theory, "--format", "json").stdout)
    assert clauses(fold("show", json).stdout)[1:] == DEFINITION
    refused = fold("show", theory, "--format", "asp")
    assert refused.returncode == 1
    assert "clingo cannot take [X|_] apart" in refused.stderr
