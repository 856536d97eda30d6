"""``fold convert``."""

from __future__ import annotations

import click

from fold_cli.cli.common import (
    ExampleCommand,
    inputs,
    problem_inputs,
    table_options,
    tell,
)


@click.command(
    cls=ExampleCommand,
    epilog="fold convert data.csv --class risk --positive good -o risk\n"
    "fold learn risk/bk.pl risk/pos.pl risk/neg.pl",
)
@problem_inputs
@table_options
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    required=True,
    help="Where to write bk.pl, pos.pl and neg.pl.",
)
def convert(
    bk: str,
    pos: str | None,
    neg: str | None,
    background: tuple[str, ...],
    target: str | None,
    modes: str | None,
    output: str,
) -> None:
    """Write a table, or files of any dialect, as bk.pl, pos.pl and neg.pl.

    Modes and settings stand in bk.pl. Learning from the three files gives the same
    theory.
    """
    from fold_cli.files.loader import free
    from fold_cli.files.problem import Problem
    from fold_cli.use import learn as api
    from fold_cli.use.convert import check_directory, write_problem

    source = inputs(bk, pos, neg, background, target, modes)
    read = (bk, pos, neg, modes, *background)
    check_directory(output, [name for name in read if name])
    problem = api.read(source)
    try:
        for warning in problem.warnings:
            tell(f"fold: {warning}")
        write_problem(problem, output)
    finally:
        if isinstance(problem, Problem):
            free(problem)
