"""The examples of a task with their atoms read, grouped by context.

Examples that share a context share one ground program, on which each is one call of
the solver under assumptions.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fold_cli.stable import symbols
from fold_cli.stable.solver import Solver
from fold_cli.stable.tasks.program_vetting import statements

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fold_cli.stable.search.rules import Rule
    from fold_cli.stable.symbols import Atom
    from fold_cli.stable.tasks.task import Example, Task


@dataclass(frozen=True, slots=True)
class Case:
    """An example with its atoms read."""

    example: Example
    inside: tuple[Atom, ...]
    outside: tuple[Atom, ...]

    @property
    def positive(self) -> bool:
        """Whether some model is to extend it."""
        return self.example.positive

    def as_body(self) -> str:
        """Return the conjunction that holds in the models that extend it."""
        outside = (f"not {symbols.text(atom)}" for atom in self.outside)
        return ", ".join([*map(symbols.text, self.inside), *outside]) or "#true"


@dataclass
class ContextGroup:
    """Examples with the same context."""

    context: str
    cases: list[Case] = field(default_factory=list)

    @property
    def positives(self) -> list[Case]:
        """The examples that some model is to extend."""
        return [case for case in self.cases if case.positive]

    @property
    def negatives(self) -> list[Case]:
        """The examples that no model is to extend."""
        return [case for case in self.cases if not case.positive]


class Cases:
    """All examples, and what a program makes of them."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.signatures = {
            (mode.template.name, len(mode.template.args))
            for mode in task.modes
            if not mode.template.compares
        }
        statements(task.background, task.path)
        self._without_rules: dict[tuple[str, ...], Solver] = {}
        self._last: tuple[tuple[str, ...], Solver] | None = None
        contexts: dict[str, ContextGroup] = {}  # by their text
        groups: dict[str, ContextGroup] = {}  # by their rules
        for example in task.examples:
            context = example.context
            if context not in contexts:
                key = "\n".join(sorted(map(str, statements(context, task.path))))
                contexts[context] = groups.setdefault(key, ContextGroup(context))
            inside, outside = (
                tuple(symbols.read(atom, task.path, example.line) for atom in atoms)
                for atoms in (example.inside, example.outside)
            )
            contexts[context].cases.append(Case(example, inside, outside))
            self.signatures |= {symbols.signature(a) for a in (*inside, *outside)}
        self.groups = list(groups.values())

    def solver(self, group: ContextGroup, rules: Iterable[str] = ()) -> Solver:
        """Return the solver of the background, a context and rules.

        Those without rules are kept, and the last one with rules.
        """
        parts = (self.task.background, group.context, *rules)
        if parts in self._without_rules:
            return self._without_rules[parts]
        if self._last is None or self._last[0] != parts:
            signatures = frozenset(self.signatures)
            self._last = parts, Solver(parts, self.task.path, signatures)
            if len(parts) == 2:
                self._without_rules[parts] = self._last[1]
        return self._last[1]

    def wrong(
        self, rules: Sequence[Rule], groups: Iterable[ContextGroup] | None = None
    ) -> Iterator[tuple[ContextGroup, Case, frozenset[Atom] | None]]:
        """Yield the examples that a program gets wrong.

        For a negative one, with a model that extends it.
        """
        text = "\n".join(map(str, rules))
        for group in self.groups if groups is None else groups:
            solver = self.solver(group, [text])
            for case in group.cases:
                if solver.extends(case.inside, case.outside) == case.positive:
                    continue
                model = None
                if not case.positive:
                    model = solver.model(case.inside, case.outside)
                yield group, case, model
