"""Paths of patterns: which patterns begin one, and which go on with one.

A path goes on with a pattern that uses a variable which its last pattern introduces.
With n variables of one type and predicates of k arguments there are (n + 1)^k patterns
and the square of that many paths, so what cannot have a solution is left out in bulk,
and of too many those are taken that introduce the fewest variables.
"""

from __future__ import annotations

from itertools import compress, groupby
from typing import TYPE_CHECKING

from fold_cli.coverage.joins import Bindings, may_join, solution_bindings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from fold_cli.coverage.patterns import Pattern, PatternLanguage, VariableType
    from fold_cli.coverage.relations import Relations

MAX_PATHS = 20_000
"""Paths of several patterns that are tried for one clause."""

MAX_COMPARED_PAIRS = 1_000_000
"""Pairs of a row and a solution, for all patterns of a predicate, compared in bulk."""


class Paths:
    """The paths over the variables of one partial clause.

    ``within`` flags the objects that each of its variables may have.
    """

    def __init__(
        self,
        language: PatternLanguage,
        relations: Relations,
        types: list[VariableType],
        within: Mapping[int, NDArray[np.bool_]],
    ) -> None:
        self._language, self._relations = language, relations
        self._types, self._within = types, within

    def first(self) -> list[Pattern]:
        """Return the patterns that begin a path."""
        return self._language.patterns(self._types, set(range(len(self._types))))

    def growing(self, lookahead: int) -> set[tuple[Pattern, ...]]:
        """Return the paths of at most ``lookahead`` patterns that others go on with.

        The shorter come first. Which they are does not depend on the examples, so that
        candidates found for more examples are those for fewer.
        """
        chosen: set[tuple[Pattern, ...]] = set()
        left = MAX_PATHS
        paths: list[tuple[Pattern, ...]] = [(pattern,) for pattern in self.first()]
        for _ in range(lookahead):
            longer: list[tuple[Pattern, ...]] = []
            able = [path for path in paths if self._may_grow(path[-1])]
            for path in sorted(able, key=_new_variables):
                following = self._next(path, left)
                left -= len(following)
                if left < 0:
                    return chosen
                chosen.add(path)
                longer += ((*path, pattern) for pattern in following)
            paths = longer
        return chosen

    def _may_grow(self, pattern: Pattern) -> bool:
        """Return whether a pattern brings variables, and facts say nothing against."""
        if not pattern.new or pattern.bounded or pattern.constants:
            return False
        facts = self._relations.facts(pattern.predicate)
        return facts is None or solution_bindings(pattern, facts, {}).size > 0

    def following(
        self, path: tuple[Pattern, ...], solutions: Bindings, uses: set[int] | None
    ) -> Iterator[Pattern]:
        """Yield the patterns that go on with a path, which has these solutions.

        ``uses`` are variables of which each must have one. Patterns without a solution
        are left out where that is seen in bulk.
        """
        patterns = [
            pattern
            for pattern in self._next(path)
            if pattern not in path and (uses is None or pattern.variables & uses)
        ]
        for predicate, group in groupby(patterns, lambda pattern: pattern.predicate):
            members = list(group)
            facts = self._relations.facts(predicate)
            pairs = solutions.size * facts.solutions.shape[1] if facts else 0
            if facts and pairs * len(members) <= MAX_COMPARED_PAIRS:
                keep = may_join(solutions, self._within, members, facts)
                yield from compress(members, keep.tolist())
            else:
                yield from members

    def _next(
        self, path: tuple[Pattern, ...], limit: int | None = None
    ) -> list[Pattern]:
        """Return the patterns that use a variable which the last of a path brings.

        Beyond the limit, one more than that are returned.
        """
        types = [*self._types, *(t for pattern in path for t in pattern.new)]
        new = set(range(len(types) - len(path[-1].new), len(types)))
        return self._language.patterns(types, new, limit)


def _new_variables(path: tuple[Pattern, ...]) -> int:
    return sum(len(pattern.new) for pattern in path)
