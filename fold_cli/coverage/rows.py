"""What the clauses of a theory cover among the rows of a table, without Prolog.

A literal compares the codes of a column once; an exception is evaluated once, as the
union of its clauses. The cost is one pass over the rows for each literal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fold_cli import bits
from fold_cli.errors import InputError
from fold_cli.files.tables.columns import Categorical, Column, Rows
from fold_cli.theory.naming import used_first
from fold_cli.theory.prolog_format import clause_text
from fold_cli.theory.quoting import quoted_alike
from fold_cli.theory.reach import exceptions_in
from fold_cli.theory.terms import VALUE, Clause, Const, Literal, Member, Threshold, Var

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fold_cli.bits import Bits
    from fold_cli.files.tables.coded import Codes
    from fold_cli.files.tables.table import Table
    from fold_cli.theory.terms import BodyLiteral, Bound

    Flags = NDArray[np.bool_]


def covers(table: Table, clauses: Sequence[Clause], rows: Rows) -> Bits:
    """Return one set for each clause, over the places in ``rows``."""
    return _ClauseEvaluator(table, clauses, rows).sets()


def covers_and_defaults(
    table: Table, clauses: Sequence[Clause], rows: Rows
) -> tuple[Bits, list[Bits | None]]:
    """Return what each clause covers, and what without exceptions, if it has any."""
    evaluator = _ClauseEvaluator(table, clauses, rows)
    sets = evaluator.sets()
    return sets, [evaluator.defaults.get(place) for place in range(len(clauses))]


def literal_flags(
    table: Table, clauses: Sequence[Clause], rows: Rows
) -> list[list[Flags]]:
    """Return, for each literal of each clause, for which of the rows it holds."""
    evaluator = _ClauseEvaluator(table, clauses, rows)
    evaluator.sets()  # so that what each predicate covers is known
    return [
        [evaluator.flags(literal, clause) for literal in clause.body]
        for clause in clauses
    ]


class _ClauseEvaluator:
    def __init__(self, table: Table, clauses: Sequence[Clause], rows: Rows) -> None:
        self.table, self.clauses, self.rows = table, clauses, rows
        self.covered: dict[int, Bits] = {}  # by the place of the clause
        self.defaults: dict[int, Bits] = {}  # without the exceptions that a clause has
        self.known: dict[str, Bits] = {}  # what the clauses of a predicate cover
        self.codes: dict[str, Codes] = {}  # of the rows, by column
        self.places: dict[str, list[int]] = {}
        for place, clause in enumerate(clauses):
            self.places.setdefault(clause.name, []).append(place)

    def sets(self) -> Bits:
        uses = {
            name: [
                literal.name
                for place in places
                for literal in self.clauses[place].body
                if isinstance(literal, Literal) and literal.name in self.places
            ]
            for name, places in self.places.items()
        }
        for name in used_first(self.places, uses):
            for place in self.places[name]:
                self.covered[place] = self.clause(place)
            sets = [self.covered[place] for place in self.places[name]]
            self.known[name] = bits.union(sets, bits.empty(len(self.rows)))
        sets = [self.covered[place] for place in range(len(self.clauses))]
        return np.stack(sets) if sets else bits.empty(len(self.rows))[None][:0]

    def predicate(self, name: str) -> Bits:
        """Return what the clauses of one predicate cover together."""
        if name not in self.known:
            raise InputError(f"{name} is defined by way of itself")
        return self.known[name]

    def clause(self, place: int) -> Bits:
        clause = self.clauses[place]
        excluded = exceptions_in(clause, self.places)
        holds: Flags = np.ones(len(self.rows), dtype=np.bool_)
        allowed = holds.copy() if excluded else holds
        for literal in clause.body:
            if isinstance(literal, Literal) and literal.name in excluded:
                allowed &= self.flags(literal, clause)
            else:
                holds &= self.flags(literal, clause)
        if excluded:
            self.defaults[place] = bits.pack(holds)
            holds &= allowed
        return bits.pack(holds)

    def flags(self, literal: BodyLiteral, clause: Clause) -> Flags:
        """Return for which rows a literal of a clause holds."""
        if isinstance(literal, Member):
            return self.enumerated(literal)
        if isinstance(literal, Threshold):
            return self.described(literal, literal.atom, clause)
        if literal.name not in self.places:
            found = self.described(literal, literal, clause)
        elif literal.args == (Var(0),):
            found = bits.unpack(self.predicate(literal.name), len(self.rows))
        else:
            raise self.fault(clause)
        return ~found if literal.negated else found

    def described(
        self, literal: Literal | Threshold, atom: Literal, clause: Clause
    ) -> Flags:
        """Return for which rows the cell of a column is as a literal says."""
        column = self.table.by_name.get(quoted_alike(atom.name))
        if column is None or len(atom.args) != 2:
            raise InputError(
                f"{atom.name}/{len(atom.args)} is no column of {self.table.file}"
            )
        if atom.args[0] != Var(0):
            raise self.fault(clause)
        codes = self.codes.get(atom.name)
        if codes is None:
            codes = self.codes[atom.name] = column.codes[self.rows]
        second = atom.args[1]
        if isinstance(literal, Threshold) and second == VALUE:
            return self.bounded(column, codes, literal.bounds, clause)
        if not isinstance(second, Const):
            raise self.fault(clause)
        return _equal(column, codes, second)

    def fault(self, clause: Clause) -> InputError:
        return InputError(
            f"cannot be asked of a table: {clause_text(clause)} "
            "Use fold convert, and ask its files"
        )

    def enumerated(self, literal: Member) -> Flags:
        """Return the rows with these identifiers; without any, no row is meant."""
        if self.table.row_name.cells is None:
            return np.zeros(len(self.rows), dtype=np.bool_)
        names = (quoted_alike(row[0].text) for row in literal.rows)
        return np.isin(self.rows, self.table.row_name.rows(names))

    def bounded(
        self,
        column: Column,
        codes: Codes,
        bounds: Sequence[Bound],
        clause: Clause,
    ) -> Flags:
        if isinstance(column, Categorical):
            raise InputError(
                f"{column.name} is no numeric column of {self.table.file}, but the "
                f"theory compares it: {clause_text(clause)}"
            )
        result: Flags = codes > 0
        for bound in bounds:
            try:
                code = column.texts.rank(bound.number.text) + 1
            except ValueError:
                raise self.fault(clause) from None
            result &= codes <= code if bound.op == "=<" else codes > code
        return result


def _equal(column: Column, codes: Codes, value: Const) -> Flags:
    """Return which rows have this value, or any for ``_``."""
    flags: Flags = codes > 0
    if value.text != "_":
        try:
            flags = codes == column.texts.index(quoted_alike(value.text)) + 1
        except ValueError:
            flags = np.zeros(len(codes), dtype=np.bool_)
    return flags
