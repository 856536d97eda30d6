"""Constraints: "is no intended model" is a target over worlds, learned like any other.

What is certain in the models that extend a negative example is a world to exclude; what
is certain in those that extend a positive one is a world to keep. A constraint that
holds where it is certain excludes all models at once. Each round learns constraints and
verifies them by the solver: a model of a negative example that remains becomes a world
to exclude, and a constraint that leaves a positive example without a model is banned.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from fold_cli import bits
from fold_cli.search.learner import Learner
from fold_cli.search.options import Options
from fold_cli.stable.search.definitions import MAX_LITERALS_PER_STEP
from fold_cli.stable.search.rules import RuleWriter, size
from fold_cli.stable.search.world_coverage import WorldCoverage
from fold_cli.stable.search.worlds import Worlds
from fold_cli.stable.solver import Consequences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_cli.stable.cases import Case, Cases, ContextGroup
    from fold_cli.stable.search.rules import FreshNames, Rule
    from fold_cli.stable.symbols import Atom
    from fold_cli.stable.tasks.language import ExpandedMode
    from fold_cli.theory.rules import Rule as Default
    from fold_cli.theory.terms import Body

MAX_ROUNDS = 40
"""Rounds of learning and verifying at one length of bodies."""

SAMPLED_MODELS = 5
"""Models of a negative example that replace it where what is certain does not do."""


class ConstraintLearner:
    """Learns constraints beside given rules."""

    def __init__(
        self,
        cases: Cases,
        rules: Sequence[Rule],
        bodies: Sequence[ExpandedMode],
        names: FreshNames,
    ) -> None:
        self.cases, self.given, self.bodies, self.names = cases, rules, bodies, names
        self.text = "\n".join(map(str, rules))
        self.keep: list[Consequences] = []
        self.exclude: list[Consequences] = []
        self.sampled: list[list[Consequences]] = []  # models of each to exclude
        self.banned: set[Body] = set()
        for group in cases.groups:
            solver = cases.solver(group, [self.text])
            for case in group.cases:
                world = solver.consequences(case.inside, case.outside)
                if world is None:
                    continue
                if case.positive:
                    self.keep.append(world)
                    continue
                self.exclude.append(world)
                models = solver.models(case.inside, case.outside, SAMPLED_MODELS)
                self.sampled.append([Consequences(m, m) for m in models])

    def rules(self) -> list[Rule] | None:
        """Return constraints that exclude every negative example; None if none do."""
        if not self.exclude:
            return []
        best: list[Rule] | None = None
        longest = self.cases.task.limits.body or MAX_LITERALS_PER_STEP
        for exceptions in (False, True):
            for length in range(1, longest + 1):
                if best is not None and length >= size(best):
                    break
                found = self._at_length(length, exceptions=exceptions)
                if found is not None and (best is None or size(found) < size(best)):
                    best = found
            if best is not None:
                return best
        return None

    def _at_length(self, length: int, *, exceptions: bool) -> list[Rule] | None:
        """Return verified constraints with bodies of ``length`` literals a step."""
        self.options = Options(
            must_bind=(False,), max_exception_depth=None if exceptions else 0
        )
        worlds = [[world] for world in self.exclude]
        for _ in range(MAX_ROUNDS):
            flat = list(itertools.chain.from_iterable(worlds))
            rules, lost = self._learned(flat, length)
            if lost is not None:
                place = self._replaceable(worlds, lost)
                if place is None:
                    return None
                worlds[place] = self.sampled[place]
                continue
            found = RuleWriter(self.bodies, 0, self.names).rules(None, rules)
            wrong = self._wrong(found)
            if wrong is None:
                return found
            case, model = wrong
            if model is not None:
                worlds.append([Consequences(model, model)])
                self.sampled.append([])
            elif not self._ban(rules, case):
                return None
        return None

    def _learned(
        self, worlds: Sequence[Consequences], length: int
    ) -> tuple[list[Default], int | None]:
        """Return rules, and the first world that they cannot exclude."""
        every = [*worlds, *self.keep]
        coverage = WorldCoverage(
            Worlds(every, self.bodies, set()),
            self.bodies,
            [(number, ()) for number in range(len(every))],
            [number < len(worlds) for number in range(len(every))],
            length=length,
            max_variables=self.cases.task.limits.variables,
            banned=self.banned.__contains__,
        )
        rules = Learner(coverage, self.options).learn()
        for rule in rules:
            if rule.lists_examples or not rule.body:
                return rules, int(bits.indices(rule.covers, len(worlds))[0])
        return rules, None

    def _replaceable(self, worlds: list[list[Consequences]], lost: int) -> int | None:
        """Return the example of a world, if its sampled models may replace it."""
        number = 0
        for place, group in enumerate(worlds):
            number += len(group)
            if lost < number:
                fresh = self.sampled[place] and group is not self.sampled[place]
                return place if fresh else None
        return None

    def _wrong(
        self, rules: Sequence[Rule]
    ) -> tuple[tuple[ContextGroup, Case], frozenset[Atom] | None] | None:
        """Return the first example that is wrong, a positive one before negatives."""
        found = list(self.cases.wrong([*self.given, *rules]))
        found.sort(key=lambda wrong: not wrong[1].positive)
        if not found:
            return None
        group, case, model = found[0]
        return (group, case), model

    def _ban(self, rules: list[Default], wrong: tuple[ContextGroup, Case]) -> bool:
        """Ban one of the rules that leave a positive example without models.

        That which excludes the fewest worlds; return False if there is none.
        """
        group, case = wrong
        needed = list(rules)
        for rule in rules:
            fewer = [other for other in needed if other is not rule]
            text = RuleWriter(self.bodies, 0, self.names).rules(None, fewer)
            solver = self.cases.solver(group, [self.text, "\n".join(map(str, text))])
            if not solver.extends(case.inside, case.outside):
                needed = fewer
        if not needed:
            return False
        least = min(needed, key=lambda rule: bits.count(rule.covers))
        self.banned.add(least.body)
        return True
