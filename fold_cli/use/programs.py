"""Answer set programs: learned, applied and explained on clingo, which is an extra."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from fold_cli.errors import EngineError
from fold_cli.files.dialects import several
from fold_cli.use.inputs import Text

if TYPE_CHECKING:
    from collections.abc import Callable

    from fold_cli.stable.program import Program
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
    path: str, progress: Callable[[str, int, int], None] = lambda *_: None
) -> Program:
    """Learn an answer set program from the task in a file.

    It has been verified on all examples. It needs clingo: ``fold-cli[asp]``.
    """
    try:
        from fold_cli.stable.program import learn_program
    except ModuleNotFoundError as error:
        if error.name != "clingo":
            raise
        raise EngineError(
            "tasks with several stable models need clingo: pip install 'fold-cli[asp]'"
        ) from None
    return learn_program(path, progress)
