"""Clauses that apply a rule without recursion to what it derives, as examples allow.

Where such a clause derives positives and no negative, the examples do not tell whether
the rule is all of the concept, or its base case.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli.theory.terms import Literal, Threshold, Var, variables, with_variables

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fold_cli.search.coverage import Coverage
    from fold_cli.theory.rules import Rule
    from fold_cli.theory.terms import Body, Predicate

X, Y = 0, 1
"""The variables of the head."""


def may_be_repeated(rule: Rule, coverage: Coverage, target: Predicate) -> bool:
    """Return whether a clause that repeats a rule derives positives and no negative."""
    body = [each for each in rule.body if isinstance(each, Literal | Threshold)]
    if target.arity != 2 or rule.exceptions or len(body) < len(rule.body):
        return False
    for repeated in _repetitions(body, target.name):
        covers = coverage.covers(repeated)
        if (
            covers is not None
            and (covers & coverage.positives).any()
            and not (covers & coverage.negatives).any()
        ):
            return True
    return False


def _repetitions(body: list[Literal | Threshold], name: str) -> Iterator[Body]:
    """Yield bodies that take the rule's steps once, and call the target.

    It is called where the steps end, or between those from X and those to Y.
    """
    new = 1 + max([Y, *(v for literal in body for v in variables(literal))])
    yield (*_renamed(body, Y, new), Literal(name, (Var(new), Var(Y))))
    for middle in sorted(set().union(*map(variables, body)) - {X, Y}):
        to_y = _joined(Y, body, middle)
        from_x = [each for each in body if each not in to_y]
        if from_x and to_y and not any(X in variables(each) for each in to_y):
            call = Literal(name, (Var(middle), Var(new)))
            yield (*from_x, call, *_renamed(to_y, middle, new))


def _joined(
    start: int, body: list[Literal | Threshold], middle: int
) -> list[Literal | Threshold]:
    """Return the literals joined to a variable by others than the one in the middle."""
    joined, found = {start}, 0
    while len(joined) > found:
        found = len(joined)
        for literal in body:
            if variables(literal) & joined:
                joined |= variables(literal) - {middle}
    return [each for each in body if variables(each) & joined]


def _renamed(
    body: Iterable[Literal | Threshold], old: int, new: int
) -> list[Literal | Threshold]:
    """Return literals with one variable for another."""

    def changed(variable: Var) -> Var:
        return Var(new) if variable.index == old else variable

    return [with_variables(each, changed) for each in body]
