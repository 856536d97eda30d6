"""Support constraints, ``:- node(X), not reached(X)``, with rules for ``reached``.

Where no body tells the worlds to exclude from those to keep, each atom of a mode may
need support: a new predicate, defined by one or more rules, holds for each atom in the
worlds to keep, and fails for one atom in each world to exclude. clingo chooses the
rules with the fewest literals that do this, among all bodies of up to two literals;
models of negative examples that remain become worlds to exclude in the next round.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from fold_cli import bits
from fold_cli.stable import symbols
from fold_cli.stable.optimization import SWITCH, best_choice, switch
from fold_cli.stable.search.rules import LETTERS, Rule, RuleWriter
from fold_cli.stable.search.world_coverage import WorldCoverage
from fold_cli.stable.search.worlds import Worlds
from fold_cli.stable.solver import Consequences
from fold_cli.theory.rules import Rule as Default

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fold_cli.bits import Bits
    from fold_cli.stable.cases import Case, Cases
    from fold_cli.stable.search.rules import FreshNames
    from fold_cli.stable.symbols import Atom
    from fold_cli.stable.tasks.language import ExpandedMode
    from fold_cli.theory.terms import Literal

MAX_LITERALS = 2
"""Literals of the bodies that define the supporting predicate."""

MAX_RULES = 2000
"""Candidate bodies."""

MAX_ROUNDS = 12
"""Times that models which remain are added to the worlds to exclude."""

SAMPLED_MODELS = 5
"""Models by which a negative example is represented."""


class _Row(NamedTuple):
    """An atom of the mode in a world."""

    world: int
    args: tuple[Atom, ...]


class SupportLearner:
    """Learns one support constraint beside given rules."""

    def __init__(
        self,
        cases: Cases,
        given: Sequence[Rule],
        bodies: Sequence[ExpandedMode],
        heads: Sequence[ExpandedMode],
        names: FreshNames,
    ) -> None:
        self.cases, self.given, self.bodies = cases, list(given), bodies
        self.heads, self.names = heads, names
        self.keep: list[Consequences] = []
        self.exclude: list[tuple[Case, Consequences]] = []
        text = "\n".join(map(str, given))
        kinds = {case.positive for group in cases.groups for case in group.cases}
        for group in cases.groups if len(kinds) == 2 else ():  # else there is no rule
            solver = cases.solver(group, [text])
            for case in group.cases:
                count = 1 if case.positive else SAMPLED_MODELS
                for model in solver.models(case.inside, case.outside, count):
                    world = Consequences(model, model)
                    if case.positive:
                        self.keep.append(world)
                    else:
                        self.exclude.append((case, world))

    def rules(self) -> Iterator[list[Rule]]:
        """Yield the constraint for each mode, with the rules that support its atoms.

        It excludes as many worlds as it can; others may need other constraints.
        """
        if not self.exclude or not self.keep:
            return
        for place, mode in [(-1, None), *enumerate(self.bodies)]:
            if mode is None or (True in mode.mode.signs and mode.types):
                found = self._for_mode(place, mode)
                if found:
                    yield found

    def _for_mode(self, place: int, mode: ExpandedMode | None) -> list[Rule] | None:
        worlds = list(self.exclude)
        for _ in range(MAX_ROUNDS):
            chosen = self._chosen(place, mode, [world for _, world in worlds])
            if chosen is None:
                return None
            rules, remaining = chosen
            given_up = [worlds[number][0] for number in remaining]
            new = []
            for _, case, model in self.cases.wrong([*self.given, *rules]):
                if model is None:
                    return None  # a positive example has no model
                if case not in given_up:
                    new.append((case, Consequences(model, model)))
            if not new:
                return rules
            worlds += new
        return None

    def _chosen(
        self, place: int, mode: ExpandedMode | None, exclude: Sequence[Consequences]
    ) -> tuple[list[Rule], list[int]] | None:
        """Return the constraint and the rules that support its atoms.

        And the numbers of the worlds that they do not exclude.
        """
        worlds = [*exclude, *self.keep]
        rows = [
            _Row(number, args)
            for number, world in enumerate(worlds)
            for args in _arguments(mode, world)
        ]
        coverage = WorldCoverage(
            Worlds(worlds, self.bodies, {term for row in rows for term in row.args}),
            self.bodies,
            rows,
            [row.world >= len(exclude) for row in rows],
            mode.types if mode else (),
            length=MAX_LITERALS,
            max_variables=self.cases.task.limits.variables,
        )
        bodies = (
            (body, covers)
            for body, covers in coverage.bodies()
            if place not in [int(literal.name) for literal in body]
        )
        pool = list(islice(bodies, MAX_RULES))
        lines = list(_program(pool, rows, len(exclude), coverage.size))
        chosen = best_choice(lines)
        if not chosen:
            return None
        supports = [Default(pool[at][0], (), pool[at][1]) for at in chosen]
        covers = bits.union([rule.covers for rule in supports], coverage.positives)
        covered = set(bits.indices(covers, coverage.size).tolist())
        excluded = {row.world for at, row in enumerate(rows) if at not in covered}
        remaining = [at for at in range(len(exclude)) if at not in excluded]
        return self._written(mode, supports), remaining

    def _written(
        self, mode: ExpandedMode | None, supports: Sequence[Default]
    ) -> list[Rule]:
        """Return the constraint for a mode, and the rules of its support."""
        types = mode.types if mode else ()
        name, variables = self._name(types), LETTERS[: len(types)]
        head = f"{name}({', '.join(variables)})" if types else name
        atom = () if mode is None else (mode.atom(variables),)
        writer = RuleWriter(self.bodies, len(types), self.names)
        rules = [Rule((), (*atom, f"not {head}"))]
        for support in supports:
            (rule,) = writer.rules(None, [support])
            rules.append(Rule((head,), rule.body))
        return rules

    def _name(self, types: tuple[str, ...]) -> str:
        """Return a head of the task without examples, or a fresh name."""
        named = set(_signatures(self.cases))
        used = {atom for rule in self.given for atom in rule.heads}
        for head in self.heads:
            unused = not any(atom.startswith(head.template.name) for atom in used)
            plain = len(head.template.args) == len(head.types)
            if head.types == types and plain and unused and head.signature not in named:
                return head.template.name
        return self.names.fresh()


def _signatures(cases: Cases) -> Iterator[tuple[str, int]]:
    """Yield the predicates of the atoms of examples."""
    for group in cases.groups:
        for case in group.cases:
            for atom in (*case.inside, *case.outside):
                yield symbols.signature(atom)


def _arguments(
    mode: ExpandedMode | None, world: Consequences
) -> list[tuple[Atom, ...]]:
    if mode is None:
        return [()]
    matches = (mode.match(atom) for atom in world.certain)
    return sorted(args for args in matches if args is not None)


def _program(
    pool: Sequence[tuple[tuple[Literal, ...], Bits]],
    rows: Sequence[_Row],
    excluded: int,
    size: int,
) -> Iterator[str]:
    """Yield the program that chooses rules."""
    for number, (step, covers) in enumerate(pool):
        yield switch(number, f"{len(step) + 1}@1")
        for row in bits.indices(covers, size):
            yield f"cov({row}) :- {SWITCH}({number})."
    rows_of: dict[int, list[int]] = {}
    for number, row in enumerate(rows):
        rows_of.setdefault(row.world, []).append(number)
    for world, numbers in rows_of.items():
        if world >= excluded:
            yield "".join(f":- not cov({row}). " for row in numbers)
        else:
            yield "".join(f"out({world}) :- not cov({row}). " for row in numbers)
    yield f"#const n = {excluded}."
    yield ":~ W = 0..n-1, not out(W). [1@2, W]"
    yield ":- not out(W) : W = 0..n-1."
