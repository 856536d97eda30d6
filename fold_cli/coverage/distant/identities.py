"""Which sets have the same rows, by hashes of their bits: one pass over each set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fold_cli import bits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_cli.bits import Bits
    from fold_cli.coverage.distant.part import CodedPart

SEEDS = (np.uint64(0x243F6A8885A308D3), np.uint64(0x452821E638D01377))
"""Where the two hashes of a set begin."""

FACTORS = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))
SHIFT = np.uint64(31)
"""How bits are mixed."""

PART_SHIFT = 40
"""Words of a part have places below 2 to this power."""


@dataclass(frozen=True)
class Identify:
    """What are the hashes of some sets? They have 128 bits.

    Each word of a set is hashed with its place, and the hashes are added up.
    """

    sets: tuple[int, ...]

    def answer(self, part: CodedPart) -> Bits:
        """Return the hashes of the sets of a part, two for each."""
        places = np.arange(bits.words(part.size), dtype=np.uint64)
        places += np.uint64(part.number << PART_SHIFT)
        salts = [_mixed(places + seed) for seed in SEEDS]
        found = np.zeros((len(self.sets), len(SEEDS)), dtype=np.uint64)
        for at, number in enumerate(self.sets):
            members = part.set(number)
            found[at] = [_mixed(members ^ salt).sum() for salt in salts]
        return found

    def united(self, answers: Sequence[Bits]) -> Bits:
        """Add up."""
        total: Bits = np.sum(answers, axis=0, dtype=np.uint64)
        return total


def _mixed(words: Bits) -> Bits:
    """Return words of which each bit depends on all bits of the given ones."""
    for factor in FACTORS:
        words = (words ^ (words >> SHIFT)) * factor
    return words ^ (words >> SHIFT)
