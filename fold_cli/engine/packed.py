"""Integers in bulk to and from Prolog, as the characters of one string.

The first character says whether a number takes one character (below 2**15) or two; see
``fold_text.pl``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


DIGIT_BITS = 15
"""Bits of a number that one character holds."""


def unpack(text: str) -> NDArray[np.int64]:
    """Read integers that ``fold_text:pack/2`` wrote."""
    codes = np.frombuffer(text.encode("utf-32-le"), dtype="<u4").astype(np.int64)
    if not codes[0]:
        return codes[1:]
    return (codes[1::2] << DIGIT_BITS) | codes[2::2]


def pack(numbers: NDArray[np.intp]) -> str:
    """Write integers as ``fold_text:unpack/2`` reads them."""
    if int(numbers.max(initial=0)) < 1 << DIGIT_BITS:
        codes = np.concatenate([[0], numbers])
    else:
        low_bits = (1 << DIGIT_BITS) - 1
        halves = np.stack([numbers >> DIGIT_BITS, numbers & low_bits], axis=1)
        codes = np.concatenate([[1], halves.ravel()])
    return codes.astype("<u4").tobytes().decode("utf-32-le")
