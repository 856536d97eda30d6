"""A theory of a table as SQL: a query that adds a column with what the theory says.

Each rule is a condition of one CASE. A missing cell is NULL: it satisfies no literal,
and an exception that it leaves unknown does not hold. The text is as long as the theory
with its exceptions written where they are used.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fold_cli.errors import OutputError
from fold_cli.theory.class_list import class_rules
from fold_cli.theory.naming import used_first
from fold_cli.theory.prolog_format import counts_text, header
from fold_cli.theory.quoting import is_quoted, quote_atom, unquoted
from fold_cli.theory.terms import Const, Literal, Member, Threshold
from fold_cli.theory.visible import visible, visible_lines

if TYPE_CHECKING:
    from fold_cli.theory.schema import TableSchema
    from fold_cli.theory.terms import BodyLiteral, Clause
    from fold_cli.theory.theory import LearnedClause, Theory

MAX_CHARACTERS = 1_000_000
"""Of one condition, in which each exception stands wherever it is used."""

_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+(e[-+]?[0-9]+)?)?", re.ASCII | re.IGNORECASE)

_BEFORE_A_QUOTE = re.compile(r"""\\['"]""")


def schema_of(theory: Theory, style: str) -> TableSchema:
    """Return the schema of a theory; without one it cannot be written in this style."""
    if theory.schema is None:
        raise OutputError(
            f"{style} is for theories that were learned from a table; "
            f"{theory.target} knows no columns"
        )
    return theory.schema


def exceptions_in_order(theory: Theory) -> list[str]:
    """Return the predicates beside the target, each after those that it uses."""
    uses: dict[str, set[str]] = {}
    defined = {learned.clause.name for learned in theory.clauses}
    for learned in theory.clauses:
        used = uses.setdefault(learned.clause.name, set())
        atoms = [each for each in learned.clause.body if isinstance(each, Literal)]
        used |= {atom.name for atom in atoms} & defined
    order = used_first(uses, {name: sorted(used) for name, used in uses.items()})
    places = {name: place for place, name in enumerate(order)}
    for name, used in uses.items():
        if any(places[other] >= places[name] for other in used):
            raise OutputError(f"{name} is defined by way of itself")
    return [name for name in order if name != theory.target.name]


def to_sql(theory: Theory) -> str:
    """Return a query over a table ``data`` that has the theory's columns."""
    writer = _Writer(theory)
    lines = [f"-- {visible(line)}" for line in header(theory)]
    lines += ["SELECT *,", "  CASE"]
    default, positive = writer.values
    for learned in writer.rules:
        value = _text(learned.clause.fixed[0][1]) if theory.classes else positive
        if theory.classes and not learned.clause.body:
            default = value
            continue
        if learned.covers:
            lines.append(f"    -- covers {counts_text(learned.covers)}")
        lines.append(f"    WHEN {writer.body(learned.clause)} THEN {value}")
    if lines[-1] == "  CASE":
        lines.append(f"    WHEN 1 = 0 THEN {positive}")  # a CASE needs a condition
    lines += [f"    ELSE {default}", "  END AS prediction", "FROM data;"]
    return "".join(f"{line}\n" for line in lines)


class _Writer:
    """Writes the conditions of a theory's clauses."""

    def __init__(self, theory: Theory) -> None:
        schema = schema_of(theory, "SQL")
        self.headers = {column.name: column.header for column in schema.columns}
        self.id_column = schema.id_column
        self.values = ("0", "1")  # of rows that no rule covers, and of others
        if schema.labels:
            negative, positive = (_text(Const(quote_atom(v))) for v in schema.labels)
            self.values = negative, positive
        self.clauses: dict[str, list[Clause]] = {}
        for learned in theory.clauses:
            self.clauses.setdefault(learned.clause.name, []).append(learned.clause)
        self.rules: tuple[LearnedClause, ...] = tuple(
            learned
            for learned in theory.clauses
            if learned.clause.name == theory.target.name
        )
        if theory.classes:
            self.rules = class_rules(theory)
        self.inner: dict[str, str] = {}  # the condition of each exception
        for name in exceptions_in_order(theory):
            self.inner[name] = " OR ".join(map(self.body, self.clauses[name]))

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
            column = self.id_column  # without one, the rows of training have no names
            return f"{_identifier(column)} IN ({rows})" if column else "1 = 0"
        atom = literal.atom if isinstance(literal, Threshold) else literal
        if isinstance(literal, Literal) and literal.name in self.clauses:
            inner = self.inner[literal.name]
            then, otherwise = ("0", "1") if literal.negated else ("1", "0")
            return f"CASE WHEN {inner} THEN {then} ELSE {otherwise} END = 1"
        if atom.name not in self.headers:
            raise OutputError(f"{atom.name} is no column, so it cannot stand in SQL")
        column = _identifier(self.headers[atom.name])
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
    return _checked("'" + unquoted(value.text).replace("'", "''") + "'")


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
