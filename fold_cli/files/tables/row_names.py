"""The names that a column of a table gives its rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli.errors import InputError
from fold_cli.files.tables.columns import RowNames
from fold_cli.files.tables.words import canonical

if TYPE_CHECKING:
    from collections.abc import Collection

    from fold_cli.files.tables.raw import RawTable


def row_names(raw: RawTable, place: int, missing: Collection[str]) -> RowNames:
    """Return the names that a column gives the rows; each must have its own."""
    header, cells = raw.headers[place] or "index", canonical(raw.grid.columns[place])
    texts = cells.strings()
    if (repeated := cells.repeated()) is not None:
        row, before, code = repeated
        where = f"is on line {raw.line(before)} already"
        if row == before:
            where = "names several rows; each needs a name of its own"
        raise InputError(f"{header} {texts[code]} {where}", *raw.where(row))
    for code in [c for c, text in enumerate(texts) if text in missing][:1]:
        row = cells.first_row(code)
        raise InputError(f"no {header} here; every row needs one", *raw.where(row))
    return RowNames(cells)
