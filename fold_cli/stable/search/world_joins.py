"""Joins of literals with the atoms of worlds, by columns of NumPy.

A row binds variables to objects: the example, its world, the arguments of the head, and
the variables of the body. Its cost is that of ``coverage.joins``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fold_cli import bits
from fold_cli.coverage.joins import EXAMPLE, Bindings
from fold_cli.coverage.patterns import Pattern
from fold_cli.stable.search.masks import WORLD, Tests
from fold_cli.theory.terms import Literal, Predicate, Var

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fold_cli.bits import Bits
    from fold_cli.stable.search.worlds import Worlds
    from fold_cli.stable.tasks.language import ExpandedMode

MAX_ROWS = 200_000
"""Rows of a join; generators that give more are not followed."""


def numbers(literal: Literal) -> set[int]:
    """Return the variables of a literal."""
    return {arg.index for arg in literal.args if isinstance(arg, Var)}


class Joiner:
    """Binds the variables of bodies, from the examples on."""

    def __init__(
        self,
        worlds: Worlds,
        modes: Sequence[ExpandedMode],
        tests: Tests,
        examples: Bindings,
        size: int,
    ) -> None:
        self.worlds, self.modes, self.size = worlds, modes, size
        self.examples, self._tests = examples, tests

    def extended(self, bindings: Bindings, literal: Literal) -> Bindings:
        """Return the rows for which a literal holds, with its new variables."""
        if numbers(literal) <= bindings.columns.keys():
            return bindings.take(self._tests.mask(bindings, literal))
        found = self.joined(bindings, literal)
        if found is None:
            empty = np.zeros(0, dtype=np.int32)
            every = {*bindings.columns, *numbers(literal)}
            return Bindings(dict.fromkeys(every, empty))
        return found

    def joined(self, bindings: Bindings, literal: Literal) -> Bindings | None:
        """Return the rows with each row of a generator that agrees, if not too many."""
        table = self.worlds.certain[int(literal.name)]
        args = tuple(arg.index for arg in literal.args if isinstance(arg, Var))
        if not len(table.rows):
            return None
        every = (WORLD, *args) if table.fluent else args
        if not any(v in bindings.columns for v in every):
            return _product(bindings, every, table.rows)
        pattern = Pattern(Predicate(literal.name, len(every)), every, ())
        if bindings.join_exceeds(MAX_ROWS, pattern, table.relation):
            return None
        found = bindings.join(pattern, table.relation)
        return found if 0 < found.size <= MAX_ROWS else None

    def covers(self, body: Sequence[Literal]) -> Bits:
        """Return all examples that a body covers."""
        bindings = self.examples
        for literal in body:
            bindings = self.extended(bindings, literal)
        flags = np.zeros(self.size, dtype=np.bool_)
        flags[bindings.columns[EXAMPLE]] = True
        return bits.pack(flags)


def _product(
    bindings: Bindings, variables: tuple[int, ...], rows: NDArray[np.int32]
) -> Bindings | None:
    """Return each row of bindings with each row of a relation; None if too many."""
    keep = np.ones(len(rows), dtype=np.bool_)
    columns: dict[int, NDArray[np.int32]] = {}
    for position, variable in enumerate(variables):
        if variable in columns:
            keep &= columns[variable] == rows[:, position]
        else:
            columns[variable] = rows[:, position]
    count = int(keep.sum())
    if not 0 < bindings.size * count <= MAX_ROWS:
        return None
    result = {v: np.repeat(column, count) for v, column in bindings.columns.items()}
    for variable, column in columns.items():
        result[variable] = np.tile(column[keep], bindings.size)
    return Bindings(result)
