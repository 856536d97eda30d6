"""Modes inferred from the data, where none are declared.

Argument positions that share a constant have one type: they are joined by union-find
over the pairs that ``fold_types.pl`` returns. From the types of the target's
arguments, predicates are reached step by step and given modes.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, TypeAlias

from fold_cli.files.modes import VARIABLE, directions
from fold_cli.files.problem import Arg, Mode
from fold_cli.theory.terms import Predicate

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

MAX_SAID_TOGETHER = 6
"""Constants and numbers about an object, of which one literal may say all."""

MAX_PAIRS = 36
"""Pairs of such a constant and such a number, which one literal may name together."""

NAMED_SHARE = 3
"""One in so many numbers of a relation names an object that occurs elsewhere too."""

_NUMBER = Arg("-", "number")

Position: TypeAlias = tuple[Predicate, int]
"""A predicate and the number of an argument, from 1."""


@dataclass(slots=True)
class Types:
    """Types as sets of argument positions that share constants (union-find)."""

    numeric: set[Position]  # that hold nothing but numbers
    positions: list[Position]
    parent: dict[Position, Position]
    named: dict[Position, Position] = field(default_factory=dict)
    """Types of numbers of which many name objects, and the types of these."""

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
    sizes: dict[Position, int] = {}  # how many numbers a position holds
    objects: Counter[Position] = Counter()  # integers that first occur there
    named: list[tuple[Position, Position, int]] = []  # how many of them are here
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
                sizes[position] = int(rest[3])
            else:
                empty.add(position)
        elif tag == "computed":
            computed.add(position)
        elif tag == "unknown":
            others.add(position)
        elif tag == "objects":
            objects[position] = int(rest[3])
        else:
            other = (Predicate(rest[3], int(rest[4])), int(rest[5]))
            if tag == "named":
                named.append((position, other, int(rest[6])))
            else:
                types.join(position, other)
    numbers = {types.of(position) for position in types.numeric | computed}
    numbers -= {types.of(position) for position in others}
    types.numeric |= {position for position in empty if types.of(position) in numbers}
    _join_roots(types, target)
    made = {types.of(position) for position in computed | others}
    given = {each: size for each, size in sizes.items() if types.of(each) not in made}
    _name_objects(types, given, objects, named)
    return types


def _name_objects(
    types: Types,
    sizes: dict[Position, int],
    objects: Counter[Position],
    named: list[tuple[Position, Position, int]],
) -> None:
    """Note the numbers that may name objects, as those of ``parent(1, 2)`` do.

    They are half of the objects or more, and a third of the numbers or more. ``sizes``
    are those of the positions that may hold names: nothing there is computed.
    """
    counts: Counter[Position] = Counter()
    for position, count in objects.items():
        counts[types.of(position)] += count
    shared: Counter[tuple[Position, Position]] = Counter()
    for position, other, count in named:
        shared[position, types.of(other)] += count
    for (position, type_), count in shared.items():
        size = sizes.get(position, 0)
        if size and 2 * count >= counts[type_] and NAMED_SHARE * count >= size:
            types.named.setdefault(types.of(position), type_)


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
    modes: dict[int, list[Mode]] = {}
    while waiting:
        turn, number = heappop(waiting)
        if number in modes:
            continue
        predicate = background[number]
        modes[number] = []
        for reading in _readings(predicate, types, names, firsts):
            args = []
            for kind, type_ in reading:
                if kind == "new object" and type_ not in names:
                    names[type_] = _object_name(len(names) + 1)
                    for other in having.pop(type_, ()):
                        heappush(waiting, (turn + (other < number), other))
                args.append(_arg(kind, predicate, names.get(type_, "")))
            for some in _ways_to_say(predicate, args):
                modes[number] += directions(predicate, some)
    head = Mode(target, tuple(Arg("+", names[types.of(t)]) for t in heads))
    body = [mode for number in sorted(modes) for mode in modes[number]]
    return head, tuple(body)


def _object_name(number: int) -> str:
    return f"object{number if number > 1 else ''}"


def _readings(
    predicate: Predicate,
    types: Types,
    objects: Collection[Position],
    firsts: set[Position],
) -> list[list[tuple[str, Position]]]:
    """Return what arguments hold, and their types; twice if numbers name objects."""
    plain, named = [], []
    for index in range(1, predicate.arity + 1):
        kind, type_ = _kind(predicate, index, types, objects, firsts)
        plain.append((kind, type_))
        if kind == "number" and type_ in types.named:
            type_ = types.named[type_]
            kind = "object" if type_ in objects else "new object"
        named.append((kind, type_))
    return [plain] if named == plain else [plain, named]


def _kind(
    predicate: Predicate,
    index: int,
    types: Types,
    objects: Collection[Position],
    firsts: set[Position],
) -> tuple[str, Position]:
    """Return object, new object, number or constant, and its type."""
    type_ = types.of((predicate, index))
    if type_ in objects:
        return "object", type_
    if (predicate, index) in types.numeric and index > 1:
        return "number", type_
    return "new object" if type_ in firsts else "constant", type_


def _ways_to_say(predicate: Predicate, args: list[Arg]) -> list[list[Arg]]:
    """Return what a literal may say of what describes an object, the least first.

    It may say nothing of the constants, where it has a number or another object to
    speak of; name one constant, without numbers or with them; or say all. A literal
    that said all of very many would be true of one object alone.
    """
    constants = [i for i, arg in enumerate(args) if arg.kind == "#"]
    numbers = [i for i, arg in enumerate(args) if arg == _NUMBER]
    described = {*constants, *numbers}
    few = len(described) <= MAX_SAID_TOGETHER
    few_pairs = len(constants) * len(numbers) <= MAX_PAIRS
    ways: list[Collection[int]] = []  # what is said, by places
    if constants and len(args) - len(constants) > 1:
        ways.append(numbers)
    if len(described) > 1:
        ways += [[i] for i in constants]
    if numbers and few_pairs:
        ways += [[i, *numbers] for i in constants]
    if few or not constants:
        ways.append(described)
    name = _type_name(predicate)
    return [
        [
            Arg("-", f"{name}_{i + 1}") if i in described and i not in said else arg
            for i, arg in enumerate(args)
        ]
        for said in dict.fromkeys(map(frozenset, ways))
    ]


def _type_name(predicate: Predicate) -> str:
    return predicate.name if predicate.name.isidentifier() else "constant"


def _arg(kind: str, predicate: Predicate, type_name: str) -> Arg:
    if kind == "number":
        return _NUMBER
    if kind == "constant":
        return Arg("#", _type_name(predicate))
    return Arg("-" if kind == "new object" else VARIABLE, type_name)
