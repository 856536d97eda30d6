"""``fold cv``."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fold_cli.cli.common import (
    PARTIAL,
    ExampleCommand,
    inputs,
    problem_inputs,
    search,
    search_options,
    table_options,
    tell,
)
from fold_cli.engine.stop import stopper

if TYPE_CHECKING:
    from fold_cli.use.crossval import Plan, Result


@click.command(
    cls=ExampleCommand,
    epilog="fold cv bk.pl pos.pl neg.pl --folds 10\n"
    "fold cv data.csv --positive good --repeat 3 --format json",
)
@problem_inputs
@table_options
@search_options
@click.option(
    "--folds",
    type=click.IntRange(min=2),
    default=10,
    show_default=True,
    metavar="N",
    help="Parts that the examples are divided into.",
)
@click.option(
    "--repeat",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Do it so many times, divided anew.",
)
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    metavar="N",
    help="The same seed divides the examples in the same way.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Folds learned at the same time. [as many as there are processors]",
)
@click.option(
    "--save-theories",
    metavar="DIR",
    help="Write the theory of each fold into this directory.",
)
@click.option(
    "--format",
    "style",
    type=click.Choice(["table", "json", "csv"]),
    default="table",
    show_default=True,
    help="A table to read, data, or a line for each fold.",
)
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but the result.")
def cv(
    bk: str,
    pos: str | None,
    neg: str | None,
    background: tuple[str, ...],
    target: str | None,
    modes: str | None,
    folds: int,
    repeat: int,
    seed: int,
    jobs: int | None,
    save_theories: str | None,
    style: str,
    quiet: bool,
) -> int:
    """Cross-validate: learn from all parts of the examples but one, judge that one.

    The inputs are those of 'fold learn'. A theory never learns from the examples that
    it is judged by.
    """
    from fold_cli.cli import console
    from fold_cli.use import crossval

    plan = crossval.Plan(folds, repeat, seed)
    sources = inputs(bk, pos, neg, background, target, modes)
    notes: list[str] = []
    results: list[Result] = []
    stopped = False
    with console.progress(not quiet) as progress:
        runs = crossval.validate(
            sources, search(), plan, jobs or os.cpu_count() or 1, progress, notes.append
        )
        try:
            for result in runs:
                results.append(result)
        except KeyboardInterrupt:
            if not results:
                raise
            stopped = True
    results.sort(key=lambda result: (result.turn.repetition, result.turn.fold))
    for note in [] if quiet else notes:
        tell(f"fold: {note}")
    if save_theories:
        _save(results, Path(save_theories))
    _print(results, plan, style)
    if stopped:
        reason = stopper().stop_reason or "interrupted"
        tell(f"fold: {reason}; {len(results)} of {folds * repeat} folds finished")
        return PARTIAL
    return 0


def _print(results: list[Result], plan: Plan, style: str) -> None:
    from fold_cli.cli import console
    from fold_cli.use import crossval

    if style == "json":
        sys.stdout.write(crossval.to_json(results, plan))
    elif style == "csv":
        sys.stdout.write(crossval.to_csv(results))
    else:
        sys.stdout.write(console.validation(crossval.summary(results), len(results)))


def _save(results: list[Result], directory: Path) -> None:
    """Write each theory as repetition_fold.pl."""
    from fold_cli.errors import OutputError
    from fold_cli.output import write_file

    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"cannot be made: {error.strerror}"
        raise OutputError(message, str(directory)) from error
    for result in results:
        name = f"theory_{result.turn.repetition + 1}_{result.turn.fold + 1}.pl"
        write_file(str(directory / name), result.theory)
