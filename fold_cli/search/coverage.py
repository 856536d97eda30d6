"""What the search asks about literals and examples: a protocol, so it needs no Prolog.

``coverage.relational`` answers it for Prolog files, ``coverage.table`` for tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from fold_cli.bits import Bits
    from fold_cli.coverage.candidates import Candidates
    from fold_cli.theory.terms import Body, Member, Threshold


class Coverage(Protocol):
    """Which examples literals and bodies cover, as bit sets over all examples."""

    size: int
    positives: Bits
    negatives: Bits

    def refinements(self, body: Body, active: Bits, depth: int) -> Candidates:
        """Return what may be added to a body, and which active examples it covers.

        The depth is 0 in rules of the target, more in exceptions.
        """

    def covers(self, body: Body) -> Bits | None:
        """Return all examples that a body covers; None if it is no clause's.

        That is, if a literal is negated and no literal before it binds one of its
        variables, or if it needs an input that none before it gives.
        """

    def sets(self, body: Body) -> list[Bits] | None:
        """Return what each literal covers, or None if they share variables.

        That is, others than those of the head.
        """

    def functional(self, threshold: Threshold) -> bool:
        """Return whether no example has several of the numbers that are bounded."""

    def described(self, body: Body) -> Bits | None:
        """Return the examples with a value for all that a body asks; None for all.

        An example without one satisfies neither a condition nor its opposite.
        """

    def member(self, examples: Bits) -> Member:
        """Return the literal that enumerates these examples."""
