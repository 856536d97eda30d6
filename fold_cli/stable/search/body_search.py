"""Bodies of rules over worlds, and the examples that they cover.

A body consists of *generators*, which introduce variables, and of *tests*, whose
variables are bound or occur nowhere else. Generators are joined in turn; all tests of a
join are masks over its rows, computed together, so that a body with one or two tests
costs one operation on masks. A variable that a generator introduces is used by a later
literal, else the generator is a test. Of bodies that cover the same examples the first,
and so the shortest, is kept. Variable 0 is the world, those of the head come next.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fold_cli import bits
from fold_cli.coverage.joins import EXAMPLE
from fold_cli.stable.search.masks import ANY, Test, Tests
from fold_cli.stable.search.world_joins import Joiner, numbers
from fold_cli.theory.terms import Literal, Var

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from fold_cli.bits import Bits
    from fold_cli.coverage.joins import Bindings
    from fold_cli.stable.search.worlds import Worlds
    from fold_cli.stable.tasks.language import ExpandedMode

    BodiesByCoverage = dict[bytes, tuple[tuple[Literal, ...], Bits]]

MAX_MASK_CELLS = 60_000_000
"""Cells of masks computed for bodies of one length and number of generators."""

CELLS_PER_JOIN = 20_000
"""The fixed cost of a join, in cells of masks."""

MAX_TESTS_IN_TRIPLES = 30
"""Tests of one join of which three are tried together."""

DEFAULT_VARIABLES = 5
"""Variables of a rule where the task has no limit."""


@dataclass(frozen=True, slots=True)
class Join:
    """Generators and the bindings of their variables."""

    body: tuple[Literal, ...]
    types: tuple[str, ...]  # of the variables, by number; that of the world is empty
    bindings: Bindings
    unused: tuple[frozenset[int], ...] = ()  # new variables of which one is to be used
    order: tuple[int, tuple[int, ...]] = (-(10**6), ())  # of its last generator
    last: frozenset[int] = frozenset()  # the variables that the last one introduced


class BodySearch:
    """Finds bodies over the variables of a head."""

    def __init__(
        self,
        worlds: Worlds,
        modes: Sequence[ExpandedMode],
        examples: Bindings,
        head_types: Sequence[str],
        size: int,
        max_variables: int | None,
        forbidden: frozenset[Literal],
    ) -> None:
        """``examples`` binds the world and the head's variables, in order."""
        self.worlds, self.modes, self.size = worlds, modes, size
        self.examples = examples
        self.types = ("", *head_types)
        self._forbidden = forbidden
        self._max_variables = max_variables or max(
            DEFAULT_VARIABLES, len(head_types) + 2
        )
        self._tests = Tests(worlds, modes, forbidden)
        self.joiner = Joiner(worlds, modes, self._tests, examples, size)
        self._work = 0
        # A body says something about the world: by a plain atom, which comes first, or
        # by a negated one, whose variables others bind.
        self._from_static = any(
            False in mode.mode.signs and worlds.possible[number].fluent
            for number, mode in enumerate(modes)
        )

    # Joins

    def start(self, body: Sequence[Literal] = ()) -> Join:
        """Return the join of some literals."""
        join = Join((), self.types, self.examples)
        for literal in body:
            bindings = self.joiner.extended(join.bindings, literal)
            kinds = dict(
                zip(
                    [arg.index for arg in literal.args if isinstance(arg, Var)],
                    self.modes[int(literal.name)].types,
                    strict=True,
                )
            )
            new = [v for v in sorted(kinds) if v >= len(join.types)]
            types = (*join.types, *(kinds[v] for v in new))
            join = Join((*join.body, literal), types, bindings)
        return join

    def _grown(self, join: Join, left: int) -> Iterator[Join]:
        """Yield a join with one more generator, before ``left`` more literals."""
        for literal, order in self._generators(join):
            if self._work > MAX_MASK_CELLS:
                return
            used = numbers(literal)
            new = frozenset(v for v in used if v >= len(join.types))
            unused = (*(v for v in join.unused if not v & used), new)
            if len(unused) > 1 + 2 * left:
                continue
            self._work += CELLS_PER_JOIN
            bindings = self.joiner.joined(join.bindings, literal)
            if bindings is None:
                continue
            kinds = dict(
                zip(order[1], self.modes[int(literal.name)].types, strict=True)
            )
            types = (*join.types, *(kinds[v] for v in sorted(new)))
            body = (*join.body, literal)
            yield Join(body, types, bindings, unused, order, new)

    def _generators(
        self, join: Join
    ) -> Iterator[tuple[Literal, tuple[int, tuple[int, ...]]]]:
        """Yield the literals that introduce variables, those with the fewest first.

        One that uses nothing of the generator before it comes after it in order, so
        that each set of generators is met once: what differs between worlds, which
        alone may be joined by the world, and then the rest.
        """
        room = self._max_variables - (len(join.types) - 1)
        generators = []
        for number, expanded in enumerate(self.modes):
            plain = True in expanded.mode.signs and not expanded.template.compares
            recall = expanded.mode.recall
            used = sum(int(other.name) == number for other in join.body)
            if not plain or (recall is not None and used >= recall):
                continue
            fluent = self.worlds.certain[number].fluent
            alone = fluent or (len(join.types) == 1 and self._from_static)
            for args in self._tests.patterns(number, join.types, room):
                fresh = {v for v in args if v >= len(join.types)}
                if not fresh or (not alone and len(fresh) == len({*args})):
                    continue
                order = (number - len(self.modes) * fluent, args)
                if order < join.order and not join.last & {*args}:
                    continue
                literal = Literal(str(number), tuple(map(Var, args)))
                generators.append((len(fresh), literal, order))
        generators.sort(key=lambda generator: generator[0])
        return ((literal, order) for _, literal, order in generators)

    # Bodies

    def found(self, start: Join, length: int, *, bind_head: bool) -> BodiesByCoverage:
        """Return what may be added to a body, by what it then covers.

        That is up to so many literals. With ``bind_head`` the whole body must bind the
        variables of the head, too.
        """
        result: BodiesByCoverage = {}
        levels = [[start]]
        for more in range(1, length + 1):
            for generators in reversed(range(len(levels))):
                self._work = 0
                for join in levels[generators]:
                    tests = more - generators
                    if tests <= 3 and self._work <= MAX_MASK_CELLS:
                        self._collect(join, tests, start, result, bind_head)
            if more < length:
                self._work, left = 0, length - more
                grown = [new for join in levels[-1] for new in self._grown(join, left)]
                levels.append(sorted(grown, key=self._rank))
        return result

    def _rank(self, join: Join) -> tuple[int, int]:
        """Return what comes first: much about the world, and few variables twice."""
        fluents = sum(self.worlds.certain[int(lit.name)].fluent for lit in join.body)
        return -fluents, -len(join.types)

    def _collect(
        self,
        join: Join,
        count: int,
        start: Join,
        result: BodiesByCoverage,
        bind_head: bool,
    ) -> None:
        """Add a join with ``count`` of its tests."""
        if not join.bindings.size:
            return
        needed = join.last if count == 1 else frozenset()
        head = range(1, len(self.types)) if bind_head else ()
        tests, matrix = self._tests.masks(
            join.bindings, join.types, needed, head, 9 if len(join.body) < 2 else 1
        )
        self._work += matrix.size
        if not tests or (count == 3 and len(tests) > MAX_TESTS_IN_TRIPLES):
            return
        example = join.bindings.columns[EXAMPLE]
        starts = np.flatnonzero(np.diff(example, prepend=-1))
        for places in itertools.combinations(range(len(tests)), count - 1):
            first = places[-1] + 1 if places else 0
            rest = matrix[first:]
            self._work += 2 * rest.size + 100
            if not len(rest) or self._work > MAX_MASK_CELLS:
                continue
            if places:
                rest = rest & np.logical_and.reduce(matrix[list(places)], axis=0)
            flags = np.zeros((len(rest), self.size), dtype=np.bool_)
            flags[:, example[starts]] = np.logical_or.reduceat(rest, starts, axis=1)
            chosen = [tests[at] for at in places]
            self._keep(join, chosen, tests[first:], flags, start, result, bind_head)

    def _keep(
        self,
        join: Join,
        chosen: list[Test],
        last: list[Test],
        flags: NDArray[np.bool_],
        start: Join,
        result: BodiesByCoverage,
        bind_head: bool,
    ) -> None:
        """Keep the bodies that cover what none before them covers."""
        for test, covers in zip(last, bits.pack(flags), strict=True):
            key = covers.tobytes()
            if key in result or not covers.any():
                continue
            tests = [*chosen, test]
            used = {arg for test in tests for arg in test.args}
            if not all(new & used for new in join.unused):
                continue
            body = (*join.body, *_literals(tests, len(join.types)))
            if self._allowed(body, bind_head):
                result[key] = body[len(start.body) :], covers

    def _allowed(self, body: tuple[Literal, ...], bind_head: bool) -> bool:
        """Return whether a body is safe, and in the language."""
        if not self.is_safe(body, bind_head=bind_head):
            return False
        names = [literal.name for literal in body]
        variables = {v for literal in body for v in numbers(literal)} | {
            *range(1, len(self.types))
        }
        return (
            len(variables) <= self._max_variables
            and self._forbidden.isdisjoint(body)
            and len({*body}) == len(body)
            and all(
                (recall := self.modes[int(name)].mode.recall) is None
                or names.count(name) <= recall
                for name in {*names}
            )
        )

    def is_safe(self, body: Sequence[Literal], *, bind_head: bool) -> bool:
        """Return whether plain atoms bind all variables that are in the body.

        With ``bind_head``, those of the head, too.
        """
        bound: set[int] = set()
        used = set(range(1, len(self.types))) if bind_head else set()
        for literal in body:
            used |= numbers(literal)
            compares = self.modes[int(literal.name)].template.compares
            if not literal.negated and not compares:
                bound |= numbers(literal)
        return used <= bound


def _literals(tests: Sequence[Test], first: int) -> Iterator[Literal]:
    """Yield tests as literals, with new variables numbered from a number on."""
    fresh = itertools.count(first)
    for test in tests:
        args = [next(fresh) if arg == ANY else arg for arg in test.args]
        yield Literal(str(test.number), tuple(map(Var, args)), test.negated)
