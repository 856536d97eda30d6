"""Rows with equal cells and different classes, which no rule can tell apart.

The exact mode needs examples that agree, so each group of equal rows is learned from as
if all had the class of most of them. Cost: one sort of a hash for each row, and one for
each column of the rows that share a hash.
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
    shared = _rows_with_shared_hash(columns, len(labels))
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


def _rows_with_shared_hash(columns: Sequence[Codes], size: int) -> NDArray[np.intp]:
    """Return the rows whose hash another row has: all equal rows, and few others."""
    hashes = np.zeros(size, dtype=np.uint64)
    for codes in columns:
        hashes *= _MULTIPLIER
        hashes += codes.astype(np.uint64)
    ordered = np.sort(hashes)
    repeated = ordered[1:][ordered[1:] == ordered[:-1]]
    if not repeated.size:
        return np.zeros(0, dtype=np.intp)
    places = np.searchsorted(repeated, hashes).clip(max=len(repeated) - 1)
    return np.flatnonzero(repeated[places] == hashes)


class MajorityClasses(NamedTuple):
    """The examples of each class, equal rows in one class; negatives come first."""

    classes: tuple[Bits, ...]
    changed: int  # the number of rows that are in another class than theirs

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
