"""Coverage of tables: what literals over the columns cover among the rows.

The candidates are the same for every clause and made once: for each categorical column
a literal for each value, for each numeric one a column of ranks. A set takes one
comparison of codes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from fold_cli import bits
from fold_cli.coverage.blocks import Block, CodedBlock
from fold_cli.coverage.candidates import Candidates, Column
from fold_cli.files.tables.coded import mapped, narrowest, tally
from fold_cli.files.tables.columns import Categorical
from fold_cli.theory.terms import VALUE, Const, Literal, Member, Threshold, Var

if TYPE_CHECKING:
    from fold_cli.bits import Bits
    from fold_cli.files.tables.coded import Codes
    from fold_cli.files.tables.columns import Column as TableColumn
    from fold_cli.files.tables.columns import Rows
    from fold_cli.files.tables.table import Table
    from fold_cli.theory.terms import Body

ROW = Var(0)
MAX_PACKED_VALUES = 16
"""Values of a column, on average, up to which a set for each is kept: a byte a row for
eight of them. With more, the codes of all rows are counted."""


class CellCoverage:
    """What literals over the cells of rows cover, wherever the rows are."""

    positives: Bits
    negatives: Bits

    @cached_property
    def _candidates(self) -> Candidates:
        """The candidates of every clause."""
        raise NotImplementedError

    def refinements(self, body: Body, active: Bits, depth: int) -> Candidates:
        """Return the candidates, which are the same for every body."""
        return self._candidates

    def covers(self, body: Body) -> Bits:
        """Return all rows that a body covers."""
        return bits.intersection([self.positives | self.negatives, *self.sets(body)])

    def sets(self, body: Body) -> list[Bits]:
        """Return what each literal covers."""
        if any(isinstance(literal, Member) for literal in body):
            raise TypeError("what is enumerated is known by its examples")
        return [self._candidates.covers(literal) for literal in body]  # type: ignore[arg-type]

    def functional(self, threshold: Threshold) -> bool:
        """Return True: a row has at most one number in a column."""
        return True


class TableCoverage(CellCoverage):
    """The coverage of a table's literals over some of its rows.

    Example i is row ``rows[i]``. The candidates have only the constants and numbers of
    these rows.
    """

    def __init__(self, table: Table, rows: Rows) -> None:
        self.table = table
        self.rows = rows
        self.size = len(rows)
        positive = table.labels[rows]
        self.positives = bits.pack(positive)
        self.negatives = bits.pack(~positive)

    def described(self, body: Body) -> Bits:
        """Return the rows in which no cell is missing that a body asks about."""
        known = self.positives | self.negatives
        for literal in body:
            if atom := literal.atom:
                column = self.table.by_name[atom.name]
                known = known & bits.pack(self._codes(column) > 0)
        return known

    def member(self, examples: Bits) -> Member:
        """Return the literal that enumerates these examples."""
        rows = self.rows[bits.indices(examples, self.size)].tolist()
        return Member(tuple((Const(self.table.row_name(row)),) for row in rows))

    def _codes(self, column: TableColumn) -> Codes:
        """Return the codes of the rows; those of all rows are no copy."""
        everything = self.rows is self.table.rows and self.size == self.table.size
        return column.codes if everything else column.codes[self.rows]

    @cached_property
    def _candidates(self) -> Candidates:
        result = Candidates()
        groups: list[tuple[Categorical, Rows, Codes]] = []
        for column in self.table.columns:
            present, codes = _compacted(self._codes(column), len(column.texts))
            if not present.size:
                continue
            if not isinstance(column, Categorical):
                atom = Literal(column.name, (ROW, VALUE))
                numbers = column.texts
                if present.size < len(numbers):
                    numbers = numbers.those(present)
                result.columns.append(Column(atom, numbers, codes, codes))
            else:
                groups.append((column, present, codes))
        if groups:
            result.blocks.append(_block(groups))
        return result


def _compacted(codes: Codes, count: int) -> tuple[Rows, Codes]:
    """Return the places of the values that occur, and each row's among them from 1."""
    occurs = tally(codes, count + 1) > 0
    occurs[0] = True  # that there is no value
    if occurs.all():
        return np.arange(count), codes
    renumbered = (np.cumsum(occurs) - 1).astype(narrowest(int(occurs.sum())))
    return np.flatnonzero(occurs[1:]), mapped(renumbered, codes)


def _block(groups: list[tuple[Categorical, Rows, Codes]]) -> Block:
    """Return the literals of all categorical columns."""
    starts = np.cumsum([0, *(len(present) for _, present, _ in groups)])
    steps = LazyLiterals([(column, present) for column, present, _ in groups], starts)
    codes = [codes for _, _, codes in groups]
    covers = bits.empty(0)[None]
    if len(steps) <= MAX_PACKED_VALUES * len(groups):
        covers = np.empty((len(steps), bits.words(codes[0].size)), dtype=np.uint64)
        for column, first, end in zip(codes, starts, starts[1:], strict=False):
            for code, row in enumerate(covers[first:end], 1):
                row[:] = bits.pack(column == code)
    return CodedBlock(steps, covers, codes=codes, starts=starts[:-1])


class LazyLiterals(Sequence[tuple[Literal, ...]]):
    """The literals of categorical columns, made when they are read."""

    def __init__(self, groups: list[tuple[Categorical, Rows]], starts: Rows) -> None:
        self._groups, self._starts = groups, starts

    def __len__(self) -> int:
        return int(self._starts[-1])

    def __getitem__(self, at: Any) -> Any:
        group = int(np.searchsorted(self._starts, at, side="right")) - 1
        column, present = self._groups[group]
        text = column.texts[present[at - self._starts[group]]]
        return (Literal(column.name, (ROW, Const(text))),)

    def index(self, step: Any, start: int = 0, stop: int | None = None) -> int:
        """Return the place of a literal or of its negation."""
        (literal,) = step
        return self._places[literal.name][literal.args[1].text]

    @cached_property
    def _places(self) -> dict[str, dict[str, int]]:
        places = {}
        for (column, present), start in zip(self._groups, self._starts, strict=False):
            texts = [column.texts[code] for code in present.tolist()]
            places[column.name] = {t: at for at, t in enumerate(texts, int(start))}
        return places
