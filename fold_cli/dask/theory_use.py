"""Theories evaluated and applied on tables in parts, by the workers of a cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli.dask.cluster import table_team, tasks_at
from fold_cli.errors import UsageError
from fold_cli.use.inputs.input_sources import check_inputs, reading
from fold_cli.use.predicting.predicted_parts import predict_parts
from fold_cli.use.problems.problem_factory import opened_at_workers
from fold_cli.use.theories.theory import warn

if TYPE_CHECKING:
    from collections.abc import Callable

    from typing_extensions import Unpack

    from fold_cli.engine.progress import Progress
    from fold_cli.use.inputs.input_sources import InputOptions
    from fold_cli.use.inputs.text_files import Source
    from fold_cli.use.measuring.evaluation import Evaluation
    from fold_cli.use.theories.theory import Theory


def evaluate_parts(
    theory: Theory,
    table: Source,
    cluster: str | None = None,
    *,
    memory: str | int | None = None,
    list_errors: bool = False,
    progress: Progress = lambda *_: None,
    on_warning: Callable[[str], None] = warn,
    **options: Unpack[InputOptions],
) -> Evaluation:
    """Compare what a theory says of a table's rows with what they are, by a cluster.

    Rows stay with its workers or, without a cluster, in files for want of ``memory``.
    The result is that of ``Theory.evaluate``.
    """
    from fold_cli.use.measuring.distant_evaluation import evaluate_distant

    if not check_inputs(table, **options):
        option = "--memory" if cluster is None else "--cluster"
        raise UsageError(f"{option} is about tables alone.")
    written = theory._written
    with (
        reading(table, None, None, options) as given,
        table_team(cluster, progress, memory) as (team, on_step),
    ):
        on_step("reading files", 0, 0)
        with opened_at_workers(given.sources, team, written.theory) as problem:
            if problem.target != written.theory.target:
                for message in given.renamed(problem.warnings):
                    on_warning(message)
            evaluation = evaluate_distant(problem, written, list_errors=list_errors)
            return given.renamed(evaluation)


def write_parts(
    theory: Theory,
    table: Source,
    output: str,
    cluster: str,
    *,
    proba: bool = False,
    append: bool = False,
    csv: bool = False,
    progress: Progress = lambda *_: None,
    on_warning: Callable[[str], None] = warn,
    **options: Unpack[InputOptions],
) -> bool:
    """Write what a theory says of a table's rows, part by part, by a cluster.

    The output is a file, .csv or .parquet, or else a new directory of Parquet parts, of
    CSV parts if ``csv``. The rows and columns, and what is returned, are those of
    ``write_predictions``.
    """
    with tasks_at(cluster, progress) as spread:
        return predict_parts(
            theory,
            table,
            output,
            spread,
            proba=proba,
            append=append,
            csv=csv,
            on_warning=on_warning,
            **options,
        )
