"""``fold explain``."""

from __future__ import annotations

import click

from fold_cli.cli.command import ExampleCommand, check_program_options
from fold_cli.cli.inputs import Inputs, background_inputs
from fold_cli.cli.streams import print_result, warn

DEPTH = 10


depth_option = click.option(
    "--depth",
    type=click.IntRange(min=1, max=100),
    default=DEPTH,
    show_default=True,
    metavar="N",
    help="Look into rules of rules at most N deep.",
)


@click.command(cls=ExampleCommand, epilog="fold explain theory.pl bk.pl 'fly(tweety)'")
@click.argument("theory")
@background_inputs()
@click.argument("goal", metavar="ATOM")
@depth_option
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Sentences, or the tree as data.",
)
@click.option(
    "--model",
    type=click.IntRange(min=1),
    metavar="N",
    help="Of a task with several stable models: explain by the N-th. "
    "[the first that has ATOM]",
)
def explain(
    inputs: Inputs, theory: str, goal: str, depth: int, style: str, model: int | None
) -> None:
    """Say why an atom holds, or why not.

    ATOM has no variables, and is of the theory or of BK: 'fly(tweety)'. Of one
    that holds the rule is shown that makes it so, with facts and values; of one that
    does not, for each rule what is missing. BK may be a table; then the name of a row
    is enough, and asks why the row is given its class.
    """
    from fold_cli.api import load, programs

    task = programs.task_of_several_models(inputs.bk, inputs.pos)
    if task:
        check_program_options(task, "style", "model")
        applied = programs.apply_program(theory, task)
        print_result(applied.render_explanation(goal, model, style))
        return
    if model:
        raise click.UsageError("--model is for a task with several stable models.")
    options = inputs.options()
    explanation = load(theory).explain(
        inputs.bk, goal, depth=depth, on_warning=warn, **options
    )
    print_result(explanation.to_json() if style == "json" else f"{explanation}\n")
