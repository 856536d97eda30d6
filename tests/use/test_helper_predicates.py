"""Theories with predicates of their own: what their clauses cover, as swipl finds it.

A helper predicate may have other arguments than the target. Its clause covers an
example if it holds of something that the theory calls it with when asked about that.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

import pytest
from programs import true_in_swipl
from support import fold

if TYPE_CHECKING:
    from support import Write


TRAINS = """
car(t1, c1). car(t1, c2). car(t2, c3). car(t3, c4). car(t4, c5). car(t4, c6).
short(c1). short(c3). short(c5). closed(c1). closed(c4). closed(c5).
load(c1, 3). load(c2, 1). load(c3, 0). load(c4, 2). load(c5, 9). load(c6, 2).
red(t1). red(t4). speed(t1, 10). speed(t2, 20). speed(t3, fast). speed(t4, 30).
likes(t1, t2). likes(t2, t2). likes(t4, t1). tag(t1, x). tag(t2, 3).
listed(X) :- member(X, [t1, t3]).
"""
EAST = (["east(t1)", "east(t2)"], ["east(t3)", "east(t4)"])
PAIRS = (
    ["near(t1, t2)", "near(t4, t1)"],
    ["near(t2, t1)", "near(t2, t2)", "near(t3, t3)"],
)
KINDS = (
    ["kind(t1, a)", "kind(t2, b)", "kind(t3, c)", "kind(t4, a)"],
    ["kind(t1, b)", "kind(t2, a)", "kind(t3, a)", "kind(t4, c)"],
)


class Case(NamedTuple):
    """A theory, its examples, and of each clause the body that covers ``example``.

    A clause of which nothing is known has None.
    """

    examples: tuple[list[str], list[str]]
    clauses: list[tuple[str, str | None]]


CASES = {
    "fewer_arguments": Case(
        KINDS,
        [
            ("kind(X, a) :- fast(X).", "E = kind(X, a), red(X)"),
            ("kind(X, b) :- slow(X), \\+ fast(X).", "E = kind(t2, b)"),
            ("fast(X) :- red(X).", "E = kind(X, a), red(X)"),
            ("slow(X) :- car(X, C), short(C).", "E = kind(X, b), car(X, C), short(C)"),
        ],
    ),
    "more_arguments": Case(
        EAST,
        [
            (
                "east(X) :- car(X, _), \\+ heavy(X, 2).",
                "E = east(X), car(X, _), \\+ (car(X, C), load(C, L), L > 2)",
            ),
            (
                "heavy(X, M) :- car(X, C), load(C, L), L > M.",
                "E = east(X), car(X, _), car(X, C), load(C, L), L > 2",
            ),
        ],
    ),
    "of_a_body_variable": Case(
        EAST,
        [
            ("east(X) :- car(X, C), good(C).", "E = east(X), car(X, C), short(C)"),
            (
                "good(C) :- short(C), closed(C).",
                "E = east(X), car(X, C), short(C), closed(C)",
            ),
            (
                "good(C) :- short(C), \\+ bad(C, 5).",
                "E = east(X), car(X, C), short(C), \\+ load(C, 9)",
            ),
            (
                "bad(C, M) :- load(C, L), over(L, M).",
                "E = east(X), car(X, C), short(C), load(C, 9)",
            ),
            ("over(L, M) :- L > M.", "E = east(X), car(X, C), short(C), load(C, 9)"),
        ],
    ),
    "arguments_changed_round": Case(
        PAIRS,
        [
            (
                "near(X, Y) :- tied(Y, X), \\+ same(X).",
                "E = near(X, Y), X \\== Y, (likes(X, Y) ; likes(Y, X)), "
                "\\+ likes(X, X)",
            ),
            ("tied(X, Y) :- likes(Y, X).", "E = near(X, Y), likes(X, Y)"),
            ("tied(X, Y) :- likes(X, Y).", "E = near(X, Y), likes(Y, X)"),
            (
                "same(X) :- likes(X, X).",
                "E = near(X, Y), once((likes(X, Y) ; likes(Y, X))), likes(X, X)",
            ),
        ],
    ),
    "guarded": Case(
        EAST,
        [
            ("east(X) :- red(X), \\+ ab(X).", "E = east(t1)"),
            ("ab(X) :- speed(X, V), V > 15.", "E = east(t4)"),
        ],
    ),
    "same_name": Case(
        EAST,
        [
            ("east(X) :- car(X, C), east(X, C).", "E = east(X), car(X, C), short(C)"),
            ("east(_, C) :- short(C).", "E = east(X), car(X, C), short(C)"),
        ],
    ),
    "recursive_helper": Case(
        EAST,
        [
            ("east(X) :- way(X, t2).", "E = east(X), member(X, [t1, t2, t4])"),
            ("way(X, Y) :- likes(X, Y).", "E = east(X), likes(X, t2)"),
            (
                "way(X, Y) :- likes(X, Z), red(X), way(Z, Y).",
                "E = east(X), member(X, [t1, t4])",
            ),
        ],
    ),
    "error_behind_another_clause": Case(
        EAST,
        [
            ("east(X) :- red(X).", "E = east(X), red(X)"),
            ("east(X) :- tag(X, N), N > 2.", None),
        ],
    ),
    "below_an_exception": Case(
        EAST,
        [
            ("east(X) :- red(X), \\+ ab0(X).", "fail"),
            ("ab0(X) :- heavy(X, 1).", "E = east(X), red(X)"),
            ("heavy(X, M) :- car(X, C), load(C, L), L > M.", "E = east(X), red(X)"),
            ("west(X) :- ab0(X).", None),
        ],
    ),
    "exception_and_not": Case(
        PAIRS,
        [
            (
                "near(X, Y) :- likes(X, Y), \\+ ab0(X, Y), \\+ ab0(t3, X).",
                "E = near(X, Y), likes(X, Y), \\+ red(Y), \\+ red(X)",
            ),
            (
                "ab0(_, Y) :- red(Y).",
                "E = near(X, Y), likes(X, Y), "
                "(red(Y), \\+ red(X) ; \\+ red(Y), red(X))",
            ),
            ("near(t1, X) :- far(t1, X).", "E = near(t1, X), tag(X, _)"),
            ("far(X, Y) :- car(X, _), tag(Y, _).", "E = near(t1, Y), tag(Y, _)"),
        ],
    ),
    "called_with_a_variable": Case(
        EAST,
        [
            ("east(X) :- red(X), \\+ tied(_).", "fail"),
            ("tied(Y) :- likes(Y, _), \\+ ab0(Y).", "E = east(X), red(X)"),
            ("ab0(X) :- tag(X, x).", "E = east(X), red(X)"),
        ],
    ),
    "exception_before_what_binds_it": Case(
        EAST,
        [
            ("east(X) :- red(X), \\+ tied(_).", "E = east(X), red(X)"),
            ("tied(Y) :- \\+ ab0(Y), likes(Y, _).", "fail"),
            ("ab0(X) :- tag(X, x).", "E = east(X), red(X)"),
        ],
    ),
    "of_a_library_that_the_background_calls": Case(
        EAST,
        [
            ("east(X) :- listed(X).", "E = east(X), red(X)"),
            ("member(X, _) :- red(X).", None),
        ],
    ),
    "not_called": Case(
        EAST,
        [
            ("east(X) :- red(X).", "E = east(X), red(X)"),
            ("west(X) :- car(X, _).", None),
        ],
    ),
}


def counted(write: Write, theory: str, case: Case) -> tuple[list[object], list[object]]:
    """Return what ``fold evaluate`` and swipl count of each clause."""
    positives, negatives = case.examples
    write("bk.pl", TRAINS)
    write("theory.pl", theory)
    write("pos.pl", "".join(f"{atom}.\n" for atom in positives))
    path = write("neg.pl", "".join(f"{atom}.\n" for atom in negatives))
    files = ["bk.pl", "pos.pl", "neg.pl"]
    result = fold("evaluate", "theory.pl", *files, "--format", "json", cwd=path.parent)
    assert result.returncode == 0, result.stderr
    data = json.loads(result.stdout)
    every = [*positives, *negatives]
    goals = [
        f"E = {atom}, {goal}" for _, goal in case.clauses if goal for atom in every
    ]
    bk, given = path.parent / "bk.pl", path.parent / "theory.pl"
    true = true_in_swipl(path.parent, [*every, *goals], bk, given)
    holds, true = true[: len(every)], true[len(every) :]
    confusion = data["confusion"]
    assert confusion["true_positives"] == sum(holds[: len(positives)])
    assert confusion["false_positives"] == sum(holds[len(positives) :])
    found: list[object] = []
    for _, goal in case.clauses:
        own, true = (true[: len(every)], true[len(every) :]) if goal else (None, true)
        found.append(
            own
            and {
                "positives": sum(own[: len(positives)]),
                "negatives": sum(own[len(positives) :]),
            }
        )
    return [clause["covers"] for clause in data["clauses"]], found


@pytest.mark.parametrize("name", CASES)
def test_clauses_cover_what_swipl_finds(write: Write, name: str) -> None:
    case = CASES[name]
    theory = "\n".join(clause for clause, _ in case.clauses) + "\n"
    ours, found = counted(write, theory, case)
    assert ours == found


TEXTS = {
    "constant_argument": (
        "east(X) :- red(X), \\+ heavy(X, 2).\nheavy(X, M) :- load(X, L), L > M.\n",
        """\
