"""Modes completed: unknown directions, missing types, numbers that are compared.

Other systems' declarations may not say which arguments are inputs, compare numbers by
predicates of their own, and ask for constants by ``=``. Here they become modes with
``+``, ``-`` and ``#``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fold_cli.files.problem import NUMERIC_TYPES, Arg, Mode
from fold_cli.theory.terms import Predicate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

VARIABLE = "?"
"""The kind of an argument that may be an input or an output."""

UNTYPED = "?"
"""The type of an argument that has none although others are typed."""


def directions(
    predicate: Predicate, args: Sequence[Arg], file: str = "", line: int = 0
) -> Iterator[Mode]:
    """Yield a mode for each undecided argument, with that one as the input.

    The other undecided ones are outputs, which may be known as well: a ``-`` may reuse
    a variable.
    """
    undecided = [i for i, arg in enumerate(args) if arg.kind == VARIABLE]
    if not undecided:
        yield Mode(predicate, tuple(args), file, line)
    outputs = tuple(Arg("-", a.type) if a.kind == VARIABLE else a for a in args)
    for i in undecided:
        chosen = Arg("+", args[i].type)
        yield Mode(predicate, (*outputs[:i], chosen, *outputs[i + 1 :]), file, line)


def head_mode(predicate: Predicate, args: Sequence[Arg], file: str, line: int) -> Mode:
    """Return the mode of a head, whose undecided arguments are inputs."""
    kinds = (Arg("+", a.type) if a.kind == VARIABLE else a for a in args)
    return Mode(predicate, tuple(kinds), file, line)


_COMPARATORS = frozenset(
    f"{order}{kind}"
    for order in ("l", "g", "less", "greater")
    for kind in ("t", "e", "te", "eq", "teq", "", "_than", "_or_equal")
) | {"=<", ">=", "<", ">"}
"""Names of predicates that compare a number with a constant, as FOLD-R does itself."""


def compares(mode: Mode) -> bool:
    """Return whether literals of a mode compare a number with a constant."""
    name = mode.predicate.name.strip("'").removeprefix("my_")
    return (
        name in _COMPARATORS
        and len(mode.args) == 2
        and [arg.kind for arg in mode.args] == ["+", "#"]
        and mode.args[0].type == mode.args[1].type
    )


EQUALITY = Predicate("=", 2)


def is_test_of_equality(mode: Mode) -> bool:
    """Return whether literals of a mode say that two known variables are equal."""
    return mode.predicate == EQUALITY and all(arg.kind == "+" for arg in mode.args)


def with_native_thresholds(modes: list[Mode]) -> tuple[list[Mode], list[Mode]]:
    """Return the other modes with compared types as numbers, and those that compare.

    ``age(+person, -years)`` with ``lteq(+years, #years)`` becomes
    ``age(+person, -number)``.
    """
    comparing = [mode for mode in modes if compares(mode)]
    compared = {mode.args[0].type for mode in comparing} - NUMERIC_TYPES
    rest = [_measured(mode, compared) for mode in modes if not compares(mode)]
    return rest, comparing


def measured_head(head: Mode, modes: list[Mode]) -> Mode:
    """Return the mode of a head with the types that modes compare as numbers."""
    compared = {mode.args[0].type for mode in modes if compares(mode)}
    return _measured(head, compared - NUMERIC_TYPES)


def _measured(mode: Mode, compared: set[str]) -> Mode:
    return replace(
        mode,
        args=tuple(
            Arg(arg.kind, "number") if arg.type in compared and arg.kind != "#" else arg
            for arg in mode.args
        ),
    )


def with_constants(modes: list[Mode]) -> tuple[list[Mode], list[Mode]]:
    """Return the other modes, some with constants for outputs, and those of ``=``.

    ``colour(+ball, -colour)`` with ``+colour = #colour`` gives ``colour(+ball,
    #colour)`` beside it: ``colour(X, A), A = red`` is ``colour(X, red)``.
    """
    equating = [m for m in modes if m.predicate == EQUALITY]
    types = {
        mode.args[0].type
        for mode in equating
        if sorted(arg.kind for arg in mode.args)[0] == "#"
    }
    result: list[Mode] = []
    for mode in modes:
        if mode.predicate != EQUALITY:
            result.append(mode)
            for at, arg in enumerate(mode.args):
                if arg.kind == "-" and arg.type in types:
                    args = (*mode.args[:at], Arg("#", arg.type), *mode.args[at + 1 :])
                    result.append(replace(mode, args=args))
    return result, equating
