"""``fold explain``."""

from __future__ import annotations

import json
import sys

import click

from fold_cli.cli.common import (
    ExampleCommand,
    inputs,
    run_options,
    table_options,
    tell,
)

DEPTH = 10


depth_option = click.option(
    "--depth",
    type=click.IntRange(min=1, max=100),
    default=DEPTH,
    show_default=True,
    metavar="N",
    help="Look into rules of rules at most N deep.",
)

theory_background = click.option(
    "-b",
    "--background",
    multiple=True,
    metavar="FILE",
    help="A further background file, such as facts that are new; may be repeated.",
)

sentences_option = click.option(
    "--modes",
    metavar="FILE",
    help="A file of declarations with sentences for predicates; they may also stand "
    "in BK.",
)


@click.command(cls=ExampleCommand, epilog="fold explain theory.pl bk.pl 'fly(tweety)'")
@click.argument("theory")
@click.argument("bk", metavar="BK")
@click.argument("goal")
@theory_background
@sentences_option
@run_options
@table_options
@depth_option
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Sentences, or the tree as data.",
)
def explain(
    theory: str,
    bk: str,
    goal: str,
    background: tuple[str, ...],
    modes: str | None,
    depth: int,
    style: str,
) -> None:
    """Say why an atom holds, or why not.

    GOAL is an atom without variables, of the theory or of BK: 'fly(tweety)'. Of one
    that holds the rule is shown that makes it so, with facts and values; of one that
    does not, for each rule what is missing. BK may be a table.
    """
    from fold_cli.use.explain import Narrator, to_data, to_text
    from fold_cli.use.program import running, written

    given = inputs(bk, None, None, background, None, modes)
    with running(given, written(theory), ask="nothing") as program:
        for warning in program.warnings:
            tell(f"fold: {warning}")
        tree = program.explain(goal, depth)
        explanation = Narrator(program.theory, program.sentences).explanation(tree)
    if style == "json":
        text = json.dumps(to_data(explanation), indent=2, ensure_ascii=False) + "\n"
    else:
        text = to_text(explanation)
    sys.stdout.write(text)
