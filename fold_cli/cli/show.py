"""``fold show``."""

from __future__ import annotations

import click

from fold_cli.cli.command import (
    ExampleCommand,
    format_option,
    modes_option,
    output_option,
)
from fold_cli.cli.streams import write


@click.command(cls=ExampleCommand, epilog="fold show theory.pl --format text")
@click.argument("theory")
@output_option
@format_option("pl")
@modes_option
def show(theory: str, output: str | None, style: str, modes: str | None) -> None:
    """Render a theory file again, in any format."""
    from fold_cli.api import load, writing

    with writing([output]):
        loaded = load(theory, modes=modes)
    write(loaded.render(style), output, style)
