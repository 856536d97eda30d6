"""From a file to a :class:`Table`: class, positive value, types and row names.

Options decide where they are given; else a column named class is the class, the rarer
of two values is positive, and a column is numeric if all its cells are numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fold_cli.errors import InputError, option_with, some_names
from fold_cli.files.tables.class_values import left_out, positive_value
from fold_cli.files.tables.coded import mapped
from fold_cli.files.tables.columns import Column, RowNames, Rows, class_codes
from fold_cli.files.tables.kinds import ColumnReader
from fold_cli.files.tables.names import (
    column_names,
    is_reserved,
    plain_name,
    target_name,
)
from fold_cli.files.tables.part_files import read_raw
from fold_cli.files.tables.raw import check_names
from fold_cli.files.tables.row_names import row_names
from fold_cli.files.tables.table import Table
from fold_cli.files.tables.words import canonical
from fold_cli.theory.quoting import quote_atom
from fold_cli.theory.schema import CATEGORICAL, NUMERIC, TableSchema
from fold_cli.theory.terms import Predicate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fold_cli.files.sources import TableSource
    from fold_cli.files.tables.cells import Cells
    from fold_cli.files.tables.raw import RawTable

INDEX = ""
"""The header of a frame's index, where that has no name."""


def read_table(source: TableSource, *, labelled: bool = True) -> Table:
    """Read a table; raise :class:`InputError` at the first fault.

    Without ``labelled`` the class may be absent; then all rows are kept.
    """
    if source.raw is not None:
        return _TableBuilder(source, source.raw, labelled).table()
    return _TableBuilder(source, read_raw(source.path), labelled, consumed=True).table()


def build_table(source: TableSource, raw: RawTable) -> tuple[Table, int, int | None]:
    """Return the table of some cells, the places of its class and of its row names.

    Cells may stand for several rows each; then labels and codes are those of the cells.
    """
    builder = _TableBuilder(source, raw)
    place = builder.class_place()
    assert place is not None
    return builder.table(), place, builder.id_place()


def read_columns(source: TableSource, raw: RawTable) -> list[Column]:
    """Return the columns that describe the rows, typed by their cells."""
    return _TableBuilder(source, raw).columns()


