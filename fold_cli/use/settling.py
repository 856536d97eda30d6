"""Rows that nothing tells apart: the same cells, and different classes.

No rule can be right about all of them. In the exact mode, which rests on examples that
agree, they are learned from as if they had the class of most of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fold_cli.files.tables.coded import Codes


def majority_labels(
    columns: Sequence[Codes], labels: NDArray[np.intp]
) -> NDArray[np.intp]:
    """Return for each row the label of most rows with the same codes in all columns.

    Of labels that are equally frequent there, that of more rows of the table is taken,
    then the lowest. One sort of the rows by their codes.
    """
    if not len(labels):
        return labels
    group = np.zeros(len(labels), dtype=np.intp)
    for codes in columns:  # rows are in one group if all codes so far are the same
        pairs = group * (int(codes.max()) + 1) + codes.astype(np.intp)
        group = np.unique(pairs, return_inverse=True)[1].reshape(-1)
    totals = np.bincount(labels)
    pairs, counts = np.unique(group * len(totals) + labels, return_counts=True)
    of_group, label = np.divmod(pairs, len(totals))
    order = np.lexsort((-label, totals[label], counts, of_group))
    last = np.append(of_group[order][1:] != of_group[order][:-1], True)
    result: NDArray[np.intp] = label[order][last][group]
    return result


def settled_note(settled: NDArray[np.intp], labels: NDArray[np.intp]) -> str:
    """Say how many rows are taken to be of another class than theirs."""
    count = int(np.count_nonzero(settled != labels))
    rows = "1 row has" if count == 1 else f"{count} rows have"
    return (
        f"{rows} the same cells as rows of another class, which are more: no rule can "
        f"tell {'it' if count == 1 else 'them'} apart, so the theory gives "
        f"{'it' if count == 1 else 'them'} that class"
    )
