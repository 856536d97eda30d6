"""What literals over a table's columns cover: the learner's questions answered."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from fold_cli import bits
from fold_cli.candidates import Block, Candidates, Column
from fold_cli.tables.columns import Categorical, Codes, Numeric, Rows
from fold_cli.terms import VALUE, Const, Literal, Member, Var

if TYPE_CHECKING:
    from fold_cli.bits import Bits
    from fold_cli.tables.table import Table
    from fold_cli.terms import Body, Threshold

ROW = Var(0)


class TableCoverage:
    """The coverage of a table's literals over some of its rows.

    Example i is row ``rows[i]``. Constants and numbers that these rows do not have
    are not there.
    """

    def __init__(self, table: Table, rows: Rows) -> None:
        self.table = table
        self.rows = rows
        self.size = len(rows)
        positive = table.labels[rows]
        self.positives: Bits = bits.pack(positive)
        self.negatives: Bits = bits.pack(~positive)

    def refinements(self, body: Body, active: Bits, depth: int) -> Candidates:
        """Return what may be added to a body, and which examples it covers."""
        return self._candidates

    def covers(self, body: Body) -> Bits:
        """Return all examples that a body covers."""
        result = self.positives | self.negatives
        for literal in body:
            if isinstance(literal, Member):
                raise TypeError("what is enumerated is known by its examples")
            result = result & self._candidates.covers(literal)
        return result

    def functional(self, threshold: Threshold) -> bool:
        """Return True: a row has one number in a column at the most."""
        return True

    def member(self, examples: Bits) -> Member:
        """Return the literal that enumerates these examples."""
        rows = self.rows[bits.indices(examples, self.size)].tolist()
        return Member(tuple((Const(self.table.row_name(row)),) for row in rows))

    @cached_property
    def _candidates(self) -> Candidates:
        result = Candidates()
        everything = self.rows is self.table.rows and self.size == self.table.size
        for column in self.table.columns:
            codes = column.codes if everything else column.codes[self.rows]
            if isinstance(column, Numeric):
                present, codes = _compacted(codes, len(column.texts))
                numbers = column.texts.those(present)
                if len(numbers):
                    ranks = codes.astype(np.int32)
                    atom = Literal(column.name, (ROW, VALUE))
                    result.columns.append(Column(atom, numbers, ranks, ranks))
            else:
                result.blocks += _blocks(column, codes)
        return result


def _compacted(codes: Codes, count: int) -> tuple[Rows, Codes]:
    """Return the codes that occur, and all renumbered among them."""
    occurs = np.bincount(codes[codes >= 0], minlength=count) > 0
    if occurs.all():
        return np.arange(count), codes
    renumbered = np.full(count + 1, -1, dtype=codes.dtype)  # the last is for -1
    renumbered[:-1][occurs] = np.arange(np.count_nonzero(occurs))
    return np.flatnonzero(occurs), renumbered[codes]


def _blocks(column: Categorical, codes: Codes) -> list[Block]:
    present, codes = _compacted(codes, len(column.texts))
    if not present.size:
        return []
    steps = [
        (Literal(column.name, (ROW, Const(column.texts[code]))),)
        for code in present.tolist()
    ]
    sets = [bits.pack(codes == code) for code in range(len(steps))]
    return [Block(steps, np.stack(sets))]
