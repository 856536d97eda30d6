"""Tables read by the schema of a theory: types and values are given, none is inferred.

Columns are found by their headers. Only those that the theory uses must be there; a
column that the theory does not know is left aside.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from fold_cli.errors import InputError, UnlabelledError, some_names
from fold_cli.files.tables.class_values import left_out
from fold_cli.files.tables.coded import mapped
from fold_cli.files.tables.columns import Categorical, RowNames
from fold_cli.files.tables.kinds import ColumnReader
from fold_cli.files.tables.part_files import read_raw
from fold_cli.files.tables.read import INDEX
from fold_cli.files.tables.row_names import row_names
from fold_cli.files.tables.table import Table
from fold_cli.files.tables.words import (
    are_among,
    canonical,
    canonical_text,
    respelled,
    with_counts,
)
from fold_cli.theory.quoting import unquoted
from fold_cli.theory.schema import CATEGORICAL, MISSING, NUMERIC

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

    from fold_cli.files.sources import TableSource
    from fold_cli.files.tables.cells import Cells
    from fold_cli.files.tables.columns import Column, Labels, Rows
    from fold_cli.files.tables.raw import RawTable
    from fold_cli.theory.schema import ColumnSchema, TableSchema
    from fold_cli.theory.terms import Predicate


def read_by_schema(
    source: TableSource,
    schema: TableSchema,
    target: Predicate,
    used: Collection[str],
    *,
    named: bool,
    labelled: bool,
) -> Table:
    """Read a table by a schema; the columns ``used`` must be there.

    If rows are ``named`` in the theory, so must the column that names them. With
    ``labelled`` there must be a class, and rows without one are no examples; otherwise
    nobody asks for it.
    """
    reader = _SchemaReader(source, schema, used)
    if named:
        reader.check_names()
    return reader.table(target, labelled)


def build_by_schema(
    source: TableSource,
    raw: RawTable,
    schema: TableSchema,
    target: Predicate,
    used: Collection[str],
    *,
    named: bool,
) -> tuple[Table, int, int | None]:
    """Return a labelled table of some cells, the places of its class and row names.

    It has the columns ``used`` alone. Cells may stand for several rows each; then
    labels and codes are those of the cells.
    """
    reader = _SchemaReader(replace(source, raw=raw), schema, used)
    if named:
        reader.check_names()
    table = reader.table(target, labelled=True)
    columns = [column for column in table.columns if column.name in used]
    name_place = None if reader.id_header is None else raw.place(reader.id_header)
    assert reader.class_header is not None
    class_place = raw.place(reader.class_header)
    return replace(table, columns=tuple(columns)), class_place, name_place


class _SchemaReader:
    def __init__(
        self, source: TableSource, schema: TableSchema, used: Collection[str]
    ) -> None:
        self.source, self.schema, self.used = source, schema, used
        self.raw = source.raw or read_raw(source.path)
        if schema.decimal_comma:
            self.raw = replace(self.raw, decimal_comma=True)
        self.size = len(self.raw.grid.lines)
        self.place_of = {header: n for n, header in enumerate(self.raw.headers)}
        self.column_reader = ColumnReader(self.raw, {*schema.missing, *source.missing})
        self.class_header = source.class_column or schema.class_column
        self.id_header = source.id_column
        if self.id_header is None and schema.id_column in self.raw.headers:
            self.id_header = schema.id_column
        self.check_options()

    def table(self, target: Predicate, labelled: bool) -> Table:
        columns = [self.column(place) for place in range(len(self.schema.columns))]
        self.warn_of_others()
        labels: NDArray[np.bool_] = np.zeros(self.size, np.bool_)
        rows: Rows = np.arange(self.size)
        codes: Labels | None = None
        if labelled:
            cells, rows = self.classes()
            if self.schema.classes:
                codes = self.class_codes(cells)
                rows, labels = rows[codes[rows] >= 0], codes >= 0
            else:
                labels = self.positive_rows(cells)
        names = RowNames()
        if self.id_header is not None:
            place = self.raw.place(self.id_header)
            names = row_names(self.raw, place, self.column_reader.words)
        return Table(
            source=self.source,
            target=target,
            columns=tuple(columns),
            labels=labels,
            rows=rows,
            row_name=names,
            schema=self.schema,
            codes=codes,
            warnings=self.raw.about(self.column_reader.warnings),
        )

    def column(self, number: int) -> Column:
        schema = self.schema.columns[number]
        if (place := self.place_of.get(schema.header)) is not None:
            used = schema.name in self.used
            column = self.column_reader.read_column(place, schema, used=used)
            if used and schema.seen:
                self.warn_of_unseen(column, schema, self.raw.grid.columns[place])
            return column
        if schema.name in self.used:
            near = self.raw.nearest(schema.header)
            raise InputError(
                f"no column {schema.header}, which the theory uses; {near}",
                self.raw.file,
                1,
            )
        return self.column_reader.read_column(None, schema)

    def warn_of_unseen(
        self, column: Column, schema: ColumnSchema, cells: Cells
    ) -> None:
        """Say which names in a column the table learned from did not have."""
        if not isinstance(column, Categorical):
            return
        counts = cells.tally(column.codes, len(column.texts) + 1)[1:].tolist()
        each = zip(map(unquoted, column.texts), counts, strict=True)
        known = {*schema.seen}
        unseen = {text: n for text, n in each if n and text not in known}
        if unseen:
            count = sum(unseen.values())
            self.column_reader.warnings.append(
                f"in the column {schema.header} {count} cell{'s' * (count > 1)} "
                f"{'have values' if count > 1 else 'has a value'} that the theory "
                f"never saw: {with_counts(unseen)}"
            )

    def check_names(self) -> None:
        """Raise an error where the rows that the theory lists cannot be known."""
        if self.id_header is None and (header := self.schema.id_column):
            raise InputError(
                f"no column {header}, by which the theory lists rows; "
                f"{self.raw.nearest(header)}",
                self.raw.file,
                1,
            )

    def warn_of_others(self) -> None:
        """Say which columns are none of the theory's."""
        known = {column.header for column in self.schema.columns}
        known |= {self.class_header or "", self.schema.class_column or ""}
        ignored = self.raw.places(self.source.ignore)
        known |= {
            *(self.raw.headers[at] for at in ignored),
            self.id_header or "",
            INDEX,
        }
        others = [header for header in self.raw.headers if header not in known]
        if others:
            self.column_reader.warnings.append(
                f"left aside: the column{'s' * (len(others) > 1)} "
                f"{some_names(others)}, which the theory does not know"
            )

    def classes(self) -> tuple[Cells, Rows]:
        """Return the cells of the class, and the rows that have one."""
        if self.class_header is None:
            raise UnlabelledError("the theory does not say which column is the class")
        try:
            place = self.raw.place(self.class_header)
        except InputError as error:
            if self.source.class_column is not None:
                raise
            near = self.raw.nearest(self.class_header)
            raise UnlabelledError(
                f"no column {self.class_header}, by which the theory tells classes; "
                f"give --class COLUMN if it has another name here: {near}",
                error.file,
                error.line,
            ) from error
        cells = canonical(self.raw.grid.columns[place])
        words = (MISSING | self.column_reader.extra) - set(self.schema.class_values)
        if self.schema.positive is not None and self.schema.negative is not None:
            both = self.schema.positive, self.schema.negative
            cells = respelled(cells, both, words)
        missing = are_among(cells.texts, words)
        rows = np.flatnonzero(~mapped(missing, cells.codes))
        if not rows.size:
            raise UnlabelledError(
                f"no row has a {self.class_header}, so there is nothing to compare "
                "with; fold predict needs none",
                self.raw.file,
                1,
            )
        if others_left_out := left_out(cells, missing):
            self.column_reader.warnings.append(others_left_out)
        return cells, rows

    def positive_rows(self, cells: Cells) -> NDArray[np.bool_]:
        """Return which rows are positive, and tell if none of several values is."""
        positive = self.schema.positive or ""
        words = MISSING | self.column_reader.extra
        values = [text for text in cells.strings() if text not in words]
        if positive not in values and len(values) > 1:
            self.column_reader.warnings.append(
                f"no row has {self.class_header} {positive}, so all are negative; "
                f"there are {some_names(values)}"
            )
        elif self.schema.negative is not None:
            counts = dict(zip(cells.strings(), cells.counts().tolist(), strict=True))
            known = {positive, self.schema.negative}
            unseen = {text: counts[text] for text in values if text not in known}
            if unseen:
                self.column_reader.warnings.append(
                    f"taken as negative: rows whose {self.class_header} the theory "
                    f"never saw, {with_counts(unseen)}"
                )
        return mapped(cells.texts == positive.encode(), cells.codes)

    def class_codes(self, cells: Cells) -> Labels:
        """Return the place of each row's class among the theory's, or -1."""
        places = {value: place for place, value in enumerate(self.schema.classes)}
        text_places = [places.get(text, -1) for text in cells.strings()]
        codes: Labels = mapped(np.array(text_places, dtype=np.int32), cells.codes)
        unknown = [text for text in cells.strings() if text not in places]
        words = [
            text for text in unknown if text not in MISSING | self.column_reader.extra
        ]
        if words:
            self.column_reader.warnings.append(
                "left out: rows of a class that the table learned from did not have, "
                + some_names(words)
            )
        return codes

    # Options that say otherwise

    def check_options(self) -> None:
        """Raise an error where an option says otherwise than the theory."""
        source, schema = self.source, self.schema
        kinds = {column.header: column for column in schema.columns}
        for option, headers, kind in (
            ("--numeric", source.numeric, NUMERIC),
            ("--categorical", source.categorical, CATEGORICAL),
        ):
            for place in self.raw.places(headers):
                header = self.raw.headers[place]
                if header in kinds and kinds[header].kind != kind:
                    raise InputError(
                        f"{option} {header}: in the table that the theory was learned "
                        f"from it is {kinds[header].kind}; learn it anew."
                    )
        for place in self.raw.places(source.ignore):
            header = self.raw.headers[place]
            if header in kinds and kinds[header].name in self.used:
                raise InputError(f"--ignore {header}: the theory uses it.")
        positive = source.positive
        if positive is not None and schema.positive != canonical_text(positive):
            about = schema.positive or "several classes"
            raise InputError(f"--positive {positive}: the theory is about {about}.")
