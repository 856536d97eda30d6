"""Leaving out of a theory what takes more bits than the errors it explains.

Of all rules, exceptions and literals, the one is removed whose removal makes the
message shortest, as long as the message does not become longer. What may replace a rule
is computed once for each rule; a round counts the errors of all replacements in bulk,
in O(replacements x examples / 64).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fold_cli import bits
from fold_cli.search.gain import MAX_TIED_DIFFERENCE
from fold_cli.search.message import error_bits

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from fold_cli.bits import Bits
    from fold_cli.search.coverage import Coverage
    from fold_cli.search.message import Message
    from fold_cli.theory.rules import Rule
    from fold_cli.theory.terms import Body


MAX_CACHED_BYTES = 1 << 28
"""Bytes of the cached sets of replacements; others are found anew each time."""


@dataclass(frozen=True, slots=True)
class _Replacements:
    """What may stand in the place of a rule, each with what it covers and its bits."""

    rule: Rule  # kept alive, since the cache is by its id
    rules: list[list[Rule]]  # none, or one
    covers: list[Bits]
    bits: NDArray[np.float64]


class Pruner:
    """Prunes theories of one problem."""

    def __init__(
        self,
        coverage: Coverage,
        message: Message,
        make_rule: Callable[[Body, tuple[Rule, ...]], Rule | None],
    ) -> None:
        self._coverage, self._message, self._make_rule = coverage, message, make_rule
        self._known: dict[int, _Replacements] = {}  # by the id of the rule
        self._cached_bytes = 0

    def pruned(self, rules: list[Rule]) -> list[Rule]:
        """Return the rules without the parts that do not pay for themselves."""
        pos, neg = self._coverage.positives, self._coverage.negatives
        now = self._message.length_of(rules, pos, neg)
        while True:
            shortest, change = self._best_change(rules)
            if shortest > now + MAX_TIED_DIFFERENCE:
                return rules
            rules, now = change, shortest

    def _best_change(self, rules: list[Rule]) -> tuple[float, list[Rule]]:
        """Return the shortest message with a part left out, and its rules."""
        pos, neg = self._coverage.positives, self._coverage.negatives
        bits.count_ahead(pos, lambda: self._sets_to_count(rules))
        examples = bits.count(pos | neg)
        theory = sum(map(self._message.rule_bits, rules))
        shortest, change = math.inf, rules
        for at, rule in enumerate(rules):
            before, after = rules[:at], rules[at + 1 :]
            others = bits.union([other.covers for other in before + after], pos)
            left, clean = pos & ~others, neg & ~others  # what no other rule covers
            instead = self._replacements(rule)
            covers = bits.stacked(instead.covers)
            errors = bits.counts(covers, clean)
            errors -= bits.counts(covers, left)
            errors += bits.count(left) + bits.count(neg & others)
            lengths = instead.bits + error_bits(examples, errors)
            lengths += theory - self._message.rule_bits(rule)
            first = int(np.argmax(lengths <= lengths.min() + MAX_TIED_DIFFERENCE))
            if lengths[first] < shortest - MAX_TIED_DIFFERENCE:
                shortest = float(lengths[first])
                change = [*before, *instead.rules[first], *after]
        return shortest, change

    def _sets_to_count(self, rules: list[Rule]) -> list[Bits]:
        """Return what ``_best_change`` counts, for sets that are counted together."""
        pos, neg = self._coverage.positives, self._coverage.negatives
        sets = [pos | neg]
        for at, rule in enumerate(rules):
            others = [other.covers for other in rules[:at] + rules[at + 1 :]]
            union = bits.union(others, pos)
            left, clean = pos & ~union, neg & ~union
            sets += [left, neg & union]
            for covers in self._replacements(rule).covers:
                sets += [covers & clean, covers & left]
        return sets

    def _replacements(self, rule: Rule) -> _Replacements:
        """Return what may stand in a rule's place: nothing, or a part of it."""
        replacements = self._known.get(id(rule))
        if replacements is None:
            shorter = self._shorter(rule)
            nothing = bits.empty_like(self._coverage.positives)
            covers = [nothing, *(r.covers for r in shorter)]
            lengths = np.array([0.0, *map(self._message.rule_bits, shorter)])
            rules = [[], *([each] for each in shorter)]
            replacements = _Replacements(rule, rules, covers, lengths)
            size = sum(getattr(each, "nbytes", 0) for each in covers)
            if self._cached_bytes + size <= MAX_CACHED_BYTES:
                self._known[id(rule)] = replacements
                self._cached_bytes += size
        return replacements

    def _shorter(self, rule: Rule) -> list[Rule]:
        """Return the rule without a literal, an exception, or a part of one."""
        body, exceptions = rule.body, rule.exceptions
        rules: list[Rule | None] = []
        for at in range(len(body) if len(body) > 1 else 0):
            rules.append(self._make_rule((*body[:at], *body[at + 1 :]), exceptions))
        for at, exception in enumerate(exceptions):
            before, after = exceptions[:at], exceptions[at + 1 :]
            for instead in self._replacements(exception).rules:
                rules.append(self._make_rule(body, (*before, *instead, *after)))
        return [shorter for shorter in rules if shorter is not None]
