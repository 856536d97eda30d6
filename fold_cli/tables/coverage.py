"""What literals over a table's columns cover: the learner's questions answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from fold_cli import bits
from fold_cli.candidates import Block, Candidates, CodedBlock, Column
from fold_cli.tables.columns import Categorical, Codes, Numeric, Rows
from fold_cli.terms import VALUE, Const, Literal, Member, Threshold, Var

if TYPE_CHECKING:
    from fold_cli.bits import Bits
    from fold_cli.tables.table import Table
    from fold_cli.terms import Body

ROW = Var(0)
REMEMBERED = 64
"""Literals whose sets are kept: a rule's are asked for again and again."""
FEW = 64
"""So many sets are counted faster than the codes of all examples."""


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
        self._known: dict[Literal | Threshold, Bits] = {}

    def refinements(self, body: Body, active: Bits, depth: int) -> Candidates:
        """Return what may be added to a body, and which examples it covers."""
        return self._candidates

    def covers(self, body: Body) -> Bits:
        """Return all examples that a body covers."""
        result = self.positives | self.negatives
        for literal in body:
            if isinstance(literal, Member):
                raise TypeError("what is enumerated is known by its examples")
            if literal not in self._known:
                if len(self._known) == REMEMBERED:
                    self._known.clear()
                self._known[literal] = self._literal(literal)
            result = result & self._known[literal]
        return result

    def _literal(self, literal: Literal | Threshold) -> Bits:
        if isinstance(literal, Threshold):
            return self._candidates.covers(literal)
        block = self._blocks[literal.name]
        covers = block.row(block.steps.index((replace(literal, negated=False),)))
        return ~covers if literal.negated else covers

    def functional(self, threshold: Threshold) -> bool:
        """Return True: a row has one number in a column at the most."""
        return True

    def member(self, examples: Bits) -> Member:
        """Return the literal that enumerates these examples."""
        rows = self.rows[bits.indices(examples, self.size)].tolist()
        return Member(tuple((Const(self.table.row_name(row)),) for row in rows))

    @cached_property
    def _blocks(self) -> dict[str, Block]:
        return {block.steps[0][0].name: block for block in self._candidates.blocks}

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
    steps = _Steps(column, present)
    if len(steps) > FEW:
        return [CodedBlock(steps, bits.empty(0)[None][:0], codes=codes)]
    sets = [bits.pack(codes == code) for code in range(len(steps))]
    return [Block(steps, np.stack(sets))]


class _Steps(Sequence[tuple[Literal, ...]]):
    """The literals of a column, made when they are asked for."""

    def __init__(self, column: Categorical, present: Rows) -> None:
        self._column, self._present = column, present

    def __len__(self) -> int:
        return len(self._present)

    def __getitem__(self, at: Any) -> Any:
        text = self._column.texts[self._present[at]]
        return (Literal(self._column.name, (ROW, Const(text))),)

    def index(self, step: Any, start: int = 0, stop: int | None = None) -> int:
        """Return the place of a literal, found by its constant."""
        return self._places[step[0].args[1].text]

    @cached_property
    def _places(self) -> dict[str, int]:
        texts = self._column.texts
        return {texts[code]: at for at, code in enumerate(self._present.tolist())}
