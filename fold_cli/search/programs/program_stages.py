"""The stages in which recursive programs are looked for, short ones first.

Once a program is found, those stages are skipped that can hardly make it shorter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from fold_cli.coverage.programs import Programs
    from fold_cli.search.programs.recursive_program import Program

ENOUGH_BASE_CASES = {"once": 1, "twice": 2, "pairs": 2, "joint": 1}
"""Base cases of a program up to which a stage of each kind is skipped.

More of them may stand for a recursive clause that is missing.
"""

MIN_SAVED_LITERALS = 3
"""Literals by which a later stage must be able to make a program shorter.

Where a longer base case may stand for a recursive clause, one is enough, and programs
of two recursive clauses are as long as rivals may be.
"""

MAX_RIVAL_LITERALS = 4
"""Literals of recursive clauses that are tried where clauses without any fit."""


class Stage(NamedTuple):
    """Programs up to a size, of one kind."""

    kind: Literal["once", "twice", "pairs", "joint", "negated"]
    """A clause that calls the target once or twice, or two that do it once each.

    Or one that takes several inputs apart together, or calls it under a negation.
    """
    recursive: int  # literals in recursive clauses
    base: int  # literals in base cases
    loose: bool = False  # whether base cases may leave out inputs of the head
    negating: bool = False  # whether clauses may have negated literals


SHORT_STAGES = (Stage("once", 2, 1), Stage("once", 3, 2))
"""What is tried in any case: here the rivals of short programs are met."""

SHORT_BRANCHING_STAGE = Stage("twice", 3, 2)
"""What is tried besides where a literal gives both branches of a tree."""

BRANCHING_STAGES = (
    SHORT_BRANCHING_STAGE,
    Stage("twice", 4, 2),
    Stage("pairs", 3, 2),
    Stage("twice", 5, 2),
)
"""What is tried after these where a literal gives both branches of a tree."""

RELATION_STAGES = (Stage("pairs", 2, 1),)
"""What is tried after these between plain objects: roads of several kinds."""

NEGATING_STAGES = (Stage("once", 3, 2, negating=True),)
"""What is tried after these where exceptions are allowed: ways round what is closed."""

LONGER_STAGES = (
    Stage("once", 4, 3),
    Stage("negated", 3, 2),
    Stage("once", 3, 2, loose=True),
    Stage("once", 5, 3),
    Stage("joint", 7, 3, loose=True),
    Stage("twice", 5, 3),
    Stage("once", 3, 4),
    Stage("once", 5, 3, loose=True),
    Stage("pairs", 4, 3, loose=True),
    Stage("pairs", 5, 2, loose=True),
    Stage("twice", 6, 3, loose=True),
)
"""What is tried after these, whatever the problem."""

LAST_STAGES = (
    Stage("once", 6, 3, loose=True),
    Stage("twice", 7, 3, loose=True),
    Stage("once", 7, 3, loose=True),
    Stage("pairs", 6, 3, loose=True),
    Stage("once", 4, 4, loose=True),
    Stage("once", 3, 5, loose=True),
)
"""What is tried after these until something is found."""


def first_stages(programs: Programs) -> tuple[Stage, ...]:
    """Return what is tried in turn, as long as it may be shorter than what is found."""
    if programs.branching:
        return (*SHORT_STAGES, *BRANCHING_STAGES, *LONGER_STAGES)
    if programs.functional or programs.structured:
        return (*SHORT_STAGES, *LONGER_STAGES)
    if not programs.negating:
        return (*SHORT_STAGES, *RELATION_STAGES, *LONGER_STAGES)
    longest = Stage("once", 4, 3, negating=True)
    return (
        *SHORT_STAGES,
        *RELATION_STAGES,
        *NEGATING_STAGES,
        *LONGER_STAGES,
        longest,
    )


def room_beside(found: Program, stage: Stage) -> int:
    """Return what programs of a stage may cost where one is found."""
    if not found.clauses or stage in (*SHORT_STAGES, SHORT_BRANCHING_STAGE):
        return found.max_rival_cost
    if not found.unfolded:
        return found.cost - MIN_SAVED_LITERALS
    return found.max_rival_cost if stage.kind == "pairs" else found.cost - 1


def is_enough(found: Program, stage: Stage, room: int) -> bool:
    """Return whether a stage is not worth trying where a program is found.

    ``room`` is what programs of the stage may cost.
    """
    if not found.clauses and stage.kind == "once":
        return stage.recursive > MAX_RIVAL_LITERALS
    if stage.kind == "negated" or stage in (*SHORT_STAGES, SHORT_BRANCHING_STAGE):
        return False
    if len(found.clauses) > 1 and stage.kind == "twice":
        return False  # a second clause may stand for a second call
    enough = 1 if found.unfolded else ENOUGH_BASE_CASES[stage.kind]
    if len(found.bases) <= enough:
        return True
    shortest = min(len(base.steps) for base in found.bases)
    with_longer = stage.recursive + 1 + shortest + 1
    return stage.kind in ("once", "joint") and with_longer > room
