"""Modes of predicates that Prolog itself has: lists, arithmetic, comparisons."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import clauses, fold, swipl

if TYPE_CHECKING:
    from pathlib import Path

EVEN = "even(X) :- 0 is X mod 2.\n"
LISTS = ("f([1,2]). f([4]). f([3,5,6]).", "f([1]). f([3,5]). f([]).")
PAIRS = ("f(1,4). f(2,5). f(7,9).", "f(4,1). f(5,5). f(9,2).")
LAST = (
    "f([a],a). f([a,b],b). f([c,d,e],e).",
    "f([a,b],a). f([c,d,e],d). f([c,d,e],c).",
)

PROBLEMS = {
    "member": (
        "f(+list)",
        ["member(-int, +list)", "even(+int)"],
        LISTS,
        "f(X) :- member(A, X), even(A).",
    ),
    "less": ("f(+int, +int)", ["+int < +int"], PAIRS, "f(X, Y) :- X < Y."),
    "last": ("f(+list, -t)", ["last(+list, -t)"], LAST, "f(X, Y) :- last(X, Y)."),
    "term": (
        "f(+list, -t)",
        ["append(-list, [-t], +list)"],
        LAST,
        "f(X, Y) :- append(_, [Y], X).",
    ),
    "successor": (
        "f(+int, -int)",
        ["succ(+int, -int)"],
        ("f(1,3). f(4,6). f(8,10).", "f(1,2). f(4,4). f(3,1)."),
        "f(X, Y) :- succ(X, A), succ(A, Y).",
    ),
}


def in_our_files(
    directory: Path, modes: list[str], head: str, pos: str, neg: str
) -> list[str]:
    lines = [f":- modeh(1, {head}).", *(f":- modeb(*, {mode})." for mode in modes)]
    (directory / "bk.pl").write_text("\n".join([*lines, EVEN]))
    (directory / "pos.pl").write_text(pos)
    (directory / "neg.pl").write_text(neg)
    return ["bk.pl", "pos.pl", "neg.pl"]


def in_alephs_files(
    directory: Path, modes: list[str], head: str, pos: str, neg: str
) -> list[str]:
    bk, *_ = in_our_files(directory, modes, head, pos, neg)
    (directory / bk).rename(directory / "x.b")
    (directory / "x.f").write_text(pos)
    (directory / "x.n").write_text(neg)
    return ["x.b"]


@pytest.mark.parametrize("write", [in_our_files, in_alephs_files])
@pytest.mark.parametrize("name", PROBLEMS)
def test_a_theory_calls_what_prolog_has(
    name: str, write: object, tmp_path: Path
) -> None:
    head, modes, (pos, neg), rule = PROBLEMS[name]
    assert callable(write)
    files = write(tmp_path, modes, head, pos, neg)
    result = fold("learn", *files, cwd=tmp_path)
    assert clauses(result.stdout) == [rule]
    assert "no file defines" not in result.stderr
    theory = tmp_path / "theory.pl"
    theory.write_text(result.stdout + EVEN)
    for text, holds in ((pos, "y"), (neg, "n")):
        for example in text.rstrip(".").split(". "):
            goal = f"({example} -> print(y) ; print(n))"
            assert swipl(goal, files=(theory,)) == [holds]


def test_poppers_bias_names_them(tmp_path: Path) -> None:
    pos, neg = LAST
    labelled = [f"pos({atom})." for atom in pos.rstrip(".").split(". ")]
    labelled += [f"neg({atom})." for atom in neg.rstrip(".").split(". ")]
    (tmp_path / "exs.pl").write_text("\n".join(labelled) + "\n")
    (tmp_path / "bk.pl").write_text("head([X|_], X).\n")
    (tmp_path / "bias.pl").write_text(
        "head_pred(f,2). body_pred(head,2). body_pred(reverse,2).\n"
        "type(f,(list,t)). type(head,(list,t)). type(reverse,(list,list)).\n"
        "direction(f,(in,out)). direction(head,(in,out)).\n"
        "direction(reverse,(in,out)).\n"
    )
    result = fold("learn", tmp_path)
    assert clauses(result.stdout) == ["f(X, Y) :- reverse(X, A), head(A, Y)."]


def test_the_target_and_what_files_define_are_not_prologs(tmp_path: Path) -> None:
    """The target is ``last/2``; ``reverse/2`` in the file is something else."""
    bk = "reverse(a, b).\n:- modeh(1, last(+t, +t)).\n:- modeb(*, last(+t, +t)).\n"
    (tmp_path / "bk.pl").write_text(bk + ":- modeb(*, reverse(+t, -t)).\n")
    (tmp_path / "pos.pl").write_text("last(a, b).\n")
    (tmp_path / "neg.pl").write_text("last(b, a).\n")
    result = fold("learn", "bk.pl", "pos.pl", "neg.pl", cwd=tmp_path)
    assert clauses(result.stdout) == ["last(X, Y) :- reverse(X, Y)."]


@pytest.mark.parametrize(
    "mode", ["call(+t)", "findall(+t, +t, -t)", "shell(+t)", "maplist(+t, +t)"]
)
def test_what_runs_a_goal_or_has_effects_is_not_called(
    mode: str, tmp_path: Path
) -> None:
    files = in_our_files(tmp_path, [mode, "g(+t)"], "f(+t)", "f(halt).", "f(b).")
    (tmp_path / "more.pl").write_text("g(halt).\n")
    result = fold("learn", *files, "-b", "more.pl", cwd=tmp_path)
    assert clauses(result.stdout) == ["f(X) :- g(X)."]
    assert "which no file defines" in result.stderr


MEMBERS = (
    "f(0,[0]). f(1,[1]). f(2,[2]). f(0,[0,1]). f(1,[0,1]). f(0,[2,0]). f(2,[3,2]). "
    "f(3,[2,3]). f(3,[4,2,3]).",
    "f(0,[1,2]). f(0,[1]). f(1,[0]). f(3,[]). f(2,[3]).",
)
WRITTEN_AS_DECLARED = {
    **{name: given[:3] for name, given in PROBLEMS.items()},
    "recursion": (
        "f(+t, +list)",
        ["+list = [-t|-list]", "f(+t, +list)"],
        MEMBERS,
    ),
}


@pytest.mark.parametrize("name", WRITTEN_AS_DECLARED)
def test_modes_that_are_printed_are_read_again(name: str, tmp_path: Path) -> None:
    head, modes, (pos, neg) = WRITTEN_AS_DECLARED[name]
    files = in_our_files(tmp_path, modes, head, pos, neg)
    printed = fold("modes", *files, cwd=tmp_path).stdout
    assert printed.splitlines() == [
        f":- modeh(1, {head}).",
        *(f":- modeb(*, {mode})." for mode in modes),
    ]
    theory = fold("learn", *files, cwd=tmp_path).stdout
    (tmp_path / "modes.pl").write_text(printed)
    (tmp_path / "bk.pl").write_text(EVEN)
    again = fold("learn", *files, "--modes", "modes.pl", cwd=tmp_path)
    assert again.stdout == theory


@pytest.mark.parametrize("name", WRITTEN_AS_DECLARED)
def test_what_is_converted_is_learned_from_as_before(name: str, tmp_path: Path) -> None:
    head, modes, (pos, neg) = WRITTEN_AS_DECLARED[name]
    files = in_our_files(tmp_path, modes, head, pos, neg)
    theory = fold("learn", *files, cwd=tmp_path).stdout
    result = fold("convert", *files, "-o", "converted", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    converted = tmp_path / "converted"
    again = fold("learn", *(converted / name for name in files))
    assert again.stdout == theory
    assert "'" not in (converted / "bk.pl").read_text()
    assert swipl("true", files=(converted / "bk.pl",)) == []


@pytest.mark.parametrize("options", [[], ["--algorithm", "foil"]], ids=["fold", "foil"])
@pytest.mark.parametrize("builtin", ["atom_length", "string_length"])
def test_the_search_goes_on_without_what_raises_an_error_in_a_rule(
    builtin: str, options: list[str], tmp_path: Path
) -> None:
    """It answers for each value, but not where both of its arguments are ``foo``."""
    modes = ["value(+t, -t)", f"{builtin}(+t, -t)"]
    files = in_our_files(tmp_path, modes, "f(+t)", "f(a).", "f(b). f(c).")
    with (tmp_path / "bk.pl").open("a") as bk:
        bk.write("value(a, 1). value(b, foo). value(c, 7). value(c, bar).\n")
    result = fold("learn", *files, *options, cwd=tmp_path)
    assert clauses(result.stdout) == ["f(X) :- member(X, [a])."]
    assert f"fold: {builtin}/2 is left out of the rules: f(X) :- " in result.stderr


def test_a_head_with_several_classes_is_refused(tmp_path: Path) -> None:
    files = in_our_files(
        tmp_path, ["g(+t)"], "f(+t, #s, #u)", "f(a, x, y).", "f(a, x, z)."
    )
    result = fold("learn", *files, cwd=tmp_path)
    told = "bk.pl:1: the head mode f(+t, #s, #u) has several classes: at most one"
    assert told in result.stderr
