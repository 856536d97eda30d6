"""The best literal for few examples, again and again for fewer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fold_cli.coverage.line import Sorted
from fold_cli.search.gain import foil_gain
from fold_cli.search.ranking import Choice, tied

if TYPE_CHECKING:
    from fold_cli.bits import Bits
    from fold_cli.coverage.candidates import Candidates, Examples
    from fold_cli.coverage.line import Line
    from fold_cli.search.gain import Counts

FEW = 2000
"""Examples up to which sorting them all is soon repaid."""

SHRUNK = 8
"""When only one in so many of the sorted examples counts, the others are left out."""

NEGATIVE = 1 << 32
"""What a negative counts where a positive counts 1: one sum tells both."""


class Few:
    """Few examples on a line, some of which count, and what may be said of them.

    Their keys are in order, so that a literal holds for one stretch of them, and one
    running sum tells how many positives and negatives each literal covers.
    """

    def __init__(
        self, candidates: Candidates, sorted_: Sorted, weights: Counts, count: int
    ) -> None:
        self._candidates, self._weights = candidates, weights
        if SHRUNK * count < sorted_.size:
            sorted_ = sorted_.only(weights > 0)
        self._sorted = sorted_

    @staticmethod
    def of(candidates: Candidates, line: Line, pos: Examples, neg: Examples) -> Few:
        """Take some examples, all of which count."""
        examples = np.concatenate([pos.indices, neg.indices])
        weights = np.ones(len(examples), dtype=np.int64)
        weights[pos.count :] = NEGATIVE
        sorted_ = Sorted.of(line, examples)
        return Few(candidates, sorted_, weights, len(examples))

    def best(self, _pos: Bits, _neg: Bits) -> tuple[Choice | None, Few | None]:
        """Return the literal with the highest gain, and where it leads."""
        sorted_ = self._sorted
        sums = np.zeros(len(sorted_.members) + 1, dtype=np.int64)
        self._weights.take(sorted_.members).cumsum(out=sums[1:])
        n0, p0 = divmod(int(sums[sorted_.size]), NEGATIVE)
        counts = sums.take(sorted_.end) - sums.take(sorted_.first)
        gains = foil_gain(p0, n0, counts & (NEGATIVE - 1), counts >> 32)
        top = float(gains.max(initial=0.0))
        if top <= 0:
            return None, None
        equal = (gains >= tied(top)).nonzero()[0]
        at = int(equal[sorted_.orders[equal].argmin()])
        members = sorted_.members[sorted_.first[at] : sorted_.end[at]]
        weights = np.zeros_like(self._weights)
        weights[members] = self._weights[members]
        n1, p1 = divmod(int(counts[at]), NEGATIVE)
        few = Few(self._candidates, sorted_, weights, p1 + n1)
        literals, covers = self._candidates.take(int(sorted_.orders[at]))
        return Choice(literals, covers, top), few
