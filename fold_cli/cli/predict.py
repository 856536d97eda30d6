"""``fold predict``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from fold_cli.cli.command import (
    ExampleCommand,
    check_program_options,
    cluster_option,
    is_given,
)
from fold_cli.cli.explain import depth_option
from fold_cli.cli.inputs import Inputs, background_inputs
from fold_cli.cli.streams import print_result, warn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from fold_cli.api import Prediction

TABLE_SUFFIXES = (".csv", ".parquet")
"""Suffixes of files in which predictions are a table."""
STYLES = {".csv": "csv", ".parquet": "parquet", ".json": "json", ".txt": None, "": None}
"""The formats by the suffixes that files may have."""


@click.command(
    cls=ExampleCommand,
    epilog="fold predict theory.pl bk.pl\n"
    "fold predict theory.pl bk.pl examples.pl -b new_facts.pl --proba --format csv\n"
    "fold predict theory.pl data.csv --proba -o labels.csv",
)
@click.argument("theory")
@background_inputs(click.argument("pos", metavar="[EXAMPLES]", required=False))
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "csv", "json"]),
    help="Lines with tabs (the default), a table, or data.",
)
@click.option(
    "--proba",
    is_flag=True,
    help="Add how likely it is: by what holds of it, and how that went in training.",
)
@click.option("--explain", is_flag=True, help="Add why.")
@depth_option
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Write to a file; for a table, .csv or .parquet with the id, the prediction "
    "and the probability in columns.",
)
@click.option(
    "--append", is_flag=True, help="With -o, put them after the columns of the table."
)
@cluster_option("For a table in parts, let them be written, in the directory -o, by")
@click.option(
    "--models",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    metavar="N",
    help="Of a task with several stable models: show N of them; 0 for all.",
)
def predict(
    inputs: Inputs,
    theory: str,
    style: str | None,
    proba: bool,
    explain: bool,
    depth: int,
    output: str | None,
    append: bool,
    cluster: str | None,
    models: int,
) -> None:
    """Apply a theory to examples, or list all that it makes true.

    EXAMPLES holds atoms of the theory's target; each is told true or false. Without
    it all atoms are listed that follow from the theory and BK. BK may be a table,
    whose rows are the examples; its class need not be known.
    """
    from fold_cli import api

    task = api.programs.task_of_several_models(inputs.bk, inputs.pos)
    if task:
        _write_models(theory, task, models, output, style)
        return
    if is_given("models"):
        raise click.UsageError("--models is for a task with several stable models.")
    if is_given("depth") and not explain:
        raise click.UsageError("--depth needs --explain.")
    options = inputs.options()
    table = api.check_inputs(inputs.bk, inputs.pos, inputs.neg, **options)
    suffix = Path(output or "").suffix.lower()
    if cluster:
        possible = table and not explain and style in (None, "csv")
        _write_parts(inputs, theory, output, cluster, proba, append, style, possible)
        return
    if append and not (table and suffix in TABLE_SUFFIXES):
        raise click.UsageError("--append needs a table, and -o FILE.csv or .parquet.")
    if suffix == ".parquet" and not table:
        raise click.UsageError("-o FILE.parquet needs a table; FILE.csv does not.")
    with api.writing([output]):
        loaded = api.load(theory)
    style = _checked_style(style, output, suffix, table=table)
    if output and table and suffix in TABLE_SUFFIXES and not explain:
        known = api.write_predictions(
            loaded,
            inputs.bk,
            output,
            proba=proba,
            append=append,
            on_warning=warn,
            **options,
        )
    elif output and (append or suffix == ".parquet"):
        raise click.UsageError("--explain needs -o FILE.csv without --append.")
    else:
        predictions = loaded.predictions(
            inputs.bk,
            inputs.pos,
            proba=proba,
            explain=explain,
            depth=depth,
            on_warning=warn,
            **options,
        )
        known = _write_listed(predictions, output, style, proba=proba, explain=explain)
    if proba and not known:
        _warn_unknown(theory)


def _write_models(
    program: str, task: str, most: int, output: str | None, style: str | None
) -> None:
    """Write models of a program beside its task, or all where ``most`` is 0."""
    from fold_cli import api

    check_program_options(task, "output", "style", "models")
    suffix = Path(output or "").suffix.lower()
    style = _checked_style(style, output, suffix, table=False)
    if style not in ("text", "json"):
        raise click.UsageError("models are written as text or JSON.")
    with api.writing([output]):
        text = api.programs.apply_program(program, task).render_models(most, style)
    api.write_file(output, text) if output else print_result(text)


def _write_listed(
    predictions: AbstractContextManager[Iterator[Prediction]],
    output: str | None,
    style: str,
    *,
    proba: bool,
    explain: bool,
) -> bool:
    """Write predictions one by one; return whether all have a probability."""
    from fold_cli import api

    check = _ProbabilityCheck()
    with api.writing([output]), predictions as listed:
        parts = api.render_predictions(
            check(listed), style, proba=proba, explain=explain
        )
        api.write_file(output, parts) if output else print_result(parts)
    return check.known


class _ProbabilityCheck:
    """Passes predictions on; ``known`` says whether all have a probability."""

    known = True

    def __call__(self, predictions: Iterator[Prediction]) -> Iterator[Prediction]:
        for prediction in predictions:
            self.known = self.known and prediction.probability is not None
            yield prediction


def _checked_style(
    style: str | None, output: str | None, suffix: str, *, table: bool
) -> str:
    """Return the format: that of --format, of the file's suffix, or else text."""
    if output and table and suffix not in STYLES:
        endings = ", ".join(filter(None, STYLES))
        raise click.UsageError(f"-o {output}: predictions are written as {endings}.")
    if style and output and STYLES.get(suffix) not in (None, style):
        raise click.UsageError(f"-o {output} is not written as --format {style}.")
    return style or STYLES.get(suffix) or "text"


def _write_parts(
    inputs: Inputs,
    theory: str,
    output: str | None,
    cluster: str,
    proba: bool,
    append: bool,
    style: str | None,
    possible: bool,
) -> None:
    """Let workers predict for the parts of a table."""
    from fold_cli import api

    if not possible:
        raise click.UsageError(
            "--cluster is for a table, without --explain, and with no --format but csv."
        )
    suffix = Path(output or "").suffix.lower()
    whole_or_parts = (*TABLE_SUFFIXES, "")
    if not output or suffix not in whole_or_parts or (style and suffix == ".parquet"):
        raise click.UsageError(
            "--cluster needs -o: a new directory, FILE.csv or FILE.parquet."
        )
    with api.writing([output] if suffix else []):
        loaded = api.load(theory)
    known = api.write_parts(
        loaded,
        inputs.bk,
        output,
        cluster,
        proba=proba,
        append=append,
        csv=bool(style),
        on_warning=warn,
        **inputs.options(),
    )
    if proba and not known:
        _warn_unknown(theory)


def _warn_unknown(theory: str) -> None:
    warn(
        f"{theory} does not say all that its clauses covered in training, so some "
        "probabilities are missing"
    )
