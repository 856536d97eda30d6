"""Constraints: "is no intended model" is a target over worlds, learned like any other.

What is certain in the models that extend a negative example is a world to exclude; what
is certain in those that extend a positive one is a world to keep. A constraint that
holds where it is certain excludes all models at once. clingo says what then is still
wrong: a model that remains becomes a world of its own, and a constraint that leaves a
positive example without a model is banned.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli.search.learner import Learner
from fold_cli.search.options import Options
from fold_cli.stable.judge import Consequences
from fold_cli.stable.search.coverage import WorldCoverage
from fold_cli.stable.search.defining import MAX_LITERALS_PER_STEP, _enumerates
from fold_cli.stable.search.rules import Writer, size
from fold_cli.stable.search.worlds import Worlds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_cli.stable.cases import Case, Cases, Group
    from fold_cli.stable.search.rules import Names, Rule
    from fold_cli.stable.symbols import Atom
    from fold_cli.stable.tasks.language import Atoms
    from fold_cli.theory.rules import Rule as Default
    from fold_cli.theory.terms import Body

MAX_ROUNDS = 40
"""Rounds of learning and judging at one length of bodies."""

SAMPLED_MODELS = 5
"""Models by which an example is replaced where nothing certain in it tells enough."""


class Constrainer:
    """Learns constraints beside given rules."""

    def __init__(
        self,
        cases: Cases,
        rules: Sequence[Rule],
        bodies: Sequence[Atoms],
        names: Names,
    ) -> None:
        self.cases, self.given, self.bodies, self.names = cases, rules, bodies, names
        self.text = "\n".join(map(str, rules))
        self.keep: list[Consequences] = []
        self.exclude: list[Consequences] = []
        self.sampled: list[list[Consequences]] = []  # for each to exclude
        self.banned: set[Body] = set()
        for group in cases.groups:
            grounded = cases.grounded(group, [self.text])
            for case in group.cases:
                world = grounded.consequences(case.inside, case.outside)
                if world is None:
                    continue
                if case.positive:
                    self.keep.append(world)
                    continue
                self.exclude.append(world)
                some = grounded.models(case.inside, case.outside, SAMPLED_MODELS)
                self.sampled.append([Consequences(m, m) for m in some])

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
        """Return verified constraints whose bodies grow by so many literals at once."""
        self.options = Options(
            must_bind=(False,), max_exception_depth=None if exceptions else 0
        )
        worlds = [[world] for world in self.exclude]
        for _ in range(MAX_ROUNDS):
            rules, lost = self._learned([w for some in worlds for w in some], length)
            if lost is not None:
                place = self._replaceable(worlds, lost)
                if place is None:
                    return None
                worlds[place] = self.sampled[place]
                continue
            found = Writer(self.bodies, 0, self.names).rules(None, rules)
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
            if _enumerates(rule) or not rule.body:
                covered = rule.covers
                lost = next(
                    n for n in range(len(worlds)) if int(covered[n // 64]) >> n % 64 & 1
                )
                return rules, lost
        return rules, None

    def _replaceable(self, worlds: list[list[Consequences]], lost: int) -> int | None:
        """Return the example of a world that models may stand for; None if none do."""
        number = 0
        for place, some in enumerate(worlds):
            number += len(some)
            if lost < number:
                fresh = self.sampled[place] and some is not self.sampled[place]
                return place if fresh else None
        return None

    def _wrong(
        self, rules: Sequence[Rule]
    ) -> tuple[tuple[Group, Case], frozenset[Atom] | None] | None:
        """Return the first example that is wrong, a positive one before negatives."""
        found = list(self.cases.wrong([*self.given, *rules]))
        found.sort(key=lambda each: not each[1].positive)
        if not found:
            return None
        group, case, model = found[0]
        return (group, case), model

    def _ban(self, rules: list[Default], wrong: tuple[Group, Case]) -> bool:
        """Ban the rule, of those that leave an example without models, that does least.

        That is, which excludes the fewest worlds.
        """
        group, case = wrong
        needed = list(rules)
        for rule in rules:
            fewer = [other for other in needed if other is not rule]
            text = Writer(self.bodies, 0, self.names).rules(None, fewer)
            grounded = self.cases.grounded(
                group, [self.text, "\n".join(map(str, text))]
            )
            if not grounded.extends(case.inside, case.outside):
                needed = fewer
        if not needed:
            return False
        least = min(
            needed, key=lambda rule: int(sum(map(int.bit_count, map(int, rule.covers))))
        )
        self.banned.add(least.body)
        return True
