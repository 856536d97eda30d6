"""A learned program as people use it: its text, and what it says of a task."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fold_cli.stable.search.learning import Session

if TYPE_CHECKING:
    from collections.abc import Callable

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
    progress: Callable[[str, int, int], None] = lambda *_: None,
    watch: Callable[[Callable[[], Program]], None] = lambda _: None,
) -> Program:
    """Learn a program from a task.

    ``watch`` is given a function that returns the program so far, from any thread. A
    keyboard interrupt gives that program, partial, if it has rules.
    """
    session = Session(task, progress)
    positives = sum(example.positive for example in task.examples)
    counts = positives, len(task.examples) - positives

    def so_far() -> Program:
        rules = tuple(session.so_far)
        return Program(rules, *counts, warnings=task.notes, partial=True)

    watch(so_far)
    try:
        learned = session.learn()
    except KeyboardInterrupt:
        if not session.so_far:
            raise
        return so_far()
    given_up = tuple(map(str, learned.given_up))
    return Program(learned.rules, *counts, given_up, task.notes)
