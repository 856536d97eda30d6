"""Why a theory says what it says of the rows of a table, without Prolog.

An explanation is a tree as in ``explanation.py``: a rule that covers the row, with its
literals, or for each rule the first literal that fails. Which literals hold is computed
for many rows at once; each tree then costs as much as it has nodes.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

import numpy as np

from fold_cli.coverage.clause_rows import first_failing
from fold_cli.engine.prolog import engine
from fold_cli.errors import InputError
from fold_cli.theory.english.sentences import plain
from fold_cli.theory.formats.prolog_format import clause_line
from fold_cli.theory.quoting import constant, unquoted
from fold_cli.theory.terms import Const, Literal, Member, Var, is_negated
from fold_cli.use.explaining.explanation import (
    Attempt,
    Case,
    CitedClause,
    Explanation,
    WordedLiteral,
)
from fold_cli.use.explaining.row_wording import (
    ROW,
    RowWording,
    atom_parts,
    listed,
)
from fold_cli.use.theories.judgement import judge_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from fold_cli.files.tables.columns import Rows
    from fold_cli.files.tables.table import Table
    from fold_cli.theory.english.sentences import Sentences
    from fold_cli.theory.terms import BodyLiteral, Threshold
    from fold_cli.theory.theory import Theory
    from fold_cli.use.theories.written_theory import WrittenTheory


def explain_goal(
    table: Table, source: WrittenTheory, goal: str, sentences: Sentences, depth: int
) -> Explanation:
    """Return why an atom about one row holds, or not; no other row is looked at.

    The name of a row alone asks why the theory says of it what it says.
    """
    theory = source.theory
    defined = theory.defined | {theory.target.name}
    if "(" in goal or goal in defined:
        name, *args = engine().call("fold_goal", "goal_parts", goal)
    else:
        name, *args = _predicted_atom(table, theory, constant(unquoted(goal.strip())))
    if name not in defined and (name not in table.by_name or len(args) != 2):
        raise InputError(
            f"neither the theory nor {table.file} defines {name}/{len(args)}; the "
            f"theory is about {theory.target}"
        )
    if not args:
        raise InputError(f"{name} is about no row; ask about one, like {name}(row1)")
    rows = _rows_called(table, args[0])
    explainer = RowExplainer(table, source, sentences, depth)
    if name in defined:
        [explanation] = explainer.explanations(rows, [(name, *args[1:])])
        return explanation
    explainer.look_at(rows)
    literal = Literal(name, (Var(0), Const(args[1])))
    code = explainer.code(0, literal)
    said = explainer.said(0, code, lambda: explainer.wording.cell(literal, code))
    holds = code > 0 and table.by_name[name].texts[code - 1] == args[1]
    return Explanation(said, holds, "cell")


def _predicted_atom(table: Table, theory: Theory, row: str) -> tuple[str, ...]:
    """Return the atom that a theory predicts of a row: its name and arguments."""
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


MAX_RULE_CHARACTERS = 1000
"""Length of the text of a rule or literal in the explanations of many rows."""

MAX_JUDGED_CELLS = 10_000_000
"""Rows times clauses that are judged at once."""


class RowExplainer:
    """Explains what a theory says of rows of a table.

    ``look_at`` chooses the rows, so that of many rows only some are judged at a time.
    At most ``most`` rules that fail are shown for an atom, and negated literals of a
    rule that hold or literals that it would need, all if it is None; else the texts of
    long rules are cut, which would be written again for each row.
    """

    def __init__(
        self,
        table: Table,
        source: WrittenTheory,
        sentences: Sentences,
        depth: int,
        most: int | None = None,
    ) -> None:
        theory = source.theory
        self.table, self.depth, self.most = table, depth, most
        self.wording = RowWording(table, theory, sentences)
        self.clauses = [learned.clause for learned in theory.clauses]
        self.cited = [
            CitedClause(
                self._cut(clause_line(learned.clause)),
                source.cited,
                learned.line,
                learned.covers,
            )
            for learned in theory.clauses
        ]
        self.shown = [self._shown(clause.body) for clause in self.clauses]
        self.places: dict[tuple[str, ...], list[int]] = {}  # of clauses, by their heads
        for place, clause in enumerate(self.clauses):
            head = (clause.name, *(constant.text for _, constant in clause.fixed))
            self.places.setdefault(head, []).append(place)
        self.defined = theory.defined
        self.needs: dict[tuple[int, int], tuple[WordedLiteral, ...]] = {}

    def explanations(
        self, rows: Rows, heads: Sequence[tuple[str, ...]]
    ) -> Iterator[Explanation]:
        """Yield for each row why an atom of the theory holds of it, or why not.

        A head is the name of the predicate and its arguments after the row: the
        class, where there are several.
        """
        size = max(1, MAX_JUDGED_CELLS // max(1, len(self.clauses)))
        for start in range(0, len(rows), size):
            chunk = rows[start : start + size]
            self.look_at(chunk)
            for at in range(len(chunk)):
                yield self.predicate(at, heads[start + at], self.depth, set())

    def look_at(self, rows: Rows) -> None:
        """Judge some rows; from now on a row is named by its place among them."""
        self.rows = rows
        self.names = [
            (name, plain(name)) for name in map(self.table.row_name, rows.tolist())
        ]
        self.failing = first_failing(self.table, self.clauses, rows)
        self.codes: dict[str, list[int]] = {}  # of the rows, by column
        self.fails: dict[int, list[int]] = {}  # as in ``failing``, where asked for
        self.covering = {}  # the first clause of each head that covers a row, or -1
        for head, places in self.places.items():
            first = np.full(len(rows), -1)
            for place in reversed(places):
                covered = self.failing[place] == len(self.clauses[place].body)
                first[covered] = place
            self.covering[head] = first.tolist()

    def predicate(
        self, at: int, head: tuple[str, ...], depth: int, seen: set[tuple[str, ...]]
    ) -> Explanation:
        """Return the tree of an atom; ``seen`` are those that it has explained."""
        places = self.places.get(head, ())
        covering = self.covering[head][at] if places else -1
        holds = covering >= 0
        said = self.said(at, (head, holds), lambda: self.wording.head(head, holds))
        if not places or head in seen or not depth:
            how = "none" if not places else "seen" if head in seen else "deep"
            return Explanation(said, holds, how)
        seen.add(head)
        if holds:
            reasons, more = self.holding(at, covering, depth - 1, seen)
            how = "rule" if reasons else "fact"
            rule = self.cited[covering]
            return Explanation(said, True, how, rule, reasons, more=more)
        shown = places[: self.most]
        attempts = tuple([self.attempt(at, place, depth - 1, seen) for place in shown])
        more = len(places) - len(shown)
        return Explanation(said, False, "rules", attempts=attempts, more=more)

    def attempt(
        self, at: int, place: int, depth: int, seen: set[tuple[str, ...]]
    ) -> Attempt:
        """Return why one clause does not cover a row."""
        fails, body = self.first_failing(place, at), self.clauses[place].body
        holding, more = self.holding(at, place, depth, seen)
        failing = self.literal(at, place, fails, depth, seen)
        if (place, fails) not in self.needs:
            asked = body[fails:][: self.most]
            self.needs[place, fails] = tuple(map(self.wording.need, asked))
        needs = self.needs[place, fails]
        more_needs = len(body) - fails - len(needs)
        case = Case(holding, failing, needs, more, more_needs)
        return Attempt(self.cited[place], (case,), 0)

    def holding(
        self, at: int, place: int, depth: int, seen: set[tuple[str, ...]]
    ) -> tuple[tuple[Explanation, ...], int]:
        """Explain the literals of a clause before the first that fails.

        Also return how many of them are not shown.
        """
        fails = self.first_failing(place, at)
        shown = self.shown[place]
        shown = shown[: bisect_left(shown, fails)]
        reasons = tuple([self.literal(at, place, n, depth, seen) for n in shown])
        return reasons, fails - len(shown)

    def _shown(self, body: Sequence[BodyLiteral]) -> Sequence[int]:
        """Return the places of the literals that are shown where they hold."""
        if self.most is None:
            return range(len(body))
        negated = [n for n, literal in enumerate(body) if is_negated(literal)]
        hidden = set(negated[self.most :])
        return [n for n in range(len(body)) if n not in hidden]

    def first_failing(self, place: int, at: int) -> int:
        """Return the place of the first literal of a clause that a row fails."""
        if place not in self.fails:
            self.fails[place] = self.failing[place].tolist()
        return self.fails[place][at]

    def literal(
        self, at: int, place: int, n: int, depth: int, seen: set[tuple[str, ...]]
    ) -> Explanation:
        """Return why the n-th literal of a clause holds of a row, or does not.

        Those before it hold.
        """
        literal, holds = self.clauses[place].body[n], n < self.first_failing(place, at)
        if isinstance(literal, Literal) and literal.name in self.defined:
            inner = self.predicate(at, atom_parts(literal), depth, seen)
            if not literal.negated:
                return inner
            said = WordedLiteral(f"\\+ {inner.said.literal}", inner.said.sentence)
            return Explanation(said, holds, "negation", because=(inner,))
        if isinstance(literal, Member):
            said = self.said(
                at, (place, n, holds), lambda: self._listed(literal, holds)
            )
            return Explanation(said, holds, "computed")
        code = self.code(at, literal)
        said = self.said(at, (place, n, code), lambda: self.wording.cell(literal, code))
        return Explanation(said, holds, "cell")

    def _listed(self, literal: Member, holds: bool) -> WordedLiteral:
        text, sentence = listed(literal, holds)
        return WordedLiteral(self._cut(text), sentence)

    def _cut(self, text: str) -> str:
        """Return a text, without its end where many rows are explained by it."""
        if self.most is None or len(text) <= MAX_RULE_CHARACTERS:
            return text
        return f"{text[:MAX_RULE_CHARACTERS]} ..."

    def said(
        self, at: int, key: Hashable, compose: Callable[[], WordedLiteral]
    ) -> WordedLiteral:
        """Return what ``compose`` gives, of one row; it is composed once for a key."""
        literal, sentence = self.wording.template(key, compose)
        name, plain_name = self.names[at]
        return WordedLiteral(
            literal.replace(ROW, name), sentence.replace(ROW, plain_name)
        )

    def code(self, at: int, literal: Literal | Threshold) -> int:
        """Return the code of a row's cell in the column of a literal, 0 for none."""
        name = literal.atom.name
        if name not in self.codes:
            self.codes[name] = self.table.by_name[name].codes[self.rows].tolist()
        return self.codes[name][at]
