"""A theory of a table as SQL: a query that adds a column with what the theory says.

Each rule is a condition of one CASE. A missing cell is NULL: it satisfies no literal,
and an exception that it leaves unknown does not hold. The text is as long as the theory
with its exceptions written where they are used.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fold_cli.errors import OutputError
from fold_cli.theory.header import counts_text, header_lines
from fold_cli.theory.quoting import is_quoted, unquoted
from fold_cli.theory.row_program import row_program
from fold_cli.theory.terms import Const, Literal, Member, Threshold
from fold_cli.theory.visible import visible, visible_lines

if TYPE_CHECKING:
    from fold_cli.theory.row_program import RowProgram
    from fold_cli.theory.terms import BodyLiteral, Clause
    from fold_cli.theory.theory import Theory

MAX_CHARACTERS = 1_000_000
"""Of one condition, in which each exception stands wherever it is used."""

_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+(e[-+]?[0-9]+)?)?", re.ASCII | re.IGNORECASE)

_BEFORE_A_QUOTE = re.compile(r"""\\['"]""")


def to_sql(theory: Theory) -> str:
    """Return a query over a table ``data`` that has the theory's columns."""
    program = row_program(theory, "SQL")
    writer = _Writer(program)
    lines = [f"-- {visible(line)}" for line in header_lines(theory)]
    lines += ["SELECT *,", "  CASE"]
    for rule, label in program.decisions:
        if rule.covers:
            lines.append(f"    -- covers {counts_text(rule.covers)}")
        lines.append(f"    WHEN {writer.body(rule.clause)} THEN {_label(label)}")
    default = _label(program.default)
    if not program.decisions:
        lines.append(f"    WHEN 1 = 0 THEN {default}")  # a CASE needs a condition
    lines += [f"    ELSE {default}", "  END AS prediction", "FROM data;"]
    return "".join(f"{line}\n" for line in lines)


class _Writer:
    """Writes the conditions of a theory's clauses."""

    def __init__(self, program: RowProgram) -> None:
        self.program = program
        self.inner: dict[str, str] = {}  # the condition of each exception
        for name in program.exceptions:
            self.inner[name] = " OR ".join(map(self.body, program.clauses[name]))

    def body(self, clause: Clause) -> str:
        """Return what a clause asks of a row."""
        text = " AND ".join(map(self.literal, clause.body)) or "1 = 1"
        if len(text) > MAX_CHARACTERS:
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
            inner = self.inner[literal.name]
            then, otherwise = ("0", "1") if literal.negated else ("1", "0")
            return f"CASE WHEN {inner} THEN {then} ELSE {otherwise} END = 1"
        column = _identifier(self.program.header(atom.name))
        if isinstance(literal, Threshold):
            bounds = [
                f"{column} {bound.op.replace('=<', '<=')} {_bound(bound.number)}"
                for bound in literal.bounds
            ]
            return " AND ".join(bounds)
        value = literal.args[1]
        assert isinstance(value, Const)
        if value.text == "_":
            return f"{column} IS {'NULL' if literal.negated else 'NOT NULL'}"
        if literal.negated:
            return f"({column} IS NULL OR {column} <> {_text(value)})"
        return f"{column} = {_text(value)}"


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


def _bound(number: Const) -> str:
    if is_quoted(number.text):  # dates are compared as texts
        return _text(number)
    if number.text in ("1.0Inf", "inf"):
        return "9e999"
    if number.text in ("-1.0Inf", "-inf"):
        return "-9e999"
    if not _NUMBER.fullmatch(number.text):
        raise OutputError(f"SQL has no number {number.text}")
    return number.text
