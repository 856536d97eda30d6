"""Tests: literals that bind no variable for others, as Boolean masks over rows.

All tests of a mode are computed together: the objects of each row and test make a key,
and one look-up of all keys says which are atoms. That costs O(tests x rows).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from fold_cli.coverage.row_keys import RowKeys
from fold_cli.theory.terms import Literal, Var

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from fold_cli.coverage.joins import Bindings
    from fold_cli.stable.search.worlds import Table, Worlds
    from fold_cli.stable.tasks.language import ExpandedMode

    Mask: TypeAlias = NDArray[np.bool_]

ANY = -1
"""An argument that may be anything: a variable that occurs nowhere else."""

WORLD = 0
"""The variable for the world."""

CELLS_AT_ONCE = 1 << 18
"""Cells of masks, tests times rows, that are computed at once."""

_COMPARE = {
    "=": np.equal,
    "!=": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
}


@dataclass(frozen=True, slots=True)
class Test:
    """A literal of a mode with bound variables, or anything, as arguments."""

    number: int  # of the mode
    args: tuple[int, ...]
    negated: bool = False


def _bound(test: Test) -> tuple[int, ...]:
    """Return the places of a test that are bound."""
    return tuple(at for at, arg in enumerate(test.args) if arg != ANY)


def _is_redundant(comparison: str, args: tuple[int, ...]) -> bool:
    """Return whether a variable is compared with itself, or two the other way round."""
    if len(args) < 2:
        return False
    left, right = args
    return left == right or (comparison in ("=", "!=") and left > right)


class Tests:
    """The tests over the variables of a body."""

    def __init__(
        self,
        worlds: Worlds,
        modes: Sequence[ExpandedMode],
        forbidden: frozenset[Literal] = frozenset(),
    ) -> None:
        self.worlds, self.modes, self._forbidden = worlds, modes, forbidden
        self._keys: dict[tuple[int, ...], RowKeys] = {}
        self._groups: dict[tuple[str, ...], list[list[Test]]] = {}
        self._known: dict[tuple[int, tuple[str, ...], int], list[tuple[int, ...]]] = {}

    def patterns(
        self, number: int, types: tuple[str, ...], new: int
    ) -> list[tuple[int, ...]]:
        """Return arguments of a mode: variables of their types, and ``new`` new ones.

        New variables are numbered in order of their appearance.
        """
        wanted = self.modes[number].types
        new = min(new, len(wanted))
        key = (number, types, new)
        if key not in self._known:
            self._known[key] = list(self._arguments(number, types, new))
        return self._known[key]

    def _arguments(
        self, number: int, types: tuple[str, ...], new: int
    ) -> Iterator[tuple[int, ...]]:
        mode, first = self.modes[number], len(types)
        stack: list[tuple[tuple[int, ...], tuple[str, ...]]] = [((), ())]
        while stack:
            args, fresh = stack.pop()
            if len(args) == len(mode.types):
                yield args
                continue
            kind = mode.types[len(args)]
            known = [v for v in range(1, first) if types[v] == kind]
            known += [first + n for n, other in enumerate(fresh) if other == kind]
            if len(fresh) < new:
                stack.append(((*args, first + len(fresh)), (*fresh, kind)))
            for variable in reversed(known):
                if not (mode.mode.distinct and variable in args):
                    stack.append(((*args, variable), fresh))

    def mask(self, bindings: Bindings, literal: Literal) -> Mask:
        """Return the rows for which a literal holds whose variables are all bound."""
        args = tuple(arg.index for arg in literal.args if isinstance(arg, Var))
        test = Test(int(literal.name), args, literal.negated)
        found: Mask = self._masks(bindings, [test])[0]
        return found

    def masks(
        self,
        bindings: Bindings,
        types: tuple[str, ...],
        needed: frozenset[int],
        head: Sequence[int],
        most_free: int,
    ) -> tuple[list[Test], Mask]:
        """Return the tests that tell rows apart, and their masks.

        Only those that use one of the ``needed`` variables, if there are any. Of tests
        with the same mask one is kept; but one that binds variables of the ``head`` is
        kept beside one that does not, whatever it tells apart. At most ``most_free``
        arguments may be anything.
        """
        by_mask: dict[tuple[bytes, frozenset[int]], tuple[Test, Mask]] = {}
        for tests in self._by_places(types):
            tests = [t for t in tests if not needed or needed & {*t.args}]
            if not tests or tests[0].args.count(ANY) > most_free:
                continue
            masks = self._masks(bindings, tests)
            holds = np.logical_or.reduce(masks, axis=1)
            always = np.logical_and.reduce(masks, axis=1)
            packed = np.packbits(masks, axis=1)
            compares = self.modes[tests[0].number].template.compares
            for at, test in enumerate(tests):
                plain = not test.negated and not compares
                bound = frozenset(test.args) & {*head} if plain else frozenset[int]()
                if holds[at] and (bound or not always[at]):
                    by_mask.setdefault((packed[at].tobytes(), bound), (test, masks[at]))
        if not by_mask:
            return [], np.zeros((0, bindings.size), dtype=np.bool_)
        distinct, rows = zip(*by_mask.values(), strict=True)
        return list(distinct), np.array(rows)

    def _by_places(self, types: tuple[str, ...]) -> list[list[Test]]:
        """Return all tests, in groups of one mode, sign and places that are bound."""
        if types not in self._groups:
            groups: dict[tuple[int, bool, tuple[int, ...]], list[Test]] = {}
            for test in self._all(types):
                key = (test.number, test.negated, _bound(test))
                groups.setdefault(key, []).append(test)
            self._groups[types] = list(groups.values())
        return self._groups[types]

    def _masks(self, bindings: Bindings, tests: list[Test]) -> Mask:
        """Return the masks of tests that have one mode, sign and bound places."""
        together = max(1, CELLS_AT_ONCE // max(1, bindings.size))
        parts = [tests[at : at + together] for at in range(0, len(tests), together)]
        return np.concatenate([self._part(bindings, part) for part in parts])

    def _part(self, bindings: Bindings, tests: list[Test]) -> Mask:
        first, bound = tests[0], _bound(tests[0])
        if self.modes[first.number].template.compares:
            return np.array([self._compared(bindings, test) for test in tests])
        tables = self.worlds.possible if first.negated else self.worlds.certain
        table = tables[first.number]
        columns = [
            np.concatenate([bindings.columns[test.args[at]] for test in tests])
            for at in bound
        ]
        if table.fluent:
            columns.insert(0, np.tile(bindings.columns[WORLD], len(tests)))
        held: Mask = np.full(len(tests) * bindings.size, bool(len(table.rows)))
        if columns and len(table.rows):
            places = [at + table.fluent for at in bound]
            keys = self._keys_of(first, table, [0] * table.fluent + places)
            held = keys.contain(columns)
        masks = held.reshape(len(tests), bindings.size)
        return ~masks if first.negated else masks

    def _compared(self, bindings: Bindings, test: Test) -> Mask:
        """Return the rows for which a comparison holds."""
        mode = self.modes[test.number]
        values = iter([bindings.columns[arg] for arg in test.args])
        left, right = (
            next(values) if term is None else self.worlds.objects.numbers[term]
            for term in mode.compared_terms
        )
        found: Mask = _COMPARE[mode.template.name](left, right)
        return found

    def _keys_of(self, test: Test, table: Table, places: list[int]) -> RowKeys:
        """Return the keys of what a table has in some places, made once."""
        key = (test.number, test.negated, *places)
        if key not in self._keys:
            self._keys[key] = RowKeys(list(table.rows[:, places].T))
        return self._keys[key]

    def _all(self, types: tuple[str, ...]) -> Iterator[Test]:
        """Yield all tests, those without free arguments first."""
        for free in (False, True):
            for number, expanded in enumerate(self.modes):
                compares = expanded.template.compares
                if (free or compares) and not expanded.types:
                    continue
                for negated in (False, True):
                    is_plain = not (negated or compares)
                    if (not negated) not in expanded.mode.signs or free > is_plain:
                        continue
                    new = len(expanded.types) if free else 0
                    for args in self.patterns(number, types, new):
                        fresh = [v for v in args if v >= len(types)]
                        if free and (not fresh or len({*fresh}) < len(fresh)):
                            continue
                        if compares and _is_redundant(expanded.template.name, args):
                            continue
                        literal = Literal(str(number), tuple(map(Var, args)), negated)
                        if literal in self._forbidden:
                            continue
                        shown = tuple(ANY if v >= len(types) else v for v in args)
                        yield Test(number, shown, negated)
