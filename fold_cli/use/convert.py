"""Problems as our own three files, whatever they were read from."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from fold_cli.output import write_into

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fold_cli.files.problem import Mode
    from fold_cli.use.problems import LearningProblem

NAMES = ("bk.pl", "pos.pl", "neg.pl")


def write_problem(problem: LearningProblem, directory: str) -> None:
    """Write bk.pl with modes, pos.pl and neg.pl: learning from them is the same."""
    background, positives, negatives = problem.texts()
    bounds = [f"{line}\n" for line in problem.settings]
    bounds += ["\n"] if bounds else []
    if not problem.negatives:  # an empty file would be taken for a mistake
        negatives = ["% There are no negative examples.\n"]
    files = (
        itertools.chain(_modes(problem.modes), bounds, background),
        positives,
        negatives,
    )
    write_into(directory, zip(NAMES, files, strict=True))


def _modes(modes: tuple[Mode, ...]) -> Iterator[str]:
    """Yield mode declarations as facts, which plain swipl reads without complaint."""
    head, *body = modes
    yield f"modeh(1, {_mode(head)}).\n"
    for mode in body:
        yield f"modeb(*, {_mode(mode)}).\n"
    yield "\n"


def _mode(mode: Mode) -> str:
    args = [f"#({a.type})" if a.kind == "#" else str(a) for a in mode.args]
    name = mode.predicate.name
    return f"{name}({', '.join(args)})" if args else name
