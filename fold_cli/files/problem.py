"""What is to be learned: the target, the language, the examples."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fold_cli.theory.sentences import Sentences

if TYPE_CHECKING:
    from fold_cli.theory.terms import Predicate

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
class Bias:
    """What a problem's files say about the theories to look for; None: nothing."""

    max_body: int | None = None  # literals in a body
    max_vars: int | None = None  # variables in a clause, the head's among them
    max_clauses: int | None = None
    recursion: bool = False  # the target may stand in a body
    single_types: tuple[str, ...] = ()  # each clause has one variable of this type
    variable_depth: int | None = None  # steps from the head to a new variable
    noise: int | None = None  # negatives that a clause may cover
    min_accuracy: float | None = None  # of a clause, positives among what it covers
    min_positives: int | None = None  # that a clause must cover


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
    bias: Bias = Bias()
    recursive: tuple[Mode, ...] = ()  # modes of the target itself in a body
    classes: tuple[str, ...] = ()  # to learn in turn, where the head has a ``#``
    fixed: tuple[tuple[int, str], ...] = ()  # the class that this problem is of
    sentences: Sentences = field(default_factory=Sentences, compare=False)

    @property
    def target(self) -> Predicate:
        """The predicate to learn."""
        return self.head.predicate
