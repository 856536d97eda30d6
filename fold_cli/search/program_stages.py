"""The stages in which recursive programs are looked for, short ones first."""

from __future__ import annotations

from typing import Literal, NamedTuple


class Stage(NamedTuple):
    """Programs up to a size, of one kind."""

    kind: Literal["once", "twice", "pairs"]
    """A clause that calls the target once or twice, or two that do it once each."""
    recursive: int  # literals in recursive clauses
    base: int  # literals in base cases
    loose: bool = False  # whether base cases may leave out inputs of the head


STAGES = (
    Stage("once", 3, 2),
    Stage("once", 4, 3),
    Stage("once", 3, 2, loose=True),
    Stage("once", 5, 3),
    Stage("twice", 5, 3),
    Stage("once", 3, 4),
    Stage("once", 5, 3, loose=True),
    Stage("pairs", 4, 3, loose=True),
    Stage("pairs", 5, 2, loose=True),
    Stage("twice", 6, 3, loose=True),
)
"""What is tried in turn, as long as it may be shorter than what is found."""

LAST_STAGES = (
    Stage("once", 6, 3, loose=True),
    Stage("twice", 7, 3, loose=True),
    Stage("once", 7, 3, loose=True),
    Stage("pairs", 6, 3, loose=True),
    Stage("once", 4, 4, loose=True),
    Stage("once", 3, 5, loose=True),
)
"""What is tried after these until something is found."""
