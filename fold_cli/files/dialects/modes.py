"""Modes from declarations that do not say which arguments are given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli.files.problem import Arg, Mode

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fold_cli.theory.terms import Predicate

VARIABLE = "?"
"""The kind of an argument that may be given or new."""

UNTYPED = "?"
"""The type of an argument of which nothing is said although others have types."""


def directions(
    predicate: Predicate, args: Sequence[Arg], file: str, line: int
) -> Iterator[Mode]:
    """Yield a mode for each undecided argument that may be the one given.

    The others are new, or known all the same: a ``-`` may reuse a variable.
    """
    undecided = [i for i, arg in enumerate(args) if arg.kind == VARIABLE]
    if not undecided:
        yield Mode(predicate, tuple(args), file, line)
    for given in undecided:
        yield Mode(
            predicate,
            tuple(
                Arg("+" if i == given else "-", arg.type) if i in undecided else arg
                for i, arg in enumerate(args)
            ),
            file,
            line,
        )


def head_mode(predicate: Predicate, args: Sequence[Arg], file: str, line: int) -> Mode:
    """Return the mode of a head: what is undecided is given."""
    kinds = (Arg("+", a.type) if a.kind == VARIABLE else a for a in args)
    return Mode(predicate, tuple(kinds), file, line)
