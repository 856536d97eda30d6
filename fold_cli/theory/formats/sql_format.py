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

from collections import Counter
from typing import TYPE_CHECKING

from fold_cli.errors import OutputError
from fold_cli.theory.formats.header import counts_text, header_lines
from fold_cli.theory.formats.row_program import row_program
from fold_cli.theory.formats.sql_cells import SqlCells, identifier, joined, string, text
from fold_cli.theory.terms import Literal, Member
from fold_cli.theory.visible import visible

if TYPE_CHECKING:
    from fold_cli.theory.formats.row_program import RowProgram
    from fold_cli.theory.terms import BodyLiteral, Clause
    from fold_cli.theory.theory import Theory

MAX_CONDITION_CHARACTERS = 1_000_000
"""Length of one condition, in which each exception stands wherever it is used."""

MAX_NESTED_EXCEPTIONS = 8
"""Exceptions within exceptions in one condition."""

MAX_REPEATED_CHARACTERS = 100_000
"""Length of all conditions that repeat one exception."""

MAX_COMPUTED_COLUMNS = 200
"""Exceptions that are columns of an earlier step; SQLite is slow with more of them."""


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
        self.cells = SqlCells(program.schema)
        self.conditions: dict[str, str] = {}  # the condition of each exception
        self.depth: dict[str, int] = {}
        self.computed: list[str] = []  # exceptions that are columns
        used = Counter(use for name in program.clauses for use in self.uses(name))
        for name in program.exceptions:
            clauses = program.clauses[name]
            condition = joined("OR", list(map(self.body, clauses)))
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
        return identifier(f"fold exception {len(self.computed)}")

    @property
    def table(self) -> str:
        """What the last step so far gives: the table with its columns."""
        number = len(self.computed)
        return identifier(f"fold step {number}") if number else "data"

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
        condition = joined("AND", list(map(self.literal, clause.body))) or "1 = 1"
        if len(condition) > MAX_CONDITION_CHARACTERS:
            raise OutputError("too many rules share exceptions to be written as SQL")
        return condition

    def literal(self, literal: BodyLiteral) -> str:
        """Return a condition; it is NULL only where a cell is."""
        if isinstance(literal, Member):
            rows = ", ".join(text(row[0]) for row in literal.rows)
            column = self.program.schema.id_column
            if column is None:  # the rows of training have no names
                return "1 = 0"
            return f"{identifier(column)} IN ({rows})"
        if isinstance(literal, Literal) and literal.name in self.program.clauses:
            condition = self.conditions[literal.name]
            then, otherwise = ("0", "1") if literal.negated else ("1", "0")
            return f"CASE WHEN {condition} THEN {then} ELSE {otherwise} END = 1"
        return self.cells.condition(literal)


def _label(label: str | bool) -> str:
    return str(int(label)) if isinstance(label, bool) else string(label)
