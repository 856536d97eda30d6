"""What the clauses of a theory cover among the rows of a table, without Prolog.

A literal compares the codes of a column once; an exception is evaluated once, as the
union of its clauses. The cost is one pass over the rows for each literal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fold_cli import bits
from fold_cli.coverage.cell_conditions import RowConditions
from fold_cli.errors import InputError
from fold_cli.files.tables.columns import Categorical
from fold_cli.theory.formats.prolog_format import clause_line
from fold_cli.theory.naming import used_first
from fold_cli.theory.quoting import requoted
from fold_cli.theory.reach import is_exception
from fold_cli.theory.terms import VALUE, Clause, Const, Literal, Member, Threshold, Var

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from fold_cli.bits import Bits, CompactBits
    from fold_cli.coverage.cell_conditions import CellConditions
    from fold_cli.files.tables.columns import Column, Rows
    from fold_cli.files.tables.table import Table
    from fold_cli.theory.terms import BodyLiteral, Bound, Predicate

    Flags = NDArray[np.bool_]


class ClauseError(InputError):
    """A clause cannot be asked of a table."""

    def __init__(self, message: str, clause: Clause | None = None) -> None:
        super().__init__(message)  # alone, as pickle makes it
        self.clause = clause


def covers(table: Table, clauses: Sequence[Clause], rows: Rows) -> Bits:
    """Return one set for each clause, over the places in ``rows``."""
    return _ClauseEvaluator(RowConditions(table, rows), clauses).sets()


def covers_and_defaults(
    cells: CellConditions, clauses: Sequence[Clause]
) -> tuple[list[CompactBits], list[CompactBits | None]]:
    """Return what each clause covers, and what without exceptions, if it has any."""
    evaluator = _ClauseEvaluator(cells, clauses)
    sets = evaluator.covers()
    return sets, [evaluator.defaults.get(place) for place in range(len(clauses))]


def rows_of_each(cells: CellConditions, clauses: Sequence[Clause]) -> Iterator[Any]:
    """Yield what each clause covers, as conditions give it; none uses another."""
    return map(_ClauseEvaluator(cells, clauses).clause, range(len(clauses)))


class JudgedRows:
    """Some rows of a table, and what clauses say of them."""

    def __init__(self, table: Table, clauses: Sequence[Clause], rows: Rows) -> None:
        self._evaluator = _ClauseEvaluator(RowConditions(table, rows), clauses)
        self._covers = self._evaluator.covers()
        self._size = len(rows)

    def first_covering(self, places: Sequence[int]) -> NDArray[np.intp]:
        """Return for each row the place of the first clause that covers it, or -1.

        It is one of the clauses at ``places``.
        """
        first = np.full(self._size, -1)
        for place in reversed(places):
            covered = bits.expand(self._covers[place])
            first[bits.indices(covered, self._size)] = place
        return first

    def first_failing(self, place: int) -> NDArray[Any]:
        """Return for each row the place of a clause's first literal that it fails.

        For a row that the clause covers that is the number of its literals.
        """
        clause = self._evaluator.clauses[place]
        size = len(clause.body)
        fails = np.full(self._size, size, np.min_scalar_type(size))
        for n in reversed(range(size)):
            fails[~self._evaluator.flags(clause.body[n], clause)] = n
        return fails


class _ClauseEvaluator:
    """Evaluates clauses, exceptions before the rules that have them."""

    def __init__(self, cells: CellConditions, clauses: Sequence[Clause]) -> None:
        self.cells, self.table, self.clauses = cells, cells.table, clauses
        self.everything = cells.everything()
        self.defaults: dict[int, CompactBits] = {}
        """What clauses with exceptions cover without these, by their places."""
        self.holding: dict[Predicate, CompactBits] = {}
        """What the clauses of each predicate cover together."""
        self.codes: dict[str, dict[str, int]] = {}  # of values, by column
        self.places: dict[Predicate, list[int]] = {}
        for place, clause in enumerate(clauses):
            self.places.setdefault(clause.predicate, []).append(place)

    def sets(self) -> Bits:
        sets = [bits.expand(each) for each in self.covers()]
        return np.stack(sets) if sets else bits.empty(len(self.everything))[None][:0]

    def covers(self) -> list[CompactBits]:
        """Return what each clause covers."""
        covered: dict[int, CompactBits] = {}  # by the place of the clause

        def evaluate(place: int) -> Any:
            holds = self.clause(place)
            covered[place] = bits.compact(bits.pack(holds))
            return holds

        self.evaluate_all(evaluate)
        return [covered[place] for place in range(len(self.clauses))]

    def evaluate_all(self, evaluate: Callable[[int], Any]) -> None:
        """Evaluate each clause, by its place, after those that it uses."""
        uses = {
            predicate: [
                literal.predicate
                for place in places
                for literal in self.clauses[place].body
                if isinstance(literal, Literal) and literal.predicate in self.places
            ]
            for predicate, places in self.places.items()
        }
        for predicate in used_first(self.places, uses):
            together = self.everything & ~self.everything
            for place in self.places[predicate]:
                together = together | evaluate(place)
            self.holding[predicate] = bits.compact(bits.pack(together))

    def predicate(self, predicate: Predicate, clause: Clause) -> Any:
        """Return what the clauses of a predicate that a clause asks cover together."""
        if predicate not in self.holding:
            message = f"{predicate.name} is defined by way of itself"
            raise ClauseError(message, clause)
        distant = isinstance(self.everything, bits.DistantSet)
        size = 0 if distant else len(self.everything)
        return bits.unpack(bits.expand(self.holding[predicate]), size)

    def clause(self, place: int) -> Any:
        clause = self.clauses[place]
        holds, exceptions = self.everything, []
        for literal in clause.body:
            if is_exception(literal, clause, self.places):
                exceptions.append(self.flags(literal, clause))
            else:
                holds = holds & self.flags(literal, clause)
        if exceptions:
            self.defaults[place] = bits.compact(bits.pack(holds))
        for allowed in exceptions:
            holds = holds & allowed
        return holds

    def flags(self, literal: BodyLiteral, clause: Clause) -> Any:
        """Return for which rows a literal of a clause holds."""
        if isinstance(literal, Member):
            return self.cells.named(literal)
        if isinstance(literal, Threshold):
            return self.described(literal, literal.atom, clause)
        if literal.predicate not in self.places:
            found = self.described(literal, literal, clause)
        elif literal.args == (Var(0),):
            found = self.predicate(literal.predicate, clause)
        else:
            raise self.fault(clause)
        return ~found if literal.negated else found

    def described(
        self, literal: Literal | Threshold, atom: Literal, clause: Clause
    ) -> Any:
        """Return for which rows the cell of a column is as a literal says."""
        column = self.table.by_name.get(requoted(atom.name))
        if column is None or len(atom.args) != 2:
            raise ClauseError(
                f"{atom.predicate} is no column of {self.table.file}; is the theory "
                "about other files?",
                clause,
            )
        if atom.args[0] != Var(0):
            raise self.fault(clause)
        second = atom.args[1]
        if isinstance(literal, Threshold) and second == VALUE:
            return self.bounded(column, literal.bounds, clause)
        if not isinstance(second, Const):
            raise self.fault(clause)
        return self.equal(column, second)

    def fault(self, clause: Clause) -> ClauseError:
        return ClauseError(
            f"cannot be asked of a table: {clause_line(clause)} "
            "Use fold convert, and ask its files",
            clause,
        )

    def bounded(self, column: Column, bounds: Sequence[Bound], clause: Clause) -> Any:
        if isinstance(column, Categorical):
            raise ClauseError(
                f"{column.name} is no numeric column of {self.table.file}, but the "
                f"theory compares it: {clause_line(clause)}",
                clause,
            )
        result = None
        for bound in bounds:
            try:
                code = column.texts.rank(bound.number.text) + 1
            except ValueError:
                raise self.fault(clause) from None
            holds = self.cells.bounded(column, bound.op, code)
            result = holds if result is None else result & holds
        return self.cells.known(column) if result is None else result

    def equal(self, column: Column, value: Const) -> Any:
        """Return which rows have this value, or any for ``_``."""
        if value.text == "_":
            return self.cells.known(column)
        codes = self.codes.get(column.name)
        if codes is None:
            codes = {text: code for code, text in enumerate(column.texts, 1)}
            self.codes[column.name] = codes
        code = codes.get(requoted(value.text))
        if code is None:
            return self.everything & ~self.everything
        return self.cells.equal(column, code)
