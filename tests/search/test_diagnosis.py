"""When little is learned, fold says why and what to try."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

import pytest
from support import BIRDS, fold

if TYPE_CHECKING:
    from support import Write


def said(write: Write, bk: str, pos: str, neg: str, *options: str) -> list[str]:
    files = write("bk.pl", bk), write("pos.pl", pos), write("neg.pl", neg)
    result = fold("learn", *files, *options)
    assert result.returncode == 0, result.stderr
    return result.stderr.splitlines()[:-1]  # the last is the summary


def test_no_literal_has_a_gain(write: Write) -> None:
    lines = said(write, "a(x). a(y). b(x). b(y).", "t(x).", "t(y).")
    assert lines == [
        "fold: no rule was found for 1 of 1 positive examples; they are enumerated",
        "fold: no literal of a/1 or b/1 holds of them more often than of the negative "
        "examples; describe the examples by more predicates",
    ]
    bk = "a(x). a(y). b(x, y). b(y, x)."
    given = write, bk, "t(x).", "t(y)."
    named = (
        "predicates, or let rules name objects: a mode modeb(*, b(+object, #object))"
    )
    assert said(*given)[1].endswith(f"; describe the examples by more {named}")
    near = said(*given, "--lookahead", "1")[1]
    assert near.endswith(f"; try --lookahead 2, describe the examples by more {named}")


@pytest.mark.parametrize(
    ("bk", "pos", "named"),
    [
        ("a(x). a(v). b(y).", "t(x). t(v). t(zz).", "t(zz)"),
        ("a(tweety). b(y).", "t('Tweety').", "t('Tweety')"),
        (
            "a(x). b(y).",
            "t(c). t(d). t(e). t(f). t(g).",
            "t(c), t(d), t(e) and 2 more",
        ),
    ],
    ids=["one", "spelling", "many"],
)
def test_the_background_does_not_know_a_name(
    bk: str, pos: str, named: str, write: Write
) -> None:
    line = said(write, bk, pos, "t(y). t(w).")[1]
    assert f"the background says nothing about what {named} names: no literal" in line


def test_literals_do_not_tell_from_all_negatives(write: Write) -> None:
    bk = "a(x). a(y). b(x). b(y). b(z)."
    lines = said(write, bk, "t(x).", "t(y). t(z).")
    assert "tell them from some negative examples, but no rule" in lines[1]
    assert "--noise" in lines[1]


def test_nothing_describes_the_examples(write: Write) -> None:
    lines = said(write, "price(1).", "t(x).", "t(y).")
    assert any("fold modes" in line for line in lines)


def test_many_predicates_are_counted(write: Write) -> None:
    bk = " ".join(f"p{i}(x). p{i}(y)." for i in range(9))
    lines = said(write, bk, "t(x).", "t(y).")
    assert "no literal of 9 predicates" in lines[1]


def test_numbers_may_be_declared(write: Write) -> None:
    bk = "even(8). even(10). odd(3). odd(9). odd(11)."
    lines = said(write, bk, "t(9). t(10). t(11).", "t(3). t(8).")
    assert "modeh(1, t(+number))" in lines[-1]


def test_too_few_clauses_allowed() -> None:
    result = fold("learn", *BIRDS, "--max-clauses", "0")
    assert "no more rules than --max-clauses says" in result.stderr


def weak(write: Write, seed: int) -> list[str]:
    """Learn from forty examples of which a property tells a little."""
    chance = random.Random(seed)
    names = [f"o{i}" for i in range(40)]
    kinds = {name: i % 2 == 0 for i, name in enumerate(names)}
    bk = [f"p{i}({n})." for i in range(5) for n in names if chance.random() < 0.4]
    bk += [f"hint({n})." for n in names if chance.random() < (0.4 if kinds[n] else 0.3)]
    pos = " ".join(f"t({n})." for n in names if kinds[n])
    neg = " ".join(f"t({n})." for n in names if not kinds[n])
    return said(write, "\n".join(sorted(bk)), pos, neg, "--noise")


@pytest.mark.parametrize("seed", [1, 3, 4, 5, 7])
def test_a_signal_weaker_than_its_cost(write: Write, seed: int) -> None:
    lines = weak(write, seed)
    assert "is learned, for the signal is weak: the best rule" in lines[0]
    assert "bits to pay for itself" in lines[0]
    assert "--exact" in lines[1]


def test_the_best_rule_is_shown_without_superfluous_literals(write: Write) -> None:
    chance = random.Random(4)
    rows = [f"{chance.choice('xyz')},{chance.choice('pn')}" for _ in range(200)]
    table = write("weak.csv", "\n".join(["b,y", *rows]))
    message = fold("learn", table, "--class", "y", "--positive", "p").stderr
    (clause,) = re.findall(r"p\(X\) :- (.*), covers", message)
    assert re.fullmatch(r"(\\\+ )?b\(X, [xyz]\)", clause), message


FLAT = "p(a). p(b). p(c). q(a). q(b). q(c). q(d). q(e). q(f)."
MODES = ":- modeh(1, t(+o)). :- modeb(*, {}(+o)).\n"
XOR = "p(a). q(a). p(b). q(b). p(e). p(f). q(g). q(h)."
NAMED = " ".join(f"id({name}, n{at})." for at, name in enumerate("abcdef"))
ALLOWED = "let the modes allow others than these"
UNTOLD = "no literal of p/1 or q/1 holds of them more often"


@pytest.mark.parametrize(
    ("bk", "pos", "neg", "options", "told", "untold"),
    [
        (MODES.format("q") + FLAT, "abc", "def", "", ALLOWED, "--noise"),
        (MODES.format("q") + FLAT, "abc", "def", "--noise", ALLOWED, "--exact"),
        (MODES.format("r") + "r(d).", "abc", "de", "", "do the modes allow", "nothing"),
        ("p(z).", "ab", "cd", "--noise", "about what t(a), t(b) names", "--exact"),
        (XOR, "abcd", "efgh", "", UNTOLD, "tell them from some"),
        (FLAT, "abc", "def", "--noise --max-clauses 0", "--max-clauses says", "try"),
        (NAMED, "abc", "def", "", "3 of 3 rules cover one positive", "enumerated"),
        (NAMED, "abc", "def", "", "leave out id/2, or try --noise", "enumerated"),
        ("q(a). q(b). q(c).", "ab", "c", "--noise", "most examples are pos", "--exact"),
    ],
    ids=[
        "modes",
        "modes-noise",
        "modes-undescribed",
        "undescribed-noise",
        "xor",
        "no-clauses",
        "one-by-one",
        "advice",
        "all-positive",
    ],
)
def test_reasons_and_advice(
    bk: str, pos: str, neg: str, options: str, told: str, untold: str, write: Write
) -> None:
    atoms = [" ".join(f"t({name})." for name in names) for names in (pos, neg)]
    lines = "\n".join(said(write, bk, *atoms, *options.split()))
    assert told in lines
    assert untold not in lines


def test_longer_rules_may_be_allowed(write: Write) -> None:
    bk = "p(a). p(b). p(c). p(d). q(a). q(b). q(e). q(f)."
    given = write, bk, "t(a). t(b).", "t(c). t(d). t(e). t(f)."
    assert (
        "allow longer rules, --max-literals;" in said(*given, "--max-literals", "1")[1]
    )
    assert not said(*given)


def test_enumerated_exceptions_are_counted(write: Write) -> None:
    bk = "p(a). p(b). p(c). p(d). r(d). r(c). r(a). q(e)."
    lines = said(write, bk, "t(a). t(b).", "t(c). t(d). t(e).")
    assert lines == [
        "fold: no rule was found for 2 of 3 negative examples that are exceptions; "
        "they are enumerated"
    ]


def test_the_closest_rule_of_several_classes(write: Write) -> None:
    chance = random.Random(4)
    rows = [f"{chance.choice('xyz')},{chance.choice('pqr')}" for _ in range(60)]
    table = write("weak.csv", "\n".join(["b,y", *rows]))
    lines = fold("learn", table, "--class", "y").stderr.splitlines()
    assert "every row is taken for" in lines[0]
    assert re.search(r"the best rule that was found, [pqr]\(X\) :- ", lines[1])
    assert "fewer columns (--ignore)" in lines[2]


def test_nothing_is_said_where_rules_are_found() -> None:
    result = fold("learn", *BIRDS)
    assert "try" not in result.stderr
    assert "enumerated" not in result.stderr


KIN = """
parent(a, b). parent(a, c). parent(b, d). parent(b, e). parent(c, f). parent(g, b).
parent(h, c). parent(f, i). parent(e, j). parent(e, k).
male(a). male(d). male(e). male(h). male(i). male(k). male(c).
"""
UNCLES = "u(c, d). u(c, e). u(d, j). u(d, k)."
OTHERS = "u(b, f). u(a, b). u(c, f). u(e, j). u(h, f). u(d, e). u(i, j). u(b, d)."


def test_rules_that_say_more_than_a_list_are_doubted(write: Write) -> None:
    long = ["fold: these rules say more than a list of the examples would"]
    assert [line.split(",")[0] for line in said(write, KIN, UNCLES, OTHERS)] == long
    grandparents = "u(a, d). u(a, e). u(a, f). u(g, d). u(c, i). u(b, k)."
    assert not said(write, KIN, grandparents, "u(a, c). u(a, i). u(d, a). u(g, f).")
    numbers = "s(a, 4). s(b, 7). s(c, 10). s(d, 1). s(e, 12). s(f, 9)."
    even, odd = "u(a). u(c). u(e).", "u(b). u(d). u(f)."
    assert [line.split(",")[0] for line in said(write, numbers, even, odd)] == long


def test_a_mode_of_equality_is_named(write: Write) -> None:
    siblings = "u(b, c). u(c, b). u(d, e). u(e, d). u(j, k). u(k, j)."
    files = write("bk.pl", KIN), write("pos.pl", siblings)
    result = fold("learn", *files, "--algorithm", "foil")
    assert "a mode modeb(*, +object = +object) beside those that" in result.stderr
    modes = fold("modes", *files).stdout + ":- modeb(*, +object = +object).\n"
    given = ("learn", *files, "--modes", write("modes.pl", modes))
    result = fold(*given, "--algorithm", "foil")
    rule = "u(X, Y) :- parent(A, X), parent(A, Y), \\+ X = Y."
    assert rule in result.stdout.splitlines()
    assert "modeb" not in fold(*given, "--max-literals", "1").stderr
