"""Rules for several classes: a list of classes, asked one after the other.

Each class is learned against those after it, from the examples that no rule before it
covers; what no rule covers is of the default class. So a list of k classes costs less
than k theories of two, and each gets easier to tell from the rest. The rarest class is
the first, as in RIPPER: the commonest needs no rules.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from fold_cli import bits

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


def rarest_first(counts: Sequence[int]) -> list[int]:
    """Return the classes that have examples, so many each, those with few first."""
    every = sorted(range(len(counts)), key=counts.__getitem__)
    return [label for label in every if counts[label]]


def learn_list(
    classes: Sequence[Bits],
    learn_rules: LearnRules,
    on_progress: Callable[[ClassList], None] = lambda _: None,
) -> ClassList:
    """Learn the classes of examples.

    ``classes`` are the examples of each. ``on_progress`` hears the list after each
    class. A class for which no rule is found is left out.
    """
    left = bits.union(classes, classes[0])
    bits.count_ahead(left, lambda: classes)
    steps: list[tuple[int, tuple[Rule, ...]]] = []
    for label in rarest_first([bits.count(members) for members in classes])[:-1]:
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
    bits.count_ahead(among, lambda: [members & among for members in classes])
    counts = [bits.count(members & among) for members in classes]
    if not any(counts):
        counts = [bits.count(members) for members in classes]
    return counts.index(max(counts))
