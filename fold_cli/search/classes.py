"""Rules for several classes: a list of classes, asked one after the other.

Each class is learned against those after it, from the examples that no rule before it
covers; what no rule covers is of the default class. So a list of k classes costs less
than k theories of two, and each gets easier to tell from the rest.

With noise two lists are learned, one with the rarest class first and one with the
commonest first, and that with the shorter message is taken (``message``).
"""

from __future__ import annotations

import math
from copy import copy
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from fold_cli import bits
from fold_cli.search.message import NEEDED_SHARE, Message, error_bits

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fold_cli.bits import Bits
    from fold_cli.search.coverage import Coverage
    from fold_cli.theory.rules import Rule

LearnRules: TypeAlias = "Callable[[Bits, Bits], list[Rule]]"
"""From the positives and negatives of one class to its rules."""


class ClassList(NamedTuple):
    """Classes with their rules, in the order in which they are asked, and a default."""

    steps: tuple[tuple[int, tuple[Rule, ...]], ...]
    default: int

    def wrong(self, classes: Sequence[Bits]) -> Bits:
        """Return the examples that get another class than theirs.

        ``classes`` are the examples of each class.
        """
        left = bits.union(classes, classes[0])
        wrong = bits.empty_like(left)
        for label, rules in self.steps:
            taken = left & bits.union([rule.covers for rule in rules], left)
            wrong = wrong | (taken & ~classes[label])
            left = left & ~taken
        return wrong | (left & ~classes[self.default])


def about(coverage: Coverage, positives: Bits, negatives: Bits) -> Coverage:
    """Return the coverage of the same examples with others positive and negative.

    Together they may be fewer than all. What was computed of the candidates is shared.
    """
    other = copy(coverage)
    other.positives, other.negatives = positives, negatives
    return other


def orders(classes: Sequence[Bits]) -> list[tuple[int, ...]]:
    """Return the classes of examples with the rarest first, and with the commonest.

    Of classes that are all as common there is one order.
    """
    bits.count_ahead(classes[0], lambda: classes)
    counts = np.array([bits.count(own) for own in classes])
    found = [np.argsort(by, kind="stable") for by in (counts, -counts)]
    return list(dict.fromkeys(tuple(o[counts[o] > 0].tolist()) for o in found))


def learn_list(
    classes: Sequence[Bits],
    learn_rules: LearnRules,
    order: Sequence[int],
    on_progress: Callable[[ClassList], None] = lambda _: None,
) -> ClassList:
    """Learn the classes of examples in an order.

    ``classes`` are the examples of each. ``on_progress`` hears the list after each
    class. A class for which no rule is found is left out.
    """
    left = bits.union(classes, classes[0])
    steps: list[tuple[int, tuple[Rule, ...]]] = []
    for label in order[:-1]:
        positives, negatives = left & classes[label], left & ~classes[label]
        if not positives.any():
            continue
        if not negatives.any():
            break
        rules = tuple(learn_rules(positives, negatives))
        if any(not rule.body and not rule.exceptions for rule in rules):
            return ClassList(tuple(steps), label)  # it covers all that is left
        if rules:
            left = left & ~bits.union([rule.covers for rule in rules], positives)
            steps.append((label, rules))
            on_progress(ClassList(tuple(steps), commonest(classes, left)))
    return ClassList(tuple(steps), commonest(classes, left))


def commonest(classes: Sequence[Bits], among: Bits) -> int:
    """Return the class of most examples among some, or of all if there are none."""
    bits.count_ahead(among, lambda: [own & among for own in classes])
    counts = [bits.count(own & among) for own in classes]
    if not any(counts):
        counts = [bits.count(own) for own in classes]
    return counts.index(max(counts))


def shorter_list(
    classes: Sequence[Bits], lists: Sequence[ClassList], coverage: Coverage
) -> ClassList:
    """Return the list with the shortest message about the classes of all examples.

    The message names the class of each rule, and that of each example which the list
    gets wrong.
    """
    every = bits.union(classes, classes[0])
    message = Message(coverage.refinements((), every, 0), 1)
    counts = [bits.count(own) for own in classes]
    size, choices = sum(counts), sum(count > 0 for count in counts)

    def length(found: ClassList) -> float:
        errors = bits.count(found.wrong(classes))
        rules = [rule for _, rules in found.steps for rule in rules]
        names = NEEDED_SHARE * math.log2(choices) * (len(rules) + 1)
        wrong = errors * math.log2(max(2, choices - 1))
        theory = sum(map(message.rule_bits, rules))
        return theory + names + wrong + float(error_bits(size, errors))

    return min(lists, key=length)
