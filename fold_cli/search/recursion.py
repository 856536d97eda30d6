"""Rules that call their own target, held to what they derive when run.

While a rule is learned, the target in its body is judged by the positive examples. That
may deceive: rules can support each other in a circle with nothing to start from. So the
theory is run, and what it does not derive is learned again without recursion.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from fold_cli.theory.terms import Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from fold_cli.bits import Bits
    from fold_cli.search.learner import Learner
    from fold_cli.theory.rules import Rule


class MayRecurse(Protocol):
    """Coverage whose candidates may hold the target itself."""

    recursive: bool


def recurses(rules: Iterable[Rule], target: str, arity: int) -> bool:
    """Return whether a rule calls the target."""
    return any(
        isinstance(literal, Literal)
        and literal.name == target
        and len(literal.args) == arity
        for rule in rules
        for literal in rule.body
    )


def learn_recursive(
    learner: Learner,
    coverage: MayRecurse,
    calls_itself: Callable[[Iterable[Rule]], bool],
    run: Callable[[list[Rule]], Bits],
) -> list[Rule]:
    """Return rules that derive, when run, every positive example and no negative."""
    rules = learner.learn()
    if not calls_itself(rules):
        return rules
    pos, neg = learner.coverage.positives, learner.coverage.negatives
    coverage.recursive = False
    derived = run(rules)
    while (pos & ~derived).any() and not (neg & derived).any():
        rules.append(_start(learner, pos & ~derived))
        derived = run(rules)
    if (neg & derived).any():
        return learner.learn()
    return _needed(rules, pos, neg, run)


def _start(learner: Learner, missing: Bits) -> Rule:
    """Return one more rule, without recursion, for what is not derived."""
    empty = learner.search.root(depth=0)
    rule = learner.specialize(empty, missing, learner.coverage.negatives)
    return learner.bound(rule, missing)


def _needed(
    rules: list[Rule], pos: Bits, neg: Bits, run: Callable[[list[Rule]], Bits]
) -> list[Rule]:
    """Leave out rules, the longest first, without which the rest derive the same."""
    for rule in sorted(rules, key=lambda rule: -len(rule.body)):
        rest = [other for other in rules if other is not rule]
        if rest:
            derived = run(rest)
            if not ((pos & ~derived) | (neg & derived)).any():
                rules = rest
    return rules
