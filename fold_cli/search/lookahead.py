"""Look-ahead by need: more of it where rules would list their examples one by one.

One step of look-ahead is enough for most problems. Where it is not, no literal says
much of many positives, so they are enumerated, or there is a rule for every few. Then
rules are learned again with more, and taken if they are much shorter. They are given up
as soon as they are not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli import bits
from fold_cli.search.default import TooLong
from fold_cli.search.learner import Learner

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fold_cli.search.coverage import Coverage
    from fold_cli.theory.rules import Rule

FURTHER = (2, 3)
"""Steps of look-ahead that are tried after one."""

MIN_RULES = 4
"""Rules below which a theory is short, whatever it covers."""

POSITIVES_PER_RULE = 50
"""Positives on average below which rules list rather than describe."""

MAX_SHARE = 2 / 3
"""The share of the size of the rules before that others may have."""


def looking_further(
    learner: Learner, rules: list[Rule], deeper: Callable[[int], Coverage]
) -> list[Rule]:
    """Return the rules, or shorter ones that are found with more look-ahead.

    ``deeper`` gives what is covered with so many steps of it.
    """
    pos, neg = learner.coverage.positives, learner.coverage.negatives
    for steps in FURTHER:
        if not _lists(rules, bits.count(pos)):
            break
        other = Learner(deeper(steps), learner.options, learner.on_progress)
        room = MAX_SHARE * sum(rule.size for rule in rules)
        try:
            rules = other.fold(pos, neg, 0, room=room)
        except TooLong:
            continue
    return rules


def _lists(rules: Sequence[Rule], positives: int) -> bool:
    """Return whether rules enumerate, or are many for what they cover."""
    if any(rule.enumerates for rule in rules):
        return True
    return len(rules) >= MIN_RULES and len(rules) * POSITIVES_PER_RULE > positives
