"""The language of a theory: declared modes, settings, and what is inferred."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fold_cli.errors import InputError
from fold_cli.files.loader import free, load
from fold_cli.files.problem import Arg
from fold_cli.files.sources import Sources
from fold_cli.use.learning.learn import learn

if TYPE_CHECKING:
    from support import Write

    from fold_cli.files.problem import Problem


BIRDS = "bird(X) :- penguin(X).\nbird(a).\nbird(b).\ncat(c).\npenguin(d).\n"
FLY = "fly(a).\nfly(b).\n"


def problem_of(
    write: Write, bk: str, pos: str | None = FLY, neg: str | None = None, **more: str
) -> Problem:
    files = {"bk.pl": bk, "pos.pl": pos, "neg.pl": neg}
    paths = {n: str(write(n, text)) for n, text in files.items() if text is not None}
    modes = more.get("modes")
    problem = load(
        Sources(
            (paths["bk.pl"],),
            paths.get("pos.pl"),
            paths.get("neg.pl"),
            more.get("target"),
            str(write("modes.pl", modes)) if modes is not None else None,
        )
    )
    free(problem)
    return problem


def modes(problem: Problem) -> list[str]:
    return [str(problem.head), *map(str, problem.body)]


INFERRED = [
    pytest.param(
        BIRDS,
        FLY,
        ["fly(+object)", "bird(+object)", "penguin(+object)", "cat(+object)"],
        id="properties",
    ),
    pytest.param(
        "colour(a, red).\ncolour(b, blue).\n",
        FLY,
        ["fly(+object)", "colour(+object, #colour)"],
        id="description",
    ),
    pytest.param(
        "age(a, 3).\nage(b, 4.5).\n",
        FLY,
        ["fly(+object)", "age(+object, -number)"],
        id="number",
    ),
    pytest.param(
        "grade(a, 1).\ngrade(b, low).\n",
        FLY,
        ["fly(+object)", "grade(+object, #grade)"],
        id="numbers-and-names-are-descriptions",
    ),
    pytest.param(
        "size(1, 10).\nsize(2, 20).\n",
        "fly(1).\n",
        ["fly(+object)", "size(+object, -number)"],
        id="numbered-objects",
    ),
    pytest.param(
        "parent(1, 2).\nparent(1, 3).\nparent(3, 4).\nsize(1, 9).\n",
        "fly(1).\nfly(2).\n",
        [
            "fly(+object)",
            "parent(+object, -number)",
            "parent(+object, -object)",
            "parent(-object, +object)",
            "size(+object, -number)",
        ],
        id="numbers-that-may-name-objects",
    ),
    pytest.param(
        "size(1, 3).\nsize(2, 3).\nsize(3, 40).\n",
        "fly(1).\nfly(2).\n",
        ["fly(+object)", "size(+object, -number)"],
        id="numbers-of-which-few-are-names",
    ),
    pytest.param(
        "likes(a, b).\nlikes(b, a).\n",
        FLY,
        ["fly(+object)", "likes(+object, -object)", "likes(-object, +object)"],
        id="relation-between-objects",
    ),
    pytest.param(
        "price(1).\nbird(a).\n",
        FLY,
        ["fly(+object)", "bird(+object)"],
        id="numbers-are-no-objects-of-named-ones",
    ),
    pytest.param(
        "'Odd name'(a).\n",
        FLY,
        ["fly(+object)", "'Odd name'(+object)"],
        id="quoted-name",
    ),
]


@pytest.mark.parametrize(("bk", "pos", "expected"), INFERRED)
def test_inferred(bk: str, pos: str, expected: list[str], write: Write) -> None:
    result = modes(problem_of(write, bk, pos, "fly(z).\n" if "a" in pos else None))
    assert sorted(result[1:]) == sorted(expected[1:])
    assert result[0] == expected[0]


def test_what_was_inferred_can_be_declared(write: Write) -> None:
    bk = BIRDS + "colour(a, red).\nage(b, 3).\n"
    inferred = problem_of(write, bk)
    text = f":- modeh(1, {inferred.head}).\n"
    text += "".join(f":- modeb(*, {mode}).\n" for mode in inferred.body)
    declared = problem_of(write, bk, modes=text)
    assert modes(declared) == modes(inferred)
    assert declared.negatives == inferred.negatives


def test_modes_may_stand_in_the_background_and_as_facts(write: Write) -> None:
    declarations = ":- modeh(1, fly(+animal)).\nmodeb(*, bird(+animal)).\n"
    assert modes(problem_of(write, declarations + BIRDS)) == [
        "fly(+animal)",
        "bird(+animal)",
    ]


def test_declared_modes_do_not_shrink_the_closed_world(write: Write) -> None:
    text = ":- modeh(1, fly(+animal)).\n:- modeb(*, bird(+animal)).\n"
    assert problem_of(write, BIRDS, modes=text).negatives == 2


def test_numeric_types_are_measured() -> None:
    for name in ("number", "integer", "float", "real"):
        assert Arg("-", name).measured
        assert not Arg("#", name).measured
    assert not Arg("-", "animal").measured


def test_a_mode_for_what_does_not_exist_is_a_warning_with_a_hint(write: Write) -> None:
    text = ":- modeh(1, fly(+animal)).\n:- modeb(*, brid(+animal)).\n"
    (warning,) = [
        w
        for w in problem_of(write, BIRDS, modes=text).warnings
        if "no file defines" in w
    ]
    assert "modes.pl:2: " in warning
    assert "brid/1" in warning
    assert "did you mean bird/1?" in warning


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(":- modeb(*, bird(animal)).\n", "not +type", id="no-sign"),
        pytest.param(":- modeb(*, 3).\n", "written like", id="number"),
    ],
)
def test_wrong_modes(text: str, message: str, write: Write) -> None:
    with pytest.raises(InputError) as caught:
        problem_of(write, BIRDS, modes=text)
    assert message in str(caught.value)
    assert "modes.pl:1: " in str(caught.value)


# The settings of the paper's authors

FOIL = (
    "foil_predicates([fly/1, bird/1, cat/1, gone/1]).\n"
    "foil_numeric_predicates([age/2]).\n"
    "foil_cwa(true).\nfoil_use_negations(false).\nfoil_det_lit_bound(0).\n"
    "bird(a).\nbird(b).\ncat(c).\nage(a, 1).\nage(b, 2.5).\nfly(a).\n"
)


def test_authors_settings(write: Write) -> None:
    problem = problem_of(write, FOIL, None, target="fly/1")
    assert modes(problem) == [
        "fly(+object)",
        "bird(+object)",
        "cat(+object)",
        "age(+object, -number)",
    ]
    assert (problem.positives, problem.negatives) == (1, 2)
    assert any("gone/1" in warning for warning in problem.warnings)
    assert not any("fly/1" in warning for warning in problem.warnings)


def test_without_the_closed_world_negatives_must_be_given(write: Write) -> None:
    bk = FOIL.replace("foil_cwa(true)", "foil_cwa(false)")
    with pytest.raises(InputError, match="negative examples must be given"):
        problem_of(write, bk, None, target="fly/1")


def test_settings_that_are_no_lists_of_predicates(write: Write) -> None:
    with pytest.raises(InputError) as caught:
        problem_of(write, "foil_predicates(bird).\nbird(a).\n")
    assert "bk.pl:1: a list of predicates" in str(caught.value)


# The closed world


def test_the_closed_world_ranges_over_pairs(write: Write) -> None:
    bk = "parent(a, b).\nparent(b, c).\n"
    problem = problem_of(write, bk, "grandparent(a, c).\n")
    assert (problem.positives, problem.negatives) == (1, 8)


def test_the_closed_world_has_a_cap(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fold_cli.files.closed_world.MAX_CLOSED_WORLD_ATOMS", 8)
    bk = "parent(a, b).\nparent(b, c).\n"
    with pytest.raises(InputError, match=r"the closed world has 9 atoms.*BK POS NEG"):
        problem_of(write, bk, "grandparent(a, c).\n")


# The target


def test_facts_of_the_target_in_the_background_are_the_examples(write: Write) -> None:
    problem = problem_of(write, BIRDS + FLY, None, target="fly/1")
    assert (problem.positives, problem.negatives) == (2, 2)


def test_what_is_defined_by_way_of_the_target_is_left_out(write: Write) -> None:
    bk = BIRDS + "flier(X) :- fly(X).\ntwice(X) :- flier(X).\nfly(a).\n"
    problem = problem_of(write, bk)
    assert not any("flier" in mode or "twice" in mode for mode in modes(problem))
    assert any("flier/1, twice/1" in warning for warning in problem.warnings)
    assert any("left aside" in warning for warning in problem.warnings)


def test_all_clauses_of_the_target_are_counted(write: Write) -> None:
    bk = BIRDS + "fly(a).\nfly(b).\nfly(c).\nfly(d) :- bird(d).\n"
    assert any("4 clauses of" in warning for warning in problem_of(write, bk).warnings)


def test_a_head_that_is_not_the_target_is_reported(write: Write) -> None:
    modes = ":- modeh(1, swim(+a)).\n:- modeb(*, bird(+a)).\n"
    (warning,) = [w for w in problem_of(write, modes + BIRDS).warnings if "swim" in w]
    assert warning.endswith(
        "bk.pl:1: the mode of the head swim/1 is not used, since the target is fly/1"
    )


def test_examples_given_twice_count_once(write: Write) -> None:
    problem = problem_of(write, BIRDS, FLY + "fly(a).\n")
    assert (problem.positives, problem.negatives) == (2, 2)


@pytest.mark.parametrize("bad", ["fly", "fly/x", "Fly/1", "fly/-1", "", "a b/1"])
def test_a_target_that_is_no_indicator(bad: str, write: Write) -> None:
    with pytest.raises(InputError, match=r"write it like fly/1"):
        problem_of(write, BIRDS + FLY, None, target=bad or " ")


def test_what_is_no_number_is_reported_with_the_mode(write: Write) -> None:
    bk = """
:- modeh(1, fly(+x)).
:- modeb(*, weight(+x, -number)).
weight(a, 2). weight(b, heavy). weight(c, 3).
"""
    sources = Sources((str(write("bk.pl", bk)),), str(write("pos.pl", FLY)))
    with pytest.raises(InputError, match=r"bk\.pl:3: weight/2 .* but holds heavy"):
        learn(sources)


def test_modes_of_negated_literals_are_named(write: Write) -> None:
    modes = ":- modeh(1, fly(+a)).\n:- modeb(*, bird(+a)).\n"
    for negated in ("not penguin(+a)", "\\+ penguin(+a)"):
        problem = problem_of(write, f"{modes}:- modeb(*, {negated}).\n{BIRDS}")
        assert any("(the mode of not penguin(+a))" in w for w in problem.warnings)
        free(problem)
