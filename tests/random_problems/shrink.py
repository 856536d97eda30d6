"""A failing problem made smaller while it fails in the same way."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from random_problems.problem import without

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from random_problems.problem import Problem


def shrunk(
    problem: Problem, fails: Callable[[Problem], bool], most: int = 300
) -> Problem:
    """Return a smaller problem that fails; at most ``most`` of them are tried."""
    tried = 0
    again = True
    while again:
        again = False
        for smaller in _smaller(problem):
            tried += 1
            if tried > most:
                return problem
            if fails(smaller):
                problem, again = smaller, True
                break
    return problem


def _smaller(problem: Problem) -> Iterator[Problem]:
    """Yield problems without options, then without lines, halves of files first."""
    for at in range(len(problem.options)):
        options = problem.options[:at] + problem.options[at + 1 :]
        yield replace(problem, options=options)
    for name, lines in problem.files.items():
        size = (len(lines) + 1) // 2
        first = 1 if problem.is_table else 0
        while size:
            for start in range(first, len(lines), size):
                yield without(problem, name, range(start, start + size))
            size //= 2
