"""Words for what a theory says of a table's rows: "the age is more than 27".

A column is called by its predicate (see ``nouns.py``); constants stand without
Prolog's quotes. A predicate that has a sentence of its own (``sentences.py``)
is spoken of by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli.theory.english.nouns import noun
from fold_cli.theory.english.sentences import Sentences, plain
from fold_cli.theory.quoting import unquoted
from fold_cli.theory.terms import Const, Member, Threshold, asks_cell
from fold_cli.theory.visible import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_cli.theory.schema import TableSchema
    from fold_cli.theory.terms import BodyLiteral, Bound

COMPARISONS = {
    "=<": "at most",
    ">": "more than",
    "<": "less than",
    ">=": "at least",
    "=:=": "equal to",
    "=\\=": "different from",
}
"""What comes after "is" where two numbers are compared."""

IDENTITIES = {"=": True, "==": True, "is": True, "\\=": False, "\\==": False}
"""Whether two terms are one, where they are compared."""


def counted(number: int, noun: str) -> str:
    """Return ``1 row``, ``2 rows``."""
    return f"{number} {noun}{'s' * (number != 1)}"


def words(name: str) -> str:
    """Return the words of a name: ``total price`` for ``total_price``."""
    return plain(name).replace("_", " ")


def exception_words(name: str) -> str:
    """Return what an exception is called: ``the exception ab2``."""
    return f"the exception {plain(name)}"


def bounds_text(bounds: Sequence[Bound]) -> str:
    """Return ``more than 27 and at most 40``."""
    return " and ".join(f"{COMPARISONS[b.op]} {plain(b.number.text)}" for b in bounds)


def comparison(name: str, left: str, right: str, *, holds: bool) -> str:
    """Return ``X is kitty``, ``X is not more than 8``."""
    if name in IDENTITIES:
        return f"{left} is {'' if IDENTITIES[name] == holds else 'not '}{right}"
    return f"{left} is {'' if holds else 'not '}{COMPARISONS[name]} {right}"


class RowPhrases:
    """Says what holds of rows, by the schema of the table that a theory is from."""

    def __init__(self, schema: TableSchema, sentences: Sentences) -> None:
        self.schema, self.sentences = schema, sentences
        self.columns = {column.name for column in schema.columns}

    def speaks_of(self, literal: BodyLiteral) -> bool:
        """Return whether a literal is about a column, or the names of rows."""
        if isinstance(literal, Member):
            return True
        return literal.atom.name in self.columns and asks_cell(literal)

    def head(
        self, name: str, rest: Sequence[str], row: str = "", *, holds: bool = True
    ) -> str:
        """Return what a rule of the target concludes: ``the credit is bad``.

        ``rest`` is the class in the head, where there are several.
        """
        if sentence := self.sentences.say(name, [row or "X", *rest], holds=holds):
            return sentence
        header, value = self.schema.class_column, self.schema.positive
        if rest:
            value = unquoted(rest[0])
        if header is None or value is None:
            of = f" of {plain(row)}" if row else ""
            return f"{words(name)}{of} {'holds' if holds else 'does not hold'}"
        no = "" if holds else "not "
        column = noun(_lowered(header)).is_said(plain(row))
        return f"{column} {no}{visible(value)}"

    def condition(self, literal: BodyLiteral) -> str:
        """Return what a literal asks of a row: ``the job is not clerk``."""
        if isinstance(literal, Member):
            names = [plain(row[0].text) for row in literal.rows]
            row = self.schema.id_column or "row"
            listed = names[0] if len(names) == 1 else f"one of {', '.join(names)}"
            return f"{noun(_lowered(row)).is_said()} {listed}"
        if isinstance(literal, Threshold):
            bounds = bounds_text(literal.bounds)
            if sentence := self.sentences.say(literal.atom.name, ["X", "A"]):
                return f"{sentence} with A {bounds}"
            return f"{noun(plain(literal.atom.name)).is_said()} {bounds}"
        value = literal.args[1]
        assert isinstance(value, Const)
        holds, text = not literal.negated, value.text
        if sentence := self.sentences.say(literal.name, ["X", text], holds=holds):
            return sentence
        column = noun(plain(literal.name)).is_said()
        if text == "_":
            return f"{column} {'known' if holds else 'missing'}"
        return f"{column} {'' if holds else 'not '}{plain(text)}"

    def cell(self, name: str, row: str, cell: str | None) -> str:
        """Return what a row has in a column: ``the age of row7 is 23``."""
        column = noun(plain(name)).is_said(plain(row))
        if cell is None:
            return f"{column} missing"
        if sentence := self.sentences.say(name, [row, cell]):
            return sentence
        return f"{column} {plain(cell)}"


def _lowered(header: str) -> str:
    """Return a header as a word within a sentence; what is not plain stays."""
    plain_word = header[1:].islower() or len(header) == 1
    return visible(header.lower() if plain_word else header)
