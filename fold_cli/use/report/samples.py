"""Which examples a report includes: some of each kind, evenly spread.

A kind is what examples are and what they are taken for. Only the examples that are
included are explained, so the cost does not grow with a table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fold_cli.use.report.data import Example, ExampleGroup
from fold_cli.use.theories.judgement import every_class

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from fold_cli.theory.theory import Theory
    from fold_cli.use.problems.learning_problem import LearningProblem
    from fold_cli.use.theories.judgement import AppliedTheory, Judgement

    Places = NDArray[np.intp]

MAX_EXAMPLES = 100
"""Examples that are all included; of more, a sample is."""

MAX_WRONG, MAX_RIGHT = 25, 20
"""Examples of one kind that go wrong, or come out right, where there are more."""

DEPTH = 10
"""How many rules deep explanations look."""


class _Kind(NamedTuple):
    title: str
    wrong: bool
    places: Places
    said: Callable[[int], str]  # of the example at a place


def example_groups(
    theory: Theory,
    applied: AppliedTheory,
    judgement: Judgement,
    problem: LearningProblem | None,
) -> tuple[ExampleGroup, ...]:
    """Return examples in groups, those that go wrong first, each with its reasons."""
    kinds = _kinds(theory, judgement, problem)
    size = len(judgement.holds)
    groups = []
    for kind in kinds:
        limit = MAX_WRONG if kind.wrong else MAX_RIGHT
        chosen = kind.places if size <= MAX_EXAMPLES else spread(kind.places, limit)
        examples = []
        if len(chosen):
            atoms = applied.atoms(chosen)
            reasons = applied.explanations(DEPTH, chosen)
            for place, atom, why in zip(chosen.tolist(), atoms, reasons, strict=True):
                examples.append(Example(atom, kind.said(place), why))
        total = len(kind.places)
        groups.append(ExampleGroup(kind.title, kind.wrong, total, tuple(examples)))
    return tuple(groups)


def spread(places: Places, limit: int) -> Places:
    """Return at most so many places, evenly spaced, the first and the last included."""
    if len(places) <= limit:
        return places
    chosen = np.linspace(0, len(places) - 1, limit).round().astype(np.intp)
    return places[chosen]


def _kinds(
    theory: Theory, judgement: Judgement, problem: LearningProblem | None
) -> list[_Kind]:
    holds = judgement.holds
    if judgement.labels is not None:
        return _kinds_of_classes(theory, judgement, problem)
    if problem is None:
        return [
            _Kind("Predicted true", False, np.flatnonzero(holds), _always("true")),
            _Kind("Predicted false", False, np.flatnonzero(~holds), _always("false")),
        ]
    positive = problem.positive
    groups = [
        ("Positive", "false", True, positive & ~holds),
        ("Negative", "true", True, ~positive & holds),
        ("Positive", "true", False, positive & holds),
        ("Negative", "false", False, ~positive & ~holds),
    ]
    return [
        _Kind(
            f"{kind}, predicted {said}",
            wrong,
            np.flatnonzero(flags),
            _always(said, f"{kind.lower()}, "),
        )
        for kind, said, wrong, flags in groups
    ]


def _always(said: str, kind: str = "") -> Callable[[int], str]:
    return lambda _: f"{kind}predicted {said}"


def _kinds_of_classes(
    theory: Theory, judgement: Judgement, problem: LearningProblem | None
) -> list[_Kind]:
    assert judgement.labels is not None
    values = [*theory.classes, "no class"]  # -1 is the last
    if problem is None or problem.labels is None:
        labels = judgement.labels
        every = np.arange(len(labels))
        return [_Kind("Rows", False, every, lambda at: f"given {values[labels[at]]}")]
    classes, places = every_class(theory, problem)
    given, actual = judgement.labels, places[problem.labels]
    names = [*classes, "no class"]

    def said(at: int) -> str:
        return f"is {names[actual[at]]}, given {names[given[at]]}"

    right = given == actual
    return [
        _Kind("Given another class", True, np.flatnonzero(~right), said),
        _Kind("Given their class", False, np.flatnonzero(right), said),
    ]
