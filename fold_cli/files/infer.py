"""The language of the theory where no modes are declared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from fold_cli.files.problem import Arg, Mode
from fold_cli.theory.terms import Predicate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Position: TypeAlias = tuple[Predicate, int]


@dataclass(slots=True)
class Types:
    """The types of argument positions, told by the constants they share."""

    numeric: set[Position]
    positions: list[Position]
    parent: dict[Position, Position]

    def of(self, position: Position) -> Position:
        """Return the representative of a position's type."""
        while self.parent[position] != position:
            position = self.parent[position]
        return position

    def join(self, one: Position, other: Position) -> None:
        """Make two positions of the same type."""
        self.parent[self.of(one)] = self.of(other)

    def like(self, position: Position) -> Iterator[Position]:
        """Yield all positions of the same type."""
        wanted = self.of(position)
        return (other for other in self.positions if self.of(other) == wanted)


def argument_types(lines: list[str], target: Predicate) -> Types:
    """Read what ``fold_types:argument_types/4`` returns."""
    types = Types(set(), [], {})
    for line in lines:
        tag, *rest = line.split("\t")
        position = (Predicate(rest[0], int(rest[1])), int(rest[2]))
        if tag == "pos":
            types.positions.append(position)
            types.parent[position] = position
            numbers, others = int(rest[3]), int(rest[4])
            if numbers and not others:
                types.numeric.add(position)
        else:
            other = (Predicate(rest[3], int(rest[4])), int(rest[5]))
            types.join(position, other)
    _join_roots(types, target)
    return types


def _join_roots(types: Types, target: Predicate) -> None:
    """Give what only ever comes first the type of the target's one argument.

    ``cat(kitty)`` alone shares no constant with ``fly(tweety)``. A type that no
    predicate leads to can only be of use as the target's own, unless it is of numbers
    and the target is not.
    """
    if target.arity != 1:
        return
    led_to = {types.of(position) for position in types.positions if position[1] > 1}
    for position in types.positions:
        if position[1] != 1 or types.of(position) in led_to:
            continue
        if position not in types.numeric or (target, 1) in types.numeric:
            types.join(position, (target, 1))


def infer_modes(
    target: Predicate,
    background: Iterable[Predicate],
    types: Types,
) -> tuple[Mode, tuple[Mode, ...]]:
    """Return a head mode, and body modes for all that can describe the target.

    A type is one of objects when it is a type of the target's arguments, or the type
    of the first argument of some predicate and reached from the target; all other
    constants describe.
    """
    background = list(background)
    heads = [types.of((target, i + 1)) for i in range(target.arity)]
    objects = list(dict.fromkeys(heads))
    firsts = {types.of((p, 1)) for p in background if p.arity}
    names = {t: "object" if n == 0 else f"object{n + 1}" for n, t in enumerate(objects)}
    modes: dict[Predicate, list[Mode]] = {}
    grown = True
    while grown:
        grown = False
        for predicate in background:
            if predicate in modes or not predicate.arity:
                continue
            kinds = [
                _kind(predicate, i + 1, types, objects, firsts)
                for i in range(predicate.arity)
            ]
            if "o" not in kinds:
                continue
            grown = True
            args = []
            for i, kind in enumerate(kinds):
                of = types.of((predicate, i + 1))
                if kind == "new":
                    objects.append(of)
                    names[of] = f"object{len(objects)}"
                args.append(_arg(kind, predicate, names.get(of, "")))
            modes[predicate] = list(_directions(predicate, args))
    head = Mode(target, tuple(Arg("+", names[types.of(t)]) for t in heads))
    body = [mode for p in background for mode in modes.get(p, ())]
    return head, tuple(body)


def _kind(
    predicate: Predicate,
    index: int,
    types: Types,
    objects: list[Position],
    firsts: set[Position],
) -> str:
    """Return what an argument holds: o(bject), new object, number or constant."""
    of = types.of((predicate, index))
    if of in objects:
        return "o"
    if (predicate, index) in types.numeric and index > 1:
        return "number"
    return "new" if of in firsts else "constant"


def _arg(kind: str, predicate: Predicate, type_name: str) -> Arg:
    if kind == "number":
        return Arg("-", "number")
    if kind == "constant":
        return Arg("#", predicate.name if predicate.name.isidentifier() else "constant")
    return Arg("-" if kind == "new" else "+", type_name)


def _directions(predicate: Predicate, args: list[Arg]) -> Iterator[Mode]:
    """Yield a mode for each argument that may be the one given."""
    objects = [i for i, arg in enumerate(args) if arg.kind == "+"]
    for given in objects:
        yield Mode(
            predicate,
            tuple(
                Arg("-", arg.type) if i in objects and i != given else arg
                for i, arg in enumerate(args)
            ),
        )
