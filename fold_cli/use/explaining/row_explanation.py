"""Why a theory says what it says of the rows of a table, without Prolog.

An explanation is a tree as in ``explanation.py``: a rule that covers the row, with its
literals, or for each rule the first literal that fails. What clauses cover is computed
for all rows at once, and which literal fails where it is asked; each tree then costs as
much as it has nodes.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Any

from fold_cli.coverage.clause_rows import JudgedRows
from fold_cli.theory.english.sentences import plain
from fold_cli.theory.formats.prolog_format import clause_line
from fold_cli.theory.terms import Literal, Member, is_negated
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

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from fold_cli.files.tables.columns import Rows
    from fold_cli.files.tables.table import Table
    from fold_cli.theory.english.sentences import Sentences
    from fold_cli.theory.terms import BodyLiteral, Threshold
    from fold_cli.use.theories.written_theory import WrittenTheory


MAX_RULE_CHARACTERS = 1000
"""Length of the text of a rule or literal in the explanations of many rows."""

MAX_JUDGED_CELLS = 10_000_000
"""Rows times predicates, or clauses, of which it is kept what covers or fails."""

MAX_NAMED_ROWS = 10_000
"""Rows whose names and cells are looked up at once."""


class RowExplainer:
    """Explains what a theory says of rows of a table.

    ``look_at`` chooses the rows, of many only some at a time.
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
        self.judged = JudgedRows(self.table, self.clauses, rows)
        self.covering: dict[tuple[str, ...], NDArray[np.intp]] = {}  # by heads
        self.failing: dict[int, NDArray[Any]] = {}  # by the places of clauses
        self.kept = MAX_JUDGED_CELLS // max(1, len(rows))
        for self.start in range(0, len(rows), MAX_NAMED_ROWS):
            chunk = rows[self.start : self.start + MAX_NAMED_ROWS]
            self.look_at(chunk)
            for at in range(len(chunk)):
                yield self.predicate(at, heads[self.start + at], self.depth, set())

    def look_at(self, rows: Rows) -> None:
        """Look up some rows; from now on a row is named by its place among them."""
        self.rows = rows
        self.names = [
            (name, plain(name)) for name in map(self.table.row_name, rows.tolist())
        ]
        self.codes: dict[str, list[int]] = {}  # of the rows, by column

    def predicate(
        self, at: int, head: tuple[str, ...], depth: int, seen: set[tuple[str, ...]]
    ) -> Explanation:
        """Return the tree of an atom; ``seen`` are those that it has explained."""
        places = self.places.get(head, ())
        covering = self.first_covering(head, at) if places else -1
        holds = covering >= 0
        said = self.said(at, (head, holds), lambda: self.wording.head(head, holds))
        if not places or head in seen or not depth:
            how = "none" if not places else "seen" if head in seen else "deep"
            return Explanation(said, holds, how)
        seen.add(head)
        if holds:
            size = len(self.clauses[covering].body)
            reasons, more = self.holding(at, covering, size, depth - 1, seen)
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
        holding, more = self.holding(at, place, fails, depth, seen)
        failing = self.literal(at, place, fails, False, depth, seen)
        if (place, fails) not in self.needs:
            asked = body[fails:][: self.most]
            self.needs[place, fails] = tuple(map(self.wording.need, asked))
        needs = self.needs[place, fails]
        more_needs = len(body) - fails - len(needs)
        case = Case(holding, failing, needs, more, more_needs)
        return Attempt(self.cited[place], (case,), 0)

    def holding(
        self, at: int, place: int, size: int, depth: int, seen: set[tuple[str, ...]]
    ) -> tuple[tuple[Explanation, ...], int]:
        """Explain the first literals of a clause, which hold.

        Also return how many of them are not shown.
        """
        shown = self.shown[place]
        shown = shown[: bisect_left(shown, size)]
        reasons = tuple([self.literal(at, place, n, True, depth, seen) for n in shown])
        return reasons, size - len(shown)

    def _shown(self, body: Sequence[BodyLiteral]) -> Sequence[int]:
        """Return the places of the literals that are shown where they hold."""
        if self.most is None:
            return range(len(body))
        negated = [n for n, literal in enumerate(body) if is_negated(literal)]
        hidden = set(negated[self.most :])
        return [n for n in range(len(body)) if n not in hidden]

    def first_covering(self, head: tuple[str, ...], at: int) -> int:
        """Return the place of the first clause with a head that covers a row, or -1."""
        if head not in self.covering:
            if len(self.covering) > self.kept:
                self.covering.clear()
            self.covering[head] = self.judged.first_covering(self.places[head])
        return int(self.covering[head][self.start + at])

    def first_failing(self, place: int, at: int) -> int:
        """Return the place of the first literal of a clause that a row fails."""
        if place not in self.failing:
            if len(self.failing) > self.kept:
                self.failing.clear()
            self.failing[place] = self.judged.first_failing(place)
        return int(self.failing[place][self.start + at])

    def literal(
        self,
        at: int,
        place: int,
        n: int,
        holds: bool,
        depth: int,
        seen: set[tuple[str, ...]],
    ) -> Explanation:
        """Return why the n-th literal of a clause holds of a row, or does not.

        Those before it hold.
        """
        literal = self.clauses[place].body[n]
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
