"""A class as an argument of the target: each class is learned in turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from dialects import VEHICLES
from support import clauses, fold, swipl

from fold_cli.errors import InputError
from fold_cli.files.sources import Sources
from fold_cli.search.options import Options
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
