"""The library's front door: what the commands do, without a terminal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fold_cli.coverage import Coverage
from fold_cli.learner import Learner, Options
from fold_cli.loader import free, load
from fold_cli.problem import Problem
from fold_cli.sources import TableSource
from fold_cli.theory import build, with_notes

if TYPE_CHECKING:
    from collections.abc import Callable

    from fold_cli import learner
    from fold_cli.sources import Sources
    from fold_cli.tables.table import Table
    from fold_cli.theory import Theory


@dataclass(frozen=True, slots=True)
class Outcome:
    """A learned theory and the problem it was learned from."""

    theory: Theory
    problem: Problem | Table


def learn(
    sources: Sources | TableSource,
    options: Options | None = None,
    progress: Callable[[str, int, int], None] = lambda *_: None,
    told: Callable[[str], None] = lambda _: None,
) -> Outcome:
    """Learn a theory.

    ``progress`` hears of the step, how much of it is done and how much there is;
    ``told`` hears warnings. A keyboard interrupt gives the theory so far, partial.
    """
    options = options or Options()
    progress("reading files", 0, 0)
    problem = read(sources)
    try:
        for warning in problem.warnings:
            told(warning)
        theory = learn_problem(problem, options, progress)
        if theory.enumerated and problem.body:
            told(
                f"{theory.enumerated} of {problem.positives} positive examples fit no "
                "rule that leaves out all negative ones; they are enumerated"
            )
    finally:
        if isinstance(problem, Problem):
            free(problem)
    return Outcome(theory, problem)


def read(sources: Sources | TableSource) -> Problem | Table:
    """Read files into a problem, which is to be freed, or a table."""
    if not isinstance(sources, TableSource):
        return load(sources)
    from fold_cli.tables.read import read_table

    return read_table(sources)


def learn_problem(
    problem: Problem | Table,
    options: Options,
    progress: Callable[[str, int, int], None] = lambda *_: None,
) -> Theory:
    """Learn the theory of a loaded problem."""
    coverage: learner.Coverage
    if isinstance(problem, Problem):
        coverage = Coverage(problem, progress)
    else:
        coverage = problem.coverage()
    learner = Learner(
        coverage, options, lambda left, all_: progress("learning", all_ - left, all_)
    )
    partial = False
    try:
        rules = learner.learn()
    except KeyboardInterrupt:
        if not learner.learned:
            raise
        rules, partial = learner.learned, True
    theory = build(
        rules,
        problem.target,
        problem.predicates,
        coverage.positives,
        coverage.negatives,
    )
    return with_notes(theory, _notes(problem, options), partial=partial)


def _notes(problem: Problem | Table, options: Options) -> list[str]:
    """Return the header lines about how a theory came to be."""
    notes = []
    if isinstance(problem, Problem) and problem.closed_world:
        notes.append("negatives: closed world")
    words = [f"--algorithm {options.algorithm}"]
    for name in ("max_literals", "max_clauses", "max_exception_depth"):
        value = getattr(options, name)
        if value is not None:
            words.append(f"--{name.replace('_', '-')} {value}")
    return [*notes, f"options: {' '.join(words)}"]
