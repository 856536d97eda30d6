"""A task: background, examples that are partial interpretations, and the language."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

COMPARISONS = ("!=", "<=", ">=", "<", ">", "=")


@dataclass(frozen=True, slots=True)
class Leaf:
    """A place in a mode for a variable or a constant of a type."""

    type: str
    constant: bool = False


@dataclass(frozen=True, slots=True)
class Template:
    """An atom or term with places: a name with arguments, or text as it stands.

    A tuple has an empty name. A comparison is an atom whose name is its operator.
    """

    name: str
    args: tuple[Template | Leaf, ...] = ()

    @property
    def leaves(self) -> Iterator[Leaf]:
        """The places, from left to right."""
        for arg in self.args:
            if isinstance(arg, Leaf):
                yield arg
            else:
                yield from arg.leaves

    @property
    def compares(self) -> bool:
        """Whether this is a comparison of two terms."""
        return self.name in COMPARISONS

    def text(self, fill: Iterator[str]) -> str:
        """Return the atom with its places filled in order."""
        args = [
            next(fill) if isinstance(arg, Leaf) else arg.text(fill) for arg in self.args
        ]
        if self.compares:
            return f"{args[0]} {self.name} {args[1]}"
        if self.name and not args:
            return self.name
        comma = "," if len(args) == 1 and not self.name else ""
        return f"{self.name}({', '.join(args)}{comma})"


@dataclass(frozen=True, slots=True)
class Mode:
    """One declaration: what may stand in heads, in choices or in bodies."""

    kind: str  # "head", "choice" or "body"
    template: Template
    signs: tuple[bool, ...] = (True,)  # whether an atom may stand plain, negated
    recall: int | None = None  # uses in one body
    distinct: bool = False  # no variable twice, (anti_reflexive)
    line: int = 0


@dataclass(frozen=True, slots=True)
class Example:
    """A partial interpretation that some stable model extends, or that none does."""

    name: str
    positive: bool
    inside: tuple[str, ...]
    outside: tuple[str, ...]
    context: str = ""
    penalty: int | None = None  # None: it may not be given up
    line: int = 0

    def __str__(self) -> str:
        return f"#{'pos' if self.positive else 'neg'} {self.name}"


@dataclass(frozen=True, slots=True)
class Limits:
    """How long rules may be; None means no limit."""

    variables: int | None = None
    body: int | None = None
    least_heads: int = 1
    most_heads: int | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """A learning task over stable models, in the sense of ILASP and FastLAS."""

    path: str
    background: str  # rules, on the lines on which they stand in the file
    examples: tuple[Example, ...]
    modes: tuple[Mode, ...]
    constants: dict[str, tuple[str, ...]] = field(default_factory=dict)
    limits: Limits = Limits()
    notes: tuple[str, ...] = ()
    left_out: tuple[tuple[str, int], ...] = ()  # statements and their lines

    def of_kind(self, kind: str) -> tuple[Mode, ...]:
        """Return the modes of heads, choices or bodies."""
        return tuple(mode for mode in self.modes if mode.kind == kind)
