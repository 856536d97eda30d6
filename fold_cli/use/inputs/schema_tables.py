"""Tables read for a theory: by the schema that it has, or by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli.files.tables.read import read_table
from fold_cli.files.tables.schema_reader import build_by_schema, read_by_schema

if TYPE_CHECKING:
    from fold_cli.files.sources import TableSource
    from fold_cli.files.tables.raw import RawTable
    from fold_cli.files.tables.summaries import BuildTable
    from fold_cli.files.tables.table import Table
    from fold_cli.theory.theory import Theory


def read_with_schema(
    source: TableSource, theory: Theory, *, labelled: bool
) -> Table | None:
    """Read a table as that was read which a theory was learned from.

    None where the theory was not learned from a table.
    """
    if theory.schema is None:
        return None
    return read_by_schema(
        source,
        theory.schema,
        theory.target,
        theory.used,
        named=theory.memorised > 0,
        labelled=labelled,
    )


def read_any(source: TableSource, theory: Theory) -> Table:
    """Read a table whose rows need no class, by the schema that a theory may have."""
    return read_with_schema(source, theory, labelled=False) or read_table(
        source, labelled=False
    )


def schema_builder(theory: Theory) -> BuildTable | None:
    """Return what makes a labelled table of cells, as ``read_by`` of files."""
    schema = theory.schema
    if schema is None:
        return None

    def build(source: TableSource, raw: RawTable) -> tuple[Table, int, int | None]:
        named = theory.memorised > 0
        return build_by_schema(
            source, raw, schema, theory.target, theory.used, named=named
        )

    return build
