"""A theory is as good on rows that are with workers as on the same rows here."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from divided import divided, random_table, write, write_parts

from fold_cli.api import Evaluation, Text, Theory, evaluate_parts, learn, load
from fold_cli.coverage.distant.worker_parts import InProcessTeam
from fold_cli.errors import FoldError
from fold_cli.use.inputs.input_sources import reading
from fold_cli.use.measuring.distant_evaluation import evaluate_distant
from fold_cli.use.measuring.ranking import ranking_measures
from fold_cli.use.problems.problem_factory import opened_at_workers

if TYPE_CHECKING:
    from pathlib import Path


def evaluated(theory: Theory, pattern: str, workers: int, in_files: bool) -> Evaluation:
    team = InProcessTeam(workers, in_files=in_files)
    with (
        reading(pattern, None, None, {}) as given,
        opened_at_workers(given.sources, team, theory._theory) as problem,
    ):
        found = evaluate_distant(problem, theory._written, list_errors=True)
    team.remove()
    return found


@pytest.mark.parametrize("seed", range(12))
def test_the_same_figures(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    headers, rows = random_table(seed, 150, classes=2 + seed % 3)
    headers = ["name", *headers]
    rows = [[f"r{at}", *row] for at, row in enumerate(rows)]
    whole = write(tmp_path / "whole.csv", headers, rows)
    theory = learn(
        str(whole),
        class_column="class",
        noise=seed % 4 > 0,
        **({"id_column": "name"} if seed % 2 else {"ignore": "name"}),  # type: ignore[arg-type]
    )
    for row in rows:  # other values than it was learned from
        if chance.random() < 0.05:
            row[chance.randrange(1, len(row))] = chance.choice(["new", "99", "", "no"])
    chance.shuffle(rows)
    write(whole, headers, rows)
    pattern = write_parts(tmp_path / "parts", headers, divided(rows, 1 + seed % 5, 1))
    if seed % 3 == 0:  # without scores
        lines = theory.to_prolog().splitlines(keepends=True)
        theory = load(Text("".join(line for line in lines if "% odds:" not in line)))
    here = theory.evaluate(str(whole), list_errors=True)
    there = evaluated(theory, pattern, 1 + seed % 4, seed % 3 == 1)
    assert there.to_json() == here.to_json()
    assert there.wrong == here.wrong
    assert len(there.warnings) == len(here.warnings)


@pytest.mark.parametrize(
    ("text", "message"),
    [("other(X) :- n(X, 1).", "is about other/1"),
     ("class_yes(X) :- nothing(X, 1).", "nothing/2 is no column")],
)  # fmt: skip
def test_theories_that_do_not_fit(tmp_path: Path, text: str, message: str) -> None:
    table = write(tmp_path / "t.csv", ["n", "class"], [["1", "yes"], ["2", "no"]])
    theory, told = load(Text(text)), list[str]()
    with pytest.raises(FoldError, match=message):
        theory.evaluate(str(table), on_warning=told.append)
    here = told[:]
    told.clear()
    with pytest.raises(FoldError, match=message):
        evaluate_parts(theory, str(table), memory="500MB", on_warning=told.append)
    assert told == here


def test_a_theory_of_ours_for_several_classes(tmp_path: Path) -> None:
    rows = [["1", "a"], ["2", "b"], ["3", "c"], ["1", "b"]]
    table = write(tmp_path / "t.csv", ["n", "class"], rows)
    theory = load(Text("class(X, a) :- n(X, 1). class(X, b) :- n(X, 2)."))
    here = theory.evaluate(str(table), list_errors=True)
    assert here.confusion.accuracy == 0.5
    assert here.false_negatives == ["class(row3, c)", "class(row4, b)"]
    there = evaluated(theory, str(table), 1, in_files=False)
    assert there.to_json() == here.to_json()


def test_groups_of_rows_have_the_measures_of_rows() -> None:
    draw = np.random.default_rng(0)
    found = draw.choice([0.1, 0.25, 0.3, 0.7], size=(1000, 3))
    found /= found.sum(axis=1, keepdims=True)
    actual = draw.integers(0, 3, 1000)
    rows, places = np.unique(
        np.column_stack([found, actual]), axis=0, return_inverse=True
    )
    counts = np.bincount(places.ravel())
    grouped = ranking_measures(rows[:, :3], rows[:, 3].astype(int), counts)
    assert grouped == ranking_measures(found, actual)
