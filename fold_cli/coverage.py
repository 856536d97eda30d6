"""What literals and clauses cover, asked of Prolog in bulk."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from fold_cli import bits
from fold_cli.candidates import Block, Candidates, Column
from fold_cli.engine import engine
from fold_cli.packed import pack as _pack
from fold_cli.packed import unpack as _unpack
from fold_cli.refine import Shape, head_shapes
from fold_cli.terms import Const, Member

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from fold_cli.bits import Bits
    from fold_cli.problem import Problem
    from fold_cli.terms import Body, Threshold

INFERENCE_LIMIT = 1_000_000_000
CONSTANTS_AT_ONCE = 256


class Coverage:
    """The coverage of a problem's literals over its examples.

    Every example has an index: positives first. What a literal over the head's
    variables covers is asked once and kept.
    """

    def __init__(
        self,
        problem: Problem,
        progress: Callable[[str, int, int], None] = lambda *_: None,
    ) -> None:
        self.problem = problem
        self.size = problem.positives + problem.negatives
        is_positive = np.arange(self.size) < problem.positives
        self.positives: Bits = bits.pack(is_positive)
        self.negatives: Bits = bits.pack(~is_positive)
        self._progress = progress

    def refinements(self, body: Body, active: Bits) -> Candidates:
        """Return what may be added to a body, and which active examples it covers."""
        return self._head_candidates

    def functional(self, threshold: Threshold) -> bool:
        """Return whether no example has several of the numbers that are bounded."""
        return self._head_candidates.column(threshold).functional

    @cached_property
    def _head_candidates(self) -> Candidates:
        result = Candidates()
        shapes = head_shapes(self.problem.head, self.problem.body)
        rows: dict[tuple[int, ...], tuple[NDArray[np.int64], int]] = {}
        for done, shape in enumerate(shapes):
            self._progress("asking Prolog", done, len(shapes))
            if shape.head_args not in rows:
                rows[shape.head_args] = self._ask_rows(shape.head_args)
            self._ask_shape(shape, *rows[shape.head_args], result)
        return result

    def _ask_rows(self, head_args: tuple[int, ...]) -> tuple[NDArray[np.int64], int]:
        packed, count = engine().call(
            "fold_coverage", "rows", self.problem.module, _numbers(head_args)
        )
        return _unpack(packed), int(count)

    def _ask_shape(
        self,
        shape: Shape,
        row_of: NDArray[np.int64],
        row_count: int,
        result: Candidates,
    ) -> None:
        """Add the literals of one shape to the result."""
        heads = shape.head_args
        spec = [
            str(heads.index(arg) + 1) if isinstance(arg, int) else arg
            for arg in shape.args
        ]
        constants_text, numbers_text, packed = engine().call(
            "fold_coverage",
            "literal_rows",
            self.problem.module,
            _numbers(heads),
            shape.predicate.name,
            " ".join(spec),
            INFERENCE_LIMIT,
        )
        width = 1 + ("c" in spec) + shape.measured
        found = _unpack(packed).reshape(-1, width)
        constants: list[tuple[str, ...]] = [()]
        if "c" in spec:
            constants = [tuple(c.split("\t")) for c in constants_text.split("\n")]
            if not found.size:
                return
        literals = [shape.literal(c) for c in constants]
        ranks = found[:, 1] if "c" in spec else np.zeros(len(found), dtype=np.int64)
        if not shape.measured:
            covers = self._spread(found[:, 0], ranks, len(literals), row_of, row_count)
            result.blocks.append(Block([(literal,) for literal in literals], covers))
        elif found.size:
            values = numbers_text.split("\n")
            for rank, literal in enumerate(literals):
                mine = found[ranks == rank]
                low, high = _extremes(mine[:, 0], mine[:, -1], row_count)
                column_low = low[row_of]
                functional = np.array_equal(low, high)
                column_high = column_low if functional else high[row_of]
                result.columns.append(Column(literal, values, column_low, column_high))

    def _spread(
        self,
        rows: NDArray[np.int64],
        ranks: NDArray[np.int64],
        count: int,
        row_of: NDArray[np.int64],
        row_count: int,
    ) -> Bits:
        """Return the examples of each literal from its rows."""
        parts = []
        for start in range(0, count, CONSTANTS_AT_ONCE):
            stop = min(start + CONSTANTS_AT_ONCE, count)
            here = (ranks >= start) & (ranks < stop)
            flags = np.zeros((stop - start, row_count), dtype=np.bool_)
            flags[ranks[here] - start, rows[here]] = True
            parts.append(bits.pack(flags[:, row_of]))
        return np.concatenate(parts)

    def covers(self, body: Body) -> Bits:
        """Return all examples that a body covers."""
        result = self.positives | self.negatives
        for literal in body:
            if isinstance(literal, Member):
                raise TypeError("what is enumerated is known by its examples")
            result = result & self._head_candidates.covers(literal)
        return result

    def member(self, examples: Bits) -> Member:
        """Return the literal that enumerates these examples."""
        found = bits.indices(examples, self.size)
        lines = engine().call(
            "fold_coverage", "example_texts", self.problem.module, _pack(found)
        )
        return Member(tuple(tuple(map(Const, line.split("\t"))) for line in lines))


def _extremes(
    rows: NDArray[np.int64], ranks: NDArray[np.int64], row_count: int
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the smallest and the largest rank of each row, -1 where it has none."""
    high = np.full(row_count, -1, dtype=np.int32)
    np.maximum.at(high, rows, ranks.astype(np.int32))
    low = np.full(row_count, np.iinfo(np.int32).max, dtype=np.int32)
    np.minimum.at(low, rows, ranks.astype(np.int32))
    low[high < 0] = -1
    return low, high


def _numbers(head_args: tuple[int, ...]) -> str:
    return " ".join(str(arg + 1) for arg in head_args)
