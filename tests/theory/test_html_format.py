"""Theories as HTML cards: what they show, and that names in them stay text."""

from __future__ import annotations

import pytest
from pages import outline, parsed

from fold_cli.theory.english.sentences import Sentence, Sentences
from fold_cli.theory.formats import html_format
from fold_cli.theory.formats.cards import cards_of
from fold_cli.theory.formats.html_format import to_fragment, to_html
from fold_cli.theory.formats.markup import element, shortened
from fold_cli.theory.quoting import quote_atom
from fold_cli.theory.terms import Clause, Const, Literal, Member, Predicate, Var
from fold_cli.theory.theory import Counts, LearnedClause, Theory

X = Var(0)
HOSTILE = [
    "</script><script>alert(1)</script>",
    "</style><img src=x onerror=alert(1)>",
    "<!-- <b>",
    "]]>",
    '" onclick="alert(1)" x=\'',
    "&lt;b&gt;&amp;#60;",
    "\u202ereversed\u2066",
    "a\0b\x1b[31m\r\u2028\u2029",
    "e\u0301\u0489" * 20,
    "a" * 10_000,
    "{{7*7}}${7*7}`",
]


def clause(
    name: str, *body: Literal | Member, covers: tuple[int, int] | None = None
) -> LearnedClause:
    counts = Counts(*covers) if covers else None
    return LearnedClause(Clause(name, 1, body), counts)


def theory(*clauses: LearnedClause, target: str = "fly") -> Theory:
    return Theory(Predicate(target, 1), clauses)


def lit(name: str, *, negated: bool = False) -> Literal:
    return Literal(name, (X,), negated)


BIRDS = theory(
    clause("fly", lit("bird"), lit("ab0", negated=True), covers=(2, 1)),
    clause("fly", lit("plane"), covers=(1, 0)),
    clause("ab0", lit("penguin"), lit("ab1", negated=True), covers=(0, 4)),
    clause("ab0", lit("kiwi"), covers=(0, 1)),
    clause("ab1", lit("super"), covers=(1, 0)),
)


def test_each_rule_is_a_card_with_its_exceptions_inside() -> None:
    page = parsed(to_html(BIRDS))
    first, second = page.all("article", "card")
    assert first.one("h2").text == "Rule 1"
    assert first.all("p", "english")[0].text == "fly(X) normally holds if bird(X) holds"
    assert first.all("pre")[0].text == "fly(X) :- bird(X), \\+ ab0(X)."
    assert [each.text for each in first.all("summary")] == [
        "except in 2 cases",
        "except in one case",
    ]
    labels = [each.text for each in first.all("span", "label")]
    assert labels == ["Exception 1a", "Exception 1aa", "Exception 1b"]
    inner = first.all("details")[1]
    assert inner.one("pre").text == "ab1(X) :- super(X)."
    assert second.all("details") == []
    assert second.one("p", "english").text == "fly(X) holds if plane(X) holds."


def test_bars_have_the_numbers_beside_them() -> None:
    page = parsed(to_html(BIRDS))
    bars = page.all("div", "bars")
    assert [each.text.split() for each in bars] == [
        ["2", "positive", "1", "negative"],
        ["0", "positive", "4", "negative"],
        ["1", "positive", "0", "negative"],
        ["0", "positive", "1", "negative"],
        ["1", "positive", "0", "negative"],
    ]
    widths = [[each.attributes["width"] for each in bar.all("rect")] for bar in bars]
    assert widths == [
        ["100", "50"],
        ["0", "100"],
        ["25", "0"],
        ["0", "25"],
        ["50", "0"],
    ]


def test_without_counts_there_are_no_bars() -> None:
    assert parsed(to_html(theory(clause("fly", lit("bird"))))).all("svg") == []


def test_a_theory_without_clauses_has_no_cards() -> None:
    page = parsed(to_html(theory()))
    assert page.all("article") == []
    assert "fly/1 has 0 rules" in page.text


def test_exceptions_of_several_rules_are_cards_that_are_linked_to() -> None:
    shared = theory(
        clause("fly", lit("bird"), lit("ab0", negated=True)),
        clause("fly", lit("plane"), lit("ab0", negated=True)),
        clause("ab0", lit("broken")),
    )
    page = parsed(to_html(shared))
    *rules, exception = page.all("article", "card")
    assert len(rules) == 2
    assert [each.attributes["href"] for each in page.all("a")] == ["#exception-1"] * 2
    assert exception.attributes["id"] == "exception-1"
    assert exception.one("pre").text == "ab0(X) :- broken(X)."


def test_sentences_of_the_files_are_used() -> None:
    said = Sentence(Predicate("fly", 1), ("X",), "@(X) flies")
    page = parsed(to_html(BIRDS, Sentences([said])))
    assert page.all("p", "english")[0].text == "Normally, X flies if bird(X) holds"


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_names_stay_text(name: str) -> None:
    def named(text: str) -> Theory:
        return theory(
            clause(text, Literal("is", (X, Const(text))), lit("ab0", negated=True)),
            clause(text, lit("bird"), lit("ab0", negated=True), covers=(1, 1)),
            clause("ab0", lit(text)),
            clause("ab0", Member(((Const(text),), (Const("b"),)))),
            target=text,
        )

    sentences = [Sentence(Predicate("bird", 1), ("X",), f"@(X) is {name}")]
    hostile, plain = named(quote_atom(name)), named("q")
    for write in (to_html, to_fragment):
        page = parsed(write(hostile, Sentences(sentences)))
        assert outline(page) == outline(parsed(write(plain)))
        assert not set("\0\x1b\u202e\u2066\u2028\u2029\r") & set(page.text)
        assert len(page.text) < 20_000
        write(hostile).encode()  # no half characters


def test_long_texts_say_how_long_they_are() -> None:
    assert shortened("a" * 1001) == f"{'a' * 1000} … (1,001 characters)"
    assert shortened("a" * 1000) == "a" * 1000
    assert "(1,001 characters)" in element("p", "a" * 1001, title="b" * 1001)


def test_the_page_asks_for_nothing() -> None:
    text = to_html(BIRDS)
    page = parsed(text)
    policy = page.one("meta", **{"http-equiv": "Content-Security-Policy"})
    assert "default-src 'none'" in (policy.attributes["content"] or "")
    assert [each.attributes["href"] for each in page.all("link")] == ["data:,"]
    assert not page.all("script")
    assert not [each for each in page.walk() if "style" in each.attributes]
    assert "url(" not in text
    assert "@import" not in text


def test_a_notebook_shows_the_first_cards_of_many() -> None:
    many = theory(*(clause("fly", lit(f"p{n}")) for n in range(500)))
    part = to_fragment(many)
    assert len(part) < html_format.MAX_CARD_CHARACTERS + 10_000
    deck = cards_of(many, size=html_format.MAX_CARD_CHARACTERS)
    assert len(deck.rules) + deck.more == 500
    assert f"{deck.more} more rules left out here." in part
    assert len(parsed(to_html(many)).all("article")) == 500


def test_exceptions_that_are_left_out_are_counted() -> None:
    many = theory(
        clause("fly", lit("bird"), lit("ab0", negated=True)),
        *(clause("ab0", lit(f"p{n}")) for n in range(500)),
    )
    [card] = cards_of(many, size=10_000).rules
    assert 0 < len(card.exceptions) < 20
    assert len(card.exceptions) + card.more == 500
    assert "except in 500 cases" in to_fragment(many)


def test_the_same_theory_gives_the_same_bytes() -> None:
    assert to_html(BIRDS) == to_html(BIRDS)
    assert to_fragment(BIRDS) == to_fragment(BIRDS)
