"""Negative examples where none are given: the closed-world assumption.

Every atom of the target over the constants of its arguments' types that is no positive
example becomes a negative one. Of a target with a class, such as ``kind(+thing,
#class)``, only what has some class in the examples is in none of the others; the rest
is unknown. Prolog makes the atoms, as many as the product of the numbers of constants.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli.errors import InputError
from fold_cli.files.classes import class_position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from fold_cli.files.declarations import Declarations
    from fold_cli.files.infer import Position, Types
    from fold_cli.files.intake import Intake
    from fold_cli.files.language import Language
    from fold_cli.files.problem import Mode

MAX_CLOSED_WORLD_ATOMS = 1_000_000
"""Atoms that are made; with more, the user is to give the negatives."""

MAX_CLOSED_WORLD_ARITY = 64
"""Arguments of a target whose atoms are made."""


def add_negatives(
    intake: Intake,
    language: Language,
    declared: Declarations,
    types: Callable[[], Types],
) -> None:
    """Make the negative examples, and warn of how many there are."""
    _check(intake, language.head, declared)
    place = class_position(language.head)
    if place is not None:
        count, unnamed = _close_classes(intake, place), 0
    else:
        count, unnamed = _close(intake, language, declared, types)
    about = "all" if unnamed == count else unnamed
    addition = f", {about} about objects that no example names" if unnamed else ""
    intake.warnings.append(
        f"no negative examples given: the closed world has {count} of them{addition}"
    )


def _close_classes(intake: Intake, place: int) -> int:
    """Make the negatives of a target with a class; return their number."""
    (count,) = intake.ask(
        "fold_classes", "class_world", place + 1, MAX_CLOSED_WORLD_ATOMS
    )
    return int(count)


def _close(
    intake: Intake,
    language: Language,
    declared: Declarations,
    types: Callable[[], Types],
) -> tuple[int, int]:
    """Make the negatives; return how many, and how many have a new object."""
    lines: list[str] = []
    for index, arg in enumerate(language.head.args, 1):
        positions = dict.fromkeys([(language.head.predicate, index)])
        for mode in (language.head, *language.body):
            positions |= dict.fromkeys(_positions_of_type(mode, arg.type))
        if declared.categorical is None:
            positions |= dict.fromkeys(types().like(positions))
        lines += _lines(index, positions)
    count, unnamed = intake.ask(
        "fold_world", "closed_world", "\n".join(lines), MAX_CLOSED_WORLD_ATOMS
    )
    return int(count), int(unnamed)


def _check(intake: Intake, head: Mode, declared: Declarations) -> None:
    """Raise an error where the world may not or cannot be closed."""
    sources = intake.sources
    if declared.closed_world is False:
        raise InputError(
            "foil_cwa(false), so negative examples must be given: "
            "fold learn BK POS NEG",
            sources.background[0],
        )
    if len(head.args) > MAX_CLOSED_WORLD_ARITY:
        raise InputError(
            f"no closed world is made of more than {MAX_CLOSED_WORLD_ARITY} arguments, "
            f"which {head.predicate} has; give the negative examples in a file: fold "
            "learn BK POS NEG",
            sources.positives or sources.background[0],
        )


def _positions_of_type(mode: Mode, type_name: str) -> list[Position]:
    return [
        (mode.predicate, index)
        for index, arg in enumerate(mode.args, 1)
        if arg.type == type_name
    ]


def _lines(index: int, positions: Iterable[Position]) -> list[str]:
    """Return the positions whose constants an argument takes, as Prolog reads them."""
    return [f"{index}\t{p.name}\t{p.arity}\t{i}" for p, i in positions]
