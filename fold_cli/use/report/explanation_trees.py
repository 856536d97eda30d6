"""Explanations as nested lists; a clause that has a card is a link to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli.theory.english.nouns import capitalised
from fold_cli.theory.english.phrases import counted
from fold_cli.theory.formats.markup import element, shortened
from fold_cli.use.explaining.explanation import (
    MAX_RULE_CHARACTERS,
    NOT_REACHED,
    OUTCOMES,
    more_text,
    needs_text,
    place_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fold_cli.theory.formats.markup import Child, Markup
    from fold_cli.use.explaining.explanation import Attempt, CitedClause, Explanation

MAX_SENTENCE_CHARS = 300
"""Characters of what is said of a literal."""


class TreeWriter:
    """Writes explanations; ``cited`` has the card of a clause, its title and anchor."""

    def __init__(self, cited: Mapping[str, tuple[str, str]]) -> None:
        self.cited = cited

    def tree(self, explanation: Explanation) -> Markup:
        """Return an explanation as a list."""
        return element("ul", self.item(explanation), class_="tree")

    def item(self, explanation: Explanation) -> Markup:
        """Return why a literal holds, or does not, as an item of a list."""
        if explanation.how == "negation":
            [inner] = explanation.because
            return self.item(inner)
        inside = [
            *map(self.item, explanation.because),
            *(item for each in explanation.attempts for item in self.attempt(each)),
        ]
        if explanation.more:
            inside.append(element("li", more_text(explanation.more, explanation.holds)))
        return element(
            "li",
            self.said(explanation),
            element("ul", inside) if inside else None,
            class_="holds" if explanation.holds else "fails",
        )

    def said(self, explanation: Explanation) -> Child:
        """Return what is so, and by which rule or fact."""
        text = _short(capitalised(explanation.sentence))
        rule = explanation.rule
        if rule and explanation.how == "rule":
            return [f"{text}, by ", self.rule(rule)]
        if rule and explanation.how == "fact":
            return (
                f"{text}: a fact ({place_of(rule)})" if rule.file else f"{text}: a fact"
            )
        if explanation.how == "deep":
            return f"{text}: not looked into"
        return text + OUTCOMES.get(explanation.how, "")

    def attempt(self, attempt: Attempt) -> Iterator[Markup]:
        """Yield what a rule would have needed, as items of a list."""
        rule = self.rule(attempt.rule) if attempt.rule else "this"
        if not attempt.cases:
            yield element("li", rule, f" {NOT_REACHED}")
        for number, case in enumerate(attempt.cases):
            needs = _short(needs_text(case))
            nodes = [*map(self.item, case.holding)]
            if case.more:
                nodes.append(element("li", more_text(case.more, True)))
            nodes.append(self.item(case.failing))
            opening = "or" if number else rule
            yield element("li", opening, f" would need: {needs}", element("ul", nodes))
        if attempt.more:
            yield element("li", f"and {counted(attempt.more, 'more such case')}")

    def rule(self, clause: CitedClause) -> Markup:
        """Return a link to the card of a clause, or else its text."""
        if card := self.cited.get(clause.text):
            title, anchor = card
            return element("a", title, href=f"#{anchor}")
        text = shortened(clause.text.rstrip("."), MAX_RULE_CHARACTERS)
        where = f" ({place_of(clause)})" if clause.file else ""
        return element("span", element("code", text), where)


def _short(text: str) -> str:
    return shortened(text, MAX_SENTENCE_CHARS)