class _TableBuilder:
    def __init__(
        self,
        source: TableSource,
        raw: RawTable,
        labelled: bool = True,
        *,
        consumed: bool = False,
    ) -> None:
        """Take the cells; if they are ``consumed``, none is held when it is typed."""
        self.source, self.raw, self.labelled = source, raw, labelled
        self.consumed = consumed
        self.reader = ColumnReader(raw, source.missing)
        self.warnings = self.reader.warnings
        self.names = column_names(raw.headers)
        self.size = len(raw.grid.lines)

    def table(self) -> Table:
        class_place = self.class_place()
        columns = self.columns()
        if not columns:
            raise self.fault("no column is left to learn from")
        value, other, codes = None, None, None
        values: tuple[str, ...] = ()
        labels: NDArray[np.bool_]
        rows: Rows
        if class_place is None:
            labels, rows = np.zeros(self.size, np.bool_), np.arange(self.size)
            name = self.source.target or "target"
        else:
            value, other, rows = self.classes(class_place)
            cells = self.class_cells(class_place)
            if value is None:
                values, codes = class_codes(cells, rows)
                labels, name = codes >= 0, self.names[class_place]
            else:
                labels = cells.codes == cells.strings().index(value)
                taken = [n for i, n in enumerate(self.names) if i != class_place]
                name = target_name(self.names[class_place], value, taken)
                self.check_target(class_place, value, other)
        return Table(
            source=self.source,
            target=Predicate(*self.target(name, columns, 2 if values else 1)),
            columns=tuple(columns),
            labels=labels,
            rows=rows,
            row_name=self.row_names(self.id_place()),
            schema=self.schema(columns, class_place, value, other, values),
            codes=codes,
            warnings=self.raw.about(self.warnings),
        )

    def schema(
        self,
        columns: Sequence[Column],
        class_place: int | None,
        positive: str | None,
        negative: str | None,
        classes: tuple[str, ...],
    ) -> TableSchema:
        """Return what later tables are read by."""
        id_place = self.id_place()
        return TableSchema(
            tuple(column.schema for column in columns),
            None if class_place is None else self.raw.headers[class_place],
            positive,
            negative,
            classes,
            class_values=() if class_place is None else self.class_values(class_place),
            id_column=None if id_place is None else self.raw.headers[id_place],
            missing=tuple(sorted(self.source.missing)),
            decimal_comma=self.reader.commas_read,
        )

    def fault(self, message: str) -> InputError:
        return InputError(message, self.source.path)

    def target(
        self, name: str, columns: Sequence[Column], arity: int
    ) -> tuple[str, int]:
        given = self.source.target
        if given is None:
            return quote_atom(name), arity
        asked = given.removesuffix(f"/{arity}")
        if quote_atom(asked) != asked or "/" in asked:
            raise InputError(f"--target {given}: write it like {name}/{arity}")
        if is_reserved(asked, arity):
            raise InputError(
                f"--target {given}: {asked}/{arity} is built into Prolog, or a "
                "declaration; use another name"
            )
        if any(column.name == asked for column in columns):
            raise InputError(f"--target {given}: a column has this name")
        return asked, arity

    def check_target(self, class_place: int, value: str, other: str | None) -> None:
        """Raise an error where the target has the name that the other class would."""
        given = self.source.target
        if given is None or other is None:
            return
        name, header = self.names[class_place], self.raw.headers[class_place]
        if given.removesuffix("/1") in (
            plain_name(other),
            target_name(name, other, ()),
        ):
            raise InputError(
                f"--target {given}: this names the rows with {header} {other}, but the "
                f"rules are about those with {value}; give "
                f"{option_with('--positive', other)}"
            )

    # The class

    def class_place(self) -> int | None:
        header = self.source.class_column
        try:
            return self.raw.place(header or "class")
        except InputError:
            if header is None and not self.labelled:
                return None
            self.check_header()
            if header is None:
                columns = f"the columns are {some_names(self.raw.headers)}"
                if len(self.raw.headers) == 1:
                    columns = (
                        f"the only column is {self.raw.headers[0]}: between cells "
                        "stand commas or, in .csv, semicolons, tabs or |"
                    )
                raise self.fault(
                    f"which column is the class? Give --class NAME; {columns}"
                ) from None
            raise

    def id_place(self) -> int | None:
        header = self.source.id_column
        return None if header is None else self.raw.place(header)

    def check_header(self) -> None:
        """Raise an error where the first line holds a number, so no names."""
        check_names(self.raw.headers, self.source.path, 1)

    def class_cells(self, place: int) -> Cells:
        return canonical(self.raw.grid.columns[place])

    def class_values(self, place: int) -> tuple[str, ...]:
        """Return the words for "no value" that are classes here, as - is beside +."""
        return self.reader.values(self.raw.grid.columns[place])

    def classes(self, place: int) -> tuple[str | None, str | None, Rows]:
        """Return the positive value, the other value, and the rows with a class.

        There is no positive value if there are several classes, and no other value if
        there are several.
        """
        cells = self.class_cells(place)
        texts = cells.strings()
        counts = cells.counts().tolist()
        words = self.reader.words - set(self.class_values(place))
        missing = np.array([text in words for text in texts])
        rows = np.flatnonzero(mapped(~missing, cells.codes))
        each = zip(texts, counts, strict=True)
        values = {text: n for text, n in each if n and text not in words}
        others_left_out = left_out(cells, missing)
        if others_left_out:
            self.warnings.append(others_left_out)
        try:
            value = self.positive_value(place, values, cells)
        except InputError as error:
            reasons = filter(None, [str(error), others_left_out])
            raise self.fault("; ".join(reasons)) from None
        others = [other for other in values if other != value]
        return value, others[0] if len(others) == 1 else None, rows

    def positive_value(
        self, place: int, counts: dict[str, int], cells: Cells
    ) -> str | None:
        texts = cells.strings()
        return positive_value(
            self.raw.headers[place],
            counts,
            self.source.positive,
            lambda text: cells.first_row(texts.index(text)),
            self.warnings.append,
        )

    # The columns

    def columns(self) -> list[Column]:
        index = 0 if self.raw.headers[0] == INDEX else None
        left_out = {self.class_place(), self.id_place(), index}
        left_out |= set(self.raw.places(self.source.ignore))
        kinds: dict[int, str | None] = {
            place: self.raw.kinds[header]
            for place, header in enumerate(self.raw.headers)
            if header in self.raw.kinds
        }
        numeric = self.raw.places(self.source.numeric)
        categorical = self.raw.places(self.source.categorical)
        if both := [self.raw.headers[i] for i in numeric if i in categorical]:
            raise self.fault(f"{both[0]} is said to be both numeric and categorical")
        kinds |= dict.fromkeys(numeric, NUMERIC)
        kinds |= dict.fromkeys(categorical, CATEGORICAL)
        result = []
        for place, header in enumerate(self.raw.headers):
            if place in left_out:
                continue
            name = quote_atom(self.names[place])
            if column := self.reader.infer_column(place, name, kinds.get(place)):
                result.append(column)
                if self.consumed:
                    self.raw.grid.forget(place)
            else:
                self.warnings.append(f"the column {header} is empty, left out")
        if index is not None and self.id_place() != index:
            self.warnings.append("the first column has no name: an index, left out")
        return result

    # The rows

    def row_names(self, place: int | None) -> RowNames:
        if place is None:
            return RowNames()
        return row_names(self.raw, place, self.reader.words)
