"""Literals about a row of a table with its values, and sentences for them.

Each is a template with a place for the row's name, composed once for all rows with the
same values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli.files.tables.columns import Categorical
from fold_cli.theory.class_list import class_steps
from fold_cli.theory.english.phrases import RowPhrases, bounds_text, exception_words
from fold_cli.theory.english.sentences import plain
from fold_cli.theory.terms import Const, Literal, Member, Threshold
from fold_cli.use.explaining.explanation import WordedLiteral

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from fold_cli.files.tables.columns import Column
    from fold_cli.files.tables.table import Table
    from fold_cli.theory.english.sentences import Sentences
    from fold_cli.theory.terms import BodyLiteral, Bound
    from fold_cli.theory.theory import Theory

ROW = "\0"
"""The place of a row's name in a template; no name has this character."""

MAX_TEMPLATES = 100_000
"""Templates kept for the next rows; with more, few rows share one."""


class RowWording:
    """Words for what a theory says of the rows of a table."""

    def __init__(self, table: Table, theory: Theory, sentences: Sentences) -> None:
        self.table = table
        self.phrases = RowPhrases(theory.schema or table.schema, sentences)
        self.target = theory.target.name
        steps = class_steps(theory) if theory.classes else ()
        self.classes = {step.predicate: step.value for step in steps}
        self.defined = theory.defined
        self.templates: dict[Hashable, WordedLiteral] = {}

    def template(
        self, key: Hashable, compose: Callable[[], WordedLiteral]
    ) -> WordedLiteral:
        """Return what ``compose`` gives; it is composed once for a key."""
        found = self.templates.get(key)
        if found is None:
            if len(self.templates) >= MAX_TEMPLATES:
                self.templates.clear()
            found = self.templates[key] = compose()
        return found

    def head(self, head: tuple[str, ...], holds: bool) -> WordedLiteral:
        """Return an atom of the theory, and whether it holds in words."""
        name, *rest = head
        atom = f"{name}({', '.join((ROW, *rest))})"
        if name == self.target:
            return WordedLiteral(atom, self.phrases.head(name, rest, ROW, holds=holds))
        known = self.phrases.sentences.say(name, [ROW, *rest], holds=holds)
        return WordedLiteral(atom, known or f"{self.applies(name, holds)} to {ROW}")

    def applies(self, name: str, holds: bool) -> str:
        """Return whether an exception applies, or the rules of a class do."""
        applies = "applies" if holds else "does not apply"
        if name not in self.classes:
            return f"{exception_words(name)} {applies}"
        value = plain(self.classes[name].text)
        return f"{'a' if holds else 'no'} rule for {value} applies"

    def need(self, literal: BodyLiteral) -> WordedLiteral:
        """Return what a literal asks of any row, which is X."""
        if isinstance(literal, Member):
            text = listed(literal, True).literal.replace(ROW, "X")
        else:
            text = _text(literal, None).replace(ROW, "X")
        if isinstance(literal, Literal) and literal.name in self.defined:
            known = self.phrases.sentences.say(
                literal.name, ["X"], holds=not literal.negated
            )
            return WordedLiteral(
                text, known or self.applies(literal.name, not literal.negated)
            )
        return WordedLiteral(text, self.phrases.condition(literal))

    def cell(self, literal: Literal | Threshold, code: int) -> WordedLiteral:
        """Return what a row has in a column, beside what a literal asks for."""
        column = self.table.by_name[literal.atom.name]
        cell = column.texts[code - 1] if code else None
        has, text = self.phrases.cell(column.name, ROW, cell), _text(literal, cell)
        if cell is None:
            return WordedLiteral(text, has)
        if isinstance(literal, Threshold):
            failing = [b for b in literal.bounds if not _within(column, code, b)]
            no = "not " if failing else ""
            return WordedLiteral(
                text, f"{has}, {no}{bounds_text(failing or literal.bounds)}"
            )
        [asked] = atom_parts(literal)[1:]
        return WordedLiteral(
            text, has if asked in (cell, "_") else f"{has}, not {plain(asked)}"
        )


def atom_parts(literal: Literal) -> tuple[str, ...]:
    """Return the name of a literal and its arguments after the row."""
    rest = (arg.text for arg in literal.args[1:] if isinstance(arg, Const))
    return (literal.name, *rest)


def _text(literal: Literal | Threshold, cell: str | None) -> str:
    """Return a literal as Prolog writes it; a missing cell is ``A``."""
    if isinstance(literal, Threshold):
        value = cell or "A"
        bounds = [f"{value} {b.op} {b.number.text}" for b in literal.bounds]
        return ", ".join([f"{literal.atom.name}({ROW}, {value})", *bounds])
    name, *rest = atom_parts(literal)
    atom = f"{name}({', '.join((ROW, *rest))})"
    return f"\\+ {atom}" if literal.negated else atom


def listed(literal: Member, holds: bool) -> WordedLiteral:
    """Return that a row is, or is not, among those that a literal lists."""
    names = ", ".join(row[0].text for row in literal.rows)
    count = "one" if len(literal.rows) == 1 else len(literal.rows)
    sentence = f"{ROW} is {'' if holds else 'not '}among the {count} listed"
    return WordedLiteral(f"member({ROW}, [{names}])", sentence)


def _within(column: Column, code: int, bound: Bound) -> bool:
    """Return whether a number is within a bound."""
    assert not isinstance(column, Categorical)
    last = column.texts.rank(bound.number.text) + 1
    return code <= last if bound.op == "=<" else code > last
