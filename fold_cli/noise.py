"""Learning from noisy examples: rules are kept as long as they pay for themselves.

A theory is worth what it saves in a message that tells which examples are positive. The
message holds the theory and points out the examples that the theory gets wrong; its
bits are the description length (Rissanen 1978; Quinlan and Rivest 1989; Cohen 1995). A
rule, an exception or a literal that takes more bits than the errors it explains is left
out. So there is nothing to tune: on clean data each error is dear and much is worth
saying, on noisy data errors are cheap. What the theory gets wrong in the end is
regarded as noise.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from fold_cli import bits
from fold_cli.gain import GAINS
from fold_cli.learner import Learner, Rule
from fold_cli.terms import Bound, Literal, Threshold, highest_variable, negation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from fold_cli.bits import Bits
    from fold_cli.candidates import Candidates
    from fold_cli.learner import Coverage, Options
    from fold_cli.terms import Body

EXCEPTIONAL = 0.5
"""Negatives for each positive at which a body is a default that may have exceptions."""

REDUNDANCY = 0.5
"""The share of its bits that a theory needs: much can be said in many ways (Cohen)."""

PATIENCE = 10.0
"""Bits by which the message may have grown before no further rule is tried."""

TIE = 1e-9


class NoisyLearner(Learner):
    """Learns rules that need neither cover every positive nor avoid every negative."""

    def __init__(
        self,
        coverage: Coverage,
        options: Options | None = None,
        progress: Callable[[int, int], None] = lambda *_: None,
        arity: int = 1,
    ) -> None:
        super().__init__(coverage, options, progress)
        self.arity = arity
        self.scope = coverage.positives | coverage.negatives
        candidates = coverage.refinements((), self.scope, 0)
        self._literal_bits = math.log2(max(2.0, _choices(candidates)))
        self._rule_bits = 1 + math.log2(max(1, bits.count(self.scope))) / 2
        self._covers: dict[Body, Bits] = {}
        self._shorter: dict[Rule, list[Rule]] = {}

    def learn(self) -> list[Rule]:
        """Return the rules with the shortest message that the search comes upon."""
        pos, neg = self.coverage.positives, self.coverage.negatives
        shortest, rules = math.inf, list[Rule]()
        for gain in [self.options.gain] if self.options.gain else GAINS:
            self.measure = GAINS[gain]
            found = self.pruned(self.fold(pos, neg, 0))
            length = self.length(found, self.together(found), pos, neg)
            if length < shortest - TIE:
                shortest, rules = length, found
        return [self.finished(rule) for rule in rules]

    def fold(self, pos: Bits, neg: Bits, depth: int) -> list[Rule]:
        """Learn rules while they pay for themselves."""
        rules: list[Rule] = []
        covered = self.together(rules)
        shortest, kept = self.length(rules, covered, pos, neg), 0
        while (pos & ~covered).any():
            if depth == 0 and len(rules) == self.options.max_clauses:
                break
            rule = self.specialize(pos & ~covered, neg, depth)
            if not isinstance(rule, Rule) or not (rule.covers & pos & ~covered).any():
                break
            rules.append(rule)
            covered = covered | rule.covers
            length = self.length(rules, covered, pos, neg)
            if length < shortest:
                shortest, kept = length, len(rules)
            elif length > shortest + PATIENCE:
                break
            if depth == 0:
                self.learned = rules[:kept]
                self.progress(bits.count(pos & ~covered), bits.count(pos))
        return rules[:kept]

    def specialize(self, pos: Bits, neg: Bits, depth: int) -> Rule | Bits:
        """Return a default with its exceptions, or positives without a pattern."""
        body: Body = ()
        while not body or bits.count(neg) > EXCEPTIONAL * bits.count(pos):
            choice = self.best_literal(body, pos, neg, depth)
            if choice is None:
                break
            body = (*body, *choice.literals)
            pos, neg = pos & choice.covers, neg & choice.covers
        if not body:
            return pos
        exceptions = self.exception(neg, pos, depth + 1) if neg.any() else []
        return self.rule(body, tuple(exceptions))

    # The message

    def length(
        self, rules: Sequence[Rule], covered: Bits, pos: Bits, neg: Bits
    ) -> float:
        """Return the bits of rules, which cover so much, and of what they get wrong."""
        errors = bits.count(pos & ~covered) + bits.count(neg & covered)
        return sum(map(self.cost, rules)) + error_bits(bits.count(pos | neg), errors)

    def cost(self, rule: Rule) -> float:
        """Return the bits of a rule with its exceptions."""
        own = self._rule_bits + self._literal_bits * len(rule.body)
        return REDUNDANCY * own + sum(map(self.cost, rule.exceptions))

    def together(self, rules: Sequence[Rule]) -> Bits:
        """Return what rules cover together."""
        return bits.union([rule.covers for rule in rules], self.scope)

    # Leaving out what does not pay

    def pruned(self, rules: list[Rule]) -> list[Rule]:
        """Leave out, again and again, the part whose loss shortens the message most."""
        pos, neg = self.coverage.positives, self.coverage.negatives
        now = self.length(rules, self.together(rules), pos, neg)
        while True:
            shortest, change = math.inf, rules
            for at, rule in enumerate(rules):
                before, after = rules[:at], rules[at + 1 :]
                others = self.together([*before, *after])
                for part in (None, *self.shorter(rule)):
                    changed = [*before, *([part] if part else []), *after]
                    covered = others | part.covers if part else others
                    length = self.length(changed, covered, pos, neg)
                    if length < shortest:
                        shortest, change = length, changed
            if shortest > now + TIE:
                return rules
            rules, now = change, shortest

    def shorter(self, rule: Rule) -> list[Rule]:
        """Return the rule without a literal, an exception, or a part of one."""
        if rule not in self._shorter:
            self._shorter[rule] = [
                self.rule(body, exceptions) for body, exceptions in self._parts(rule)
            ]
        return self._shorter[rule]

    def _parts(self, rule: Rule) -> Iterator[tuple[Body, tuple[Rule, ...]]]:
        body, exceptions = rule.body, rule.exceptions
        for at in range(len(body) if len(body) > 1 else 0):
            yield (*body[:at], *body[at + 1 :]), exceptions
        for at, exception in enumerate(exceptions):
            yield body, (*exceptions[:at], *exceptions[at + 1 :])
            for shorter in self.shorter(exception):
                yield body, (*exceptions[:at], shorter, *exceptions[at + 1 :])

    def rule(self, body: Body, exceptions: tuple[Rule, ...]) -> Rule:
        """Return the rule with what it covers; what a body covers is asked once."""
        if body not in self._covers:
            self._covers[body] = self.coverage.covers(body)
        covers = self._covers[body]
        for exception in exceptions:
            covers = covers & ~exception.covers
        return Rule(body, exceptions, covers)

    # The theory as it is written

    def finished(self, rule: Rule) -> Rule:
        """Return the rule without superfluous parts.

        An exception of one literal becomes a literal of the rule: ``\\+ penguin(X)``.
        """
        body = self.simplified(rule.body, ()).body
        exceptions = tuple(map(self.finished, rule.exceptions))
        result = self.rule(body, exceptions)
        for exception in exceptions:
            opposite = self.opposite(exception)
            if opposite is not None:
                rest = tuple(e for e in result.exceptions if e is not exception)
                inline = self.rule((*result.body, opposite), rest)
                if not ((inline.covers ^ result.covers) & self.scope).any():
                    result = inline
        return Rule(self.merged(result.body), result.exceptions, result.covers)

    def opposite(self, exception: Rule) -> Literal | Threshold | None:
        """Return the literal that may stand for the absence of an exception."""
        if len(exception.body) != 1 or exception.exceptions:
            return None
        (literal,) = exception.body
        if highest_variable(literal) >= self.arity:
            return None  # in the rule it would be taken for another variable
        if isinstance(literal, Literal):
            return negation(literal)
        if isinstance(literal, Threshold) and len(literal.bounds) == 1:
            (bound,) = literal.bounds
            op = ">" if bound.op == "=<" else "=<"
            return Threshold(literal.atom, (Bound(op, bound.number),))
        return None


def error_bits(examples: int, errors: int) -> float:
    """Return the bits that point out the errors among examples.

    More errors never take fewer bits: a theory is not meant to be wrong throughout.
    """
    some = min(errors, examples // 2)
    ways = math.lgamma(examples + 1)
    ways -= math.lgamma(some + 1) + math.lgamma(examples - some + 1)
    return ways / math.log(2) + errors - some


def _choices(candidates: Candidates) -> float:
    """Return how many literals there are to choose from.

    A threshold need not be exact: of k values the square root of k are told apart.
    """
    literals: float = sum(len(block.steps) for block in candidates.blocks)
    for column in candidates.columns:
        literals += 2 * math.sqrt(len(np.unique(column.low[column.low >= 0])))
    return literals
