"""Why little or nothing was learned, and what to try: a line or two for the user.

The facts come from the finished rules and from one more look at the candidates, for the
examples that no rule explains. With noise that is the search for one more rule.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fold_cli import bits
from fold_cli.coverage.examples import Examples
from fold_cli.search.nodes.tree import SearchTree
from fold_cli.theory.formats.prolog_format import clause_text
from fold_cli.theory.terms import Clause, Member

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_cli.bits import Bits
    from fold_cli.search.coverage import Coverage
    from fold_cli.search.options import Options
    from fold_cli.theory.rules import Rule
    from fold_cli.theory.terms import Predicate

MAX_NAMED_PREDICATES = 6
"""Predicates that a line names; of more it gives the number."""

MAX_NAMED_EXAMPLES = 3
"""Examples that a line names."""

MIN_COVERED_SHARE = 0.5
"""The share of the positives below which a theory that allows for noise covers few."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What was learned, and from what."""

    coverage: Coverage
    options: Options
    rules: Sequence[Rule]
    target: Predicate
    considered: Sequence[Predicate]  # those that might have stood in a body
    with_names: str = ""  # a literal with a new variable, as the mode that names it

    def lines(self) -> list[str]:
        """Return the lines to tell, none where rules were found for most examples."""
        return self._weak_signal() if self.options.noise else self._enumeration()

    def _enumeration(self) -> list[str]:
        """Say how many examples are enumerated, and why no rule covers them."""
        listed = [rule for rule in self.rules if rule.enumerates]
        if not listed:
            return []
        positives = self.coverage.positives
        pos = bits.union([rule.covers for rule in listed], positives)
        count = (
            f"no rule was found for {bits.count(pos)} of {bits.count(positives)} "
            "positive examples; they are enumerated"
        )
        if self.options.max_clauses == len(self.rules) - len(listed):
            return [count, "there may be no more rules than --max-clauses says"]
        if len(listed) == len(self.rules):
            hint = _number_hint(listed, self.target)
            if hint:
                return [count, hint]
        unknown = self._undescribed(pos)
        if unknown is None:
            return [count, self._no_rule(pos)]
        known = pos & ~unknown
        others = [self._no_rule(known)] if bits.count(known) else []
        return [count, self._unknown(unknown), *others]

    def _no_rule(self, pos: Bits) -> str:
        """Say why no rule covers some positives."""
        root = SearchTree(self.coverage, self.options).root(0)
        best = root.best(pos, self.coverage.negatives)
        if not self.considered:
            return (
                "no predicate can be used (see fold modes); are the names in the "
                "examples those of the background?"
            )
        if best is None:
            advice = "describe them by more predicates"
            if self.with_names:
                advice += f", or let rules name objects: a mode {self.with_names}"
            if self.with_names and self.options.lookahead == 1:
                advice = f"try --lookahead 2, {advice}"
            return (
                f"no literal of {self._names} holds of them more often than of the "
                f"negative examples; {advice}"
            )
        return (
            f"literals of {self._names} tell them from some negative examples, but not "
            "from all; if examples may be wrong, try --noise"
        )

    def _undescribed(self, pos: Bits) -> Bits | None:
        """Return the examples of which no literal holds; None without one.

        Rows of a table whose cells are all empty are not meant.
        """
        if not self.target.arity or not self.considered:
            return None
        if self.coverage.described(()) is not None:
            return None
        every = self.coverage.positives | self.coverage.negatives
        candidates = self.coverage.refinements((), every, 0)
        for block in candidates.blocks:
            for at in block.counts(Examples(pos, self.coverage.size)).nonzero()[0]:
                pos = pos & ~block.row(int(at))
        for column in candidates.columns:
            pos = pos & ~bits.pack(column.low > 0)
        return pos if bits.count(pos) else None

    def _unknown(self, pos: Bits) -> str:
        """Say that nothing describes some examples."""
        rows = self.coverage.member(pos).rows
        texts = [", ".join(arg.text for arg in row) for row in rows]
        atoms = [f"{self.target.name}({text})" for text in texts[:MAX_NAMED_EXAMPLES]]
        more = len(rows) - len(atoms)
        named = ", ".join(atoms) + f" and {more} more" * (more > 0)
        return (
            f"the background says nothing about what {named} names: no literal of "
            f"{self._names} holds of it; are the names spelled as there?"
        )

    def _weak_signal(self) -> list[str]:
        """Say which rule comes closest to paying for itself, where few are covered."""
        pos, neg = self.coverage.positives, self.coverage.negatives
        covered = bits.union([rule.covers for rule in self.rules], pos)
        left, clean = pos & ~covered, neg & ~covered
        if bits.count(left) <= MIN_COVERED_SHARE * bits.count(pos):
            return []
        from fold_cli.search.noise import NoisyLearner

        few = "little" if self.rules else "nothing"
        arity = self.target.arity
        learner = NoisyLearner(self.coverage, self.options, arity=arity)
        rule = learner.specialize(learner.search.root(0), left, neg)
        if rule is None:
            return [f"{few} is learned: no literal of {self._names} has a gain"]
        message = learner.message
        taken = message.length(message.rule_bits(rule), covered | rule.covers, pos, neg)
        missing = taken - message.length(0.0, covered, pos, neg)
        if missing < 0:  # there may be no more rules
            return []
        written = learner.finished(rule)
        clause = clause_text(Clause(self.target.name, arity, written.body))
        exceptions = " with its exceptions" if written.exceptions else ""
        return [
            f"{few} is learned, for the signal is weak: the best rule that was found, "
            f"{' '.join(clause.rstrip('.').split())}, covers"
            f"{exceptions} {bits.count(left & rule.covers)} positive and "
            f"{bits.count(clean & rule.covers)} negative examples more, and lacks "
            f"{missing:.1f} bits to pay for itself",
            "try more examples, fewer predicates (modes), or the exact search, --exact",
        ]

    @property
    def _names(self) -> str:
        names = list(dict.fromkeys(map(str, self.considered)))
        if len(names) > MAX_NAMED_PREDICATES:
            return f"{len(names)} predicates"
        return " or ".join(names) or "any predicate"


def _number_hint(listed: Sequence[Rule], target: Predicate) -> str | None:
    """Say how thresholds are asked for, where the examples' arguments are numbers."""
    rows = [
        row for r in listed for m in r.body if isinstance(m, Member) for row in m.rows
    ]
    number = re.compile(r"-?\d+(\.\d+([eE][-+]?\d+)?)?")
    types = [
        "number" if all(number.fullmatch(row[at].text) for row in rows) else "object"
        for at in range(target.arity)
    ]
    if len(rows) < 2 or "number" not in types:
        return None
    mode = f"{target.name}({', '.join(f'+{type_}' for type_ in types)})"
    return (
        "the numbers in the examples are taken for names; where modes declare "
        f"modeh(1, {mode}), thresholds on them are tried"
    )
