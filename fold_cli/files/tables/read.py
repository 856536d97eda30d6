"""From a file to a :class:`Table`: class, positive value, types and row names.

Options decide where they are given; else a column named class is the class, the rarer
of two values is positive, and a column is numeric if all its cells are numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fold_cli.errors import InputError
from fold_cli.files.tables.columns import (
    Column,
    RowNames,
    Rows,
    categorical_column,
    class_codes,
    numeric_column,
)
from fold_cli.files.tables.names import column_names, target_name
from fold_cli.files.tables.numbers import parse_numbers
from fold_cli.files.tables.raw import RawTable, read_raw
from fold_cli.files.tables.table import Table
from fold_cli.theory.quoting import quote_atom
from fold_cli.theory.schema import TableSchema
from fold_cli.theory.terms import Predicate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fold_cli.files.sources import TableSource
    from fold_cli.files.tables.cells import Cells

MAX_ROWS_DISTINCT_BY_CHANCE = 20
"""Rows above which a column without a repeated value is taken for identifiers."""

_POSITIVE_WORDS = ("yes", "true", "1", "y", "t", "+", "pos", "positive")
_NEGATIVE_WORDS = ("no", "false", "0", "n", "f", "-", "neg", "negative")


def read_table(source: TableSource, *, labelled: bool = True) -> Table:
    """Read a table; raise :class:`InputError` at the first fault.

    Without ``labelled`` the class may be absent; then all rows are kept.
    """
    raw = source.raw or read_raw(source.path)
    return _TableBuilder(source, raw, labelled).table()


def read_columns(source: TableSource, raw: RawTable) -> list[Column]:
    """Return the columns that describe the rows, typed by their cells."""
    return _TableBuilder(source, raw).columns()


class _TableBuilder:
    def __init__(
        self, source: TableSource, raw: RawTable, labelled: bool = True
    ) -> None:
        self.source, self.raw, self.labelled = source, raw, labelled
        self.warnings: list[str] = []
        self.names = column_names(raw.headers)
        self.size = len(raw.grid.lines)

    def table(self) -> Table:
        class_place = self.class_place()
        columns = self.columns()
        if not columns:
            raise self.fault("no column is left to learn from")
        value, codes = None, None
        values: tuple[str, ...] = ()
        labels: NDArray[np.bool_] = np.zeros(self.size, np.bool_)
        rows: Rows = np.arange(self.size)
        if class_place is None:
            name = self.source.target or "target"
        else:
            value, rows = self.classes(class_place)
            cells = self.raw.grid.columns[class_place]
            if value is None:
                values, codes = class_codes(cells, rows)
                labels, name = codes >= 0, self.names[class_place]
            else:
                labels = cells.codes == cells.strings().index(value)
                taken = [n for i, n in enumerate(self.names) if i != class_place]
                name = target_name(self.names[class_place], value, taken)
        return Table(
            source=self.source,
            target=Predicate(*self.target(name, columns, 2 if values else 1)),
            columns=tuple(columns),
            labels=labels,
            rows=rows,
            row_name=self.row_names(self.id_place()),
            schema=self.schema(columns, class_place, value, values),
            codes=codes,
            warnings=tuple(self.warnings),
        )

    def schema(
        self,
        columns: Sequence[Column],
        class_place: int | None,
        positive: str | None,
        classes: tuple[str, ...],
    ) -> TableSchema:
        """Return what later tables are read by."""
        return TableSchema(
            tuple(column.schema for column in columns),
            None if class_place is None else self.raw.headers[class_place],
            positive,
            classes,
            id_column=self.source.id_column,
        )

    def fault(self, message: str, row: int | None = None) -> InputError:
        line = 0 if row is None else self.raw.grid.lines[row]
        return InputError(message, self.source.path, line)

    def target(
        self, name: str, columns: Sequence[Column], arity: int
    ) -> tuple[str, int]:
        given = self.source.target
        if given is None:
            return quote_atom(name), arity
        asked = given.removesuffix(f"/{arity}")
        if quote_atom(asked) != asked or "/" in asked:
            raise InputError(f"--target {given}: write it like {name}/{arity}")
        if any(column.name == asked for column in columns):
            raise InputError(f"--target {given}: a column has this name")
        return asked, arity

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
                raise self.fault(
                    "which column is the class? Give --class NAME; the columns are "
                    + ", ".join(self.raw.headers)
                ) from None
            raise

    def id_place(self) -> int | None:
        header = self.source.id_column
        return None if header is None else self.raw.place(header)

    def check_header(self) -> None:
        """Raise an error where the first line holds a number, so no names."""
        for header in self.raw.headers:
            if parse_numbers(np.array([header.encode()])) is not None:
                raise InputError(
                    f"the first line looks like data ({header}); it must name the "
                    "columns",
                    self.source.path,
                    1,
                )

    def classes(self, place: int) -> tuple[str | None, Rows]:
        """Return the positive value, None if there are several classes, and the rows.

        Those are the rows with a class.
        """
        cells = self.raw.grid.columns[place]
        texts = cells.strings()
        counts = np.bincount(cells.codes, minlength=len(texts)).tolist()
        missing = [code for code, t in enumerate(texts) if t in self.raw.missing]
        rows = np.flatnonzero(~np.isin(cells.codes, missing))
        values = {t: n for t, n in zip(texts, counts, strict=True) if n}
        for code in missing:
            values.pop(texts[code])
        unknown = self.size - len(rows)
        if unknown:
            self.warnings.append(
                f"{unknown} row{'s' * (unknown > 1)} without a class left out"
            )
        return self.positive_value(self.raw.headers[place], values, texts, cells), rows

    def positive_value(
        self, header: str, values: dict[str, int], texts: list[str], cells: Cells
    ) -> str | None:
        listed = ", ".join(
            f"{value} ({count} row{'s' * (count > 1)})"
            for value, count in sorted(values.items(), key=lambda v: (-v[1], v[0]))[:20]
        )
        if len(values) < 2:
            found = f"only one value, {listed}" if values else "no value"
            raise self.fault(
                f"the class {header} has {found}; positive and negative rows are needed"
            )
        given = self.source.positive
        if given is not None:
            if given not in values:
                raise self.fault(f"no row has {header} {given}; there are {listed}")
            return given
        if len(values) > 2:
            return None
        first = {
            text: int((cells.codes == texts.index(text)).argmax()) for text in values
        }
        rarer, other = sorted(values, key=lambda v: (values[v], first[v]))
        if other.lower() in _POSITIVE_WORDS or rarer.lower() in _NEGATIVE_WORDS:
            rarer, other = other, rarer
        self.warnings.append(
            f"positive are the rows with {header} {rarer}; for the others give "
            f"--positive {other}"
        )
        return rarer

    # The columns

    def columns(self) -> list[Column]:
        left_out = {self.class_place(), self.id_place()}
        left_out |= set(self.raw.places(self.source.ignore))
        numeric = self.raw.places(self.source.numeric)
        categorical = self.raw.places(self.source.categorical)
        if both := [self.raw.headers[i] for i in numeric if i in categorical]:
            raise self.fault(f"{both[0]} is said to be both numeric and categorical")
        result = []
        for place, header in enumerate(self.raw.headers):
            if place in left_out:
                continue
            asked: bool | None = self.raw.numeric.get(header)
            if place in numeric or place in categorical:
                asked = place in numeric
            if column := self.column(place, asked):
                result.append(column)
            else:
                self.warnings.append(f"the column {header} is empty, left out")
        return result

    def column(self, place: int, numeric: bool | None) -> Column | None:
        """Return one column; ``numeric`` None leaves the type to the cells."""
        cells = self.raw.grid.columns[place]
        name, header = quote_atom(self.names[place]), self.raw.headers[place]
        missing = np.isin(cells.texts, [text.encode() for text in self.raw.missing])
        known = np.flatnonzero(~missing)
        if not known.size:
            return None
        if numeric is not False:
            parsed = parse_numbers(cells.texts[known])
            if parsed is not None:
                return numeric_column(name, header, cells, known, parsed)
            if numeric:
                raise self.not_a_number(place, cells, known)
        if (
            known.size > MAX_ROWS_DISTINCT_BY_CHANCE
            and known.size == np.isin(cells.codes, known).sum()
        ):
            self.warnings.append(
                f"every row has a {header} of its own; name the rows by it with --id, "
                "or leave it out with --ignore"
            )
        return categorical_column(name, header, cells, known)

    def not_a_number(self, place: int, cells: Cells, known: Rows) -> InputError:
        for code in known.tolist():
            text = cells.texts[code : code + 1]
            if parse_numbers(text) is None:
                row = int((cells.codes == code).argmax())
                return self.fault(
                    f"{self.raw.headers[place]} is {text[0].decode()}, not a number",
                    row,
                )
        return self.fault(f"{self.raw.headers[place]} is not numeric")

    # The rows

    def row_names(self, place: int | None) -> RowNames:
        if place is None:
            return RowNames()
        header, cells = self.raw.headers[place], self.raw.grid.columns[place]
        codes, texts = cells.codes, cells.strings()
        first = np.full(len(texts), self.size)
        np.minimum.at(first, codes, np.arange(self.size))
        for row in np.flatnonzero(first[codes] < np.arange(self.size))[:1].tolist():
            before = self.raw.grid.lines[first[codes[row]]]
            text = texts[codes[row]]
            raise self.fault(f"{header} {text} is on line {before} already", row)
        for code in [c for c, text in enumerate(texts) if text in self.raw.missing][:1]:
            raise self.fault(f"no {header} here; every row needs one", int(first[code]))
        return RowNames(cells)
