"""A set of examples: its bits, its count and, when asked for, the indices."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from fold_cli import bits
from fold_cli.files.tables.coded import steps

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from fold_cli.bits import Bits


class Examples:
    """Some of ``size`` examples; indices take O(size / 64 + count), made once."""

    def __init__(self, members: Bits, size: int) -> None:
        self.bits, self.size = members, size
        self.count = bits.count(members)

    @cached_property
    def indices(self) -> NDArray[np.intp]:
        """The examples in order."""
        return bits.indices(self.bits, self.size)

    def parts(self, rows: int) -> Iterator[tuple[slice, NDArray[np.intp]]]:
        """Yield stretches of at most so many rows, and the places of examples in each.

        ``rows`` is a multiple of 64. Numbers of all examples together are not made.
        """
        if self.size <= rows:
            yield slice(0, self.size), self.indices
            return
        for step in steps(self.size, rows):
            words = self.bits[step.start // 64 : bits.words(step.stop)]
            if words.any():
                yield step, bits.indices(words, step.stop - step.start)
