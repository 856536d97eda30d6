"""Cross-validation: how good theories are on examples that they were not learned from.

A theory is learned from all folds but one and judged by that one. Folds are stratified,
and the same for the same seed.
"""

from __future__ import annotations

import json
import random
import statistics
import time
from dataclasses import asdict, dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fold_cli.engine.prolog import Engine
from fold_cli.errors import InputError, for_caller
from fold_cli.theory.formats.prolog_format import to_prolog
from fold_cli.use.inputs.option_values import whole_number
from fold_cli.use.learning.classes import learn_every_class
from fold_cli.use.measuring.confusion import AnyConfusion, Confusion
from fold_cli.use.measuring.evaluation import judged
from fold_cli.use.measuring.worker_processes import as_completed
from fold_cli.use.problems.problem_factory import open_problem, with_noise_decided
from fold_cli.use.theories.written_theory import in_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from fold_cli.engine.progress import Progress
    from fold_cli.files.sources import Sources, TableSource
    from fold_cli.search.options import Options
    from fold_cli.theory.theory import Theory
    from fold_cli.use.measuring.worker_processes import TaskRunner


@dataclass(frozen=True, slots=True)
class Plan:
    """How to divide the examples."""

    folds: int = 10
    repeat: int = 1
    seed: int = 0

    def __post_init__(self) -> None:
        """Raise an error where a number is none, or too small."""
        for name, value in asdict(self).items():
            object.__setattr__(self, name, whole_number(name, value))


class Turn(NamedTuple):
    """One fold of one repetition, both counted from 0."""

    repetition: int
    fold: int


@dataclass(frozen=True, slots=True)
class Result:
    """The theory of one turn, and how it fares on the fold that was left out."""

    turn: Turn
    confusion: AnyConfusion
    ranking: dict[str, float]  # measures of probabilities, where these are known
    clauses: int
    literals: int
    seconds: float
    theory: str
    learned: Theory  # what the text says

    def figures(self) -> dict[str, float]:
        """Return the numbers that are averaged."""
        return (
            self.confusion.measures
            | self.ranking
            | {
                "clauses": self.clauses,
                "literals": self.literals,
                "seconds": self.seconds,
            }
        )


def assign(kinds: NDArray[Any], plan: Plan, repetition: int) -> list[int]:
    """Return the fold of each example; each kind is spread evenly over the folds.

    Kinds are flags, true for positive, or numbers of classes.
    """
    generator = random.Random(f"{plan.seed}/{repetition}")
    folds = [0] * len(kinds)
    dealt = 0
    for kind in np.unique(kinds)[::-1].tolist():
        members = np.flatnonzero(kinds == kind).tolist()
        generator.shuffle(members)
        for member in members:
            folds[member] = dealt % plan.folds
            dealt += 1
    return folds


class Validation:
    """A problem that is read once and learned fold by fold."""

    def __init__(
        self, sources: Sources | TableSource, options: Options, plan: Plan
    ) -> None:
        self.problem = open_problem(sources)
        self.options, self.plan = with_noise_decided(options, sources), plan
        problem = self.problem
        self.pairs = problem.class_objects()
        size = self.pairs.size if self.pairs else problem.positives + problem.negatives
        if size < 2:
            raise InputError("cross-validation takes two examples or more")
        if not 2 <= plan.folds <= size:
            raise InputError(
                f"{plan.folds} folds of {size} examples: give --folds from 2 to {size}"
            )

    def folds(self, repetition: int) -> NDArray[np.intp]:
        """Return the fold of each example; examples of one object are in one fold."""
        problem, pairs = self.problem, self.pairs
        kinds = problem.positive if problem.labels is None else problem.labels
        if pairs:
            return np.array(assign(pairs.kinds, self.plan, repetition))[pairs.objects]
        return np.array(assign(kinds, self.plan, repetition))

    def run(self, turn: Turn) -> Result:
        """Learn from all folds but one, and judge that one."""
        folds = self.folds(turn.repetition)
        training = np.flatnonzero(folds != turn.fold)
        test = np.flatnonzero(folds == turn.fold)
        learned_from, judged_by = self.problem.split(training, test)
        start = time.perf_counter()
        theory = learn_every_class(learned_from, self.options).theory
        seconds = time.perf_counter() - start
        if theory.partial:
            raise KeyboardInterrupt
        judgement = judged_by.judge(in_memory(theory), clauses=True)
        found = judged(theory, judgement, judged_by)
        text = to_prolog(theory)
        return Result(turn, *found, *theory.size, seconds, text, theory)


