"""A theory of a table as Python: a function of a row that needs no other package.

A row is a mapping from the headers of columns to cells, as ``csv.DictReader`` and
``DataFrame.to_dict("records")`` give them. Each exception is a function, so the text is
as long as the theory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli.errors import OutputError
from fold_cli.theory.formats.header import counts_text, header_lines
from fold_cli.theory.formats.python_helpers import DATES, HELPERS
from fold_cli.theory.formats.row_program import row_program
from fold_cli.theory.quoting import is_quoted, unquoted
from fold_cli.theory.schema import (
    DATE,
    MISSING,
    NUMERIC,
    TRUTH,
    spelled_truth,
    spellings,
)
from fold_cli.theory.terms import Const, Literal, Member, Threshold
from fold_cli.theory.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fold_cli.theory.terms import BodyLiteral, Clause
    from fold_cli.theory.theory import Theory


def to_python(theory: Theory) -> str:
    """Return a module with ``predict(row)``: the value of a row's class."""
    writer = _Writer(theory)
    top = [_quotable(visible(line)) for line in header_lines(theory)]
    columns = writer.program.schema.columns
    dated = any(c.kind == DATE and c.name in theory.used for c in columns)
    blocks = [
        '"""' + "\n".join(top) + '\n"""\n',
        "import datetime\nimport re\n" if dated else "import re\n",
        f"MISSING = {set_text(writer.missing)}\n"
        f"DECIMAL_COMMA = {writer.program.schema.decimal_comma}\n{HELPERS}\n",
        *([f"{DATES}\n"] if dated else []),
        *(
            f"{writer.function(name)}\n\n"
            for name in writer.program.exceptions
            if name in writer.called
        ),
        writer.predict() + "\n",
    ]
    return "\n".join(blocks)


def set_text(words: Iterable[str]) -> str:
    """Return a set as Python writes it, always in the same order."""
    return "{" + ", ".join(map(repr, sorted(words))) + "}"


class _Writer:
    """Writes the functions of a theory."""

    def __init__(self, theory: Theory) -> None:
        self.theory, self.program = theory, row_program(theory, "Python")
        schema = self.program.schema
        self.kinds = {c.name: c.kind for c in schema.columns}
        self.truths = {c.name for c in schema.columns if spelled_truth(c.seen)}
        values = {word for column in schema.columns for word in column.values}
        self.missing = {*MISSING, *spellings(schema.missing)} - values
        self.called = self.program.called()
        names = enumerate(self.program.clauses)
        self.functions = {name: f"_exception{n}" for n, name in names}
        self.asked: dict[str, None] = {}  # columns, as they are written

    def predict(self) -> str:
        """Return the function that is asked."""
        what = "the class of a row"
        if not self.program.schema.labels and not self.theory.classes:
            name = visible(unquoted(self.theory.target.name))
            what = f"whether a row is {_quotable(name)}"
        lines = []
        for rule, label in self.program.decisions:
            if rule.covers:
                lines.append(f"    # covers {counts_text(rule.covers)}")
            lines += [f"    if {self.body(rule.clause)}:", f"        return {label!r}"]
        top = ["def predict(row):", f'    """Return {what}."""']
        if self.asked:
            top.append(f"    _check(row, [{', '.join(self.asked)}])")
        return "\n".join([*top, *lines, f"    return {self.program.default!r}"])

    def function(self, name: str) -> str:
        """Return the function of an exception."""
        lines = [f"def {self.functions[name]}(row):"]
        for clause in self.program.clauses[name]:
            lines += [f"    if {self.body(clause)}:", "        return True"]
        return "\n".join([*lines, "    return False"])

    def body(self, clause: Clause) -> str:
        """Return what a clause asks of a row."""
        goals = [goal for literal in clause.body for goal in self.goals(literal)]
        if not goals:
            return "True"
        line = " and ".join(goals)
        if len(line) <= 80:
            return line
        return "(\n        " + "\n        and ".join(goals) + "\n    )"

    def goals(self, literal: BodyLiteral) -> list[str]:
        """Return the conditions of a literal."""
        if isinstance(literal, Member):
            column = self.program.schema.id_column
            if column is None:  # the rows of training have no names
                return ["False"]
            rows = set_text(unquoted(row[0].text) for row in literal.rows)
            self.asked[repr(column)] = None
            return [f"_text(row.get({column!r})) in {rows}"]
        atom = literal.atom
        if isinstance(literal, Literal) and literal.name in self.program.clauses:
            no = "not " if literal.negated else ""
            return [f"{no}{self.functions[literal.name]}(row)"]
        column = repr(self.program.headers[atom.name])
        self.asked[column] = None
        if isinstance(literal, Threshold):
            kind = ", _truth_number" if atom.name in self.truths else ""
            return [
                f"{_COMPARISONS[bound.op]}(row, {column}, {_bound(bound.number)}{kind})"
                for bound in literal.bounds
            ]
        value = literal.args[1]
        assert isinstance(value, Const)
        if value.text == "_":
            read, no = self.reader(atom.name), "" if literal.negated else "not "
            return [f"{read}(row.get({column})) is {no}None"]
        no = "not " if literal.negated else ""
        text = unquoted(value.text)
        truth = TRUTH.get(text.lower()) if atom.name in self.truths else None
        asked = repr(text) if truth is None else f"{int(truth)}, _truth"
        return [f"{no}_equals(row, {column}, {asked})"]

    def reader(self, name: str) -> str:
        """Return the function that reads the cells of a column."""
        kind = self.kinds[name]
        if kind == NUMERIC:
            return "_truth_number" if name in self.truths else "_number"
        return "_date" if kind == DATE else "_text"


_COMPARISONS = {"=<": "_at_most", ">": "_more_than"}


def _bound(number: Const) -> str:
    """Return what a cell is compared with, and how it is read if it is a date."""
    if is_quoted(number.text):
        return f"{unquoted(number.text)!r}, _date"
    text = number.text.replace("1.0Inf", "inf")
    return f'float("{text}")' if text in ("inf", "-inf") else repr(_number(text))


def _number(text: str) -> int | float:
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        raise OutputError(f"Python has no number {text}") from None


def _quotable(text: str) -> str:
    """Return a text as it can stand in a docstring."""
    return text.replace("\\", "\\\\").replace('"', "'")
