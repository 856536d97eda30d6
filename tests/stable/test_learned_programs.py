"""Programs learned from tasks are right on every example, by clingo alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from answer_sets import count_models, wrong_examples
from support import DATA, fold

from fold_cli.stable.program import learn_program
from fold_cli.stable.tasks.task_reader import read_task

if TYPE_CHECKING:
    from pathlib import Path

TASKS = sorted((DATA / "stable").glob("*/*.las"))

LITERALS = {
    "4queens": 8,
    "adj_to_red": 4,
    "choice_rule": 1,
    "coin": 6,
    "coloring": 13,
    "evenodd": 6,
    "grandparent": 7,
    "non_opl_unstratified": 1,
    "prediction_task": 4,
    "simple_agent": 6,
    "simple_inc_exc": 0,
    "sudoku": 9,
}
"""The literals of the answers that are known for the tasks."""


@pytest.mark.skipif(not TASKS, reason="the tasks are not here")
@pytest.mark.parametrize("name", sorted(LITERALS))
def test_tasks_of_other_systems(name: str) -> None:
    (path,) = (task for task in TASKS if task.stem == name)
    result = fold("learn", path)
    assert result.returncode == 0, result.stderr
    assert wrong_examples(read_task(str(path)), result.stdout) == []
    literals = re.search(r"(\d+) literals?; ", result.stderr)
    assert literals
    assert int(literals[1]) <= LITERALS[name]


def queens(tmp_path: Path) -> Path:
    """Write eight queens: six boards without an attack, sixty with one."""
    import itertools
    import random

    good, bad = [], []
    for board in itertools.permutations(range(1, 9)):
        attacks = any(
            abs(board[i] - board[j]) == i - j for i in range(8) for j in range(i)
        )
        (bad if attacks else good).append(board)
    chosen = random.Random(8)
    lines = [
        "#const n = 8.\nnumber(1..n).\n"
        "1 { q(X,Y) : number(Y) } 1 :- number(X).\n"
        "1 { q(X,Y) : number(X) } 1 :- number(Y).\n"
        "add(A,B,C) :- number(A), number(B), C = A + B.\n"
        "sub(A,B,C) :- number(A), number(B), C = A - B.\n"
        "lt(A,B) :- number(A), number(B), A < B.\n"
        "#modeb(2, q(var(v),var(v)), (positive)).\n"
        "#modeb(1, add(var(v),var(v),var(v)), (positive)).\n"
        "#modeb(1, sub(var(v),var(v),var(v)), (positive)).\n"
        "#modeb(1, lt(var(v),var(v)), (positive)).\n"
    ]
    for kind, boards in (
        ("pos", chosen.sample(good, 6)),
        ("neg", chosen.sample(bad, 60)),
    ):
        for board in boards:
            atoms = ", ".join(f"q({x},{y})" for x, y in enumerate(board, 1))
            lines.append(f"#{kind}({{{atoms}}}, {{}}).\n")
    path = tmp_path / "queens.las"
    path.write_text("".join(lines), encoding="utf-8")
    return path


def test_eight_queens_have_92_models(tmp_path: Path) -> None:
    path = queens(tmp_path)
    program = learn_program(read_task(str(path)))
    assert count_models(read_task(str(path)).background, program.render()) == 92
    assert program.size[1] == 8


def test_the_same_bytes_every_time(tmp_path: Path) -> None:
    path = tmp_path / "t.las"
    path.write_text(
        "p(1..4). {q(X)} :- p(X).\n#neg({q(1), q(2)}, {}).\n#neg({q(2), q(3)}, {}).\n"
        "#pos({q(1), q(3)}, {q(2)}).\n#modeb(2, q(var(t)), (positive)).\n"
        "#modeb(1, var(t) < var(t)).\nnext(X, X + 1) :- p(X).\n"
        "#modeb(1, next(var(t), var(t)), (positive)).\n"
    )
    first = fold("learn", "-q", path)
    assert first.returncode == 0, first.stderr
    assert first.stdout == fold("learn", "-q", path).stdout
    assert ":- q(X), q(Y), next(X, Y)." in first.stdout
