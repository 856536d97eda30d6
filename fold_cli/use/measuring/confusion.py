"""Confusion matrices of two or several classes, and the measures computed from them.

A matrix is one tally of pairs, the class that a row is of and the class that it was
given. Matrices of folds, or of parts of a table, add up.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    def of(
        cls,
        predicted: NDArray[np.bool_],
        positive: NDArray[np.bool_],
        counts: NDArray[np.int64] | None = None,
    ) -> Confusion:
        """Count predictions against what each example is, or as many as it is for."""
        pairs = 2 * positive.astype(np.intp) + predicted
        true_neg, false_pos, false_neg, true_pos = _tally(pairs, 4, counts)
        return cls(true_pos, false_neg, false_pos, true_neg)

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
    def measures(self) -> dict[str, float]:
        """All measures by name; ``majority`` is the accuracy of the larger class."""
        return {
            "accuracy": self.accuracy,
            "precision": self.precision,
            "recall": self.recall,
            "f1": self.f1,
            "majority": self.majority,
        }

    @property
    def majority(self) -> float:
        """The accuracy of always saying the larger class."""
        larger = max(self.positives, self.negatives)
        return _share(larger, self.positives + self.negatives)

    def to_data(self) -> dict[str, object]:
        """Return the counts as JSON has them."""
        return {
            "positives": self.positives,
            "negatives": self.negatives,
            "confusion": asdict(self),
        }

    def largest(self, _: int) -> Confusion:
        """Return it as it is: there are two classes."""
        return self

    @property
    def tables(self) -> list[list[list[str]]]:
        """What may be read beside the measures: tables, their first rows headers."""
        counts = [
            ["", "predicted true", "predicted false"],
            ["positive", str(self.true_positives), str(self.false_negatives)],
            ["negative", str(self.false_positives), str(self.true_negatives)],
        ]
        return [counts]

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


def _tally(
    places: NDArray[np.intp], size: int, counts: NDArray[np.int64] | None
) -> list[int]:
    """Return how often each place occurs, or the sum of its counts."""
    total = np.zeros(size, dtype=np.int64)
    np.add.at(total, places, 1 if counts is None else counts)
    totals: list[int] = total.tolist()
    return totals


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


@dataclass(frozen=True, slots=True)
class ClassConfusion:
    """How many rows of each class were given which class.

    A row of ``counts`` is a class that rows are of, a column the class that they were
    given; the last column is for those that were given none.
    """

    classes: tuple[str, ...]
    counts: tuple[tuple[int, ...], ...]

    @classmethod
    def of(
        cls,
        given: NDArray[np.intp],
        actual: NDArray[np.intp],
        classes: Sequence[str],
        counts: NDArray[np.int64] | None = None,
    ) -> ClassConfusion:
        """Count the classes given, -1 for none, against those that rows are of.

        Each stands for one row, or for as many as ``counts`` says.
        """
        size = len(classes)
        pairs = actual * (size + 1) + np.where(given < 0, size, given)
        cells = _tally(pairs, size * (size + 1), counts)
        rows = [cells[at : at + size + 1] for at in range(0, len(cells), size + 1)]
        return cls(tuple(classes), tuple(map(tuple, rows)))

    def __add__(self, other: ClassConfusion) -> ClassConfusion:
        counts = (np.array(self.counts) + np.array(other.counts)).tolist()
        return ClassConfusion(self.classes, tuple(map(tuple, counts)))

    def largest(self, limit: int) -> ClassConfusion:
        """Return the confusion of the largest classes, all others being one."""
        size = len(self.classes)
        if size <= limit:
            return self
        sizes = [sum(row) for row in self.counts]
        order = sorted(range(size), key=lambda at: -sizes[at])[: limit - 1]
        kept = sorted(order)
        group = [kept.index(at) if at in order else limit - 1 for at in range(size)]
        counts = [[0] * (limit + 1) for _ in range(limit)]
        for actual, row in zip(group, self.counts, strict=True):
            for given, count in zip([*group, limit], row, strict=True):
                counts[actual][given] += count
        names = [self.classes[at] for at in kept]
        names.append(f"{size - limit + 1} others")
        return ClassConfusion(tuple(names), tuple(map(tuple, counts)))

    @property
    def total(self) -> int:
        """How many rows there are."""
        return sum(map(sum, self.counts))

    @property
    def accuracy(self) -> float:
        """The share of rows that were given their class."""
        right = sum(row[place] for place, row in enumerate(self.counts))
        return _share(right, self.total)

    @property
    def tables(self) -> list[list[list[str]]]:
        """What may be read beside the measures: tables, their first rows headers."""
        none = ["none"] if any(row[-1] for row in self.counts) else []
        width = len(self.classes) + len(none)
        counts = [["class / given", *self.classes, *none]]
        measures = [["class", "precision", "recall", "F1", "number"]]
        for place, (value, row) in enumerate(
            zip(self.classes, self.counts, strict=True)
        ):
            counts.append([value, *map(str, row[:width])])
            one = self.of_class(place)
            shares = [f"{m:.3f}" for m in (one.precision, one.recall, one.f1)]
            measures.append([value, *shares, str(one.positives)])
        return [counts, measures]

    def of_class(self, place: int) -> Confusion:
        """Return the confusion of one class with all others."""
        right, actual = self.counts[place][place], sum(self.counts[place])
        given = sum(row[place] for row in self.counts)
        neither = self.total - actual - given + right
        return Confusion(right, actual - right, given - right, neither)

    @property
    def measures(self) -> dict[str, float]:
        """All measures by name, as means over the classes that rows are of.

        The weighted one counts each class as often as there are rows of it.
        """
        by_class = [self.of_class(place) for place in range(len(self.classes))]
        by_class = [confusion for confusion in by_class if confusion.positives]
        weights = [confusion.positives / self.total for confusion in by_class]
        weighted = sum(w * c.f1 for w, c in zip(weights, by_class, strict=True))
        return {
            "accuracy": self.accuracy,
            "macro_precision": _mean([c.precision for c in by_class]),
            "macro_recall": _mean([c.recall for c in by_class]),
            "macro_f1": _mean([c.f1 for c in by_class]),
            "weighted_f1": weighted,
            "majority": max(weights, default=0.0),
        }

    def to_data(self) -> dict[str, object]:
        """Return the counts as JSON has them."""
        return {
            "classes": list(self.classes),
            "confusion": list(map(list, self.counts)),
        }


AnyConfusion: TypeAlias = Confusion | ClassConfusion


def pooled(confusions: Sequence[AnyConfusion]) -> AnyConfusion:
    """Return the confusion of all examples together, whatever classes each part has."""
    if isinstance(confusions[0], Confusion):
        return sum((c for c in confusions if isinstance(c, Confusion)), Confusion())
    of_classes = [c for c in confusions if isinstance(c, ClassConfusion)]
    classes = tuple(dict.fromkeys(value for c in of_classes for value in c.classes))
    counts = [[0] * (len(classes) + 1) for _ in classes]
    for confusion in of_classes:
        places = [*map(classes.index, confusion.classes), len(classes)]
        for actual, row in zip(places, confusion.counts, strict=False):
            for given, count in zip(places, row, strict=True):
                counts[actual][given] += count
    return ClassConfusion(classes, tuple(map(tuple, counts)))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
