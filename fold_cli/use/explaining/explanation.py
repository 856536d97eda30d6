"""Why an atom holds, or does not, in words.

An :class:`Explanation` is a tree with a sentence for each literal, and becomes lines of
text or data. Atoms of Prolog files are explained by ``prolog_explanation.py``, the rows
of a table by ``row_explanation.py``.
"""

from __future__ import annotations

import textwrap
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from fold_cli.theory.english.phrases import counted
from fold_cli.theory.formats.indented_json import indented_json
from fold_cli.theory.visible import visible

if TYPE_CHECKING:
    from fold_cli.theory.theory import Counts

MAX_RULE_CHARACTERS = 160
"""Characters of a rule that are shown: an enumeration can be very long."""

MAX_SHOWN = 10
"""Rules that fail, shown for an atom where many examples are explained, and negated
literals of a rule that hold, or literals that it would need."""

OUTCOMES = {
    "fact": ": a fact",
    "none": ": no fact or rule gives it",
    "seen": ": see above",
    "deep": ": not looked into, see --depth",
}
"""What is added to the sentence of a literal, by how Prolog decided it."""


NOT_REACHED = "is not reached: a cut in an earlier rule forbids it"
"""What is said of a rule without cases."""


@dataclass(frozen=True, slots=True)
class CitedClause:
    """A clause and where it stands; without a file it is not from one.

    One of the theory says what it covers of the examples that it was learned from.
    """

    text: str
    file: str
    line: int
    covers: Counts | None = None

    def __str__(self) -> str:
        return _cited(self)


@lru_cache(maxsize=1000)  # many rows are explained by few rules
def _cited(clause: CitedClause) -> str:
    text = textwrap.shorten(
        clause.text.rstrip("."), MAX_RULE_CHARACTERS, placeholder=" ..."
    )
    return f"{text} ({place_of(clause)})" if clause.file else text


class WordedLiteral(NamedTuple):
    """A literal with its values, and the sentence for it."""

    literal: str
    sentence: str


class Case(NamedTuple):
    """One way in which a rule fails: what holds, and what then does not."""

    holding: tuple[Explanation, ...]
    failing: Explanation
    needs: tuple[WordedLiteral, ...]  # what would have to hold, the failing one first
    more: int = 0  # negated literals that hold as well, and are not shown
    more_needs: int = 0  # literals that would have to hold as well


class Attempt(NamedTuple):
    """A rule that might have made an atom true; without cases a cut stopped it."""

    rule: CitedClause | None
    cases: tuple[Case, ...]
    more: int  # cases that are not shown


class Explanation(NamedTuple):
    """Whether a literal holds, and why."""

    said: WordedLiteral  # the literal, and whether it holds in words
    holds: bool
    how: str
    rule: CitedClause | None = None
    because: tuple[Explanation, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    more: int = 0  # rules that fail as well, or negated literals that hold, not shown

    @property
    def sentence(self) -> str:
        """What is so, in words."""
        return self.said.sentence

    def to_json(self) -> str:
        """Return the tree as data."""
        return indented_json(to_data(self)) + "\n"

    def __str__(self) -> str:
        return "\n".join(lines(self))


# As text


def lines(explanation: Explanation, indent: str = "") -> list[str]:
    """Return the lines of an explanation, indented."""
    result: list[str] = []
    _add_lines(result, explanation, indent)
    return result


def _add_lines(result: list[str], explanation: Explanation, indent: str) -> None:
    """Add the lines of an explanation: one list for all is faster than many."""
    while explanation.how == "negation":
        [explanation] = explanation.because
    result.append(indent + _line(explanation))
    indent += "  "
    for reason in explanation.because:
        _add_lines(result, reason, indent)
    for attempt in explanation.attempts:
        _add_attempt(result, attempt, indent)
    if explanation.more:
        result.append(indent + more_text(explanation.more, explanation.holds))


def more_text(count: int, holds: bool) -> str:
    """Say how many negated literals hold, or rules fail, that are not shown."""
    what, verb = ("negated condition", "hold") if holds else ("rule", "fail")
    one = f"and one more {what} {verb}s"
    return one if count == 1 else f"and {count:,} more {what}s {verb}"


def needs_text(case: Case) -> str:
    """Say what would have to hold."""
    more = [counted(case.more_needs, "more condition")] if case.more_needs else []
    return " and ".join([*(need.sentence for need in case.needs), *more])


def _line(explanation: Explanation) -> str:
    text = explanation.said.sentence + OUTCOMES.get(explanation.how, "")
    if explanation.rule and explanation.how == "rule":
        return f"{text}, by {explanation.rule}"
    if explanation.rule and explanation.how == "fact":
        return f"{text} ({place_of(explanation.rule)})"
    if explanation.because or explanation.attempts:
        return f"{text}:"
    return text


def place_of(rule: CitedClause) -> str:
    """Return the name of a rule's file, and its line."""
    return f"{visible(Path(rule.file).name)}:{rule.line}"


def _add_attempt(result: list[str], attempt: Attempt, indent: str) -> None:
    rule = str(attempt.rule) if attempt.rule else "this"
    if not attempt.cases:
        result.append(f"{indent}{rule} {NOT_REACHED}")
    for number, case in enumerate(attempt.cases):
        which = "or" if number else rule
        result.append(f"{indent}{which} would need: {needs_text(case)}")
        for node in case.holding:
            _add_lines(result, node, f"{indent}  ")
        if case.more:
            result.append(f"{indent}  {more_text(case.more, True)}")
        _add_lines(result, case.failing, f"{indent}  ")
    if attempt.more:
        result.append(f"{indent}and {counted(attempt.more, 'more such case')}")


# As data


def to_data(explanation: Explanation) -> dict[str, Any]:
    """Return an explanation as JSON has it."""
    data: dict[str, Any] = {
        "literal": explanation.said.literal,
        "sentence": explanation.said.sentence,
        "holds": explanation.holds,
        "how": explanation.how,
    }
    if explanation.rule:
        data["rule"] = _rule_data(explanation.rule)
    if explanation.because:
        data["because"] = [to_data(reason) for reason in explanation.because]
    if explanation.attempts:
        data["attempts"] = [_attempt_data(a) for a in explanation.attempts]
    if explanation.more:
        data["more"] = explanation.more
    return data


def _attempt_data(attempt: Attempt) -> dict[str, Any]:
    return {
        "rule": _rule_data(attempt.rule) if attempt.rule else None,
        "cases": [
            {
                "holding": [to_data(node) for node in case.holding],
                "failing": to_data(case.failing),
                "needs": [need.literal for need in case.needs],
                **({"more": case.more} if case.more else {}),
                **({"more_needs": case.more_needs} if case.more_needs else {}),
            }
            for case in attempt.cases
        ],
        "more": attempt.more,
    }


@lru_cache(maxsize=1000)
def _rule_data(rule: CitedClause) -> dict[str, Any]:
    return {
        "text": rule.text,
        "file": rule.file or None,
        "line": rule.line or None,
        "covers": asdict(rule.covers) if rule.covers else None,
    }
