"""Questions that change all parts of a table: its codes, and how often rows count.

A change is lasting: it is repeated at a worker that takes over a part.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fold_cli.coverage.distant.part import CodedPart


class Change:
    """A question without an answer; what it changes stays changed."""

    lasting = True

    def united(self, answers: Sequence[None]) -> None:
        """Return nothing."""


@dataclass(frozen=True)
class Recode(Change):
    """Replace the codes of columns, so that codes that no row has are left out."""

    codes: dict[int, NDArray[Any]]  # for each code of a column, by its place

    def answer(self, part: CodedPart) -> None:
        """Change the codes of a part."""
        columns = list(part.columns)
        for place, codes in self.codes.items():

            def convert(old: NDArray[Any], _: slice, new: Any = codes) -> NDArray[Any]:
                recoded: NDArray[Any] = new[old]
                return recoded

            columns[place] = part.converted(place, convert, int(codes.max()) + 1)
        part.replace(columns)


@dataclass(frozen=True)
class Repeat(Change):
    """Let each row of a class count as several rows."""

    times: tuple[int, ...]  # by the places of the classes

    def answer(self, part: CodedPart) -> None:
        """Repeat the rows of a part."""
        times = np.array(self.times)[part.labels]
        columns = []
        for place, codes in enumerate(part.columns):
            count = int(np.iinfo(codes.dtype).max) + 1
            columns.append(
                part.converted(
                    place, lambda old, rows: np.repeat(old, times[rows]), count
                )
            )
        part.names = np.repeat(part.named(np.arange(part.size)), times)
        part.labels = np.repeat(part.labels, times)
        part.replace(columns)
