"""Rules for several classes: a list of classes, asked one after the other.

Each class is learned against those after it, from the examples that no rule before it
covers; what no rule covers is of the default class. So a list of k classes costs less
than k theories of two, and each gets easier to tell from the rest. The rarest class is
the first, as in RIPPER: the commonest needs no rules. With noise, a class whose rules
are long is tried as the default, too: of classes that are equally common, the order
says nothing of which needs the longer rules.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from fold_cli import bits
from fold_cli.search.message import error_bits

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fold_cli.bits import Bits
    from fold_cli.search.coverage import Coverage
    from fold_cli.search.message import Message
    from fold_cli.theory.rules import Rule

Step: TypeAlias = "tuple[int, tuple[Rule, ...]]"
"""A class and its rules."""

LearnRules: TypeAlias = "Callable[[Bits, Bits], list[Rule]]"
"""From the positives and negatives of one class to its rules."""

MIN_SIZE_FOR_DEFAULT = 100
"""Literals of a class's rules, heads too, from which on it is tried as the default:
which of two short lists is the shorter is chance, and the other way round is no better.
"""


class ClassList(NamedTuple):
    """Classes with their rules, in the order in which they are asked, and a default."""

    steps: tuple[Step, ...]
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

    def length(self, classes: Sequence[Bits], message: Message) -> float:
        """Return the bits of the rules, and of the examples that they get wrong."""
        every = bits.count(bits.union(classes, classes[0]))
        errors = error_bits(every, bits.count(self.wrong(classes)))
        rules = [rule for _, rules in self.steps for rule in rules]
        return sum(map(message.rule_bits, rules)) + float(errors)


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
    bits.count_ahead(classes[0], lambda: classes)
    order = rarest_first([bits.count(members) for members in classes])
    return _with_more_steps((), order, classes, learn_rules, on_progress)


def _with_more_steps(
    first: Sequence[Step],
    order: Sequence[int],
    classes: Sequence[Bits],
    learn_rules: LearnRules,
    on_progress: Callable[[ClassList], None] = lambda _: None,
) -> ClassList:
    """Return the list that begins with some steps and goes on with other classes."""
    steps = list(first)
    left = bits.union(classes, classes[0])
    for _, rules in steps:
        left = left & ~bits.union([rule.covers for rule in rules], left)
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


def with_shorter_default(
    found: ClassList,
    classes: Sequence[Bits],
    learn_rules: LearnRules,
    message: Message,
) -> ClassList:
    """Return the list, or one in which the class with the longest rules needs none.

    That one is the default then, and the classes after it are learned anew. It is taken
    if it makes the message shorter.
    """
    sizes = [sum(rule.size for rule in rules) for _, rules in found.steps]
    if max(sizes, default=0) < MIN_SIZE_FOR_DEFAULT:
        return found
    at = sizes.index(max(sizes))
    longest = found.steps[at][0]
    order = rarest_first([bits.count(members) for members in classes])
    others = [*order[order.index(longest) + 1 :], longest]
    other = _with_more_steps(found.steps[:at], others, classes, learn_rules)
    lengths = [each.length(classes, message) for each in (found, other)]
    return other if lengths[1] < lengths[0] else found


def commonest(classes: Sequence[Bits], among: Bits) -> int:
    """Return the class of most examples among some, or of all if there are none."""
    bits.count_ahead(among, lambda: [members & among for members in classes])
    counts = [bits.count(members & among) for members in classes]
    if not any(counts):
        counts = [bits.count(members) for members in classes]
    return counts.index(max(counts))
