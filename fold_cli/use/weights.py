"""Weights of classes: a row of weight 5 counts as five rows when it is learned from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fold_cli.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

BALANCED = "balanced"


def copies(
    weight: str, labels: NDArray[np.intp], classes: Sequence[str]
) -> NDArray[np.intp]:
    """Return how often each row counts, by the class that it is of.

    The weight is written as ``positive=5``, several with commas between; ``balanced``
    lets each class count about as much as the largest.
    """
    if weight == BALANCED:
        counts = np.bincount(labels, minlength=len(classes))
        rounded = np.rint(counts.max() / np.maximum(counts, 1))
        weights: NDArray[np.intp] = np.maximum(rounded, 1).astype(np.intp)
        return weights[labels]
    weights = np.ones(len(classes), dtype=np.intp)
    for part in weight.split(","):
        name, sign, number = part.rpartition("=")
        if not sign or not number.strip().isascii() or not number.strip().isdigit():
            raise InputError(
                f"--weight {weight}: write it like {classes[-1]}=5, with a whole "
                f"number, or {BALANCED}"
            )
        if name.strip() not in classes:
            raise InputError(
                f"--weight {weight}: no class is called {name.strip()}; there are "
                + ", ".join(classes)
            )
        if not 1 <= int(number) <= 1000:
            raise InputError(f"--weight {weight}: give a number from 1 to 1000")
        weights[classes.index(name.strip())] = int(number)
    return weights[labels]
