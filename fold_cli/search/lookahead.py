"""Look-ahead by need: more of it where rules would list their examples one by one.

One literal of look-ahead is enough for most problems. Where it is not, no literal has
gain on many positives, so they are enumerated, or there is a rule for every few. Then
rules are learned again with more look-ahead, and given up as soon as they take more
than ``MAX_SIZE_SHARE`` of the size of the rules before.

Random facts have chains without number, and none of them tells anything. So the joins
of a search may make ``MAX_ROWS_PER_SIZE`` rows for each literal and head of the rules
before, which is all that it can save. A search that needs more is given up, and longer
chains, whose joins are more, are not tried.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli import bits
from fold_cli.coverage.joins import JoinBudget, TooManyJoins
from fold_cli.search.default import TooLong
from fold_cli.search.learner import Learner

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fold_cli.search.coverage import Coverage
    from fold_cli.theory.rules import Rule

FURTHER_LOOKAHEAD = (2, 3, 4)
"""Literals of look-ahead that are tried after one."""

MIN_LISTING_RULES = 4
"""Rules below which a theory is short, whatever it covers."""

MIN_POSITIVES_PER_RULE = 50
"""Positives of a rule, on average, below which rules list rather than describe."""

MAX_ROWS_PER_SIZE = 500_000
"""Rows of joins for each literal and head that may be saved: about 0.1 s."""

MAX_SIZE_SHARE = 2 / 3
"""The size up to which other rules are taken, as a share of that of those before."""


def looking_further(
    learner: Learner,
    rules: list[Rule],
    deeper: Callable[[int, JoinBudget], Coverage],
) -> list[Rule]:
    """Return the rules, or shorter ones that are found with more look-ahead.

    ``deeper`` gives the coverage with so many literals of it.
    """
    pos, neg = learner.coverage.positives, learner.coverage.negatives
    for steps in FURTHER_LOOKAHEAD:
        if not _lists(rules, bits.count(pos)):
            break
        size = sum(rule.size for rule in rules)
        coverage = deeper(steps, JoinBudget(MAX_ROWS_PER_SIZE * size))
        other = Learner(coverage, learner.options, learner.on_progress)
        try:
            rules = other.fold(pos, neg, 0, room=MAX_SIZE_SHARE * size)
        except TooLong:
            continue
        except TooManyJoins:
            break
    return rules


def _lists(rules: Sequence[Rule], positives: int) -> bool:
    """Return whether rules enumerate, or are many for what they cover."""
    if any(rule.enumerates for rule in rules):
        return True
    return (
        len(rules) >= MIN_LISTING_RULES
        and len(rules) * MIN_POSITIVES_PER_RULE > positives
    )
