"""How good predictions are: plain counts and measures, however they were made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Confusion:
    """How many examples of each kind were predicted to be of which kind.

    A measure that would divide by nothing is 0: a theory that predicts no example
    true has precision 0.
    """

    true_positives: int = 0
    false_negatives: int = 0
    false_positives: int = 0
    true_negatives: int = 0

    @classmethod
    def of(cls, predicted: NDArray[np.bool_], positive: NDArray[np.bool_]) -> Confusion:
        """Count predictions against what each example is."""
        return cls(
            true_positives=int(np.count_nonzero(predicted & positive)),
            false_negatives=int(np.count_nonzero(~predicted & positive)),
            false_positives=int(np.count_nonzero(predicted & ~positive)),
            true_negatives=int(np.count_nonzero(~predicted & ~positive)),
        )

    def __add__(self, other: Confusion) -> Confusion:
        return Confusion(
            self.true_positives + other.true_positives,
            self.false_negatives + other.false_negatives,
            self.false_positives + other.false_positives,
            self.true_negatives + other.true_negatives,
        )

    @property
    def positives(self) -> int:
        """How many examples are positive."""
        return self.true_positives + self.false_negatives

    @property
    def negatives(self) -> int:
        """How many examples are negative."""
        return self.false_positives + self.true_negatives

    @property
    def accuracy(self) -> float:
        """The share of examples predicted as they are."""
        right = self.true_positives + self.true_negatives
        return _share(right, self.positives + self.negatives)

    @property
    def precision(self) -> float:
        """The share of those predicted true that are positive."""
        return _share(self.true_positives, self.true_positives + self.false_positives)

    @property
    def recall(self) -> float:
        """The share of the positive that are predicted true."""
        return _share(self.true_positives, self.positives)

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        wrong = self.false_positives + self.false_negatives
        return _share(2 * self.true_positives, 2 * self.true_positives + wrong)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
