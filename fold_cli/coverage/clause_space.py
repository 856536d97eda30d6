"""The bodies that modes allow, as sets of literals over variables with fixed names.

A variable that a literal introduces is named by that literal: by its predicate and its
other arguments. So the same literal has the same variables in every body, a body is a
set of literals, and no two bodies differ in the names of variables alone. Literals are
numbered when they are first met, after those that introduce their variables; a body in
the order of these numbers can be run from left to right.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import TYPE_CHECKING

from fold_cli.files.problem import Arg
from fold_cli.theory.terms import Const, Literal, Var

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from fold_cli.files.problem import Mode

NEW = -1
"""The argument that stands for a variable which a literal introduces."""

LEFT_OPEN = "_"
"""The kind of an argument that may be anything, where a mode has a constant."""

AFTER_ALL = 1 << 40
"""The number of the first step that stands after all that modes allow."""


@dataclass(frozen=True, slots=True)
class Step:
    """A literal that may be added to bodies, and the variables that it introduces."""

    number: int
    literal: Literal
    uses: frozenset[int]  # variables that it has and does not introduce
    new: tuple[int, ...]
    tests: bool  # whether all its arguments are inputs


@dataclass(frozen=True, slots=True)
class PartialBody:
    """Steps in the order of their numbers, and the variables that are bound then."""

    steps: tuple[Step, ...]
    bound: frozenset[int]

    def with_step(self, step: Step) -> PartialBody:
        """Return the body with one more step."""
        bound = self.bound | step.uses | set(step.new)
        return PartialBody((*self.steps, step), bound)

    @property
    def last(self) -> int:
        """The number of the last step."""
        return self.steps[-1].number if self.steps else -1

    @property
    def identities(self) -> int:
        """How many of its steps say that two variables of the head are the same."""
        return sum(step.number >= AFTER_ALL for step in self.steps)

    def repeats(self, step: Step) -> bool:
        """Return whether a step does again what another did: the tail of the tail."""
        return any(
            step.literal.name == other.literal.name and step.uses <= {*other.new}
            for other in self.steps
            if step.uses
        )

    @property
    def literals(self) -> tuple[Literal, ...]:
        """The literals in order."""
        return tuple(step.literal for step in self.steps)


class ClauseSpace:
    """Steps over the variables of a head, whose outputs are bound by a body."""

    def __init__(
        self, modes: Sequence[Mode], types: Sequence[str], outputs: Iterable[int]
    ) -> None:
        self.types = list(types)  # by the numbers of variables, the head's first
        self.head_types = tuple(types)
        self.outputs = frozenset(outputs)
        self.modes = [*modes, *filter(None, map(_left_open, modes))]
        self.left_open: set[int] = set()
        """Variables that stand for a constant of a mode; nothing else has them."""
        self._new: dict[tuple[object, ...], int] = {}
        self._steps: dict[Literal, Step] = {}
        self._named: dict[tuple[int, tuple[int | Const, ...], bool], Step] = {}
        """Steps by the number of their mode, their arguments, and whether negated."""
        self.constants: dict[Mode, list[Const]] = {}
        """What may stand for the constant of a mode that has one."""
        self._known: dict[tuple[frozenset[int], frozenset[int], bool], list[Step]] = {}

    def variable(self, type_: str, *origin: object) -> int:
        """Return the variable of a type that has this origin."""
        if origin not in self._new:
            self._new[origin] = len(self.types)
            self.types.append(type_)
        return self._new[origin]

    def steps(
        self, body: PartialBody, binds: frozenset[int], negating: bool = False
    ) -> list[Step]:
        """Return the steps that may follow a body, and may bind outputs ``binds``.

        With ``negating``, those that introduce nothing may be negated as well.
        """
        free = binds - body.bound
        key = (body.bound, free, negating)
        if key not in self._known:
            self._known[key] = list(self._allowed(*key))
        last = body.last
        return [step for step in self._known[key] if step.number > last]

    def identities(self, body: PartialBody, negating: bool = False) -> list[Step]:
        """Return the steps that say that two variables of the head are the same.

        One that the body binds may bind the other so. No mode declares them.
        """
        arity = len(self.head_types)
        pairs = [
            (one, other)
            for one, other in combinations(range(arity), 2)
            if self.types[one] == self.types[other] and body.bound & {one, other}
        ]
        steps = []
        for one, other in pairs:
            number = AFTER_ALL + 2 * (one * arity + other)
            tests = body.bound.issuperset((one, other))
            for negated in (False, True) if negating and tests else (False,):
                literal = Literal("=", (Var(other), Var(one)), negated)
                uses = frozenset((one, other))
                steps.append(Step(number + negated, literal, uses, (), tests))
        return [step for step in steps if step.number > body.last]

    def moves(self, start: PartialBody) -> list[dict[int, tuple[Literal, int]]]:
        """Return what makes inputs of others: a literal and its variable, by place.

        A move makes one input, or several alike, such as the tails of all lists.
        """
        moves = []
        alike: dict[tuple[str, int], dict[int, tuple[Literal, int]]] = {}
        for step in self.steps(start, frozenset()):
            for number, variable in enumerate(step.new):
                for at in sorted(start.bound):
                    if self.types[variable] == self.types[at]:
                        made = {at: (step.literal, variable)}
                        moves.append(made)
                        if step.uses == {at}:
                            alike.setdefault((step.literal.name, number), {}).update(
                                made
                            )
        return [*moves, *(made for made in alike.values() if len(made) > 1)]

    def hold_constants(self, constants: dict[Mode, list[Const]]) -> None:
        """Take these constants for the steps from now on."""
        self.constants = constants
        self._known.clear()

    def open_goals(self, mode: Mode, body: PartialBody) -> Iterable[str]:
        """Yield goals of a mode after a body, with ``C`` for its constant."""
        choices = [
            ["C"]
            if arg.kind == "#"
            else ["_"]
            if arg.kind == "-"
            else [f"V{v}" for v in sorted(body.bound) if self.types[v] == arg.type]
            for arg in mode.args
        ]
        for args in product(*choices):
            yield f"{mode.predicate.name}({','.join(args)})"

    def _allowed(
        self, bound: frozenset[int], free: frozenset[int], negating: bool
    ) -> Iterable[Step]:
        steps: dict[int, Step] = {}
        for number, mode in enumerate(self.modes):
            choices: list[list[int | Const]] = []
            for arg in mode.args:
                if arg.kind == LEFT_OPEN:
                    choices.append([NEW])
                    continue
                if arg.kind == "#":
                    choices.append([*self.constants.get(mode, ())])
                    continue
                places: list[int | Const]
                places = [v for v in sorted(bound) if self.types[v] == arg.type]
                if arg.kind == "-":
                    places += [v for v in sorted(free) if self.types[v] == arg.type]
                    places.append(NEW)
                choices.append(places)
            for args in product(*choices):
                known = [arg for arg in args if not isinstance(arg, Const)]
                negatable = negating and bound.issuperset(known)
                for negated in (False, True) if negatable else (False,):
                    key = number, args, negated
                    step = self._named.get(key)
                    if step is None:
                        step = self._named[key] = self._step(mode, args, negated)
                    steps[step.number] = step
        return steps.values()

    def step_of(self, literal: Literal, bound: Mapping[int, int]) -> Step | None:
        """Return the step that a literal is, if a mode allows it.

        ``bound`` has what the variables that are known before it are called here.
        """
        args = tuple(
            bound.get(arg.index, NEW) if isinstance(arg, Var) else arg
            for arg in literal.args
            if isinstance(arg, Var | Const)
        )
        if literal.negated or len(args) < len(literal.args):
            return None
        for mode in self.modes:
            if mode.predicate == literal.predicate and all(map(_fits, mode.args, args)):
                return self._step(mode, args)
        return None

    def _step(
        self, mode: Mode, args: tuple[int | Const, ...], negated: bool = False
    ) -> Step:
        """Return the step of a predicate with these arguments, new ones named."""
        new = {
            at: self.variable(mode.args[at].type, mode.predicate, args, at)
            for at, arg in enumerate(args)
            if arg == NEW
        }
        self.left_open |= {new[at] for at in new if mode.args[at].kind == LEFT_OPEN}
        named = [
            arg if isinstance(arg, Const) else Var(new.get(at, arg))
            for at, arg in enumerate(args)
        ]
        literal = Literal(mode.predicate.name, tuple(named), negated)
        if literal not in self._steps:
            known = [arg for arg in args if not isinstance(arg, Const)]
            uses = frozenset(arg for arg in known if arg != NEW)
            tests = all(arg.kind != "-" for arg in mode.args)
            step = Step(len(self._steps), literal, uses, tuple(new.values()), tests)
            self._steps[literal] = step
        return self._steps[literal]


def _left_open(mode: Mode) -> Mode | None:
    """Return a mode in which any constant will do, if it has constants.

    Its variables have a type that no other argument has.
    """
    args = tuple(Arg(LEFT_OPEN, "") if a.kind == "#" else a for a in mode.args)
    return replace(mode, args=args) if args != mode.args else None


def _fits(arg: Arg, given: int | Const) -> bool:
    """Return whether a constant, a variable or ``NEW`` may be an argument of a mode."""
    if isinstance(given, Const) or arg.kind == "#":
        return isinstance(given, Const) and arg.kind == "#"
    return given != NEW or arg.kind == "-"
