"""Learning from noisy examples: rules are kept as long as they pay for themselves.

A theory is worth what it saves in a message that tells which examples are positive
(``message``). A rule, an exception or a literal that takes more bits than the errors it
explains is left out. So there is nothing to tune: on clean data each error is dear and
much is worth saying, on noisy data errors are cheap. What the theory gets wrong in the
end is regarded as noise.

The procedures are those of ``learner``, with other grounds to stop: they need neither
cover every positive nor avoid every negative.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from fold_cli import bits
from fold_cli.search import tidy
from fold_cli.search.beam import Beam
from fold_cli.search.head_binding import HeadBinder
from fold_cli.search.message import Message, error_bits
from fold_cli.search.nodes.tree import SearchTree
from fold_cli.search.noisy_searches import CHOSEN_SHARE, searches
from fold_cli.search.pruning import MAX_CACHED_BYTES, Pruner
from fold_cli.theory.rules import Rule

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fold_cli.bits import Bits
    from fold_cli.search.clause import PartialClause, Refinement
    from fold_cli.search.coverage import Coverage
    from fold_cli.search.options import Options
    from fold_cli.theory.terms import Body

MAX_NEGATIVES_PER_POSITIVE = 0.5
"""Negatives for each positive up to which a body is a default, with exceptions."""

MAX_UNPAID_LITERALS = 100
"""Literals in turn that lengthen the message, after which a body grows no more.

Each value of a column of names excludes one example, at more bits than that saves.
"""

RELATIONAL_WIDTH = 5
"""Bodies of each length that are searched side by side where literals share variables,
unless the options ask for more."""

MAX_BODIES_WITH_EXCEPTIONS = 3
"""Bodies of a beam whose exceptions are learned, for a rule of the target.

