"""The length of a message that tells which examples are positive, in bits.

The message holds the theory and points out the examples that the theory gets wrong: its
bits are the description length (Rissanen 1978; Quinlan and Rivest 1989; Cohen 1995).
"""

from __future__ import annotations

import math
from collections import defaultdict
from copy import copy
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from fold_cli import bits
from fold_cli.search.gain import THRESHOLD_PRECISION
from fold_cli.theory import terms

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import NDArray

    from fold_cli.bits import Bits
    from fold_cli.coverage.candidates import Candidates
    from fold_cli.theory.rules import Rule
    from fold_cli.theory.terms import Body

NEEDED_SHARE = 0.6
"""The share of its bits that a theory needs: much can be said in many ways (Cohen)."""

SUMS_PER_BLOCK = 1 << 14
"""Sums of logarithms that are computed at once."""

MAX_CACHED_BLOCKS = 16
"""Blocks of sums of logarithms that are kept, of 128 kB each."""


class Message:
    """Measures messages whose literals are chosen among some candidates.

    A literal takes the logarithm of the choices that there are for it: those over the
    head's variables, and for each variable of the body as many as use it on average.
    """

    def __init__(self, candidates: Candidates, arity: int) -> None:
        """Take what may be added to the empty body of a head with so many arguments."""
        self._arity, self._share, self._bodies = arity, NEEDED_SHARE, 1.0
        choices = defaultdict[int, float](float)  # by the literals that go together
        introducing = 0
        for block in candidates.blocks:
            choices[len(block.steps[0])] += len(block.steps)
            if len(block.steps[0]) == 1 and not block.negatable:
                introducing += len(block.steps)
        for column in candidates.columns:
            thresholds = 2 * len(column.values) ** THRESHOLD_PRECISION
            choices[len(column.before) + 1] += thresholds
        self._over_head = max(2.0, choices[1])
        self._over_variable = choices[2] / max(1, introducing)
        self.least_bits = self._literal_bits(())
        """The bits of a body with one literal, the least that a rule has."""

    def priced(self, share: float, width: int = 1) -> Message:
        """Return messages in which theories take another share of their bits.

        Each literal also says which of so many bodies side by side it is added to.
        These are as alike as thresholds are.
        """
        message = copy(self)
        message._share, message._bodies = share, width**THRESHOLD_PRECISION
        message.least_bits = message._literal_bits(())
        return message

    def length(self, theory: float, covered: Bits, pos: Bits, neg: Bits) -> float:
        """Return the bits of a theory of so many bits, and of what it gets wrong.

        That is, the positives that are not covered and the negatives that are.
        """
        missed, mistaken, every = pos & ~covered, neg & covered, pos | neg
        bits.count_ahead(pos, lambda: (missed, mistaken, every))
        errors = bits.count(missed) + bits.count(mistaken)
        return theory + float(error_bits(bits.count(every), errors))

    def length_of(self, rules: Sequence[Rule], pos: Bits, neg: Bits) -> float:
        """Return the bits of rules, and of what they get wrong."""
        covered = bits.union([rule.covers for rule in rules], pos)
        return self.length(sum(map(self.rule_bits, rules)), covered, pos, neg)

    def least_length(self, theory: float, covered: Bits, pos: Bits, neg: Bits) -> float:
        """Return the bits of a theory that covers all positives beside some examples.

        That is the length where ``covered`` has the positives as well.
        """
        mistaken, every = neg & covered, pos | neg
        bits.count_ahead(pos, lambda: (pos & ~covered, mistaken, every))
        return theory + float(error_bits(bits.count(every), bits.count(mistaken)))

    def rule_bits(self, rule: Rule) -> float:
        """Return the bits of a rule with its exceptions."""
        body = max(self.least_bits, self.body_bits(rule.body))
        return body + sum(map(self.rule_bits, rule.exceptions))

    def body_bits(self, body: Body) -> float:
        """Return the bits of a body."""
        if not self._over_variable:
            return sum([self.least_bits] * len(body))
        total, variables = 0.0, set[int]()
        for literal in body:
            total += self._literal_bits(variables)
            variables |= {v for v in terms.variables(literal) if v >= self._arity}
        return total

    def _literal_bits(self, variables: Collection[int]) -> float:
        choices = self._over_head + len(variables) * self._over_variable
        return self._share * math.log2(self._bodies * choices)


def error_bits(examples: int, errors: Any) -> Any:
    """Return the bits that point out the errors among examples, for one number or many.

    That is log2 of n over k for k errors up to n/2; each further error takes one bit
    more, so that more errors never take fewer bits.
    """
    if isinstance(errors, int):
        return _bits_of_errors(examples, errors)
    logs, halves = LOG_FACTORIALS, np.minimum(errors, examples // 2)
    ways = logs.of_one(examples) - logs(halves) - logs(examples - halves)
    return ways + errors - halves


@lru_cache(maxsize=1 << 12)
def _bits_of_errors(examples: int, errors: int) -> float:
    logs, half = LOG_FACTORIALS, min(errors, examples // 2)
    ways = logs.of_one(examples) - logs.of_one(half) - logs.of_one(examples - half)
    return ways + errors - half


class LogFactorials:
    """The binary logarithms of the factorials of all numbers.

    They are sums of logarithms from 1 on. One sum in ``SUMS_PER_BLOCK`` is kept; those
    after it are added up when they are asked for, and are the same to the last bit.
    """

    def __init__(self) -> None:
        self._blocks = dict[int, "NDArray[np.float64]"]()
        self._before = [0.0]  # the sum before each block, as far as any was asked for

    def __call__(self, numbers: NDArray[np.integer]) -> NDArray[np.float64]:
        """Return log2(n!) of each number n."""
        if int(numbers.max(initial=0)) < SUMS_PER_BLOCK:
            return self._block(0).take(numbers)
        blocks, places = np.divmod(numbers, SUMS_PER_BLOCK)
        logarithms = np.empty(len(blocks))
        for block in set(blocks.tolist()):
            inside = blocks == block
            logarithms[inside] = self._block(block)[places[inside]]
        return logarithms

    def of_one(self, number: int) -> float:
        """Return log2(n!) of one number n."""
        block, place = divmod(number, SUMS_PER_BLOCK)
        return float(self._block(block)[place])

    def _block(self, block: int) -> NDArray[np.float64]:
        sums = self._blocks.get(block)
        if sums is None:
            while len(self._before) <= block:
                self._before.append(float(self._sums(len(self._before) - 1)[-1]))
            if len(self._blocks) == MAX_CACHED_BLOCKS:
                self._blocks.clear()
            sums = self._blocks[block] = self._sums(block)
        return sums

    def _sums(self, block: int) -> NDArray[np.float64]:
        first = block * SUMS_PER_BLOCK
        numbers = np.arange(first, first + SUMS_PER_BLOCK, dtype=np.float64)
        logarithms = np.log2(np.maximum(numbers, 1.0))
        sums: NDArray[np.float64] = np.cumsum(
            np.append(self._before[block], logarithms)
        )[1:]
        return sums


LOG_FACTORIALS = LogFactorials()
"""Shared by all messages: what one has added up, others look up."""
