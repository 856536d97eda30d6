"""Predictions for the parts of a table, each made and written where a task runs.

A part is read twice: first to tell how many rows and which types it has, which is
decided about all parts together, then to be written. A theory learned from a table
says what every cell means, so no part depends on what is in the others. The parts are
written into a directory that appears whole or not at all, or put together in one file.
"""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, cast

from fold_cli.errors import InputError, OutputError, UsageError
from fold_cli.files.tables.cells import Grid, Lines
from fold_cli.files.tables.part_files import PartFile, PartLayout, part_paths
from fold_cli.files.tables.table_output import (
    cells_kind,
    csv_parts,
    joined_parquet,
    parquet_parts,
    pyarrow_modules,
    united_kind,
)
from fold_cli.output import (
    check_input,
    new_temporary,
    temporaries,
    write_file,
    writing,
)
from fold_cli.use.inputs.input_sources import check_inputs, reading
from fold_cli.use.inputs.schema_tables import read_any
from fold_cli.use.learning.notes import memorised_note
from fold_cli.use.predicting.predicted_table import (
    PredictedColumns,
    check_headers,
    given_columns,
    name_column,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from fold_cli.files.sources import TableSource
    from fold_cli.files.tables.part_files import Stamp
    from fold_cli.files.tables.raw import RawTable
    from fold_cli.files.tables.table import Table
    from fold_cli.theory import theory as internal
    from fold_cli.use.inputs.input_sources import InputOptions
    from fold_cli.use.inputs.text_files import Source
    from fold_cli.use.measuring.worker_processes import TaskRunner
    from fold_cli.use.theories.theory import Theory

MAX_WARNINGS = 10
"""Warnings about parts that are given one by one; of more, the number is."""


@dataclass(frozen=True, slots=True)
class PredictionJob:
    """What is the same for all parts."""

    theory: internal.Theory
    source: TableSource
    single: bool  # whether the part is the whole table, which has rows
    proba: bool
    append: bool
    parquet: bool
    joined: bool  # whether the parts will be one file

    def read(self, part: PartFile) -> tuple[RawTable, Table]:
        """Read a part, as it is and as the theory sees it."""
        path, raw = part.path, part()
        return raw, read_any(replace(self.source, path=path, raw=raw), self.theory)


@dataclass(frozen=True, slots=True)
class PartSummary:
    """The columns, types and size of a part, by which it is decided what is written."""

    number: int
    layout: RawTable  # without rows
    size: int
    stamp: Stamp
    kinds: tuple[str | None, ...]  # of the cells that are written again
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PartJob:
    """Which columns of a part are written, and where."""

    number: int
    path: str
    stamp: Stamp  # of the file as it was looked at
    output: str
    first_row: int
    places: tuple[int, ...]  # where the part has the columns of the first one
    kinds: tuple[str, ...]  # the types of cells that are written again, in Parquet


def predict_parts(
    theory: Theory,
    table: Source,
    output: str,
    spread: TaskRunner,
    *,
    proba: bool = False,
    append: bool = False,
    csv: bool = False,
    on_warning: Callable[[str], None],
    **options: object,
) -> bool:
    """Write what a theory says of the rows of a table in parts, by tasks.

    The output is a file, .csv or .parquet, or else a new directory of Parquet parts,
    of CSV parts if ``csv``. The columns, and what is returned, are as in
    ``write_predictions``.
    """
    given_options = cast("InputOptions", options)
    if not check_inputs(table, **given_options):
        raise UsageError(f"{table} is no table; --cluster predicts for rows of tables.")
    learned = theory._written.theory
    if learned.schema is None:
        raise InputError(
            "the theory was not learned from a table, so it does not say what the "
            "cells of each part mean; predict without --cluster"
        )
    suffix = Path(output).suffix.lower()
    joined = suffix in (".csv", ".parquet")
    parquet = suffix == ".parquet" if joined else not csv
    if parquet:
        pyarrow_modules(output)  # before any work
    with (
        writing([output] if joined else []),
        reading(table, None, None, given_options) as given,
        _directory_for(output, kept=not joined) as directory,
    ):
        source = cast("TableSource", given.sources)
        paths = part_paths(source.path)
        for path in paths:
            check_input(path)
        single = len(paths) == 1
        job = PredictionJob(learned, source, single, proba, append, parquet, joined)
        summaries = _in_order(spread(partial(_summary, job), list(enumerate(paths))))
        _warn(summaries, learned, lambda message: on_warning(given.renamed(message)))
        orders = _part_jobs(summaries, paths, directory, source.path, job)
        certainties = [each for _, each in spread(partial(_write, job), orders)]
        if joined:
            outputs = [order.output for order in orders]
            parts = joined_parquet(outputs, output) if parquet else _joined(outputs)
            write_file(output, parts)
        else:
            _remove_others(directory, orders)
        return all(certainties)


def _in_order(summaries: Iterator[PartSummary]) -> list[PartSummary]:
    return sorted(summaries, key=lambda summary: summary.number)


def _part_jobs(
    summaries: Sequence[PartSummary],
    paths: Sequence[str],
    directory: Path,
    path: str,
    job: PredictionJob,
) -> list[PartJob]:
    """Decide about all parts together; raise an error where they are not alike."""
    layout = PartLayout()
    places = [layout.places(summary.layout) for summary in summaries]
    if not sum(summary.size for summary in summaries):
        raise InputError("no rows in any part, only the names of the columns", path)
    columns = [
        [summary.kinds[p] for p in own] if job.append and job.parquet else summary.kinds
        for summary, own in zip(summaries, places, strict=True)
    ]
    kinds = tuple(united_kind(each) for each in zip(*columns, strict=True))
    starts = accumulate((summary.size for summary in summaries), initial=0)
    ending = "parquet" if job.parquet else "csv"
    return [
        PartJob(
            summary.number,
            paths[summary.number],
            summary.stamp,
            str(directory / f"part-{summary.number:05}.{ending}"),
            start,
            tuple(places[summary.number]),
            kinds,
        )
        for summary, start in zip(summaries, starts, strict=False)
    ]


def _warn(
    summaries: Sequence[PartSummary],
    theory: internal.Theory,
    on_warning: Callable[[str], None],
) -> None:
    """Give the warnings about parts."""
    found = [message for summary in summaries for message in summary.warnings]
    for message in (*found[:MAX_WARNINGS], *memorised_note(theory)):
        on_warning(message)
    if len(found) > MAX_WARNINGS:
        others = len(found) - MAX_WARNINGS
        on_warning(f"there are {others} more warnings about parts")


@contextmanager
def _directory_for(output: str, *, kept: bool) -> Iterator[Path]:
    """Give a new directory beside an output, whose place it takes if it is kept."""
    target = Path(output).resolve()
    if kept and target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise OutputError("is there already; name a new directory", output)
    directory = new_temporary(target)
    try:
        directory.mkdir(0o755)
        yield directory
        if kept:
            directory.replace(target)
    except OSError as error:
        raise OutputError(f"cannot be made: {error.strerror}", output) from None
    except OutputError as error:
        error.file = error.file.replace(str(directory), output)
        raise
    finally:
        shutil.rmtree(directory, ignore_errors=True)
        temporaries.discard(directory)


def _remove_others(directory: Path, orders: Sequence[PartJob]) -> None:
    """Remove what tasks have left that ended before their time."""
    expected = {Path(order.output).name for order in orders}
    for path in directory.iterdir():
        if path.name not in expected:
            path.unlink()


def _joined(paths: Sequence[str]) -> Iterator[bytes]:
    for path in paths:
        with Path(path).open("rb") as file:
            while data := file.read(1 << 20):
                yield data


# In a task


def _summary(job: PredictionJob, part: tuple[int, str]) -> PartSummary:
    number, file = part[0], PartFile(part[1], job.single)
    stamp = file.stamp()
    raw, rows = job.read(file)
    cells = raw.grid.columns
    missing = raw.missing
    if not job.append:
        names = rows.row_name.cells
        cells, missing = [names] if names is not None else [], frozenset[str]()
    comma = job.append and raw.decimal_comma
    kinds = [cells_kind(each, missing, comma=comma) for each in cells * job.parquet]
    layout = replace(raw, grid=Grid([], Lines()))
    return PartSummary(number, layout, rows.size, stamp, tuple(kinds), rows.warnings)


def _write(job: PredictionJob, order: PartJob) -> tuple[int, bool]:
    file = PartFile(order.path, job.single)
    raw, rows = job.read(file)
    file.check(order.stamp)
    predicted = PredictedColumns(rows, job.theory, job.proba)
    if job.append:
        headers = [raw.headers[place] for place in order.places]
        cells = [raw.grid.columns[place] for place in order.places]
        ordered = replace(raw, headers=headers, grid=Grid(cells, raw.grid.lines))
        before = given_columns(ordered, order.kinds)
    else:
        kind = order.kinds[0] if order.kinds else None
        before = [name_column(rows, order.first_row, kind)]
    check_headers(before, predicted.columns(), order.path)
    columns = [*before, *predicted.columns()]
    parts: Iterable[str] | Iterable[bytes]
    if job.parquet:
        parts = parquet_parts(columns, rows.size, order.output)
    else:
        later = job.joined and order.number > 0
        separator = raw.separator if job.append else ","
        parts = csv_parts(columns, rows.size, headers=not later, separator=separator)
    write_file(order.output, parts)
    return order.number, predicted.known
