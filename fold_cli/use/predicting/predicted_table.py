"""Predictions as a table in a file: the id, the label and the probability of each row.

The theory is applied to some rows at a time, which are written before the next ones, so
beside the coded columns of the table only these are held.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, cast

import numpy as np

from fold_cli.errors import InputError, UsageError
from fold_cli.files.tables.part_files import read_raw
from fold_cli.files.tables.table_output import (
    FLOAT,
    TEXT,
    TRUTH,
    OutputColumn,
    cells_column,
    csv_parts,
    parquet_parts,
    pyarrow_modules,
)
from fold_cli.output import write_file, writing
from fold_cli.use.inputs.input_sources import check_inputs, reading
from fold_cli.use.inputs.schema_tables import read_any
from fold_cli.use.learning.notes import memorised_note
from fold_cli.use.predicting.prediction import labels, of_decided
from fold_cli.use.predicting.probability import probabilities
from fold_cli.use.theories.judgement import judge_rows
from fold_cli.use.theories.theory import warn

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Sequence

    from typing_extensions import Unpack

    from fold_cli.files.sources import TableSource
    from fold_cli.files.tables.raw import RawTable
    from fold_cli.files.tables.table import Table
    from fold_cli.theory import theory as internal
    from fold_cli.use.inputs.input_sources import InputOptions
    from fold_cli.use.inputs.text_files import Source
    from fold_cli.use.theories.theory import Theory

PREDICTION, PROBABILITY, ROW = "prediction", "probability", "row"
"""The headers of the columns that are added."""


@dataclass(frozen=True, slots=True)
class Predicted:
    """What a theory says of some rows."""

    labels: list[str | bool | None]
    probabilities: list[float | None]


def write_predictions(
    theory: Theory,
    table: Source,
    output: str | os.PathLike[str],
    *,
    proba: bool = False,
    append: bool = False,
    on_warning: Callable[[str], None] = warn,
    **options: Unpack[InputOptions],
) -> bool:
    """Write what a theory says of a table's rows as a table, .csv or .parquet.

    The columns are the id, ``prediction`` and, with ``proba``, ``probability``; with
    ``append`` the last two come after all columns of the table. Return whether all
    probabilities that were asked for are known.
    """
    path = str(output)
    parquet = path.lower().endswith(".parquet")
    if not check_inputs(table, **options):
        raise UsageError(f"{table} is no table, so there are no rows to write.")
    with writing([path]), reading(table, None, None, options) as given:
        source = cast("TableSource", given.sources)
        if parquet:
            pyarrow_modules(path)  # before any work
        raw = read_raw(source.path)
        rows = read_any(replace(source, raw=raw), theory._written.theory)
        for message in (*rows.warnings, *memorised_note(theory._written.theory)):
            on_warning(given.renamed(message))
        predicted = PredictedColumns(rows, theory._written.theory, proba)
        before = given_columns(raw) if append else [name_column(rows)]
        columns = [*before, *predicted.columns()]
        check_headers(before, predicted.columns(), source.path)
        parts: Iterable[str] | Iterable[bytes] = csv_parts(
            columns, rows.size, separator=raw.separator if append else ","
        )
        if parquet:
            parts = parquet_parts(columns, rows.size, path)
        write_file(path, parts)
        return predicted.known


class PredictedColumns:
    """The columns that a theory adds to a table."""

    def __init__(self, table: Table, theory: internal.Theory, proba: bool) -> None:
        self.table, self.theory, self.proba = table, theory, proba
        self.labelled = bool(theory.classes or (theory.schema and theory.schema.labels))
        self.known = True
        self.predicted = lru_cache(maxsize=1)(self.predict)

    def predict(self, start: int, stop: int) -> Predicted:
        """Apply the theory to some rows."""
        rows = np.arange(start, stop)
        judgement = judge_rows(self.table, self.theory, rows)
        said: list[str | bool | None] = judgement.holds.tolist()
        if self.labelled:
            said = [*labels(self.theory, judgement)]
        if not self.proba:
            return Predicted(said, [])
        known = of_decided(probabilities(self.theory, judgement), judgement)
        self.known = self.known and None not in known
        return Predicted(said, known)

    def columns(self) -> list[OutputColumn]:
        """Return the label and, if it is asked for, the probability."""

        def said(rows: slice) -> list[str | bool | None]:
            return self.predicted(rows.start, rows.stop).labels

        def likely(rows: slice) -> list[float | None]:
            return self.predicted(rows.start, rows.stop).probabilities

        kind = TEXT if self.labelled else TRUTH
        output = [OutputColumn(PREDICTION, kind, said, lambda rows: _words(said(rows)))]
        if self.proba:
            output.append(
                OutputColumn(
                    PROBABILITY, FLOAT, likely, lambda rows: _numbers(likely(rows))
                )
            )
        return output


def _words(labels: list[str | bool | None]) -> list[str]:
    words = {None: "", True: "true", False: "false"}
    return [each if isinstance(each, str) else words[each] for each in labels]


def _numbers(probabilities: list[float | None]) -> list[str]:
    return ["" if each is None else f"{each:.6g}" for each in probabilities]


def given_columns(raw: RawTable, kinds: Sequence[str] = ()) -> list[OutputColumn]:
    """Return the columns of a table as they were read, of types if they are given."""
    types = kinds or [""] * len(raw.headers)
    each = zip(raw.headers, raw.grid.columns, types, strict=True)
    return [
        cells_column(header, cells, raw.missing, kind or None, comma=raw.decimal_comma)
        for header, cells, kind in each
    ]


def name_column(table: Table, first: int = 0, kind: str | None = None) -> OutputColumn:
    """Return the column that names the rows, the first of which has a number."""
    names = table.row_name
    if names.cells is not None:
        header = table.source.id_column or table.schema.id_column or ROW
        return cells_column(header, names.cells, (), kind)

    def numbered(rows: slice) -> list[str]:
        return [names(first + row) for row in range(rows.start, rows.stop)]

    return OutputColumn(ROW, TEXT, numbered, numbered)


def check_headers(
    before: Sequence[OutputColumn], added: Sequence[OutputColumn], path: str
) -> None:
    """Raise an error where a column of the table has the name of one to be added."""
    taken = {column.header for column in before}
    for column in added:
        if column.header in taken:
            raise InputError(
                f"a column is named {column.header}, as the one to be added; rename it",
                path,
                1,
            )
