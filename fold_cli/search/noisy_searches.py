"""The searches that a beam makes of noisy examples, and what theories cost among them.

Of many theories one fits by chance. On tables, theories are therefore found in several
ways that fit by chance differently, and the one is chosen whose message is shortest if
a theory takes more of its bits than while it is searched for.
"""

from __future__ import annotations

from typing import NamedTuple

from fold_cli.search.beam import widths
from fold_cli.search.message import NEEDED_SHARE

OUTSIDE_WEIGHTS = 0.5, 1.0
"""What a literal's gain outside of the body is multiplied with in greedy searches."""

BEAM_OUTSIDE_WEIGHT = 0.5
"""What it is multiplied with in wider searches of tables."""

SHARES = NEEDED_SHARE, 0.4, 0.8
"""The shares of its bits that a theory takes in greedy searches: longer theories are
found with the second, shorter ones with the third."""

CHOSEN_SHARE = 0.75
"""The share of its bits that a theory takes when it is chosen among several."""


class Search(NamedTuple):
    """How a theory is searched for."""

    outside_weight: float
    width: int
    share: float = NEEDED_SHARE


def searches(width: int, most: int) -> list[Search]:
    """Return the searches of beams up to a width, on problems that begin with one.

    Tables begin with greedy search, a width of 1, of which there are several.
    """
    if width > 1:
        wider = {max(width, each) for each in widths(most)}
        return [Search(0.0, each) for each in sorted({width, *wider})]
    greedy = [
        Search(weight, 1, share) for share in SHARES for weight in OUTSIDE_WEIGHTS
    ]
    return [*greedy, *(Search(BEAM_OUTSIDE_WEIGHT, each) for each in widths(most))]
