"""Programs and tasks asked of clingo alone, example by example."""

from __future__ import annotations

from typing import TYPE_CHECKING

import clingo

if TYPE_CHECKING:
    from fold_cli.stable.tasks.task import Task


def wrong_examples(task: Task, program: str) -> list[str]:
    """Return the examples that a program gets wrong."""
    wrong = []
    for example in task.examples:
        parts = [task.background, program, example.context]
        parts += [f":- not {atom}." for atom in example.inside]
        parts += [f":- {atom}." for atom in example.outside]
        if bool(count_models(*parts, most=1)) != example.positive:
            wrong.append(example.name)
    return wrong


def count_models(*programs: str, most: int = 0) -> int:
    """Return how many stable models programs have together; count up to ``most``."""
    control = clingo.Control([str(most), "--warn=none"])
    control.add("base", [], "\n".join(programs))
    control.ground([("base", [])])
    return sum(1 for _ in control.solve(yield_=True))
