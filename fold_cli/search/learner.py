"""FOLD and FOLD-R (Shakerin, Salazar and Gupta 2017), and FOIL beside them.

``fold``, ``specialize``, ``exception`` and ``enumerate_examples`` are the paper's
procedures. P and N are sets of examples; inside ``specialize`` they are those that
the clause still covers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from fold_cli import bits
from fold_cli.coverage.candidates import Examples
from fold_cli.search.gain import GAINS
from fold_cli.search.options import Options
from fold_cli.search.ranking import Ranking
from fold_cli.search.seen import Seen
from fold_cli.theory.rules import Rule
from fold_cli.theory.terms import Body, BodyLiteral, Member, Threshold

if TYPE_CHECKING:
    from collections.abc import Callable

    from fold_cli.bits import Bits
    from fold_cli.coverage.candidates import Candidates
    from fold_cli.search.few import Few
    from fold_cli.search.ranking import Choice


MANY = 10
"""Rules after which it pays to prepare for many more."""


class Coverage(Protocol):
    """What the learner asks about literals and examples."""

    size: int
    positives: Bits
    negatives: Bits

    def refinements(self, body: Body, active: Bits, depth: int) -> Candidates:
        """Return what may be added to a body, and which active examples it covers.

        The depth is 0 in rules of the target, more in exceptions.
        """

    def covers(self, body: Body) -> Bits:
        """Return all examples that a body covers."""

    def sets(self, body: Body) -> list[Bits] | None:
        """Return what each literal covers, or None if they share variables.

        That is, others than those of the head.
        """

    def functional(self, threshold: Threshold) -> bool:
        """Return whether no example has several of the numbers that are bounded."""

    def member(self, examples: Bits) -> Member:
        """Return the literal that enumerates these examples."""


@dataclass(frozen=True, slots=True)
class SoFar:
    """What has been learned: rules, and the positives that have no pattern."""

    rules: tuple[Rule, ...]
    patternless: Bits


class Learner:
    """Learns the rules of one target, from where an earlier run has come to."""

    usual_gain = "foil"
    toll = 0.0  # of thresholds: see Ranking

    def __init__(
        self,
        coverage: Coverage,
        options: Options | None = None,
        progress: Callable[[int, int], None] = lambda *_: None,
        start: SoFar | None = None,
        keep: Callable[[SoFar], None] = lambda _: None,
    ) -> None:
        self.coverage = coverage
        self.options = options or Options()
        self.gain = self.options.gain or self.usual_gain
        self.negations = self.options.algorithm == "foil"
        self.progress = progress
        self.start, self.keep = start, keep
        self.learned: list[Rule] = []  # so far, when interrupted

    def learn(self) -> list[Rule]:
        """Return rules that cover every positive example and no negative one."""
        return self.fold(self.coverage.positives, self.coverage.negatives, 0)

    def fold(self, pos: Bits, neg: Bits, depth: int) -> list[Rule]:
        """Learn rules until every positive is covered."""
        start = SoFar((), bits.empty(self.coverage.size))
        if depth == 0 and self.start:
            start = self.start
        rules, patternless = list(start.rules), start.patternless
        left = pos & ~patternless & ~bits.union([rule.covers for rule in rules], pos)
        seen = None
        while left.any():
            if seen is None and len(rules) >= MANY and neg.any():
                seen = self.seen(depth)
            if depth == 0:
                self.keep(SoFar(tuple(rules), patternless))
                self.learned = [*rules, *self.enumerate_examples(patternless)]
                self.progress(bits.count(left), bits.count(pos))
            rule = None
            if len(rules) != self.options.max_clauses or depth:
                rule = self.specialize(left, neg, depth, seen)
            if isinstance(rule, Rule):
                rules.append(rule)
                left = left & ~rule.covers
            else:
                # DEVIATION: what has no pattern is enumerated in one clause, not in one
                # for each time the search comes upon some of it.
                unexplained = left if rule is None else rule
                patternless = patternless | unexplained
                left = left & ~unexplained
        rules = self.without_redundant_rules(rules, pos & ~patternless)
        return [*rules, *self.enumerate_examples(patternless)]

    def specialize(
        self,
        pos: Bits,
        neg: Bits,
        depth: int,
        seen: Seen | Few | None = None,
    ) -> Rule | Bits:
        """Return a rule that covers no negative, or positives without a pattern.

        Where the same negatives and more positives were ``seen`` with a body, the
        search need not begin anew.
        """
        body: Body = ()
        while neg.any():
            choice, seen = self.best_literal(body, pos, neg, depth, seen)
            if choice is not None:
                body = (*body, *choice.literals)
                pos, neg = pos & choice.covers, neg & choice.covers
            elif not body:
                return pos
            else:
                exceptions = self.exception(neg, pos, depth + 1)
                if not exceptions:
                    return pos
                return self.simplified(body, tuple(exceptions))
        return self.simplified(body, ())

    def exception(self, pos: Bits, neg: Bits, depth: int) -> list[Rule]:
        """Learn when a rule does not hold: the same, with the roles swapped."""
        if not self.may_except(depth):
            return []
        if self.best_literal((), pos, neg, depth)[0] is None:
            return []
        return self.fold(pos, neg, depth)

    def may_except(self, depth: int) -> bool:
        """Return whether exceptions may be nested so deep."""
        limit = self.options.max_exception_depth
        return self.options.algorithm != "foil" and (limit is None or depth <= limit)

    def enumerate_examples(self, pos: Bits) -> list[Rule]:
        """Return the rule that lists these examples, if there are any."""
        if not pos.any():
            return []
        return [Rule((self.coverage.member(pos),), (), pos)]

    def best_literal(
        self,
        body: Body,
        pos: Bits,
        neg: Bits,
        depth: int,
        seen: Seen | Few | None = None,
    ) -> tuple[Choice | None, Seen | Few | None]:
        """Return the literal with the highest gain, and what was seen with it."""
        if seen:
            return seen.best(pos, neg)
        size = self.coverage.size
        ranking = Ranking(
            self.candidates(body, pos | neg, depth),
            Examples(pos, size),
            Examples(neg, size),
            self.negations,
            GAINS[self.gain],
            self.toll,
        )
        return ranking.best(), None

    def seen(self, depth: int) -> Seen | None:
        """Return where a search begins that need not count all candidates each time."""
        if self.gain != "foil" or self.negations or self.options.max_literals:
            return None
        every = self.coverage.positives | self.coverage.negatives
        candidates = self.coverage.refinements((), every, depth)
        line = candidates.line(self.coverage.size)
        return Seen(candidates, line) if line else None

    def candidates(self, body: Body, active: Bits, depth: int) -> Candidates:
        """Return what may be added to a body."""
        candidates = self.coverage.refinements(body, active, depth)
        if self.options.max_literals is None:
            return candidates
        return candidates.up_to(self.options.max_literals - len(body))

    # What the paper leaves to the reader: rules without superfluous parts.

    def simplified(self, body: Body, exceptions: tuple[Rule, ...]) -> Rule:
        """Return the rule without literals that change nothing of what it covers."""
        sets = self.coverage.sets(body)
        scope = self.coverage.positives | self.coverage.negatives
        if sets is not None:
            for exception in exceptions:
                scope = scope & ~exception.covers
            needed, covers = _needed(sets, scope)
            body = tuple(body[at] for at in needed)
            return Rule(self.merged(body), exceptions, covers)
        rule = self.rule(body, exceptions)
        before = 0
        while before != len(rule.body):  # a literal may go once its user has gone
            before = len(rule.body)
            for literal in rule.body:
                shorter = tuple(other for other in rule.body if other is not literal)
                candidate = self.rule(shorter, exceptions)
                if shorter and not ((candidate.covers ^ rule.covers) & scope).any():
                    rule = candidate
        return Rule(self.merged(rule.body), exceptions, rule.covers)

    def rule(self, body: Body, exceptions: tuple[Rule, ...]) -> Rule:
        """Return the rule with what it covers: its default minus its exceptions."""
        covers = self.covers(body)
        for exception in exceptions:
            covers = covers & ~exception.covers
        return Rule(body, exceptions, covers)

    def covers(self, body: Body) -> Bits:
        """Return all examples that a body covers."""
        return self.coverage.covers(body)

    def merged(self, body: Body) -> Body:
        """Return the body with the bounds on one value brought together."""
        result: list[BodyLiteral] = []
        for literal in body:
            if isinstance(literal, Threshold) and self.coverage.functional(literal):
                for at, other in enumerate(result):
                    if isinstance(other, Threshold) and other.atom == literal.atom:
                        bounds = other.bounds + literal.bounds
                        result[at] = Threshold(literal.atom, bounds)
                        break
                else:
                    result.append(literal)
            else:
                result.append(literal)
        return tuple(result)

    def without_redundant_rules(self, rules: list[Rule], pos: Bits) -> list[Rule]:
        """Drop rules, the earliest first, whose positives later rules cover as well."""
        size = self.coverage.size
        members = [bits.indices(rule.covers & pos, size) for rule in rules]
        times = np.zeros(size, dtype=np.int64)
        for member in members:
            times[member] += 1
        kept = []
        for rule, member in zip(rules, members, strict=True):
            if (times[member] > 1).all():
                times[member] -= 1
            else:
                kept.append(rule)
        return kept


def _needed(sets: list[Bits], scope: Bits) -> tuple[list[int], Bits]:
    """Return which sets are needed for what all of them share, and that.

    A set is not needed if those needed before it and all after it share no more.
    """
    after = [scope]
    for each in reversed(sets):
        after.append(after[-1] & each)
    shared = after.pop()
    same = shared.tobytes()
    needed: list[int] = []
    before = None
    for at, each in enumerate(sets):
        rest = after.pop()
        if before is not None:
            rest = rest & before
        last = not needed and not after
        if last or rest.tobytes() != same:
            needed.append(at)
            before = each if before is None else before & each
    return needed, shared
