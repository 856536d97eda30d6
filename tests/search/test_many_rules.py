"""Very many rules: those that are superfluous, and what they take of memory."""

from __future__ import annotations

import tracemalloc
from typing import TYPE_CHECKING

import numpy as np
import pytest

from fold_cli import bits
from fold_cli.search import tidy
from fold_cli.theory.rules import Rule
from fold_cli.theory.terms import Const, Literal, Var

if TYPE_CHECKING:
    from fold_cli.bits import Bits


def numbered(at: int) -> tuple[Literal, ...]:
    return (Literal("p", (Var(0), Const(str(at)))),)


@pytest.mark.parametrize("seed", range(12))
def test_rules_that_others_make_superfluous(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tidy, "MAX_UNIONS", 1 + seed % 4)
    draw = np.random.default_rng(seed)
    size, pos = 40, draw.random(40) < 0.7
    covers = [draw.random(size) < 0.15 for _ in range(int(draw.integers(0, 30)))]
    rules = [Rule(numbered(at), (), bits.pack(own)) for at, own in enumerate(covers)]
    kept = list(range(len(rules)))
    for at in range(len(rules)):  # the earliest first
        others = [covers[other] for other in kept if other != at]
        if not (covers[at] & pos & ~np.any([pos & ~pos, *others], axis=0)).any():
            kept.remove(at)
    found = tidy.without_redundant_rules(rules, bits.pack(pos))
    assert found == [rules[at] for at in kept]


def test_what_very_many_rules_take_of_memory() -> None:
    size, each = 1 << 20, 50
    draw = np.random.default_rng(0)
    pos: Bits = bits.pack(np.ones(size, dtype=np.bool_))
    tracemalloc.start()
    try:
        rules = []
        for at in range(400):
            members = bits.empty(size)
            members[draw.integers(0, len(members), each)] = 1
            rules.append(Rule(numbered(at), (), members))
        assert len(tidy.without_redundant_rules(rules, pos)) == 400
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 15e6  # as bits, all rules together have 52 MB
