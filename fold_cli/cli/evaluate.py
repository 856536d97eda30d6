"""``fold evaluate``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from fold_cli.cli.common import (
    ExampleCommand,
    inputs,
    problem_inputs,
    table_options,
    tell,
)

if TYPE_CHECKING:
    from fold_cli.files.sources import Sources, TableSource
    from fold_cli.use.evaluate import Evaluation
    from fold_cli.use.program import WrittenTheory


@click.command(
    cls=ExampleCommand,
    epilog="fold evaluate theory.pl bk.pl pos.pl neg.pl --list-errors\n"
    "fold evaluate theory.pl data.csv --format json",
)
@click.argument("theory")
@problem_inputs
@table_options
@click.option(
    "--list-errors", is_flag=True, help="List the examples that go wrong too."
)
@click.option(
    "--format",
    "style",
    type=click.Choice(["table", "json"]),
    default="table",
    show_default=True,
    help="Tables to read, or data.",
)
def evaluate(
    theory: str,
    bk: str,
    pos: str | None,
    neg: str | None,
    background: tuple[str, ...],
    target: str | None,
    modes: str | None,
    list_errors: bool,
    style: str,
) -> None:
    """Compare what a theory says of examples with what they are.

    BK, POS and NEG are as for 'fold learn': without NEG, all that is not positive is
    negative; without POS, the target's facts in BK are the positive examples; BK may
    be a table.
    """
    from fold_cli.cli import console
    from fold_cli.files.sources import TableSource
    from fold_cli.use.evaluate import to_json
    from fold_cli.use.program import written

    source = written(theory)
    given = inputs(bk, pos, neg, background, target, modes)
    if isinstance(given, TableSource):
        result, atoms = _judge_table(source, given)
    else:
        result, atoms = _judge_problem(source, given, texts=list_errors)
    if style == "json":
        sys.stdout.write(to_json(result, atoms if list_errors else None))
        return
    sys.stdout.write(console.evaluation(result))
    for index in result.missed if list_errors else ():
        click.echo(f"predicted false, but positive: {atoms[index]}")
    for index in result.mistaken if list_errors else ():
        click.echo(f"predicted true, but negative: {atoms[index]}")


def _judge_problem(
    source: WrittenTheory, sources: Sources, *, texts: bool
) -> tuple[Evaluation, list[str]]:
    from dataclasses import replace

    import numpy as np

    from fold_cli.files.loader import free, load
    from fold_cli.use.evaluate import evaluate
    from fold_cli.use.program import beside

    about = sources.target or str(source.theory.target)
    problem = load(replace(sources, target=about))
    try:
        program = beside(problem, source)
        judgement = program.judge(clauses=True)
        atoms = program.atoms() if texts else []
    finally:
        free(problem)
    for warning in program.warnings:
        tell(f"fold: {warning}")
    positive = np.arange(program.size) < problem.positives
    return evaluate(source.theory, judgement, positive), atoms


def _judge_table(
    source: WrittenTheory, given: TableSource
) -> tuple[Evaluation, list[str]]:
    from fold_cli.files.tables.read import read_table
    from fold_cli.use.evaluate import evaluate
    from fold_cli.use.judgement import judge_rows
    from fold_cli.use.program import check_target

    table = read_table(given)
    for warning in table.warnings:
        tell(f"fold: {warning}")
    check_target(source, table.target)
    judgement = judge_rows(table, source.theory, table.rows)
    name = table.target.name
    atoms = [f"{name}({table.row_name(row)})" for row in table.rows.tolist()]
    return evaluate(source.theory, judgement, table.labels[table.rows]), atoms
