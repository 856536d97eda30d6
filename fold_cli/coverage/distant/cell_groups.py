"""Rows with the same cells, wherever they are: found by hashes of their codes.

A group of rows is identified by 128 bits. Groups are answered in shares, by the
remainders of their hashes, so that no answer is long. Each question is one pass over
the cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fold_cli.coverage.distant.part_changes import Change
from fold_cli.coverage.profiles import distinct
from fold_cli.files.tables.coded import steps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fold_cli.coverage.distant.part import CodedPart

    Hashes = NDArray[np.uint64]
    """Two numbers for each row, or for each group: one below the other."""

FACTORS = np.array([[0x9E3779B97F4A7C15], [0xC2B2AE3D27D4EB4F]], dtype=np.uint64)
SHIFT = np.uint64(29)
"""How the codes of a row are mixed into its two hashes."""


class Groups(NamedTuple):
    """Groups of rows with the same cells, and how many of each have each class."""

    hashes: Hashes
    counts: NDArray[np.int64]  # a row for each group

    @staticmethod
    def of(hashes: Hashes, counts: NDArray[np.int64]) -> Groups:
        """Bring rows, or groups, together."""
        return Groups(*distinct(hashes, counts))


def row_hashes(part: CodedPart, rows: slice) -> Hashes:
    """Return the hashes of some rows of a part."""
    size = rows.stop - rows.start
    hashes: Hashes = np.zeros((2, size), dtype=np.uint64)
    for codes in part.columns:
        hashes += codes[rows].astype(np.uint64) + np.uint64(1)
        hashes *= FACTORS
        hashes ^= hashes >> SHIFT
    return hashes


@dataclass(frozen=True)
class CellGroups:
    """Which groups of rows have the same cells, of one share of all groups?"""

    share: int
    shares: int
    classes: int

    def answer(self, part: CodedPart) -> Groups:
        """Return the groups of a part."""
        groups = [
            Groups(np.zeros((2, 0), np.uint64), self._counts(np.zeros(0, np.intp)))
        ]
        for rows in steps(part.size):
            hashes = row_hashes(part, rows)
            in_share = hashes[1] % np.uint64(self.shares) == self.share
            labels = part.labels[rows][in_share]
            groups.append(Groups.of(hashes[:, in_share], self._counts(labels)))
        return self.united(groups)

    def _counts(self, labels: NDArray[Any]) -> NDArray[np.int64]:
        counts = np.zeros((len(labels), self.classes), dtype=np.int64)
        counts[np.arange(len(labels)), labels] = 1
        return counts

    def united(self, answers: Sequence[Groups]) -> Groups:
        """Bring the groups of several parts together."""
        hashes = np.concatenate([each.hashes for each in answers], axis=1)
        counts = np.concatenate([each.counts for each in answers])
        return Groups.of(hashes, counts)


@dataclass(frozen=True)
class Settle(Change):
    """Let all rows of some groups be of one class, as ("settled", label). It lasts."""

    hashes: Hashes  # of the groups, in the order of the last of the two
    labels: NDArray[np.intp]

    def answer(self, part: CodedPart) -> None:
        """Keep the classes of a part's rows beside those that they have."""
        settled = part.labels.copy()
        for rows in steps(part.size):
            hashes = row_hashes(part, rows)
            places = np.searchsorted(self.hashes[1], hashes[1])
            places[places == len(self.labels)] = 0
            same = (self.hashes[:, places] == hashes).all(axis=0)
            settled[rows][same] = self.labels[places[same]]
        part.settled = settled
