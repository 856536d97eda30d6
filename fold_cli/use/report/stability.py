"""How stable what is learned is: which rules come again in how many folds.

Two rules are taken for one where their heads and conditions are the same, in whatever
order, apart from the numbers that they compare with and from their exceptions. How many
of them are the same to the last number and exception is counted as well.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from fold_cli.theory.english.wording import Wording
from fold_cli.theory.rule_data import rules_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from fold_cli.theory.rule_data import Literal, Rule
    from fold_cli.theory.theory import Theory

    Number: TypeAlias = "int | float"


@dataclass(frozen=True, slots=True)
class Compared:
    """A number that a rule compares with, over the folds."""

    condition: str  # without the number: "age >"
    lowest: Number
    highest: Number


@dataclass(frozen=True, slots=True)
class StableRule:
    """A rule that comes in some folds, worded as in the first of them."""

    english: str
    folds: int
    same: int  # folds in which the commonest form of it comes, to the last number
    numbers: tuple[Compared, ...]


class _Occurrences:
    def __init__(self, english: str) -> None:
        self.english, self.folds = english, 0
        self.forms: Counter[Hashable] = Counter()
        self.numbers: dict[str, list[Number]] = {}

    def rule(self) -> StableRule:
        compared = tuple(
            Compared(condition, min(numbers), max(numbers))
            for condition, numbers in self.numbers.items()
        )
        [(_, same)] = self.forms.most_common(1)
        return StableRule(self.english, self.folds, same, compared)


def stable_rules(theories: Sequence[Theory]) -> list[StableRule]:
    """Return the rules of theories, those first that come in the most of them."""
    occurrences: dict[Hashable, _Occurrences] = {}
    for theory in theories:
        wording, seen = Wording(theory), set[object]()
        for rule, learned in zip(rules_of(theory), wording.rules, strict=True):
            shape = (rule.head, frozenset(map(_shape, rule.literals)))
            if shape not in occurrences:
                occurrences[shape] = _Occurrences(wording.clause(learned, 0).text)
            if shape in seen:
                continue  # a fold counts once
            seen.add(shape)
            occurrence = occurrences[shape]
            occurrence.folds += 1
            occurrence.forms[rule.head, _form(rule)] += 1
            for condition, number in _numbers(rule):
                occurrence.numbers.setdefault(condition, []).append(number)
    rules = [each.rule() for each in occurrences.values()]
    return sorted(rules, key=lambda each: (-each.folds, -each.same))


def same_theories(theories: Sequence[Theory]) -> int:
    """Return how many theories are the commonest of them, to the last number."""
    forms = Counter(
        tuple((rule.head, _form(rule)) for rule in rules_of(theory))
        for theory in theories
    )
    [(_, count)] = forms.most_common(1)
    return count


def _shape(literal: Literal) -> Hashable:
    """Return what a condition asks, without its number."""
    compares = literal.variable is not None
    arguments = tuple(
        "" if compares and arg == literal.variable else arg for arg in literal.arguments
    )
    value = None if compares else literal.value
    return literal.predicate, arguments, literal.negated, literal.operator, value


def _form(rule: Rule) -> Hashable:
    """Return all that a rule asks; exceptions are known by what they ask alone."""
    conditions = frozenset((_shape(each), each.value) for each in rule.literals)
    return conditions, frozenset(map(_form, rule.exceptions))


def _numbers(rule: Rule) -> Iterator[tuple[str, Number]]:
    for literal in rule.literals:
        if literal.variable and isinstance(literal.value, (int, float)):
            name = literal.predicate or literal.variable
            yield f"{name} {literal.operator}", literal.value
