"""A relational learning problem: target, modes, bias, numbers of examples."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from fold_cli.files.shapes import shape_text
from fold_cli.theory.english.sentences import Sentences
from fold_cli.theory.operators import WORDS, Syntax
from fold_cli.theory.terms import Predicate, Var

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fold_cli.engine.prolog import ModuleName
    from fold_cli.files.language import Language
    from fold_cli.theory.terms import Literal

_PLAIN = re.compile(r"[a-z]\w*|'(?:[^'\\]|\\.|'')*'")
"""Types that are written after a sign without brackets."""

NO_NEGATIVES = "there are no negative examples: whatever is asked will be covered"

NUMERIC_TYPES = frozenset({"number", "integer", "float", "real"})

DATE_TYPE = "iso_date"
"""The type of atoms such as ``'2024-05-01'``, whose characters have their order."""


@dataclass(frozen=True, slots=True)
class Arg:
    """One argument of a mode: ``+type``, ``-type`` or ``#type``."""

    kind: str
    type: str

    def __str__(self) -> str:
        plain = _PLAIN.fullmatch(self.type) and self.type not in WORDS
        return self.kind + (self.type if plain else f"({self.type})")

    @property
    def measured(self) -> bool:
        """Whether this is an output of numbers or dates, which get thresholds."""
        return self.kind == "-" and self.type in {*NUMERIC_TYPES, DATE_TYPE}


@dataclass(frozen=True, slots=True)
class Mode:
    """Which arguments of a predicate are inputs, outputs and constants, by type."""

    predicate: Predicate
    args: tuple[Arg, ...]
    file: str = field(default="", compare=False)
    line: int = field(default=0, compare=False)
    shape: Literal | None = None
    """The literal with terms in it that the predicate stands for, with the variables 0,
    1, ... for its arguments."""

    @property
    def declared(self) -> Predicate:
        """The predicate that the files name."""
        if self.shape is None:
            return self.predicate
        return Predicate(self.shape.name, len(self.shape.args))

    @property
    def takes_apart(self) -> bool:
        """Whether it gives several parts of one thing, or has terms in it."""
        outputs = sum(arg.kind == "-" for arg in self.args)
        return (len(self.inputs) == 1 and outputs > 1) or (
            self.shape is not None
            and not all(isinstance(arg, Var) for arg in self.shape.args)
        )

    @property
    def branches(self) -> frozenset[str]:
        """The types of which it makes two things of one, as both branches of a tree."""
        made = [arg.type for arg in self.args if arg.kind == "-"]
        given = {self.args[at].type for at in self.inputs[:1] if len(self.inputs) == 1}
        return frozenset(type_ for type_ in given if made.count(type_) > 1)

    @property
    def inputs(self) -> tuple[int, ...]:
        """The places of the arguments that must be bound."""
        return tuple(place for place, arg in enumerate(self.args) if arg.kind == "+")

    def with_names(self) -> Mode | None:
        """Return the mode with constants for new variables, if it has such."""
        outputs = [arg for arg in self.args if arg.kind == "-"]
        if not outputs or self.shape or any(arg.measured for arg in outputs):
            return None
        args = [replace(arg, kind="#") if arg in outputs else arg for arg in self.args]
        return replace(self, args=tuple(args))

    def text_with(self, args: Sequence[str]) -> str:
        """Return the declaration with these texts for its arguments."""
        if self.shape is not None:
            return shape_text(self.shape, {Var(at): arg for at, arg in enumerate(args)})
        name = self.predicate.name
        return f"{name}({', '.join(args)})" if args else name

    def __str__(self) -> str:
        return self.text_with([str(arg) for arg in self.args])


@dataclass(frozen=True, slots=True)
class Bias:
    """Limits of the search that the files set; None where they set none."""

    max_body: int | None = None  # literals in a body
    max_vars: int | None = None  # variables in a clause, the head's among them
    max_clauses: int | None = None
    recursion: bool = False  # the target may stand in a body
    single_types: tuple[str, ...] = ()  # each clause has one variable of this type
    datalog: bool = False  # the head's variables occur in the body of each rule
    variable_depth: int | None = None  # steps from the head to a new variable


@dataclass(frozen=True, slots=True)
class Problem:
    """A checked problem; its facts and examples are in the Prolog ``module``."""

    module: ModuleName
    head: Mode
    body: tuple[Mode, ...]
    positives: int
    negatives: int
    closed_world: bool
    predicates: frozenset[str]  # names that a theory must not redefine
    warnings: tuple[str, ...] = ()
    bias: Bias = Bias()
    recursive: tuple[Mode, ...] = ()  # modes of the target itself in a body
    classes: tuple[str, ...] = ()  # each a problem of its own: the head has a ``#``
    fixed: tuple[tuple[int, str], ...] = ()  # position and value of the one class
    sentences: Sentences = field(default_factory=Sentences, compare=False)
    syntax: Syntax = field(default_factory=Syntax)
    language: Callable[[], Language] | None = field(default=None, compare=False)
    """Chooses the modes again, by the examples that Prolog holds then."""

    @property
    def target(self) -> Predicate:
        """The predicate to learn."""
        return self.head.predicate
