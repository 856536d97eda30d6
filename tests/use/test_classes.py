"""A class as an argument of the target: each class is learned in turn."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from dialects import VEHICLES
from support import clauses, fold, swipl

from fold_cli.errors import InputError
from fold_cli.files.sources import Sources
from fold_cli.search.options import Options
from fold_cli.use.crossval import Plan, Validation, turns
from fold_cli.use.opening import opened
from fold_cli.use.run import learn_problem

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Write = Callable[[str, str], Path]


def test_each_class_is_learned_in_turn(tmp_path: Path) -> None:
    result = fold("learn", VEHICLES, "-o", tmp_path / "kinds.pl")
    assert result.returncode == 0, result.stderr
    text = (tmp_path / "kinds.pl").read_text(encoding="utf-8")
    assert clauses(text) == [
        "kind(X, bicycle) :- wheels(X, 2).",
        "kind(X, boat) :- floats(X).",
        "kind(X, car) :- wheels(X, 4), \\+ ab0(X, car).",
        "kind(X, wreck) :- broken(X).",
        "ab0(X, car) :- broken(X).",
    ]
    assert "% examples: 8 positive, 24 negative" in text
    assert "% covered: 8 positive, 0 negative" in text
    assert fold("show", tmp_path / "kinds.pl").stdout == text


def test_classes_can_be_written_for_clingo() -> None:
    result = fold("learn", "-q", VEHICLES, "--format", "asp")
    assert result.returncode == 0, result.stderr
    assert "kind(X, boat) :- floats(X)." in result.stdout
    assert "ab0(X, car) :- broken(X)." in result.stdout


def test_classes_given_by_what_a_tree_would_predict(write: Write) -> None:
    text = VEHICLES.read_text(encoding="utf-8").replace("#kind", "-kind")
    tree = write("tree.pl", ":- aleph_set(dependent, 2).\n" + text)
    assert clauses(fold("learn", "-q", tree).stdout) == clauses(
        fold("learn", "-q", VEHICLES).stdout
    )


def test_the_rules_of_classes_hold_in_swipl(tmp_path: Path) -> None:
    theory = tmp_path / "kinds.pl"
    assert fold("learn", "-q", VEHICLES, "-o", theory).returncode == 0
    assert fold("convert", VEHICLES, "-o", tmp_path / "own").returncode == 0
    found = swipl(
        "forall((member(V, [v1, v4, v5, v8]), kind(V, K)), (print(V-K), nl))",
        files=(tmp_path / "own" / "bk.pl", theory),
    )
    assert found == ["v1-bicycle", "v4-wreck", "v5-boat", "v8-car"]


def test_what_cannot_take_classes_in_turn_says_so() -> None:
    with (
        opened(Sources((str(VEHICLES),))) as problem,
        pytest.raises(InputError, match="only fold learn takes classes") as error,
    ):
        learn_problem(problem, Options())
    assert (error.value.file, error.value.line) == (str(VEHICLES), 6)


# Judging classes

ANIMALS = """\
hair(dog). hair(cat). hair(cow). hair(bat).
feathers(eagle). feathers(robin). feathers(wren). feathers(owl).
scales(carp). scales(pike). scales(trout). scales(eel).
"""
CLASSES = {
    "mammal": "dog cat cow bat whale",
    "bird": "eagle robin wren owl",
    "'Bony fish'": "carp pike trout eel",
}
MODES = """\
:- modeh(class(+animal, #kind)).
:- modeb(hair(+animal)).
:- modeb(feathers(+animal)).
:- modeb(scales(+animal)).
"""


@pytest.fixture
def animals(write: Write) -> list[str]:
    atoms = [f"class({a}, {c})." for c, names in CLASSES.items() for a in names.split()]
    files = (("bk.pl", ANIMALS), ("pos.pl", "\n".join(atoms)), ("modes.pl", MODES))
    bk, pos, modes = (str(write(name, text)) for name, text in files)
    return [bk, pos, "--modes", modes]


def test_the_confusion_of_all_classes(animals: list[str], write: Write) -> None:
    theory = write(
        "theory.pl",
        "class(X, bird) :- hair(X), feathers(X).\n"
        "class(X, mammal) :- hair(X).\n"
        "class(X, 'Bony fish') :- scales(X).\n"
        "class(X, 'Bony fish') :- hair(X).\n",
    )
    result = fold("evaluate", theory, *animals, "--format", "json")
    found = json.loads(result.stdout)
    assert found["classes"] == ["Bony fish", "bird", "mammal"]
    # Of the mammals, hair gives the first class that swipl finds; the whale has none.
    assert found["confusion"] == [[4, 0, 0, 0], [0, 0, 0, 4], [0, 0, 4, 1]]
    assert found["accuracy"] == pytest.approx(8 / 13)
    assert found["macro_f1"] == pytest.approx((1 + 0 + 8 / 9) / 3)
    assert found["weighted_f1"] == pytest.approx((4 + 0 + 5 * 8 / 9) / 13)


def test_pairs_that_are_not_all_known_are_judged_by_themselves(
    animals: list[str], write: Write
) -> None:
    theory = write("theory.pl", "class(X, mammal) :- hair(X).\n")
    neg = str(write("neg.pl", "class(eel, mammal)."))
    result = fold("evaluate", theory, *animals[:2], neg, *animals[2:])
    assert result.returncode == 0, result.stderr
    assert "predicted true" in result.stdout


def test_folds_keep_objects_together_and_out_of_sight(animals: list[str]) -> None:
    bk, pos, _, modes = animals
    validation = Validation(Sources((bk,), pos, modes=modes), Options(), Plan(13))
    try:
        assert validation.problem.negatives == 26
        results = [validation.run(turn) for turn in turns(Plan(13))]
    finally:
        validation.problem.free()
    assert [result.confusion.total for result in results] == [1] * 13
    right = [result.confusion.accuracy for result in results]
    assert sum(right) == 12  # nothing describes the whale, which others cannot tell
    assert sum("whale" not in result.theory for result in results) == 1
    assert all(result.ranking["log_loss"] > 0 for result in results)
