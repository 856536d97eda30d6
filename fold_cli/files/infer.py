"""Modes inferred from the data, where none are declared.

Argument positions that share a constant have one type: they are joined by union-find
over the pairs that ``fold_types.pl`` returns. From the types of the target's
arguments, predicates are reached step by step and given modes.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, TypeAlias

from fold_cli.files.modes import VARIABLE, directions
from fold_cli.files.problem import Arg, Mode
from fold_cli.theory.terms import Predicate

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

Position: TypeAlias = tuple[Predicate, int]
"""A predicate and the number of an argument, from 1."""


@dataclass(slots=True)
class Types:
    """Types as sets of argument positions that share constants (union-find)."""

    numeric: set[Position]  # that hold nothing but numbers
    positions: list[Position]
    parent: dict[Position, Position]

    def of(self, position: Position) -> Position:
        """Return the representative of a position's type."""
        parent = self.parent
        while parent[position] != position:
            parent[position] = position = parent[parent[position]]
        return position

    def join(self, one: Position, other: Position) -> None:
        """Make two positions of the same type."""
        self.parent[self.of(one)] = self.of(other)

    def like(self, positions: Iterable[Position]) -> list[Position]:
        """Return all positions of the types that these have."""
        roots = {self.of(position) for position in positions}
        return [other for other in self.positions if self.of(other) in roots]


def argument_types(lines: list[str], target: Predicate) -> Types:
    """Parse the reply of ``fold_types:argument_types/4``: positions and pairs."""
    types = Types(set(), [], {})
    computed: set[Position] = set()
    others: set[Position] = set()  # that hold, or may hold, something but numbers
    empty: set[Position] = set()  # of which only rules tell what they hold
    for line in lines:
        tag, *rest = line.split("\t")
        position = (Predicate(rest[0], int(rest[1])), int(rest[2]))
        if tag == "pos":
            types.positions.append(position)
            types.parent[position] = position
            if int(rest[4]):
                others.add(position)
            elif int(rest[3]):
                types.numeric.add(position)
            else:
                empty.add(position)
        elif tag == "computed":
            computed.add(position)
        elif tag == "unknown":
            others.add(position)
        else:
            other = (Predicate(rest[3], int(rest[4])), int(rest[5]))
            types.join(position, other)
    numbers = {types.of(position) for position in types.numeric | computed}
    numbers -= {types.of(position) for position in others}
    types.numeric |= {position for position in empty if types.of(position) in numbers}
    _join_roots(types, target)
    return types


def _join_roots(types: Types, target: Predicate) -> None:
    """Give types that only occur as first arguments the type of the target's one.

    ``cat(kitty)`` alone shares no constant with ``fly(tweety)``. A type that no
    predicate has as an output can only be of use as the target's own, unless it is one
    of numbers and the target's is not.
    """
    if target.arity != 1:
        return
    outputs = {types.of(position) for position in types.positions if position[1] > 1}
    for position in types.positions:
        if position[1] != 1 or types.of(position) in outputs:
            continue
        if position not in types.numeric or (target, 1) in types.numeric:
            types.join(position, (target, 1))


def infer_modes(
    target: Predicate,
    background: Iterable[Predicate],
    types: Types,
) -> tuple[Mode, tuple[Mode, ...]]:
    """Return a head mode, and body modes for what is reached from the target.

    The target's types are types of objects; so is the type of a first argument that is
    reached from them. The other constants are values that describe objects.
    """
    background = list(background)
    heads = [types.of((target, i + 1)) for i in range(target.arity)]
    names = {t: _object_name(n) for n, t in enumerate(dict.fromkeys(heads), 1)}
    firsts = {types.of((p, 1)) for p in background if p.arity}
    having: dict[Position, list[int]] = {}  # for each type, the predicates that have it
    for number, predicate in enumerate(background):
        for i in range(predicate.arity):
            having.setdefault(types.of((predicate, i + 1)), []).append(number)
    # The background is gone through again and again, in its order, as long as a
    # predicate is reached; only those with a new type of objects are looked at.
    waiting = [(0, number) for type_ in names for number in having.get(type_, ())]
    heapify(waiting)
    count = len(names)
    modes: dict[int, list[Mode]] = {}
    while waiting:
        turn, number = heappop(waiting)
        if number in modes:
            continue
        predicate = background[number]
        args = []
        kinds = [
            _kind(predicate, i + 1, types, names, firsts)
            for i in range(predicate.arity)
        ]
        for i, kind in enumerate(kinds):
            type_ = types.of((predicate, i + 1))
            if kind == "new object":
                count += 1
                names[type_] = _object_name(count)
                for other in having.pop(type_, ()):
                    heappush(waiting, (turn + (other < number), other))
            args.append(_arg(kind, predicate, names.get(type_, "")))
        modes[number] = list(directions(predicate, args))
    head = Mode(target, tuple(Arg("+", names[types.of(t)]) for t in heads))
    body = [mode for number in sorted(modes) for mode in modes[number]]
    return head, tuple(body)


def _object_name(number: int) -> str:
    return f"object{number if number > 1 else ''}"


def _kind(
    predicate: Predicate,
    index: int,
    types: Types,
    objects: Collection[Position],
    firsts: set[Position],
) -> str:
    """Return what an argument holds: object, new object, number or constant."""
    type_ = types.of((predicate, index))
    if type_ in objects:
        return "object"
    if (predicate, index) in types.numeric and index > 1:
        return "number"
    return "new object" if type_ in firsts else "constant"


def _arg(kind: str, predicate: Predicate, type_name: str) -> Arg:
    if kind == "number":
        return Arg("-", "number")
    if kind == "constant":
        return Arg("#", predicate.name if predicate.name.isidentifier() else "constant")
    return Arg("-" if kind == "new object" else VARIABLE, type_name)
