"""Defaults without a body: ``fly(X) :- \\+ ab0(X)``, where all examples are birds.

DEVIATION: the paper has none, since such a default says of its positives only what they
are not. Where nothing says what they are, it is taken if it is smaller than the
enumeration that it is to replace. Its exceptions are learned with that much room, and
given up as soon as they exceed it, so it costs no more than rules of that size.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli.search import tidy

if TYPE_CHECKING:
    from fold_cli.bits import Bits
    from fold_cli.search.learner import Learner
    from fold_cli.theory.rules import Rule


class TooLong(Exception):  # noqa: N818
    """Rules are longer than what they are to replace."""


def with_default(
    learner: Learner, rules: list[Rule], pos: Bits, neg: Bits, depth: int
) -> list[Rule]:
    """Return the rules, what they enumerate perhaps covered by a default instead.

    Inside an exception it is not to list, by way of two negations, what the exception
    does not cover.
    """
    if not rules or not rules[-1].enumerates or any(learner.options.must_bind):
        return rules
    *others, listed = rules
    root, room = learner.search.root(depth), listed.size - 1
    try:
        default = learner.exception(root, neg, listed.covers, room)
    except TooLong:
        return rules
    if default is None or (depth > 0 and not tidy.defaults(default.exceptions)):
        return rules
    rules = [*others, default]
    return tidy.without_redundant_rules(rules, pos)
