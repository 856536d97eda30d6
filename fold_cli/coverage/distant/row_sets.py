"""Sets of rows that workers keep, as expressions with counts.

Every set is a conjunction of sets and of complements, an exclusive or, or a leaf that
workers can compute: what a literal covers, or the rows of a class. Expressions with the
same conjuncts are one set, and one with both a set and its complement is empty, so what
is known once is never asked again.
"""

from __future__ import annotations

from collections import deque
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from weakref import WeakValueDictionary, finalize

from fold_cli.bits import DistantSet
from fold_cli.coverage.distant.identities import Identify
from fold_cli.coverage.distant.questions import Count

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fold_cli.coverage.distant.part import Leaf
    from fold_cli.coverage.distant.team import Question, Team

    Answer = TypeVar("Answer")

MAX_REMEMBERED = 4096
"""Sets whose counts are remembered though nobody has them."""

MAX_CONJUNCTS = 64
"""Sets that a conjunction is known by; one of more is taken as a set by itself."""

ALL = "all"
LEAF, AND, XOR = "leaf", "and", "xor"


class Definition(NamedTuple):
    """What workers compute a set by; a negative number is the complement of a set."""

    number: int
    kind: str
    arguments: tuple[Any, ...]


class Program(NamedTuple):
    """Sets that workers are to know from now on, and those not needed any more."""

    defined: tuple[Definition, ...] = ()
    forgotten: tuple[int, ...] = ()


class _Node:
    """A set that is no complement."""

    __slots__ = ("__weakref__", "conjuncts", "count", "definition", "parts")

    def __init__(
        self,
        definition: Definition,
        parts: tuple[_Node, ...],
        conjuncts: frozenset[int],
    ) -> None:
        self.definition, self.parts, self.conjuncts = definition, parts, conjuncts
        self.count: int | None = None


class SetSpace:
    """All sets of the rows that some workers have."""

    def __init__(self, team: Team, size: int) -> None:
        self.team, self.size = team, size
        self.recent: dict[Any, Any] = {}  # what was last counted
        self._numbers = count(1)
        self._nodes: WeakValueDictionary[Any, _Node] = WeakValueDictionary()
        self._sent: set[int] = set()
        self._forgotten: list[int] = []
        self._counted: deque[_Node] = deque(maxlen=MAX_REMEMBERED)
        self._all = self._node(ALL, LEAF, ((ALL,),))
        self._all.count = size

    @property
    def everything(self) -> RowSet:
        """All rows."""
        return RowSet(self, self._all)

    @property
    def nothing(self) -> RowSet:
        """No row."""
        return RowSet(self, self._all, complement=True)

    def leaf(self, leaf: Leaf) -> RowSet:
        """Return a set that workers compute by themselves."""
        return RowSet(self, self._node(leaf, LEAF, (leaf,)))

    def _node(
        self,
        key: Any,
        kind: str,
        arguments: tuple[Any, ...],
        parts: tuple[_Node, ...] = (),
    ) -> _Node:
        node = self._nodes.get(key)
        if node is None:
            number = next(self._numbers)
            definition = Definition(number, kind, arguments)
            conjuncts = key if kind == AND else frozenset([number])
            node = self._nodes[key] = _Node(definition, parts, conjuncts)
            finalize(node, self._forget, number).atexit = False
        return node

    def _forget(self, number: int) -> None:
        if number in self._sent:
            self._sent.discard(number)
            self._forgotten.append(number)

    def both(self, one: RowSet, other: RowSet) -> RowSet:
        """Return what is in both sets."""
        all_ = self._all.definition.number
        conjuncts = (one.conjuncts | other.conjuncts) - {all_}
        if not conjuncts:
            return self.everything
        if any(-each in conjuncts for each in conjuncts) or -all_ in conjuncts:
            return self.nothing
        for each in (one, other):
            if each.conjuncts == conjuncts:
                return each
        arguments, parts = (one.number, other.number), (one.node, other.node)
        return RowSet(self, self._node(conjuncts, AND, arguments, parts))

    def either(self, one: RowSet, other: RowSet) -> RowSet:
        """Return what is in exactly one of two sets."""
        nodes = sorted((one.node, other.node), key=lambda node: node.definition.number)
        complement = one.complement != other.complement
        if nodes[0] is nodes[1]:
            return self.everything if complement else self.nothing
        if nodes[0] is self._all:
            return RowSet(self, nodes[1], complement=not complement)
        numbers = tuple(node.definition.number for node in nodes)
        node = self._node((XOR, *numbers), XOR, numbers, tuple(nodes))
        return RowSet(self, node, complement=complement)

    # Counts

    def counted(self, sets: Sequence[RowSet]) -> list[int]:
        """Return the sizes of sets, with one question at the most."""
        unknown = {
            rows.node.definition.number: rows.node
            for rows in sets
            if rows.node.count is None and not self._derived(rows.node)
        }
        if unknown:
            counts = self.ask(Count(tuple(unknown)), unknown.values())
            for node, count in zip(unknown.values(), counts.tolist(), strict=True):
                self.note(node, count)
        return [rows.count for rows in sets]

    def note(self, node: _Node, count: int) -> None:
        """Remember a count, also of a set that is let go and made again."""
        node.count = count
        self._counted.append(node)

    def _derived(self, node: _Node) -> bool:
        """Find the count of a conjunction from those of its parts, where they tell."""
        definition = node.definition
        if definition.kind != AND:
            return False
        sets = [
            RowSet(self, part, complement=number < 0)
            for part, number in zip(node.parts, definition.arguments, strict=True)
        ]
        for one, other in (sets, sets[::-1]):
            if one.node.count is None:
                continue
            rest = self._nodes.get(one.conjuncts | {-n for n in other.conjuncts})
            if len(other.conjuncts) == 1 and rest and rest.count is not None:
                node.count = one.count - rest.count
                return True
        one, other = sets
        if one.node.count is None or other.node.count is None:
            return False
        if self.both(~one, ~other) == self.nothing:
            node.count = one.count + other.count - self.size
            return True
        return False

    # Asking

    def ask(self, question: Question[Answer], nodes: Iterable[_Node]) -> Answer:
        """Ask the workers about sets, which are defined first where they are new."""
        program = Program(tuple(self._new(nodes)), tuple(self._forgotten))
        self._forgotten = []
        self._sent.update(each.number for each in program.defined)
        return self.team.ask(question, program)

    def _new(self, nodes: Iterable[_Node]) -> list[Definition]:
        """Return the definitions that workers lack, parts before what has them."""
        lacking: dict[int, Definition] = {}
        waiting = list(nodes)
        while waiting:
            node = waiting[-1]
            number = node.definition.number
            if number in lacking or number in self._sent:
                waiting.pop()
                continue
            parts = [
                part
                for part in node.parts
                if part.definition.number not in lacking
                and part.definition.number not in self._sent
            ]
            if parts:
                waiting += parts
            else:
                lacking[number] = node.definition
                waiting.pop()
        return list(lacking.values())


