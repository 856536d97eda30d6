"""Problems of any dialect written as bk.pl, pos.pl and neg.pl, or as a task of clingo.

It costs one reading of the files and one pass over clauses and examples.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fold_cli.errors import UsageError
from fold_cli.files.clingo_rules import clauses_of
from fold_cli.files.settings import settings
from fold_cli.files.sources import is_directory
from fold_cli.output import write_file, write_into, writing, writing_into
from fold_cli.use.asp_tasks import clingo_needed
from fold_cli.use.inputs.input_sources import reading
from fold_cli.use.inputs.text_files import file_path
from fold_cli.use.problems.problem_factory import open_task, opened, trusted
from fold_cli.use.theories.theory import warn

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from typing_extensions import Unpack

    from fold_cli.files.problem import Mode
    from fold_cli.files.sources import Sources, TableSource
    from fold_cli.stable.tasks.task import Task
    from fold_cli.use.inputs.input_sources import InputOptions
    from fold_cli.use.inputs.text_files import Source
    from fold_cli.use.problems.learning_problem import LearningProblem

NAMES = ("bk.pl", "pos.pl", "neg.pl")

TRUST_NOTE = (
    "the converted files have the clauses and libraries alone; what the trusted files "
    "do when they are loaded (flags, tables) is not in them"
)
"""The warning about problems whose files Prolog loaded with ``--trust``."""


def write_problem(problem: LearningProblem, directory: str) -> None:
    """Write bk.pl with modes, pos.pl and neg.pl: learning from them is the same."""
    background, positives, negatives = problem.texts()
    bounds = [f"{line}\n" for line in settings(problem.bias)]
    bounds += ["\n"] if bounds else []
    negatives = iter(negatives)
    none = "% There are no negative examples.\n"  # an empty file would seem a mistake
    negatives = itertools.chain([next(negatives, none)], negatives)
    files = (
        itertools.chain(_modes(problem.modes), bounds, background),
        positives,
        negatives,
    )
    write_into(directory, zip(NAMES, files, strict=True))


@dataclass(frozen=True)
class Conversion:
    """What is written: a directory of three files, a task, or its background."""

    output: str
    scale: int = 1
    stable: bool = False  # the background has several stable models
    cautious: bool = False

    def __post_init__(self) -> None:
        if (self.scale != 1 or self.stable) and not self.is_file:
            raise UsageError("--scale and --semantics stable need -o FILE.las or .lp.")
        if self.output.endswith(".pl") and not is_directory(self.output):
            raise UsageError(
                f"-o {self.output}: name a directory, for bk.pl, pos.pl and neg.pl."
            )

    @property
    def is_file(self) -> bool:
        """Whether one file for clingo is written."""
        return self.output.endswith((".las", ".lp"))

    def announced(self) -> AbstractContextManager[None]:
        """Announce what will be written."""
        if self.is_file:
            return writing([self.output])
        return writing_into(self.output, NAMES)

    def write(self, sources: Sources | TableSource) -> tuple[str, ...]:
        """Read files and write them; return the warnings."""
        if self.stable:
            return self._write_task(
                open_task(sources, cautious=self.cautious, scale=self.scale)
            )
        with opened(sources) as problem:
            if not self.is_file:
                write_problem(problem, self.output)
                return (*problem.warnings, *[TRUST_NOTE] * trusted(sources))
            notes = self._write_task(task_of_problem(problem, self.scale))
            return (*problem.warnings, *notes)

    def _write_task(self, task: Task) -> tuple[str, ...]:
        from fold_cli.stable.tasks.task_text import task_text

        whole = self.output.endswith(".las")
        write_file(self.output, task_text(task) if whole else task.background)
        return task.notes


def task_of_problem(problem: LearningProblem, scale: int = 1) -> Task:
    """Return a problem as a task, with all numbers multiplied by a scale."""
    with clingo_needed():
        from fold_cli.stable.tasks import prolog_task
    _, *examples = problem.texts()
    positives, negatives = (clauses_of("".join(parts)) for parts in examples)
    return prolog_task.task_of_problem(
        problem.clauses(), problem.modes, positives, negatives, problem.bias, scale
    )


def _modes(modes: tuple[Mode, ...]) -> Iterator[str]:
    """Yield mode declarations as facts, which plain swipl reads without complaint."""
    head, *body = modes
    yield f"modeh(1, {_mode(head)}).\n"
    for mode in body:
        yield f"modeb(*, {_mode(mode)}).\n"
    yield "\n"


def _mode(mode: Mode) -> str:
    """Return a mode in which # is no prefix operator."""
    args = [f"#({a.type})" if a.kind == "#" else str(a) for a in mode.args]
    return mode.text_with(args)


def convert(
    bk: Source,
    pos: Source | None = None,
    neg: Source | None = None,
    *,
    output: str | os.PathLike[str],
    scale: int = 1,
    stable: bool = False,
    cautious: bool = False,
    on_warning: Callable[[str], None] = warn,
    **options: Unpack[InputOptions],
) -> None:
    """Write a table, or files of any dialect, as bk.pl, pos.pl and neg.pl.

    If ``output`` ends in ``.las``, write a task for learners of answer set programs; if
    it ends in ``.lp``, the background alone for clingo; in both, all numbers are
    multiplied by ``scale``. ``stable``: the background has several stable models.
    """
    conversion = Conversion(file_path(output), scale, stable=stable, cautious=cautious)
    with conversion.announced(), reading(bk, pos, neg, options) as given:
        for message in given.renamed(conversion.write(given.sources)):
            on_warning(message)
