"""Why little or nothing was learned, and what to try: a line or two for the user.

The facts come from the finished rules and from one more look at the candidates, for the
examples that no rule explains. With noise that is the search for one more rule.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fold_cli import bits
from fold_cli.search.nodes.tree import SearchTree
from fold_cli.theory.formats.prolog_format import clause_text
from fold_cli.theory.terms import Clause, Member

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_cli.search.coverage import Coverage
    from fold_cli.search.options import Options
    from fold_cli.theory.rules import Rule
    from fold_cli.theory.terms import Predicate

MAX_NAMED_PREDICATES = 6
"""Predicates that a line names; of more it gives the number."""

MIN_COVERED_SHARE = 0.5
"""The share of the positives below which a theory that allows for noise covers few."""


def diagnosis(
    coverage: Coverage,
    options: Options,
    rules: Sequence[Rule],
    target: Predicate,
    considered: Sequence[Predicate],
) -> list[str]:
    """Return the lines to tell, none where rules were found for most examples.

    ``considered`` are the predicates that might have stood in a body.
    """
    if options.noise:
        return _too_weak(coverage, options, rules, target, considered)
    return _enumerated(coverage, options, rules, target, considered)


def _enumerated(
    coverage: Coverage,
    options: Options,
    rules: Sequence[Rule],
    target: Predicate,
    considered: Sequence[Predicate],
) -> list[str]:
    """Say how many examples are enumerated, and why no rule covers them."""
    listed = [rule for rule in rules if rule.enumerates]
    if not listed:
        return []
    pos = bits.union([rule.covers for rule in listed], coverage.positives)
    lines = [
        f"no rule was found for {bits.count(pos)} of {bits.count(coverage.positives)} "
        "positive examples; they are enumerated"
    ]
    if options.max_clauses == len(rules) - len(listed):
        return [*lines, "there may be no more rules than --max-clauses says"]
    names = _names(considered)
    best = SearchTree(coverage, options).root(0).best(pos, coverage.negatives)
    if not considered:
        lines.append(
            "no predicate can be used (see fold modes); are the names in the examples "
            "those of the background?"
        )
    elif best is None:
        lines.append(
            f"no literal of {names} holds of them more often than of the negative "
            "examples; try --lookahead 2, or describe them by more predicates"
        )
    else:
        lines.append(
            f"literals of {names} tell them from some negative examples, but not from "
            "all; if examples may be wrong, try --noise"
        )
    hint = _number_hint(listed, target) if len(listed) == len(rules) else []
    return [*(lines[:1] if hint else lines), *hint]


def _number_hint(listed: Sequence[Rule], target: Predicate) -> list[str]:
    """Say how thresholds are asked for, where the examples' arguments are numbers."""
    rows = [
        row for r in listed for m in r.body if isinstance(m, Member) for row in m.rows
    ]
    number = re.compile(r"-?\d+(\.\d+([eE][-+]?\d+)?)?")
    types = [
        "number" if all(number.fullmatch(row[at].text) for row in rows) else "object"
        for at in range(target.arity)
    ]
    if len(rows) < 2 or "number" not in types:
        return []
    mode = f"{target.name}({', '.join(f'+{type_}' for type_ in types)})"
    return [
        f"the numbers in the examples are taken for names; where modes declare "
        f"modeh(1, {mode}), thresholds on them are tried"
    ]


def _too_weak(
    coverage: Coverage,
    options: Options,
    rules: Sequence[Rule],
    target: Predicate,
    considered: Sequence[Predicate],
) -> list[str]:
    """Say which rule comes closest to paying for itself, where few are covered."""
    pos, neg = coverage.positives, coverage.negatives
    covered = bits.union([rule.covers for rule in rules], pos)
    left, clean = pos & ~covered, neg & ~covered
    if bits.count(left) <= MIN_COVERED_SHARE * bits.count(pos):
        return []
    from fold_cli.search.noise import NoisyLearner

    few = "little" if rules else "nothing"
    learner = NoisyLearner(coverage, options, arity=target.arity)
    rule = learner.specialize(learner.search.root(0), left, neg)
    if rule is None:
        return [f"{few} is learned: no literal of {_names(considered)} has a gain"]
    message = learner.message
    taken = message.length(message.rule_bits(rule), covered | rule.covers, pos, neg)
    missing = taken - message.length(0.0, covered, pos, neg)
    if missing < 0:  # there may be no more rules
        return []
    clause = clause_text(Clause(target.name, target.arity, rule.body))
    exceptions = " with its exceptions" if rule.exceptions else ""
    return [
        f"{few} is learned, for the signal is weak: the best rule that was found, "
        f"{' '.join(clause.rstrip('.').split())}, covers"
        f"{exceptions} {bits.count(left & rule.covers)} positive and "
        f"{bits.count(clean & rule.covers)} negative examples more, and lacks "
        f"{missing:.1f} bits to pay for itself",
        "try more examples, fewer predicates (modes), or the exact search, --exact",
    ]


def _names(considered: Sequence[Predicate]) -> str:
    names = list(dict.fromkeys(map(str, considered)))
    if len(names) > MAX_NAMED_PREDICATES:
        return f"{len(names)} predicates"
    return " or ".join(names) or "any predicate"
