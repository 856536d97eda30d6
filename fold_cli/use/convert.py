"""Problems as our own three files, whatever they were read from."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import TYPE_CHECKING

from fold_cli.engine.prolog import engine
from fold_cli.errors import OutputError
from fold_cli.files.problem import Problem
from fold_cli.files.settings import settings
from fold_cli.output import check_writable, write_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fold_cli.files.problem import Mode
    from fold_cli.files.tables.table import Table

NAMES = ("bk.pl", "pos.pl", "neg.pl")


def check_directory(directory: str, inputs: Iterable[str]) -> None:
    """Make the directory, and see that nothing that is read would be written over."""
    try:
        Path(directory).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        told = "is no directory" if Path(directory).exists() else error.strerror
        raise OutputError(f"cannot be made: {told}", directory) from error
    for name in NAMES:
        check_writable(str(Path(directory) / name), inputs)


def write_problem(problem: Problem | Table, directory: str) -> None:
    """Write bk.pl with modes, pos.pl and neg.pl: learning from them is the same."""
    modes = [problem.head, *problem.body]
    bounds: list[str] = []
    if isinstance(problem, Problem):
        modes += problem.recursive
        parts = _prolog_parts(problem)
        bounds = [f"{line}\n" for line in settings(problem.bias)]
        bounds += ["\n"] if bounds else []
    else:
        parts = _table_parts(problem)
    background, positives, negatives = parts
    if not problem.negatives:  # an empty file would be taken for a mistake
        negatives = ["% There are no negative examples.\n"]
    files = (
        itertools.chain(_modes(modes), bounds, background),
        positives,
        negatives,
    )
    for name, text in zip(NAMES, files, strict=True):
        write_file(str(Path(directory) / name), text)


def _modes(modes: list[Mode]) -> Iterator[str]:
    """Yield mode declarations as facts, which plain swipl reads without complaint."""
    head, *body = modes
    yield f"modeh(1, {_mode(head)}).\n"
    for mode in body:
        yield f"modeb(*, {_mode(mode)}).\n"
    yield "\n"


def _mode(mode: Mode) -> str:
    args = [f"#({a.type})" if a.kind == "#" else f"{a.kind}{a.type}" for a in mode.args]
    name = mode.predicate.name
    return f"{name}({', '.join(args)})" if args else name


def _table_parts(table: Table) -> tuple[Iterable[str], Iterable[str], Iterable[str]]:
    from fold_cli.files.tables import facts

    return (
        facts.background(table),
        facts.examples(table, positive=True),
        facts.examples(table, positive=False),
    )


def _prolog_parts(
    problem: Problem,
) -> tuple[Iterable[str], Iterable[str], Iterable[str]]:
    prolog, module = engine(), problem.module
    end = problem.positives + problem.negatives
    return (
        prolog.call("fold_convert", "background_text", module),
        prolog.call("fold_convert", "example_text", module, 0, problem.positives),
        prolog.call("fold_convert", "example_text", module, problem.positives, end),
    )
