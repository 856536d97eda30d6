"""Why little or nothing is learned from noisy examples, and what to try.

The search for one more rule, or exception, says which comes closest to paying for
itself, and how many bits it lacks.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from fold_cli import bits
from fold_cli.search.diagnosis import MIN_COVERED_SHARE, NO_MORE_RULES
from fold_cli.search.noise import NoisyLearner
from fold_cli.theory.formats.prolog_format import clause_line
from fold_cli.theory.terms import Clause

if TYPE_CHECKING:
    from fold_cli.search.diagnosis import Diagnosis
    from fold_cli.theory.rules import Rule


class WeakSignal:
    """What was learned with noise, and what was nearly learned."""

    def __init__(self, given: Diagnosis) -> None:
        self.given, self.options, self.coverage = given, given.options, given.coverage

    def lines(self) -> list[str]:
        """Return the lines to tell, none where rules cover most positives."""
        return self.covers_everything() or self.closest_rule()[1]

    def covers_everything(self) -> list[str]:
        """Say that all are taken for positive, and which exception comes closest."""
        pos, neg = self.coverage.positives, self.coverage.negatives
        whole = [
            rule for rule in self.given.rules if not rule.body and not rule.exceptions
        ]
        if not whole or not neg.any():
            return []
        reason = "nothing is learned: most examples are positive, so all are taken for"
        learner = NoisyLearner(
            self.coverage, self.options, arity=self.given.target.arity
        )
        if not self.options.allows_exceptions(1):
            return [f"{reason} that"]
        found = learner.specialize(learner.search.root(1), neg, pos)
        if found is None:
            return [
                f"{reason} that, and no literal of {self.given.names} has a gain for "
                f"an exception; {self.given.more_predicates()}"
            ]
        message = learner.message
        rule = learner.rule((), (found,))
        missing = message.length_of([rule], pos, neg) - message.length_of(
            whole, pos, neg
        )
        if missing < 0:
            return [f"{reason} that"]
        written = self.written(learner.finished(found), "ab0")
        return [
            f"{reason} that: the best exception that was found, {written} "
            f"{bits.count(neg & found.covers)} negative and "
            f"{bits.count(pos & found.covers)} positive examples, and lacks "
            f"{missing:.1f} bits to pay for itself",
            self.stronger_signal(),
        ]

    def closest_rule(self) -> tuple[float, list[str]]:
        """Say which rule comes closest to paying for itself, where few are covered.

        The first value is the number of bits that it lacks.
        """
        pos, neg = self.coverage.positives, self.coverage.negatives
        covered = bits.union([rule.covers for rule in self.given.rules], pos)
        left, clean = pos & ~covered, neg & ~covered
        if bits.count(left) <= MIN_COVERED_SHARE * bits.count(pos):
            return math.inf, []
        few = "little" if self.given.rules else "nothing"
        learner = NoisyLearner(
            self.coverage, self.options, arity=self.given.target.arity
        )
        rule = learner.specialize(learner.search.root(0), left, neg)
        if rule is None:
            unknown = self.given.undescribed(left)
            names = [] if unknown is None else [self.given.unknown(unknown)]
            reason = f"{few} is learned: no literal of {self.given.names} has a gain"
            return math.inf, [f"{reason}; {self.given.more_predicates()}", *names]
        message = learner.message
        taken = message.length(message.rule_bits(rule), covered | rule.covers, pos, neg)
        missing = taken - message.length(0.0, covered, pos, neg)
        if missing < 0:
            bounded = self.options.max_clauses == len(self.given.rules)
            return math.inf, [f"{few} is learned: {NO_MORE_RULES}"] * bounded
        return missing, [
            f"{few} is learned, for the signal is weak: the best rule that was found, "
            f"{self.written(learner.finished(rule), self.given.target.name)} "
            f"{bits.count(left & rule.covers)} positive and "
            f"{bits.count(clean & rule.covers)} negative examples more, and lacks "
            f"{missing:.1f} bits to pay for itself",
            self.stronger_signal(),
        ]

    def written(self, rule: Rule, name: str) -> str:
        """Return a rule as a clause of the name given, to be followed by counts."""
        clause = clause_line(Clause(name, self.given.target.arity, rule.body))
        exceptions = " with its exceptions" if rule.exceptions else ""
        return f"{clause.removesuffix('.')}, covers{exceptions}"

    def stronger_signal(self) -> str:
        """Advise on how a rule might come to pay for itself."""
        fewer = "columns (--ignore)" if self.given.is_table else "predicates (modes)"
        return f"try more examples, fewer {fewer}, or the exact search, --exact"
