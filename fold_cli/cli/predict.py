"""``fold predict``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from fold_cli.cli.common import (
    ExampleCommand,
    inputs,
    run_options,
    table_options,
    tell,
)
from fold_cli.cli.explain import depth_option, sentences_option, theory_background

if TYPE_CHECKING:
    from fold_cli.files.sources import Sources, TableSource
    from fold_cli.use.predict import Prediction


@click.command(
    cls=ExampleCommand,
    epilog="fold predict theory.pl bk.pl\n"
    "fold predict theory.pl bk.pl examples.pl -b new_facts.pl --proba --format csv\n"
    "fold predict theory.pl data.csv",
)
@click.argument("theory")
@click.argument("bk", metavar="BK")
@click.argument("examples", metavar="[EXAMPLES]", required=False)
@theory_background
@sentences_option
@run_options
@table_options
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
    help="Add a confidence: how often, in training, the clause that decides was right.",
)
@click.option("--explain", is_flag=True, help="Add why.")
@depth_option
def predict(
    theory: str,
    bk: str,
    examples: str | None,
    background: tuple[str, ...],
    modes: str | None,
    style: str,
    proba: bool,
    explain: bool,
    depth: int,
) -> None:
    """Apply a theory to examples, or list all that it makes true.

    EXAMPLES holds atoms of the theory's target; each is told true or false. Without
    it all atoms are listed that follow from the theory and BK. BK may be a table,
    whose rows are the examples; its class need not be known.
    """
    from fold_cli.files.sources import TableSource
    from fold_cli.use import predict as library

    given = inputs(bk, examples, None, background, None, modes)
    if isinstance(given, TableSource) and not explain:
        predictions = _predict_table(theory, given, proba=proba)
    else:
        derived = examples is None and not isinstance(given, TableSource)
        ask = "derived" if derived else "examples"
        predictions = _predict_in_prolog(
            theory, given, ask, proba=proba, depth=depth if explain else None
        )
    if proba and any(each.confidence is None for each in predictions):
        tell(
            f"fold: {theory} does not say all that its clauses covered in training, so "
            "some confidences are missing"
        )
    if style == "csv":
        text = library.to_csv(predictions, proba=proba, explain=explain)
    elif style == "json":
        text = library.to_json(predictions, proba=proba, explain=explain)
    else:
        text = library.to_text(predictions, proba=proba)
    sys.stdout.write(text)


def _predict_in_prolog(
    theory: str,
    sources: Sources | TableSource,
    ask: str,
    *,
    proba: bool,
    depth: int | None,
) -> list[Prediction]:
    from fold_cli.use.predict import predict_program
    from fold_cli.use.program import running, written

    with running(sources, written(theory), ask=ask) as program:
        for warning in program.warnings:
            tell(f"fold: {warning}")
        return predict_program(program, proba=proba, depth=depth)


def _predict_table(
    theory: str, source: TableSource, *, proba: bool
) -> list[Prediction]:
    from fold_cli.files.tables.read import read_table
    from fold_cli.use.predict import predict_rows
    from fold_cli.use.program import written

    rules = written(theory).theory
    table = read_table(source, labelled=False)
    return predict_rows(table, rules, proba=proba)
