"""The rule of a program with the most ground instances, estimated from its text.

The instances of a rule are at most the product, over its variables, of the terms that
each may have: as many as the smallest predicate with it in the body has atoms. Atoms of
facts and intervals are counted; what rules derive is taken to be as large as their own
estimate. It is computed where grounding had to be stopped, for the message.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from clingo import ast

from fold_cli.stable.tasks.program_vetting import parts, written

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_INSTANCES = 10**30
"""The highest estimate; rules of more instances count as equal."""

_INTERVAL = re.compile(r"(-?\d+)\.\.(-?\d+)")


def rule_with_most_instances(program: Sequence[str]) -> str:
    """Return words about the rule with the most ground instances."""
    rules: list[ast.AST] = []
    constants: dict[str, str] = {}
    for part in program:
        ast.parse_string(part, rules.append, logger=lambda *_: None)
    for rule in rules:
        if rule.ast_type == ast.ASTType.Definition:
            constants[rule.name] = str(rule.value)
    rules = [rule for rule in rules if rule.ast_type == ast.ASTType.Rule]
    sizes: dict[str, int] = {}
    estimates = dict.fromkeys(range(len(rules)), 1)
    for _ in range(3):
        derived: dict[str, int] = {}
        for at, rule in enumerate(rules):
            estimates[at] = _instances(rule, sizes, constants)
            for name in _names(rule.head):
                size = derived.get(name, 0) + estimates[at]
                derived[name] = min(MAX_INSTANCES, size)
        sizes = derived
    if not rules:
        return ""
    most = max(estimates, key=lambda at: estimates[at])
    shown = written(rules[most]).removesuffix(".")
    shown = shown if len(shown) <= 200 else f"{shown[:200]} ..."
    return f"while clingo grounds; most instances are of the rule {shown}"


def _instances(rule: ast.AST, sizes: dict[str, int], constants: dict[str, str]) -> int:
    """Return about how many instances a rule has."""
    terms: dict[str, int] = {}
    for literal in rule.body:
        size = min(
            (sizes.get(name, 1) for name in _names(literal)),
            default=MAX_INSTANCES,
        )
        for part in parts(literal):
            if part.ast_type == ast.ASTType.Variable:
                terms[part.name] = min(terms.get(part.name, MAX_INSTANCES), size)
    count = 1
    for size in terms.values():
        count = min(
            MAX_INSTANCES,
            count * (size if size < MAX_INSTANCES else 1),
        )
    head = str(rule.head)
    for name, value in constants.items():
        head = re.sub(rf"\b{name}\b", value, head)
    for low, high in _INTERVAL.findall(head):
        count = min(MAX_INSTANCES, count * max(1, int(high) - int(low) + 1))
    return count


def _names(node: ast.AST) -> set[str]:
    """Return the predicates of the atoms in a part of a rule."""
    return {
        part.symbol.name
        for part in parts(node)
        if part.ast_type == ast.ASTType.SymbolicAtom
        and part.symbol.ast_type == ast.ASTType.Function
    }
