"""clingo, the judge: which stable models a program has, and what holds in them.

A program is grounded once; which examples its models extend is then asked by
assumptions. Atoms are copied out of models as numbers, which outlive them. All settings
are fixed, so the same program gives the same answers in the same order.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from clingo import Control

from fold_cli.stable import symbols
from fold_cli.stable.vetting import fault_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from clingo import MessageCode, Model

    from fold_cli.stable.symbols import Atom

POLL_SECONDS = 0.05
"""Time after which Python looks for signals while clingo solves."""


class Consequences(NamedTuple):
    """The atoms that are in all of some models, and those that are in one of them."""

    certain: frozenset[Atom]
    possible: frozenset[Atom]


class _Program:
    """A program in one of clingo's controls, grounded."""

    def __init__(self, parts: Sequence[str], path: str, *options: str) -> None:
        faults: list[str] = []

        def hear(_: MessageCode, fault: str) -> None:
            faults.append(fault)

        self.control = Control(["--warn=none", *options], hear)
        try:
            for part in parts:
                self.control.add("base", [], part)
            self.control.ground([("base", [])])
        except RuntimeError:
            raise fault_in(faults, path) from None
        atoms = [
            (symbols.number(atom.symbol), atom.literal, atom.is_fact)
            for atom in self.control.symbolic_atoms
        ]
        self.literals = {atom: literal for atom, literal, _ in atoms}
        self.facts = frozenset(atom for atom, _, fact in atoms if fact)
        self.varying = [(atom, literal) for atom, literal, fact in atoms if not fact]

    def models(self, assumptions: list[int]) -> Iterator[frozenset[Atom]]:
        """Yield models, with signals looked for while clingo solves."""
        with self.control.solve(assumptions, yield_=True, async_=True) as handle:
            while True:
                handle.resume()
                while not handle.wait(POLL_SECONDS):
                    pass
                model = handle.model()
                if model is None:
                    return
                yield self._atoms(model)

    def _atoms(self, model: Model) -> frozenset[Atom]:
        held = [atom for atom, literal in self.varying if model.is_true(literal)]
        return self.facts.union(held)


class Grounded:
    """A program, grounded, and asked about partial interpretations."""

    def __init__(self, parts: Iterable[str], path: str = "") -> None:
        self._parts, self._path = list(parts), path
        self._program = _Program(self._parts, path, "--opt-mode=ignore")

    @cached_property
    def _eager(self) -> _Program:
        """The program with atoms guessed to be true: it soon has all possible ones."""
        options = ("--opt-mode=ignore", "--sign-def=pos", "--enum-mode=brave", "0")
        return _Program(self._parts, self._path, *options)

    @cached_property
    def _shy(self) -> _Program:
        """The program with atoms guessed to be false."""
        options = ("--opt-mode=ignore", "--sign-def=neg", "--enum-mode=cautious", "0")
        return _Program(self._parts, self._path, *options)

    @property
    def atoms(self) -> Iterable[Atom]:
        """The atoms that may be true."""
        return self._program.literals.keys()

    def models(
        self, inside: Iterable[Atom] = (), outside: Iterable[Atom] = (), count: int = 1
    ) -> Iterator[frozenset[Atom]]:
        """Yield the models that extend a partial interpretation; count 0 means all."""
        assumptions = _assumed(self._program, inside, outside)
        if assumptions is not None:
            configuration: Any = self._program.control.configuration
            configuration.solve.models = str(count)
            yield from self._program.models(assumptions)

    def model(
        self, inside: Iterable[Atom] = (), outside: Iterable[Atom] = ()
    ) -> frozenset[Atom] | None:
        """Return a model that extends a partial interpretation, if there is one."""
        return next(self.models(inside, outside), None)

    def consequences(
        self, inside: Sequence[Atom] = (), outside: Sequence[Atom] = ()
    ) -> Consequences | None:
        """Return what the models that extend an interpretation have in common."""
        if self.model(inside, outside) is None:
            return None
        if not self._program.varying:
            return Consequences(self._program.facts, self._program.facts)
        found: list[frozenset[Atom]] = []
        for program in (self._shy, self._eager):
            assumptions = _assumed(program, inside, outside)
            assert assumptions is not None
            *_, last = program.models(assumptions)
            found.append(last)
        return Consequences(*found)


def _assumed(
    program: _Program, inside: Iterable[Atom], outside: Iterable[Atom]
) -> list[int] | None:
    """Return the assumptions; None if an atom that is to be true cannot be."""
    literals = []
    for atom in inside:
        if atom not in program.literals:
            return None
        literals.append(program.literals[atom])
    known = (program.literals.get(atom) for atom in outside)
    return [*literals, *(-literal for literal in known if literal is not None)]


def best_model(
    parts: Sequence[str], inside: Iterable[Atom] = (), outside: Iterable[Atom] = ()
) -> frozenset[Atom] | None:
    """Return the best model of a program with weak constraints, if there is one."""
    program = _Program(parts, "", "--opt-mode=opt", "0")
    assumptions = _assumed(program, inside, outside)
    if assumptions is None:
        return None
    found = None
    for model in program.models(assumptions):
        found = model
    return found
