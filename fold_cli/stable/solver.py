"""The stable models of a program by clingo, and what is true in all or some of them.

A program is grounded once; whether a model extends a partial interpretation is then one
call of the solver under assumptions. Atoms are copied out of models as the numbers of
``symbols``, which outlive the models. All settings are fixed, so the same program gives
the same answers in the same order.
"""

from __future__ import annotations

import itertools
from collections import deque
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from clingo import Observer

from fold_cli.errors import ExhaustedError
from fold_cli.stable import symbols
from fold_cli.stable.grounding import grounded, without_blank_lines
from fold_cli.stable.tasks.program_vetting import fault_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from clingo import Model, SolveResult, SymbolicAtom

    from fold_cli.stable.symbols import Atom

_Interpretation: TypeAlias = "tuple[tuple[Atom, ...], tuple[Atom, ...]]"
"""Atoms that are to be in a model, and those that are to be out."""

Signatures: TypeAlias = "frozenset[tuple[str, int]]"
"""Names and arities of predicates."""

MAX_CONFLICTS = 20_000_000
"""Conflicts until which clingo looks for an answer, which takes it some minutes."""

POLL_SECONDS = 0.05
"""Time after which Python looks for signals while clingo solves."""


class Consequences(NamedTuple):
    """The cautious and the brave consequences: atoms in all models, and in one."""

    certain: frozenset[Atom]
    possible: frozenset[Atom]


class _BodyAtoms(Observer):
    """Collects the atoms in the bodies of ground rules."""

    def __init__(self) -> None:
        self.atoms: set[int] = set()

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        """Add the atoms of a rule."""
        self.atoms.update(map(abs, body))

    def weight_rule(
        self,
        choice: bool,
        head: Sequence[int],
        lower_bound: int,
        body: Sequence[tuple[int, int]],
    ) -> None:
        """Add the atoms of a rule with a sum or a count."""
        self.atoms.update(abs(literal) for literal, _ in body)


class GroundProgram:
    """A program in one of clingo's controls, grounded.

    With ``signatures``, only atoms of these predicates are read out of its models.
    """

    def __init__(
        self,
        parts: Sequence[str],
        path: str,
        signatures: Signatures | None,
        *options: str,
        observer: Observer | None = None,
    ) -> None:
        self._signatures = signatures
        self._may_give_up = any("--solve-limit" in option for option in options)
        if not self._may_give_up:
            options = (*options, f"--solve-limit={MAX_CONFLICTS}")
        try:
            short = [without_blank_lines(part) for part in parts]
            self.control = grounded(short, [], options, observer)
        except RuntimeError:
            faults: list[str] = []
            with suppress(RuntimeError):  # again, to know the line
                grounded(parts, faults, options, None)
            raise fault_in(faults, path) from None

    def listed(self) -> Iterable[SymbolicAtom]:
        """Return the atoms that are read out of models."""
        atoms = self.control.symbolic_atoms
        if self._signatures is None:
            return atoms
        return itertools.chain.from_iterable(
            atoms.by_signature(name.lstrip("-"), arity, not name.startswith("-"))
            for name, arity in sorted(self._signatures)
        )

    @cached_property
    def _atoms_read(self) -> list[tuple[Atom, int, bool]]:
        """The atoms with their literals, and whether they are facts."""
        number = symbols.number
        return [(number(a.symbol), a.literal, a.is_fact) for a in self.listed()]

    def take_literals(self, other: GroundProgram) -> None:
        """Take the atoms from the same program with other options for the solver.

        Grounding numbers atoms alike, and reading them is what takes longest.
        """
        self._atoms_read = other._atoms_read

    @cached_property
    def literals(self) -> dict[Atom, int]:
        """The literals of the atoms that may be true."""
        return {atom: literal for atom, literal, _ in self._atoms_read}

    @cached_property
    def facts(self) -> frozenset[Atom]:
        """The atoms that are true in all models."""
        return frozenset(atom for atom, _, fact in self._atoms_read if fact)

    @cached_property
    def varying(self) -> list[tuple[Atom, int]]:
        """The atoms that are no facts, with their literals."""
        return [(atom, literal) for atom, literal, fact in self._atoms_read if not fact]

    def assumed(
        self, inside: Iterable[Atom], outside: Iterable[Atom]
    ) -> list[int] | None:
        """Return the assumptions; None if an atom that is to be true cannot be."""
        known, literals = self.control.symbolic_atoms, []
        for atom in inside:
            ground = known[symbols.symbol(atom)]
            if ground is None:
                return None
            literals.append(ground.literal)
        for atom in outside:
            ground = known[symbols.symbol(atom)]
            if ground is not None:
                literals.append(-ground.literal)
        return literals

    def satisfiable(self, assumptions: list[int]) -> bool:
        """Return whether there is a model."""
        with self.control.solve(assumptions, async_=True) as handle:
            while not handle.wait(POLL_SECONDS):
                pass
            self._check_answered(handle.get(), 0)
            return bool(handle.get().satisfiable)

    def models(self, assumptions: list[int]) -> Iterator[frozenset[Atom]]:
        """Yield models, with signals looked for while clingo solves."""
        with self.control.solve(assumptions, yield_=True, async_=True) as handle:
            for found in itertools.count():
                handle.resume()
                while not handle.wait(POLL_SECONDS):
                    pass
                model = handle.model()
                if model is None:
                    self._check_answered(handle.get(), found)
                    return
                yield self._atoms(model)

    def _check_answered(self, result: SolveResult, found: int) -> None:
        """Raise an error where clingo gave up before it had an answer."""
        configuration: Any = self.control.configuration
        wants_all = configuration.solve.models == "0"
        stopped = result.unknown or (found and wants_all and not result.exhausted)
        if stopped and not self._may_give_up:
            raise ExhaustedError(
                f"clingo has no answer after {MAX_CONFLICTS} conflicts; give a program "
                "with fewer choices, or constraints that decide more of them"
            )

    def _atoms(self, model: Model) -> frozenset[Atom]:
        held = [atom for atom, literal in self.varying if model.is_true(literal)]
        return self.facts.union(held)


