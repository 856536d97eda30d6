"""A predicate is asked as the theory calls it, with the same arguments bound."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from relations import (
    CALL_DEPENDENT_RULES,
    PURE_RULES,
    Relational,
    check_counts,
    relational,
)
from support import clauses, fold, learned, write_problem

from fold_cli.coverage.relations import Relations
from fold_cli.files.loader import load
from fold_cli.search.options import Options
from fold_cli.theory.terms import Predicate

if TYPE_CHECKING:
    from pathlib import Path

OPTIONS = [Options(), Options(algorithm="foil"), Options(noise=True)]


@settings(max_examples=12)
@given(
    st.lists(relational(CALL_DEPENDENT_RULES + PURE_RULES), min_size=5, max_size=5),
    st.sampled_from(OPTIONS),
)
def test_swipl_counts_what_the_theory_says(
    problems: list[Relational], options: Options
) -> None:
    check_counts(problems, options)


# Each rule by itself, with examples that it seems to tell apart when it is asked
# without its second argument: those whose answer there is the first of its constants.

SCORES = "".join(f"score(s{n}, {n}).\n" for n in range(1, 10))


@pytest.mark.parametrize(
    "rules",
    [
        "grade(X, good) :- score(X, S), S > 6, !.\ngrade(_, poor).\n",
        "grade(X, poor) :- \\+ high(X).\ngrade(X, good) :- high(X), !.\n"
        "grade(_, poor).\nhigh(X) :- score(X, S), S > 6.\n",
        "grade(X, G) :- score(X, S), ( G = good, S > 6 -> true ; G = poor ).\n",
        "grade(X, G) :- ( var(G) -> score(X, S), level(S, G) ; true ).\n"
        "level(S, good) :- S > 6.\nlevel(S, poor) :- S =< 6.\n",
        "grade(X, G) :- once(marked(X, G)).\n"
        "marked(X, good) :- score(X, S), S > 6.\nmarked(X, poor) :- score(X, _).\n",
        "grade(X, G) :- findall(G, marked(X, G), [G | _]).\n"
        "marked(X, good) :- score(X, S), S > 6.\nmarked(X, poor) :- score(X, _).\n",
    ],
    ids=["cut", "shadowed", "if-then-else", "var", "once", "findall"],
)
def test_a_constant_is_asked_in_its_place(tmp_path: Path, rules: str) -> None:
    modes = ":- modeh(1, t(+s)).\n:- modeb(1, grade(+s, #g)).\n"
    text = learned(
        *write_problem(
            tmp_path,
            modes + rules + SCORES,
            "t(s1). t(s2). t(s3). t(s4).\n",
            "t(s7). t(s8). t(s9).\n",
        )
    )
    assert "grade(X, poor)" not in text.replace("\\+ grade(X, poor)", "")


def test_an_error_in_its_place_is_no_candidate(tmp_path: Path) -> None:
    modes = ":- modeh(1, t(+s)).\n:- modeb(1, tone(+s, #g)).\n:- modeb(1, u(+s)).\n"
    rules = "tone(X, C) :- ( nonvar(C) -> C > 2 ; c(X, C) ).\n"
    facts = "c(a, red). c(b, red). c(d, blue).\nu(a). u(b).\n"
    text = learned(
        *write_problem(tmp_path, modes + rules + facts, "t(a). t(b).\n", "t(d).\n")
    )
    assert clauses(text) == ["t(X) :- u(X)."]


def test_an_endless_call_is_an_error_that_names_it(tmp_path: Path) -> None:
    modes = ":- modeh(1, t(+s)).\n:- modeb(1, tone(+s, #g)).\n"
    rules = "tone(X, C) :- ( nonvar(C) -> loop(0) ; c(X, C) ).\n"
    rules += "loop(N) :- M is N + 1, loop(M).\n"
    files = write_problem(
        tmp_path, modes + rules + "c(a, red). c(b, blue).\n", "t(a).\n", "t(b).\n"
    )
    result = fold("learn", *files, "--max-inferences=100000")
    assert result.returncode == 1
    assert "tone" in result.stderr
    assert "Traceback" not in result.stderr


# Which predicates are asked again


@pytest.mark.parametrize(
    ("rules", "inputs", "steadfast"),
    [
        ("q(X, Y) :- r(X, Y).", (0,), True),
        ("q(X, Y) :- r(X, Z), q(Z, Y). q(X, Y) :- r(X, Y).", (0,), True),
        ("q(X, Y) :- ( r(X, Y) ; r(Y, X) ).", (0,), True),
        ("q(X, Y) :- m(X, N), N > 3, Y is N + 1.", (0,), True),
        ("q(X, Y) :- r(X, Y), \\+ p(Y).", (0,), True),
        ("q(X, Y) :- u(X, Y), \\+ p(Y). u(X, Y) :- r(X, Y).", (0,), True),
        ("q(X, Y) :- \\+ p(X), r(X, Y).", (0,), True),
        ("q(X, Y) :- \\+ p(X), r(X, Y).", (), False),
        ("q(X, Y) :- \\+ p(Y), r(X, Y).", (0,), False),
        ("q(X, Y) :- u(X, Y), \\+ p(Y). u(X, _) :- p(X).", (0,), False),
        ("q(X, Y) :- ( p(X) -> Y = a ; Y = b ).", (0,), True),
        ("q(X, Y) :- ( r(X, Y) -> true ; Y = b ).", (0,), False),
        ("q(X, Y) :- p(X), !, Y = a. q(_, b).", (0,), True),
        ("q(X, a) :- p(X), !. q(_, b).", (0,), False),
        ("q(X, Y) :- r(X, Y), !.", (0,), False),
        ("q(X, X) :- !. q(X, Y) :- r(X, Y).", (0,), False),
        ("q(X, X) :- !. q(X, Y) :- r(X, Y).", (0, 1), True),
        ("q(X, Y) :- r(X, Z), !, r(Z, Y).", (0,), True),
        ("q(X, Y) :- p(X), ( r(X, Y), ! ; Y = b ).", (0,), False),
        ("q(X, Y) :- once(r(X, Y)).", (0,), False),
        ("q(X, Y) :- once(r(X, Z)), r(Z, Y).", (0,), True),
        ("q(X, Y) :- findall(Z, r(X, Z), L), length(L, Y).", (0,), True),
        ("q(X, Y) :- findall(Y, r(X, Y), [Y | _]).", (0,), False),
        ("q(X, Y) :- aggregate_all(count, r(X, _), Y).", (0,), True),
        ("q(X, Y) :- aggregate_all(count, r(X, Y), _), r(X, Y).", (0,), False),
        ("q(X, Y) :- p(Y), forall(r(X, Z), r(Z, Y)).", (0,), True),
        ("q(X, Y) :- var(Y), r(X, Y).", (0,), False),
        ("q(X, Y) :- r(X, Y), Y \\== a.", (0,), True),
        ("q(X, Y) :- Y \\== a, r(X, Y).", (0,), False),
        ("q(X, Y) :- v(X, Y). v(X, Y) :- r(X, Y), !.", (0,), False),
        ("q(X, Y) :- v(X, Z), r(Z, Y). v(X, Y) :- r(X, Y), !.", (0,), True),
        ("q(X, Y) :- member(Y, [a, b]), r(X, Y).", (0,), True),
        (
            "member(X, [X | _]) :- !. q(X, Y) :- member(Y, [a, b]), r(X, Y).",
            (0,),
            False,
        ),
    ],
)
def test_what_is_steadfast(
    tmp_path: Path, rules: str, inputs: tuple[int, ...], steadfast: bool
) -> None:
    facts = "r(a, b). r(b, a). p(a). m(a, 3).\n"
    (tmp_path / "bk.pl").write_text(facts + rules + "\n")
    (tmp_path / "pos.pl").write_text("t(a).\n")
    from fold_cli.files.sources import Sources

    problem = load(Sources((str(tmp_path / "bk.pl"),), str(tmp_path / "pos.pl")))
    assert Relations(problem).steadfast(Predicate("q", 2), inputs) is steadfast
