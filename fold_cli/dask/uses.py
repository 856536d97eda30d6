"""What a theory says of tables in parts, by tasks at the workers of a cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli.dask.cluster import tasks_at
from fold_cli.use.predicted_parts import predict_parts
from fold_cli.use.theories import warn

if TYPE_CHECKING:
    from collections.abc import Callable

    from typing_extensions import Unpack

    from fold_cli.use.given_text import Source
    from fold_cli.use.inputs import InputOptions
    from fold_cli.use.theories import Theory


def write_parts(
    theory: Theory,
    table: Source,
    output: str,
    cluster: str,
    *,
    proba: bool = False,
    append: bool = False,
    csv: bool = False,
    progress: Callable[[str, int, int], None] = lambda *_: None,
    on_warning: Callable[[str], None] = warn,
    **options: Unpack[InputOptions],
) -> bool:
    """Write what a theory says of a table's rows, part by part, by a cluster.

    The output is a file, .csv or .parquet, or else a new directory of Parquet parts, of
    CSV parts if ``csv``. The rows and columns, and what is returned, are those of
    ``write_predictions``.
    """
    with tasks_at(cluster, progress) as spread:
        assert spread
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
