"""``fold cv``."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from fold_cli.api import stopper
from fold_cli.cli.command import ExampleCommand, cluster_option
from fold_cli.cli.inputs import Inputs, problem_inputs
from fold_cli.cli.search_options import SearchOptions, search_options
from fold_cli.cli.streams import PARTIAL, print_result, warn, warn_all, write_each

if TYPE_CHECKING:
    from collections.abc import Callable

    from fold_cli.api import CrossValidation


@click.command(
    cls=ExampleCommand,
    epilog="fold cv bk.pl pos.pl neg.pl --folds 10\n"
    "fold cv data.csv --positive good --repeat 3 --format json",
)
@problem_inputs
@search_options
@click.option(
    "--folds",
    type=click.IntRange(min=2, max=100_000),
    default=10,
    show_default=True,
    metavar="N",
    help="Parts that the examples are divided into.",
)
@click.option(
    "--repeat",
    type=click.IntRange(min=1, max=1000),
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
    type=click.IntRange(min=1, max=256),
    metavar="N",
    help="Folds learned at the same time. [as many as there are processors]",
)
@cluster_option("Let folds be learned by")
@click.option(
    "--save-theories",
    metavar="DIR",
    help="Write the theory of each fold into this directory.",
)
@click.option(
    "--report",
    metavar="FILE",
    help="Write a page that shows how figures spread and how stable rules are.",
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
    inputs: Inputs,
    search: SearchOptions,
    folds: int,
    repeat: int,
    seed: int,
    jobs: int | None,
    cluster: str | None,
    save_theories: str | None,
    report: str | None,
    style: str,
    quiet: bool,
) -> int:
    """Cross-validate: learn from all folds but one, judge that one.

    The inputs are those of 'fold learn'. A theory never learns from the examples that
    it is judged by.
    """
    from fold_cli import api
    from fold_cli.cli import console

    if jobs and cluster:
        raise click.UsageError("--jobs and --cluster do not go together.")
    options = inputs.options(quiet=quiet)
    turns = ((r, f) for r in range(repeat) for f in range(folds))
    names = [_file_name(*turn) for turn in turns] if save_theories else []
    with (
        api.writing([report]),
        api.writing_into(save_theories, names),
        console.progress(not quiet) as progress,
    ):
        validation = api.cross_validate(
            inputs.bk,
            inputs.pos,
            inputs.neg,
            folds=folds,
            repeat=repeat,
            seed=seed,
            jobs=jobs or os.cpu_count() or 1,
            cluster=cluster,
            progress=progress,
            keep_partial=True,
            **options,
            **search._asdict(),
        )
    warn_all(() if quiet else validation.warnings)
    outputs: dict[str, Callable[[], None]] = {}
    if save_theories:
        found = validation.results
        theories = [(_file_name(*each.turn), each.theory) for each in found]
        outputs["the theories are"] = lambda: api.write_into(save_theories, theories)
    if report:
        outputs["the report is"] = lambda: api.write_file(report, validation.report())
    outputs["the figures are"] = lambda: print_result(_figures(validation, style))
    write_each(outputs)
    if validation.partial:
        reason = stopper().stop_reason or "interrupted"
        warn(f"{reason}; {len(validation.results)} of {folds * repeat} folds finished")
        return PARTIAL
    return 0


def _figures(validation: CrossValidation, style: str) -> str:
    """Return the result of a cross-validation in a format."""
    from fold_cli.cli import console

    if style == "json":
        return validation.to_json()
    if style == "csv":
        return validation.to_csv()
    return console.validation(validation.summary, len(validation.results))


def _file_name(repetition: int, fold: int) -> str:
    """Return the name of a theory's file."""
    return f"theory_{repetition + 1}_{fold + 1}.pl"
