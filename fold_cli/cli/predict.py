"""``fold predict``."""

from __future__ import annotations

import click

from fold_cli.cli.command import ExampleCommand
from fold_cli.cli.explain import depth_option
from fold_cli.cli.inputs import Inputs, background_inputs
from fold_cli.cli.streams import say, warn


@click.command(
    cls=ExampleCommand,
    epilog="fold predict theory.pl bk.pl\n"
    "fold predict theory.pl bk.pl examples.pl -b new_facts.pl --proba --format csv\n"
    "fold predict theory.pl data.csv",
)
@click.argument("theory")
@background_inputs(click.argument("pos", metavar="[EXAMPLES]", required=False))
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "csv", "json"]),
    default="text",
    show_default=True,
    help="Lines with tabs, a table, or data.",
)
@click.option(
    "--proba",
    is_flag=True,
    help="Add how likely it is: by what holds of it, and how that went in training.",
)
@click.option("--explain", is_flag=True, help="Add why.")
@depth_option
def predict(
    inputs: Inputs, theory: str, style: str, proba: bool, explain: bool, depth: int
) -> None:
    """Apply a theory to examples, or list all that it makes true.

    EXAMPLES holds atoms of the theory's target; each is told true or false. Without
    it all atoms are listed that follow from the theory and BK. BK may be a table,
    whose rows are the examples; its class need not be known.
    """
    from fold_cli.api import load, render_predictions

    options = inputs.options()
    predictions = load(theory).predict(
        inputs.bk,
        inputs.pos,
        proba=proba,
        explain=explain,
        depth=depth,
        on_warning=warn,
        **options,
    )
    if proba and any(each.probability is None for each in predictions):
        warn(
            f"{theory} does not say all that its clauses covered in training, so some "
            "probabilities are missing"
        )
    say(render_predictions(predictions, style, proba=proba, explain=explain))
