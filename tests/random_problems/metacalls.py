"""Rules that call goals: closures, groups of solutions, one solution of several."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from random_problems.world import Row, World

GROUPS = [
    ("bagof(Y, {goal}, L), length(L, V)", "number"),
    ("setof(Y-Z, ( {goal}, Z = Y ), L), length(L, V)", "number"),
    ("setof(Y, Z^( {goal}, Z = Y ), [V|_])", "name"),
    ("aggregate_all(max(Y), {goal}, V)", "number"),
    ("aggregate_all(bag(Y), {goal}, L), last(L, V)", "name"),
    ("aggregate_all(count, {goal}, N), between(0, N, V)", "number"),
    ("findall(Y-X, {goal}, P), keysort(P, [V-_|_])", "name"),
    ("findall(Y, {goal}, L), sort(0, @>=, L, [V|_])", "name"),
    ("findall(Y, {goal}, L, [end]), nth0(1, L, V)", "name"),
    ("findall(Y, {goal}, L), sumlist(L, V)", "number"),
]
CLOSURES = [
    ("call({name}, X, V)", "name"),
    ("maplist({name}(X), [V])", "name"),
    ("findall(Y, {goal}, L), include(number, L, M), length(M, V)", "number"),
    ("findall(Y, {goal}, L), partition(atom, L, M, _), length(M, V)", "number"),
]
SINGLES = [
    ("once({name}(X, V))", "name"),
    ("limit(1, {name}(X, V))", "name"),
    ("distinct({name}(X, V))", "name"),
    ("ignore({goal}), ( nonvar(Y) -> V = Y ; V = none )", "name"),
    ("( {goal} -> ( atom(Y) -> V = atom ; number(Y) -> V = number ; V = Y ) ; V = no )",
     "name"),
    ("( \\+ {goal} -> V = none ; once(({goal}, \\+ Y = a)) -> V = other ; V = a )",
     "name"),
    ("forall({goal}, \\+ number(Y)), ( {goal}, ! ; Y = no ), V = Y", "name"),
    ("dif(V, a), {name}(X, V)", "name"),
    ("\\+ \\+ {goal}, V = yes", "name"),
]  # fmt: skip
"""The value V of an object X by a relation: {goal} is of X and Y."""


def _value(forms: list[tuple[str, str]]) -> Callable[[World], None]:
    def add(world: World) -> None:
        related = [p for p in world.predicates if len(p.types) == 2 and not p.given]
        related = [p for p in related if p.types[0] in world.objects]
        if not related:
            return
        of = world.random.choice(related)
        form, kind = world.random.choice(forms)
        body = form.format(name=of.name, goal=f"{of.name}(X, Y)")
        value = f"v{len(world.predicates)}" if kind == "name" else kind
        rows: list[Row] = [(each, "?") for each in world.objects[of.types[0]]]
        world.add(
            (of.types[0], value),
            lambda name: [f"{name}(X, V) :- {body}."],
            rows,
            (0,),
        )

    return add


METACALLS: list[tuple[str, float, Callable[[World], None]]] = [
    ("grouping", 0.4, _value(GROUPS)),
    ("closures", 0.4, _value(CLOSURES)),
    ("one_solution", 0.4, _value(SINGLES)),
]
