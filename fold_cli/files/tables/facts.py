"""A table as Prolog facts: one for each cell that is known, one for each example."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli.theory.quoting import constant, quote_atom

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fold_cli.files.tables.columns import Column, Rows
    from fold_cli.files.tables.table import Table

ROWS_PER_BATCH = 50_000
"""Rows whose facts are one part of the text."""


def background(table: Table) -> Iterator[str]:
    """Yield the facts of each column in batches; rows without a class are left out."""
    for column in table.columns:
        if quote_atom(column.header) != column.name:
            yield f"% {column.name}: the column {quote_atom(column.header)}\n"
        for start in range(0, len(table.rows), ROWS_PER_BATCH):
            yield _facts(table, column, table.rows[start : start + ROWS_PER_BATCH])
        yield "\n"


def _facts(table: Table, column: Column, rows: Rows) -> str:
    rows = rows[column.codes[rows] > 0]
    texts = column.texts
    lines = [
        f"{column.name}({table.row_name(row)}, {texts[code - 1]}).\n"
        for row, code in zip(rows.tolist(), column.codes[rows].tolist(), strict=True)
    ]
    return "".join(lines)


def examples(table: Table, *, positive: bool) -> Iterator[str]:
    """Yield the positive or the negative examples: of classes, those of other rows."""
    values = [f", {constant(value)}" for value in table.schema.classes]
    if not values:
        for row in table.rows[table.labels[table.rows] == positive].tolist():
            yield f"{table.target.name}({table.row_name(row)}).\n"
        return
    for row in table.rows.tolist():
        own = 0 if table.codes is None else table.codes[row]
        start = f"{table.target.name}({table.row_name(row)}"
        for place, value in enumerate(values):
            if (place == own) == positive:
                yield f"{start}{value}).\n"
