"""A theory as cards: one for each rule, with its exceptions nested in it.

A card says a clause in English and in Prolog, and what it covers. Exceptions and other
predicates that are referred to by name (see ``wording.py``) have cards after the rules.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fold_cli.theory.english.wording import Reference, Wording
from fold_cli.theory.formats.markup import shortened
from fold_cli.theory.formats.prolog_format import clause_text
from fold_cli.theory.naming import letter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fold_cli.theory.english.sentences import Sentences
    from fold_cli.theory.theory import Counts, LearnedClause, Theory


CARD_LINE_CHARACTERS = 44
"""Length up to which a clause stands on one line of its card."""

CARD_MARKUP_CHARACTERS = 600
"""Length of a card's HTML without its texts, about."""


@dataclass(frozen=True, slots=True)
class Card:
    """One clause; its label is that of its rule and the letters of exceptions: 2ab."""

    label: str
    anchor: str  # the name of its place in a page
    place: int  # of the clause in the theory
    english: str  # a rule of the target is a sentence, an exception a condition
    prolog: str
    covers: Counts | None
    kind: str  # "rule", "exception", or "clause" of another predicate
    exceptions: tuple[Card | Reference, ...] = ()
    more: int = 0  # exceptions that are left out

    @property
    def title(self) -> str:
        """What it is called: ``rule 2``, ``exception 2a``."""
        return f"{self.kind} {self.label}"

    @property
    def largest(self) -> int:
        """The largest number of examples of a kind that it or an exception covers."""
        counts = [(c.positives, c.negatives) for c in [self.covers] if c]
        inner = [card.largest for card in self.exceptions if isinstance(card, Card)]
        return max([0, *(number for pair in counts for number in pair), *inner])


@dataclass(frozen=True, slots=True)
class PredicateCards:
    """An exception of several rules, or another predicate, and its clauses' cards."""

    name: str
    heading: str
    anchor: str
    english: str
    cards: tuple[Card, ...]
    more: int = 0  # clauses that are left out


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards of a theory."""

    rules: tuple[Card, ...]
    named: tuple[PredicateCards, ...]
    more: int = 0  # rules that are left out

    def walk(self) -> Iterator[Card]:
        """Yield all cards, each before its exceptions."""
        waiting: list[Card | Reference] = [*self.rules]
        waiting += [card for group in self.named for card in group.cards]
        waiting.reverse()
        while waiting:
            card = waiting.pop()
            if isinstance(card, Card):
                yield card
                waiting += card.exceptions[::-1]


def cards_of(
    theory: Theory, sentences: Sentences | None = None, size: float = math.inf
) -> Deck:
    """Return the cards of a theory, whose clauses know what they cover, or do not.

    Cards that would make them longer than about ``size`` characters are left out.
    """
    wording = Wording(theory, sentences)
    writer = _CardWriter(wording, theory.operators, size)
    rules = []
    for number, learned in enumerate(wording.rules, 1):
        if writer.full:
            break
        rules.append(writer.card(learned, str(number), f"rule-{number}", 0))
    named = []
    for order, predicate in enumerate(wording.named_predicates(), 1):
        name, cards = predicate.name, []
        kind = "exception" if predicate.is_exception else "clause"
        anchor = f"{kind}-{order}"
        for number, learned in enumerate(predicate.clauses):
            if writer.full:
                break
            suffix = letter(number).lower()
            card = writer.card(learned, f"{name} {suffix}", f"{anchor}{suffix}", 1)
            cards.append(replace(card, kind=kind))
        more = len(predicate.clauses) - len(cards)
        text, heading = predicate.text, f"Exception {name}"
        if not predicate.is_exception:
            heading = name
        named.append(PredicateCards(name, heading, anchor, text, tuple(cards), more))
    return Deck(tuple(rules), tuple(named), len(wording.rules) - len(rules))


class _CardWriter:
    def __init__(
        self, wording: Wording, operators: tuple[str, ...], size: float
    ) -> None:
        self.wording, self.operators, self.left = wording, operators, size

    @property
    def full(self) -> bool:
        """Whether there is no place for more cards."""
        return self.left <= 0

    def card(self, learned: LearnedClause, label: str, anchor: str, depth: int) -> Card:
        """Return the card of a clause, with those of its exceptions."""
        worded = self.wording.clause(learned, depth)
        english = shortened(worded.text)
        clause, place = learned.clause, self.wording.place(learned)
        if not clause.body:  # of several classes, the last has all others in its body
            clause = self.wording.theory.clauses[place].clause
        prolog = shortened(clause_text(clause, self.operators, CARD_LINE_CHARACTERS))
        self.left -= CARD_MARKUP_CHARACTERS + len(english) + len(prolog)
        cards: list[Card | Reference] = []
        for number, exception in enumerate(worded.exceptions):
            if self.full:
                break
            if isinstance(exception, Reference):
                cards.append(exception)
            else:
                suffix = letter(number).lower()
                card = self.card(
                    exception, f"{label}{suffix}", f"{anchor}{suffix}", depth + 1
                )
                cards.append(card)
        return Card(
            label,
            anchor,
            place,
            english,
            prolog,
            learned.covers,
            "exception" if depth else "rule",
            tuple(cards),
            more=len(worded.exceptions) - len(cards),
        )
