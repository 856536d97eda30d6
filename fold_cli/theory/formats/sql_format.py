"""A theory of a table as SQL: a query that adds a column with what the theory says.

Each rule is a condition of one CASE. A missing cell is NULL, or a word of --missing: it
satisfies no literal, and an exception that it leaves unknown does not hold. The text is
as long as the theory with its exceptions written where they are used.

Databases limit how deep a query may be nested: SQLite up to 3.45 takes 15 exceptions
within exceptions, and 1,000 conditions side by side. So long conditions have brackets
within, and where exceptions nest deeper than ``MAX_NESTED_EXCEPTIONS`` the inner ones
are computed in a step before, as a column of their own; so are long ones that many
rules share.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from fold_cli.errors import OutputError
from fold_cli.theory.formats.header import counts_text, header_lines
from fold_cli.theory.formats.row_program import row_program
from fold_cli.theory.quoting import is_quoted, unquoted
from fold_cli.theory.schema import CATEGORICAL, DATE, NUMERIC, TRUTH, spelled_truth
from fold_cli.theory.terms import Const, Literal, Member, Threshold
from fold_cli.theory.visible import visible, visible_lines

if TYPE_CHECKING:
    from fold_cli.theory.formats.row_program import RowProgram
    from fold_cli.theory.terms import BodyLiteral, Bound, Clause
    from fold_cli.theory.theory import Theory

MAX_CONDITION_CHARACTERS = 1_000_000
"""Length of one condition, in which each exception stands wherever it is used."""

MAX_NESTED_EXCEPTIONS = 8
"""Exceptions within exceptions in one condition."""

MAX_REPEATED_CHARACTERS = 100_000
"""Length of all conditions that repeat one exception."""

MAX_COMPUTED_COLUMNS = 200
"""Exceptions that are columns of an earlier step; SQLite is slow with more of them."""

MAX_UNBRACKETED_CONDITIONS = 100
"""Conditions between AND or OR without brackets."""

LONGEST_TIME = len("2024-05-01 09:30:00.000000000")
"""Characters of a time."""

_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+(e[-+]?[0-9]+)?)?", re.ASCII | re.IGNORECASE)

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}", re.ASCII)

_BEFORE_A_QUOTE = re.compile(r"""\\['"]""")


def to_sql(theory: Theory) -> str:
    """Return a query over a table ``data`` that has the theory's columns."""
    program = row_program(theory, "SQL")
    writer = _Writer(program)
    lines = [f"-- {visible(line)}" for line in header_lines(theory)]
    lines += [*writer.steps(), "SELECT *,", "  CASE"]
    for rule, label in program.decisions:
        if rule.covers:
            lines.append(f"    -- covers {counts_text(rule.covers)}")
        lines.append(f"    WHEN {writer.body(rule.clause)} THEN {_label(label)}")
    default = _label(program.default)
    if not program.decisions:
        lines.append(f"    WHEN 1 = 0 THEN {default}")  # a CASE needs a condition
    lines += [f"    ELSE {default}", "  END AS prediction", f"FROM {writer.table};"]
    return "".join(f"{line}\n" for line in lines)


class _Writer:
    """Writes the conditions of a theory's clauses."""

    def __init__(self, program: RowProgram) -> None:
        self.program = program
        columns = program.schema.columns
        self.truths = {each.name for each in columns if spelled_truth(each.seen)}
        self.kinds = {each.name: each.kind for each in columns}
        self.conditions: dict[str, str] = {}  # the condition of each exception
        self.depth: dict[str, int] = {}
        self.computed: list[str] = []  # exceptions that are columns
        used = Counter(use for name in program.clauses for use in self.uses(name))
        for name in program.exceptions:
            clauses = program.clauses[name]
            condition = _joined("OR", list(map(self.body, clauses)))
            depth = 1 + max((self.depth[use] for use in self.uses(name)), default=0)
            repeated = len(condition) * used[name] if used[name] > 1 else 0
            if depth > MAX_NESTED_EXCEPTIONS or repeated > MAX_REPEATED_CHARACTERS:
                self.computed.append(condition)
                condition, depth = f"{self.column} = 1", 0
            self.conditions[name], self.depth[name] = condition, depth
        if len(self.computed) > MAX_COMPUTED_COLUMNS:
            raise OutputError(
                "exceptions are nested too deep, or shared by too many rules, to be "
                "written as SQL"
            )

    def uses(self, name: str) -> list[str]:
        """Return the exceptions that are used by one."""
        return [
            literal.name
            for clause in self.program.clauses[name]
            for literal in clause.body
            if isinstance(literal, Literal) and literal.name in self.program.clauses
        ]

    @property
    def column(self) -> str:
        """The column of the last step so far."""
        return _identifier(f"fold exception {len(self.computed)}")

    @property
    def table(self) -> str:
        """What the last step so far gives: the table with its columns."""
        number = len(self.computed)
        return _identifier(f"fold step {number}") if number else "data"

    def steps(self) -> list[str]:
        """Return the lines that compute columns before."""
        conditions, self.computed = self.computed, []
        lines: list[str] = []
        for condition in conditions:
            before = self.table
            self.computed.append(condition)
            lines += [
                f"{'  ' if lines else 'WITH '}{self.table} AS (SELECT *,",
                f"    CASE WHEN {condition} THEN 1 ELSE 0 END AS {self.column}",
                f"    FROM {before}){',' * (len(self.computed) < len(conditions))}",
            ]
        return lines

    def body(self, clause: Clause) -> str:
        """Return what a clause asks of a row."""
        text = _joined("AND", list(map(self.literal, clause.body))) or "1 = 1"
        if len(text) > MAX_CONDITION_CHARACTERS:
            raise OutputError("too many rules share exceptions to be written as SQL")
        return text

    def literal(self, literal: BodyLiteral) -> str:
        """Return a condition; it is NULL only where a cell is."""
        if isinstance(literal, Member):
            rows = ", ".join(_text(row[0]) for row in literal.rows)
            column = self.program.schema.id_column
            if column is None:  # the rows of training have no names
                return "1 = 0"
            return f"{_identifier(column)} IN ({rows})"
        atom = literal.atom if isinstance(literal, Threshold) else literal
        if isinstance(literal, Literal) and literal.name in self.program.clauses:
            condition = self.conditions[literal.name]
            then, otherwise = ("0", "1") if literal.negated else ("1", "0")
            return f"CASE WHEN {condition} THEN {then} ELSE {otherwise} END = 1"
        column = _identifier(self.program.headers[atom.name])
        if isinstance(literal, Threshold):
            cell = self.cell(atom.name)
            return _joined("AND", [_compared(cell, each) for each in literal.bounds])
        value = literal.args[1]
        assert isinstance(value, Const)
        if value.text == "_":
            cell = self.cell(atom.name)
            return f"{cell} IS {'NULL' if literal.negated else 'NOT NULL'}"
        truth = TRUTH.get(unquoted(value.text).lower())
        if truth is not None and atom.name in self.truths:
            spelled = ", ".join(_string(text) for text in TRUTH if TRUTH[text] is truth)
            word = "NOT IN" if literal.negated else "IN"
            asked = f"LOWER(CAST({column} AS CHAR(9))) {word} ({spelled})"
            return f"({column} IS NULL OR {asked})" if literal.negated else asked
        if literal.negated:
            return f"({column} IS NULL OR {column} <> {_text(value)})"
        return f"{column} = {_text(value)}"

    def cell(self, name: str) -> str:
        """Return a cell that is NULL where it is one of the words for "no value".

        Those are the theory's own words that the type of the column can hold.
        """
        cell = _identifier(self.program.headers[name])
        kind = self.kinds[name]
        for word in self.program.schema.missing:
            if kind == NUMERIC and _NUMBER.fullmatch(word):
                cell = f"NULLIF({cell}, {word})"
            elif kind == CATEGORICAL or (kind == DATE and _DATE.match(word)):
                cell = f"NULLIF({cell}, {_string(word)})"
        return cell


def _joined(word: str, conditions: list[str]) -> str:
    """Return conditions with AND or OR between them; many are in brackets."""
    while len(conditions) > MAX_UNBRACKETED_CONDITIONS:
        starts = range(0, len(conditions), MAX_UNBRACKETED_CONDITIONS)
        parts = [
            conditions[start : start + MAX_UNBRACKETED_CONDITIONS] for start in starts
        ]
        conditions = [f"({f' {word} '.join(part)})" for part in parts]
    return f" {word} ".join(conditions)


def _identifier(name: str) -> str:
    return _checked('"' + name.replace('"', '""') + '"')


def _text(value: Const) -> str:
    return _string(unquoted(value.text))


def _string(text: str) -> str:
    return _checked("'" + text.replace("'", "''") + "'")


def _label(label: str | bool) -> str:
    return str(int(label)) if isinstance(label, bool) else _string(label)


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


def _compared(column: str, bound: Bound) -> str:
    """Return a comparison with a number, or with a date as a text.

    Databases hold ``2024-05-01`` as that, or with a time that follows a blank or a T,
    to the second or in more detail. Each is the beginning of the longest form, which
    the bound has.
    """
    operator = bound.op.replace("=<", "<=")
    if not is_quoted(bound.number.text):
        return f"{column} {operator} {_number(bound.number)}"
    text = unquoted(bound.number.text)
    day, _, time = text.partition("T")
    if len(day) == len("2024-05-01"):
        seconds, _, fraction = (time or "00:00:00").partition(".")
        text = f"{day}T{seconds}.{fraction:0<9}"
    cell = f"REPLACE(RTRIM(CAST({column} AS CHAR({LONGEST_TIME}))), ' ', 'T')"
    return f"{cell} {operator} {_string(text)}"


def _number(number: Const) -> str:
    if number.text in ("1.0Inf", "inf"):
        return "9e999"
    if number.text in ("-1.0Inf", "-inf"):
        return "-9e999"
    if not _NUMBER.fullmatch(number.text):
        raise OutputError(f"SQL has no number {number.text}")
    return number.text
