"""Random problems: what fold says is what plain swipl finds.

``make fuzz`` tries many more of them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from random_problems import check, kinds, shrink
from random_problems.problem import Problem, problem
from worker import Result, Worker

if TYPE_CHECKING:
    from pathlib import Path

SLOW = {24, 145}
"""Problems that take more time than all others together; ``make fuzz`` has them."""

NUMBERS = [number for number in range(152) if number not in SLOW]
PARTS = 6


@pytest.mark.parametrize("part", range(PARTS))
def test_random_problems(part: int, worker: Worker, tmp_path: Path) -> None:
    numbers = NUMBERS[part::PARTS]
    runs = check.check([problem(number) for number in numbers], worker, tmp_path)
    failing = {n: r.failures for n, r in zip(numbers, runs, strict=True) if r.failures}
    assert not failing
    learned = [run for run in runs if run.results["learn"].code == 0]
    assert len(learned) > 0.8 * len(runs)


def test_a_number_determines_a_problem() -> None:
    assert [problem(n) for n in range(50)] == [problem(n) for n in range(50)]
    assert problem(1) != problem(2)


def test_what_fails_is_a_kind() -> None:
    assert set(kinds.KINDS) >= kinds.FAILING


BIRDS = Problem(
    {
        "bk.pl": ("bird(a).", "bird(b).", "bird(c).", "penguin(c)."),
        "pos.pl": ("fly(a).", "fly(b)."),
        "neg.pl": ("fly(c).",),
    },
    ("bk.pl", "pos.pl", "neg.pl"),
)
THEORY = """\
% fold: default theory for fly/1
% examples: 2 positive, 1 negative
% covered: 2 positive, 0 negative

% covers 2 positive, 0 negative
fly(X) :- bird(X), \\+ ab0(X).

% covers 0 positive, 1 negative
ab0(X) :- penguin(X).
"""
TOLD = "fly/1: 2 clauses, 3 literals; covers 2 of 2 positive, 0 of 1 negative; 0.05 s\n"


class Liar:
    """A worker that gives one theory, whatever it is asked."""

    def __init__(self, worker: Worker, theory: str, told: str) -> None:
        self.worker, self.result = worker, Result(0, theory, told)

    def run(self, args: list[str], directory: Path) -> Result:
        return self.result if args[0] == "learn" else self.worker.run(args, directory)


@pytest.mark.parametrize(
    ("wrong", "right", "checks"),
    [
        ("", "", set()),
        ("covered: 2", "covered: 1", {"covered", "exact", "evaluate covered"}),
        ("examples: 2", "examples: 3", {"examples", "exact", "evaluate examples"}),
        ("covers 0 positive", "covers 1 positive", {"comments", "evaluate comments"}),
        ("penguin(X)", "bird(X)", {"covered", "comments", "evaluate covered"}),
        ("2 clauses", "3 clauses", {"summary"}),
        ("3 literals", "4 literals", {"summary"}),
        ("of 1 negative", "of 2 negative", {"summary"}),
        ("bird(X), \\+ ab0(X)", "\\+ ab0(X), bird(X)", {"late"}),
        ("penguin(X)", "penguin(X", {"load", "error"}),
        ("penguin(X)", "atom_length(Y, X)", {"load", "raises"}),
    ],
)
def test_the_checks_can_fail(
    wrong: str, right: str, checks: set[str], worker: Worker, tmp_path: Path
) -> None:
    birds = replace(BIRDS, extras=frozenset(["negation_order"]))
    liar = Liar(worker, THEORY.replace(wrong, right), TOLD.replace(wrong, right))
    [run] = check.check([birds], liar, tmp_path)  # type: ignore[arg-type]
    found = {failure.check for failure in run.failures}
    assert found >= checks
    assert bool(found) == bool(checks)


def test_a_command_that_fails_is_seen(worker: Worker, tmp_path: Path) -> None:
    files = {**BIRDS.files, "bk.pl": ("bird(a",)}
    [run] = check.check([replace(BIRDS, files=files)], worker, tmp_path)
    assert [failure.check for failure in run.failures] == ["error"]


def test_shrinking_keeps_what_fails() -> None:
    def fails(candidate: Problem) -> bool:
        return "penguin(c)." in candidate.files["bk.pl"]

    large = replace(BIRDS, options=(("--noise",), ("--lookahead", "2")))
    small = shrink.shrunk(large, fails)
    assert small.options == ()
    assert small.files == {"bk.pl": ("penguin(c).",), "pos.pl": (), "neg.pl": ()}
