"""The cheapest program where examples with a penalty may be given up.

The cost of a program is the number of its literals and the penalties of the examples
that it gets wrong. Examples are given up one at a time, the cheapest first, for as long
as the cost falls or there is no program at all; then rules that cost more than the
examples that need them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fold_cli.stable.search.rules import size

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fold_cli.stable.cases import Cases
    from fold_cli.stable.search.rules import Rule
    from fold_cli.stable.tasks.task import Example, Task

MAX_PROGRAMS = 40
"""Programs that are learned, each with some examples given up."""

MAX_EXAMPLES = 40_000
"""Examples of all these programs together; two programs are learned in any case."""


@dataclass(frozen=True)
class PricedProgram:
    """A program, the examples that it gets wrong, and what it costs."""

    rules: tuple[Rule, ...]
    wrong: tuple[Example, ...]

    @property
    def cost(self) -> int:
        """Its literals and the penalties of what is wrong."""
        return size(self.rules) + sum(example.penalty or 0 for example in self.wrong)


class CheapestProgram:
    """Searches for the program of the least cost, giving up examples one by one."""

    def __init__(
        self,
        task: Task,
        cases: Cases,
        learned: Callable[[Task], Sequence[Rule] | None],
    ) -> None:
        self._task, self._cases, self._learned = task, cases, learned
        self._left = min(
            MAX_PROGRAMS, max(2, MAX_EXAMPLES // max(1, len(task.examples)))
        )

    def best(self, first: Sequence[Rule] | None) -> PricedProgram | None:
        """Return the cheapest program found; ``first`` is right on all examples."""
        options = [self._priced(()), None if first is None else self._priced(first)]
        best = min(filter(None, options), key=lambda option: option.cost, default=None)
        given_up: tuple[Example, ...] = ()
        while self._left:
            better = self._without_one_more(given_up, best)
            if better is None:
                break
            given_up, best = better
        return best and self._without_rules(best)

    def _priced(self, rules: Sequence[Rule]) -> PricedProgram | None:
        """Return what a program costs; None if it is wrong where it may not be."""
        wrong = tuple(case.example for _, case, _ in self._cases.wrong(rules))
        if any(example.penalty is None for example in wrong):
            return None
        return PricedProgram(tuple(rules), wrong)

    def _without_one_more(
        self, given_up: tuple[Example, ...], best: PricedProgram | None
    ) -> tuple[tuple[Example, ...], PricedProgram | None] | None:
        """Return a cheaper program that may be wrong about one example more.

        Where there is none at all yet, the cheapest example is given up in any case.
        """
        out = set(given_up)
        offered = [
            example
            for example in self._task.examples
            if example.penalty is not None and example not in out
        ]
        offered.sort(key=lambda example: example.penalty or 0)
        tried = set()  # giving up one of several that say the same tells of all
        for example in offered:
            says = example.positive, example.inside, example.outside, example.context
            if says in tried:
                continue
            tried.add(says)
            if best is not None and (example.penalty or 0) >= best.cost:
                continue
            if not self._left:
                return None
            self._left -= 1
            given_up_now, gone = (*given_up, example), out | {example}
            others = tuple(e for e in self._task.examples if e not in gone)
            rules = self._learned(replace(self._task, examples=others))
            found = None if rules is None else self._priced(rules)
            if found is not None and (best is None or found.cost < best.cost):
                return given_up_now, found
        if best is None and offered:
            return (*given_up, offered[0]), None
        return None

    def _without_rules(self, best: PricedProgram) -> PricedProgram:
        """Return a program without rules that cost more than they save."""
        for rule in best.rules:
            fewer = self._priced([other for other in best.rules if other is not rule])
            if fewer is not None and fewer.cost < best.cost:
                return self._without_rules(fewer)
        return best
