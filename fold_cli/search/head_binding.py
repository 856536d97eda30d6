"""Rules in which every variable of the head occurs, as Popper's problems demand.

What binds a variable is a literal that is not negated; an exception does not. A rule
that leaves a variable of the head free gets one more literal at a time, that with such
a variable which keeps the most positives, and of these the fewest negatives. It then
covers fewer examples and no new ones, so it stays as sound as it was. Each literal
costs one count of all refinements of the rule. Literals that are superfluous beside
those are left out, each at the cost of one join.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from fold_cli import bits
from fold_cli.coverage.examples import Examples
from fold_cli.search import tidy
from fold_cli.theory.terms import Member

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fold_cli.bits import Bits
    from fold_cli.search.nodes.tree import SearchTree
    from fold_cli.theory.rules import Rule
    from fold_cli.theory.terms import Body, Literal, Threshold

    _Step: TypeAlias = tuple[tuple[int, int], tuple[Literal | Threshold, ...], Bits]


@dataclass(frozen=True, slots=True)
class HeadBinder:
    """Adds to rules what binds variables of the head."""

    tree: SearchTree
    must_bind: tuple[bool, ...]  # for each argument of the head; none: nothing must

    def bound(self, rule: Rule, pos: Bits) -> Rule | None:
        """Return the rule with all the variables bound; None if no positive is left."""
        variables = frozenset(at for at, must in enumerate(self.must_bind) if must)
        missing = variables - tidy.bound_by(rule.body)
        if not missing or any(isinstance(literal, Member) for literal in rule.body):
            return rule
        body = tidy.renumbered(rule.body, len(self.must_bind))
        covers, default = rule.covers, rule.default
        while missing:
            best = max(
                self._steps(body, default, covers & pos, covers & ~pos, missing),
                key=lambda step: step[0],
                default=None,
            )
            if best is None or best[0][0] == 0:
                return None
            _, literals, covered = best
            body = (*body, *literals)
            covers, default = covers & covered, default & covered
            missing = missing - tidy.bound_by(literals)
        coverage = self.tree.coverage
        return tidy.simplified(coverage, body, rule.exceptions, variables)

    def _steps(
        self, body: Body, default: Bits, pos: Bits, neg: Bits, missing: frozenset[int]
    ) -> Iterator[_Step]:
        """Yield the steps with a missing variable, each after its rank.

        The rank is the positives that the step keeps, and the negatives, negative.
        """
        size = self.tree.coverage.size
        candidates = self.tree.candidates(body, default, 0)
        examples = Examples(pos, size), Examples(neg, size)
        for block in candidates.blocks:
            p1, n1 = (block.counts(within).tolist() for within in examples)
            for at, (p, n) in enumerate(zip(p1, n1, strict=True)):
                literals = block.steps[at]
                if p and missing & tidy.bound_by(literals):
                    yield (p, -n), literals, block.row(at)
        for column in candidates.columns:
            last = len(column.values) - 1  # the threshold that all numbers satisfy
            if last >= 0 and missing & tidy.bound_by((*column.before, column.atom)):
                step, covered = column.step("=<", last), column.covers("=<", last)
                p, n = bits.count(covered & pos), bits.count(covered & neg)
                yield (p, -n), step, covered