def used_atoms(parts: Sequence[str], path: str, signatures: Signatures) -> set[Atom]:
    """Return the atoms of these signatures in the bodies of ground rules."""
    observer = _BodyAtoms()
    program = GroundProgram(parts, path, signatures, observer=observer)
    return {
        symbols.number(atom.symbol)
        for atom in program.listed()
        if atom.literal in observer.atoms
    }


class Solver:
    """Answers which partial interpretations the stable models of a program extend."""

    def __init__(
        self,
        parts: Iterable[str],
        path: str = "",
        signatures: Signatures | None = None,
    ) -> None:
        self._parts, self._path, self._signatures = list(parts), path, signatures
        self._extended: dict[_Interpretation, bool] = {}
        self._consequences: dict[_Interpretation, Consequences | None] = {}
        self._program = GroundProgram(
            self._parts, path, signatures, "--opt-mode=ignore"
        )

    @cached_property
    def _varied(self) -> GroundProgram:
        """The program set so that few models show what is true in all and in some.

        From a restart the solver guesses anew, atoms to be true rather than those of
        the model before; where it goes on from there, one choice differs at a time.
        """
        options = (
            "--opt-mode=ignore --sign-def=pos --restart-on-model --save-progress=0"
        )
        varied = GroundProgram(
            self._parts, self._path, self._signatures, *options.split()
        )
        varied.take_literals(self._program)
        return varied

    @property
    def facts(self) -> frozenset[Atom]:
        """The atoms that are true in all models, as grounding shows."""
        return self._program.facts

    @property
    def atoms(self) -> Iterable[Atom]:
        """The atoms that may be true."""
        return self._program.literals.keys()

    def models(
        self, inside: Iterable[Atom] = (), outside: Iterable[Atom] = (), count: int = 1
    ) -> Iterator[frozenset[Atom]]:
        """Yield the models that extend a partial interpretation; count 0 means all."""
        assumptions = self._program.assumed(inside, outside)
        if assumptions is not None:
            self._set(count)
            yield from self._program.models(assumptions)

    def model(
        self, inside: Iterable[Atom] = (), outside: Iterable[Atom] = ()
    ) -> frozenset[Atom] | None:
        """Return a model that extends a partial interpretation, if there is one."""
        return next(self.models(inside, outside), None)

    def extends(self, inside: Iterable[Atom], outside: Iterable[Atom]) -> bool:
        """Return whether some model extends a partial interpretation."""
        asked = tuple(inside), tuple(outside)
        if asked not in self._extended:
            assumptions = self._program.assumed(*asked)
            if assumptions is not None:
                self._set(1)
            self._extended[asked] = (
                assumptions is not None and self._program.satisfiable(assumptions)
            )
        return self._extended[asked]

    def _set(self, count: int) -> None:
        configuration: Any = self._program.control.configuration
        configuration.solve.models = count

    def consequences(
        self, inside: Sequence[Atom] = (), outside: Sequence[Atom] = ()
    ) -> Consequences | None:
        """Return what is true in all and in some models that extend an interpretation.

        None if no model does.
        """
        asked = tuple(inside), tuple(outside)
        if asked not in self._consequences:
            self._consequences[asked] = self._in_all_and_some(*asked)
        return self._consequences[asked]

    def _in_all_and_some(self, *asked: tuple[Atom, ...]) -> Consequences | None:
        if not self.extends(*asked):
            return None
        if not self._program.varying:
            return Consequences(self._program.facts, self._program.facts)
        assumptions = self._varied.assumed(*asked)
        assert assumptions is not None
        configuration: Any = self._varied.control.configuration
        configuration.solve.models = 0
        cautious_and_brave: list[frozenset[Atom]] = []
        for mode in ("cautious", "brave"):
            configuration.solve.enum_mode = mode
            last = deque(self._varied.models(assumptions), maxlen=1)
            cautious_and_brave += last
        return Consequences(*cautious_and_brave)
