"""The library as its users see it: the front door, and the page of the guide on it."""

from __future__ import annotations

import dataclasses
import doctest
import pickle
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from support import BIRDS, PROBLEMS, ROOT, fold

import fold_cli
from fold_cli import FoldError, Text, Theory, api, learn, load
from fold_cli.cli import cli
from fold_cli.errors import InputError, UsageError
from fold_cli.use.inputs.run_options import LearnOptions

if TYPE_CHECKING:
    from pathlib import Path

    from support import Write


BK = Text("bird(X) :- penguin(X). bird(tweety). bird(et). penguin(polly). cat(kitty).")
FLYING = ["fly(tweety)", "fly(et)"]
OTHERS = ["fly(polly)", "fly(kitty)"]
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def birds() -> Theory:
    return learn(BK, FLYING, OTHERS)


# Examples in the documentation


def test_the_guide_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    code = []
    for language, name, text in BLOCK.findall(page):
        if name:
            (tmp_path / name).write_text(text, encoding="utf-8")
        elif language == "python":
            code.append(text)
    examples = doctest.DocTestParser().get_doctest(
        "\n".join(code), {}, "docs/python.md", "docs/python.md", 0
    )
    assert len(examples.examples) > 20
    runner = doctest.DocTestRunner()
    report: list[str] = []
    runner.run(examples, out=report.append)
    assert not report, "".join(report)


@pytest.mark.parametrize(
    "thing", [learn, load, Theory], ids=lambda thing: thing.__name__
)
def test_the_examples_in_docstrings_are_true(thing: object) -> None:
    (examples,) = doctest.DocTestFinder(recurse=False).find(thing)
    assert examples.examples
    report: list[str] = []
    doctest.DocTestRunner().run(examples, out=report.append)
    assert not report, "".join(report)


def test_the_front_door_names_what_there_is() -> None:
    for name in fold_cli.__all__:
        assert getattr(fold_cli, name) is getattr(api, name)
    for name in api.__all__:
        assert getattr(api, name)
    with pytest.raises(AttributeError, match="no attribute 'lern'"):
        fold_cli.lern  # noqa: B018


def test_nothing_is_loaded_before_it_is_used() -> None:
    code = "import sys, fold_cli.cli; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_options_are_those_of_the_command() -> None:
    command = {option.name for option in cli.commands["learn"].params}
    own = {"output", "style", "quiet", "noisy_examples"}  # of a program
    own |= {"semantics", "cautious", "scale"}  # which choose another function
    named = {"bk", "pos", "neg", "timeout", "checkpoint", "cluster", "memory"}
    named |= {"given", "extend"}
    assert command - own == {*LearnOptions.__annotations__} | named


# Sources


@pytest.mark.parametrize(
    "sources",
    [
        pytest.param(BIRDS, id="files"),
        pytest.param((Text((PROBLEMS / "birds/bk.pl").read_text()), FLYING), id="text"),
        pytest.param(
            (
                PROBLEMS / "birds" / "bk.pl",
                (("fly", bird) for bird in ("tweety", "et")),
            ),
            id="path-and-tuples",
        ),
        pytest.param((str(PROBLEMS / "birds"),), id="directory"),
    ],
)
def test_sources_of_all_kinds_give_the_same(sources: tuple[api.Source, ...]) -> None:
    expected = fold("learn", "-q", *BIRDS).stdout
    assert learn(*sources).to_prolog() == expected


def test_tuples_become_terms() -> None:
    atoms = [
        ("p", "a b", 1, 2.5, True, ("f", "X", -3)),
        ("p", "it's", 10**20, 1e30, False, ("nil",)),
    ]
    theory = load(Text("p(A, B, C, D, E) :- q(A, B, C, D, E)."))
    facts = [("q", *atom[1:]) for atom in atoms]
    found = theory.predict(facts, atoms)
    assert [(each.atom, each.holds) for each in found] == [
        ("p('a b', 1, 2.5, true, f('X', -3))", True),
        ("p('it\\'s', 100000000000000000000, 1.0e+30, false, nil)", True),
    ]


def nested(depth: int) -> tuple[object, ...]:
    atom: tuple[object, ...] = ("f",)
    for _ in range(depth):
        atom = ("f", atom)
    return atom


