"""Cross-validation: fair folds, nothing learned from what is judged, true counts."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import re
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import PROBLEMS, fold, swipl

from fold_cli.cli import cli
from fold_cli.files.sources import Sources, TableSource
from fold_cli.files.tables.read import read_table
from fold_cli.search.options import Options
from fold_cli.theory.formats.prolog_format import to_prolog
from fold_cli.use.learning.run import learn_problem
from fold_cli.use.measuring import cross_validation
from fold_cli.use.measuring.cross_validation import Plan, Turn, Validation, assign
from fold_cli.use.problems.problem_factory import opened
from fold_cli.use.problems.table_problem import TableProblem

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from support import Write

TENNIS = [
    str(PROBLEMS / "play_tennis" / name) for name in ("bk.pl", "pos.pl", "neg.pl")
]
CLAUSE_START = re.compile(r"^(?!%)", re.MULTILINE)


@given(st.lists(st.booleans(), min_size=2, max_size=60), st.integers(2, 10))
def test_folds_are_even_stratified_and_the_same_again(
    labels: list[bool], folds: int
) -> None:
    positive, plan = np.array(labels), Plan(folds, seed=3)
    given_out = np.array(assign(positive, plan, 0))
    for kind in (True, False):
        sizes = np.bincount(given_out[positive == kind], minlength=folds)
        assert sizes.max() - sizes.min() <= 1
    sizes = np.bincount(given_out, minlength=folds)
    assert sizes.max() - sizes.min() <= 1
    assert given_out.tolist() == assign(positive, plan, 0)


def test_another_seed_and_another_repetition_divide_anew() -> None:
    positive = np.arange(40) < 20
    first = assign(positive, Plan(5, seed=1), 0)
    assert first != assign(positive, Plan(5, seed=2), 0)
    assert first != assign(positive, Plan(5, seed=1), 1)


def write_table(path: Path) -> TableSource:
    lines = ["colour,weight,class"]
    for i in range(40):
        colour = ("red", "blue", "green")[i % 3]
        good = (colour == "red") != (i * 7 % 11 > 6)
        lines.append(f"{colour},{i * 13 % 29},{'yes' if good else 'no'}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return TableSource(str(path), "class", "yes")


def test_the_labels_of_test_rows_change_nothing(tmp_path: Path) -> None:
    table = read_table(write_table(tmp_path / "data.csv"))
    training = np.arange(0, 40, 2)
    flipped = table.labels.copy()
    flipped[1::2] ^= True
    other = dataclasses.replace(table, labels=flipped)
    first, second = (
        learn_problem(TableProblem(each).split(training, training)[0], Options()).theory
        for each in (table, other)
    )
    assert to_prolog(first) == to_prolog(second)
    assert first.examples
    assert first.examples.positives + first.examples.negatives == len(training)


def test_test_examples_do_not_reach_the_learner_through_prolog() -> None:
    training = np.array([0, 1, 2, 3, 9, 10, 11])
    with opened(Sources((TENNIS[0],), TENNIS[1], TENNIS[2])) as problem:
        theory = learn_problem(problem.split(training, training)[0], Options()).theory
    assert theory.examples
    assert (theory.examples.positives, theory.examples.negatives) == (4, 3)
    assert theory.covers == dataclasses.replace(theory.examples, negatives=0)


def test_what_is_counted_is_what_swipl_says(tmp_path: Path) -> None:
    result = fold(
        "cv", *TENNIS, "--folds", "7", "-q", "--format", "csv", "--save-theories",
        tmp_path / "theories",
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    validation = Validation(
        Sources((TENNIS[0],), TENNIS[1], TENNIS[2]), Options(), Plan(7)
    )
    atoms = [
        line.strip().removesuffix(".")
        for path in TENNIS[1:]
        for line in open(path, encoding="utf-8")  # noqa: PTH123, SIM115
        if line.strip()
    ]
    folds = assign(validation.problem.positive, Plan(7), 0)
    validation.problem.free()
    for row in csv.DictReader(io.StringIO(result.stdout)):
        test = [i for i, f in enumerate(folds) if f == int(row["fold"]) - 1]
        theory = tmp_path / "theories" / f"theory_1_{row['fold']}.pl"
        asked = ",".join(atoms[i] for i in test)
        goal = f"forall((member(A, [{asked}]), \\+ \\+ A), (print(A), nl))"
        holds = set(swipl(goal, files=(TENNIS[0], theory)))
        right = [
            i for i in test if validation.problem.positive[i] and atoms[i] in holds
        ]
        wrong = [
            i for i in test if not validation.problem.positive[i] and atoms[i] in holds
        ]
        assert int(row["true_positives"]) == len(right)
        assert int(row["false_positives"]) == len(wrong)


def test_processes_give_the_same_as_one(tmp_path: Path) -> None:
    source = write_table(tmp_path / "data.csv")
    found = []
    for jobs in ("1", "2"):
        result = fold(
            "cv", source.path, "--positive", "yes", "--folds", "4", "--repeat", "2",
            "--jobs", jobs, "-q", "--format", "json",
        )  # fmt: skip
        assert result.returncode == 0, result.stderr
        data = json.loads(result.stdout)
        del data["seconds"]
        for each in data["folds"]:
            del each["seconds"]
        found.append(data)
    assert found[0] == found[1]
    assert len(found[0]["folds"]) == 8
    assert set(found[0]["accuracy"]) == {"mean", "std"}
    mean = np.mean([each["accuracy"] for each in found[0]["folds"]])
    assert found[0]["accuracy"]["mean"] == pytest.approx(mean)


def test_a_text_table_is_the_default() -> None:
    result = fold("cv", *TENNIS, "--folds", "7", "--jobs", "1")
    assert result.returncode == 0, result.stderr
    for name in ("accuracy", "precision", "recall", "F1", "clauses", "literals"):
        assert re.search(rf"^{name} +[\d.]+ +[\d.]+", result.stdout, re.MULTILINE)


def test_an_interrupt_reports_the_folds_that_finished(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = cross_validation.validate

    def interrupted(
        *args: object, **named: object
    ) -> Iterator[cross_validation.Result]:
        results = real(*args, **named)  # type: ignore[arg-type]
        yield next(results)
        yield next(results)
        raise KeyboardInterrupt

    monkeypatch.setattr(cross_validation, "validate", interrupted)
    args = ["cv", *TENNIS, "--folds", "7", "--jobs", "1", "--format", "csv"]
    assert cli.main(args, standalone_mode=False) == 3
    shown = capsys.readouterr()
    assert len(shown.out.splitlines()) == 3
    assert "interrupted; 2 of 7 folds finished" in shown.err


@pytest.mark.parametrize("folds", ["15", "100"])
def test_more_folds_than_examples_are_refused(folds: str) -> None:
    result = fold("cv", *TENNIS, "--folds", folds)
    assert result.returncode == 1
    assert "give --folds from 2 to 14" in result.stderr
    assert "Traceback" not in result.stderr


def test_one_example_has_no_folds(write: Write) -> None:
    files = write("bk.pl", "p(a). p(b)."), write("pos.pl", "t(a)."), write("neg.pl", "")
    result = fold("cv", *files, "--folds", "2")
    assert result.stderr == "fold: error: cross-validation takes two examples or more\n"


def test_a_turn_names_its_theory(tmp_path: Path) -> None:
    validation = Validation(write_table(tmp_path / "t.csv"), Options(), Plan(4))
    result = validation.run(Turn(0, 2))
    assert result.clauses == sum(
        1 for line in result.theory.splitlines() if re.match(r"[a-z']", line)
    )
