"""The length of a message that tells which examples are positive, in bits.

The message holds the theory and points out the examples that the theory gets wrong: its
bits are the description length (Rissanen 1978; Quinlan and Rivest 1989; Cohen 1995).
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from fold_cli import bits
from fold_cli.search.gain import THRESHOLD_PRECISION

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fold_cli.bits import Bits
    from fold_cli.coverage.candidates import Candidates
    from fold_cli.theory.rules import Rule

NEEDED_SHARE = 0.6
"""The share of its bits that a theory needs: much can be said in many ways (Cohen)."""


class Message:
    """Measures messages whose literals are chosen among some candidates."""

    def __init__(self, candidates: Candidates) -> None:
        choices: float = sum(len(block.steps) for block in candidates.blocks)
        for column in candidates.columns:
            choices += 2 * len(column.values) ** THRESHOLD_PRECISION
        self._literal_bits = math.log2(max(2.0, choices))

    def length(self, theory: float, covered: Bits, pos: Bits, neg: Bits) -> float:
        """Return the bits of a theory of so many bits, and of what it gets wrong.

        That is, the positives that are not covered and the negatives that are.
        """
        errors = bits.count(pos & ~covered) + bits.count(neg & covered)
        return theory + float(error_bits(bits.count(pos | neg), errors))

    def rule_bits(self, rule: Rule) -> float:
        """Return the bits of a rule with its exceptions."""
        return self.body_bits(len(rule.body)) + sum(
            map(self.rule_bits, rule.exceptions)
        )

    def body_bits(self, literals: int) -> float:
        """Return the bits of a body with so many literals."""
        return NEEDED_SHARE * self._literal_bits * literals


def error_bits(examples: int, errors: Any) -> Any:
    """Return the bits that point out the errors among examples.

    More errors never take fewer bits: a theory is not meant to be wrong throughout.
    """
    ways = _log_factorials(1 << examples.bit_length())
    half = np.minimum(errors, examples // 2)
    return ways[examples] - ways[half] - ways[examples - half] + errors - half


@lru_cache(maxsize=4)
def _log_factorials(size: int) -> NDArray[np.float64]:
    """Return the binary logarithms of the factorials of all numbers below a size."""
    numbers = np.maximum(np.arange(size, dtype=np.float64), 1.0)
    return np.cumsum(np.log2(numbers))
