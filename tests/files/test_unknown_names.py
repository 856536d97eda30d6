"""Names that the background does not have, in examples and rules: perhaps misspelt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import fold, write_files

if TYPE_CHECKING:
    from pathlib import Path

FAMILY = """
parent(pam, bob). parent(tom, bob). parent(tom, liz). parent(bob, ann).
parent(bob, pat). parent(pat, jim). female(pam). female(liz). female(ann).
job(pam, f(cook)). old(X) :- X == zoe.
"""


def warned(directory: Path, pos: str, neg: str, bk: str = FAMILY) -> list[str]:
    """Return what is said of names."""
    files = {"bk.pl": bk, "pos.pl": pos, "neg.pl": neg}
    result = fold("learn", *write_files(directory, files))
    assert result.returncode == 0, result.stderr
    lines = result.stderr.splitlines()
    return [line.split("pl:")[-1] for line in lines if "is it spelled" in line]


@pytest.mark.parametrize(
    ("pos", "neg", "said"),
    [
        ("t(pamm, ann).\nt(pam, pat).", "t(tom, bob).", ["1: {} pamm;"]),
        ("t(pam, ann).", "t(tom, bob).\nt(pat, 'Jim').", ["2: {} 'Jim';"]),
        ("t(pam, ann).", "t(tom, 12). t(pat, [jimm]). t(pat, [])", []),
        ("t(zoe, cook). t(pam, ann).", "t(tom, bob).", []),
        ("t(aa, ann). t(bb, ann). t(pam, pat).", "t(tom, bob).", []),  # not a few
        ("t(pam, yes). t(liz, yes).", "t(tom, no).", []),  # none is known there
        ("t(pamm). t(pam).", "t(tom).", []),  # rules or lists say that
    ],
    ids=["first", "second", "no-atoms", "in-terms", "many", "values", "alone"],
)
def test_few_unknown_names_are_told(
    pos: str, neg: str, said: list[str], tmp_path: Path
) -> None:
    text = "no fact or rule of the background names"
    found = warned(tmp_path, pos, neg.rstrip(".") + ".\n")
    assert [line.split(" is it")[0] for line in found] == [
        line.format(text) for line in said
    ]


def test_a_share_of_many_is_a_few(tmp_path: Path) -> None:
    directory = tmp_path / "a\tb"  # the file is named as it is called
    directory.mkdir()
    facts = "".join(f"p(o{at}, v).\n" for at in range(40))
    pos = "".join(f"t(o{at}, v).\n" for at in range(37)) + "t(o_37, v). t(o_38, v).\n"
    (line,) = warned(directory, pos, "t(o39, o1).\n", facts)
    assert "names o_37, and 1 more; is it spelled as there?" in line


def test_values_of_a_class_are_no_names(tmp_path: Path) -> None:
    bk = "p(a, dog). p(b, dog). q(c).\n:- modeh(1, t(+object, #kind)).\n"
    bk += ":- modeb(*, p(+object, #kind)).\n:- modeb(*, q(+object)).\n"
    assert warned(tmp_path, "t(a, dog). t(b, dog). t(c, cat).\n", "", bk) == []


@pytest.mark.parametrize(
    ("bk", "said"),
    [
        ("b(X) :- pinguin(X). penguin(a).", "pinguin/1 (penguin/1)"),
        ("b(X) :- 'has car'(X, _). 'has cra'(a, b).", "'has car'/2 ('has cra'/2)"),
        ("b(X) :- penguin(X, _). penguin(a). penguins(a, b).", "penguin/2 (penguin/1)"),
        ("b(X) :- zebra(X). penguin(a).", "zebra/1"),
    ],
    ids=["misspelt", "quoted", "arguments", "unlike"],
)
def test_a_similar_predicate_is_named_where_one_is_undefined(
    bk: str, said: str, tmp_path: Path
) -> None:
    files = {"bk.pl": bk + "\n", "pos.pl": "t(a).\n", "neg.pl": "t(b).\n"}
    result = fold("learn", *write_files(tmp_path, files))
    name, _, similar = said.partition(" (")
    hint = f" (did you mean {similar[:-1]}?)" if similar else ""
    assert f"{name} is called here but defined nowhere{hint}; correct" in result.stderr


@pytest.mark.parametrize(
    "args",
    [
        ["predict", "t.pl", "bk.pl", "t(a)"],
        ["learn", "bk.pl", "t(a)."],
        ["evaluate", "t.pl", "bk.pl", "t('a b', [c])"],
    ],
    ids=["predict", "learn", "evaluate"],
)
def test_an_atom_in_the_place_of_a_file_is_told(
    args: list[str], tmp_path: Path
) -> None:
    write_files(tmp_path, {"bk.pl": "q(a).\n", "t.pl": "t(X) :- q(X).\n"})
    result = fold(*args, cwd=tmp_path)
    assert result.returncode == 1
    said = "no such file; this is an atom, and a file of atoms is expected"
    assert result.stderr == f"fold: error: {args[-1]}: {said}\n"


@pytest.mark.parametrize(
    "args",
    [
        ["predict", "t.pl", "bk.pl", "exs.pl"],
        ["evaluate", "t.pl", "bk.pl", "exs.pl"],
        ["learn", "bk.pl", "exs.pl", "--target", "t/1"],
    ],
    ids=["predict", "evaluate", "learn"],
)
def test_examples_of_popper_are_told_by_all_commands(
    args: list[str], tmp_path: Path
) -> None:
    files = {"bk.pl": "q(a).\n", "t.pl": "t(X) :- q(X).\n"}
    write_files(tmp_path, files | {"exs.pl": "pos(t(a)).\nneg(t(b)).\n"})
    result = fold(*args, cwd=tmp_path)
    assert result.returncode == 1
    assert "exs.pl:1: these are examples as Popper has them" in result.stderr