class RowSet(DistantSet):
    """A set of rows: it has the operators of a bit set, and its counts are asked."""

    __slots__ = ("complement", "node", "space")

    def __init__(
        self, space: SetSpace, node: _Node, *, complement: bool = False
    ) -> None:
        self.space, self.node, self.complement = space, node, complement

    @property
    def number(self) -> int:
        """The number by which workers know it, negative for a complement."""
        number = self.node.definition.number
        return -number if self.complement else number

    @property
    def conjuncts(self) -> frozenset[int]:
        """The sets that it is the intersection of; itself, where they are many.

        Those of what is left by each of many rules would add up to their square.
        """
        found = self.node.conjuncts
        if self.complement or len(found) > MAX_CONJUNCTS:
            return frozenset([self.number])
        return found

    @property
    def count(self) -> int:
        """How many rows it has, which is known."""
        count = self.node.count
        assert count is not None
        return self.space.size - count if self.complement else count

    def __and__(self, other: RowSet) -> RowSet:
        return self.space.both(self, other)

    def __or__(self, other: RowSet) -> RowSet:
        return ~self.space.both(~self, ~other)

    def __xor__(self, other: RowSet) -> RowSet:
        return self.space.either(self, other)

    def __invert__(self) -> RowSet:
        return RowSet(self.space, self.node, complement=not self.complement)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RowSet) and self.number == other.number

    def __hash__(self) -> int:
        return hash(self.number)

    def any(self) -> bool:
        """Return whether it has a row."""
        return self.counted([self])[0] > 0

    def counted(self, sets: Sequence[Any]) -> list[int]:
        """Return how many rows each of some sets has."""
        return self.space.counted(sets)

    def identified(self, sets: Sequence[Any]) -> list[Any]:
        """Return hashes of the members of some sets, with one question."""
        question = Identify(tuple(each.number for each in sets))
        found = self.space.ask(question, [each.node for each in sets])
        return [*map(tuple, found.tolist())]

    def nothing(self) -> RowSet:
        """Return the empty set."""
        return self.space.nothing

    def everything(self) -> RowSet:
        """Return the set of all rows."""
        return self.space.everything

    def note(self, count: int) -> None:
        """Remember how many rows it has."""
        own = self.space.size - count if self.complement else count
        self.space.note(self.node, own)
