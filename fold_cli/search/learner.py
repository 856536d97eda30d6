"""FOLD and FOLD-R (Shakerin, Salazar and Gupta 2017), and FOIL beside them.

``fold``, ``specialize``, ``exception`` and ``enumerate_examples`` are the procedures of
the paper's Algorithms 2 and 3; what departs from them is marked ``DEVIATION:``. P and N
are sets of examples; inside ``specialize`` they are those that the clause still covers.

FOLD-R is FOLD with thresholds on numbers among the refinements of a clause. FOIL is
FOLD with negated literals among them, and without exceptions.

Every refinement has a gain above 0, so it leaves out a negative; every rule covers a
positive that none before it does; and a default without a body, which leaves out none,
has less room for its exceptions than the enumeration takes that it is to replace. That
is why the learner stops.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from fold_cli import bits
from fold_cli.search import tidy
from fold_cli.search.default import TooLong, with_default
from fold_cli.search.head_binding import HeadBinder
from fold_cli.search.nodes.tree import SearchTree
from fold_cli.search.options import Options
from fold_cli.theory.rules import Rule

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fold_cli.bits import Bits
    from fold_cli.search.clause import PartialClause
    from fold_cli.search.coverage import Coverage


class Learner:
    """Learns the rules of one target.

    Before each rule, ``on_progress`` hears the rules so far, and the positives that
    they do not cover.
    """

    def __init__(
        self,
        coverage: Coverage,
        options: Options | None = None,
        on_progress: Callable[[Sequence[Rule], Bits], None] = lambda *_: None,
    ) -> None:
        self.coverage = coverage
        self.options = options or Options()
        self.on_progress = on_progress
        self.search = SearchTree(coverage, self.options)
        self.binder = HeadBinder(self.search, self.options.must_bind)

    def learn(self, start: Sequence[Rule] = ()) -> list[Rule]:
        """Return rules that cover every positive example and no negative one.

        ``start`` are the rules that an earlier run came to.
        """
        return self.fold(self.coverage.positives, self.coverage.negatives, 0, start)

    def fold(
        self,
        pos: Bits,
        neg: Bits,
        depth: int,
        start: Sequence[Rule] = (),
        room: float = math.inf,
    ) -> list[Rule]:
        """Learn rules until every positive is covered.

        Raise ``TooLong`` once their size exceeds the room.
        """
        rules = list(start)
        left = pos & ~bits.union([rule.covers for rule in rules], pos)
        empty, size = self.search.root(depth), 0
        while left.any():
            if depth == 0:
                self.on_progress(rules, left)
            # DEVIATION: the number of rules may be limited; the rest is enumerated.
            if depth == 0 and self.is_full(rules):
                rule = self.enumerate_examples(left)
            else:
                rule = self.specialize(empty, left, neg, room - size)
                rule = rule if depth else self.bound(rule, left)
            left = left & ~rule.covers
            rules.append(rule)
            size += rule.size
            if size > room:
                raise TooLong
        # DEVIATION: rules that later ones make superfluous are dropped, and one clause
        # enumerates what the search finds without a pattern at different times.
        rules = tidy.without_redundant_rules(rules, pos)
        rules = tidy.with_one_enumeration(rules, self.coverage)
        if depth == 0 and self.is_full(rules):
            return rules
        return with_default(self, rules, pos, neg, depth)

    def specialize(
        self, clause: PartialClause, pos: Bits, neg: Bits, room: float = math.inf
    ) -> Rule:
        """Return a rule that covers positives and no negative."""
        while neg.any():
            refinement = clause.best(pos, neg)
            if refinement is None:
                rule = clause.body and self.exception(clause, neg, pos, room)
                return rule or self.enumerate_examples(pos)
            clause = clause.refined(refinement)
            pos, neg = pos & refinement.covers, neg & refinement.covers
        return self.rule(clause, [])

    def exception(
        self, clause: PartialClause, pos: Bits, neg: Bits, room: float
    ) -> Rule | None:
        """Return the clause unless an exception holds: FOLD with the roles swapped.

        ``pos`` are the negatives that the clause covers, ``neg`` its positives. None if
        nothing tells them apart.
        """
        depth = clause.depth + 1
        if not self.options.allows_exceptions(depth):
            return None
        if self.search.root(depth).best(pos, neg) is None:
            return None
        room -= len(clause.body) + 2  # which the clause itself takes
        return self.rule(clause, self.fold(pos, neg, depth, room=room))

    def bound(self, rule: Rule, pos: Bits) -> Rule:
        """DEVIATION: a problem may demand all variables of the head in the body."""
        bound = self.binder.bound(rule, pos)
        return bound or self.enumerate_examples(rule.covers & pos)

    def enumerate_examples(self, pos: Bits) -> Rule:
        """Return the rule that lists these examples; without arguments, the fact."""
        listed = self.coverage.member(pos)
        return Rule((listed,) if listed.rows[0] else (), (), pos)

    def rule(self, clause: PartialClause, exceptions: Sequence[Rule]) -> Rule:
        """Return the finished rule, whose exceptions are named when it is written.

        DEVIATION: literals that change nothing of what it covers are left out.
        """
        return tidy.simplified(self.coverage, clause.body, tuple(exceptions))

    def is_full(self, rules: Sequence[Rule]) -> bool:
        """Return whether there may be no more rules, apart from an enumeration."""
        limit = self.options.max_clauses
        return limit is not None and limit == len(tidy.defaults(rules))