east/1 has 1 rule.

1. east(X) holds if red(X) holds and the heavy of X is not 2.

heavy(X, Y) holds if:
   a) load(X, A) holds and A is more than Y.
""",
    ),
    "same_name": (
        "east(X) :- red(X), \\+ ab(X), \\+ ab(X, c1).\nab(X) :- car(X, _).\n"
        "ab(X, C) :- car(X, C), short(C).\n",
        """\
east/1 has 1 rule.

1. east(X) normally holds if red(X) holds and the ab of X is not c1, except if:
   a) car(X, _) holds.

ab(X, Y) holds if:
   a) car(X, Y) holds and short(Y) holds.
""",
    ),
    "used_twice": (
        "east(X) :- car(X, C), good(C, red).\neast(X) :- good(X, blue).\n"
        "good(C, red) :- short(C).\ngood(C, blue) :- red(C), \\+ ab0(C, blue).\n"
        "ab0(X, Y) :- likes(X, Y).\n",
        """\
east/1 has 2 rules.

1. east(X) holds if car(X, A) holds and the good of A is red.

2. east(X) holds if the good of X is blue.

good(X, Y) holds if:
   a) Y is red and short(X) holds.
   b) Y is blue and red(X) holds, except if:
      a) likes(X, Y) holds.
""",
    ),
}


@pytest.mark.parametrize(("theory", "text"), TEXTS.values(), ids=TEXTS)
def test_a_text_says_what_helper_predicates_are(
    write: Write, theory: str, text: str
) -> None:
    result = fold("show", write("theory.pl", theory), "--format", "text")
    assert result.stdout == text


def test_a_report_counts_the_numbers_that_helpers_compare(write: Write) -> None:
    theory = (
        "east(X) :- car(X, C), \\+ heavy(C, 2).\nheavy(C, _) :- load(C, L), L > 2.\n"
    )
    positives, negatives = EAST
    write("bk.pl", TRAINS)
    write("pos.pl", "".join(f"{atom}.\n" for atom in positives))
    write("neg.pl", "".join(f"{atom}.\n" for atom in negatives))
    path = write("theory.pl", theory)
    files = ["bk.pl", "pos.pl", "neg.pl", "-o", "report.html"]
    result = fold("report", "theory.pl", *files, cwd=path.parent)
    assert result.returncode == 0, result.stderr
    page = (path.parent / "report.html").read_text(encoding="utf-8")
    assert "Histogram of 3 positive and 3 negative, from 0 to 9, cut at 2" in page
