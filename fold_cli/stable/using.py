"""What a program says of a task: which examples are right, and its stable models."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fold_cli.files.sources import check_file
from fold_cli.stable import symbols
from fold_cli.stable.cases import Cases
from fold_cli.stable.judge import Grounded
from fold_cli.stable.tasks.vetting import statements

if TYPE_CHECKING:
    from fold_cli.stable.cases import Group
    from fold_cli.stable.tasks.task import Task


@dataclass(frozen=True)
class Judged:
    """The examples of a task, and which of them a program gets wrong."""

    examples: tuple[str, ...]
    wrong: tuple[str, ...]

    def __str__(self) -> str:
        right = len(self.examples) - len(self.wrong)
        lines = [f"right: {right} of {len(self.examples)} examples"]
        return "\n".join([*lines, *(f"wrong: {name}" for name in self.wrong)]) + "\n"

    def to_json(self) -> str:
        """Return the same as data."""
        right = len(self.examples) - len(self.wrong)
        data = {"examples": len(self.examples), "right": right, "wrong": self.wrong}
        return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


@dataclass(frozen=True)
class World:
    """A stable model beside one context: the atoms that are not so in any case."""

    number: int
    examples: tuple[str, ...]  # those with this context
    atoms: tuple[str, ...]


class Applied:
    """A program beside a task."""

    def __init__(self, program: str, task: Task) -> None:
        self.program = check_file(program, empty=True)
        self.path = program
        statements(self.program, program)
        self.task = task
        self.cases = Cases(self.task)

    def grounded(self, group: Group) -> Grounded:
        """Return the program beside a context, grounded, with all its atoms."""
        parts = [self.task.background, group.context, self.program]
        return Grounded(parts, self.task.path)

    def judged(self) -> Judged:
        """Return which examples are right."""
        wrong = []
        for group in self.cases.groups:
            grounded = self.grounded(group)
            for case in group.cases:
                if grounded.extends(case.inside, case.outside) != case.positive:
                    wrong.append(str(case.example))
        return Judged(tuple(map(str, self.task.examples)), tuple(wrong))

    def worlds(self, count: int) -> list[World]:
        """Return up to so many models beside each context; all if it is 0."""
        found = []
        for group in self.cases.groups:
            grounded = self.grounded(group)
            names = tuple(str(case.example) for case in group.cases)
            models = list(grounded.models(count=count))
            for number, model in enumerate(models, 1):
                atoms = symbols.in_order(model - grounded.facts)
                found.append(World(number, names, tuple(map(symbols.text, atoms))))
        return found


def render_worlds(worlds: list[World], style: str) -> str:
    """Return models as lines of atoms, or as data."""
    if style == "json":
        data = [
            {"model": w.number, "examples": w.examples, "atoms": w.atoms}
            for w in worlds
        ]
        return json.dumps(data, indent=2, ensure_ascii=False) + "\n"
    contexts = {world.examples for world in worlds}
    lines = []
    for world in worlds:
        beside = f" ({', '.join(world.examples)})" if len(contexts) > 1 else ""
        lines.append(f"model {world.number}{beside}: {' '.join(world.atoms)}".rstrip())
    return "".join(f"{line}\n" for line in lines) or "no stable model\n"
