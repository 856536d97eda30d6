"""The language of the theory: the modes of head and body.

They are declared (modes, or the authors' ``foil_predicates``), else inferred from the
constants that arguments share. Modes that cannot be used are left out with a warning.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fold_cli.errors import InputError, some_names
from fold_cli.files.infer import Types, infer_modes
from fold_cli.files.modes import (
    UNTYPED,
    measured_head,
    with_constants,
    with_native_thresholds,
)
from fold_cli.files.problem import Arg, Mode

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from fold_cli.files.declarations import Declarations
    from fold_cli.theory.terms import Predicate


MAX_ASSIGNMENTS = 10_000
"""Ways in which the head's variables may fill the outputs of a mode that is used."""


@dataclass(frozen=True, slots=True)
class Language:
    """The modes of the head, of the body, and of the target in the body."""

    head: Mode
    body: tuple[Mode, ...]
    recursive: tuple[Mode, ...] = ()

    def check_head(self, target: Predicate) -> None:
        """Raise an error unless the head is of the target with at most one class."""
        head = self.head
        constants = [arg for arg in head.args if arg.kind == "#"]
        if head.predicate != target or len(constants) > 1:
            reason = (
                f"does not fit the target {target}"
                if head.predicate != target
                else "has several classes: at most one argument is a #type"
            )
            raise InputError(f"the head mode {head} {reason}", head.file, head.line)


