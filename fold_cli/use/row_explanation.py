"""Why a theory says what it says of the rows of a table, without Prolog.

An explanation is a tree as ``explain.py`` has it: a rule that covers the row, with its
literals, or for each rule the first literal that fails. Which literals hold is computed
for all rows at once, and what is said of a value is composed once, with a place for the
row's name; a tree then takes time by its size.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fold_cli.coverage.rows import literal_flags
from fold_cli.engine.prolog import engine
from fold_cli.errors import InputError
from fold_cli.files.tables.columns import Categorical
from fold_cli.theory.class_list import class_steps
from fold_cli.theory.phrases import RowPhrases, bounds_text, exception_words
from fold_cli.theory.prolog_format import clause_text
from fold_cli.theory.quoting import constant, unquoted
from fold_cli.theory.sentences import plain
from fold_cli.theory.terms import Const, Literal, Member, Threshold, Var
from fold_cli.use.explain import Attempt, Case, CitedClause, Explanation, Said
from fold_cli.use.judgement import judge_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from fold_cli.files.tables.columns import Column, Rows
    from fold_cli.files.tables.table import Table
    from fold_cli.theory.sentences import Sentences
    from fold_cli.theory.terms import BodyLiteral, Bound
    from fold_cli.theory.theory import Theory
    from fold_cli.use.written import WrittenTheory


def explain_goal(
    table: Table, source: WrittenTheory, goal: str, sentences: Sentences, depth: int
) -> Explanation:
    """Return why an atom about one row holds, or not; no other row is looked at.

    The name of a row alone asks why the theory says of it what it says.
    """
    theory = source.theory
    defined = {learned.clause.name for learned in theory.clauses} | {theory.target.name}
    if "(" in goal or goal in defined:
        name, *args = engine().call("fold_goal", "goal_parts", goal)
    else:
        name, *args = _what_is_said(table, theory, constant(unquoted(goal.strip())))
    if name not in defined and (name not in table.by_name or len(args) != 2):
        raise InputError(
            f"neither the theory nor {table.file} defines {name}/{len(args)}"
        )
    if not args:
        raise InputError(f"{name} is about no row; ask about one, like {name}(row1)")
    rows = _rows_called(table, args[0])
    explainer = RowExplainer(table, source, rows, sentences, depth)
    if name in defined:
        return explainer.explanation(0, (name, *args[1:]))
    literal = Literal(name, (Var(0), Const(args[1])))
    code = explainer.code(0, literal)
    said = explainer.said(0, code, lambda: explainer.cell(literal, code))
    holds = code > 0 and table.by_name[name].texts[code - 1] == args[1]
    return Explanation(said, holds, "cell")


def _what_is_said(table: Table, theory: Theory, row: str) -> tuple[str, ...]:
    """Return the parts of the atom that says of a row what a theory does."""
    labels = judge_rows(table, theory, _rows_called(table, row)).labels
    value = () if labels is None else (constant(theory.classes[labels[0]]),)
    return theory.target.name, row, *value


def _rows_called(table: Table, name: str) -> Rows:
    """Return the row of a name; raise an error that says what rows are called."""
    rows = table.row_name.rows([name])
    rows = rows[rows < table.size]
    if not rows.size:
        raise InputError(f"no row is called {name}; {_names(table)}", table.file)
    return rows


def _names(table: Table) -> str:
    """Say what the rows of a table are called."""
    if table.schema.id_column is not None:
        return f"rows are called by {table.schema.id_column}"
    return f"there {'is' if table.size == 1 else 'are'} row1 to row{table.size}"


ROW = "\0"
"""What stands for the name of a row; no name has it."""


class RowExplainer:
    """Explains what a theory says of some rows of a table."""

    def __init__(
        self,
        table: Table,
        source: WrittenTheory,
        rows: Rows,
        sentences: Sentences,
        depth: int,
    ) -> None:
        theory = source.theory
        self.table, self.rows, self.depth = table, rows, depth
        self.phrases = RowPhrases(theory.schema or table.schema, sentences)
        self.target = theory.target.name
        steps = class_steps(theory) if theory.classes else ()
        self.classes = {step.predicate: step.value for step in steps}
        self.names = [
            (name, plain(name)) for name in map(table.row_name, rows.tolist())
        ]
        self.clauses = [learned.clause for learned in theory.clauses]
        flags = literal_flags(table, self.clauses, rows)
        self.holding = [[each.tolist() for each in clause] for clause in flags]
        every = np.ones(len(rows), dtype=np.bool_)
        self.covering = [
            np.logical_and.reduce([every, *clause]).tolist() for clause in flags
        ]
        self.cited = [
            CitedClause(
                " ".join(clause_text(learned.clause).split()),
                source.cited,
                learned.line,
                learned.covers,
            )
            for learned in theory.clauses
        ]
        self.places: dict[tuple[str, ...], list[int]] = {}  # of clauses, by their heads
        for place, clause in enumerate(self.clauses):
            head = (clause.name, *(constant.text for _, constant in clause.fixed))
            self.places.setdefault(head, []).append(place)
        self.defined = {clause.name for clause in self.clauses}
        self.codes: dict[str, list[int]] = {}  # of the rows, by column
        self.templates: dict[Hashable, Said] = {}
        self.needs: dict[tuple[int, int], tuple[Said, ...]] = {}

    def explanation(self, at: int, head: tuple[str, ...]) -> Explanation:
        """Return why an atom of the theory's predicates holds of a row, or why not.

        ``at`` is the row's place among those given; ``head`` is the name of the
        predicate and its arguments after the row: the class, where there are several.
        """
        return self.predicate(at, head, self.depth, set())

    def predicate(
        self, at: int, head: tuple[str, ...], depth: int, seen: set[tuple[str, ...]]
    ) -> Explanation:
        """Return the tree of an atom; ``seen`` are those that it has explained."""
        places = self.places.get(head, ())
        covering = [p for p in places if self.covering[p][at]]
        holds = bool(covering)
        said = self.said(at, (head, holds), lambda: self.head(head, holds))
        if not places or head in seen or not depth:
            how = "none" if not places else "seen" if head in seen else "deep"
            return Explanation(said, holds, how)
        seen.add(head)
        if covering:
            [place, *_] = covering
            literals = range(len(self.clauses[place].body))
            reasons = [self.literal(at, place, n, depth - 1, seen) for n in literals]
            how = "rule" if reasons else "fact"
            return Explanation(said, True, how, self.cited[place], tuple(reasons))
        attempts = tuple([self.attempt(at, place, depth - 1, seen) for place in places])
        return Explanation(said, False, "rules", attempts=attempts)

    def attempt(
        self, at: int, place: int, depth: int, seen: set[tuple[str, ...]]
    ) -> Attempt:
        """Return why one clause does not cover a row."""
        flags = self.holding[place]
        fails = 0
        while flags[fails][at]:
            fails += 1
        *holding, failing = [
            self.literal(at, place, n, depth, seen) for n in range(fails + 1)
        ]
        if (place, fails) not in self.needs:
            asked = self.clauses[place].body[fails:]
            self.needs[place, fails] = tuple(map(self.need, asked))
        needs = self.needs[place, fails]
        return Attempt(self.cited[place], (Case(tuple(holding), failing, needs),), 0)

    def literal(
        self, at: int, place: int, n: int, depth: int, seen: set[tuple[str, ...]]
    ) -> Explanation:
        """Return why the n-th literal of a clause holds of a row, or does not."""
        literal, holds = self.clauses[place].body[n], self.holding[place][n][at]
        if isinstance(literal, Literal) and literal.name in self.defined:
            inner = self.predicate(at, _head(literal), depth, seen)
            if not literal.negated:
                return inner
            said = Said(f"\\+ {inner.said.literal}", inner.said.sentence)
            return Explanation(said, holds, "negation", because=(inner,))
        if isinstance(literal, Member):
            said = self.said(at, (place, n, holds), lambda: _listed(literal, holds))
            return Explanation(said, holds, "computed")
        code = self.code(at, literal)
        said = self.said(at, (place, n, code), lambda: self.cell(literal, code))
        return Explanation(said, holds, "cell")

    def said(self, at: int, key: Hashable, compose: Callable[[], Said]) -> Said:
        """Return what ``compose`` gives, of one row; it is composed once for a key."""
        if key not in self.templates:
            self.templates[key] = compose()
        literal, sentence = self.templates[key]
        name, plain_name = self.names[at]
        return Said(literal.replace(ROW, name), sentence.replace(ROW, plain_name))

    # What is said, with ROW for the name of the row

    def head(self, head: tuple[str, ...], holds: bool) -> Said:
        """Return an atom of the theory, and whether it holds in words."""
        name, *rest = head
        atom = f"{name}({', '.join((ROW, *rest))})"
        if name == self.target:
            return Said(atom, self.phrases.head(name, rest, ROW, holds=holds))
        known = self.phrases.sentences.say(name, [ROW, *rest], holds=holds)
        return Said(atom, known or f"{self.applies(name, holds)} to {ROW}")

    def applies(self, name: str, holds: bool) -> str:
        """Return whether an exception applies, or the rules of a class do."""
        applies = "applies" if holds else "does not apply"
        if name not in self.classes:
            return f"{exception_words(name)} {applies}"
        value = plain(self.classes[name].text)
        return f"{'a' if holds else 'no'} rule for {value} applies"

    def need(self, literal: BodyLiteral) -> Said:
        """Return what a literal asks of any row, which is X."""
        if isinstance(literal, Member):
            text = _listed(literal, True).literal.replace(ROW, "X")
        else:
            text = _text(literal, None).replace(ROW, "X")
        if isinstance(literal, Literal) and literal.name in self.defined:
            known = self.phrases.sentences.say(
                literal.name, ["X"], holds=not literal.negated
            )
            return Said(text, known or self.applies(literal.name, not literal.negated))
        return Said(text, self.phrases.condition(literal))

    def cell(self, literal: Literal | Threshold, code: int) -> Said:
        """Return what a row has in a column, beside what a literal asks for."""
        column = self.table.by_name[_atom(literal).name]
        cell = column.texts[code - 1] if code else None
        has, text = self.phrases.cell(column.name, ROW, cell), _text(literal, cell)
        if cell is None:
            return Said(text, has)
        if isinstance(literal, Threshold):
            failing = [b for b in literal.bounds if not _within(column, code, b)]
            no = "not " if failing else ""
            return Said(text, f"{has}, {no}{bounds_text(failing or literal.bounds)}")
        [asked] = _head(literal)[1:]
        return Said(text, has if asked in (cell, "_") else f"{has}, not {plain(asked)}")

    def code(self, at: int, literal: Literal | Threshold) -> int:
        """Return the code of a row's cell in the column of a literal, 0 for none."""
        name = _atom(literal).name
        if name not in self.codes:
            self.codes[name] = self.table.by_name[name].codes[self.rows].tolist()
        return self.codes[name][at]


