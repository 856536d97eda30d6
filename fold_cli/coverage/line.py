"""The codes of all columns as keys on one line, so that one pass counts every column.

A column has a code for each example, or none: the values of a table's column, or what
facts say where they say one thing at the most. The key of a code is its number, from 1,
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

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Keys: TypeAlias = NDArray[np.int32]

Coded: TypeAlias = "tuple[NDArray[np.signedinteger], int]"
"""A column of codes, -1 for none, and how many different ones there are."""


class Line:
    """The keys of all examples, one row a column: names before numbers.

    ``starts`` has the start of each column, and last the number of all keys.
    """

    def __init__(self, names: list[Coded], numbers: list[Coded]) -> None:
        """Take the columns; there is at least one."""
        columns = [*names, *numbers]
        self.names, self.size = len(names), columns[0][0].size
        self.starts: Keys = np.cumsum([0, *(n + 1 for _, n in columns)], dtype=np.int32)
        self.keys: Keys = np.empty((len(columns), self.size), np.int32)
        for row, (codes, _), start in zip(
            self.keys, columns, self.starts, strict=False
        ):
            np.add(codes, start + 1, out=row)
