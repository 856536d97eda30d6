"""Worlds: what is certain and what is possible in each example, as relations.

The models that extend an example have atoms in common, which are certain there; an atom
that none of them has is certainly false. A literal holds in a world if its atom is
certain, a negated one if its atom is not possible. A total world, one stable model, has
nothing in between.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from fold_cli.coverage.relation import Relation
from fold_cli.stable.tasks.language import Objects

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_cli.coverage.relation import Objects as Numbers
    from fold_cli.stable.solver import Consequences
    from fold_cli.stable.symbols import Atom
    from fold_cli.stable.tasks.language import ExpandedMode


class Table:
    """The atoms of one mode in all worlds.

    If they differ between worlds (``fluent``), rows begin with the number of the world.
    """

    def __init__(self, rows: Numbers, fluent: bool) -> None:
        self.rows, self.fluent = rows, fluent

    @cached_property
    def relation(self) -> Relation:
        """The rows, for joins."""
        return Relation(self.rows)


class Worlds:
    """The relations of each mode, certain and possible, in several worlds."""

    def __init__(
        self,
        worlds: Sequence[Consequences],
        modes: Sequence[ExpandedMode],
        terms: set[Atom],
    ) -> None:
        """``terms`` occur elsewhere, as in the atoms to be learned."""
        self.count = len(worlds)
        found = {
            sign: [self._matches([w[sign] for w in worlds], mode) for mode in modes]
            for sign in (0, 1)
        }
        possible = (row for rows in found[1] for world in rows for row in world)
        compared = (
            {term for term in mode.compared_terms if term is not None}
            for mode in modes
            if mode.template.compares
        )
        self.objects = Objects(terms.union(*possible, *compared))
        self.certain = [
            self._table(rows, m) for rows, m in zip(found[0], modes, strict=True)
        ]
        self.possible = [
            self._table(rows, m) for rows, m in zip(found[1], modes, strict=True)
        ]

    def _matches(
        self, worlds: list[frozenset[Atom]], mode: ExpandedMode
    ) -> list[set[tuple[Atom, ...]]]:
        """Return for each world what its atoms have in the places of a mode."""
        if mode.template.compares:
            return [set() for _ in worlds]
        shared = frozenset.intersection(*worlds)
        always = {row for atom in shared if (row := mode.match(atom)) is not None}
        return [
            always | {row for a in world - shared if (row := mode.match(a)) is not None}
            for world in worlds
        ]

    def _table(self, rows: list[set[tuple[Atom, ...]]], mode: ExpandedMode) -> Table:
        numbers = self.objects.numbers
        fluent = any(in_world != rows[0] for in_world in rows[1:])
        listed = [
            (world, *(numbers[term] for term in row))
            for world, in_world in enumerate(rows if fluent else rows[:1])
            for row in in_world
        ]
        width = 1 + len(mode.types)
        table = np.array(sorted(listed), dtype=np.int32).reshape(-1, width)
        return Table(table if fluent else table[:, 1:], fluent)
