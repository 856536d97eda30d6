"""What makes examples positive: conditions on what the background holds of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from random_problems.background import closure

if TYPE_CHECKING:
    from collections.abc import Callable

    from random_problems.world import Row, World

    Condition: TypeAlias = Callable[[Row], bool]


def concept(world: World, types: Row) -> Condition:
    """Return what tells positive rows, of objects of these types, from others."""
    return _Concept(world, types).draw()


@dataclass(frozen=True)
class _Concept:
    world: World
    types: Row

    def draw(self) -> Condition:
        """Return what tells positive rows from others: conditions on the background."""
        random = self.world.random
        conditions = [self.condition() for _ in range(random.randint(1, 3))]
        if len(conditions) == 1:
            return conditions[0]
        first, second, *rest = conditions
        if random.random() < 0.5:
            return lambda row: first(row) and not second(row)
        if rest:
            return lambda row: (first(row) and second(row)) or rest[0](row)
        return lambda row: first(row) or second(row)

    def path(self) -> Condition | None:
        """Return a test by way of any number of steps: what recursion finds."""
        edges = [p for p in self.world.predicates if p.rows and p.types == self.types]
        if not edges or self.types[0] != self.types[1]:
            return None
        reach = closure(self.world.random.choice(edges).rows)
        return lambda row: row in reach

    def chain(self) -> Condition | None:
        """Return a test by way of another object: r(X, A), s(A, ...)."""
        random = self.world.random
        first, last = self.types[0], self.types[-1]
        known = self.world.predicates
        starts = [p for p in known if len(p.types) > 1 and p.types[0] == first]
        if not starts:
            return None
        one = random.choice(starts)
        ends = [p for p in known if p.rows and p.types[:1] == (one.types[1],)]
        if not ends:
            return None
        two = random.choice(ends)
        if len(self.types) > 1 and two.types[1:2] == (last,):
            joined = {(r[0], s[1]) for r in one.rows for s in two.rows if r[1] == s[0]}
            return lambda row: (row[0], row[-1]) in joined
        model = random.choice(two.rows)
        middle = {r[0] for r in two.rows if r[1:] == model[1:]}
        found = {r[0] for r in one.rows if r[1] in middle}
        return lambda row: row[0] in found

    def condition(self) -> Condition:
        """Return a test of a row by one predicate: some argument, or two, fit."""
        random = self.world.random
        if len(self.types) == 2 and random.random() < 0.25 and (path := self.path()):
            return path
        if random.random() < 0.4 and (chain := self.chain()):
            return chain
        fitting = [
            p
            for p in self.world.predicates
            if p.rows and any(kind in p.types for kind in self.types)
        ]
        if not fitting:
            return lambda row: random.random() < 0.5
        weights = [3 if ":-" in "".join(p.clauses) else 1 for p in fitting]
        [of] = random.choices(fitting, weights)
        places = [
            (i, j)
            for i, kind in enumerate(self.types)
            for j, other in enumerate(of.types)
            if kind == other
        ]
        some = dict(random.sample(places, min(len(places), random.randint(1, 2))))
        rest = [j for j in range(len(of.types)) if j not in some.values()]
        model = random.choice(of.rows)
        same = [j for j in rest if random.random() < 0.7]
        found = {
            tuple(row[j] for j in some.values())
            for row in of.rows
            if all(row[j] == model[j] for j in same)
        }
        return lambda row: tuple(row[i] for i in some) in found