class LanguageChooser:
    """Chooses the modes for one target; ``undefined`` are those of no predicate."""

    def __init__(
        self,
        declared: Declarations,
        target: Predicate,
        usable: Collection[Predicate],
        types: Callable[[], Types],
        warn: Callable[[str], None],
    ) -> None:
        self.declared = declared
        self.target = target
        self.usable = dict.fromkeys(usable)
        self.types = types
        self.warn = warn
        self.undefined: dict[Predicate, Mode] = {}

    def language(self) -> Language:
        """Return the modes of head and body: declared, else inferred."""
        declared, target = self.declared, self.target
        heads = [*declared.heads, *declared.either]
        head = next((m for m in heads if m.predicate == target), None)
        if declared.heads and head is None:
            other = declared.heads[0]
            self.warn(
                f"{other.file}:{other.line}: the mode of the head {other.predicate} is "
                f"not used, since the target is {target}"
            )
        calls_itself = (target, target) in declared.determined
        either = [m for m in declared.either if calls_itself or m.predicate != target]
        bodies = [*declared.bodies, *either]
        if bodies or head:
            return self.declared_language(head, bodies)
        if declared.categorical is not None:
            return self.foil_language()
        return Language(*infer_modes(target, self.usable, self.types()))

    def declared_language(self, head: Mode | None, bodies: list[Mode]) -> Language:
        """Return the modes that are declared, where they can be used."""
        if head is None:
            if self.declared.head_first:
                raise InputError(
                    f"modes for the body, but none for the head {self.target}",
                    bodies[0].file,
                    bodies[0].line,
                )
            head = Mode(self.target, (Arg("+", UNTYPED),) * self.target.arity)
        head = measured_head(head, bodies)
        bodies = self.allowed(bodies)
        recursive = [m for m in bodies if m.predicate == self.target]
        body = self.defined(m for m in bodies if m.predicate != self.target)
        typed = self.typed([head, *body, *recursive])
        head, rest = typed[0], tuple(dict.fromkeys(typed[1:]))
        self.check_types(head, rest)
        return Language(
            head,
            tuple(mode for mode in rest if mode.predicate != self.target),
            tuple(mode for mode in rest if mode.predicate == self.target),
        )

    def allowed(self, modes: list[Mode]) -> list[Mode]:
        """Leave out modes not determined, evaluated lazily, comparing or equating."""
        declared = self.declared
        determined = {p for target, p in declared.determined if target == self.target}
        if determined:
            unused = [m for m in modes if m.declared not in determined]
            if unused:
                names = dict.fromkeys(str(mode.predicate) for mode in unused)
                self.warn(
                    f"modes without a determination of {self.target} are not used: "
                    + some_names(names)
                )
            modes = [m for m in modes if m.declared in determined]
        modes, comparing = with_native_thresholds(modes)
        if comparing:
            names = dict.fromkeys(str(mode.predicate) for mode in comparing)
            self.warn(
                "thresholds on numbers are found without a predicate that compares: "
                + some_names(names)
            )
        modes, equating = with_constants(modes)
        if equating:
            self.warn(
                "modes of = are not used as such: an output may be a variable that the "
                "clause has, and where they have a constant it may be one"
            )
        lazy = {*declared.lazy}
        if any(mode.predicate in lazy for mode in modes):
            names = dict.fromkeys(
                str(m.predicate) for m in modes if m.predicate in lazy
            )
            self.warn("left out, being evaluated lazily: " + some_names(names))
        return [mode for mode in modes if mode.predicate not in lazy]

    def defined(self, modes: Iterable[Mode]) -> list[Mode]:
        """Leave out modes of predicates without a clause; note the first of each."""
        usable_modes = []
        for mode in modes:
            if mode.predicate in self.usable:
                usable_modes.append(mode)
            else:
                self.undefined.setdefault(mode.predicate, mode)
        return usable_modes

    def typed(self, modes: list[Mode]) -> list[Mode]:
        """Give untyped arguments the type of those that they share constants with."""
        if not any(arg.type == UNTYPED for mode in modes for arg in mode.args):
            return modes
        types = self.types()
        known = {
            types.of((mode.predicate, i)): arg.type
            for mode in modes
            for i, arg in enumerate(mode.args, 1)
            if arg.type != UNTYPED and arg.kind != "#"
        }
        return [
            replace(
                mode,
                args=tuple(
                    Arg(arg.kind, known.get(types.of((mode.predicate, i)), "object"))
                    if arg.type == UNTYPED
                    else arg
                    for i, arg in enumerate(mode.args, 1)
                ),
            )
            for mode in modes
        ]

    def check_types(self, head: Mode, body: Sequence[Mode]) -> None:
        """Check that the head or another mode gives the input types of each mode."""
        given = _given_types(head, body)
        waiting = [mode for mode in body if _lacks(mode, given)]
        if waiting and not self.declared.lenient:
            mode = waiting[0]
            raise InputError(
                f"{mode} can never be used: it takes the type "
                f"{_lacks(mode, given)[0]}, which neither the head nor another mode "
                "gives",
                mode.file,
                mode.line,
            )
        reached = {mode.predicate for mode in body if not _lacks(mode, given)}
        unused = dict.fromkeys(
            f"{mode.file}:{mode.line} {mode.predicate}"
            for mode in waiting
            if mode.predicate not in reached
        )
        if unused:
            self.warn(
                "of a type that neither the head nor what it leads to has: "
                + some_names(unused)
            )

    def without_wide_modes(self, language: Language) -> Language:
        """Leave out modes that the head's variables fit in too many ways."""
        known = Counter(arg.type for arg in language.head.args)
        wide = {
            mode.predicate: None
            for mode in language.body
            if math.prod(1 + known[a.type] for a in mode.args if a.kind == "-")
            > MAX_ASSIGNMENTS
        }
        if wide:
            self.warn(
                "left out, since the head's variables fit in too many ways; declare "
                f"modes with # or + instead: {some_names(wide)}"
            )
        body = tuple(mode for mode in language.body if mode.predicate not in wide)
        return replace(language, body=body)

    def foil_language(self) -> Language:
        """Return the language of ``foil_predicates/1``: attributes of one object."""
        declared = self.declared
        body = []
        numeric = set(declared.numeric)
        listed = dict.fromkeys([*(declared.categorical or ()), *declared.numeric])
        missing = [str(p) for p in listed if p not in self.usable and p != self.target]
        if missing:
            self.warn(
                "foil_predicates names what no clause defines: " + some_names(missing)
            )
        for predicate in (p for p in listed if p in self.usable):
            rest = Arg("-", "number") if predicate in numeric else Arg("#", "constant")
            args = (Arg("+", "object"), *[rest] * (predicate.arity - 1))
            body.append(Mode(predicate, args[: predicate.arity]))
        head = Mode(self.target, (Arg("+", "object"),) * self.target.arity)
        return Language(head, tuple(body))


def _given_types(head: Mode, body: Iterable[Mode]) -> set[str]:
    """Return the types that the head has, or a mode whose input types are given."""
    given: set[str] = set()
    new = [arg.type for arg in head.args]
    waiting: dict[str, list[Mode]] = {}  # modes by the first type that they lack
    ready = list(body)
    while new or ready:
        for type_ in new:
            given.add(type_)
            ready += waiting.pop(type_, ())
        new = []
        for mode in ready:
            if lacking := _lacks(mode, given):
                waiting.setdefault(lacking[0], []).append(mode)
            else:
                new += [arg.type for arg in mode.args if arg.type not in given]
        ready = []
    return given


def _lacks(mode: Mode, given: Collection[str]) -> list[str]:
    """Return the input types of a mode that are not given."""
    return [a.type for a in mode.args if a.kind == "+" and a.type not in given]
