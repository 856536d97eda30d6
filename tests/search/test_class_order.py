"""The order of classes: the rarest first, and no rules for the one that needs most."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pytest

from fold_cli import bits
from fold_cli.search.classes import learn_list, with_shorter_default
from fold_cli.theory.rules import Rule
from fold_cli.theory.terms import Const, Literal, Var

if TYPE_CHECKING:
    from fold_cli.bits import Bits

COUNTS = (4, 12, 11, 13)
"""Examples of each class; by these, the order is 0, 2, 1, 3."""

LONG = 200
"""Literals of a rule that are enough to try its class as the default."""


def classes() -> list[Bits]:
    labels = np.repeat(np.arange(len(COUNTS)), COUNTS)
    return [bits.pack(labels == label) for label in range(len(COUNTS))]


@dataclass
class Learner:
    """Learns one rule for each class, of so many literals, and what it covers.

    ``without`` are the literals where the examples of class 2 are among the negatives.
    """

    sizes: dict[int, int]
    without: dict[int, int] = field(default_factory=dict)
    wrong: int = 0  # examples of class 1 that its rule leaves to others, if so
    learned: list[int] = field(default_factory=list)

    def rules(self, positives: Bits, negatives: Bits) -> list[Rule]:
        every = classes()
        (label,) = [at for at, each in enumerate(every) if (each & positives).any()]
        self.learned.append(label)
        size = self.sizes.get(label, 3)
        covers = positives
        if (negatives & every[2]).any():
            size = self.without.get(label, size)
            if label == 1 and self.wrong:
                members = bits.indices(positives, sum(COUNTS))
                covers = positives & ~packed(members[: self.wrong])
        body = [Literal("p", (Var(0), Const(str(at)))) for at in range(size - 1)]
        return [Rule(tuple(body), (), covers)]


def packed(members: np.ndarray) -> Bits:
    flags = np.zeros(sum(COUNTS), dtype=np.bool_)
    flags[members] = True
    return bits.pack(flags)


class Message:
    """A literal takes one bit."""

    def rule_bits(self, rule: Rule) -> float:
        return rule.size


def order(learner: Learner) -> tuple[list[int], int]:
    found = learn_list(classes(), learner.rules)
    learner.learned.clear()
    message = cast("Any", Message())
    better = with_shorter_default(found, classes(), learner.rules, message)
    return [label for label, _ in better.steps], better.default


def test_the_class_with_the_longest_rules_is_the_default() -> None:
    learner = Learner({2: LONG})
    assert order(learner) == ([0, 1, 3], 2)
    assert learner.learned == [1, 3], "what comes before it is not learned again"


@pytest.mark.parametrize(
    "learner",
    [
        Learner({2: 20}),
        Learner({2: LONG}, without={1: LONG}),
        Learner({2: LONG}, without={1: LONG - 10}, wrong=5),
    ],
    ids=["short rules", "longer rules for others", "more errors"],
)
def test_otherwise_the_commonest_class_is(learner: Learner) -> None:
    assert order(learner) == ([0, 2, 1], 3)


def test_the_class_before_the_default_changes_places_with_it() -> None:
    assert order(Learner({1: LONG})) == ([0, 2, 3], 1)
