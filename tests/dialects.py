"""Problems in files of other systems, and how tests load them."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from support import PROBLEMS

from fold_cli.files.loader import free, load
from fold_cli.files.sources import Sources

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fold_cli.files.problem import Problem

TOWERS = PROBLEMS / "popper_towers"
PARCELS = PROBLEMS / "aleph_parcels"
GARDEN = PROBLEMS / "aleph_garden" / "garden.pl"
VEHICLES = PROBLEMS / "aleph_vehicles" / "vehicles.pl"
MUSHROOMS = PROBLEMS / "ilasp_mushrooms"
MUSHROOM_FILES = (
    str(MUSHROOMS / "mushrooms_train.pl"),
    str(MUSHROOMS / "mushrooms_bias.txt"),
)


@contextmanager
def loaded(*paths: str | Path, **settings: str) -> Iterator[Problem]:
    first, *rest = map(str, paths)
    problem = load(Sources((first,), *rest, **settings))  # type: ignore[arg-type]
    try:
        yield problem
    finally:
        free(problem)


def modes(problem: Problem) -> list[str]:
    return [str(mode) for mode in problem.body]


def warning(problem: Problem, beginning: str) -> str:
    found = [text for text in problem.warnings if text.startswith(beginning)]
    assert len(found) == 1, problem.warnings
    return found[0]
