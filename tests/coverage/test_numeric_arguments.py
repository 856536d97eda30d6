"""Thresholds on the target's own numbers: big(X) :- X > 8."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from support import DATA, clauses, fold, learned, swipl

from fold_cli.files.theories import read_theory
from fold_cli.theory.formats.prolog_format import to_prolog
from fold_cli.theory.terms import Threshold, Var

if TYPE_CHECKING:
    from pathlib import Path

    from support import Write


NUMBERS = "".join(f"num({n}). " for n in (1, 3, 8, 9, 10, 12))
POS, NEG = "big(9). big(10). big(12).", "big(3). big(8)."


def problem(write: Write, bk: str, pos: str, neg: str) -> tuple[Path, Path, Path]:
    return write("bk.pl", bk), write("pos.pl", pos), write("neg.pl", neg)


CASES = {
    "whole": (NUMBERS, POS, NEG, "big(X) :- X > 8."),
    "below": (NUMBERS, NEG, POS, "big(X) :- X =< 8."),
    "floats": ("q(1).", "t(1.5). t(2.5).", "t(2.75). t(9.0).", "t(X) :- X =< 2.5."),
    "negative": ("q(a).", "t(-3). t(-2).", "t(0). t(5).", "t(X) :- X =< -2."),
    "second argument": (
        "person(ann). person(bob). person(eve).",
        "may(ann, 20). may(bob, 18). may(eve, 30).",
        "may(ann, 17). may(bob, 3). may(eve, 9).",
        "may(_, Y) :- Y > 17.",
    ),
    "both sides": (
        "q(a).",
        "t(5). t(6). t(7).",
        "t(1). t(4). t(8). t(9). t(3). t(10).",
        "t(X) :- X > 4, X =< 7.",
    ),
    "declared, and described": (
        ":- modeh(1, big(+number)).\n:- modeb(1, even(+number)).\n"
        "even(8). even(10). even(12).",
        POS,
        NEG,
        "big(X) :- X > 8.",
    ),
    "declared by what compares": (
        ":- modeh(1, big(+years)).\n:- modeb(1, even(+years)).\n"
        ":- modeb(1, gteq(+years, #years)).\ngteq(X, Y) :- X >= Y.\neven(8). even(10).",
        POS,
        NEG,
        "big(X) :- X > 8.",
    ),
}


@pytest.mark.parametrize(("bk", "pos", "neg", "rule"), CASES.values(), ids=CASES)
def test_a_threshold_on_an_argument(
    write: Write, bk: str, pos: str, neg: str, rule: str
) -> None:
    files = problem(write, bk, pos, neg)
    result = fold("learn", *files)
    assert clauses(result.stdout) == [rule]
    assert "enumerated" not in result.stderr


def test_closed_world_over_numbers(write: Write) -> None:
    bk, pos, _ = problem(write, NUMBERS, POS, NEG)
    assert clauses(fold("learn", bk, pos).stdout) == ["big(X) :- X > 8."]


def test_with_noise(write: Write) -> None:
    pos = "".join(f"t({n}). " for n in range(20, 60) if n != 41)
    neg = "".join(f"t({n}). " for n in [*range(20), 41])
    files = problem(write, "q(a).", pos, neg)
    theory = learned_quietly(*files, "--noise")
    assert clauses(theory) == ["t(X) :- X > 19."]


def learned_quietly(*args: str | Path) -> str:
    return fold("learn", *args).stdout


@pytest.mark.parametrize(
    "bk",
    [
        "bird(1). bird(2). bird(3). bird(4). penguin(3). penguin(4).",
        ":- modeh(1, big(+year)).\n:- modeb(1, q(+year)).\nq(1). q(3).",
    ],
    ids=["described", "another type"],
)
def test_names_that_are_numbers_get_none(write: Write, bk: str) -> None:
    files = problem(write, bk, "big(1). big(2).", "big(3). big(4).")
    assert ">" not in learned_quietly(*files).split("fold")[-1].replace(":-", "")
    assert "=<" not in learned_quietly(*files)


def test_it_runs_in_swipl(write: Write) -> None:
    theory = write("th.pl", learned(*problem(write, NUMBERS, POS, NEG)))
    goal = "forall((member(X,[8,8.5,9,100]), big(X)), (print(X), nl))"
    assert swipl(goal, files=(theory,)) == ["8.5", "9", "100"]


def test_every_format_and_back(write: Write, tmp_path: Path) -> None:
    files = problem(write, NUMBERS, POS, NEG)
    path = write("th.pl", learned(*files))
    (learned_clause,) = read_theory(str(path)).clauses
    (threshold,) = learned_clause.clause.body
    assert isinstance(threshold, Threshold)
    assert threshold.variable == Var(0)
    assert to_prolog(read_theory(str(path))) == path.read_text()
    data = json.loads(learned(*files, "--format", "json"))
    [literal] = data["clauses"][0]["body"]
    assert (literal["variable"], literal["operator"], literal["value"]) == ("X", ">", 8)
    assert "if X is more than 8" in learned(*files, "--format", "text")
    refused = fold("learn", *files, "--format", "asp")
    assert "nothing binds argument 1" in refused.stderr
    bound = write("bound.pl", "big(X) :- num(X), X > 8, X =< 12.\n")
    assert (
        "big(X) :- num(X), X > 8, X <= 12."
        in fold("show", bound, "--format", "asp").stdout
    )
    why = fold("explain", path, files[0], "big(11)")
    assert "11 is more than 8" in why.stdout


@pytest.mark.parametrize(
    "clause",
    [
        "big(X) :- X > 8, X =< 12.",
        "big(X) :- even(X), X > 8.",
        "big(X) :- next(X, A), A > 3, odd(A).",
        "big(X) :- next(X, A), A > 3, A =< 5, \\+ odd(X).",
    ],
)
def test_hand_written_bounds_stay_as_they_are(write: Write, clause: str) -> None:
    path = write("th.pl", clause)
    assert clauses(to_prolog(read_theory(str(path)))) == [clause]


def test_a_checkpoint_holds_such_rules(write: Write, tmp_path: Path) -> None:
    numbers = [n for n in range(1, 400) if n % 7 != 3]
    pos = "".join(f"t({n}). " for n in numbers)
    neg = "".join(f"t({n}). " for n in range(1, 400) if n % 7 == 3)
    files = problem(write, "q(a).", pos, neg)
    kept = tmp_path / "kept"
    first = fold("learn", *files, "--checkpoint", kept)
    again = fold("learn", *files, "--checkpoint", kept)
    assert first.stdout == again.stdout
    assert "X =<" in first.stdout


@pytest.mark.skipif(not DATA.exists(), reason="data not at hand")
def test_alephs_own_example() -> None:
    theory = fold("learn", DATA / "relational" / "aleph" / "numbers_ineq.pl").stdout
    assert clauses(theory)[0] == "p(X) :- X > 6."


def test_a_number_of_the_target_itself_that_is_none_is_an_error(write: Write) -> None:
    modes = (
        ":- modeh(1, t(+o, +v)).\n:- modeb(*, p(+o)).\n:- modeb(*, t(+o, -number)).\n"
    )
    files = problem(write, modes + "p(a).", "t(b, y).", "t(a, x).")
    result = fold("learn", *files)
    assert result.returncode == 1
    assert (
        "bk.pl:3: t/2 should hold numbers, this mode says, but holds " in result.stderr
    )
