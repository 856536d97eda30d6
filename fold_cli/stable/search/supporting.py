"""Constraints that ask for support: ``:- node(X), not reached(X).``

Where no body tells the worlds to exclude from those to keep, something may be missing
in them: for each atom of some mode there ought to be a reason, which a predicate of its
own says in one or more rules. In worlds to keep each atom has one, in a world to
exclude one atom has none. The rules are chosen by clingo, the fewest literals that do
this, among all bodies of up to two literals; models that remain become worlds, and so
on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fold_cli import bits
from fold_cli.stable import symbols
from fold_cli.stable.judge import Consequences
from fold_cli.stable.optimum import USE, best_choice
from fold_cli.stable.search.coverage import WorldCoverage
from fold_cli.stable.search.rules import Rule, Writer
from fold_cli.stable.search.worlds import Worlds
from fold_cli.theory.rules import Rule as Default

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fold_cli.bits import Bits
    from fold_cli.stable.cases import Case, Cases
    from fold_cli.stable.search.rules import Names
    from fold_cli.stable.symbols import Atom
    from fold_cli.stable.tasks.language import Atoms
    from fold_cli.theory.terms import Literal

LENGTH = 2
"""Literals of the bodies that say what supports an atom."""

MAX_RULES = 2000
"""Bodies that are chosen from."""

MAX_ROUNDS = 12
"""Times that models which remain are added to the worlds to exclude."""

SAMPLES = 5
"""Models that stand for a negative example."""


class _Row(NamedTuple):
    """An atom of the mode in a world."""

    world: int
    args: tuple[Atom, ...]


class Supporter:
    """Learns one such constraint beside given rules."""

    def __init__(
        self,
        cases: Cases,
        given: Sequence[Rule],
        bodies: Sequence[Atoms],
        heads: Sequence[Atoms],
        names: Names,
    ) -> None:
        self.cases, self.given, self.bodies = cases, list(given), bodies
        self.heads, self.names = heads, names
        self.keep: list[Consequences] = []
        self.exclude: list[tuple[Case, Consequences]] = []
        text = "\n".join(map(str, given))
        for group in cases.groups:
            grounded = cases.grounded(group, [text])
            for case in group.cases:
                count = 1 if case.positive else SAMPLES
                for model in grounded.models(case.inside, case.outside, count):
                    world = Consequences(model, model)
                    if case.positive:
                        self.keep.append(world)
                    else:
                        self.exclude.append((case, world))

    def rules(self) -> Iterator[list[Rule]]:
        """Yield the constraint that each mode allows, with what supports its atoms.

        It excludes all worlds that it can; others may be left for other constraints.
        """
        if not self.exclude or not self.keep:
            return
        for place, mode in [(-1, None), *enumerate(self.bodies)]:
            if mode is None or (True in mode.mode.signs and mode.types):
                found = self._for_mode(place, mode)
                if found:
                    yield found

    def _for_mode(self, place: int, mode: Atoms | None) -> list[Rule] | None:
        worlds = list(self.exclude)
        for _ in range(MAX_ROUNDS):
            chosen = self._chosen(place, mode, [world for _, world in worlds])
            if chosen is None:
                return None
            found, left = chosen
            given_up = [worlds[number][0] for number in left]
            new = []
            for _, case, model in self.cases.wrong([*self.given, *found]):
                if model is None:
                    return None  # a positive example has no model
                if case not in given_up:
                    new.append((case, Consequences(model, model)))
            if not new:
                return found
            worlds += new
        return None

    def _chosen(
        self, place: int, mode: Atoms | None, exclude: Sequence[Consequences]
    ) -> tuple[list[Rule], list[int]] | None:
        """Return the constraint and the rules that support its atoms.

        And the worlds that they do not exclude.
        """
        every = [*exclude, *self.keep]
        rows = [
            _Row(number, args)
            for number, world in enumerate(every)
            for args in _arguments(mode, world)
        ]
        terms = {term for row in rows for term in row.args}
        types = mode.types if mode else ()
        coverage = WorldCoverage(
            Worlds(every, self.bodies, terms),
            self.bodies,
            rows,
            [row.world >= len(exclude) for row in rows],
            types,
            length=LENGTH,
            max_variables=self.cases.task.limits.variables,
        )
        pool = []
        for block in coverage.refinements((), coverage.positives, 0).blocks:
            for at, step in enumerate(block.steps):
                if place not in [int(literal.name) for literal in step]:
                    pool.append((step, block.row(at)))
        pool = pool[:MAX_RULES]
        lines = list(_program(pool, rows, len(exclude), coverage.size))
        chosen = best_choice(lines)
        if not chosen:
            return None
        name = self._name(types)
        head = _head(name, len(types))
        arguments = "" if not types else head[len(name) :]
        body = [f"not {name}{arguments}"]
        if mode is not None:
            body.insert(0, mode.atom(_LETTERS[: len(types)]))
        found = [Rule((), tuple(body))]
        writer = Writer(self.bodies, len(types), self.names)
        for number in chosen:
            step, covers = pool[number]
            (rule,) = writer.rules(None, [Default(step, (), covers)])
            found.append(Rule((head,), rule.body))
        covered = bits.union([pool[number][1] for number in chosen], coverage.positives)
        members = set(bits.indices(covered, coverage.size).tolist())
        out = {row.world for at, row in enumerate(rows) if at not in members}
        return found, [number for number in range(len(exclude)) if number not in out]

    def _name(self, types: tuple[str, ...]) -> str:
        """Return a head of the task without examples, or a name of our own."""
        named = set(_named(self.cases))
        used = {atom for rule in self.given for atom in rule.heads}
        for head in self.heads:
            unused = not any(atom.startswith(head.template.name) for atom in used)
            plain = len(head.template.args) == len(head.types)
            if head.types == types and plain and unused and head.signature not in named:
                return head.template.name
        return self.names.fresh()


_LETTERS = ["X", "Y", "Z", "U", "V", "W"]


def _head(name: str, arity: int) -> str:
    return f"{name}({', '.join(_LETTERS[:arity])})" if arity else name


def _named(cases: Cases) -> Iterator[tuple[str, int]]:
    for group in cases.groups:
        for case in group.cases:
            for atom in (*case.inside, *case.outside):
                yield symbols.signature(atom)


def _arguments(mode: Atoms | None, world: Consequences) -> list[tuple[Atom, ...]]:
    if mode is None:
        return [()]
    found = (mode.match(atom) for atom in world.certain)
    return sorted(args for args in found if args is not None)


def _program(
    pool: Sequence[tuple[tuple[Literal, ...], Bits]],
    rows: Sequence[_Row],
    excluded: int,
    size: int,
) -> Iterator[str]:
    """Yield the program that chooses rules."""
    for number, (step, covers) in enumerate(pool):
        yield f"{{{USE}({number})}}. :~ {USE}({number}). [{len(step) + 1}@1, {number}]"
        for row in bits.indices(covers, size):
            yield f"cov({row}) :- {USE}({number})."
    worlds: dict[int, list[int]] = {}
    for number, row in enumerate(rows):
        worlds.setdefault(row.world, []).append(number)
    for world, own in worlds.items():
        if world >= excluded:
            yield "".join(f":- not cov({row}). " for row in own)
        else:
            yield "".join(f"out({world}) :- not cov({row}). " for row in own)
    yield f"#const n = {excluded}."
    yield ":~ W = 0..n-1, not out(W). [1@2, W]"
    yield ":- not out(W) : W = 0..n-1."
