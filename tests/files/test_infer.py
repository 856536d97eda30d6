"""Modes inferred for predicates that rules define."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import clauses, fold, learned

if TYPE_CHECKING:
    from pathlib import Path

    from support import Write


FACTS = """\
w(a, 2). w(b, 3). w(c, 1). w(d, 2).
h(a, 9). h(b, 8). h(c, 2). h(d, 3).
color(a, red). color(b, blue).
born(a, date(1990, 1)). born(b, date(1950, 2)). born(c, date(1970, 3)).
all(a, [4, 5]). all(b, [6]). all(c, []).
"""
MEASURED = {
    "is": "m(X, A) :- w(X, W), h(X, H), A is W * H.",
    "is, in a branch": "m(X, A) :- w(X, W), ( W > 1 -> A is W ; A is 0 ).",
    "of a fact": "m(X, A) :- w(X, A).",
    "of two facts": "m(X, A) :- w(X, A).\nm(X, A) :- h(X, A).",
    "of a rule": "m(X, A) :- n(X, A).\nn(X, A) :- w(X, W), A is W + 1.",
    "count": "m(X, N) :- w(X, _), aggregate_all(count, h(X, _), N).",
    "length": "m(X, N) :- w(X, _), findall(H, h(X, H), Hs), length(Hs, N).",
    "in a term": "m(X, A) :- born(X, date(A, _)).",
    "in a list": "m(X, A) :- all(X, [A|_]).",
    "one of a list": "m(X, A) :- all(X, L), member(A, L).",
    "by a closure": (
        "m(X, A) :- all(X, L), foldl(n, L, 0, A).\nn(_, A, B) :- B is A + 1."
    ),
    "of letters": "m(X, A) :- color(X, C), sub_atom(C, A, 1, 0, _).",
    "also a fact": "m(e, 3).\nm(X, A) :- w(X, W), A is W + 1.",
}
NOT_MEASURED = {
    "a category": "m(X, C) :- color(X, C).",
    "or a category": "m(X, A) :- w(X, W), A is W + 1.\nm(X, C) :- color(X, C).",
    "or a constant": "m(X, A) :- w(X, W), A is W + 1.\nm(X, none) :- color(X, red).",
    "or what is not known": (
        "m(X, A) :- w(X, A).\nm(X, C) :- color(X, D), atom_concat(D, x, C)."
    ),
    "or a term": "m(X, A) :- w(X, A).\nm(X, p(C)) :- color(X, C).",
    "or a category in a term": (
        "m(X, A) :- born(X, date(A, _)).\nm(X, A) :- color(X, C), f(C) = f(A)."
    ),
    "without end": "m(X, A) :- m(X, A, [a]).\nm(X, A, L) :- m(X, A, [a|L]).",
    "by a name of a library": "sum_list(a, red).\nm(X, C) :- sum_list(X, C).",
}


def files(write: Write, rules: str) -> tuple[Path, Path, Path]:
    return (
        write("bk.pl", FACTS + rules),
        write("pos.pl", "big(a). big(b)."),
        write("neg.pl", "big(c). big(d)."),
    )


@pytest.mark.parametrize("rules", MEASURED.values(), ids=MEASURED)
def test_numbers_of_rules_are_measurements(write: Write, rules: str) -> None:
    result = fold("modes", *files(write, rules))
    assert "m(+object, -number)" in result.stdout


WIDE = """\
person(a, female, teacher, 30). person(b, male, teacher, 41).
person(c, male, clerk, 23). person(d, female, nurse, 55).
person(e, female, clerk, 33). person(f, female, teacher, 28).
person(g, male, nurse, 61). person(h, male, teacher, 52).
gives(a, book, c). gives(b, pen, c). gives(b, book, d).
gives(g, pen, e). gives(h, pen, f).
"""
SAID = {
    "one constant": ("abfh", "t(X) :- person(X, _, teacher, _)."),
    "a number": ("dgh", "t(X) :- person(X, _, _, A), A > 41."),
    "one constant and a number": ("bh", "t(X) :- person(X, _, teacher, A), A > 30."),
    "another object": ("abgh", "t(X) :- gives(X, _, _)."),
    "another object and a constant": ("ab", "t(X) :- gives(X, book, _)."),
}


@pytest.mark.parametrize(("positive", "clause"), SAID.values(), ids=SAID)
def test_a_literal_says_some_of_what_a_fact_does(
    write: Write, positive: str, clause: str
) -> None:
    bk = write("bk.pl", WIDE)
    pos = write("pos.pl", "".join(f"t({name}). " for name in positive))
    others = [name for name in "abcdefgh" if name not in positive]
    neg = write("neg.pl", "".join(f"t({name}). " for name in others))
    assert clauses(learned(bk, pos, neg)) == [clause]


@pytest.mark.parametrize(
    ("constants", "numbers", "said"),
    [
        (1, 2, [(0, 2), (1, 0), (1, 2)]),
        (2, 0, [(1, 0), (1, 0), (2, 0)]),
        (1, 6, [(0, 6), (1, 0), (1, 6)]),
        (3, 4, [(0, 4), *[(1, 0)] * 3, *[(1, 4)] * 3]),
        (30, 30, [(0, 30), *[(1, 0)] * 30]),
    ],
)
def test_a_literal_says_little_of_what_a_long_fact_does(
    write: Write, constants: int, numbers: int, said: list[tuple[int, int]]
) -> None:
    facts = ""
    for n in range(12):
        names = [f"c{n * i % 3}" for i in range(1, constants + 1)]
        facts += (
            f"row({', '.join([f'o{n}', *names, *map(str, range(n, n + numbers))])}).\n"
        )
    result = fold(
        "modes",
        write("bk.pl", facts),
        write("pos.pl", "t(o1). t(o4)."),
        write("neg.pl", "t(o2)."),
    )
    modes = [line for line in result.stdout.splitlines() if "row(" in line]
    assert [(mode.count("#row"), mode.count("-number")) for mode in modes] == said


def test_a_rule_over_lists_relates_objects(write: Write) -> None:
    listed = "next(a, [b, c]). next(d, [a]). next(c, []).\n"
    rule = "m(X, Y) :- next(X, L), member(Y, L).\n"
    result = fold("modes", *files(write, listed + rule))
    assert "m(+object, -object)" in result.stdout


@pytest.mark.parametrize("rules", NOT_MEASURED.values(), ids=NOT_MEASURED)
def test_other_answers_of_rules_are_not(write: Write, rules: str) -> None:
    result = fold("modes", *files(write, rules))
    assert "m(+object, " in result.stdout
    assert "m(+object, -number)" not in result.stdout


def test_a_threshold_on_a_computed_number(write: Write) -> None:
    bk = "s(a, 2, 9). s(b, 8, 3). s(c, 1, 9). s(d, 8, 1).\n"
    bk += "area(X, A) :- s(X, W, H), A is W * H.\n"
    paths = files(write, "")
    write("bk.pl", bk)
    assert clauses(learned(*paths)) == clauses("big(X) :- area(X, A), A > 9.")


def test_numbers_may_be_related_as_names_are(write: Write) -> None:
    parents = [(1, 2), (2, 3), (3, 4), (2, 5), (5, 6), (1, 7)]
    bk = write("bk.pl", "".join(f"parent({x}, {y}).\n" for x, y in parents))
    pos = write("pos.pl", "gp(1, 3). gp(2, 4). gp(1, 5). gp(2, 6).")
    neg = write("neg.pl", "gp(1, 2). gp(2, 3). gp(3, 1). gp(1, 4). gp(5, 5).")
    rule = "gp(X, Y) :- parent(X, A), parent(A, Y)."
    assert clauses(learned(str(bk), str(pos), str(neg))) == [rule]


def test_computed_numbers_are_no_names(write: Write) -> None:
    bk = write("bk.pl", "f(0, a). r([], 0). r([_|T], N) :- r(T, M), N is M + 1.")
    pos = write("pos.pl", "t(0, []). t(0, [a, b]). t(1, [a]).")
    neg = write("neg.pl", "t(1, [b]).")
    assert "r(+object2, -number)" in (shown := fold("modes", bk, pos, neg).stdout)
    assert "r(-object2" not in shown
