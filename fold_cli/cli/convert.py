"""``fold convert``."""

from __future__ import annotations

import click

from fold_cli.cli.command import ExampleCommand, scale_option, semantics_options
from fold_cli.cli.inputs import Inputs, problem_inputs
from fold_cli.cli.streams import warn


@click.command(
    cls=ExampleCommand,
    epilog="fold convert data.csv --class risk --positive good -o risk\n"
    "fold learn risk/bk.pl risk/pos.pl risk/neg.pl",
)
@problem_inputs
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    required=True,
    help="Where to write bk.pl, pos.pl and neg.pl; FILE.las, a task; "
    "FILE.lp, BK for clingo.",
)
@scale_option
@semantics_options
def convert(
    inputs: Inputs, output: str, scale: int, semantics: str | None, cautious: bool
) -> None:
    """Write any problem or table as bk.pl, pos.pl and neg.pl.

    Modes and settings stand in bk.pl. Learning from the three files gives the same
    theory. With -o FILE.las, all is one task for learners of answer set programs, with
    -o FILE.lp the background is a program for clingo.
    """
    from fold_cli import api

    options = inputs.options()
    api.convert(
        inputs.bk,
        inputs.pos,
        inputs.neg,
        output=output,
        scale=scale,
        stable=semantics == "stable",
        cautious=cautious,
        on_warning=warn,
        **options,
    )
