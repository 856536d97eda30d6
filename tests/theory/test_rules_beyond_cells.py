"""Theories of tables whose rules somebody wrote: not all are about cells of one row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from fold_cli import Text, load
from fold_cli.errors import OutputError

if TYPE_CHECKING:
    from fold_cli import Theory

HEADER = """\
% fold: default theory for good/1
% class: class good bad
% column: a numeric a
% column: b categorical b x y
"""
RULES = [
    "good(X) :- a(X).",
    "good(X) :- a(X, A), b(X, A).",
    "good(X) :- a(X, A), A > 3, b(X, A).",
    "good(X) :- a(X, A, B).",
    "good(X) :- a(A, X), A > 3.",
    "good(X) :- b(x, X).",
    "good(X) :- b(row1, x).",
    "good(X) :- \\+ b(row1, x).",
    "good(X) :- a(X, A), 1.5 > 29.",
    "good(X) :- \\+ ab0(row1).\nab0(X) :- b(X, x).",
    "good(X) :- \\+ ab0(X, x).\nab0(X, Y) :- b(X, Y).",
    "good(X) :- size(X, 3).",
]


def theory(rules: str) -> Theory:
    return load(Text(f"{HEADER}{rules}\n"))


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("language", ["sql", "python"])
def test_what_cannot_be_asked_of_one_row(rules: str, language: str) -> None:
    with pytest.raises(OutputError, match="cannot stand in"):
        theory(rules).render(language)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("words", ["text", "html", "json"])
def test_words_for_all_rules(rules: str, words: str) -> None:
    assert theory(rules).render(words)


CLASSES = """\
% fold: default theory for class/2
% class: class
% classes: u w
% column: a numeric a
class(X, u) :- once(u(X)).
{}
class(X, w) :- \\+ u(X).
u(X) :- a(X, A), A > 3.
"""


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("", ["w", "u"]),
        ("class(X, u).", ["u", "u"]),
        ("class(X, u) :- u(X).", ["w", "u"]),
    ],
)
def test_python_has_all_that_it_calls(more: str, expected: list[str]) -> None:
    names: dict[str, Any] = {}
    exec(load(Text(CLASSES.format(more))).render("python"), names)
    assert [names["predict"]({"a": number}) for number in (1, 5)] == expected
