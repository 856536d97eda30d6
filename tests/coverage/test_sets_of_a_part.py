"""Sets of rows at a worker: the bits that their expressions mean, in little memory."""

from __future__ import annotations

import tracemalloc
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from fold_cli import bits
from fold_cli.coverage.distant.part import MIN_SETS, CodedPart
from fold_cli.coverage.distant.row_sets import SetSpace

if TYPE_CHECKING:
    from collections.abc import Callable

    from fold_cli.coverage.distant.row_sets import Program, RowSet
    from fold_cli.coverage.distant.team import Question


class OnePart:
    """A team that has one part."""

    def __init__(self, part: CodedPart) -> None:
        self.part, self.rounds = part, 0

    def read(self, _: Any) -> Any:
        raise NotImplementedError

    def code(self, _: Any) -> None:
        raise NotImplementedError

    def ask(self, question: Question[Any], program: Program) -> Any:
        self.rounds += 1
        self.part.learn(program)
        return question.united([question.answer(self.part)])


def part_of(rows: int, columns: int, seed: int) -> CodedPart:
    """Return a part of random codes from 0 to 4."""
    draw = np.random.default_rng(seed)
    drawn: list[Any] = [*draw.integers(0, 5, (columns + 1, rows), dtype=np.uint8)]
    return CodedPart(0, 0, drawn[1:], drawn[0] % 2)


OPERATIONS: list[Callable[[Any, Any], Any]] = [
    lambda a, b: a & b,
    lambda a, b: a | b,
    lambda a, b: a ^ b,
    lambda a, b: a & ~b,
]


@pytest.mark.parametrize("seed", range(12))
def test_expressions_are_what_they_mean(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    conjuncts = [2, 5, 64][seed % 3]
    monkeypatch.setattr("fold_cli.coverage.distant.row_sets.MAX_CONJUNCTS", conjuncts)
    part = part_of(200, 4, seed)
    space = SetSpace(OnePart(part), part.size)
    draw = np.random.default_rng(seed)
    sets: list[tuple[RowSet, Any]] = []
    for column, codes in enumerate(part.columns):
        for code in range(1, 5):
            sets.append((space.leaf(("=", column, code)), codes == code))
            sets.append((space.leaf((">", column, code)), codes > code))
    for _ in range(150):
        (one, flags), (other, more) = (
            sets[at] for at in draw.integers(0, len(sets), 2)
        )
        combine = OPERATIONS[draw.integers(0, len(OPERATIONS))]
        sets.append((combine(one, other), combine(flags, more)))
    asked = [sets[at] for at in draw.permutation(len(sets))]
    assert [bits.count(each) for each, _ in asked] == [f.sum() for _, f in asked]


def test_the_union_of_many_rules_takes_little_memory() -> None:
    part = part_of(80_000, 20, 0)  # a set has 10 KB
    part.max_sets = MIN_SETS
    team = OnePart(part)
    space = SetSpace(team, part.size)
    draw = np.random.default_rng(0)
    union: Any = space.nothing
    left: Any = space.everything
    flags = np.zeros(part.size, dtype=np.bool_)
    for _ in range(400):
        rule, covered = space.everything, np.ones(part.size, dtype=np.bool_)
        for column in draw.choice(20, 4, replace=False).tolist():
            rule = rule & space.leaf(("=", column, 1))
            covered &= part.columns[column] == 1
        union, left, flags = union | rule, left & ~rule, flags | covered
    tracemalloc.start()
    try:
        assert bits.count(union) == flags.sum()
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1_500_000  # all sets together have 12 MB
    assert bits.count(left) == part.size - flags.sum()
    assert team.rounds == 1, "what is left is known"
