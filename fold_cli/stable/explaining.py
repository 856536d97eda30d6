"""Why an atom is in a stable model, or in none: the rule, constraint or lack of one.

In a model all atoms have a value, so its rules are evaluated as they stand: each gets a
head that lists the values of its variables. Where no model has the atom, rules are left
out to see which of them keep it out.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from clingo import ast

from fold_cli.errors import InputError
from fold_cli.stable import symbols
from fold_cli.stable.judge import Grounded
from fold_cli.stable.vetting import parts, statements

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fold_cli.stable.symbols import Atom
    from fold_cli.stable.using import Applied

MAX_SEARCHED = 1000
"""Models among which the number of one with the atom is looked for."""

_WHY = "fold__why"


@dataclass(frozen=True)
class Reason:
    """Whether an atom is in a model, and what makes it so."""

    atom: str
    model: int  # the number of the model; 0 if it has none
    holds: bool
    because: tuple[str, ...]

    def __str__(self) -> str:
        name = f"model {self.model}" if self.model else "a stable model"
        where = f"is in {name}" if self.holds else f"is not in {name}"
        if not self.holds and not self.model:
            where = "is in no stable model"
        return "\n".join([f"{self.atom} {where}", *(f"  {b}" for b in self.because)])

    def to_json(self) -> str:
        """Return the same as data."""
        data: dict[str, object] = {"atom": self.atom, "model": self.model or None}
        data |= {"holds": self.holds, "because": self.because}
        return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def explained(applied: Applied, goal: str, number: int | None) -> Reason:
    """Return why an atom is in a model, the one with a number if it is given."""
    atom = symbols.read(goal, "", 0)
    group = applied.cases.groups[0] if applied.cases.groups else None
    context = group.context if group else ""
    rules: list[ast.AST] = []
    for text, path in (
        (applied.task.background, applied.task.path),
        (context, applied.task.path),
        (applied.program, applied.path),
    ):
        rules += statements(text, path)
    grounded = Grounded(map(str, rules))
    chosen: tuple[int, frozenset[Atom]] | None = None
    for at, model in enumerate(grounded.models(count=number or MAX_SEARCHED), 1):
        if at == number or (not number and atom in model):
            chosen = at, model
            break
    if number and chosen is None:
        raise InputError(f"there is no model {number}")
    if chosen is None:
        model = grounded.model((atom,)) or frozenset()
        if not model:
            return Reason(goal, 0, False, tuple(_prevented(rules, atom)))
        chosen = 0, model
    at, model = chosen
    holds = atom in model
    why = _support(rules, model, atom) if holds else _missing(rules, model, atom)
    return Reason(goal, at, holds, tuple(why))


def _shown(rule: ast.AST) -> str:
    """Return a rule as people write it."""
    head = "" if str(rule.head) == "#false" else str(rule.head)
    if not rule.body:
        return f"{head}."
    return f"{head} :- {', '.join(map(str, rule.body))}.".strip()


def _heads(rule: ast.AST) -> Iterator[tuple[str, list[str]]]:
    """Yield the atoms of a rule's head, each with the conditions it stands under."""
    head = rule.head
    if head.ast_type == ast.ASTType.Literal:
        if head.atom.ast_type == ast.ASTType.SymbolicAtom:
            yield str(head.atom), []
    elif head.ast_type in (ast.ASTType.Aggregate, ast.ASTType.Disjunction):
        for element in head.elements:
            yield str(element.literal), [str(c) for c in element.condition]


def _rules(rules: Sequence[ast.AST]) -> Iterator[ast.AST]:
    return (rule for rule in rules if rule.ast_type == ast.ASTType.Rule)


def _instances(
    rules: Sequence[ast.AST], model: frozenset[Atom], atom: Atom
) -> Iterator[tuple[ast.AST, dict[str, str]]]:
    """Yield rules that derive an atom in a model, with the values of variables."""
    lines = [f"{symbols.text(a)}." for a in model]
    lines += [str(r) for r in rules if r.ast_type == ast.ASTType.Definition]
    listed = list(_rules(rules))
    names: list[list[str]] = []
    for number, rule in enumerate(listed):
        used = {p.name for p in parts(rule) if p.ast_type == ast.ASTType.Variable}
        names.append(sorted(used - {"_"}))
        for derived, conditions in _heads(rule):
            body = [*(str(literal) for literal in rule.body), *conditions]
            local = [v for v in names[-1] if _mentions([derived, *body], v)]
            shown = ",".join([*(v if v in local else "0" for v in names[-1]), "0"])
            why = f"{_WHY}({number},({shown}),{derived})"
            lines.append(f"{why} :- {'; '.join(body)}." if body else f"{why}.")
    grounded = Grounded(lines)
    for found in symbols.in_order(grounded.facts):
        if symbols.signature(found) == (_WHY, 3):
            place, values, head = symbols.symbol(found).arguments
            if symbols.number(head) == atom:
                number, given = place.number, map(str, values.arguments)
                yield (
                    listed[number],
                    dict(zip(names[number], given, strict=False)),
                )


def _mentions(texts: Sequence[str], variable: str) -> bool:
    return any(re.search(rf"\b{variable}\b", text) for text in texts)


def _support(
    rules: Sequence[ast.AST], model: frozenset[Atom], atom: Atom
) -> Iterator[str]:
    for rule, values in _instances(rules, model, atom):
        shown = ", ".join(f"{name} = {value}" for name, value in values.items())
        yield f"by {_shown(rule)}" + (f" with {shown}" if shown else "")
        return


def _missing(
    rules: Sequence[ast.AST], model: frozenset[Atom], atom: Atom
) -> Iterator[str]:
    """Yield why a rule for an atom does not derive it in a model."""
    for rule, _ in _instances(rules, model, atom):
        yield f"{_shown(rule)} allows it, and it was not chosen"
        return
    name, arity = symbols.signature(atom)
    heads = [rule for rule in _rules(rules) if _is_about(rule, name, arity)]
    if not heads:
        yield f"no rule has {name}/{arity} in its head"
    for rule in heads:
        yield f"the body of {_shown(rule)} does not hold for it"


def _is_about(rule: ast.AST, name: str, arity: int) -> bool:
    return any(
        part.ast_type == ast.ASTType.Function
        and (part.name, len(part.arguments)) == (name.lstrip("-"), arity)
        for part in parts(rule.head)
    )


def _prevented(rules: Sequence[ast.AST], atom: Atom) -> Iterator[str]:
    """Yield what keeps an atom out of all models."""
    constraints = [r for r in _rules(rules) if str(r.head) == "#false"]
    others = [rule for rule in rules if rule not in constraints]
    free = Grounded(map(str, others))
    if free.extends((atom,), ()):
        needed = list(constraints)
        for rule in constraints:
            fewer = [other for other in needed if other is not rule]
            if not Grounded(map(str, [*others, *fewer])).extends((atom,), ()):
                needed = fewer
        yield from (f"excluded by {_shown(rule)}" for rule in needed)
        return
    if atom in {*free.atoms}:
        yield "each rule for it depends on what cannot be together"
    model = free.model()
    yield from _missing(rules, model or frozenset(), atom)
