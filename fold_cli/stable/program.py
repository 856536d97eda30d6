"""A learned answer set program, its text, and how it is learned from a task."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fold_cli.stable.search.program_learner import ProgramLearner

if TYPE_CHECKING:
    from collections.abc import Callable

    from fold_cli.engine.progress import Progress
    from fold_cli.stable.search.rules import Rule
    from fold_cli.stable.tasks.task import Task


@dataclass(frozen=True)
class Program:
    """An answer set program that was learned from a task."""

    rules: tuple[Rule, ...]
    positives: int  # examples
    negatives: int
    given_up: tuple[str, ...] = ()  # examples that were not worth their rules
    warnings: tuple[str, ...] = ()
    partial: bool = False

    @property
    def size(self) -> tuple[int, int]:
        """How many rules there are, and how many literals in them."""
        return len(self.rules), sum(rule.size for rule in self.rules)

    def render(self) -> str:
        """Return the program as text that clingo reads."""
        lines = [
            "% fold: answer set program",
            f"% examples: {self.positives} positive, {self.negatives} negative",
        ]
        if self.partial:
            lines.append("% partial: learning was stopped; not all examples are right")
        elif self.given_up:
            lines.append(f"% given up: {', '.join(self.given_up)}")
        else:
            lines.append("% right on all examples, as clingo has verified")
        return "\n".join([*lines, "", *map(str, self.rules)]) + "\n"


def learn_program(
    task: Task,
    progress: Progress = lambda *_: None,
    watch: Callable[[Callable[[], Program]], None] = lambda _: None,
) -> Program:
    """Learn a program from a task.

    ``watch`` is given a function that returns the partial program, from any thread. A
    keyboard interrupt returns it, too, if it has rules.
    """
    learner = ProgramLearner(task, progress)
    positives = sum(example.positive for example in task.examples)
    counts = positives, len(task.examples) - positives

    def partial_program() -> Program:
        rules = tuple(learner.partial_rules)
        return Program(rules, *counts, warnings=task.notes, partial=True)

    watch(partial_program)
    try:
        learned = learner.learn()
    except KeyboardInterrupt:
        if not learner.partial_rules:
            raise
        return partial_program()
    given_up = tuple(map(str, learned.given_up))
    return Program(learned.rules, *counts, given_up, task.notes)