def turns(plan: Plan) -> list[Turn]:
    """Return all turns in order."""
    return [Turn(r, f) for r in range(plan.repeat) for f in range(plan.folds)]


def validate(
    sources: Sources | TableSource,
    options: Options,
    plan: Plan,
    jobs: int,
    progress: Progress,
    on_warning: Callable[[str], None],
    spread: TaskRunner | None,
) -> Iterator[Result]:
    """Yield the results of the turns as they are ready.

    They are run by ``spread``, or else by so many processes of this machine.
    """
    progress("reading files", 0, 0)
    validation = Validation(sources, options, plan)  # errors come before any process
    todo = turns(plan)
    for warning in validation.problem.warnings:
        on_warning(warning)
    try:
        if jobs == 1 and spread is None:
            for done, turn in enumerate(todo):
                progress("folds", done, len(todo))
                yield validation.run(turn)
            return
        run = partial(_run, sources, options, plan, Engine.inference_limit)
        each = spread or partial(as_completed, jobs)
        for done, result in enumerate(each(run, todo)):
            progress("folds", done + 1, len(todo))
            yield result
    finally:
        validation.problem.free()


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


@dataclass(frozen=True)
class CrossValidation:
    """The results of all turns that were finished, in order."""

    results: tuple[Result, ...]
    plan: Plan
    warnings: tuple[str, ...] = ()
    partial: bool = False  # stopped before all turns were finished
    files: tuple[str, ...] = ()  # that were read, without their directories

    @property
    def summary(self) -> dict[str, dict[str, float]]:
        """Mean and standard deviation of each figure over the turns."""
        statistics_of: dict[str, dict[str, float]] = {}
        figures = [result.figures() for result in self.results]
        names = max(figures, key=len)
        for name in names:  # an AUC may be missing in a fold with one class alone
            values = [of_fold[name] for of_fold in figures if name in of_fold]
            spread = statistics.stdev(values) if len(values) > 1 else 0.0
            statistics_of[name] = {"mean": statistics.fmean(values), "std": spread}
        return statistics_of

    def to_json(self) -> str:
        """Return everything as data."""
        plan = self.plan
        data: dict[str, Any] = {
            **self.summary,
            "plan": {"folds": plan.folds, "repeat": plan.repeat, "seed": plan.seed},
            "folds": [_row(result) for result in self.results],
        }
        return json.dumps(data, indent=2) + "\n"

    def to_csv(self) -> str:
        """Return a line for each fold; an AUC that it does not have is empty."""
        rows = [_row(result) for result in self.results]
        longest = max(rows, key=len)
        names = list(longest)
        lines = [",".join(names)]
        for row in rows:
            lines.append(",".join(f"{row[n]:g}" if n in row else "" for n in names))
        return "\n".join(lines) + "\n"

    def report(self) -> str:
        """Return a page that shows how figures spread and how stable rules are."""
        from fold_cli.use.report.folds_page import folds_page

        return folds_page(self)

    def __repr__(self) -> str:
        accuracy = self.summary["accuracy"]["mean"]
        return f"<CrossValidation: {len(self.results)} folds, accuracy {accuracy:.3f}>"


def cross_validate(
    sources: Sources | TableSource,
    options: Options,
    plan: Plan,
    jobs: int,
    progress: Progress = lambda *_: None,
    spread: TaskRunner | None = None,
) -> CrossValidation:
    """Run all turns, as many at a time as there are jobs, or by ``spread``.

    A keyboard interrupt leaves the turns that are finished, if there are any.
    """
    jobs = whole_number("jobs", jobs)
    results: list[Result] = []
    warnings: list[str] = []
    partial = False
    runs = validate(sources, options, plan, jobs, progress, warnings.append, spread)
    try:
        for result in runs:
            results.append(result)
    except KeyboardInterrupt:
        if not results:
            raise
        partial = True
    results.sort(key=lambda result: result.turn)
    told = tuple(map(for_caller, warnings))
    return CrossValidation(tuple(results), plan, told, partial)


def _row(result: Result) -> dict[str, float]:
    confusion = result.confusion
    return {
        "repetition": result.turn.repetition + 1,
        "fold": result.turn.fold + 1,
        **result.figures(),
        **(asdict(confusion) if isinstance(confusion, Confusion) else {}),
    }
