"""What rules cannot use, and why: predicates, or modes of them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from fold_cli.errors import EngineError, some_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_cli.coverage.predicate_error import RaisingPredicateError
    from fold_cli.files.problem import Mode
    from fold_cli.theory.terms import Predicate


@dataclass(frozen=True, slots=True)
class Fault:
    """A predicate that cannot be used in rules, or some modes of it, and why."""

    predicate: Predicate
    reason: str
    modes: tuple[Mode, ...] = ()  # those at fault; none if all are
    told: bool = True


class Faults:
    """The faults that have been found of a problem with certain modes."""

    def __init__(self, modes: Sequence[Mode]) -> None:
        self._modes = modes
        self._found: list[Fault] = []

    def add(self, fault: Fault) -> None:
        """Add a fault that the run of a theory has shown.

        One that was added before would be found again for ever.
        """
        if fault.predicate in self.left_out():
            raise EngineError(
                f"{fault.predicate} is used though it was left out: please report this "
                "with the files"
            )
        self._found.append(fault)

    def add_raising(self, error: RaisingPredicateError) -> None:
        """Add a predicate that cannot be asked with certain inputs.

        Its modes with other inputs stay. Where the files do not say which arguments are
        inputs, each is tried, and one that cannot be is not told of.
        """
        own = [mode for mode in self.usable() if mode.predicate == error.predicate]
        wrong = tuple(mode for mode in own if mode.inputs == error.inputs)
        kept = {(mode.file, mode.line) for mode in own if mode not in wrong}
        if not kept:
            self.add(Fault(error.predicate, str(error)))
            return
        told = any((mode.file, mode.line) not in kept for mode in wrong)
        self.add(Fault(error.predicate, str(error), wrong, told))

    def left_out(self) -> frozenset[Predicate | Mode]:
        """Return the predicates and modes that rules cannot use."""
        parts = (fault.modes or (fault.predicate,) for fault in self._found)
        return frozenset(chain.from_iterable(parts))

    def usable(self) -> list[Mode]:
        """Return the modes that are not at fault."""
        without = self.left_out()
        return [m for m in self._modes if without.isdisjoint((m, m.predicate))]

    def messages(self) -> list[str]:
        """Return what is told of them, by the predicates that the files name."""
        names = {mode.predicate: mode.declared for mode in self._modes}
        told = [fault for fault in self._found if fault.told]
        who = [some_names(f.modes) or str(names[f.predicate]) for f in told]
        return [
            f"{name} is left out of the rules: {fault.reason}"
            for name, fault in zip(who, told, strict=True)
        ]
