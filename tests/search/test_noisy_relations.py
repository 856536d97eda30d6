"""--noise where literals share variables: known rules are found again."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from support import DATA, clauses, fold

from fold_cli.coverage.blocks import Block
from fold_cli.coverage.candidates import Candidates
from fold_cli.files.sources import Sources
from fold_cli.search.message import NEEDED_SHARE, Message
from fold_cli.search.options import Options
from fold_cli.theory.terms import Literal, Var
from fold_cli.use.learning.learn import learn

if TYPE_CHECKING:
    from pathlib import Path

    from support import Write


X, A, B = Var(0), Var(1), Var(2)
COLOURS, SHAPES = ("red", "green", "blue"), ("cube", "ball", "cone")


def boxes(write: Write, wrong: float, seed: int) -> tuple[tuple[Path, ...], list[bool]]:
    """Write boxes of things: good if a red cube lies on something."""
    chance = random.Random(seed)
    facts: list[str] = []
    truth = []
    for box in range(300):
        things = [
            (f"t{box}_{i}", chance.choice(COLOURS), chance.choice(SHAPES))
            for i in range(3)
        ]
        below = {
            t: chance.choice(things)[0] for t, _, _ in things if chance.random() < 0.4
        }
        for thing, colour, shape in things:
            facts += [
                f"in(b{box}, {thing}).",
                f"{colour}({thing}).",
                f"{shape}({thing}).",
            ]
        facts += [f"on({one}, {other})." for one, other in below.items()]
        truth.append(
            any(c == "red" and s == "cube" and t in below for t, c, s in things)
        )
    given = [good != (chance.random() < wrong) for good in truth]
    pos = [f"good(b{i})." for i, good in enumerate(given) if good]
    neg = [f"good(b{i})." for i, good in enumerate(given) if not good]
    files = (
        write("bk.pl", "\n".join(sorted(facts))),
        write("pos.pl", "\n".join(pos)),
        write("neg.pl", "\n".join(neg)),
    )
    return files, [a == b for a, b in zip(truth, given, strict=True)]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("wrong", [0.0, 0.1, 0.2])
def test_a_known_rule_is_found_under_noise(
    write: Write, wrong: float, seed: int
) -> None:
    files, right = boxes(write, wrong, seed)
    theory = fold("learn", *files, "--noise").stdout
    (rule,) = clauses(theory)
    for part in ("red(A)", "cube(A)", "on(A, _)", "in(X, A)"):
        assert part in rule
    covered = theory.split("covered: ")[1].splitlines()[0].split()
    wrong_count = right.count(False)
    missed = int(theory.split("examples: ")[1].split()[0]) - int(covered[0])
    assert missed + int(covered[2]) == wrong_count


@pytest.mark.parametrize("seed", [2, 8])
def test_nothing_is_learned_from_chance(write: Write, seed: int) -> None:
    files, _ = boxes(write, 0.5, seed)
    result = fold("learn", *files, "--noise")
    assert clauses(result.stdout) == [":- dynamic good/1."]


PEERS = {
    "alzheimer_toxic": (275 + 297) / 708,
    "zendo2-10": (90 + 91) / 200,
}
"""The share of the examples that Popper's theories get right.

Larger problems are in ``benchmarks/relational.py --noise``.
"""


@pytest.mark.skipif(not DATA.exists(), reason="data not at hand")
@pytest.mark.parametrize("name", PEERS)
def test_as_accurate_as_a_peer(name: str) -> None:
    path = str(DATA / "relational" / "popper" / f"noisy-{name}")
    theory = learn(Sources((path,)), Options(noise=True)).theory
    assert theory.covers
    assert theory.examples
    right = (
        theory.covers.positives + theory.examples.negatives - theory.covers.negatives
    )
    every = theory.examples.positives + theory.examples.negatives
    assert right / every >= PEERS[name]


def test_a_literal_costs_the_choice_at_its_place() -> None:
    def sets(count: int) -> object:
        return np.zeros((count, 1), dtype=np.uint64)

    one = Block([(Literal("in", (X, A)),)] * 4, sets(4), negatable=False)  # type: ignore[arg-type]
    two = Block([(Literal("in", (X, A)), Literal("red", (A,)))] * 16, sets(16), False)  # type: ignore[arg-type]
    message = Message(Candidates([one, two]), 1)
    step = (Literal("in", (X, A)), Literal("red", (A,)))
    # four over the head, and four that use a variable of the body
    assert message.body_bits(step[:1]) == pytest.approx(NEEDED_SHARE * 2)
    assert message.body_bits(step) == pytest.approx(NEEDED_SHARE * (2 + 3))
    # of four bodies side by side, the root is told apart
    assert message.priced(0.8, 4).body_bits(step) == pytest.approx(0.8 * (3 + 4))
    more = (*step, Literal("in", (X, B)), Literal("on", (A, B)))
    four = message.body_bits(more) / NEEDED_SHARE
    assert four == pytest.approx(2 + 3 + 3 + 3.5849625)
