"""The search for a program that is right on a task: definitions, choices, constraints.

Each round learns rules from the labels of the atoms of heads, then constraints beside
them. Where the solver finds a positive example without a model, the labels change to
those of the nearest interpretation in which it has one, and the next round learns from
them. What is returned has been verified on all examples.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from fold_cli.errors import FoldError
from fold_cli.stable.cases import Cases
from fold_cli.stable.search.choice_rules import ChoiceLearner
from fold_cli.stable.search.constraints import ConstraintLearner
from fold_cli.stable.search.definitions import DefinitionLearner, labels
from fold_cli.stable.search.noise import CheapestProgram
from fold_cli.stable.search.repair import repaired
from fold_cli.stable.search.rule_selection import selections
from fold_cli.stable.search.rules import FreshNames, Rule, size
from fold_cli.stable.search.situations import ImpossibleError, free_atoms, situations
from fold_cli.stable.search.support_constraints import SupportLearner
from fold_cli.stable.search.switched_rules import switched
from fold_cli.stable.tasks.language import expanded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fold_cli.engine.progress import Progress
    from fold_cli.stable.optimization import FreeProgram
    from fold_cli.stable.search.definitions import Labels
    from fold_cli.stable.search.situations import Situation, View
    from fold_cli.stable.symbols import Atom
    from fold_cli.stable.tasks.language import ExpandedMode
    from fold_cli.stable.tasks.task import Example, Task

MAX_ROUNDS = 12
"""Rounds of learning and repairing labels, for each view of the examples."""


MIN_SHORTENED_LITERALS = 8
"""Literals of a program from which on a smaller one is looked for as a whole."""


MAX_SUPPORTED = 3
"""Sets of definitions and choices beside which support constraints are tried."""


class NoProgramError(FoldError):
    """No program was found that gets all examples right."""


class LearnedRules(NamedTuple):
    """The rules of a program, and the examples that it gives up."""

    rules: tuple[Rule, ...]
    given_up: tuple[Example, ...] = ()


class ProgramLearner:
    """Learns a program from one task; ``partial_rules`` has the best yet."""

    def __init__(self, task: Task, progress: Progress = lambda *_: None) -> None:
        self.task, self.progress = task, progress
        self.partial_rules: list[Rule] = []
        self.unconstrained: list[list[Rule]] = []  # the first definitions and choices
        self.last_view: list[Situation] | None = None
        self.free_programs: dict[tuple[str, ...], FreeProgram] = {}
        progress("reading the task", 0, 0)
        self.cases = Cases(task)
        self.bodies = expanded(task, "body")
        self.heads = expanded(task, "head")
        self.choices = expanded(task, "choice")
        context = "\n".join(example.context for example in task.examples)
        atoms = [a for e in task.examples for a in (*e.inside, *e.outside)]
        modes = [mode.template.name for mode in task.modes]
        self.names = FreshNames(" ".join([task.background, context, *atoms, *modes]))

    def learn(self) -> LearnedRules:
        """Return a program that is right on all examples; raise if none is found.

        Examples with a penalty may be given up.
        """
        rules = self._whole()
        if any(example.penalty for example in self.task.examples):
            search = CheapestProgram(self.task, self.cases, self._of_fewer)
            cheapest = search.best(rules)
            if cheapest is not None:
                return LearnedRules(cheapest.rules, cheapest.wrong)
        if rules is None:
            raise NoProgramError(
                "no program was found that is right on all examples: give modes for "
                "more literals, or for auxiliary heads",
                self.task.path,
            )
        return LearnedRules(tuple(rules))

    def _of_fewer(self, task: Task) -> list[Rule] | None:
        """Return a program for a task with fewer examples."""
        learner = ProgramLearner(task, self.progress)
        learner.free_programs = self.free_programs
        return learner._whole()

    def _whole(self) -> list[Rule] | None:
        """Return a program that is right on all examples, if one is found."""
        if self._right([]):
            return []
        try:
            rules = self._first()
        except ImpossibleError:
            if not any(example.penalty for example in self.task.examples):
                raise
            return None
        if rules is None or size(rules) >= MIN_SHORTENED_LITERALS:
            for length in (2, 3):
                smaller = self._switched(length, rules)
                if smaller is not None:
                    return smaller
        return rules if rules is not None else self._supported()

    def _supported(self) -> list[Rule] | None:
        """Return a program with a support constraint, if one is right."""
        for rules in list(self.unconstrained):
            learner = SupportLearner(
                self.cases, rules, self.bodies, self.heads, self.names
            )
            for support in learner.rules():
                for program in self._constrained([*rules, *support]):
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
        rules = switched(self.cases, self.heads, self.bodies, length)
        if rules is None or (known is not None and size(rules) >= size(known)):
            return None
        return rules if self._right(rules) else None

    def _right(self, rules: list[Rule]) -> bool:
        return next(self.cases.wrong(rules), None) is None

    @cached_property
    def _every(self) -> list[ExpandedMode]:
        """The heads of rules and choices, each template once."""
        return list({h.template: h for h in (*self.heads, *self.choices)}.values())

    @cached_property
    def _free_atoms(self) -> list[list[Atom]]:
        """The atoms of heads that examples depend on, of each context."""
        return [
            free_atoms(self.cases, group, self._every, self.bodies)
            for group in self.cases.groups
        ]

    def _programs(self, view: View) -> Iterator[list[Rule]]:
        """Yield candidate programs, which are not verified yet."""
        if not self.heads and not self.choices:
            yield from self._constrained([])
            return
        in_view = situations(self.cases, self._free_atoms, view)
        if in_view == self.last_view:
            return  # the same programs
        self.last_view = in_view
        if not in_view:
            yield from self._constrained([])
            return
        definer = DefinitionLearner(
            in_view, self._every, self.bodies, self.task.limits, self.names
        )
        known = labels(in_view, self._every)
        for number in range(MAX_ROUNDS):
            self.progress("learning rules", number, MAX_ROUNDS)
            last: list[Rule] | None = None
            for rules in self._defined(definer, known):
                last = rules
                yield from self._constrained(rules)
            if number == 0 and not self.choices:
                for smallest in selections(self.cases, definer, self.free_programs):
                    yield from self._constrained(smallest)
            changed = repaired(self.cases, definer, known, last or [])
            if not changed:
                return
            known = {**known, **changed}

    def _defined(
        self, definer: DefinitionLearner, known: Labels
    ) -> Iterator[list[Rule]]:
        """Yield definitions and choices from which what is known follows."""
        rules: list[Rule] = []
        free: list[ExpandedMode] = list(self.choices)
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
        for choices in ChoiceLearner(definer).rules(free, known):
            yield [*rules, *choices]

    def _constrained(self, rules: list[Rule]) -> Iterator[list[Rule]]:
        """Yield rules with the constraints that they need."""
        if rules not in self.unconstrained and len(self.unconstrained) < MAX_SUPPORTED:
            self.unconstrained.append(rules)
        wrong = [case for _, case, _ in self.cases.wrong(rules)]
        self.partial_rules = rules
        if all(case.positive for case in wrong):
            yield rules  # constraints help no positive example
            return
        learner = ConstraintLearner(self.cases, rules, self.bodies, self.names)
        constraints = learner.rules()
        if constraints is not None:
            self.partial_rules = [*rules, *constraints]
            yield [*rules, *constraints]
