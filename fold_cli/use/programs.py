"""Answer set programs: learned, applied and explained on clingo, which is an extra."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli.errors import InputError
from fold_cli.files.dialects import several_models
from fold_cli.use.asp_tasks import clingo_needed
from fold_cli.use.inputs.input_sources import reading
from fold_cli.use.inputs.text_files import file_path, path_of
from fold_cli.use.problems.problem_factory import open_task

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from typing_extensions import Unpack

    from fold_cli.engine.progress import Progress
    from fold_cli.stable.evaluation import AppliedProgram
    from fold_cli.stable.program import Program
    from fold_cli.use.inputs.input_sources import InputOptions
    from fold_cli.use.inputs.text_files import Source


def task_of_several_models(
    bk: Source,
    pos: Source | None = None,
    dialect: str | None = None,
    semantics: str | None = None,
) -> str | None:
    """Return the file with a task for which one model is not enough; None if none.

    Such a file holds its own examples, which are partial interpretations. If the
    semantics is "stable", any task is taken for one, if it is "one", none is.
    """
    if semantics == "one":
        return None
    path = path_of(bk)
    if path is None or pos is not None or dialect not in (None, "ilasp"):
        return None
    any_task = semantics == "stable"
    return several_models.task_of_several_models(path, dialect, any_task=any_task)


def learn_program(
    path: str | os.PathLike[str],
    progress: Progress = lambda *_: None,
    watch: Callable[[Callable[[], Program]], None] = lambda _: None,
) -> Program:
    """Learn an answer set program from the task in a file.

    It has been verified on all examples, unless it is partial, after an interrupt.
    ``watch`` is given a function that returns the program so far.
    """
    with clingo_needed():
        from fold_cli.stable.program import learn_program
        from fold_cli.stable.tasks.task_reader import read_task
    task = read_task(file_path(path))
    if not task.examples:
        message = "no example: a program is learned from #pos(...) and #neg(...)"
        raise InputError(message, task.path)
    return learn_program(task, progress, watch)


def learn_from_files(
    bk: Source,
    pos: Source | None = None,
    neg: Source | None = None,
    progress: Progress = lambda *_: None,
    watch: Callable[[Callable[[], Program]], None] = lambda _: None,
    *,
    cautious: bool = False,
    scale: int = 1,
    **options: Unpack[InputOptions],
) -> Program:
    """Learn a program from Prolog files whose background has several stable models.

    Examples are read as by :func:`fold_cli.use.problems.problem_factory.open_task`.
    """
    with clingo_needed():
        from fold_cli.stable.program import learn_program
    with reading(bk, pos, neg, options) as given:
        task = open_task(given.sources, cautious=cautious, scale=scale)
        return learn_program(task, progress, watch)


def apply_to_files(
    program: str,
    bk: Source,
    pos: Source | None = None,
    neg: Source | None = None,
    *,
    cautious: bool = False,
    scale: int = 1,
    **options: Unpack[InputOptions],
) -> AppliedProgram:
    """Return a program beside Prolog files with several stable models."""
    with clingo_needed():
        from fold_cli.stable.evaluation import AppliedProgram
    with reading(bk, pos, neg, options) as given:
        return AppliedProgram(
            program, open_task(given.sources, cautious=cautious, scale=scale)
        )


def apply_program(program: str, task: str) -> AppliedProgram:
    """Return a program, the path of a file, beside a task, to be asked about it."""
    with clingo_needed():
        from fold_cli.stable.evaluation import AppliedProgram
        from fold_cli.stable.tasks.task_reader import read_task
    return AppliedProgram(program, read_task(task))
