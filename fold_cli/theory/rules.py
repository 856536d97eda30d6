"""Rules as the search returns them: defaults with nested exceptions, without names.

``theory.build`` names the exceptions and makes clauses of the rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fold_cli import bits
from fold_cli.theory.terms import Member

if TYPE_CHECKING:
    from fold_cli.bits import Bits, CompactBits
    from fold_cli.theory.terms import Body, Predicate


@dataclass(frozen=True, slots=True, init=False)
class Rule:
    """A default: a body, and the exceptions under which it does not hold."""

    body: Body
    exceptions: tuple[Rule, ...]
    _default: CompactBits = field(compare=False, repr=False)
    _covers: CompactBits = field(compare=False, repr=False)

    def __init__(self, body: Body, exceptions: tuple[Rule, ...], default: Bits) -> None:
        """Take also what the body alone covers."""
        covers, compacted = default, bits.compact(default)
        for exception in exceptions:
            covers = covers & ~exception.covers
        object.__setattr__(self, "body", body)
        object.__setattr__(self, "exceptions", exceptions)
        object.__setattr__(self, "_default", compacted)
        object.__setattr__(
            self, "_covers", bits.compact(covers) if exceptions else compacted
        )

    @property
    def default(self) -> Bits:
        """What the body alone covers."""
        return bits.expand(self._default)

    @property
    def covers(self) -> Bits:
        """What it covers."""
        return bits.expand(self._covers)

    def calls(self, predicate: Predicate) -> bool:
        """Return whether its body asks about a predicate, its exceptions aside."""
        return any(
            literal.atom is not None and literal.atom.predicate == predicate
            for literal in self.body
        )

    @property
    def enumerates(self) -> bool:
        """Whether it lists examples."""
        return any(isinstance(literal, Member) for literal in self.body)

    @property
    def lists_examples(self) -> bool:
        """Whether it or an exception of it, nested ones too, lists examples."""
        return self.enumerates or any(e.lists_examples for e in self.exceptions)

    @property
    def size(self) -> int:
        """The literals of its clauses, heads too; each example listed counts as one."""
        literals = sum(
            len(lit.rows) if isinstance(lit, Member) else 1 for lit in self.body
        )
        return (
            1 + literals + bool(self.exceptions) + sum(e.size for e in self.exceptions)
        )
