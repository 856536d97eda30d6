"""Tasks of answer set programming as inputs: translated where one model is enough."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from fold_cli.errors import EngineError
from fold_cli.files.dialects import several_models

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def as_one_model(
    path: str, dialect: str | None, write: Callable[[str, str], str]
) -> str:
    """Return the path of a file or, if it is a task, of its translation to one model.

    ``write`` takes a text and a name, and returns the path of a file for it.
    """
    if dialect not in (None, "ilasp"):
        return path
    task = several_models.task_of_several_models(path, dialect)
    if task is None:
        return path
    with clingo_needed():
        from fold_cli.stable.tasks.one_model import in_one_model
        from fold_cli.stable.tasks.task_reader import read_task
    return write(in_one_model(read_task(task)), Path(task).name)


@contextmanager
def clingo_needed() -> Iterator[None]:
    """Say what to install where clingo is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name != "clingo":
            raise
        raise EngineError(
            "tasks with several stable models need clingo: pip install 'fold-cli[asp]'"
        ) from None
