"""The coverage of a table whose rows are with workers, as the search asks for it.

It answers as ``coverage.table`` does of rows in this process. What a body covers is an
expression (``row_sets``), which costs nothing until it is counted; the counts of all
candidates are one round (``tallies``). The package's docstring has the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from fold_cli import bits
from fold_cli.coverage.candidates import Candidates
from fold_cli.coverage.distant.questions import KeyRange, Members
from fold_cli.coverage.distant.tallies import DistantBlock, DistantColumn
from fold_cli.coverage.table import ROW, CellCoverage, LazyLiterals
from fold_cli.files.tables.columns import Categorical
from fold_cli.theory.quoting import constant
from fold_cli.theory.terms import VALUE, Const, Literal, Member

if TYPE_CHECKING:
    from fold_cli.bits import Bits
    from fold_cli.coverage.distant.row_sets import SetSpace
    from fold_cli.files.problem import Mode
    from fold_cli.files.tables.table import Table
    from fold_cli.theory.terms import Body, Predicate


class DistantCoverage(CellCoverage):
    """Answers what the search asks of a table, of which the workers have the rows.

    The codes of the table's columns are those of its distinct texts; only its names and
    constants are used here. Two classes are negative and positive.
    """

    def __init__(
        self,
        table: Table,
        space: SetSpace,
        without: frozenset[Predicate | Mode] = frozenset(),
    ) -> None:
        """Take the table; no literal has a predicate ``without`` which to learn."""
        self.table, self.space, self.size = table, space, space.size
        self._without = without
        self._places = {column.name: at for at, column in enumerate(table.columns)}
        self.positives = self.of_class(1)
        self.negatives = ~self.positives
        self._candidates = self._made()

    def of_class(self, label: int) -> Any:
        """Return the rows of a class, by its place."""
        return self.space.leaf(("class", label))

    def described(self, body: Body) -> Bits:
        """Return the rows in which no cell is missing that a body asks about."""
        known: Any = self.positives | self.negatives
        for literal in body:
            if atom := literal.atom:
                known = known & self.space.leaf(("known", self._places[atom.name]))
        found: Bits = known
        return found

    def member(self, examples: Bits) -> Member:
        """Return the literal that enumerates these rows.

        Where nothing names them, a theory does not list them: they are only counted.
        """
        members: Any = examples
        if self.table.row_name.cells is None:
            return Member(cast("Any", UnnamedRows(bits.count(examples))))
        found = self.space.ask(Members(members.number), [members.node])
        texts = [text for part in sorted(found) for text in self.names(found[part][0])]
        return Member(tuple((Const(text),) for text in texts))

    def names(self, rows: Any) -> list[str]:
        """Return the names of rows as Prolog writes them, by what workers call them."""
        cells = self.table.row_name.cells
        if cells is None:
            return [f"row{row + 1}" for row in rows.tolist()]
        return [constant(cells.texts[row].decode()) for row in rows.tolist()]

    def _made(self) -> Candidates:
        result, nothing = Candidates(), np.zeros(0, dtype=np.uint8)
        groups: list[tuple[Categorical, Any]] = []
        for column in self.table.columns:
            if not len(column.texts) or column.mode.predicate in self._without:
                continue
            if isinstance(column, Categorical):
                groups.append((column, np.arange(len(column.texts))))
                continue
            atom, place = Literal(column.name, (ROW, VALUE)), self._places[column.name]
            result.columns.append(
                DistantColumn(
                    atom, column.texts, nothing, nothing, place=place, space=self.space
                )
            )
        if groups:
            starts = np.cumsum([0, *(len(present) for _, present in groups)])
            result.blocks.append(
                DistantBlock(
                    LazyLiterals(groups, starts),
                    bits.empty(0)[None],
                    codes=[nothing for _ in groups],
                    starts=starts[:-1],
                    places=tuple(self._places[column.name] for column, _ in groups),
                    space=self.space,
                )
            )
        return result


class UnnamedRows(Sequence[tuple[Const, ...]]):
    """Rows of which only the number is known."""

    def __init__(self, count: int) -> None:
        self._count = count

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, at: Any) -> Any:
        if not -self._count <= at < self._count:
            raise IndexError(at)
        return (Const("row"),)


def key_ranges(
    candidates: Candidates,
) -> tuple[tuple[KeyRange, ...], tuple[KeyRange, ...]]:
    """Return the columns of names and of numbers as they are tallied."""
    names = [
        r for b in candidates.blocks if isinstance(b, DistantBlock) for r in b.ranges
    ]
    numbers = [
        KeyRange(column.place, len(column.values))
        for column in candidates.columns
        if isinstance(column, DistantColumn)
    ]
    return tuple(names), tuple(numbers)
