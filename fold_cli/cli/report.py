"""``fold report``."""

from __future__ import annotations

import sys

import click

from fold_cli.cli.command import ExampleCommand
from fold_cli.cli.inputs import Inputs, problem_inputs
from fold_cli.cli.streams import print_result, warn


@click.command(
    cls=ExampleCommand,
    epilog="fold report theory.pl bk.pl pos.pl neg.pl -o report.html\n"
    "fold report theory.pl data.csv -o report.html",
)
@click.argument("theory")
@problem_inputs
@click.option(
    "-o", "--output", metavar="FILE", help="Write the page here, not to a pipe."
)
def report(inputs: Inputs, theory: str, output: str | None) -> None:
    """Show what a theory says of examples, and why, as one HTML file.

    BK, POS and NEG are as for 'fold evaluate'. Where nothing says what the examples
    are, as in a table without its class, what the theory says of them is shown. The
    page needs no other file and no network.
    """
    from fold_cli.api import load, write_file, writing

    if output is None and sys.stdout.isatty():
        raise click.UsageError("Name a file for the page: -o report.html.")
    with writing([output]):
        page = load(theory).report(
            inputs.bk, inputs.pos, inputs.neg, on_warning=warn, **inputs.options()
        )
    if output:
        write_file(output, page)
    else:
        print_result(page)
