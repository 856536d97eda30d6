"""The language of a task: its modes with constants filled in, and the objects in them.

Terms are numbered as *objects* in the order in which clingo sorts them. A mode is a
relation between objects: one row for each atom of a world that the mode's template
matches, one column for each place of a variable.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from clingo import Symbol, SymbolType, parse_term

from fold_cli.errors import InputError
from fold_cli.stable import symbols
from fold_cli.stable.tasks.task import Leaf, Template

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fold_cli.stable.symbols import Atom
    from fold_cli.stable.tasks.task import Mode, Task

MAX_MODES = 20_000
"""Modes after all constants have been filled in."""


@dataclass(frozen=True, slots=True)
class ExpandedMode:
    """A mode with its constants filled in: a template with places for variables."""

    template: Template
    mode: Mode
    types: tuple[str, ...]  # of its variables
    _known: dict[Atom, tuple[Atom, ...] | None] = field(
        default_factory=dict, compare=False, repr=False
    )

    @property
    def signature(self) -> tuple[str, int]:
        """The name and arity of the predicate."""
        return self.template.name, len(self.template.args)

    @property
    def compared_terms(self) -> tuple[Atom | None, ...]:
        """What a comparison has on each side: a term, or None for a variable."""
        return tuple(
            None
            if isinstance(side, Leaf)
            else symbols.number(_ground(side.text(iter(()))))
            for side in self.template.args
        )

    def atom(self, values: Sequence[str]) -> str:
        """Return the atom with these variables or constants in place."""
        return self.template.text(iter(values))

    def match(self, atom: Atom) -> tuple[Atom, ...] | None:
        """Return what an atom has in the places; None if it is not of this mode."""
        if atom not in self._known:
            found: list[Symbol] = []
            matches = _matches(self.template, symbols.symbol(atom), found)
            self._known[atom] = tuple(map(symbols.number, found)) if matches else None
        return self._known[atom]


def _matches(template: Template, term: Symbol, values: list[Symbol]) -> bool:
    if not template.args:
        return bool(term == _ground(template.name or "()"))
    if term.type is not SymbolType.Function or len(term.arguments) != len(
        template.args
    ):
        return False
    name = f"-{term.name}" if term.negative else term.name
    if name != template.name:
        return False
    for arg, value in zip(template.args, term.arguments, strict=True):
        if isinstance(arg, Leaf):
            values.append(value)
        elif not _matches(arg, value, values):
            return False
    return True


_GROUND: dict[str, Symbol] = {}


def _ground(text: str) -> Symbol:
    if text not in _GROUND:
        _GROUND[text] = parse_term(text)
    return _GROUND[text]


def expanded(task: Task, kind: str) -> list[ExpandedMode]:
    """Return the modes of a kind, each with every choice of constants filled in."""
    result: dict[tuple[Template, tuple[bool, ...]], ExpandedMode] = {}
    for mode in task.of_kind(kind):
        constants = [leaf for leaf in mode.template.leaves if leaf.constant]
        for leaf in constants:
            if leaf.type not in task.constants:
                raise InputError(
                    f"a mode takes constants of {leaf.type}, but no "
                    f"#constant({leaf.type}, ...) names one",
                    task.path,
                    mode.line,
                )
        choices = [task.constants[leaf.type] for leaf in constants]
        for values in itertools.product(*choices):
            template = _filled(mode.template, iter(values))
            types = tuple(leaf.type for leaf in template.leaves)
            result.setdefault(
                (template, mode.signs), ExpandedMode(template, mode, types)
            )
            if len(result) > MAX_MODES:
                raise InputError(
                    "the constants make too many literals of this mode",
                    task.path,
                    mode.line,
                )
    return list(result.values())


def _filled(template: Template, values: Iterator[str]) -> Template:
    """Return a template with constants in their places."""
    args = tuple(
        (Template(next(values)) if arg.constant else arg)
        if isinstance(arg, Leaf)
        else _filled(arg, values)
        for arg in template.args
    )
    return replace(template, args=args)


class Objects:
    """Terms by number, in clingo's order."""

    def __init__(self, terms: set[Atom]) -> None:
        self.terms = symbols.in_order(terms)
        self.numbers = {term: number for number, term in enumerate(self.terms)}

    def __len__(self) -> int:
        return len(self.terms)
