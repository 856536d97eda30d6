"""FOLD with a beam: bodies are searched side by side, and the cheapest rule is taken.

Greedy search follows the literal with the highest gain. Here the best bodies of each
length are kept (``beam``), and of the rules that they become the one is taken that
shortens the description most: a rule takes its size, and a positive that no rule covers
takes 1. Exceptions are learned greedily.

Beams of 1, 2, 4, ... up to the width that is asked for are tried, each given up as soon
as its rules are as long as the shortest so far. So a theory is never longer than that
of greedy search.
"""

from __future__ import annotations

import math
from contextlib import suppress
from typing import TYPE_CHECKING

from fold_cli import bits
from fold_cli.search import tidy
from fold_cli.search.beam import Beam, widths
from fold_cli.search.default import TooLong
from fold_cli.search.learner import Learner
from fold_cli.search.nodes.tree import CountingNode

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fold_cli.bits import Bits
    from fold_cli.search.beam import RatedBody
    from fold_cli.search.clause import PartialClause
    from fold_cli.search.coverage import Coverage
    from fold_cli.search.options import Options
    from fold_cli.theory.rules import Rule
    from fold_cli.theory.terms import Body

MAX_BODIES_WITH_EXCEPTIONS = 3
"""Bodies that cover negatives and are given exceptions, for each rule."""

MAX_LENGTHS_WITHOUT_PROGRESS = 2
"""Lengths of bodies that are tried without any being worth more: with look-ahead each
step may add variables, and joins grow with them."""


class BeamLearner(Learner):
    """Learns the rules of one target, with as wide a beam as the options say."""

    width = 1

    def learn(self, start: Sequence[Rule] = ()) -> list[Rule]:
        """Return the shortest rules that a beam of some width finds."""
        pos, neg = self.coverage.positives, self.coverage.negatives
        best = super().learn(start)
        on_progress, nothing = self.on_progress, bits.empty_like(pos)
        # What is found from here on may be given up.
        self.on_progress = lambda *_: on_progress(best, nothing)
        for width in widths(self.options.beam):
            self.width = width
            room = sum(rule.size for rule in best) - 1
            try:
                rules = self.fold(pos, neg, 0, start, room)
            except TooLong:
                continue
            if sum(rule.size for rule in rules) <= room:
                best = rules
        self.width, self.on_progress = 1, on_progress
        return best

    def specialize(
        self, clause: PartialClause, pos: Bits, neg: Bits, room: float = math.inf
    ) -> Rule:
        """Return the rule that shortens the description most, of equals the greedy."""
        if self.width == 1 or clause.depth or clause.body or not neg.any():
            return super().specialize(clause, pos, neg, room)
        greedy = super().specialize(clause, pos, neg)
        beam = Beam(self.search, 0, self.width, _worth, MAX_LENGTHS_WITHOUT_PROGRESS)
        bodies = beam.bodies(pos, neg, max(0, _saved(greedy, pos)))
        bits.count_ahead(pos, lambda: self._sets_to_count(bodies))
        sound = [rated.body for rated in bodies if not rated.neg.any()]
        rules = [greedy, *(self.rule(self._node(body), []) for body in sound)]
        bits.count_ahead(pos, lambda: [rule.covers & pos for rule in rules])
        best = max(rules, key=lambda rule: _saved(rule, pos))
        unsound = [rated for rated in bodies if rated.neg.any()]
        for rated in unsound[:MAX_BODIES_WITH_EXCEPTIONS]:
            # With longer exceptions it would save less than the best rule.
            room = bits.count(rated.pos) - _saved(best, pos) - 1
            with suppress(TooLong):
                node = self._node(rated.body)
                rule = self.exception(node, rated.neg, rated.pos, room)
                if rule and _saved(rule, pos) > _saved(best, pos):
                    best = rule
        return best

    def _node(self, body: Body) -> CountingNode:
        return CountingNode(self.search, 0, body)

    def _sets_to_count(self, bodies: list[RatedBody]) -> list[Bits]:
        """Return what is counted to leave out literals of rules without exceptions."""
        scope = self.coverage.positives | self.coverage.negatives
        sets: list[Bits] = []
        for rated in bodies:
            if not rated.neg.any():
                literals = self.coverage.sets(rated.body) or ()
                sets += tidy.sets_without_each(literals, scope)
        return sets


def learner_of(
    coverage: Coverage,
    options: Options,
    on_progress: Callable[[Sequence[Rule], Bits], None] = lambda *_: None,
) -> Learner:
    """Return the learner that the options ask for, greedy or with a beam."""
    kind = Learner if options.beam == 1 else BeamLearner
    return kind(coverage, options, on_progress)


def _saved(rule: Rule, pos: Bits) -> int:
    """Return by how much a rule shortens the description of the positives."""
    return bits.count(rule.covers & pos) - rule.size


def _worth(body: Body, pos: int, neg: int) -> float:
    """Return by how much a body does, if one exception lists its negatives."""
    return pos - (len(body) + 1) - (neg + 2 if neg else 0)
