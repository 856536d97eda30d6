"""Rules as the search returns them: defaults with nested exceptions, without names.

``theory.build`` names the exceptions and makes clauses of the rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fold_cli import bits
from fold_cli.theory.terms import Member

if TYPE_CHECKING:
    from fold_cli.bits import Bits, Kept
    from fold_cli.theory.terms import Body


@dataclass(frozen=True, slots=True, init=False)
class Rule:
    """A default: a body, and the exceptions under which it does not hold."""

    body: Body
    exceptions: tuple[Rule, ...]
    _default: Kept = field(compare=False, repr=False)
    _covers: Kept = field(compare=False, repr=False)

    def __init__(self, body: Body, exceptions: tuple[Rule, ...], default: Bits) -> None:
        """Take also what the body alone covers."""
        covers, found = default, bits.kept(default)
        for exception in exceptions:
            covers = covers & ~exception.covers
        object.__setattr__(self, "body", body)
        object.__setattr__(self, "exceptions", exceptions)
        object.__setattr__(self, "_default", found)
        object.__setattr__(self, "_covers", bits.kept(covers) if exceptions else found)

    @property
    def default(self) -> Bits:
        """What the body alone covers."""
        return bits.whole(self._default)

    @property
    def covers(self) -> Bits:
        """What it covers."""
        return bits.whole(self._covers)

    @property
    def enumerates(self) -> bool:
        """Whether it lists examples."""
        return any(isinstance(literal, Member) for literal in self.body)

    @property
    def size(self) -> int:
        """The literals of its clauses, heads too; each example listed counts as one."""
        own = sum(len(lit.rows) if isinstance(lit, Member) else 1 for lit in self.body)
        return 1 + own + bool(self.exceptions) + sum(e.size for e in self.exceptions)
