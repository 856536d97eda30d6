"""Random small tasks: what is learned is right, and no longer than it need be.

The oracle tries all programs of the language up to some size, shortest first, and asks
clingo about each of them.
"""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING

import pytest
from answer_sets import wrong_examples

from fold_cli.stable.cases import Cases
from fold_cli.stable.search.program_learner import NoProgramError, ProgramLearner
from fold_cli.stable.search.rules import size
from fold_cli.stable.search.situations import ImpossibleError
from fold_cli.stable.tasks.task_reader import Reader

if TYPE_CHECKING:
    from fold_cli.stable.tasks.task import Task

BODIES = ["a(X)", "b(X)", "not a(X)", "not b(X)"]
SLACK = 3
"""Literals by which a greedy choice may be longer than the shortest program."""


def task(seed: int) -> Task:
    """Return a random task about four objects, with a choice in its background."""
    chance = random.Random(seed)
    lines = ["o(1..4). {a(X)} :- o(X)."]
    lines += [f"b({n})." for n in range(1, 5) if chance.random() < 0.5]
    lines += ["#modeb(1, o(var(t)), (positive)).", "#modeb(1, a(var(t)))."]
    lines += ["#modeb(1, b(var(t)))."]
    predicates = ["a"]
    if chance.random() < 0.6:
        lines.append("#modeh(c(var(t))).")
        predicates.append("c")
    for kind in ["pos"] * chance.randint(1, 3) + ["neg"] * chance.randint(1, 3):
        atoms = [f"{p}({n})" for p in predicates for n in range(1, 5)]
        some = chance.sample(atoms, 3)
        cut = chance.randint(0, 3)
        inside, outside = ", ".join(some[:cut]), ", ".join(some[cut:])
        lines.append(f"#{kind}({{{inside}}}, {{{outside}}}).")
    return Reader("random", "\n".join(lines)).task()


def shortest(task: Task, limit: int) -> int | None:
    """Return the size of the shortest right program of up to two rules."""
    heads = ["", "c(X)"] if any(mode.kind == "head" for mode in task.modes) else [""]
    rules = []
    for head in heads:
        for count in (1, 2, 3):
            for body in itertools.combinations(["o(X)", *BODIES], count):
                if any(not literal.startswith("not") for literal in body):
                    rules.append((bool(head) + count, f"{head} :- {', '.join(body)}."))
    programs = [(0, ""), *rules]
    pairs = itertools.combinations(rules, 2)
    programs += [(a[0] + b[0], a[1] + b[1]) for a, b in pairs if a[0] + b[0] <= limit]
    for cost, program in sorted(programs):
        if cost <= limit and not wrong_examples(task, program):
            return cost
    return None


@pytest.mark.parametrize("seed", range(12))
def test_a_random_task(seed: int) -> None:
    made = task(seed)
    try:
        learned = ProgramLearner(made).learn()
    except (NoProgramError, ImpossibleError):
        assert shortest(made, 4) is None
        return
    assert wrong_examples(made, "\n".join(map(str, learned.rules))) == []
    assert not list(Cases(made).wrong(learned.rules))
    found = size(learned.rules)
    least = shortest(made, 4) if found > SLACK else found
    assert least is None or found <= least + SLACK
