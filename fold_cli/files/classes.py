"""Targets with a class argument: one learning problem for each value.

A head mode with one ``#`` argument, such as ``label(+flower, #species)``, gives a
problem for each constant there; its positives are the examples of that class.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fold_cli.files.problem import Arg

if TYPE_CHECKING:
    from fold_cli.files.intake import Intake
    from fold_cli.files.problem import Mode


def class_values(intake: Intake, head: Mode) -> tuple[str, ...]:
    """Return the values of the head's class argument; none without one."""
    position = class_position(head)
    if position is None:
        return ()
    return tuple(intake.ask("fold_classes", "classes", position + 1))


def keep_class(intake: Intake, head: Mode, value: str) -> tuple[Mode, tuple[int, str]]:
    """Keep the examples of one class.

    Return the head with an ordinary argument for the class, and the position of that
    argument with its value.
    """
    position = class_position(head)
    assert position is not None
    intake.ask("fold_classes", "keep_class", position + 1, value)
    args = tuple(Arg("+", arg.type) if arg.kind == "#" else arg for arg in head.args)
    return replace(head, args=args), (position, value)


def class_position(head: Mode) -> int | None:
    """Return which argument of the head is the class, from 0; None if there is none."""
    return next((i for i, arg in enumerate(head.args) if arg.kind == "#"), None)
