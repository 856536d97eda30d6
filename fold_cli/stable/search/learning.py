"""Learning a program from a task: definitions, choices, constraints, and the judge.

Each round learns rules from what is known about the atoms of heads, then constraints
beside them. Where clingo finds a positive example without a model, the nearest
interpretation in which it has one says which atoms are to be otherwise, and the next
round knows them. What is returned has been verified on all examples.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fold_cli.errors import FoldError
from fold_cli.stable.cases import Cases
from fold_cli.stable.search.choosing import Chooser
from fold_cli.stable.search.constraining import Constrainer
from fold_cli.stable.search.defining import Definer, labels
from fold_cli.stable.search.noise import CheapestProgram
from fold_cli.stable.search.recursing import switched
from fold_cli.stable.search.repair import repaired
from fold_cli.stable.search.rules import Names, Rule, size
from fold_cli.stable.search.selecting import selected
from fold_cli.stable.search.situations import ImpossibleError, situations
from fold_cli.stable.search.supporting import Supporter
from fold_cli.stable.tasks.language import expanded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fold_cli.stable.search.situations import View
    from fold_cli.stable.symbols import Atom
    from fold_cli.stable.tasks.language import Atoms
    from fold_cli.stable.tasks.task import Example, Task

MAX_ROUNDS = 12
"""Rounds in which what is known about atoms is mended."""


MIN_SHORTENED_LITERALS = 8
"""Literals of a program from which on a smaller one is looked for as a whole."""


MAX_TRIED = 3
"""Definitions and choices beside which a constraint that asks for support is tried."""


class NothingFoundError(FoldError):
    """No program was found that gets all examples right."""


@dataclass(frozen=True)
class Learned:
    """A program, and what is said beside it."""

    task: Task
    rules: tuple[Rule, ...]
    given_up: tuple[Example, ...] = ()

    @property
    def size(self) -> int:
        """The number of literals."""
        return size(self.rules)


class Session:
    """Learns from one task."""

    def __init__(
        self, task: Task, progress: Callable[[str, int, int], None] = lambda *_: None
    ) -> None:
        self.task, self.progress = task, progress
        self.so_far: list[Rule] = []
        self.tried: list[list[Rule]] = []  # what constraints were looked for beside
        progress("reading the task", 0, 0)
        self.cases = Cases(task)
        self.bodies = expanded(task, "body")
        self.heads = expanded(task, "head")
        self.choices = expanded(task, "choice")
        context = "\n".join(example.context for example in task.examples)
        atoms = [a for e in task.examples for a in (*e.inside, *e.outside)]
        modes = [mode.template.name for mode in task.modes]
        self.names = Names(" ".join([task.background, context, *atoms, *modes]))

    def learn(self) -> Learned:
        """Return a program that is right on all examples; raise if none is found.

        Examples with a penalty may be given up.
        """
        found = self._whole()
        if any(example.penalty for example in self.task.examples):
            bargain = CheapestProgram(self.task, self.cases, self._of_fewer)
            priced = bargain.best(found)
            if priced is not None:
                return Learned(self.task, priced.rules, priced.wrong)
        if found is None:
            raise NothingFoundError(
                "no program was found that is right on all examples: give modes for "
                "more literals, or for auxiliary heads",
                self.task.path,
            )
        return Learned(self.task, tuple(found))

    def _of_fewer(self, task: Task) -> list[Rule] | None:
        """Return a program for a task with fewer examples."""
        return Session(task, self.progress)._whole()

    def _whole(self) -> list[Rule] | None:
        """Return a program that is right on all examples, if one is found."""
        if self._right([]):
            return []
        try:
            found = self._first()
        except ImpossibleError:
            if not any(example.penalty for example in self.task.examples):
                raise
            return None
        if found is None or size(found) >= MIN_SHORTENED_LITERALS:
            for length in (2, 3):
                least = self._switched(length, found)
                if least is not None:
                    return least
        return found if found is not None else self._supported()

    def _supported(self) -> list[Rule] | None:
        """Return a program with a constraint that asks for support, if one is right."""
        for rules in list(self.tried):
            about = (self.bodies, self.heads, self.names)
            for more in Supporter(self.cases, rules, *about).rules():
                for program in self._constrained([*rules, *more]):
                    if self._right(program):
                        return program
        return None

    def _first(self) -> list[Rule] | None:
        """Return the first program that is right."""
        for view in ("joint", "single", "total") if self.heads else ("single", "total"):
            for rules in self._programs(view):
                if self._right(rules):
                    return rules
        return None

    def _switched(self, length: int, known: list[Rule] | None) -> list[Rule] | None:
        """Return a program that is smaller than a known one, chosen as a whole."""
        found = switched(self.cases, self.heads, self.bodies, length)
        if found is None or (known is not None and size(found) >= size(known)):
            return None
        return found if self._right(found) else None

    def _right(self, rules: list[Rule]) -> bool:
        return next(self.cases.wrong(rules), None) is None

    def _programs(self, view: View) -> Iterator[list[Rule]]:
        """Yield programs that ought to be right."""
        if not self.heads and not self.choices:
            yield from self._constrained([])
            return
        every = list({h.template: h for h in (*self.heads, *self.choices)}.values())
        found = situations(self.cases, every, self.bodies, view)
        if not found:
            yield from self._constrained([])
            return
        definer = Definer(found, every, self.bodies, self.task.limits, self.names)
        known = labels(found, every)
        for number in range(MAX_ROUNDS):
            self.progress("learning rules", number, MAX_ROUNDS)
            last: list[Rule] | None = None
            for rules in self._defined(definer, known):
                last = rules
                yield from self._constrained(rules)
            if number == 0 and not self.choices:
                for length in (2, 3):
                    found_rules = selected(self.cases, definer, length)
                    if found_rules is not None:
                        yield from self._constrained(found_rules)
            more = repaired(self.cases, definer, known, last or [])
            if not more:
                return
            known = {**known, **more}

    def _defined(
        self, definer: Definer, known: dict[tuple[int, Atom], bool]
    ) -> Iterator[list[Rule]]:
        """Yield definitions and choices from which what is known follows."""
        rules: list[Rule] = []
        free: list[Atoms] = list(self.choices)
        for head in {h.template: h for h in self.heads}.values():
            found = definer.rules(head, known)
            if found is None:
                if head.signature not in {choice.signature for choice in free}:
                    return
                continue
            rules += found
            if found:
                free = [c for c in free if c.signature != head.signature]
        if not free:
            yield rules
            return
        for choices in Chooser(definer).rules(free, known):
            yield [*rules, *choices]

    def _constrained(self, rules: list[Rule]) -> Iterator[list[Rule]]:
        """Yield rules with the constraints that they need."""
        if rules not in self.tried and len(self.tried) < MAX_TRIED:
            self.tried.append(rules)
        wrong = [case for _, case, _ in self.cases.wrong(rules)]
        if not any(not case.positive for case in wrong):
            self.so_far = rules
            yield rules  # constraints help no positive example
            return
        self.so_far = rules
        constraints = Constrainer(self.cases, rules, self.bodies, self.names).rules()
        if constraints is not None:
            self.so_far = [*rules, *constraints]
            yield [*rules, *constraints]


def learn(
    task: Task, progress: Callable[[str, int, int], None] = lambda *_: None
) -> Learned:
    """Return a program that is right on all examples of a task."""
    return Session(task, progress).learn()
