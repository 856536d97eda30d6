"""Coverage of examples that are letters, made of plain sets: no Prolog."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from fold_cli import bits
from fold_cli.coverage.blocks import Block
from fold_cli.coverage.candidates import Candidates, Column
from fold_cli.theory.terms import (
    VALUE,
    Const,
    Literal,
    Member,
    Threshold,
    Var,
)

X = Var(0)


@dataclass
class FakeCoverage:
    """Examples are letters; capital letters are the positive ones."""

    letters: str
    literals: dict[str, str]  # name of a property -> the letters that have it
    numbers: dict[str, dict[str, list[int]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.size = len(self.letters)
        self.positives = self.of(c for c in self.letters if c.isupper())
        self.negatives = self.of(c for c in self.letters if c.islower())
        names = [Literal(name, (X,)) for name in self.literals]
        rows = np.array([self.flags(members) for members in self.literals.values()])
        self.candidates = Candidates()
        if names:
            block = Block([(name,) for name in names], bits.pack(rows))
            self.candidates.blocks.append(block)
        self.candidates.columns += [self.column(*item) for item in self.numbers.items()]

    def flags(self, members: object) -> np.ndarray:
        wanted = set(members)  # type: ignore[call-overload]
        return np.array([c in wanted for c in self.letters])

    def of(self, members: object) -> bits.Bits:
        return bits.pack(self.flags(members))

    def column(self, name: str, values: dict[str, list[int]]) -> Column:
        distinct = sorted({v for several in values.values() for v in several})
        numbers = [values.get(c, ()) for c in self.letters]
        ranks = [[distinct.index(v) + 1 for v in several] for several in numbers]
        low = np.array([min(r, default=0) for r in ranks], dtype=np.uint8)
        high = np.array([max(r, default=0) for r in ranks], dtype=np.uint8)
        texts = [str(v) for v in distinct]
        same = bool((low == high).all())
        return Column(Literal(name, (X, VALUE)), texts, low, low if same else high)

    def refinements(self, body: object, active: bits.Bits, depth: int) -> Candidates:
        return self.candidates

    def covers(self, body: tuple[object, ...]) -> bits.Bits:
        result = self.positives | self.negatives
        for literal in body:
            assert isinstance(literal, Literal | Threshold)
            result = result & self.candidates.covers(literal)
        return result

    def sets(self, body: tuple[object, ...]) -> list[bits.Bits]:
        return [self.candidates.covers(literal) for literal in body]  # type: ignore[arg-type]

    def described(self, body: object) -> None:
        return None

    def functional(self, threshold: Threshold) -> bool:
        return self.candidates.column(threshold).functional

    def member(self, examples: bits.Bits) -> Member:
        found = bits.indices(examples, self.size)
        return Member(tuple((Const(self.letters[i].lower()),) for i in found))
