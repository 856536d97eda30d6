"""A part of a table at a worker: coded columns, classes, and the bits of sets.

The codes are those of the whole table. A set is computed when it is counted, and kept
while there is room; its definition stays until nobody needs it.

A set may be made of very many others, as the union of all rules is. Of two sets that
are combined, the one that takes more to compute is computed first, so what must be held
at one time grows with the logarithm of their number.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from fold_cli import bits
from fold_cli.coverage.examples import Examples
from fold_cli.files.tables.coded import steps
from fold_cli.files.tables.mapped_codes import Buffers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from fold_cli.bits import Bits
    from fold_cli.coverage.distant.row_sets import Definition, Program
    from fold_cli.files.tables.coded import Codes

MIN_SETS = 16
"""Sets of a part that are kept at least."""

Leaf: TypeAlias = "tuple[Any, ...]"
"""A set by itself: ("all",), ("class", label), ("settled", label), ("named", *names),
("known", column), or rows by their codes, ("=", column, code), ("=<", column, code) and
(">", column, code)."""


class Definitions:
    """What sets are made of; those of a worker's parts are the same."""

    def __init__(self) -> None:
        self.of: dict[int, Definition] = {}
        self.held: dict[int, int] = {}  # sets at one time, while one is computed

    def learn(self, program: Program) -> None:
        """Take the definitions of new sets, and forget others; twice is as once."""
        for number in program.forgotten:
            self.of.pop(number, None)
            self.held.pop(number, None)
        for each in program.defined:
            self.of[each.number] = each
            self.held[each.number] = self._held_for(each)

    def _held_for(self, definition: Definition) -> int:
        if definition.kind == "leaf":
            return 1
        first, second = (self.held[abs(each)] for each in definition.arguments)
        return first + 1 if first == second else max(first, second)

    def parts(self, number: int) -> list[int]:
        """Return the sets that a set is made of; the last is to be computed first."""
        definition = self.of[number]
        if definition.kind == "leaf":
            return []
        return sorted({*map(abs, definition.arguments)}, key=self.held.__getitem__)


@dataclass
class CodedPart:
    """Some rows of a table, those of known class."""

    number: int  # among the parts
    names: NDArray[Any] | int  # of the rows: places of names, or the first's number
    columns: list[Codes]
    labels: Codes  # the place of each row's class
    buffers: Buffers = field(default_factory=Buffers)  # where columns are put
    max_sets: int = MIN_SETS  # that are kept; others are computed anew
    settled: Codes | None = None  # that of most rows with the same cells
    definitions: Definitions = field(default_factory=Definitions)
    _values: OrderedDict[int, Bits] = field(default_factory=OrderedDict)

    @property
    def size(self) -> int:
        """The number of rows."""
        return len(self.labels)

    def replace(self, columns: list[Codes]) -> None:
        """Let the columns have other codes; what was computed of them is forgotten."""
        self.columns = columns
        self._values.clear()

    def learn(self, program: Program) -> None:
        """Take the definitions of new sets, and forget others."""
        self.definitions.learn(program)
        for number in (*program.forgotten, *(each.number for each in program.defined)):
            self._values.pop(number, None)

    def blocks(self, rows: int) -> Iterator[CodedPart]:
        """Yield the part in parts of at most so many rows, with the same sets."""
        for step in steps(self.size, rows):
            yield CodedPart(
                self.number,
                self.named(np.arange(step.start, step.stop)),
                [codes[step] for codes in self.columns],
                self.labels[step],
                max_sets=self.max_sets * self.size // (step.stop - step.start),
                definitions=self.definitions,
            )

    def examples(self, number: int) -> Examples:
        """Return the rows of a set."""
        return Examples(self.set(number), self.size)

    def set(self, number: int) -> Bits:
        """Return the bits of a set, without bits after the last row."""
        value = self._value(abs(number))
        return value if number > 0 else self._all() & ~value

    def flags(self, number: int) -> NDArray[np.bool_]:
        """Return for each row whether it is in a set."""
        return bits.unpack(self.set(number), self.size)

    def _value(self, number: int) -> Bits:
        """Compute a set and those that it is made of, with no recursion."""
        if number in self._values:
            self._values.move_to_end(number)
            return self._values[number]
        waiting = [_Computation(number, self.definitions.parts(number), {})]
        while True:
            last = waiting[-1]
            if last.missing:
                part = last.missing[-1]
                value = self._values.get(part)
                if value is None:
                    waiting.append(_Computation(part, self.definitions.parts(part), {}))
                    continue
                self._values.move_to_end(part)
            else:
                waiting.pop()
                value = self._computed(last)
                self._keep(last.number, value)
                if not waiting:
                    return value
            waiting[-1].found[waiting[-1].missing.pop()] = value

    def _computed(self, ready: _Computation) -> Bits:
        definition = self.definitions.of[ready.number]
        if definition.kind == "leaf":
            return self._leaf(*definition.arguments[0])
        return self._combined(definition, ready.found)

    def _keep(self, number: int, value: Bits) -> None:
        """Keep a set, and let go of those that were used longest ago."""
        self._values[number] = value
        while len(self._values) > max(MIN_SETS, self.max_sets):
            self._values.popitem(last=False)

    def _combined(self, definition: Definition, found: dict[int, Bits]) -> Bits:
        one, other = definition.arguments
        first, second = found[abs(one)], found[abs(other)]
        if definition.kind == "xor":
            return first ^ second
        if one > 0:
            return first & second if other > 0 else first & ~second
        return second & ~first if other > 0 else self._all() & ~(first | second)

    def _all(self) -> Bits:
        return bits.pack(np.ones(self.size, dtype=np.bool_))

    def _leaf(self, kind: str, *operands: int) -> Bits:
        if kind == "all":
            return self._all()
        if kind == "class":
            return bits.pack(self.labels == operands[0])
        if kind == "settled":
            assert self.settled is not None
            return bits.pack(self.settled == operands[0])
        if kind == "named":
            names = self.named(np.arange(self.size))
            return bits.pack(np.isin(names, operands))
        codes = self.columns[operands[0]]
        if kind == "known":
            return self._tested(codes, lambda values: values > 0)
        code = operands[1]
        if kind == "=":
            return self._tested(codes, lambda values: values == code)
        if kind == ">":
            return self._tested(codes, lambda values: values > code)
        return self._tested(codes, lambda values: (values > 0) & (values <= code))

    def _tested(self, codes: Codes, test: Callable[[Codes], Any]) -> Bits:
        """Return the rows whose codes pass a test, some rows at a time."""
        found = bits.empty(self.size)
        for step in steps(self.size):
            words = slice(step.start // 64, bits.words(step.stop))
            found[words] = bits.pack(test(codes[step]))
        return found

    def named(self, rows: NDArray[np.intp]) -> NDArray[Any]:
        """Return the names of some rows."""
        if isinstance(self.names, np.ndarray):
            found: NDArray[Any] = self.names[rows]
            return found
        return rows + self.names

    def converted(
        self, column: int, convert: Callable[[NDArray[Any], slice], Any], count: int
    ) -> Codes:
        """Return what the codes of a column become; they are all below ``count``."""
        codes: Codes = self.buffers.converted(self.columns[column], convert, count)
        return codes


class _Computation(NamedTuple):
    """A set to be computed, the sets that it lacks, and those that it has."""

    number: int
    missing: list[int]
    found: dict[int, Bits]
