"""Aleph's files: what is read from them, and what is wrong with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from dialects import GARDEN, PARCELS, loaded, modes, warning
from support import fold

from fold_cli.files.problem import Bias

if TYPE_CHECKING:
    from pathlib import Path

    from support import Write


def test_alephs_files_given_by_any_of_them() -> None:
    texts = set()
    for path in ("", "parcels", "parcels.b", "parcels.f", "parcels.n"):
        with loaded(PARCELS / path) as problem:
            texts.add((str(problem.head), *modes(problem), problem.negatives))
    assert texts == {
        (
            "by_hand(+parcel)",
            "holds(+parcel, -thing)",
            "made_of(+thing, #material)",
            "big(+parcel)",
            "beside(+parcel, -parcel)",
            3,
        )
    }


def test_alephs_settings_take_effect_or_are_reported() -> None:
    with loaded(PARCELS) as problem:
        assert problem.bias == Bias(max_body=3, variable_depth=3)
        text = warning(problem, "settings of Aleph's without effect")
        assert text.endswith(": noise, minpos, nodes, verbosity")


def test_what_aleph_alone_can_use_is_reported_once() -> None:
    with loaded(PARCELS) as problem:
        text = warning(problem, "left out, being for Aleph itself")
        for part in ("refine/2", "false/0", "portray/1", "commutative", "not big"):
            assert part in text
        assert "line 30 (refine/2)" in text
        assert "use_rendering" not in text


def test_a_mode_without_a_determination_is_not_used() -> None:
    with loaded(PARCELS) as problem:
        assert warning(problem, "modes without a determination").endswith(": weighed/1")
        assert warning(problem, f"{PARCELS / 'parcels.b'}:21: a mode for stamped/1")


def test_sections_and_native_thresholds() -> None:
    with loaded(GARDEN) as problem:
        assert (problem.positives, problem.negatives) == (4, 4)
        assert modes(problem) == [
            "soil(+day, #soil)",
            "warmth(+day, -number)",
            "rain(+day)",
        ]
        assert problem.bias.max_body == 3
        assert warning(problem, "thresholds on numbers").endswith("lteq/2, gteq/2")


def test_a_theory_is_learned_from_a_file_of_sections() -> None:
    result = fold("learn", "-q", GARDEN)
    assert result.returncode == 0, result.stderr
    assert "water(X) :- soil(X, dry)." in result.stdout
    assert "A > 23" in result.stdout


def aleph(write: Write, text: str) -> Path:
    return write("problem.pl", ":- aleph.\n" + text)


EXAMPLES = (
    ":- begin_in_pos.\nf(a).\n:- end_in_pos.\n:- begin_in_neg.\nf(b).\n:- end_in_neg.\n"
)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (":- begin_in_pos.\n:- end_in_neg.\n", 3, "in the section in_pos"),
        (":- if(true).\ng(a).\n", 2, "never ends"),
        (":- endif.\n", 2, "outside any"),
        (":- if(shell(ls)).\n:- endif.\n", 2, "is not run"),
        (":- modeh(1, f(t)).\n" + EXAMPLES, 2, "+type"),
        (
            ":- modeh(1, f(+t)).\n:- modeb(1, g(+u)).\ng(a).\n" + EXAMPLES,
            3,
            "takes the type u",
        ),
        (":- modeb(1, g(+t)).\ng(a).\n" + EXAMPLES, 2, "none for the head f/1"),
        (":- aleph_set(i, many).\n" + EXAMPLES, 2, "not a number"),
        (":- begin_in_pos.\nf(X).\n:- end_in_pos.\n", 3, "variable X"),
    ],
    ids=[
        "section",
        "if",
        "endif",
        "condition",
        "mode",
        "type",
        "no-head",
        "setting",
        "variable",
    ],
)
def test_a_bad_aleph_file_is_reported_with_its_line(
    write: Write, text: str, line: int, words: str
) -> None:
    path = aleph(write, text)
    result = fold("learn", path)
    assert result.returncode == 1
    assert f"{path}:{line}: " in result.stderr
    assert words in result.stderr
    assert "Traceback" not in result.stderr


def test_conditional_parts_count_where_their_condition_holds(write: Write) -> None:
    conditions = (
        ":- if(current_predicate(g/1)).\nwrong(a).\n"
        ":- elif((true, \\+ fail)).\nright(a).\n"
        ":- if(fail).\nwrong(b).\n:- else.\nright(b).\n:- endif.\n"
        ":- else.\nwrong(c).\n:- endif.\n"
        "g(a).\n:- if(current_predicate(g/1)).\nright(c).\n:- endif.\n"
    )
    with loaded(aleph(write, conditions + EXAMPLES)) as problem:
        assert {m.predicate.name for m in problem.body} == {"right", "g"}
        assert "wrong" not in problem.predicates


def test_without_files_of_examples_the_world_is_closed(write: Write) -> None:
    background = ":- modeh(1, f(+t)).\n:- modeb(1, g(+t)).\ng(a). g(b).\nf(a).\n"
    path = write("s.b", background)
    with loaded(path) as problem:  # neither .f nor .n
        assert (problem.positives, problem.negatives) == (1, 1)
        assert problem.closed_world
    write("s.n", "")
    write("s.f", "f(a).\n")
    with loaded(path) as problem:
        assert (problem.positives, problem.negatives) == (1, 1)
        assert problem.closed_world


def test_old_modes_are_head_or_body(write: Write) -> None:
    modes_ = ":- mode(1, f(+t)).\n:- mode(*, g(+t)).\ng(a).\n"
    with loaded(aleph(write, modes_ + EXAMPLES)) as problem:
        assert str(problem.head) == "f(+t)"
        assert modes(problem) == ["g(+t)"]
        assert not problem.bias.recursion


def test_the_target_in_a_body_mode_allows_recursion(write: Write) -> None:
    modes_ = ":- modeh(1, f(+t)).\n:- modeb(*, f(+t)).\n:- modeb(*, g(+t, -t)).\n"
    with loaded(aleph(write, modes_ + "g(a, b).\n" + EXAMPLES)) as problem:
        assert problem.bias.recursion
        assert [str(mode) for mode in problem.recursive] == ["f(+t)"]


def test_files_in_the_place_of_the_others_are_told_of(write: Write) -> None:
    path = write("s.b", ":- modeh(1, f(+t)).\n:- modeb(1, g(+t)).\ng(a). g(b).\n")
    positives, negatives = write("s.f", "f(a).\n"), write("s.n", "f(b).\n")
    swapped = fold("learn", path, negatives, positives).stderr
    assert f"{negatives} stands in the place of POS" in swapped
    assert f"{positives} stands in the place of NEG" in swapped
    assert "in the place of" not in fold("learn", path, positives, negatives).stderr
