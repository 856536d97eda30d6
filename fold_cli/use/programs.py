"""Answer set programs: learned, applied and explained on clingo, which is an extra."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from fold_cli.errors import EngineError, UsageError
from fold_cli.files.dialects import several
from fold_cli.use.inputs import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from fold_cli.stable.explaining import Reason
    from fold_cli.stable.program import Program
    from fold_cli.stable.using import Applied, World
    from fold_cli.use.inputs import Source


def task_of_several_models(
    bk: Source, pos: Source | None = None, dialect: str | None = None
) -> str | None:
    """Return the file with a task for which one model is not enough; None if none.

    Such a file holds its own examples, which are partial interpretations.
    """
    if isinstance(bk, Text) or not isinstance(bk, (str, os.PathLike)):
        return None
    if pos is not None or dialect not in (None, "ilasp"):
        return None
    return several.task_of_several_models(os.fspath(bk), dialect)


def learn_program(
    path: str,
    progress: Callable[[str, int, int], None] = lambda *_: None,
    watch: Callable[[Callable[[], Program]], None] = lambda _: None,
) -> Program:
    """Learn an answer set program from the task in a file.

    It has been verified on all examples, unless it is partial, after an interrupt.
    ``watch`` is given a function that returns the program so far.
    """
    with _clingo():
        from fold_cli.stable.program import learn_program
        from fold_cli.stable.reading import read_task
    return learn_program(read_task(path), progress, watch)


def learn_from_files(
    background: Sequence[str],
    pos: str | None,
    neg: str | None,
    progress: Callable[[str, int, int], None] = lambda *_: None,
    watch: Callable[[Callable[[], Program]], None] = lambda _: None,
    *,
    cautious: bool = False,
) -> Program:
    """Learn a program from Prolog files whose background has several stable models.

    An atom of ``pos`` is in some model, one of ``neg`` in none; or, with ``cautious``,
    the former is in all models and the latter not.
    """
    if pos is None or neg is None:
        raise UsageError("--semantics stable needs POS and NEG, or a task file.")
    with _clingo():
        from fold_cli.stable.program import learn_program
        from fold_cli.stable.prolog_task import task_of_files
    task = task_of_files(background, pos, neg, cautious=cautious)
    return learn_program(task, progress, watch)


def apply_program(program: str, task: str) -> Applied:
    """Return a program, the path of a file, beside a task, to be asked about it."""
    with _clingo():
        from fold_cli.stable.using import Applied
    return Applied(program, task)


def explain_program(applied: Applied, goal: str, model: int | None = None) -> Reason:
    """Return why an atom is in a model of a program, or in none."""
    from fold_cli.stable.explaining import explained

    return explained(applied, goal, model)


def render_worlds(worlds: list[World], style: str) -> str:
    """Return stable models as ``"text"`` or ``"json"``."""
    from fold_cli.stable.using import render_worlds

    return render_worlds(worlds, style)


@contextmanager
def _clingo() -> Iterator[None]:
    """Say what to install where clingo is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name != "clingo":
            raise
        raise EngineError(
            "tasks with several stable models need clingo: pip install 'fold-cli[asp]'"
        ) from None
