"""The smallest recursive or invented definitions, chosen by clingo with switches.

What rules that call each other derive depends on what others derive, so it is not known
beforehand. Where all examples share one context, all short rules that the modes allow
stand in one program with the background, each with a switch; an optimal model has the
switches of the rules with the fewest literals under which all examples are right.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from fold_cli.stable.optimization import SWITCH, best_choice, switch
from fold_cli.stable.search.rules import LETTERS, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fold_cli.stable.cases import Cases
    from fold_cli.stable.tasks.language import ExpandedMode
    from fold_cli.stable.tasks.task import Limits

MAX_RULES = 4000
"""Rules with a switch; longer ones than fit are left out."""

MAX_LITERALS = 200
"""Literals over the variables of one rule."""


def switched(
    cases: Cases,
    heads: Sequence[ExpandedMode],
    bodies: Sequence[ExpandedMode],
    length: int,
) -> list[Rule] | None:
    """Return the smallest rules with bodies up to a length; None if there are none."""
    if len(cases.groups) != 1:
        return None
    (group,) = cases.groups
    rules: list[Rule] = []
    for head in heads:
        rules += _rules(head, bodies, cases.task.limits, length)
    if len(rules) > MAX_RULES or not rules:
        return None
    lines = [cases.task.background, group.context]
    for number, rule in enumerate(rules):
        lines.append(switch(number, rule.size))
        lines.append(str(Rule(rule.heads, (f"{SWITCH}({number})", *rule.body))))
    for number, case in enumerate(group.cases):
        if case.positive:
            lines.append(f":- not fold__fits({number}).")
            lines.append(f"fold__fits({number}) :- {case.as_body()}.")
        else:
            lines.append(f":- {case.as_body()}.")
    chosen = best_choice(lines)
    return None if chosen is None else [rules[number] for number in chosen]


def _rules(
    head: ExpandedMode, bodies: Sequence[ExpandedMode], limits: Limits, length: int
) -> Iterator[Rule]:
    """Yield the safe rules of a head whose literals are all connected."""
    count = limits.variables or len(head.types) + 1
    kinds = sorted({kind for mode in bodies for kind in mode.types})
    extra = max(0, count - len(head.types))
    yielded = set()
    for new in itertools.combinations_with_replacement(kinds, extra):
        types = (*head.types, *new)
        literals = list(_literals(bodies, types, head))[:MAX_LITERALS]
        for size in range(1, length + 1):
            for chosen in itertools.combinations(literals, size):
                if not _is_rule(chosen, bodies, len(head.types)):
                    continue
                rule = _rule(head, bodies, chosen)
                if rule not in yielded:
                    yielded.add(rule)
                    yield rule
                if len(yielded) > MAX_RULES:
                    return


def _literals(
    bodies: Sequence[ExpandedMode], types: Sequence[str], head: ExpandedMode
) -> Iterator[tuple[int, tuple[int, ...], bool]]:
    """Yield literals over variables of these types: a mode, arguments, a sign."""
    for number, mode in enumerate(bodies):
        places = [[v for v, t in enumerate(types) if t == kind] for kind in mode.types]
        for args in itertools.product(*places):
            if mode.mode.distinct and len({*args}) < len(args):
                continue
            if mode.template == head.template and args == tuple(range(len(args))):
                continue  # the head itself
            for sign in mode.mode.signs:
                yield number, args, sign


def _is_rule(
    chosen: Sequence[tuple[int, tuple[int, ...], bool]],
    bodies: Sequence[ExpandedMode],
    arity: int,
) -> bool:
    """Return whether a body is safe, within recall, connected and in normal form."""
    bound: set[int] = set()
    used: set[int] = set(range(arity))
    for number, args, sign in chosen:
        used.update(args)
        if sign and not bodies[number].template.compares:
            bound.update(args)
    if not used <= bound or used != set(range(len(used))):
        return False
    order = [v for _, args, _ in chosen for v in args if v >= arity]
    if list(dict.fromkeys(order)) != sorted({*order}):
        return False
    if any(order.count(v) < 2 for v in order):
        return False
    numbers = [number for number, _, _ in chosen]
    return all(
        (recall := bodies[n].mode.recall) is None or numbers.count(n) <= recall
        for n in {*numbers}
    )


def _rule(
    head: ExpandedMode,
    bodies: Sequence[ExpandedMode],
    chosen: Sequence[tuple[int, tuple[int, ...], bool]],
) -> Rule:
    names = LETTERS
    body = []
    for number, args, sign in chosen:
        atom = bodies[number].atom([names[v] for v in args])
        body.append(atom if sign else f"not {atom}")
    return Rule((head.atom(names[: len(head.types)]),), tuple(body))