def _atom(literal: Literal | Threshold) -> Literal:
    return literal.atom if isinstance(literal, Threshold) else literal


def _head(literal: Literal) -> tuple[str, ...]:
    """Return the name of a literal and its arguments after the row."""
    rest = (arg.text for arg in literal.args[1:] if isinstance(arg, Const))
    return (literal.name, *rest)


def _text(literal: Literal | Threshold, cell: str | None) -> str:
    """Return a literal as Prolog writes it; a missing cell is ``A``."""
    if isinstance(literal, Threshold):
        value = cell or "A"
        bounds = [f"{value} {b.op} {b.number.text}" for b in literal.bounds]
        return ", ".join([f"{literal.atom.name}({ROW}, {value})", *bounds])
    name, *rest = _head(literal)
    atom = f"{name}({', '.join((ROW, *rest))})"
    return f"\\+ {atom}" if literal.negated else atom


def _listed(literal: Member, holds: bool) -> Said:
    listed = ", ".join(row[0].text for row in literal.rows)
    count = "one" if len(literal.rows) == 1 else len(literal.rows)
    sentence = f"{ROW} is {'' if holds else 'not '}among the {count} listed"
    return Said(f"member({ROW}, [{listed}])", sentence)


def _within(column: Column, code: int, bound: Bound) -> bool:
    """Return whether a number is within a bound."""
    assert not isinstance(column, Categorical)
    last = column.texts.rank(bound.number.text) + 1
    return code <= last if bound.op == "=<" else code > last
