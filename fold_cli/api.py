"""The library's front door: what the commands do, without a terminal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fold_cli.coverage import Coverage
from fold_cli.learner import Learner, Options
from fold_cli.loader import Sources, free, load
from fold_cli.theory import build, with_notes

if TYPE_CHECKING:
    from collections.abc import Callable

    from fold_cli.problem import Problem
    from fold_cli.theory import Theory


@dataclass(frozen=True, slots=True)
class Outcome:
    """A learned theory and the problem it was learned from."""

    theory: Theory
    problem: Problem


def learn(
    sources: Sources,
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
    problem = load(sources)
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
        free(problem)
    return Outcome(theory, problem)


def learn_problem(
    problem: Problem,
    options: Options,
    progress: Callable[[str, int, int], None] = lambda *_: None,
) -> Theory:
    """Learn the theory of a loaded problem."""
    coverage = Coverage(problem, progress)
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


def _notes(problem: Problem, options: Options) -> list[str]:
    """Return the header lines about how a theory came to be."""
    notes = []
    if problem.closed_world:
        notes.append("negatives: closed world")
    words = [f"--algorithm {options.algorithm}"]
    for name in ("max_literals", "max_clauses", "max_exception_depth"):
        value = getattr(options, name)
        if value is not None:
            words.append(f"--{name.replace('_', '-')} {value}")
    return [*notes, f"options: {' '.join(words)}"]