For a rule of an exception, it is the best body only.
"""


class NoisyLearner:
    """Learns the rules of one target, whose head has so many arguments.

    After each rule, ``on_progress`` hears the rules so far, and the positives that they
    do not cover.
    """

    def __init__(
        self,
        coverage: Coverage,
        options: Options,
        on_progress: Callable[[Sequence[Rule], Bits], None] = lambda *_: None,
        arity: int = 1,
    ) -> None:
        self.coverage, self.options = coverage, options
        self.on_progress, self.arity = on_progress, arity
        self.search = SearchTree(coverage, options, self.is_informative)
        self.scope = coverage.positives | coverage.negatives
        candidates = coverage.refinements((), self.scope, 0)
        self.message = Message(candidates, arity)
        self.width = 1 if candidates.fixed else RELATIONAL_WIDTH
        self._covers: dict[Body, Bits | None] = {}

    def learn(self) -> list[Rule]:
        """Return the rules with the shortest message that the search comes upon."""
        pos, neg = self.coverage.positives, self.coverage.negatives
        if not neg.any() and self.options.max_clauses != 0:  # no literal is needed
            return [Rule((), (), pos)]
        greedy = self.options.beam == 1
        rules = self.pruned_rules() if greedy else self.rules_with_beam()
        binder = HeadBinder(self.search, self.options.must_bind)
        bound = (binder.bound(rule, pos) for rule in map(self.finished, rules))
        return [rule for rule in bound if rule]

    def rules_with_beam(self) -> list[Rule]:
        """Return the rules with the shortest message that several searches find."""
        pos, neg = self.coverage.positives, self.coverage.negatives
        best, shortest, on_progress = list[Rule](), math.inf, self.on_progress
        message = self.message
        for search in searches(self.width, self.options.beam):
            self.search.outside_weight, self.width = search.outside_weight, search.width
            self.message = message.priced(search.share)
            rules = self.pruned_rules()
            judge = message.priced(CHOSEN_SHARE, search.width)
            length = judge.length_of(rules, pos, neg)
            if length < shortest:
                best, shortest = rules, length
                told = best, pos & ~bits.union([rule.covers for rule in best], pos)
                self.on_progress = lambda *_, told=told: on_progress(*told)
        return best

    def pruned_rules(self) -> list[Rule]:
        """Return the rules that a beam of the width at hand finds."""
        rules = self.fold(self.coverage.positives, self.coverage.negatives, 0)
        return Pruner(self.coverage, self.message, self.shorter_rule).pruned(rules)

    def fold(self, pos: Bits, neg: Bits, depth: int) -> list[Rule]:
        """Learn rules while they pay for themselves."""
        rules: list[Rule] = []
        covered, theory = bits.empty_like(pos), 0.0
        shortest, paying = self.message.length(theory, covered, pos, neg), 0
        least = self.message.least_bits  # of a rule; at best it covers all positives
        while self.message.least_length(theory + least, covered, pos, neg) < shortest:
            if depth == 0 and len(rules) == self.options.max_clauses:
                break
            rule = self.specialize(self.search.root(depth), pos & ~covered, neg)
            if rule is None:
                break
            covered = covered | rule.covers
            theory += self.message.rule_bits(rule)
            length = self.message.length(theory, covered, pos, neg)
            rules.append(rule)
            if length < shortest:
                shortest, paying = length, len(rules)
            elif depth or len(rules) - paying >= self.options.beam:
                break
            if depth == 0:
                self.on_progress(rules[:paying], pos & ~covered)
        return self.with_default(rules[:paying], pos, neg, depth)

    def with_default(
        self, rules: list[Rule], pos: Bits, neg: Bits, depth: int
    ) -> list[Rule]:
        """Return the rules, and a default without a body where that pays for itself.

        It is tried where most examples that are left are positive; among exceptions,
        only once a rule covers some, so that inside each there are fewer examples.
        """
        covered = bits.union([rule.covers for rule in rules], pos)
        left = pos & ~covered
        is_default = bits.count(left) > bits.count(neg) > 0
        if not is_default or (depth > 0 and not rules):
            return rules
        if depth == 0 and len(rules) == self.options.max_clauses:
            return rules
        default = self.exception(self.search.root(depth), neg, left)
        more = [*rules, default]
        return min(rules, more, key=lambda some: self.message.length_of(some, pos, neg))

    def specialize(self, clause: PartialClause, pos: Bits, neg: Bits) -> Rule | None:
        """Return a default with its exceptions, or None if there is no pattern.

        Once the body is a default, it grows as long as that shortens the message, each
        time with exceptions of its own.
        """
        if self.width > 1:
            return self.specialize_with_beam(clause.depth, pos, neg)
        rule, shortest, examples = None, math.inf, (pos, neg)
        count, positives = bits.count(pos | neg), bits.count(pos)
        plain, unpaid = math.inf, 0  # the bits of the body alone as the rule

        def least(more: int, mistaken: int = 0) -> float:
            """Return a lower bound of the bits with at least so many more literals."""
            theory = self.message.body_bits(clause.body)
            errors = error_bits(count, positives - bits.count(pos) + mistaken)
            return theory + more * self.message.least_bits + float(errors)

        while neg.any() and least(1) < shortest and unpaid < MAX_UNPAID_LITERALS:
            refinement = clause.best(pos, neg)
            if refinement is None:
                break
            clause = clause.refined(refinement)
            pos, neg = pos & refinement.covers, neg & refinement.covers
            before, plain = plain, least(0, bits.count(neg))
            unpaid = unpaid + 1 if plain >= before else 0
            if bits.count(neg) <= MAX_NEGATIVES_PER_POSITIVE * bits.count(pos):
                if least(0) >= shortest:
                    break
                longer = self.exception(clause, neg, pos)
                length = self.message.length_of([longer], *examples)
                if length >= shortest:
                    break
                rule, shortest = longer, length
        if clause.body and rule is None:
            rule = self.exception(clause, neg, pos)
        return rule

    def specialize_with_beam(self, depth: int, pos: Bits, neg: Bits) -> Rule | None:
        """Return the best rule of bodies that are searched side by side."""
        examples, total = bits.count(self.scope), bits.count(pos)

        def worth(body: Body, p: int, n: int) -> float:
            saved = error_bits(examples, total) - error_bits(examples, total - p + n)
            return float(saved) - self.message.body_bits(body)

        width = [self.width, self.width // 2 + 1, 1][min(depth, 2)]
        tried = 1 if depth else MAX_BODIES_WITH_EXCEPTIONS
        best, shortest = None, math.inf
        beam = Beam(self.search, depth, width, worth)
        for rated in beam.bodies(pos, neg)[:tried]:
            exceptions: list[Rule] = []
            if self.options.allows_exceptions(depth + 1):
                exceptions = self.fold(rated.neg, rated.pos, depth + 1)
            rule = self.rule(rated.body, tuple(exceptions))
            length = self.message.length_of([rule], pos, neg)
            if length < shortest:
                best, shortest = rule, length
        return best

    def exception(self, clause: PartialClause, pos: Bits, neg: Bits) -> Rule:
        """Return the clause with such exceptions as pay for themselves."""
        depth, exceptions = clause.depth + 1, list[Rule]()
        if pos.any() and self.options.allows_exceptions(depth):
            exceptions = self.fold(pos, neg, depth)
        return self.rule(clause.body, self.informative(clause.body, exceptions))

    def is_informative(self, negation: Refinement, examples: Bits) -> bool:
        """Return whether a negation holds of some example that has a value."""
        known = self.coverage.described((negation.literals[-1],))
        return known is None or bool((known & negation.covers & examples).any())

    def informative(self, body: Body, exceptions: list[Rule]) -> tuple[Rule, ...]:
        """Return a body's exceptions that some covered example is known not to be.

        The others fail only where the cells that they ask about are missing.
        """
        covered = self.coverage.covers(body) if exceptions else None
        known_not: list[Bits | None] = []  # examples with values that it excludes
        for exception in exceptions:
            known = self.coverage.described(exception.body)
            if covered is not None and known is not None:
                known = known & covered & self.scope & ~exception.covers
            known_not.append(known)
        bits.count_ahead(self.scope, lambda: [k for k in known_not if k is not None])
        pairs = zip(exceptions, known_not, strict=True)
        return tuple(e for e, known in pairs if known is None or known.any())

    def rule(self, body: Body, exceptions: tuple[Rule, ...]) -> Rule:
        """Return the rule with what it covers."""
        rule = self.shorter_rule(body, exceptions)
        assert rule is not None
        return rule

    def shorter_rule(self, body: Body, exceptions: tuple[Rule, ...]) -> Rule | None:
        """Return the rule with what it covers, or None if a literal lacks a binding.

        What a body covers is kept for a while.
        """
        try:
            covers = self._covers[body]
        except KeyError:
            covers = self.coverage.covers(body)
            if len(self._covers) * getattr(covers, "nbytes", 0) > MAX_CACHED_BYTES:
                self._covers.clear()
            self._covers[body] = covers
        return None if covers is None else Rule(body, exceptions, covers)

    # The theory as it is written

    def finished(self, rule: Rule) -> Rule:
        """Return the rule without superfluous parts.

        An exception of one literal becomes a literal of the rule, ``\\+ penguin(X)``,
        where the rule may have one more.
        """
        body = tidy.simplified(self.coverage, rule.body, ()).body
        exceptions = tuple(map(self.finished, rule.exceptions))
        result = self.rule(body, exceptions)
        most = self.options.max_literals
        for exception in exceptions:
            opposite = tidy.opposite(exception, self.arity)
            room = most is None or tidy.conditions(result.body) < most
            if opposite is not None and room:
                rest = tuple(e for e in result.exceptions if e is not exception)
                inline = self.rule((*result.body, opposite), rest)
                if not ((inline.covers ^ result.covers) & self.scope).any():
                    result = inline
        body = tidy.merged(self.coverage, tidy.ordered(result.body))
        return Rule(body, result.exceptions, result.default)
