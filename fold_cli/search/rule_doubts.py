"""Doubts about rules that were learned one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli import bits
from fold_cli.search.doubt import Doubt, Reason
from fold_cli.search.message import NEEDED_SHARE, Message, error_bits
from fold_cli.theory.terms import variables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fold_cli.search.coverage import Coverage
    from fold_cli.theory.rules import Rule
    from fold_cli.theory.terms import Predicate

FEW_POSITIVES = 10
"""Positives, fewer of which do not tell that no recursion is needed."""


def rules_doubts(
    rules: list[Rule], recursive: bool, coverage: Coverage, arity: int
) -> Iterator[Doubt]:
    """Yield the first reason to doubt some rules, if there is one.

    ``recursive`` is whether one of them calls the target. One rule alone that relates
    all inputs is no accident, but few positives may have needed no recursion by chance.
    """
    related = [relates_inputs(rule, arity) for rule in rules]
    if not recursive and (related != [True] or rules[0].lists_examples):
        yield Doubt(Reason.NO_PROGRAM)
    elif not all(related):
        yield Doubt(Reason.UNRELATED_INPUTS)
    elif _has_rare_rule(rules, coverage, arity) or longer_than_examples(
        rules, coverage, arity
    ):
        yield Doubt(Reason.RARE_CASES)
    elif not recursive and bits.count(coverage.positives) < FEW_POSITIVES:
        yield Doubt(Reason.NO_RECURSION)


def length_doubts(
    rules: list[Rule], coverage: Coverage, target: Predicate
) -> Iterator[Doubt]:
    """Yield a doubt about rules without recursion that say more than a list would.

    One rule alone that relates all inputs is no accident.
    """
    one = [relates_inputs(rule, target.arity) for rule in rules] == [True]
    if (
        rules
        and not one
        and bits.count(coverage.negatives)
        and longer_than_examples(rules, coverage, target.arity)
    ):
        yield Doubt(Reason.LONG_RULES)


def relates_inputs(rule: Rule, arity: int) -> bool:
    """Return whether a rule has all inputs, each joined to the others by literals."""
    joined: list[set[int]] = [{at} for at in range(arity)]
    used: set[int] = set()
    for found in map(variables, rule.body):
        used |= found
        touched = [group for group in joined if group & found]
        others = [group for group in joined if not group & found]
        joined = [*others, found.union(*touched)]
    groups = [group for group in joined if group & {*range(arity)}]
    return len(groups) == 1 and {*range(arity)} <= used


def longer_than_examples(rules: list[Rule], coverage: Coverage, arity: int) -> bool:
    """Return whether rules take more bits, all of them, than listing the examples.

    That is, those of the kind of which there are fewer.
    """
    pos, neg = coverage.positives, coverage.negatives
    message = Message(coverage.refinements((), pos | neg, 0), arity)
    positives, negatives = bits.count(pos), bits.count(neg)
    listed = error_bits(positives + negatives, min(positives, negatives))
    return bool(sum(map(message.rule_bits, rules)) / NEEDED_SHARE > listed)


def _has_rare_rule(rules: list[Rule], coverage: Coverage, arity: int) -> bool:
    """Return whether a rule takes more bits, all of them, than what it covers."""
    pos, neg = coverage.positives, coverage.negatives
    message = Message(coverage.refinements((), pos | neg, 0), arity)
    examples = bits.count(pos | neg)
    every = error_bits(examples, bits.count(pos))
    return any(
        message.rule_bits(rule) / NEEDED_SHARE
        > every - error_bits(examples, bits.count(pos & ~rule.covers))
        for rule in rules
    )
