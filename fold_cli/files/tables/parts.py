"""Parts of a table: rows to learn from, and rows to judge what was learned by.

The rows to learn from are read as if the file held no others: types, numbers and
constants are theirs. The rows to judge by are read as those to learn from were.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from fold_cli.files.tables.kinds import ColumnReader
from fold_cli.files.tables.read import read_columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_cli.files.tables.columns import Column, Rows
    from fold_cli.files.tables.raw import RawTable
    from fold_cli.files.tables.table import Table


def split(
    table: Table, raw: RawTable, training: Rows, test: Rows
) -> tuple[Table, Table]:
    """Return the tables of some rows to learn from, and of others to judge by."""
    learned_from = replace(raw, grid=raw.grid.of_rows(training))
    columns = read_columns(table.source, learned_from)
    judged = replace(raw, grid=raw.grid.of_rows(test))
    reader = ColumnReader(judged, table.schema.missing)
    places = [raw.headers.index(column.header) for column in columns]
    alike = map(reader.given, places, [column.schema for column in columns])
    return _of_rows(table, columns, training), _of_rows(table, list(alike), test)


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
