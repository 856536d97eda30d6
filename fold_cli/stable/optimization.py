"""Optimal models by clingo's weak constraints, and minimal cores where there is none.

Rules are chosen by *switches*: free atoms with a number and a weight, of which an
optimal model has the lightest set that satisfies the rest of the program.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, TypeVar

from fold_cli.stable import symbols
from fold_cli.stable.solver import GroundProgram

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from fold_cli.stable.symbols import Atom

T = TypeVar("T")

SWITCH = "fold__use"
"""The predicate of switches, which is in no task."""

CONFLICT_LIMIT = "--solve-limit=50000"
"""Conflicts after which the solver returns the best model that it has."""


def switch(number: int, weight: int | str) -> str:
    """Return the statements of a free atom with a number, and what its use costs."""
    atom = f"{SWITCH}({number})"
    return f"{{{atom}}}. :~ {atom}. [{weight}, {number}]"


def best_model(
    parts: Sequence[str], inside: Iterable[Atom] = (), outside: Iterable[Atom] = ()
) -> frozenset[Atom] | None:
    """Return an optimal model of a program with weak constraints, if it has one."""
    program = GroundProgram(parts, "", None, "--opt-mode=opt", "0")
    assumptions = program.assumed(inside, outside)
    if assumptions is None:
        return None
    return _last_model(program, assumptions)


def _last_model(
    program: GroundProgram, assumptions: list[int]
) -> frozenset[Atom] | None:
    """Return the last model: while clingo optimises, each is better than the last."""
    last = None
    for model in program.models(assumptions):
        last = model
    return last


def minimal(items: Sequence[T], suffice: Callable[[list[T]], bool]) -> list[T]:
    """Return what is left of items that suffice, and would not without any of it.

    Each in turn is taken out, unless the others do not suffice without it; the next
    one that has to stay is found by halving.
    """
    kept: list[T] = []
    rest = list(items)
    while not suffice(kept):
        at = bisect_left(
            range(len(rest)), True, key=lambda at: not suffice(kept + rest[at + 1 :])
        )
        kept.append(rest[at])
        rest = rest[at + 1 :]
    return kept


class FreeProgram:
    """A program with free atoms: which of their values leave an example no model."""

    def __init__(
        self,
        parts: Sequence[str],
        free: Iterable[Atom],
    ) -> None:
        signatures = frozenset(map(symbols.signature, free))
        self._program = GroundProgram(parts, "", signatures)
        known = self._program.literals
        self._free = {a: known[a] for a in free if a in known}
        self._cores: dict[
            tuple[tuple[int, ...] | None, frozenset[Atom]], list[Atom] | None
        ] = {}

    def assumed(
        self, inside: Iterable[Atom], outside: Iterable[Atom]
    ) -> tuple[int, ...] | None:
        """Return what an example fixes; None if an atom that is in cannot be true."""
        fixed = self._program.assumed(inside, outside)
        return None if fixed is None else tuple(fixed)

    def core(
        self, fixed: tuple[int, ...] | None, true: frozenset[Atom]
    ) -> list[Atom] | None:
        """Return a minimal set of free atoms whose values leave no model.

        ``true`` are those that are true. None if there is a model.
        """
        if (fixed, true) not in self._cores:  # many examples are alike
            self._cores[fixed, true] = self._core(fixed, true)
        return self._cores[fixed, true]

    def _core(
        self, fixed: tuple[int, ...] | None, true: frozenset[Atom]
    ) -> list[Atom] | None:
        if fixed is None:
            return []
        atoms = sorted(self._free)
        if self._satisfiable(fixed, atoms, true):
            return None
        return minimal(atoms, lambda core: not self._satisfiable(fixed, core, true))

    def _satisfiable(
        self, fixed: tuple[int, ...], atoms: list[Atom], true: frozenset[Atom]
    ) -> bool:
        values = [self._free[a] if a in true else -self._free[a] for a in atoms]
        return self._program.satisfiable([*fixed, *values])


def best_choice(lines: Sequence[str]) -> list[int] | None:
    """Return the numbers of the switches in an optimal model, in order."""
    program = GroundProgram(
        ["\n".join(lines)],
        "",
        frozenset({(SWITCH, 1)}),
        "--opt-mode=opt",
        "0",
        CONFLICT_LIMIT,
    )
    model = _last_model(program, [])
    if model is None:
        return None
    used = (symbols.symbol(a) for a in model if symbols.signature(a) == (SWITCH, 1))
    return sorted(atom.arguments[0].number for atom in used)
