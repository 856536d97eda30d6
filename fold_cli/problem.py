"""What is to be learned: the target, the language, the examples."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fold_cli.terms import Predicate

NUMERIC_TYPES = frozenset({"number", "integer", "float", "real"})


@dataclass(frozen=True, slots=True)
class Arg:
    """One argument of a mode: ``+type``, ``-type`` or ``#type``."""

    kind: str
    type: str

    @property
    def measured(self) -> bool:
        """Whether this is an output that thresholds are put on."""
        return self.kind == "-" and self.type in NUMERIC_TYPES


@dataclass(frozen=True, slots=True)
class Mode:
    """How literals of a predicate may look."""

    predicate: Predicate
    args: tuple[Arg, ...]
    file: str = field(default="", compare=False)
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        name = self.predicate.name
        if not self.args:
            return name
        return f"{name}({', '.join(f'{arg.kind}{arg.type}' for arg in self.args)})"


@dataclass(frozen=True, slots=True)
class Problem:
    """A validated problem; its facts and examples are in the Prolog ``module``."""

    module: str
    head: Mode
    body: tuple[Mode, ...]
    positives: int
    negatives: int
    closed_world: bool
    predicates: frozenset[str]  # names that a theory must not redefine
    warnings: tuple[str, ...] = ()

    @property
    def target(self) -> Predicate:
        """The predicate to learn."""
        return self.head.predicate
