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
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from fold_cli import bits
from fold_cli.search.learner import Learner
from fold_cli.theory.rules import Rule
from fold_cli.theory.terms import Bound, Literal, Threshold, highest_variable, negation

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from fold_cli.bits import Bits
    from fold_cli.coverage.candidates import Candidates
    from fold_cli.search.learner import Coverage
    from fold_cli.search.options import Options
    from fold_cli.theory.terms import Body

EXCEPTIONAL = 0.5
"""Negatives for each positive at which a body is a default that may have exceptions."""

REDUNDANCY = 0.6
"""The share of its bits that a theory needs: much can be said in many ways (Cohen)."""

PRECISION = 0.5
"""Bits of a threshold for each bit of its place: of k, the root of k are told apart."""

TIE = 1e-9


class NoisyLearner(Learner):
    """Learns rules that need neither cover every positive nor avoid every negative."""

    usual_gain = "entropy"
    toll = PRECISION

    def __init__(
        self,
        coverage: Coverage,
        options: Options | None = None,
        progress: Callable[[int, int], None] = lambda *_: None,
        arity: int = 1,
    ) -> None:
        super().__init__(coverage, options, progress)
        self.negations = True
        self.arity = arity
        self.scope = coverage.positives | coverage.negatives
        candidates = coverage.refinements((), self.scope, 0)
        self._literal_bits = math.log2(max(2.0, _choices(candidates)))
        self._covers: dict[Body, Bits] = {}
        self._parts: dict[int, _Parts] = {}

    def learn(self) -> list[Rule]:
        """Return the rules with the shortest message that the search comes upon."""
        rules = self.fold(self.coverage.positives, self.coverage.negatives, 0)
        return [self.finished(rule) for rule in self.pruned(rules)]

    def fold(self, pos: Bits, neg: Bits, depth: int) -> list[Rule]:
        """Learn rules while they pay for themselves."""
        rules: list[Rule] = []
        covered, theory = bits.empty(self.coverage.size), 0.0
        length = self.length(theory, covered, pos, neg)
        while self.length(theory + self.cost(1), covered | pos, pos, neg) < length:
            if depth == 0 and len(rules) == self.options.max_clauses:
                break
            rule = self.specialize(pos & ~covered, neg, depth)
            if not isinstance(rule, Rule):
                break
            covered, theory = covered | rule.covers, theory + self.bits(rule)
            before, length = length, self.length(theory, covered, pos, neg)
            if length >= before:
                break
            rules.append(rule)
            if depth == 0:
                self.learned = list(rules)
                self.progress(bits.count(pos & ~covered), bits.count(pos))
        return rules

    def specialize(
        self, pos: Bits, neg: Bits, depth: int, seen: object = None
    ) -> Rule | Bits:
        """Return a default with its exceptions, or positives without a pattern.

        Once the body is a default, it grows as long as that shortens the message, each
        time with exceptions of its own.
        """
        body: Body = ()
        rule, shortest, examples = None, math.inf, (pos, neg)
        while neg.any():
            choice, _ = self.best_literal(body, pos, neg, depth)
            if choice is None:
                break
            body = (*body, *choice.literals)
            pos, neg = pos & choice.covers, neg & choice.covers
            if bits.count(neg) <= EXCEPTIONAL * bits.count(pos):
                longer = self.rule(body, tuple(self.exception(neg, pos, depth + 1)))
                length = self.length(self.bits(longer), longer.covers, *examples)
                if length >= shortest:
                    break
                rule, shortest = longer, length
        if body and rule is None:
            rule = self.rule(body, tuple(self.exception(neg, pos, depth + 1)))
        return pos if rule is None else rule

    def exception(self, pos: Bits, neg: Bits, depth: int) -> list[Rule]:
        """Learn when a rule does not hold, as far as that pays for itself."""
        return self.fold(pos, neg, depth) if self.may_except(depth) else []

    # The message

    def length(self, theory: float, covered: Bits, pos: Bits, neg: Bits) -> float:
        """Return the bits of a theory and of what it gets wrong, covering so much."""
        errors = bits.count(pos & ~covered) + bits.count(neg & covered)
        return theory + float(error_bits(bits.count(pos | neg), errors))

    def bits(self, rule: Rule) -> float:
        """Return the bits of a rule with its exceptions."""
        return self.cost(len(rule.body)) + sum(map(self.bits, rule.exceptions))

    def cost(self, literals: int) -> float:
        """Return the bits of a rule with so many literals."""
        return REDUNDANCY * self._literal_bits * literals

    # Leaving out what does not pay

    def pruned(self, rules: list[Rule]) -> list[Rule]:
        """Leave out, again and again, the part whose loss shortens the message most."""
        pos, neg = self.coverage.positives, self.coverage.negatives
        examples = bits.count(self.scope)
        theory = sum(map(self.bits, rules))
        now = self.length(theory, bits.union([r.covers for r in rules], pos), pos, neg)
        while True:
            shortest, change = math.inf, rules
            for at, rule in enumerate(rules):
                before, after = rules[:at], rules[at + 1 :]
                others = bits.union([r.covers for r in before + after], pos)
                left, clean = pos & ~others, neg & ~others
                parts = self.parts(rule)
                errors = bits.counts(parts.covers, clean)
                errors -= bits.counts(parts.covers, left)
                errors += bits.count(left) + bits.count(neg & others)
                lengths = parts.bits + error_bits(examples, errors)
                lengths += theory - self.bits(rule)
                first = int(np.argmax(lengths <= lengths.min() + TIE))
                if lengths[first] < shortest - TIE:
                    shortest = float(lengths[first])
                    change = [*before, *parts.instead[first], *after]
            if shortest > now + TIE:
                return rules
            rules, now = change, shortest
            theory = sum(map(self.bits, rules))

    def parts(self, rule: Rule) -> _Parts:
        """Return what may stand in a rule's place: nothing, or a part of it."""
        if id(rule) not in self._parts:
            shorter = self.shorter(rule)
            covers = [bits.empty(self.coverage.size), *(r.covers for r in shorter)]
            cost = np.array([0.0, *map(self.bits, shorter)])
            instead = [[], *([r] for r in shorter)]
            self._parts[id(rule)] = _Parts(rule, instead, np.stack(covers), cost)
        return self._parts[id(rule)]

    def shorter(self, rule: Rule) -> list[Rule]:
        """Return the rule without a literal, an exception, or a part of one."""
        body, exceptions = rule.body, rule.exceptions
        found = []
        for at in range(len(body) if len(body) > 1 else 0):
            found.append(self.rule((*body[:at], *body[at + 1 :]), exceptions))
        for at, exception in enumerate(exceptions):
            before, after = exceptions[:at], exceptions[at + 1 :]
            for instead in self.parts(exception).instead:
                found.append(self.rule(body, (*before, *instead, *after)))
        return found

    def covers(self, body: Body) -> Bits:
        """Return all examples that a body covers, asked once."""
        if body not in self._covers:
            self._covers[body] = self.coverage.covers(body)
        return self._covers[body]

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


@dataclass(frozen=True, slots=True)
class _Parts:
    """What may stand in the place of a rule, each with what it covers and its bits."""

    rule: Rule
    instead: list[list[Rule]]
    covers: Bits
    bits: NDArray[np.float64]


def error_bits(examples: int, errors: Any) -> Any:
    """Return the bits that point out the errors among examples.

    More errors never take fewer bits: a theory is not meant to be wrong throughout.
    """
    ways = _log_factorials(1 << examples.bit_length())
    some = np.minimum(errors, examples // 2)
    return ways[examples] - ways[some] - ways[examples - some] + errors - some


@lru_cache(maxsize=4)
def _log_factorials(size: int) -> NDArray[np.float64]:
    """Return the binary logarithms of the factorials of all numbers below a size."""
    numbers = np.maximum(np.arange(size, dtype=np.float64), 1.0)
    return np.cumsum(np.log2(numbers))


def _choices(candidates: Candidates) -> float:
    """Return how many literals there are to choose from."""
    literals: float = sum(len(block.steps) for block in candidates.blocks)
    for column in candidates.columns:
        literals += 2 * len(column.values) ** PRECISION
    return literals