NO_TERMS = [None, [1], (), (1, 2), float("nan"), object(), b"a", nested(9999), 10**5000]


@pytest.mark.parametrize("part", NO_TERMS, ids=range(len(NO_TERMS)))
def test_what_is_no_term_is_refused(part: object) -> None:
    with pytest.raises(InputError, match="an atom"):
        learn([("bird", part)], FLYING)


@pytest.mark.parametrize(
    ("sources", "named", "message"),
    [
        ((BK, FLYING), {"class_column": "x"}, "class_column= is about tables, but"),
        (("t.csv", FLYING), {}, "t.csv is a table, which holds its own examples"),
        ((BK, FLYING), {"noise": True, "recursion": True}, "do not go together"),
        ((BK, FLYING), {"checkpoint": "c", "noise": True}, "do not go together"),
        ((BK, FLYING), {"checkpoint": "c"}, "belongs to files"),
        (
            (BK, FLYING),
            {"algorithm": "ripper"},
            "'ripper' is no choice for algorithm=",
        ),
        (
            (BK, FLYING),
            {"max_literals": 0},
            "=0 is too small; the least is 1",
        ),
        ((BK, FLYING), {"recursion": "no"}, "recursion='no' is neither True nor False"),
        ((BK, FLYING), {"dialect": "prolog"}, "no dialect prolog: fold, popper"),
    ],
)
def test_arguments_that_do_not_go_together(
    sources: tuple[api.Source, ...], named: dict[str, object], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        learn(*sources, **named)  # type: ignore[arg-type]


def test_an_option_that_is_none() -> None:
    with pytest.raises(TypeError, match="no option max_rules"):
        learn(BK, FLYING, max_rules=3)  # type: ignore[call-arg]


def test_errors_name_texts_as_users_know_them() -> None:
    with pytest.raises(FoldError) as error:
        learn(BK, ["fly(tweety)", "fly(X)"])
    assert (error.value.file, error.value.line) == ("pos.pl", 2)
    with pytest.raises(FoldError, match=r"^background1\.pl:1: syntax error"):
        learn(BK, FLYING, background=[Text("bird(")])
    with pytest.raises(FoldError, match=r"^theory\.pl:1: syntax error"):
        load(Text("fly(X :- bird(X)."))


# Theories


def test_rules_are_nested() -> None:
    theory = load(PROBLEMS / "birds" / "expected.pl")
    (rule,) = theory
    assert (rule.head, len(theory)) == ("fly(X)", 1)
    assert [str(literal) for literal in rule.literals] == ["bird(X)"]
    (exception,) = rule.exceptions
    assert str(exception) == "ab0(X) :- penguin(X)."
    assert dataclasses.asdict(rule)["exceptions"][0]["literals"][0]["predicate"] == (
        "penguin"
    )


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        ("p(X) :- q(X).", [("q", ("X",), False, None, None, None)]),
        ("p(X) :- \\+ q(X, b).", [("q", ("X", "b"), True, "=", "b", None)]),
        ("p(X) :- q(X, 'B c').", [("q", ("X", "'B c'"), False, "=", "B c", None)]),
        ("p(X) :- q(X, _).", [("q", ("X", "_"), False, None, None, None)]),
        (
            "p(X) :- q(X, A), A > -2.5, A =< 7.",
            [
                ("q", ("X", "A"), False, ">", -2.5, "A"),
                ("q", ("X", "A"), False, "=<", 7, "A"),
            ],
        ),
        (
            "p(X) :- member(X, [a, 1]).",
            [("member", ("X",), False, "in", ("a", 1), None)],
        ),
        (
            "p(X, Y) :- member(X-Y, [a-b, c-d]).",
            [("member", ("X", "Y"), False, "in", (("a", "b"), ("c", "d")), None)],
        ),
    ],
)
def test_literals_say_what_they_ask(clause: str, expected: list[object]) -> None:
    (rule,) = load(Text(clause)).rules
    assert [dataclasses.astuple(literal) for literal in rule.literals] == expected


def test_exceptions_that_go_in_circles_end() -> None:
    (rule,) = load(Text("p(X) :- a(X), \\+ q(X). q(X) :- b(X), \\+ p(X).")).rules
    (exception,) = rule.exceptions
    assert [str(literal) for literal in exception.literals] == ["b(X)", "\\+ p(X)"]


