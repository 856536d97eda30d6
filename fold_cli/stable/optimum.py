"""Best models by clingo's own optimisation, and what stands in the way of a model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli.stable import symbols
from fold_cli.stable.judge import GroundProgram

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fold_cli.stable.symbols import Atom

USE = "fold__use"
"""The predicate of switches, which is in no task."""

CONFLICT_LIMIT = "--solve-limit=50000"
"""Conflicts after which the best choice so far is good enough."""


def best_model(
    parts: Sequence[str], inside: Iterable[Atom] = (), outside: Iterable[Atom] = ()
) -> frozenset[Atom] | None:
    """Return the best model of a program with weak constraints, if there is one."""
    program = GroundProgram(parts, "", None, "--opt-mode=opt", "0")
    assumptions = program.assumed(inside, outside)
    if assumptions is None:
        return None
    found = None
    for model in program.models(assumptions):
        found = model
    return found


class FreeProgram:
    """A program with free atoms, asked whether their values suit an example."""

    def __init__(
        self,
        parts: Sequence[str],
        inside: Iterable[Atom],
        outside: Iterable[Atom],
        free: Iterable[Atom],
    ) -> None:
        signatures = frozenset(map(symbols.signature, free))
        self._program = GroundProgram(parts, "", signatures)
        self._fixed = self._program.assumed(inside, outside)
        known = self._program.literals
        self._free = {a: known[a] for a in free if a in known}

    def core(self, true: set[Atom]) -> list[Atom] | None:
        """Return free atoms whose values leave no model; None if there is one.

        ``true`` are those that are true. No atom can be left out of what is returned.
        """
        if self._fixed is None:
            return []
        blamed = sorted(self._free)
        if self._satisfiable(blamed, true):
            return None
        for atom in list(blamed):
            fewer = [other for other in blamed if other != atom]
            if not self._satisfiable(fewer, true):
                blamed = fewer
        return blamed

    def _satisfiable(self, atoms: list[Atom], true: set[Atom]) -> bool:
        assert self._fixed is not None
        values = [self._free[a] if a in true else -self._free[a] for a in atoms]
        return self._program.satisfiable([*self._fixed, *values])


def best_choice(lines: Sequence[str]) -> list[int] | None:
    """Return the numbers N of switches in the best model, in order."""
    program = GroundProgram(
        ["\n".join(lines)],
        "",
        frozenset({(USE, 1)}),
        "--opt-mode=opt",
        "0",
        CONFLICT_LIMIT,
    )
    found = None
    for model in program.models([]):
        found = model
    if found is None:
        return None
    used = (symbols.symbol(a) for a in found if symbols.signature(a) == (USE, 1))
    return sorted(atom.arguments[0].number for atom in used)
