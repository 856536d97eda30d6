"""Rules as the search returns them: defaults with nested exceptions, without names.

``theory.build`` names the exceptions and makes clauses of the rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fold_cli.theory.terms import Member

if TYPE_CHECKING:
    from fold_cli.bits import Bits
    from fold_cli.theory.terms import Body


@dataclass(frozen=True, slots=True)
class Rule:
    """A default: a body, and the exceptions under which it does not hold."""

    body: Body
    exceptions: tuple[Rule, ...]
    default: Bits = field(compare=False, repr=False)  # what the body alone covers
    covers: Bits = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        covers = self.default
        for exception in self.exceptions:
            covers = covers & ~exception.covers
        object.__setattr__(self, "covers", covers)

    @property
    def enumerates(self) -> bool:
        """Whether it lists examples."""
        return any(isinstance(literal, Member) for literal in self.body)

    @property
    def size(self) -> int:
        """The literals of its clauses, heads too; each example listed counts as one."""
        own = sum(len(lit.rows) if isinstance(lit, Member) else 1 for lit in self.body)
        return 1 + own + bool(self.exceptions) + sum(e.size for e in self.exceptions)
