"""A theory as HTML: a card for each rule, in English and in Prolog, with bars.

``to_html`` is a page of its own, ``to_fragment`` a part of another, such as a notebook.
Both ask for no other file. ``deck_elements`` are the cards for any page that has the
style of ``cards.css``.
"""

from __future__ import annotations

import hashlib
import math
from importlib.resources import files
from typing import TYPE_CHECKING

from fold_cli.theory.english.nouns import capitalised
from fold_cli.theory.english.phrases import counted
from fold_cli.theory.formats.cards import Card, cards_of
from fold_cli.theory.formats.markup import document, element, style_element
from fold_cli.theory.formats.prolog_format import to_prolog
from fold_cli.theory.formats.text_format import title

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fold_cli.theory.english.sentences import Sentences
    from fold_cli.theory.english.wording import Reference
    from fold_cli.theory.formats.cards import Deck
    from fold_cli.theory.formats.markup import Markup
    from fold_cli.theory.theory import Counts, Theory

KINDS = ("positive", "negative")
"""Labels of the two numbers of a card: what kind of examples they count."""

CLASS_KINDS = ("of its class", "of others")
"""The same, where a theory tells several classes apart."""


MAX_CARD_CHARACTERS = 45_000
"""Length of all cards in a notebook or a report, as HTML, about."""


def style_of_cards() -> str:
    """Return the style sheet of the cards."""
    return files("fold_cli.theory.formats").joinpath("cards.css").read_text("utf-8")


def to_html(theory: Theory, sentences: Sentences | None = None) -> str:
    """Return a page with a card for each rule."""
    name = f"{theory.target} in rules"
    heading = element("h1", f"{theory.target}")
    body = element("main", heading, _content(theory, sentences))
    return document(name, style_of_cards(), body)


def to_fragment(theory: Theory, sentences: Sentences | None = None) -> str:
    """Return the first cards with their style, to be put into another page."""
    digest = hashlib.sha256(to_prolog(theory).encode()).hexdigest()[:8]
    content = _content(theory, sentences, MAX_CARD_CHARACTERS, prefix=f"fold-{digest}-")
    style = style_element(style_of_cards())
    return element("div", style, content, class_="fold")


def _content(
    theory: Theory,
    sentences: Sentences | None,
    size: float = math.inf,
    prefix: str = "",
) -> list[Markup]:
    deck = cards_of(theory, sentences, size)
    kinds = CLASS_KINDS if theory.classes else KINDS
    return [
        element("p", title(theory, len(deck.rules) + deck.more)),
        *deck_elements(deck, kinds, prefix=prefix),
    ]


def deck_elements(
    deck: Deck, kinds: Sequence[str], level: int = 2, prefix: str = ""
) -> list[Markup]:
    """Return the cards of rules, then of exceptions that are referred to by name.

    ``kinds`` are what the two numbers count, ``level`` is that of the headings,
    ``prefix`` begins the names of places in the page.
    """
    anchors = {exception.name: exception.anchor for exception in deck.named}
    writer = _CardWriter(kinds, anchors, prefix)
    widest = max((max(_counts_of(card.covers)) for card in deck.rules), default=0)
    rules = [
        element(
            "article",
            element(f"h{level}", f"Rule {card.label}"),
            writer.sides(card, widest),
            writer.exceptions(card, card.largest),
            class_="card",
            id=f"{prefix}{card.anchor}",
        )
        for card in deck.rules
    ]
    named = [
        element(
            "article",
            element(f"h{level}", exception.heading),
            element("p", f"{exception.english} if:"),
            writer.listed(
                exception.cards,
                max((card.largest for card in exception.cards), default=0),
            ),
            _left_out(exception.more, "clause"),
            class_="card",
            id=f"{prefix}{exception.anchor}",
        )
        for exception in deck.named
    ]
    more = _left_out(deck.more, "rule")
    return [*rules, *([more] if more else []), *named]


def _counts_of(covers: Counts | None) -> tuple[int, int]:
    return (covers.positives, covers.negatives) if covers else (0, 0)


class _CardWriter:
    """Writes the parts of cards."""

    def __init__(
        self, kinds: Sequence[str], anchors: Mapping[str, str], prefix: str
    ) -> None:
        self.kinds, self.anchors, self.prefix = kinds, anchors, prefix

    def sides(self, card: Card, widest: int) -> Markup:
        """Return a clause in English, with its bars, beside the same in Prolog."""
        ending = "" if card.exceptions or card.more else "."
        english = element("p", capitalised(card.english) + ending, class_="english")
        return element(
            "div",
            element("div", english, self.bars(card.covers, widest)),
            element("pre", element("code", card.prolog)),
            class_="sides",
        )

    def exceptions(self, card: Card, widest: int) -> Markup | None:
        """Return what can be unfolded to see the exceptions of a clause."""
        count = len(card.exceptions) + card.more
        if not count:
            return None
        summary = "except in one case" if count == 1 else f"except in {count} cases"
        return element(
            "details",
            element("summary", summary),
            self.listed(card.exceptions, widest),
            _left_out(card.more, "exception"),
            class_="exceptions",
        )

    def listed(self, cards: Sequence[Card | Reference], widest: int) -> Markup:
        """Return the cards of exceptions as a list."""
        return element("ul", [self.exception(card, widest) for card in cards])

    def exception(self, card: Card | Reference, widest: int) -> Markup:
        """Return one exception, with its own inside, or a link to it."""
        if not isinstance(card, Card):
            place = f"#{self.prefix}{self.anchors[card.name]}"
            link = element("a", card.text, href=place)
            return element("li", link)
        return element(
            "li",
            element("span", capitalised(card.title), class_="label"),
            self.sides(card, widest),
            self.exceptions(card, widest),
            id=f"{self.prefix}{card.anchor}",
        )

    def bars(self, covers: Counts | None, widest: int) -> Markup | None:
        """Return a bar for each kind of examples; the number beside it says the same.

        A bar of full width is ``widest`` examples.
        """
        if covers is None:
            return None
        rows = [
            element("div", bar(number, widest, style), " ", number_of(number, kind))
            for number, kind, style in zip(
                _counts_of(covers), self.kinds, ("positive", "negative"), strict=False
            )
        ]
        return element("div", rows, class_="bars")


def bar(number: int, widest: int, style: str) -> Markup:
    """Return a bar whose length is a number's share of the widest."""
    width = 100 * number / widest if widest else 0
    if number:
        width = max(width, 0.5)  # what is there is seen
    return element(
        "svg",
        element("rect", width=round(width, 2), height=10, class_=style),
        class_="bar",
        viewBox="0 0 100 10",
        preserveAspectRatio="none",
        aria_hidden="true",
    )


def number_of(number: int, kind: str) -> Markup:
    """Return a number of examples and their kind."""
    return element("span", element("b", f"{number:,}"), f" {kind}")


def _left_out(count: int, noun: str) -> Markup | None:
    """Return how many of something are not shown, where there are any."""
    if not count:
        return None
    return element("p", f"{counted(count, f'more {noun}')} left out here.")
