"""Rows that nothing tells apart: the same cells, and different classes.

No rule can be right about all of them. In the exact mode, which rests on examples that
agree, they are learned from as if they had the class of most of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fold_cli import bits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fold_cli.bits import Bits
    from fold_cli.files.tables.coded import Codes

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # odd, with bits in no order


def majority_labels(
    columns: Sequence[Codes], labels: NDArray[np.intp]
) -> NDArray[np.intp]:
    """Return for each row the label of most rows with the same codes in all columns.

    Of labels that are equally frequent there, that of more rows of the table is taken,
    then the lowest. One sort of a number for each row, and one for each column of the
    rows whose number is that of another row.
    """
    shared = _perhaps_shared(columns, len(labels))
    if not shared.size:
        return labels
    group = np.zeros(len(shared), dtype=np.intp)
    for codes in columns:  # rows are in one group if all codes so far are the same
        pairs = group * (int(codes.max()) + 1) + codes[shared].astype(np.intp)
        group = np.unique(pairs, return_inverse=True)[1].reshape(-1)
    totals = np.bincount(labels)
    pairs = group * len(totals) + labels[shared]
    pairs, counts = np.unique(pairs, return_counts=True)
    of_group, label = np.divmod(pairs, len(totals))
    order = np.lexsort((-label, totals[label], counts, of_group))
    last = np.append(of_group[order][1:] != of_group[order][:-1], True)
    found = labels.copy()
    found[shared] = label[order][last][group]
    return found


def _perhaps_shared(columns: Sequence[Codes], size: int) -> NDArray[np.intp]:
    """Return the rows that may have the codes of another row, and no other.

    Rows with the same codes get the same number; others hardly ever do.
    """
    numbers = np.zeros(size, dtype=np.uint64)
    for codes in columns:
        numbers *= _MULTIPLIER
        numbers += codes.astype(np.uint64)
    ordered = np.sort(numbers)
    again = ordered[1:][ordered[1:] == ordered[:-1]]
    if not again.size:
        return np.zeros(0, dtype=np.intp)
    places = np.searchsorted(again, numbers).clip(max=len(again) - 1)
    return np.flatnonzero(again[places] == numbers)


class MajorityClasses(NamedTuple):
    """The examples of each class, negative and positive or several, that rules tell."""

    classes: tuple[Bits, ...]
    changed: int  # the number of rows that are taken to be of another class than theirs

    def note(self) -> str:
        """Say how many rows are taken to be of another class than theirs."""
        count, one = self.changed, self.changed == 1
        rows = "1 row has" if one else f"{count} rows have"
        return (
            f"{rows} the same cells as rows of another class, which are more: no rule "
            f"can tell {'it' if one else 'them'} apart, so the theory gives "
            f"{'it' if one else 'them'} that class"
        )


def majority_classes(
    columns: Sequence[Codes], labels: NDArray[np.intp], classes: int
) -> MajorityClasses | None:
    """Return the classes, each group of rows with the same cells in one of them.

    None if they are so already.
    """
    found = majority_labels(columns, labels)
    changed = int(np.count_nonzero(found != labels))
    if not changed:
        return None
    return MajorityClasses(
        tuple(bits.pack(found == at) for at in range(classes)), changed
    )
