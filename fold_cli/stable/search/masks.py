"""Tests: literals that bind no variable for others, as Boolean masks over rows.

All tests of a mode are computed together: the objects of each row and pattern make a
key, and one look-up in an array of flags by key says which are atoms. That costs
O(tests x rows). Where the keys are more than ``MAX_FLAGGED_COMBINATIONS``, each test is
a search among sorted keys.
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

MAX_FLAGGED_COMBINATIONS = 1 << 24
"""Combinations of objects for which an array of flags says what holds."""

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
        self._keys: dict[tuple[int, tuple[int, ...], bool], RowKeys | None] = {}
        self._dense: dict[tuple[int, tuple[int, ...], bool], Mask | None] = {}
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
        return self._mask(bindings, Test(int(literal.name), args, literal.negated))

    def _mask(self, bindings: Bindings, test: Test) -> Mask:
        mode = self.modes[test.number]
        if mode.template.compares:
            values = iter([bindings.columns[arg] for arg in test.args])
            left, right = (
                next(values) if term is None else self.worlds.objects.numbers[term]
                for term in mode.compared_terms
            )
            found: Mask = _COMPARE[mode.template.name](left, right)
            return found
        table, bound = self._table(test), _bound(test)
        columns = [bindings.columns[test.args[at]] for at in bound]
        if table.fluent:
            columns.insert(0, bindings.columns[WORLD])
        if not columns or not len(table.rows):
            held: Mask = np.full(bindings.size, bool(len(table.rows)))
        else:
            key = (test.number, bound, test.negated)
            if key not in self._keys:
                places = [at + table.fluent for at in bound]
                places = [0, *places] if table.fluent else places
                self._keys[key] = RowKeys(list(table.rows[:, places].T))
            keys = self._keys[key]
            assert keys
            held = keys.contain(columns)
        return ~held if test.negated else held

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
            holds: list[bool] = [bool(mask.any()) for mask in masks]
            always: list[bool] = [bool(mask.all()) for mask in masks]
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
        first = tests[0]
        bound, compares = _bound(first), self.modes[first.number].template.compares
        table = self._table(first)
        if compares or not bound or not len(table.rows):
            return np.array([self._mask(bindings, test) for test in tests])
        flags = self._flags(first.number, bound, first.negated)
        if flags is None:
            return np.array([self._mask(bindings, test) for test in tests])
        args = np.array([[test.args[at] for at in bound] for test in tests])
        variables = np.unique(args)
        columns = np.array([bindings.columns[v] for v in variables.tolist()], np.int32)
        places = np.searchsorted(variables, args)
        count, factor = len(self.worlds.objects), 1
        keys = np.zeros((len(tests), bindings.size), dtype=np.int32)
        for position in reversed(range(len(bound))):
            keys += (columns * factor)[places[:, position]]
            factor *= count
        if table.fluent:
            keys += bindings.columns[WORLD] * np.int32(factor)
        held: Mask = flags.take(keys)
        return ~held if first.negated else held

    def _table(self, test: Test) -> Table:
        tables = self.worlds.possible if test.negated else self.worlds.certain
        return tables[test.number]

    def _flags(self, number: int, bound: tuple[int, ...], negated: bool) -> Mask | None:
        """Return what holds, for each combination of objects; None for too many."""
        key = (number, bound, negated)
        if key not in self._dense:
            table = self._table(Test(number, (), negated))
            count = len(self.worlds.objects)
            size = (self.worlds.count if table.fluent else 1) * count ** len(bound)
            self._dense[key] = None
            if size <= MAX_FLAGGED_COMBINATIONS:
                places = [at + table.fluent for at in bound]
                keys = np.zeros(len(table.rows), dtype=np.intp)
                for place in [0] * table.fluent + places:
                    keys *= count
                    keys += table.rows[:, place]
                flags = np.zeros(size, dtype=np.bool_)
                flags[keys] = True
                self._dense[key] = flags
        return self._dense[key]

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
