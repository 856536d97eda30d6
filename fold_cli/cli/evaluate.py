"""``fold evaluate``."""

from __future__ import annotations

import sys

import click

from fold_cli.cli.common import ExampleCommand, problem_inputs, sources, tell


@click.command(cls=ExampleCommand, epilog="fold evaluate theory.pl bk.pl pos.pl neg.pl")
@click.argument("theory")
@problem_inputs
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

    POS and NEG are as for 'fold learn': without NEG, all that is not positive is
    negative; without POS, the target's facts in BK are the positive examples.
    """
    import numpy as np

    from fold_cli import console
    from fold_cli.evaluate import evaluate as judge
    from fold_cli.evaluate import to_json
    from fold_cli.loader import free, load
    from fold_cli.program import beside, written

    source = written(theory)
    about = target or str(source.theory.target)
    problem = load(sources(bk, pos, neg, background, about, modes))
    try:
        program = beside(problem, source)
        judgement = program.judge(clauses=True)
        atoms = program.atoms() if list_errors else None
    finally:
        free(problem)
    for warning in program.warnings:
        tell(f"fold: {warning}")
    positive = np.arange(program.size) < problem.positives
    result = judge(source.theory, judgement.holds, judgement.covers, positive)
    if style == "json":
        sys.stdout.write(to_json(result, atoms))
        return
    sys.stdout.write(console.evaluation(result))
    if atoms is not None:
        for index in result.missed:
            click.echo(f"predicted false, but positive: {atoms[index]}")
        for index in result.mistaken:
            click.echo(f"predicted true, but negative: {atoms[index]}")
