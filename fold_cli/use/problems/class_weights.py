"""Weights of classes: a row of weight 5 counts as five rows when it is learned from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fold_cli.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

BALANCED = "balanced"


def class_weights(
    weight: str,
    counts: NDArray[np.intp],
    classes: Sequence[str],
    values: Sequence[str],
) -> NDArray[np.intp]:
    """Return how often each row of a class counts; ``counts`` are the rows of each.

    The weight is written as ``positive=5``, several with commas between; ``balanced``
    lets each class count about as much as the largest. Of two classes, ``values`` are
    what the rows of each have, which may be the name of the other.
    """
    if weight == BALANCED:
        rounded = np.rint(counts.max() / np.maximum(counts, 1))
        weights: NDArray[np.intp] = np.maximum(rounded, 1).astype(np.intp)
        return weights
    weights = np.ones(len(classes), dtype=np.intp)
    places = {name: place for place, name in enumerate(classes)}
    places |= {value: place for place, value in enumerate(values)}
    given: set[int] = set()
    for part in str(weight).split(","):  # a number, from Python, is an error as well
        name, sign, number = map(str.strip, part.rpartition("="))
        if not sign or not number.isascii() or not number.isdigit():
            raise InputError(
                f"--weight {weight}: write it like {classes[-1]}=5, with a whole "
                f"number, or {BALANCED}"
            )
        if name not in places:
            listed = ", ".join(values or classes)
            raise InputError(
                f"--weight {weight}: no class is called {name}; there are {listed}"
            )
        if len(number) > 4 or not 1 <= int(number) <= 1000:
            raise InputError(f"--weight {weight}: give a number from 1 to 1000")
        if places[name] in given:
            raise InputError(f"--weight {weight}: give the weight of {name} once")
        given.add(places[name])
        weights[places[name]] = int(number)
    return weights
