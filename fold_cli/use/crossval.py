"""Cross-validation: how good theories are on examples that they were not learned from.

A fold is learned from its training examples alone, and judged by Prolog, or by the
table's cells, on the others. Folds are stratified, and the same for the same seed.
"""

from __future__ import annotations

import json
import random
import statistics
import time
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from fold_cli.engine.prolog import Engine
from fold_cli.errors import InputError
from fold_cli.files.problem import Problem
from fold_cli.theory.prolog_format import to_prolog
from fold_cli.use import learn as api
from fold_cli.use.evaluate import MEASURES, Confusion
from fold_cli.use.judgement import judge_rows
from fold_cli.use.program import beside, in_memory
from fold_cli.use.workers import as_completed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from fold_cli.files.sources import Sources, TableSource
    from fold_cli.files.tables.table import Table
    from fold_cli.search.options import Options

FIGURES = (*MEASURES, "clauses", "literals", "seconds")


@dataclass(frozen=True, slots=True)
class Plan:
    """How to divide the examples."""

    folds: int = 10
    repeat: int = 1
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Turn:
    """One fold of one repetition, both counted from 0."""

    repetition: int
    fold: int


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one turn."""

    turn: Turn
    confusion: Confusion
    clauses: int
    literals: int
    seconds: float
    theory: str

    def figures(self) -> dict[str, float]:
        """Return the numbers that are averaged."""
        measures = {name: float(getattr(self.confusion, name)) for name in MEASURES}
        return measures | {
            "clauses": self.clauses,
            "literals": self.literals,
            "seconds": self.seconds,
        }


def assign(positive: NDArray[np.bool_], plan: Plan, repetition: int) -> list[int]:
    """Return the fold of each example; each kind is spread evenly over the folds."""
    chance = random.Random(f"{plan.seed}/{repetition}")
    folds = [0] * len(positive)
    dealt = 0
    for kind in (True, False):
        members = np.flatnonzero(positive == kind).tolist()
        chance.shuffle(members)
        for member in members:
            folds[member] = dealt % plan.folds
            dealt += 1
    return folds


class Validation:
    """A problem that is read once and learned fold by fold."""

    def __init__(
        self, sources: Sources | TableSource, options: Options, plan: Plan
    ) -> None:
        self.problem = api.read(sources)
        self.options, self.plan = options, plan
        size = self.problem.positives + self.problem.negatives
        if not 2 <= plan.folds <= size:
            raise InputError(
                f"{plan.folds} folds of {size} examples: give --folds from 2 to {size}"
            )
        if isinstance(self.problem, Problem):
            self.positive = np.arange(size) < self.problem.positives
        else:
            self.positive = self.problem.labels[self.problem.rows]

    def run(self, turn: Turn) -> Result:
        """Learn from all folds but one, and judge that one."""
        folds = np.array(assign(self.positive, self.plan, turn.repetition))
        training = np.flatnonzero(folds != turn.fold)
        test = np.flatnonzero(folds == turn.fold)
        start = time.perf_counter()
        theory = api.learn_problem(self.problem, self.options, among=training)
        seconds = time.perf_counter() - start
        if theory.partial:
            raise KeyboardInterrupt
        if isinstance(self.problem, Problem):
            holds = beside(self.problem, in_memory(theory)).judge().holds[test]
        else:
            table: Table = self.problem
            holds = judge_rows(table, theory, table.rows[test]).holds
        confusion = Confusion.of(holds, self.positive[test])
        return Result(turn, confusion, *theory.size, seconds, to_prolog(theory))


def turns(plan: Plan) -> list[Turn]:
    """Return all turns in order."""
    return [Turn(r, f) for r in range(plan.repeat) for f in range(plan.folds)]


def validate(
    sources: Sources | TableSource,
    options: Options,
    plan: Plan,
    jobs: int,
    progress: Callable[[str, int, int], None] = lambda *_: None,
    told: Callable[[str], None] = lambda _: None,
) -> Iterator[Result]:
    """Yield the results of the turns as they are ready."""
    todo = turns(plan)
    progress("reading files", 0, 0)
    here = Validation(sources, options, plan)  # finds what is wrong before any process
    for warning in here.problem.warnings:
        told(warning)
    if jobs == 1:
        for done, turn in enumerate(todo):
            progress("folds", done, len(todo))
            yield here.run(turn)
        return
    run = partial(_run, sources, options, plan, Engine.inference_limit)
    for done, result in enumerate(as_completed(jobs, run, todo)):
        progress("folds", done + 1, len(todo))
        yield result


def _run(
    sources: Sources | TableSource,
    options: Options,
    plan: Plan,
    inferences: int,
    turn: Turn,
) -> Result:
    """Run a turn in a process of its own, which reads the problem once."""
    Engine.inference_limit = inferences
    return _validation(sources, options, plan).run(turn)


_validation = lru_cache(maxsize=1)(Validation)


def summary(results: list[Result]) -> dict[str, dict[str, float]]:
    """Return mean and standard deviation of each figure over the turns."""
    found: dict[str, dict[str, float]] = {}
    for name in FIGURES:
        values = [result.figures()[name] for result in results]
        spread = statistics.stdev(values) if len(values) > 1 else 0.0
        found[name] = {"mean": statistics.fmean(values), "std": spread}
    return found


def to_json(results: list[Result], plan: Plan) -> str:
    """Return everything as data."""
    data: dict[str, Any] = {
        **summary(results),
        "plan": {"folds": plan.folds, "repeat": plan.repeat, "seed": plan.seed},
        "folds": [_row(result) for result in results],
    }
    return json.dumps(data, indent=2) + "\n"


def _row(result: Result) -> dict[str, float]:
    confusion = result.confusion
    return {
        "repetition": result.turn.repetition + 1,
        "fold": result.turn.fold + 1,
        **result.figures(),
        "true_positives": confusion.true_positives,
        "false_negatives": confusion.false_negatives,
        "false_positives": confusion.false_positives,
        "true_negatives": confusion.true_negatives,
    }


def to_csv(results: list[Result]) -> str:
    """Return a line for each fold."""
    rows = [_row(result) for result in results]
    lines = [",".join(rows[0])]
    lines += [",".join(f"{value:g}" for value in row.values()) for row in rows]
    return "\n".join(lines) + "\n"
