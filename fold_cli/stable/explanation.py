"""Why an atom is in a stable model, or in none: the rule, constraint or lack of one.

The atoms of a model are given to clingo as facts beside the rules, each with a new head
that lists the values of its variables: its instances are the rules that support the
atom. Where no model has the atom, constraints are left out one at a time, with one
grounding each, to see which of them exclude it.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from clingo import ast

from fold_cli.errors import InputError
from fold_cli.stable import symbols
from fold_cli.stable.optimization import minimal
from fold_cli.stable.solver import Solver
from fold_cli.stable.tasks.program_vetting import parts, statements, written

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fold_cli.stable.evaluation import AppliedProgram
    from fold_cli.stable.symbols import Atom

MAX_SEARCHED_MODELS = 1000
"""Models among which the number of one with the atom is looked for."""

_WHY = "fold__why"
_VARIABLE = re.compile(r'"(?:[^"\\]|\\.)*"|\b_*[A-Z]\w*')


@dataclass(frozen=True)
class Reason:
    """Whether an atom is in a model beside one context, and why."""

    atom: str
    model: int  # the number of the model; 0 if it has none
    holds: bool
    because: tuple[str, ...]
    examples: tuple[str, ...] = ()  # those with the context, if there are several

    def __str__(self) -> str:
        name = f"model {self.model}" if self.model else "a stable model"
        where = f"is in {name}" if self.holds else f"is not in {name}"
        if not self.holds and not self.model:
            where = "is in no stable model"
        beside = f" ({', '.join(self.examples)})" if self.examples else ""
        first = f"{self.atom} {where}{beside}"
        return "\n".join([first, *(f"  {words}" for words in self.because)])

    def as_data(self) -> dict[str, object]:
        """Return the same as data."""
        data: dict[str, object] = {"atom": self.atom, "model": self.model or None}
        data |= {"holds": self.holds, "because": self.because}
        return data | ({"examples": self.examples} if self.examples else {})


def render_reasons(reasons: Sequence[Reason], style: str) -> str:
    """Return reasons as text or, with ``"json"``, as data: a list if several."""
    if style != "json":
        return "".join(f"{reason}\n" for reason in reasons)
    data = [reason.as_data() for reason in reasons]
    shown = data[0] if len(data) == 1 else data
    return json.dumps(shown, indent=2, ensure_ascii=False) + "\n"


def explained(applied: AppliedProgram, goal: str, number: int | None) -> list[Reason]:
    """Return why an atom is in a model beside each context.

    The model is the one with a number, if that is given, else the first with the atom.
    """
    atom = symbols.read(goal, "", 0)
    task = applied.task
    sources = [(task.background, task.path), (applied.program, applied.path)]
    groups = applied.cases.groups
    reasons = []
    for context in [group.context for group in groups] or [""]:
        rules = [
            rule
            for text, path in (*sources, (context, task.path))
            for rule in statements(text, path)
        ]
        reasons.append(_explained(rules, goal, atom, number))
    if not any(reasons):
        raise InputError(f"there is no model {number}")
    if len(groups) < 2:
        return [reason for reason in reasons if reason]
    names = [tuple(str(case.example) for case in group.cases) for group in groups]
    return [
        replace(reason, examples=examples)
        for reason, examples in zip(reasons, names, strict=True)
        if reason
    ]


def _explained(
    rules: list[ast.AST], goal: str, atom: Atom, number: int | None
) -> Reason | None:
    """Return the reason beside one context; None if it has no model of that number."""
    solver = Solver(map(str, rules))
    for at, model in enumerate(solver.models(count=number or MAX_SEARCHED_MODELS), 1):
        if at == number or (not number and atom in model):
            return _in_model(rules, goal, atom, at, model)
    if number:
        return None
    unnumbered = solver.model((atom,))
    if unnumbered is not None:
        return _in_model(rules, goal, atom, 0, unnumbered)
    return Reason(goal, 0, False, tuple(_prevented(rules, atom)))


def _in_model(
    rules: list[ast.AST], goal: str, atom: Atom, number: int, model: frozenset[Atom]
) -> Reason:
    holds = atom in model
    why = _support(rules, model, atom) if holds else _missing(rules, model, atom)
    return Reason(goal, number, holds, tuple(why))


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


def _facts(rules: Sequence[ast.AST], model: frozenset[Atom]) -> list[str]:
    """Return the atoms of a model as facts, after which come the ``#const``."""
    facts = [f"{symbols.text(a)}." for a in model]
    return facts + [str(r) for r in rules if r.ast_type == ast.ASTType.Definition]


