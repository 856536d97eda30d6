"""Typed columns from cells: inferred from the cells alone, or read by a schema.

A column whose cells are numbers is numeric, one of dates is dated, any other is
categorical. At most ``MAX_STRAY_WORDS`` other words among at least
``MIN_FIT_SHARE`` numbers or dates are taken as missing, with a warning. By a schema
nothing is inferred: what does not fit is missing, with a warning as well.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from fold_cli.errors import InputError, option_with
from fold_cli.files.tables.cells import Cells
from fold_cli.files.tables.columns import (
    Column,
    Rows,
    categorical_column,
    dated_column,
    numeric_column,
)
from fold_cli.files.tables.dates import mixed_offsets
from fold_cli.files.tables.known_cells import MAX_STRAY_WORDS, KnownCells
from fold_cli.files.tables.numbers import (
    Parsed,
    parse_numbers,
    with_points,
    zero_padded,
)
from fold_cli.files.tables.spelling import (
    ADVICE,
    MAX_COMPARED_TEXTS,
    MAX_ROWS_DISTINCT_BY_CHANCE,
    hardly_differing,
    meanings,
    naming_rows,
    padded_numbers,
    perhaps_thousands,
)
from fold_cli.files.tables.words import (
    NOT_FINITE,
    are_among,
    canonical,
    respelled,
    values_among,
)
from fold_cli.theory.schema import CATEGORICAL, DATE, MISSING, NUMERIC, spellings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from fold_cli.files.tables.raw import RawTable
    from fold_cli.theory.schema import ColumnSchema

MIN_FIT_SHARE = 0.95
"""The least share of numbers, or dates, among the cells of a column of them."""

MAX_CHECKED_TEXTS = 100
"""Different texts of a column that are checked for numbers in another spelling."""


class ColumnReader:
    """Reads columns of a table; what is to be told is added to ``warnings``."""

    def __init__(self, raw: RawTable, missing: Iterable[str] = ()) -> None:
        self.raw = raw
        self.extra = spellings(missing)
        self.words = raw.missing | self.extra  # for "no value", as the file has them
        self.warnings: list[str] = []
        self.commas_read = False  # for points, in numbers

    def values(self, cells: Cells) -> tuple[str, ...]:
        """Return which words for "no value" are values of a column with these cells."""
        declared = self.raw.missing < MISSING  # by the format of the file
        return values_among(self.words, cells, declared)

    # By the cells

    def infer_column(self, place: int, name: str, kind: str | None) -> Column | None:
        """Return a column, of a kind if one is given; None if all cells are empty."""
        cells, header = self.raw.grid.columns[place], self.raw.headers[place]
        values, told = self.values(cells), len(self.warnings)
        words = self.words - set(values)
        known = KnownCells.of(cells, words)
        if not known.codes.size:
            return None
        if kind != CATEGORICAL:
            ordered = self._ordered(known, place, name, kind)
            if ordered is not None:
                return ordered
        if kind is None:
            self._check_spelling(known, header)
        known = KnownCells.of(canonical(cells), words)
        if len(self.warnings) == told:  # else its texts are hardly meant as names
            self.warnings += naming_rows(known, header, texts=True)
        if known.codes.size <= MAX_COMPARED_TEXTS:
            texts = [text.decode() for text in known.cells.texts[known.codes].tolist()]
            self.warnings += hardly_differing(f"column {header}", texts)
        return categorical_column(name, header, known.cells, known.codes, values)

    def _ordered(
        self, known: KnownCells, place: int, name: str, asked: str | None
    ) -> Column | None:
        """Return a column of numbers or dates, or None if it is neither."""
        header = self.raw.headers[place]
        written, known = known, self._with_points(known)
        parsed = parse_numbers(known.cells.texts[known.codes])
        if parsed is not None and asked in (None, NUMERIC):
            self._check_points(written, header)
            if parsed.whole:
                self.warnings += naming_rows(known, header)
                if asked is None:
                    self.warnings += padded_numbers(known, header, self.raw.line)
            return numeric_column(name, header, known.cells, known.codes, parsed)
        for kind in (NUMERIC, DATE) if asked is None else (asked,):
            flags = known.flags(kind)
            if asked and not flags.all():
                raise self._misfit(known, place, flags, kind)
            if flags.any() and self._fits(known, header, flags, kind):
                fitting = KnownCells(known.cells, known.codes[flags])
                if kind == NUMERIC:
                    self._check_points(fitting._replace(cells=written.cells), header)
                return self._column(name, header, fitting, kind, unique=True)
        return None

    def _with_points(self, known: KnownCells) -> KnownCells:
        if not self.raw.decimal_comma:
            return known
        texts = with_points(known.cells.texts)
        return known._replace(cells=replace(known.cells, texts=texts))

    def _column(
        self,
        name: str,
        header: str,
        known: KnownCells,
        kind: str,
        *,
        unique: bool = False,
    ) -> Column:
        """Return a column whose known cells fit; ``unique`` numbers are told of."""
        if kind == DATE:
            return dated_column(name, header, known.cells, known.codes)
        parsed = parse_numbers(known.cells.texts[known.codes], exact=True)
        if parsed is None:
            parsed = Parsed(np.zeros(0, dtype=np.int64), None)
        if unique and parsed.whole:
            self.warnings += naming_rows(known, header)
        return numeric_column(name, header, known.cells, known.codes, parsed)

    def _fits(
        self, known: KnownCells, header: str, flags: NDArray[np.bool_], kind: str
    ) -> bool:
        """Return whether a column is of a kind though some words are not, and tell."""
        counts = known.cells.counts()
        words = stray = known.codes[~flags]
        if kind == NUMERIC:
            words = stray[~are_among(known.cells.texts[stray], NOT_FINITE)]
        fitting = int(counts[known.codes[flags]].sum())
        numbers = known.cells.texts[known.codes[flags & (kind == NUMERIC)]]
        has_codes = words.size > 0 and bool(zero_padded(numbers).any())
        total = fitting + int(counts[words].sum())
        what = "numbers" if kind == NUMERIC else "dates"
        fits = fitting >= MIN_FIT_SHARE * total and len(words) <= MAX_STRAY_WORDS
        if fits and not has_codes:
            self._warn_missing(known, header, stray, what)
            return True
        if 2 * fitting > total:
            examples = known.listed(self.raw.line, words)
            self.warnings.append(
                f"the column {header} is categorical: {total - fitting} of {total} "
                f"cells are no {what}, such as {examples}; give --missing WORDS for "
                "those that mean no value"
            )
        return False

    def _misfit(
        self, known: KnownCells, place: int, flags: NDArray[np.bool_], kind: str
    ) -> InputError:
        codes = known.codes[~flags][:MAX_CHECKED_TEXTS].tolist()
        texts = [known.cells.texts[code].decode() for code in codes]
        looks = dict(zip(codes, meanings(texts), strict=True))
        code = min(codes, key=known.cells.first_row)
        text, what = texts[codes.index(code)], looks[code]
        advice = f"if it means no value, give {option_with('--missing', text)}"
        if what is not None:
            advice = ADVICE[what]
        elif "," in text:  # which separates words
            advice = "if it means no value, leave the cell empty"
        return InputError(
            f"{self.raw.headers[place]} is {text}, not a "
            f"{'number' if kind == NUMERIC else 'date'}; {advice}",
            *self.raw.where(known.cells.first_row(code)),
        )

    def _check_spelling(self, known: KnownCells, header: str) -> None:
        """Tell of numbers and dates that are not written as they are read here."""
        known = self._with_points(known._replace(codes=known.codes[:MAX_CHECKED_TEXTS]))
        texts = [text.decode() for text in known.cells.texts[known.codes].tolist()]
        numbers = known.flags(NUMERIC).tolist()
        pairs = zip(meanings(texts), numbers, strict=True)
        meant = [None if is_number else meaning for meaning, is_number in pairs]
        counts = known.cells.counts()[known.codes]
        for what, advice in ADVICE.items():
            alike = np.array([meaning == what for meaning in meant], dtype=np.bool_)
            if 2 * counts[alike].sum() >= counts.sum():
                first = min(known.codes[alike].tolist(), key=known.cells.first_row)
                example = known.listed(self.raw.line, np.array([first]))
                self.warnings.append(
                    f"the column {header} is categorical: {example} and its like are "
                    f"not read as {what}; {advice}"
                )

    def _check_points(self, known: KnownCells, header: str) -> None:
        """Tell of points and commas that are read as decimal, and may not be meant."""
        if not self.raw.decimal_comma:
            return
        texts = known.cells.texts[known.codes]
        self.commas_read |= with_points(texts) is not texts
        for mark, places in perhaps_thousands(texts.tolist()).items():
            example = known.listed(self.raw.line, known.codes[places][:1])
            self.warnings.append(
                f"in the column {header} a {mark} is read as a decimal point: "
                f"{example}; leave out {mark}s that separate thousands"
            )

    # By a schema

    def read_column(
        self, place: int | None, schema: ColumnSchema, *, used: bool = False
    ) -> Column:
        """Return a column as the schema has it; without a place it has no values.

        Of a column that is ``used``, what is taken as missing is told, or that all is.
        """
        name, header, kind = schema.name, schema.header, schema.kind
        words = (MISSING | self.extra) - set(schema.values)
        if place is None:
            empty = np.zeros(len(self.raw.grid.lines), dtype=np.uint8)
            cells = Cells(empty, np.array([b""]))
        else:
            cells = respelled(self.raw.grid.columns[place], schema.seen, words)
        known = KnownCells.of(canonical(cells) if kind == CATEGORICAL else cells, words)
        rows = len(self.raw.grid.lines)
        if used and not known.codes.size and rows > MAX_ROWS_DISTINCT_BY_CHANCE:
            self.warnings.append(
                f"the column {header} is empty, and the theory uses it"
            )
        if kind == CATEGORICAL:
            values = schema.values
            return categorical_column(name, header, known.cells, known.codes, values)
        if used and kind == NUMERIC:
            self._check_points(known, header)
        known = self._with_points(known)
        flags = known.flags(kind)
        what = "numbers" if kind == NUMERIC else "dates"
        if used:
            self._warn_missing(known, header, known.codes[~flags], what)
        return self._column(
            name, header, KnownCells(known.cells, known.codes[flags]), kind
        )

    # Messages

    def _warn_missing(
        self, known: KnownCells, header: str, stray: Rows, what: str
    ) -> None:
        if what == "dates" and (offsets := mixed_offsets(*known)):
            self.warnings.append(f"in the column {header} {offsets}")
        if stray.size:
            self.warnings.append(
                f"in the column {header} of {what} these are taken as missing: "
                f"{known.listed(self.raw.line, stray)}"
            )
