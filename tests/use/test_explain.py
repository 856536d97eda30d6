"""``fold explain``: its text and its tree, sentences of the user, wrong input."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from programs import nodes
from support import BIRDS, fold, printed, refusal

from fold_cli.files.sources import Sources
from fold_cli.use.explaining.explanation import lines, to_data
from fold_cli.use.problems.problem_factory import applied
from fold_cli.use.theories.written_theory import written

if TYPE_CHECKING:
    from pathlib import Path

    from support import Write


# Texts

BIRD_THEORY = """\
fly(X) :- bird(X), \\+ ab0(X).
ab0(X) :- penguin(X), \\+ ab1(X).
ab0(X) :- weight(X, A), A > 80.
ab1(X) :- super(X).
"""
BIRD_BK = """\
bird(X) :- penguin(X).
bird(tweety). bird(ben).
penguin(polly). penguin(pete).
super(pete).
weight(ben, 81.5). weight(ben, 90). weight(tweety, 2).
"""


@pytest.fixture
def birds(write: Write) -> tuple[Path, Path]:
    return write("theory.pl", BIRD_THEORY), write("bk.pl", BIRD_BK)


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        pytest.param(
            "fly(tweety)",
            """\
fly(tweety) holds, by fly(X) :- bird(X), \\+ ab0(X) (theory.pl:1)
  bird(tweety) holds: a fact
  ab0(tweety) does not hold:
    ab0(X) :- penguin(X), \\+ ab1(X) (theory.pl:2) would need: penguin(tweety) and \\
\\+ ab1(tweety)
      penguin(tweety) does not hold: no fact or rule gives it
    ab0(X) :- weight(X, A), A > 80 (theory.pl:3) would need: 2 > 80
      weight(tweety, 2) holds: a fact
      2 is not more than 80
""",
            id="default-and-threshold",
        ),
        pytest.param(
            "fly(pete)",
            """\
fly(pete) holds, by fly(X) :- bird(X), \\+ ab0(X) (theory.pl:1)
  bird(pete) holds, by bird(A) :- penguin(A) (bk.pl:1)
    penguin(pete) holds: a fact
  ab0(pete) does not hold:
    ab0(X) :- penguin(X), \\+ ab1(X) (theory.pl:2) would need: \\+ ab1(pete)
      penguin(pete) holds: a fact
      ab1(pete) holds, by ab1(X) :- super(X) (theory.pl:4)
        super(pete) holds: a fact
    ab0(X) :- weight(X, A), A > 80 (theory.pl:3) would need: weight(pete, A) and A > 80
      weight(pete, A) does not hold: no fact or rule gives it
""",
            id="exception-to-an-exception",
        ),
        pytest.param(
            "fly(ben)",
            """\
fly(ben) does not hold:
  fly(X) :- bird(X), \\+ ab0(X) (theory.pl:1) would need: \\+ ab0(ben)
    bird(ben) holds: a fact
    ab0(ben) holds, by ab0(X) :- weight(X, A), A > 80 (theory.pl:3)
      weight(ben, 81.5) holds: a fact
      81.5 is more than 80
""",
            id="exception",
        ),
        pytest.param(
            "bird(pete)",
            """\
bird(pete) holds, by bird(A) :- penguin(A) (bk.pl:1)
  penguin(pete) holds: a fact
