"""From modes to the shapes of literals that may be added to a clause."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fold_cli.terms import VALUE, Const, Literal, Term, Var

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fold_cli.problem import Arg, Mode
    from fold_cli.terms import Predicate


@dataclass(frozen=True, slots=True)
class Shape:
    """A predicate with its arguments: a head variable, or what is to be found.

    ``c`` is a constant, ``n`` a number to be bounded, ``_`` anything.
    """

    predicate: Predicate
    args: tuple[int | str, ...]

    @property
    def head_args(self) -> tuple[int, ...]:
        """The head's variables that occur, in order."""
        return tuple(sorted({arg for arg in self.args if isinstance(arg, int)}))

    @property
    def measured(self) -> bool:
        """Whether a number is to be bounded."""
        return "n" in self.args

    def literal(self, constants: tuple[str, ...]) -> Literal:
        """Return the literal with these constants filled in."""
        rest = iter(constants)
        fillers: dict[str, Term] = {"n": VALUE, "_": Const("_")}
        args: list[Term] = []
        for arg in self.args:
            if isinstance(arg, int):
                args.append(Var(arg))
            else:
                args.append(Const(next(rest)) if arg == "c" else fillers[arg])
        return Literal(self.predicate.name, tuple(args))


def head_shapes(head: Mode, body: tuple[Mode, ...]) -> list[Shape]:
    """Return the shapes of literals over the head's variables, in mode order."""
    shapes: dict[Shape, None] = {}
    for mode in body:
        for args in _assignments(head, mode):
            shape = Shape(mode.predicate, args)
            if shape.head_args:
                shapes[shape] = None
    return list(shapes)


def _assignments(head: Mode, mode: Mode) -> Iterator[tuple[int | str, ...]]:
    measured = [i for i, arg in enumerate(mode.args) if arg.measured]
    for chosen in measured or [-1]:
        options = [
            ["n" if i == chosen else "_"] if i in measured else _options(head, arg)
            for i, arg in enumerate(mode.args)
        ]
        yield from itertools.product(*options)


def _options(head: Mode, arg: Arg) -> list[int | str]:
    if arg.kind == "#":
        return ["c"]
    return [i for i, known in enumerate(head.args) if known.type == arg.type]
