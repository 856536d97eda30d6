"""Coverage and gain the slow, obvious way, and random problems to compare on."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hypothesis import strategies as st
from support import write_problem

from fold_cli.theory.terms import VALUE, Const, Literal, Member, Threshold

if TYPE_CHECKING:
    from pathlib import Path

    from fold_cli.theory.terms import BodyLiteral
    from fold_cli.theory.theory import LearnedClause, Theory

Number = int | float


def gain(p0: int, n0: int, p1: int, n1: int) -> float:
    """Return FOIL's gain, in the words of its definition."""
    if p1 == 0:
        return 0.0
    return p1 * (math.log2(p1 / (p1 + n1)) - math.log2(p0 / (p0 + n0)))


@dataclass
class World:
    """Objects with properties, descriptions and measures, some of them positive."""

    objects: list[str]
    properties: dict[str, set[str]] = field(default_factory=dict)
    descriptions: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    measures: dict[str, dict[str, list[Number]]] = field(default_factory=dict)
    positives: list[str] = field(default_factory=list)

    @property
    def negatives(self) -> list[str]:
        return [name for name in self.objects if name not in self.positives]

    def background(self) -> str:
        lines = [f"known({name})." for name in self.objects]
        for name, members in self.properties.items():
            lines += [f"{name}({member})." for member in sorted(members)]
        for name, table in (*self.descriptions.items(), *self.measures.items()):
            for member, values in table.items():
                lines += [f"{name}({member}, {value})." for value in values]
        return "\n".join(lines) + "\n"

    def write(self, directory: Path) -> tuple[str, str, str]:
        """Write the background, the positive and the negative examples."""
        kinds = self.positives, self.negatives
        facts = ["".join(f"target({name}).\n" for name in names) for names in kinds]
        bk, pos, neg = map(str, write_problem(directory, self.background(), *facts))
        return bk, pos, neg

    # What a theory says

    def answers(self, theory: Theory) -> set[str]:
        """Return the objects that a theory covers."""
        return {
            name
            for name in self.objects
            if self._proves(theory, theory.target.name, name)
        }

    def covers(self, theory: Theory, learned: LearnedClause) -> set[str]:
        """Return the objects that one clause of a theory covers."""
        body = learned.clause.body
        return {
            name
            for name in self.objects
            if all(self._holds(theory, literal, name) for literal in body)
        }

    def _proves(self, theory: Theory, predicate: str, name: str) -> bool:
        return any(
            all(self._holds(theory, literal, name) for literal in learned.clause.body)
            for learned in theory.clauses
            if learned.clause.name == predicate
        )

    def _holds(self, theory: Theory, literal: BodyLiteral, name: str) -> bool:
        if isinstance(literal, Member):
            return ((Const(name),)) in literal.rows
        if isinstance(literal, Threshold):
            assert literal.atom.args[1] == VALUE
            values = self.measures[literal.atom.name].get(name, [])
            return any(
                all(_within(value, bound.op, bound.number) for bound in literal.bounds)
                for value in values
            )
        return self._atom_holds(theory, literal, name) != literal.negated

    def _atom_holds(self, theory: Theory, literal: Literal, name: str) -> bool:
        if literal.name.startswith("ab"):
            return self._proves(theory, literal.name, name)
        if literal.name == "known":
            return True
        if literal.name in self.properties:
            return name in self.properties[literal.name]
        constant = literal.args[1]
        assert isinstance(constant, Const)
        return constant.text in self.descriptions[literal.name].get(name, [])


def _within(value: Number, op: str, number: Const) -> bool:
    limit = float(number.text)
    return value <= limit if op == "=<" else value > limit


# Random problems

NUMBERS = st.one_of(
    st.integers(-4, 4), st.sampled_from([0.5, -0.5, 2.0, 1e-7, 2.5e20, 3.14])
)


@st.composite
def worlds(draw: st.DrawFn) -> World:
    """Draw a problem: values may be missing, and an object may have several."""
    objects = [f"o{number}" for number in range(draw(st.integers(1, 9)))]
    some = st.lists(st.sampled_from(objects), unique=True)
    world = World(objects)
    for number in range(draw(st.integers(0, 4))):
        world.properties[f"p{number}"] = set(draw(some)) or {objects[0]}
    for number in range(draw(st.integers(0, 2))):
        values = st.lists(st.sampled_from(["red", "green", "blue"]), unique=True)
        world.descriptions[f"d{number}"] = _table(draw, some, values)
    for number in range(draw(st.integers(0, 2))):
        several = draw(st.booleans())
        values = st.lists(NUMBERS, min_size=1, max_size=3 if several else 1)
        world.measures[f"m{number}"] = _table(draw, some, values)
    world.positives = draw(
        st.lists(st.sampled_from(objects), min_size=1, unique=True).map(sorted)
    )
    return world


def _table(
    draw: st.DrawFn, some: st.SearchStrategy[list[str]], values: st.SearchStrategy
) -> dict:
    table = {name: draw(values) for name in sorted(draw(some))}
    return {name: listed for name, listed in table.items() if listed}
