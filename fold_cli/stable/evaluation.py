"""A program applied to a task: the examples that it gets right, and its stable models.

One grounding for each context, then one call of the solver for each example or model.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fold_cli.files.sources import check_file
from fold_cli.stable import symbols
from fold_cli.stable.cases import Cases
from fold_cli.stable.solver import Solver
from fold_cli.stable.tasks.program_vetting import statements

if TYPE_CHECKING:
    from fold_cli.stable.cases import ContextGroup
    from fold_cli.stable.tasks.task import Task


@dataclass(frozen=True)
class Evaluation:
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
class NumberedModel:
    """A stable model beside one context, without the facts that all models have."""

    number: int
    examples: tuple[str, ...]  # those with this context
    atoms: tuple[str, ...]


class AppliedProgram:
    """A program together with the background and the examples of a task."""

    def __init__(self, program: str, task: Task) -> None:
        self.program = check_file(program, empty=True)
        self.path = program
        statements(self.program, program)
        self.task = task
        self.cases = Cases(self.task)

    def solver(self, group: ContextGroup) -> Solver:
        """Return the solver of the program beside a context, which sees all atoms."""
        parts = [self.task.background, group.context, self.program]
        return Solver(parts, self.task.path)

    def evaluation(self) -> Evaluation:
        """Return which examples are right."""
        wrong = []
        for group in self.cases.groups:
            solver = self.solver(group)
            for case in group.cases:
                if solver.extends(case.inside, case.outside) != case.positive:
                    wrong.append(str(case.example))
        return Evaluation(tuple(map(str, self.task.examples)), tuple(wrong))

    def models(self, count: int) -> list[NumberedModel]:
        """Return at most ``count`` models beside each context; all if it is 0."""
        numbered = []
        for group in self.cases.groups:
            solver = self.solver(group)
            names = tuple(str(case.example) for case in group.cases)
            models = list(solver.models(count=count))
            for number, model in enumerate(models, 1):
                atoms = symbols.in_order(model - solver.facts)
                texts = tuple(map(symbols.text, atoms))
                numbered.append(NumberedModel(number, names, texts))
        return numbered

    def render_models(self, count: int, style: str) -> str:
        """Return models as ``"text"``, lines of atoms, or ``"json"``."""
        return _rendered(self.models(count), style)

    def render_explanation(self, goal: str, model: int | None, style: str) -> str:
        """Return why an atom is in a model, or in none, as ``"text"`` or ``"json"``."""
        from fold_cli.stable.explanation import explained, render_reasons

        return render_reasons(explained(self, goal, model), style)


def _rendered(models: list[NumberedModel], style: str) -> str:
    if style == "json":
        data = [
            {"model": m.number, "examples": m.examples, "atoms": m.atoms}
            for m in models
        ]
        return json.dumps(data, indent=2, ensure_ascii=False) + "\n"
    contexts = {model.examples for model in models}
    lines = []
    for model in models:
        beside = f" ({', '.join(model.examples)})" if len(contexts) > 1 else ""
        lines.append(f"model {model.number}{beside}: {' '.join(model.atoms)}".rstrip())
    return "".join(f"{line}\n" for line in lines) or "no stable model\n"