def test_a_theory_is_plain_data(birds: Theory, tmp_path: Path) -> None:
    again = pickle.loads(pickle.dumps(birds))
    assert again == birds
    assert len({again, birds}) == 1
    assert again.rules == birds.rules
    birds.save(tmp_path / "t.json", "json")
    assert (tmp_path / "t.json").read_text() == birds.to_json()
    assert birds != load(Text("fly(X) :- bird(X)."))
    with pytest.raises(UsageError, match="no format yaml"):
        birds.render("yaml")


@pytest.mark.parametrize("part", NO_TERMS, ids=range(len(NO_TERMS)))
def test_no_term_is_explained(birds: Theory, part: object) -> None:
    with pytest.raises(InputError, match="an atom"):
        birds.explain(BK, ("fly", part))
    assert birds.explain(BK, ("fly", "tweety")) == birds.explain(BK, "fly(tweety)")


LONG_NAMES = [
    "x" * 300,
    "x" * 254,  # too long with the ending of one of Aleph's files
    "/".join(["d" * 200] * 30),
    *("x" * 300 + ending for ending in (".csv", "*.csv", ".las", ".csv.gz")),
]


@pytest.mark.parametrize("name", LONG_NAMES, ids=range(len(LONG_NAMES)))
def test_names_that_the_system_refuses(birds: Theory, name: str) -> None:
    for call in (
        lambda: learn(name),
        lambda: learn(BK, name),
        lambda: learn(BK, FLYING, modes=name),
        lambda: learn(BK, FLYING, background=[name]),
        lambda: load(name),
        lambda: birds.save(f"{name}/{name}"),
        lambda: list(birds.predict(BK, name)),
        lambda: birds.evaluate(name),
        lambda: fold_cli.cross_validate(name),
    ):
        with pytest.raises(FoldError):
            call()


def test_several_problems_at_once(birds: Theory) -> None:
    swimmers = learn(BK, ["swim(polly)"], ["swim(tweety)", "swim(kitty)"])
    assert swimmers.clauses == ("swim(X) :- penguin(X).",)
    assert birds.holds(BK, "fly(et)")
    assert swimmers.holds(BK, "swim(polly)")
    assert not birds.holds(BK, "fly(kitty)")
    with pytest.raises(FoldError, match="defines swim/1"):
        birds.holds(BK, "swim(polly)")


def test_noisy_examples_are_listed(write: Write) -> None:
    rows = [f"{n},{'yes' if n > 20 or n == 7 else 'no'}" for n in range(40)]
    path = write("t.csv", "\n".join(["n,class", *rows]) + "\n")
    theory = learn(path, positive="yes", noise=True)
    assert theory.noisy_examples == ("pos(class_yes(row8)).",)
    assert learn(path, positive="yes") == theory
    assert learn(path, positive="yes", noise=False).noisy_examples == ()


def test_explanations_name_texts_as_users_know_them(birds: Theory) -> None:
    (prediction,) = birds.predict(BK, ["fly(polly)"], explain=True)
    explanation = birds.explain(BK, "fly(polly)")
    assert prediction.explanation == explanation
    assert '"file": "bk.pl"' in explanation.to_json()
    assert explanation.sentence == "fly(polly) does not hold"
    assert ".fold." not in explanation.to_json()


def test_evaluation_lists_errors(birds: Theory) -> None:
    found = birds.evaluate(BK, ["fly(kitty)"], ["fly(et)"], list_errors=True)
    assert found.false_negatives == ["fly(kitty)"]
    assert found.false_positives == ["fly(et)"]
    assert found.confusion.accuracy == 0


def test_cross_validation_is_that_of_the_command() -> None:
    files = [str(PROBLEMS / "play_tennis" / f"{name}.pl") for name in ("bk", "pos")]
    found = fold_cli.cross_validate(*files, folds=4, seed=1)
    printed = fold(
        "cv", *files, "--folds", "4", "--seed", "1", "--format", "csv"
    ).stdout
    figures = re.compile(r",[^,]*(?=,\d+,\d+,\d+,\d+$)", re.MULTILINE)  # seconds
    assert figures.sub("", found.to_csv()) == figures.sub("", printed)
    assert not found.partial
    assert re.fullmatch(r"<CrossValidation: 4 folds, accuracy 0\.\d+>", repr(found))
