"""``fold show``."""

from __future__ import annotations

import click

from fold_cli.cli.common import ExampleCommand, format_option, output_option, write
from fold_cli.cli.explain import sentences_option


@click.command(cls=ExampleCommand, epilog="fold show theory.pl --format text")
@click.argument("theory")
@output_option
@format_option("pl")
@sentences_option
def show(theory: str, output: str | None, style: str, modes: str | None) -> None:
    """Render a theory file again, in any format."""
    from fold_cli.files.theories import read_theory
    from fold_cli.theory.formats import render
    from fold_cli.use.program import sentences_in

    sentences = sentences_in(modes) if modes else None
    write(render(read_theory(theory), style, sentences), output, style)