def _instances(
    rules: Sequence[ast.AST], model: frozenset[Atom], atom: Atom
) -> Iterator[tuple[ast.AST, dict[str, str]]]:
    """Yield rules that derive an atom in a model, with the values of variables."""
    lines = _facts(rules, model)
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
    solver = Solver(lines)
    for instance in symbols.in_order(solver.facts):
        if symbols.signature(instance) == (_WHY, 3):
            place, values, head = symbols.symbol(instance).arguments
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
        yield f"by {written(rule)}" + (f" with {shown}" if shown else "")
        return


def _missing(
    rules: Sequence[ast.AST], model: frozenset[Atom], atom: Atom
) -> Iterator[str]:
    """Yield why a rule for an atom does not derive it in a model."""
    for rule, _ in _instances(rules, model, atom):
        yield f"{written(rule)} allows it, and it was not chosen"
        return
    name, arity = symbols.signature(atom)
    heads = [rule for rule in _rules(rules) if _is_about(rule, name, arity)]
    if not heads:
        yield f"no rule has {name}/{arity} in its head"
    facts = _facts(rules, model)
    for rule in heads:
        yield from _lacking(facts, rule, atom)


def _lacking(facts: list[str], rule: ast.AST, atom: Atom) -> Iterator[str]:
    """Yield which literal of a rule fails beside facts, after those that hold.

    The head is matched with the atom; then literals are added one by one, those first
    that give variables their values.
    """
    for derived, conditions in _heads(rule):
        literals = [*map(str, rule.body), *conditions]
        literals.sort(key=lambda text: (text.startswith("not "), _compares(text)))
        body = [f"{symbols.text(atom)} = {derived}"]
        values: str | None = None
        for literal in ["#true", *literals]:
            longer = [*body, literal]
            longer_values = _values(facts, longer)
            if longer_values is None:
                break
            body, values = longer, longer_values
        if values is None:
            continue  # this head is about other atoms
        beside = f" with {values}" if values else ""
        yield f"{written(rule)} needs {literal}, which does not hold{beside}"
        return
    yield f"the head of {written(rule)} is about other atoms"


def _compares(literal: str) -> bool:
    return re.search(r"[<>=]", literal) is not None


def _values(facts: list[str], body: list[str]) -> str | None:
    """Return values of variables for which a body holds; None if there are none."""
    words = dict.fromkeys(_VARIABLE.findall(" ".join(body)))
    names = [word for word in words if word[0] != '"']
    shown = ",".join([*names, "0"])
    try:
        solver = Solver([*facts, f"{_WHY}(({shown})) :- {'; '.join(body)}."])
    except InputError:  # unsafe until the rest of the body is there
        return ""
    for atom in symbols.in_order(solver.facts):
        if symbols.signature(atom) == (_WHY, 1):
            (values,) = symbols.symbol(atom).arguments
            pairs = zip(names, map(str, values.arguments), strict=False)
            return ", ".join(f"{name} = {value}" for name, value in pairs)
    return None


def _is_about(rule: ast.AST, name: str, arity: int) -> bool:
    return any(
        part.ast_type == ast.ASTType.Function
        and (part.name, len(part.arguments)) == (name.lstrip("-"), arity)
        for part in parts(rule.head)
    )


def _prevented(rules: Sequence[ast.AST], atom: Atom) -> Iterator[str]:
    """Yield what keeps an atom out of all models."""
    if Solver(map(str, rules)).model() is None:
        yield "there is no stable model at all"
    constraints = [r for r in _rules(rules) if str(r.head) == "#false"]
    excluding = {id(rule) for rule in constraints}
    others = [rule for rule in rules if id(rule) not in excluding]
    free = Solver(map(str, others))
    if free.extends((atom,), ()):

        def exclude(some: list[ast.AST]) -> bool:
            return not Solver(map(str, [*others, *some])).extends((atom,), ())

        for rule in minimal(constraints, exclude):
            yield f"excluded by {written(rule)}"
        return
    if atom in {*free.atoms}:
        yield "each rule for it depends on what cannot be together"
    model = free.model()
    yield from _missing(rules, model or frozenset(), atom)
