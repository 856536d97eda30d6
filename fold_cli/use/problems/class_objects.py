"""Examples of a target with classes, such as ``class(dog, mammal)``, by their objects.

In Prolog files each pair of an object and a class is an example of its own. What is
known of one object belongs together: into one fold, and where an object has one class
and is asked about all, into one row of a confusion of classes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fold_cli.theory.theory import Theory


@dataclass(frozen=True, slots=True)
class ClassObjects:
    """The object and the class of each example, and whether it is positive."""

    values: tuple[str, ...]  # the classes, as Prolog writes them
    position: int  # of the class among the arguments of the target, from 0
    objects: NDArray[np.intp]  # of the examples, numbered from 0
    classes: NDArray[np.intp]  # of the examples, as places in ``values``
    positive: NDArray[np.bool_]

    @property
    def size(self) -> int:
        """The number of objects."""
        return int(self.objects.max(initial=-1)) + 1

    @property
    def kinds(self) -> NDArray[np.intp]:
        """A class of each object; one more than there are for those without any."""
        found = np.full(self.size, len(self.values), dtype=np.intp)
        own = np.flatnonzero(self.positive)[::-1]  # so that the first one counts
        found[self.objects[own]] = self.classes[own]
        return found

    @property
    def labels(self) -> NDArray[np.intp] | None:
        """The class of each object; None unless each has one and is asked about all."""
        pairs = len(np.unique(self.objects * len(self.values) + self.classes))
        own = np.bincount(self.objects[self.positive], minlength=self.size)
        if pairs < self.size * len(self.values) or (own != 1).any():
            return None
        return self.kinds

    def given(self, theory: Theory, holds: NDArray[np.bool_]) -> NDArray[np.intp]:
        """Return the class that each object gets: the first that Prolog would find.

        -1 is none.
        """
        found = np.full(self.size, -1, dtype=np.intp)
        for place in reversed(self._order(theory)):
            found[self.objects[holds & (self.classes == place)]] = place
        return found

    def _order(self, theory: Theory) -> Sequence[int]:
        """Return the classes in the order in which a theory has clauses for them."""
        fixed = [
            dict(learned.clause.fixed).get(self.position)
            for learned in theory.clauses
            if learned.clause.predicate == theory.target
        ]
        first = [constant.text for constant in fixed if constant]
        known = [self.values.index(text) for text in first if text in self.values]
        return list(dict.fromkeys([*known, *range(len(self.values))]))

    def shares(self, likely: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return how likely each class is of each object, from that of each example."""
        found = np.zeros((self.size, len(self.values)))
        found[self.objects, self.classes] = likely
        total = found.sum(axis=1, keepdims=True)
        shares: NDArray[np.float64] = found / np.where(total > 0, total, 1)
        return shares
