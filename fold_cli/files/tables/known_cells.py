"""The cells of a column that have a value."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fold_cli.files.tables.dates import date_text
from fold_cli.files.tables.numbers import number_flags
from fold_cli.files.tables.words import are_among
from fold_cli.theory.schema import NUMERIC

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from fold_cli.files.tables.cells import Cells
    from fold_cli.files.tables.columns import Rows

MAX_STRAY_WORDS = 5
"""Different words that are taken as missing in a column of numbers or dates."""

MAX_LINES = 3
"""Lines that a message names."""


class KnownCells(NamedTuple):
    """The cells of a column, and the codes of those that have a value."""

    cells: Cells
    codes: Rows

    @staticmethod
    def of(cells: Cells, words: Iterable[str]) -> KnownCells:
        """Return those that are none of the words for "no value"."""
        return KnownCells(cells, np.flatnonzero(~are_among(cells.texts, words)))

    def flags(self, kind: str) -> NDArray[np.bool_]:
        """Return which of the codes are numbers, or dates."""
        texts = self.cells.texts[self.codes]
        if kind == NUMERIC:
            return number_flags(texts)
        found = [date_text(text.decode()) is not None for text in texts.tolist()]
        return np.array(found, dtype=np.bool_)

    def listed(self, line: Callable[[int], str], codes: Rows) -> str:
        """Return some words with the lines that they are on."""
        shown, counts = [], self.cells.counts()
        for code in codes[:MAX_STRAY_WORDS].tolist():
            lines = [line(row) for row in self.cells.some_rows(code, MAX_LINES)]
            others = int(counts[code]) - len(lines)
            more = f" and {others} more" if others > 0 else ""
            text = self.cells.texts[code].decode()
            shown.append(
                f"{text} (line{'s' * (len(lines) > 1)} {', '.join(lines)}{more})"
            )
        others = len(codes) - MAX_STRAY_WORDS
        return ", ".join(shown) + (f" and {others} others" if others > 0 else "")
