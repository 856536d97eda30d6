"""A partial clause as the learner sees it: a node of the search tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from typing import TypeAlias

    from fold_cli.bits import Bits
    from fold_cli.theory.terms import Body, Literal, Threshold

    LiteralsAndCover: TypeAlias = tuple[tuple[Literal | Threshold, ...], Bits]


@dataclass(frozen=True, slots=True)
class Refinement:
    """What is added to a clause in one step, which examples it covers, and its gain.

    It is one literal, or with look-ahead several that go together.
    """

    literals: tuple[Literal | Threshold, ...]
    covers: Bits
    gain: float


class PartialClause(Protocol):
    """A body that may grow."""

    @property
    def body(self) -> Body:
        """The literals."""

    @property
    def depth(self) -> int:
        """0 in rules of the target, 1 in their exceptions, and so on."""

    def best(self, pos: Bits, neg: Bits) -> Refinement | None:
        """Return the refinement with the highest gain; None if no gain is above 0.

        ``pos`` and ``neg`` are the examples that the clause still covers.
        """

    def refined(self, refinement: Refinement) -> PartialClause:
        """Return the clause with the refinement that ``best`` has just returned."""