""",
            id="background",
        ),
    ],
)
def test_text(birds: tuple[Path, Path], goal: str, expected: str) -> None:
    assert printed("explain", *birds, goal) == expected.replace("\\\n", "")


def test_body_variables_and_each_case_that_fails(write: Write) -> None:
    theory = write("theory.pl", "east(X) :- has_car(X, A), short(A), closed(A).\n")
    cars = "".join(f"has_car(t2, c{n}). " for n in range(2, 8))
    bk = write("bk.pl", f"has_car(t1, c1). {cars} short(c1). closed(c1). closed(c3).\n")
    assert printed("explain", theory, bk, "east(t1)") == (
        "east(t1) holds, by east(X) :- has_car(X, A), short(A), closed(A) "
        "(theory.pl:1)\n"
        "  has_car(t1, c1) holds: a fact\n"
        "  short(c1) holds: a fact\n"
        "  closed(c1) holds: a fact\n"
    )
    text = printed("explain", theory, bk, "east(t2)")
    assert "would need: short(c2) and closed(c2)" in text
    assert "or would need: short(c3) and closed(c3)" in text
    assert text.endswith("  and 3 more such cases\n")


def test_several_arguments_and_enumerations(write: Write) -> None:
    theory = write(
        "theory.pl",
        "likes(X, Y) :- member(X-Y, [ann-bob, 'C d'-ann]).\n"
        "likes(X, Y) :- friend(X, Y), \\+ ab0(X, Y).\n"
        "ab0(X, Y) :- owes(Y, X, A), A > 10.\n",
    )
    bk = write("bk.pl", "friend(bob, ann). owes(ann, bob, 11).\n")
    assert "by likes(X, Y) :- member(X-Y, [ann-bob, 'C d'-ann])" in printed(
        "explain", theory, bk, "likes(ann, bob)"
    )
    text = printed("explain", theory, bk, "likes(bob, ann)")
    assert "bob-ann is not among the 2 listed" in text
    assert "11 is more than 10" in text


def test_comparisons_of_a_theory_by_hand(write: Write) -> None:
    theory = write("theory.pl", "t(X) :- p(X, A), p(X, B), A \\== B, A < B.\n")
    bk = write("bk.pl", "p(a, 2). p(a, 3). p(b, 2).\n")
    text = printed("explain", theory, bk, "t(a)")
    assert text.startswith("t(a) holds, by t(X) :- p(X, A), p(X, B), A \\== B, A < B (")
    assert "2 \\== 3 holds\n" in text
    assert "2 is less than 3\n" in text
    assert "would need: 2 \\== 2 and 2 < 2" in printed("explain", theory, bk, "t(b)")


def test_recursion_in_a_circle_is_explained_without_one(write: Write) -> None:
    theory = write("theory.pl", "far(X) :- path(X, d).\n")
    bk = write(
        "bk.pl",
        "path(X, Y) :- path(X, Z), edge(Z, Y).\npath(X, Y) :- edge(X, Y).\n"
        "edge(a, b). edge(b, a). edge(b, c). edge(c, d). edge(e, a).\n",
    )
    data = json.loads(printed("explain", theory, bk, "far(a)", "--format", "json"))
    assert {node["how"] for node in nodes(data)} <= {"rule", "fact", "seen"}
    assert _complete(data, ())
    assert "does not hold" in printed("explain", theory, bk, "far(d)")


def _complete(node: Any, above: tuple[str, ...]) -> bool:
    """Return whether a proof ends in facts and no atom rests on itself."""
    if node["literal"] in above:
        return False
    return all(
        _complete(child, (*above, node["literal"])) for child in node.get("because", ())
    )


def test_depth_limits_the_explanation(birds: tuple[Path, Path]) -> None:
    text = printed("explain", *birds, "fly(pete)", "--depth", "1")
    assert "ab0(pete) does not hold: not looked into, see --depth" in text
    assert "ab1" not in text


def test_a_cut_is_named(write: Write) -> None:
    theory = write("theory.pl", "t(X) :- c(X).\n")
    bk = write(
        "bk.pl", "c(X) :- p(X), !, q(X).\nc(X) :- known(X).\np(a). known(a).\nq(b).\n"
    )
    assert "is not reached: a cut in an earlier rule forbids it" in printed(
        "explain", theory, bk, "t(a)"
    )


def test_json_is_a_tree(birds: tuple[Path, Path]) -> None:
    data = json.loads(printed("explain", *birds, "fly(ben)", "--format", "json"))
    assert data["literal"] == "fly(ben)"
    assert data["sentence"] == "fly(ben) does not hold"
    assert data["holds"] is False
    attempt = data["attempts"][0]
    assert attempt["rule"]["text"] == "fly(X) :- bird(X), \\+ ab0(X)."
    assert attempt["rule"]["line"] == 1
    assert attempt["cases"][0]["needs"] == ["\\+ ab0(ben)"]
    assert attempt["cases"][0]["failing"]["how"] == "negation"


def test_every_line_of_the_text_is_a_sentence_of_the_tree(
    birds: tuple[Path, Path],
) -> None:
    sources = Sources((str(birds[1]),))
    with applied(sources, written(str(birds[0])), ask="nothing") as program:
        for bird in ("tweety", "ben", "polly", "pete", "kim"):
            tree = program.explanation(f"fly({bird})", 10)
            said = {node["sentence"] for node in nodes(to_data(tree))}
            for line in map(str.strip, lines(tree)):
                if " would need: " not in line:
                    assert any(line.startswith(sentence) for sentence in said), line


# Sentences

SENTENCES = """\
:- pred fly(X) :: '@(X) can fly'.
:- pred not fly(X) :: '@(X:animal) cannot fly'.
:- pred bird(X) :: '@(X) is a bird'.
:- pred weight(X, Y) :: '@(X) weighs @(Y) kg'.
"""


def test_sentences_are_used(birds: tuple[Path, Path], write: Write) -> None:
    modes = write("modes.pl", SENTENCES)
    text = printed("explain", *birds, "fly(ben)", "--modes", modes)
    assert text.startswith("ben cannot fly:\n")
    assert "  ben is a bird: a fact\n" in text
    assert "  ben weighs 81.5 kg: a fact\n" in text
    text = printed("explain", *birds, "fly(kim)", "--modes", modes)
    assert "would need: kim is a bird and \\+ ab0(kim)" in text
    assert "there is no evidence that kim is a bird" in text


def test_sentences_may_stand_in_the_background(
    birds: tuple[Path, Path], write: Write
) -> None:
    theory, bk = birds
    both = write("both.pl", SENTENCES + bk.read_text())
    assert printed("explain", theory, both, "fly(tweety)").startswith(
        "tweety can fly, by "
    )


def test_show_and_learn_use_sentences(birds: tuple[Path, Path], write: Write) -> None:
    modes = write("modes.pl", SENTENCES)
    shown = fold("show", birds[0], "--format", "text", "--modes", modes).stdout
    assert "1. Normally, X can fly if X is a bird, except if:\n" in shown
    assert "b) X weighs A kg with A more than 80." in shown
    learned = fold("learn", *BIRDS, "--format", "text", "--modes", modes).stdout
    assert "Normally, X can fly if X is a bird" in learned


@pytest.mark.parametrize(
    ("declaration", "message"),
    [
        (":- pred bird(X).", "a sentence is written like"),
        (":- pred bird(X) :: 3.", "a sentence is written like"),
        (":- pred bird(a) :: 'a bird'.", "must be different variables"),
        (":- pred bird(X) :: '@(Y) is a bird'.", "@(Y) is no argument of bird/1"),
    ],
)
def test_a_wrong_sentence_is_reported(
    birds: tuple[Path, Path], write: Write, declaration: str, message: str
) -> None:
    modes = write("modes.pl", f"% sentences\n{declaration}\n")
    error = refusal("explain", *birds, "fly(ben)", "--modes", modes)
    assert f"{modes}:2: " in error
    assert message in error


# Wrong input


@pytest.mark.parametrize(
    ("goal", "message"),
    [
        ("fly(", "cannot read fly(: "),
        ("fly(X)", "fly(X) has the variable X"),
        ("fly(_)", "fly(_) has the variable _"),
        ("3", "'3' is no atom"),
        ("", "'' is no atom"),
        ("flys(ben)", "the background defines flys/1; the theory is about fly/1"),
        ("ben", "defines ben/0; the theory is about fly/1"),
        ("fly(ben, ben)", "defines fly/2"),
        ("halt", "defines halt/0"),
        ("(fly(ben), fly(ben))", "is no atom"),
        ("\\+ fly(ben)", "is no atom"),
        ("not fly(ben)", "is no atom"),
        ("not(fly(ben))", "is no atom"),
        ("fly(ben). fly(ben)", "is no atom"),
        ("fly(ben). :- halt.", "is no atom"),
    ],
)
def test_a_wrong_goal_is_reported(
    birds: tuple[Path, Path], goal: str, message: str
) -> None:
    assert message in refusal("explain", *birds, goal)


def test_missing_files_are_reported(birds: tuple[Path, Path]) -> None:
    theory, bk = birds
    assert f"{theory}x: no such file" in refusal(
        "explain", f"{theory}x", bk, "fly(ben)"
    )
    assert f"{bk}x: no such file" in refusal("explain", theory, f"{bk}x", "fly(ben)")


def test_a_theory_beyond_the_background_is_reported(birds: tuple[Path, Path]) -> None:
    theory, bk = birds
    theory.write_text(BIRD_THEORY + "fly(X) :- jet(X).\n")
    assert f"{theory}:5: jet/1 is called here but defined nowhere" in refusal(
        "explain", theory, bk, "fly(ben)"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fly(X) :- .\n", ":1: syntax error"),
        ("% nothing\n", "no clause; is this a theory?"),
        ("bird(x).\n:- initialization(halt).\n", ":2: a directive"),
        ("fly(X) :- shell(ls).\n", ":1: shell/1 is called here; it is not among"),
        ("3.\n", ":1: not a clause"),
    ],
)
def test_no_theory_is_reported(
    birds: tuple[Path, Path], write: Write, text: str, message: str
) -> None:
    theory = write("not_one.pl", text)
    assert f"{theory}{message}" in refusal(
        "explain", theory, birds[1], "fly(ben)"
    ).replace(f"{theory}: no", f"{theory}no")


def test_an_endless_rule_and_an_error_are_reported(write: Write) -> None:
    theory = write("theory.pl", "t(X) :- odd(X).\n")
    bk = write("bk.pl", "odd(X) :- X > 2.\nknown(a).\n")
    assert re.search(r"asking t\S+ failed: ", refusal("explain", theory, bk, "t(a)"))


def test_an_atom_about_a_row_must_name_one(write: Write) -> None:
    table = write("data.csv", "Age,Name\n10,ann\n20,bob\n")
    theory = write("theory.pl", "old(X) :- age(X, A), A > 10.\n")
    assert "no row is called row3; there are row1 to row2" in refusal(
        "explain", theory, table, "old(row3)"
    )
    assert "no row is called row1; rows are called by Name" in refusal(
        "explain", theory, table, "old(row1)", "--id", "Name"
    )
    assert "defines young/1" in refusal("explain", theory, table, "young(row1)")
    assert (
        printed("explain", theory, table, "age(row1, 20)")
        == "the age of row1 is 10, not 20\n"
    )
