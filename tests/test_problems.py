"""Whole problems, each with the theory that must be learned from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import PROBLEMS, meaning

from fold_cli.files.sources import Sources
from fold_cli.files.theories import read_theory
from fold_cli.search.options import Options
from fold_cli.use.learning.learn import learn

if TYPE_CHECKING:
    from pathlib import Path

    from fold_cli.theory.theory import Theory

EXPECTED = sorted(path.parent for path in PROBLEMS.glob("*/expected.pl"))
ALL = sorted(path.parent for path in PROBLEMS.glob("*/pos.pl"))
WORKED_EXAMPLES = {
    "birds",
    "birds_and_jet",
    "foil_birds",
    "nested_birds_and_planes",
    "nested_exceptions",
    "play_tennis",
    "related_work_birds",
}


def theory_of(problem: Path, algorithm: str = "fold") -> Theory:
    negatives = problem / "neg.pl"
    modes = problem / "modes.pl"
    sources = Sources(
        background=(str(problem / "bk.pl"),),
        positives=str(problem / "pos.pl"),
        negatives=str(negatives) if negatives.exists() else None,
        modes=str(modes) if modes.exists() else None,
    )
    return learn(sources, Options(algorithm)).theory


def test_every_worked_example_is_here() -> None:
    assert {path.name for path in ALL} >= WORKED_EXAMPLES


@pytest.mark.parametrize("problem", EXPECTED, ids=lambda path: path.name)
def test_learns_the_expected_theory(problem: Path) -> None:
    algorithm = "foil" if problem.name.startswith("foil") else "fold"
    expected = read_theory(str(problem / "expected.pl"))
    assert meaning(theory_of(problem, algorithm)) == meaning(expected)


@pytest.mark.parametrize("algorithm", ["fold", "foil"])
@pytest.mark.parametrize("problem", ALL, ids=lambda path: path.name)
def test_is_sound_and_complete(problem: Path, algorithm: str) -> None:
    theory = theory_of(problem, algorithm)
    assert theory.covers
    assert theory.examples
    assert theory.covers.positives == theory.examples.positives
    assert theory.covers.negatives == 0


def test_play_tennis_is_no_larger_than_the_papers_theory() -> None:
    theory = theory_of(PROBLEMS / "play_tennis")
    assert theory.examples
    assert (theory.examples.positives, theory.examples.negatives) == (9, 5)
    clauses, literals = theory.size
    assert clauses <= 4
    assert literals <= 7
    assert not theory.enumerated


def test_exceptions_nest_three_deep() -> None:
    theory = theory_of(PROBLEMS / "nested_exceptions")
    names = [learned.clause.name for learned in theory.clauses]
    assert names == ["fly", "ab0", "ab1", "ab2"]


def test_meaning_ignores_names_and_order_and_nothing_else(tmp_path: Path) -> None:
    from support import meaning_of_text

    one = "f(X) :- a(X), \\+ ab0(X).\nf(X) :- b(X).\nab0(X) :- c(X).\n"
    renamed = "f(Y) :- b(Y).\nf(Z) :- a(Z), \\+ ab7(Z).\nab7(A) :- c(A).\n"
    other = one.replace("c(X)", "d(X)")
    unnegated = one.replace("\\+ ", "")
    assert meaning_of_text(one, tmp_path) == meaning_of_text(renamed, tmp_path)
    assert meaning_of_text(one, tmp_path) != meaning_of_text(other, tmp_path)
    assert meaning_of_text(one, tmp_path) != meaning_of_text(unnegated, tmp_path)
