"""The cells of rows in SQL, and comparisons with them, as ``fold`` reads tables.

Databases may hold numbers as text. Adding 0 makes numbers of them: nothing, where the
database refuses that for text, or 0 for what is no number.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from fold_cli.errors import OutputError
from fold_cli.theory.quoting import MAX_EXACT_FLOAT, unquoted
from fold_cli.theory.schema import (
    CATEGORICAL,
    DATE,
    MISSING,
    TRUTH,
    spelled_truth,
    spellings,
)
from fold_cli.theory.terms import Const, Literal, Threshold
from fold_cli.theory.visible import visible, visible_lines

if TYPE_CHECKING:
    from fold_cli.theory.schema import TableSchema
    from fold_cli.theory.terms import Bound

MAX_UNBRACKETED_CONDITIONS = 100
"""Conditions between AND or OR without brackets."""

LONGEST_TIME = len("2024-05-01 09:30:00.000000000")
"""Characters of a time."""

LONGEST_SPELLED = len("-1234567890123456.0") + 1
"""Characters of a name that may be written in several ways, and one more."""

DATE_FORMS = "____-__", "____-__-__", "____-__-__T__:__%"
"""The forms of dates and times."""

_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+(e[-+]?[0-9]+)?)?", re.ASCII | re.IGNORECASE)

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}", re.ASCII)

_BEFORE_A_QUOTE = re.compile(r"""\\['"]""")


class SqlCells:
    """Writes what is asked of the cells of a row."""

    def __init__(self, schema: TableSchema) -> None:
        self.schema = schema
        self.columns = {column.name: column for column in schema.columns}
        self.truths = {each.name for each in schema.columns if spelled_truth(each.seen)}

    def column(self, name: str) -> str:
        """Return the column of a predicate."""
        return identifier(self.columns[name].header)

    def condition(self, literal: Literal | Threshold) -> str:
        """Return what a literal asks of a cell; it is NULL only where the cell is."""
        if isinstance(literal, Threshold):
            name = literal.atom.name
            asked = [self.compared(name, each) for each in literal.bounds]
            if self.columns[name].kind == DATE:
                asked.append(_is_date(_dated(self.cell(name))))
            return joined("AND", asked)
        name, value = literal.name, literal.args[1]
        assert isinstance(value, Const)
        if value.text == "_":
            known = self.known(name)
            return f"NOT {known}" if literal.negated else known
        column, word = self.column(name), unquoted(value.text)
        truth = TRUTH.get(word.lower()) if name in self.truths else None
        texts = sorted(spellings([word]))
        if truth is not None:
            texts = [each for each in TRUTH if TRUTH[each] is truth]
        equal = f"{column} {'<>' if literal.negated else '='} {text(value)}"
        if len(texts) > 1:
            missing = spellings(self.schema.missing)
            spelled = ", ".join(string(each) for each in texts if each not in missing)
            cell = f"CAST({column} AS CHAR({LONGEST_SPELLED}))"
            cell = cell if truth is None else f"LOWER({cell})"
            equal = f"{cell} {'NOT IN' if literal.negated else 'IN'} ({spelled})"
        return f"({column} IS NULL OR {equal})" if literal.negated else equal

    def compared(self, name: str, bound: Bound) -> str:
        """Return a comparison of a cell with a number, or with a date as a text."""
        if self.columns[name].kind == DATE:
            sign = bound.op.replace("=<", "<=")
            return f"{_dated(self.cell(name))} {sign} {_date(bound.number)}"
        limit = _number(bound.number)
        number = self.number(name, limit)
        comparison = f"{number} {bound.op.replace('=<', '<=')} {limit}"
        if (bound.op == "=<") == limit.startswith("-"):  # 0 is on the other side
            return comparison
        return f"{comparison} AND {self.is_number(name)}"

    def number(self, name: str, limit: str = "0") -> str:
        """Return a cell as a number, also where the database holds it as text.

        It is NULL where it is a word for "no value" of the theory's own. A text that is
        no number is 0. Beside a ``limit`` among numbers that floats skip, it is a
        float where the limit is one, else exact.
        """
        column = self.column(name)
        cell, is_float = column, self.schema.decimal_comma
        if self.schema.decimal_comma:
            cell = f"REPLACE(CAST({column} AS CHAR(64)), ',', '.')"
        if MAX_EXACT_FLOAT <= abs(float(limit)) < math.inf:
            is_float = "." in limit
        number = f"CAST({cell} AS DOUBLE PRECISION)" if is_float else f"{cell} + 0"
        if name in self.truths:
            text = f"LOWER(CAST({column} AS CHAR(9)))"
            number = (
                f"CASE {text} WHEN 'true' THEN 1 WHEN 'false' THEN 0 ELSE {number} END"
            )
        for word in self.schema.missing:
            if _NUMBER.fullmatch(word):
                number = f"NULLIF({number}, {word})"
        return number

    def is_number(self, name: str) -> str:
        """Return whether a cell is a number: one that is 0 is written with a 0."""
        text = f"CAST({self.column(name)} AS CHAR(64))"
        zero = f"{text} LIKE '%0%'"
        if name in self.truths:
            zero = f"{zero} OR LOWER({text}) = 'false'"
        return f"({self.number(name)} <> 0 OR {zero})"

    def known(self, name: str) -> str:
        """Return whether a cell has a value."""
        kind = self.columns[name].kind
        if kind != CATEGORICAL:
            known = f"{self.number(name)} IS NOT NULL AND {self.is_number(name)}"
            if kind == DATE:
                known = _is_date(_dated(self.cell(name)))
            return f"CASE WHEN {known} THEN 1 ELSE 0 END = 1"
        words = MISSING - {*self.columns[name].values}
        listed = ", ".join(map(string, sorted(words)))
        text = f"CAST({self.cell(name)} AS CHAR(64))"
        return f"COALESCE({text}, '') NOT IN ({listed})"

    def cell(self, name: str) -> str:
        """Return a cell that is NULL where it is one of the words for "no value".

        Those are the theory's own words that the type of the column can hold.
        """
        cell = self.column(name)
        for word in self.schema.missing:
            if self.columns[name].kind == CATEGORICAL or _DATE.match(word):
                cell = f"NULLIF({cell}, {string(word)})"
        return cell


def identifier(name: str) -> str:
    """Return the name of a column."""
    return _checked('"' + name.replace('"', '""') + '"')


def string(text: str) -> str:
    """Return a text as SQL writes it."""
    return _checked("'" + text.replace("'", "''") + "'")


def text(value: Const) -> str:
    """Return the text of a constant as SQL writes it."""
    return string(unquoted(value.text))


def joined(word: str, conditions: list[str]) -> str:
    """Return conditions with AND or OR between them; many are in brackets."""
    while len(conditions) > MAX_UNBRACKETED_CONDITIONS:
        starts = range(0, len(conditions), MAX_UNBRACKETED_CONDITIONS)
        parts = [
            conditions[start : start + MAX_UNBRACKETED_CONDITIONS] for start in starts
        ]
        conditions = [f"({f' {word} '.join(part)})" for part in parts]
    return f" {word} ".join(conditions)


def _checked(text: str) -> str:
    """Return a quoted text, unless databases would not take it for one.

    To some of them, a backslash before a quote means that the text does not end there.
    SQL cannot write characters by their numbers, so those that terminals obey, or that
    turn the order of reading, are refused.
    """
    if visible_lines(text) != text:
        raise OutputError(
            f"{visible(text)} has a character that cannot be shown, which SQL has no "
            "other way to write; rename it in the table"
        )
    if _BEFORE_A_QUOTE.search(text):
        raise OutputError(
            f"databases do not agree where {visible(text)} ends, for it has a "
            "backslash before a quote; rename it in the table"
        )
    return text


def _dated(cell: str) -> str:
    """Return a cell as the text of a date.

    Databases hold ``2024-05-01`` as that, or with a time that follows a blank or a T,
    to the second or in more detail.
    """
    return f"REPLACE(RTRIM(CAST({cell} AS CHAR({LONGEST_TIME}))), ' ', 'T')"


def _is_date(text: str) -> str:
    """Return whether a text has the form of a date, to a day or month, or a time."""
    return f"({' OR '.join(f'{text} LIKE {string(form)}' for form in DATE_FORMS)})"


def _date(bound: Const) -> str:
    """Return a bound in the longest form, of which each date is the beginning."""
    text = unquoted(bound.text)
    day, _, time = text.partition("T")
    if len(day) == len("2024-05-01"):
        seconds, _, fraction = (time or "00:00:00").partition(".")
        text = f"{day}T{seconds}.{fraction:0<9}"
    return string(text)


def _number(number: Const) -> str:
    if number.text in ("1.0Inf", "inf"):
        return "9e999"
    if number.text in ("-1.0Inf", "-inf"):
        return "-9e999"
    if not _NUMBER.fullmatch(number.text):
        raise OutputError(f"SQL has no number {number.text}")
    return number.text
