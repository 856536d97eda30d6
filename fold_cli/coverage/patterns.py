"""Patterns: the literals that modes and bias allow, with their constants open.

For a clause whose variables have given types, each mode gives a pattern for every way
to fill its inputs with variables of their types, and its outputs with such variables or
new ones. Where these are too many, at most one output is a variable of the clause.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from fold_cli.files.problem import NUMERIC_TYPES
from fold_cli.theory.terms import VALUE, Const, Literal, Term, Var

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fold_cli.files.problem import Arg, Bias, Mode
    from fold_cli.theory.terms import Predicate

BOUNDED = -1
"""The argument of a pattern that is a number with a threshold."""

ANY = -2
"""The argument of a pattern that may be anything."""

MAX_ASSIGNMENTS = 200_000
"""Ways to fill the arguments of all modes with the variables of a clause."""

MIN_ASSIGNMENTS = 50
"""Ways to fill the arguments of one mode, however many modes there are."""

CONSTANT = -10
"""The first open constant of a pattern; the k-th after it is CONSTANT - k."""


class VariableType(NamedTuple):
    """The type of a variable, and how many literals it is away from the head."""

    type: str
    depth: int


@dataclass(frozen=True, slots=True)
class Pattern:
    """A literal whose constants are still open; variables are numbers from 0."""

    predicate: Predicate
    args: tuple[int, ...]
    inputs: tuple[int, ...]  # positions that must be known when it is asked
    new: tuple[VariableType, ...] = ()  # the variables that it introduces

    @property
    def variables(self) -> set[int]:
        """The variables among the arguments."""
        return {arg for arg in self.args if arg >= 0}

    @property
    def constants(self) -> list[int]:
        """The open constants among the arguments."""
        return [arg for arg in self.args if arg <= CONSTANT]

    @property
    def bounded(self) -> bool:
        """Whether an argument is a number with a threshold."""
        return BOUNDED in self.args

    def literal(self, constants: Sequence[str] = ()) -> Literal:
        """Return the literal with these constants filled in."""
        args: list[Term] = []
        for arg in self.args:
            if arg >= 0:
                args.append(Var(arg))
            elif arg == BOUNDED:
                args.append(VALUE)
            else:
                args.append(Const("_" if arg == ANY else constants[CONSTANT - arg]))
        return Literal(self.predicate.name, tuple(args))


class PatternLanguage:
    """The patterns that a problem's modes and bias allow."""

    def __init__(
        self, body: tuple[Mode, ...], bias: Bias, target: Predicate | None = None
    ) -> None:
        self._modes = body
        self._most = max(MIN_ASSIGNMENTS, MAX_ASSIGNMENTS // max(1, len(body)))
        self._with_type: dict[str, list[int]] = {}  # modes by the types of variables
        for number, mode in enumerate(body):
            for type_ in {arg.type for arg in mode.args if arg.kind != "#"}:
                self._with_type.setdefault(type_, []).append(number)
        self._bias = bias
        self.target = target
        self._known: dict[
            tuple[tuple[VariableType, ...], frozenset[int]], list[Pattern]
        ] = {}
        # A number is an object too where some predicate takes it as an input.
        self._joinable = {
            arg.type
            for mode in body
            for arg in mode.args
            if arg.kind == "+" and arg.type in NUMERIC_TYPES
        }

    def patterns(
        self, types: Sequence[VariableType], uses: set[int], limit: int | None = None
    ) -> list[Pattern]:
        """Return the patterns over variables of these types with one of ``uses``.

        Beyond the limit, one more than that are returned.
        """
        key = (tuple(types), frozenset(uses))
        if key not in self._known:
            most = None if limit is None else limit + 1
            found = list(itertools.islice(self._patterns(types, uses), most))
            if most is not None and len(found) == most:
                return found
            self._known[key] = found
        return self._known[key]

    def _patterns(
        self, types: Sequence[VariableType], uses: set[int]
    ) -> Iterator[Pattern]:
        seen = set()
        used = {types[variable].type for variable in uses}
        numbers = {n for type_ in used for n in self._with_type.get(type_, ())}
        for number in sorted(numbers):
            mode = self._modes[number]
            for args in self._assignments(mode, types):
                key = (mode.predicate, args)
                if key in seen or uses.isdisjoint(args):
                    continue
                seen.add(key)
                pattern = self._numbered(mode, args, types)
                if not (
                    self._calls_itself_in_vain(pattern)
                    or self._exceeds_bias(pattern, types)
                ):
                    yield pattern

    def _assignments(
        self, mode: Mode, types: Sequence[VariableType]
    ) -> Iterator[tuple[int | str, ...]]:
        """Yield arguments: a variable, "new", "constant", "bounded" or "any"."""
        measured = [i for i, arg in enumerate(mode.args) if arg.measured]
        options = [self._options(arg, types) for arg in mode.args]
        for bounded in measured:
            others = list(options)
            for i in measured:
                others[i] = ["bounded" if i == bounded else "any"]
            yield from self._combined(others)
        if all(mode.args[i].type in self._joinable for i in measured):
            yield from self._combined(options)

    def _combined(
        self, options: list[list[int | str]]
    ) -> Iterator[tuple[int | str, ...]]:
        """Yield choices of one option for each argument; not all where they are many.

        Then all arguments that can are new variables, but for one of them at most.
        """
        if math.prod(map(len, options)) <= self._most:
            yield from itertools.product(*options)
            return
        outputs = [i for i, known in enumerate(options) if known[-1:] == ["new"]]
        new = [known[-1:] if i in outputs else known for i, known in enumerate(options)]
        joined = ([*new[:i], options[i][:-1], *new[i + 1 :]] for i in outputs)
        choices = (itertools.product(*each) for each in (new, *joined))
        yield from itertools.islice(itertools.chain.from_iterable(choices), self._most)

    def _options(self, arg: Arg, types: Sequence[VariableType]) -> list[int | str]:
        if arg.kind == "#":
            return ["constant"]
        known: list[int | str] = [i for i, t in enumerate(types) if t.type == arg.type]
        if arg.kind == "-" and not (known and arg.type in self._bias.single_types):
            known.append("new")
        return known

    def _numbered(
        self, mode: Mode, args: tuple[int | str, ...], types: Sequence[VariableType]
    ) -> Pattern:
        numbers: list[int] = []
        new_types: list[str] = []
        constants = 0
        for arg, declared in zip(args, mode.args, strict=True):
            if isinstance(arg, int):
                numbers.append(arg)
            elif arg == "new":
                numbers.append(len(types) + len(new_types))
                new_types.append(declared.type)
            elif arg == "constant":
                numbers.append(CONSTANT - constants)
                constants += 1
            else:
                numbers.append(BOUNDED if arg == "bounded" else ANY)
        inputs = tuple(i for i, arg in enumerate(mode.args) if arg.kind == "+")
        known = [types[v].depth for v in numbers if 0 <= v < len(types)]
        new = tuple(VariableType(t, max(known, default=0) + 1) for t in new_types)
        return Pattern(mode.predicate, tuple(numbers), inputs, new)

    def _exceeds_bias(self, pattern: Pattern, types: Sequence[VariableType]) -> bool:
        """Return whether there are too many variables, or too deep ones."""
        limit, depth = self._bias.max_vars, self._bias.variable_depth
        if limit is not None and len(types) + len(pattern.new) > limit:
            return bool(pattern.new)
        return depth is not None and any(kind.depth > depth for kind in pattern.new)

    def _calls_itself_in_vain(self, pattern: Pattern) -> bool:
        """Return whether the target is called with the head's variables alone."""
        head = range(len(pattern.args))
        return pattern.predicate == self.target and set(pattern.args) <= set(head)
