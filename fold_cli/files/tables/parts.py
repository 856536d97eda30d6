"""Parts of a table: rows to learn from, and rows to judge what was learned by.

The rows to learn from are read as if the file held no others: types, numbers and
constants are theirs. The rows to judge by are read as those to learn from were.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from fold_cli.files.tables.columns import (
    Column,
    Numeric,
    Rows,
    categorical_column,
    numeric_column,
)
from fold_cli.files.tables.numbers import Parsed, parse_numbers
from fold_cli.files.tables.read import read_columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_cli.files.tables.raw import RawTable
    from fold_cli.files.tables.table import Table


def split(
    table: Table, raw: RawTable, training: Rows, test: Rows
) -> tuple[Table, Table]:
    """Return the tables of some rows to learn from, and of others to judge by."""
    learned_from = replace(raw, grid=raw.grid.of_rows(training))
    columns = read_columns(table.source, learned_from)
    judged = replace(raw, grid=raw.grid.of_rows(test))
    return (
        _of_rows(table, columns, training),
        _of_rows(table, [_like(judged, column) for column in columns], test),
    )


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


def _like(raw: RawTable, column: Column) -> Column:
    """Read a column as another of its name was read: what is no number is missing."""
    cells = raw.grid.columns[raw.headers.index(column.header)]
    missing = np.isin(cells.texts, [text.encode() for text in raw.missing])
    known = np.flatnonzero(~missing)
    if not isinstance(column, Numeric):
        return categorical_column(column.name, column.header, cells, known)
    parsed = parse_numbers(cells.texts[known])
    if parsed is None:
        texts = [cells.texts[at : at + 1] for at in known.tolist()]
        known = known[[parse_numbers(text) is not None for text in texts]]
        parsed = parse_numbers(cells.texts[known])
    if parsed is None:
        parsed = Parsed(np.zeros(0, dtype=np.int64), None)
    return numeric_column(column.name, column.header, cells, known, parsed)
