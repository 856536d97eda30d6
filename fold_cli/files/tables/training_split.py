"""A table split into training rows and test rows.

Training rows are read as if the file held no others: types, numbers and constants are
theirs. Test rows are read by the schema of the training rows.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from fold_cli.files.tables.kinds import ColumnReader
from fold_cli.files.tables.raw import places_of
from fold_cli.files.tables.read import read_columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_cli.files.tables.columns import Column, Rows
    from fold_cli.files.tables.raw import RawTable
    from fold_cli.files.tables.table import Table


def split(
    table: Table, raw: RawTable, training: Rows, test: Rows
) -> tuple[Table, Table]:
    """Return the table of the training rows, and that of the test rows."""
    training_cells = replace(raw, grid=raw.grid.of_rows(training))
    columns = read_columns(table.source, training_cells)
    test_cells = replace(raw, grid=raw.grid.of_rows(test))
    reader = ColumnReader(test_cells, table.schema.missing)
    known = places_of(raw.headers)
    places = [known[column.header] for column in columns]
    test_columns = map(
        reader.read_column, places, [column.schema for column in columns]
    )
    return _of_rows(table, columns, training), _of_rows(table, list(test_columns), test)


def _of_rows(table: Table, columns: Sequence[Column], rows: Rows) -> Table:
    """Return the table of some rows, whose columns are given."""
    return replace(
        table,
        columns=tuple(columns),
        schema=replace(table.schema, columns=tuple(c.schema for c in columns)),
        labels=table.labels[rows],
        codes=None if table.codes is None else table.codes[rows],
        rows=np.arange(len(rows)),
        row_name=table.row_name.of_rows(rows),
    )
