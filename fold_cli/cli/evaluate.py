"""``fold evaluate``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from fold_cli.cli.command import (
    ExampleCommand,
    check_program_options,
    check_table_options,
    cluster_option,
    memory_option,
    scale_option,
    semantics_options,
)
from fold_cli.cli.inputs import PROGRAM_FILES, Inputs, problem_inputs
from fold_cli.cli.streams import print_result, warn, warn_all

if TYPE_CHECKING:
    from fold_cli.api import Evaluation


@click.command(
    cls=ExampleCommand,
    epilog="fold evaluate theory.pl bk.pl pos.pl neg.pl --list-errors\n"
    "fold evaluate theory.pl data.csv --format json",
)
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
@scale_option
@cluster_option("Leave the rows of a table with, and let them be counted by,")
@memory_option
@semantics_options
def evaluate(
    inputs: Inputs,
    theory: str,
    list_errors: bool,
    style: str,
    scale: int,
    cluster: str | None,
    memory: str | None,
    semantics: str | None,
    cautious: bool,
) -> None:
    """Compare what a theory says of examples with what they are.

    BK, POS and NEG are as for 'fold learn': without NEG, all that is not positive is
    negative; without POS, the target's facts in BK are the positive examples; BK may
    be a table.
    """
    from fold_cli.api import evaluate_parts, load, programs
    from fold_cli.cli import console

    task = programs.task_of_several_models(
        inputs.bk, inputs.pos, inputs.dialect, semantics
    )
    if task or semantics == "stable":
        meant = ("list_errors", "style", "semantics", "dialect")
        check_program_options(task, *meant, of_files=PROGRAM_FILES)
        applied = _applied_program(inputs, theory, task, cautious, scale)
        of_program = applied.evaluation()
        print_result(of_program.to_json() if style == "json" else str(of_program))
        return
    if scale != 1:
        raise click.UsageError("--scale needs --semantics stable.")
    options = inputs.options()
    loaded = load(theory)
    if cluster or memory:
        check_table_options(inputs.pos or inputs.neg, cluster, memory)
        with console.progress(enabled=True) as progress:
            result = evaluate_parts(
                loaded,
                inputs.bk,
                cluster,
                memory=memory,
                list_errors=list_errors,
                progress=progress,
                on_warning=warn,
                **options,
            )
    else:
        result = loaded.evaluate(
            inputs.bk,
            inputs.pos,
            inputs.neg,
            list_errors=list_errors,
            on_warning=warn,
            **options,
        )
    warn_all(result.warnings)
    print_result(result.to_json() if style == "json" else _as_text(result))


def _applied_program(
    inputs: Inputs, program: str, task: str | None, cautious: bool, scale: int
) -> Any:
    """Return an answer set program beside its task, or beside Prolog files."""
    from fold_cli.api import programs

    if task:
        return programs.apply_program(program, task)
    return programs.apply_to_files(
        program,
        inputs.bk,
        inputs.pos,
        inputs.neg,
        cautious=cautious,
        scale=scale,
        **inputs.options(),
    )


def _as_text(result: Evaluation) -> str:
    """Return the tables of an evaluation, then the errors that were asked for."""
    from fold_cli.api import visible
    from fold_cli.cli import console

    missed = [f"predicted false, but positive: {a}" for a in result.false_negatives]
    mistaken = [f"predicted true, but negative: {a}" for a in result.false_positives]
    errors = [f"{visible(line)}\n" for line in (*missed, *mistaken)]
    return "".join([console.evaluation(result), *errors])
