"""Programs given to clingo and grounded, with what it says of faults.

Cost: one parse of the text, two where it has ``#show``, and clingo's grounding.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from clingo import Control, ast

from fold_cli.engine.stop import stopper
from fold_cli.stable.grounding_size import rule_with_most_instances

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from clingo import MessageCode, Observer


@lru_cache(maxsize=64)
def without_blank_lines(part: str) -> str:
    """Return a part of a program without the blank lines that keep its line numbers.

    They are needed for messages alone; a part may be read for each of many examples.
    """
    lines = part.lstrip("\n").split("\n")
    return "\n".join(line for line in lines if line.strip())


def grounded(
    parts: Sequence[str],
    faults: list[str],
    options: Sequence[str],
    observer: Observer | None,
) -> Control:
    """Return a control with a program, grounded; add what clingo says to the faults."""

    def on_message(_: MessageCode, message: str) -> None:
        faults.append(message)

    control = Control(["--warn=none", *options], on_message)
    if observer is not None:
        control.register_observer(observer)
    for part in parts:
        _add(control, part, on_message)
    with stopper().step(lambda: rule_with_most_instances(parts)):
        control.ground([("base", [])])
    return control


def _add(
    control: Control, part: str, on_message: Callable[[MessageCode, str], None]
) -> None:
    """Add a part of a program, without ``#show``.

    What is not shown is in no consequence that clingo computes.
    """
    if "#show" not in part:
        control.add("base", [], part)
        return
    hiding = {ast.ASTType.ShowSignature, ast.ASTType.ShowTerm}
    statements: list[ast.AST] = []
    ast.parse_string(part, statements.append, logger=on_message)
    with ast.ProgramBuilder(control) as builder:
        for statement in statements:
            if statement.ast_type not in hiding:
                builder.add(statement)
