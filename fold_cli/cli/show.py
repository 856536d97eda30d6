"""``fold show``."""

from __future__ import annotations

import click

from fold_cli.cli.common import ExampleCommand, format_option, output_option, write


@click.command(cls=ExampleCommand, epilog="fold show theory.pl --format text")
@click.argument("theory")
@output_option
@format_option("pl")
def show(theory: str, output: str | None, style: str) -> None:
    """Render a theory file again, in any format."""
    from fold_cli.reader import read_theory
    from fold_cli.writer import render

    write(render(read_theory(theory), style), output, style)
