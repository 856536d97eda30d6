"""``fold show``."""

from __future__ import annotations

import click

from fold_cli.cli.command import (
    ExampleCommand,
    format_option,
    modes_option,
    output_option,
    scale_option,
)
from fold_cli.cli.streams import write


@click.command(cls=ExampleCommand, epilog="fold show theory.pl --format text")
@click.argument("theory")
@output_option
@format_option
@scale_option
@modes_option
def show(
    theory: str, output: str | None, style: str, scale: int, modes: str | None
) -> None:
    """Render a theory file again, in any format."""
    from fold_cli.api import load, writing

    with writing([output]):
        loaded = load(theory, modes=modes)
    write(loaded.render(style, scale=scale), output, style)
