"""The columns of a table: for each row the rank of its value among the column's.

Ranks are counted from 1, and 0 is "no value"; ``coded`` says why.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from fold_cli.files.problem import DATE_TYPE, Arg, Mode
from fold_cli.files.tables.cells import Cells
from fold_cli.files.tables.coded import mapped, narrowest, tally
from fold_cli.files.tables.dates import Dates, date_text
from fold_cli.theory.quoting import constant, standard_order, unquoted
from fold_cli.theory.schema import CATEGORICAL, DATE, NUMERIC, ColumnSchema
from fold_cli.theory.terms import Predicate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from fold_cli.files.tables.coded import Codes
    from fold_cli.files.tables.numbers import Numbers, Parsed

Rows: TypeAlias = "NDArray[np.intp]"
"""Numbers of rows, from 0."""
Labels: TypeAlias = "NDArray[np.signedinteger]"
"""The place of each row's class, -1 where it has none."""
_NUMBERED = re.compile(r"row([1-9][0-9]{0,15})", re.ASCII)
MAX_SEEN_VALUES = 100
"""Values of a column that a theory keeps, to tell of others in later tables."""
OBJECT = "row"
"""The type of rows in modes."""


@dataclass(frozen=True, slots=True)
class Categorical:
    """A column of constants."""

    name: str
    header: str
    texts: Sequence[str]  # the constants, by rank in the standard order of terms
    codes: Codes
    values: tuple[str, ...] = ()  # words for "no value" elsewhere, values here

    @property
    def mode(self) -> Mode:
        """The mode of this column's literals."""
        kind = self.name if self.name.isidentifier() else "constant"
        return Mode(Predicate(self.name, 2), (Arg("+", OBJECT), Arg("#", kind)))

    @property
    def schema(self) -> ColumnSchema:
        """How a later table's column is read."""
        return ColumnSchema(self.header, self.name, CATEGORICAL, self.values)


@dataclass(frozen=True, slots=True)
class Numeric:
    """A column of numbers."""

    name: str
    header: str
    texts: Numbers  # by rank
    codes: Codes

    @property
    def mode(self) -> Mode:
        """The mode of this column's literals."""
        return Mode(Predicate(self.name, 2), (Arg("+", OBJECT), Arg("-", "number")))

    @property
    def schema(self) -> ColumnSchema:
        """How a later table's column is read."""
        return ColumnSchema(self.header, self.name, NUMERIC)


@dataclass(frozen=True, slots=True)
class Dated:
    """A column of dates and times."""

    name: str
    header: str
    texts: Dates  # by rank
    codes: Codes

    @property
    def mode(self) -> Mode:
        """The mode of this column's literals."""
        return Mode(Predicate(self.name, 2), (Arg("+", OBJECT), Arg("-", DATE_TYPE)))

    @property
    def schema(self) -> ColumnSchema:
        """How a later table's column is read."""
        return ColumnSchema(self.header, self.name, DATE)


Column: TypeAlias = Categorical | Numeric | Dated


def occurring(column: Column, rows: Rows) -> list[str]:
    """Return the values that some rows have in a column."""
    counts = tally(column.codes[rows], len(column.texts) + 1)[1:]
    return [column.texts[at] for at in np.flatnonzero(counts).tolist()]


def seen_values(column: Column, values: Callable[[], Sequence[str]]) -> tuple[str, ...]:
    """Return the names that rows have in a column, if they are few.

    Of numbers, only 0 and 1 are kept: they may be truth values. ``values`` gives those
    that rows have.
    """
    if isinstance(column, Dated) or len(column.texts) > (
        MAX_SEEN_VALUES if isinstance(column, Categorical) else 2
    ):
        return ()
    texts = [unquoted(value) for value in values()]
    if isinstance(column, Numeric):
        texts = [text.removesuffix(".0") for text in texts]
        return tuple(texts) if {*texts} <= {"0", "1"} else ()
    return tuple(texts)


@dataclass(frozen=True, slots=True)
class RowNames:
    """The constants that name the rows: their identifiers, or row1, row2, ..."""

    cells: Cells | None = None
    numbers: Rows | None = None  # of the rows in their file, if these are not all

    def __call__(self, row: int) -> str:
        """Return the name of a row as Prolog writes it."""
        if self.cells is None:
            return f"row{(row if self.numbers is None else self.numbers[row]) + 1}"
        return constant(self.cells.texts[self.cells.codes[row]].decode())

    def of_rows(self, rows: Rows) -> RowNames:
        """Return the names of some rows; they keep those that they have."""
        return (
            RowNames(self.cells.of_rows(rows)) if self.cells else RowNames(None, rows)
        )

    def rows(self, names: Iterable[str]) -> Rows:
        """Return the rows with these names; a name of no row is no error."""
        distinct = set(names)
        if self.cells is None:
            matches = [_NUMBERED.fullmatch(name) for name in distinct]
            rows = np.array([int(n[1]) - 1 for n in matches if n], dtype=np.intp)
            if self.numbers is None:
                return rows
            return np.flatnonzero(np.isin(self.numbers, rows))
        named = [constant(text) in distinct for text in self.cells.strings()]
        return np.flatnonzero(np.array(named, dtype=np.bool_)[self.cells.codes])


def numeric_column(
    name: str, header: str, cells: Cells, known: Rows, parsed: Parsed
) -> Numeric:
    """Return the column of these cells, of which the known texts are numbers."""
    numbers, ranks = parsed.ranked()
    codes = _recoded(cells, known, ranks, len(numbers))
    return Numeric(name, header, numbers, codes)


def dated_column(name: str, header: str, cells: Cells, known: Rows) -> Dated:
    """Return the column of these cells, of which the known texts are dates."""
    texts = [date_text(text.decode()) or "" for text in cells.texts[known].tolist()]
    distinct = sorted(set(texts))
    places = {text: rank for rank, text in enumerate(distinct)}
    ranks = np.array([places[text] for text in texts], dtype=np.intp)
    codes = _recoded(cells, known, ranks, len(distinct))
    return Dated(name, header, Dates(distinct), codes)


def categorical_column(
    name: str, header: str, cells: Cells, known: Rows, values: tuple[str, ...]
) -> Categorical:
    """Return the column of these cells, of which the known texts are constants."""
    texts = [text.decode() for text in cells.texts[known].tolist()]
    order = sorted(range(len(texts)), key=lambda at: standard_order(texts[at]))
    ranks = np.empty(len(texts), dtype=np.intp)
    ranks[order] = np.arange(len(texts))
    codes = _recoded(cells, known, ranks, len(texts))
    constants = [constant(texts[at]) for at in order]
    return Categorical(name, header, constants, codes, values)


def class_codes(cells: Cells, rows: Rows) -> tuple[tuple[str, ...], Labels]:
    """Return the values of a class in the standard order, and the place of each row's.

    It is -1 for a row that is not among those with a class.
    """
    known = np.flatnonzero(Cells(cells.codes[rows], cells.texts).counts())
    texts = cells.strings()
    order = sorted(known.tolist(), key=lambda code: standard_order(texts[code]))
    places = np.full(len(texts), -1, dtype=np.int32)
    places[order] = np.arange(len(order))
    return tuple(texts[code] for code in order), mapped(places, cells.codes)


def _recoded(cells: Cells, known: Rows, ranks: NDArray[np.intp], count: int) -> Codes:
    """Return the rank of each row's cell from 1 on, 0 where it is missing."""
    new = np.zeros(len(cells.texts), dtype=narrowest(count + 1))
    new[known] = ranks + 1
    return mapped(new, cells.codes)
