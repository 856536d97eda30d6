"""The codes of all columns as keys on one line, so that one pass counts every column.

A column has a code for each example, from 1 on, or 0: the values of a table's column,
or what facts say where they say one thing at the most. The key of a code is its number
after the start of its column; the start itself is the key of examples without a code.

    column               colour                  age
    value       (none)  red   blue   (none)   18  30  44  61
    key           0      1     2       3      4   5   6   7
    start         0                    3                       8

``search.nodes`` draws on it how each literal is an interval of keys.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from fold_cli import bits
from fold_cli.files.tables.coded import ROWS_PER_STEP

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fold_cli.coverage.examples import Examples
    from fold_cli.files.tables.coded import Codes

    Keys: TypeAlias = NDArray[np.int32]

CodeColumn: TypeAlias = "tuple[Codes, int]"
"""A column of codes, 0 for none, and how many different ones there are."""


class KeyLine:
    """The keys of all examples, one row a column: names before numbers.

    ``starts`` has the start of each column, and last the number of all keys.
    """

    def __init__(self, names: list[CodeColumn], numbers: list[CodeColumn]) -> None:
        """Take the columns; there is at least one."""
        columns = [*names, *numbers]
        self.names, self.size = len(names), columns[0][0].size
        self.starts = key_starts([count for _, count in columns])
        self.keys: Keys = np.empty((len(columns), self.size), np.int32)
        for row, (codes, _), start in zip(
            self.keys, columns, self.starts, strict=False
        ):
            np.add(codes, start, out=row, casting="unsafe")


def key_starts(counts: Sequence[int]) -> Keys:
    """Return where columns of so many codes start, and last the number of all keys."""
    return np.cumsum([0, *(count + 1 for count in counts)], dtype=np.int32)


def key_tally(
    columns: Sequence[Codes], starts: Keys, within: Examples
) -> NDArray[np.int64]:
    """Return how many of some examples have each key, without making the keys.

    O(columns x examples), some rows at a time, so that what is gathered of them is
    small.
    """
    tally = np.zeros(int(starts[-1]), dtype=np.int64)
    widest = int(np.diff(starts).max(initial=0))
    for step, rows in within.parts(max(ROWS_PER_STEP, 64 * bits.words(widest))):
        for codes, start, end in zip(columns, starts, starts[1:], strict=False):
            codes_of_rows = codes[step].take(rows)
            tally[start:end] += np.bincount(codes_of_rows, minlength=end - start)
    return tally
