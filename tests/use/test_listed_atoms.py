"""``fold predict`` without examples: all atoms that a theory makes true."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from programs import true_in_swipl
from support import fold, printed, refusal

if TYPE_CHECKING:
    from pathlib import Path

    from support import Write


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param("t(z).\nt(s(X)) :- t(X).\n", id="term"),
        pytest.param("t([]).\nt([a|X]) :- t(X).\n", id="list"),
        pytest.param("t(X) :- none(X).\nt(X) :- tail(X, Y), t(Y).\n", id="tabled-list"),
        pytest.param("t(0).\nt(N) :- t(M), N is M + 1.\n", id="number"),
        pytest.param("t(a).\nt(X) :- p(X), p(_), p(_).\n", id="product"),
    ],
)
def test_what_has_no_end_is_not_listed(write: Write, rules: str) -> None:
    facts = "".join(f"p({i}).\n" for i in range(101))
    theory = write("theory.pl", rules)
    bk = write("bk.pl", f"{facts}tail([_|T], T).\nnone([]).\n")
    result = fold("predict", theory, bk)
    assert result.returncode == 1
    assert (
        f"{theory}:2: t/1 has no end of atoms, or more than the 1000000 that are "
        "listed; give those to ask about" in result.stderr
    )


def test_what_nothing_binds_cannot_be_listed(write: Write) -> None:
    theory = write("theory.pl", "t(X) :- p(X).\nt(X) :- \\+ p(X).\n")
    bk = write("bk.pl", "p(a).\n")
    assert (
        f"{theory}:2: the body does not give all values of the variables in t(_)"
        in refusal("predict", theory, bk)
    )
    examples = write("ex.pl", "t(a). t(b).\n")
    assert printed("predict", theory, bk, examples) == "t(a)\ttrue\nt(b)\ttrue\n"


@pytest.mark.parametrize(
    ("rule", "listed"),
    [
        pytest.param("q(X) :- \\+ r(X), p(X).", False, id="negation-first"),
        pytest.param("q(X) :- p(X), \\+ r(X).", True, id="negation-last"),
        pytest.param("q(X) :- p(X), \\+ s(X, _).", True, id="own-variable"),
        pytest.param("q(X) :- ( r(X) -> fail ; p(X) ).", False, id="condition"),
        pytest.param("q(X) :- ( p(X), \\+ r(X) ; r(X) ).", True, id="disjunction"),
        pytest.param("q(X) :- forall(s(X, Y), r(Y)), p(X).", False, id="forall"),
        pytest.param("q(X) :- p(X), findall(Y, s(X, Y), [_]).", True, id="findall"),
        pytest.param("q(X) :- findall(Y, s(X, Y), [_]), p(X).", False, id="collected"),
        pytest.param(
            "q(X) :- p(X), aggregate_all(count, s(X, _), N), N > 0.", True, id="count"
        ),
        pytest.param("q(X) :- s(X, _), !.", False, id="cut"),
        pytest.param("q(X) :- atom(X), p(X).", False, id="type-test"),
        pytest.param("q(X) :- ( r(X) *-> fail ; p(X) ).", False, id="soft-cut"),
        pytest.param("q(X) :- maplist(p, [X]).", True, id="maplist"),
        pytest.param("q(X) :- q1(X). q1(X) :- \\+ r(X), p(X).", False, id="deep"),
        pytest.param("q(X) :- p(X), q1(X). q1(X) :- \\+ r(X), p(X).", True, id="bound"),
        pytest.param("q(X) :- s(Y, X), q(Y). q(X) :- p(X).", True, id="recursion"),
    ],
)
def test_what_the_background_cannot_list_is_not_listed(
    write: Write, tmp_path: Path, rule: str, listed: bool
) -> None:
    theory = write("theory.pl", "t(X) :- q(X).\n")
    bk = write("bk.pl", f"p(a). p(b). r(b). s(a, b).\n{rule}\n")
    if not listed:
        assert "the body does not give all values" in refusal("predict", theory, bk)
        theory.write_text("t(X) :- q(X), p(X).\n")
    holds = true_in_swipl(tmp_path, ["t(a)", "t(b)"], bk, theory)
    expected = [f"t({x})\ttrue" for x, true in zip("ab", holds, strict=True) if true]
    assert printed("predict", theory, bk).splitlines() == expected


@pytest.mark.parametrize(
    "body",
    [
        "once(s(X, Y)), Y = b",
        "bagof(Y, s(X, Y), [_, _])",
        "bagof(Y, (\\+ r(Y), s(X, Y)), [_])",
        "( r(X) -> true ; p(X) )",
        "( r(X) *-> true ; p(X) )",
        "( \\+ r(X), p(X) ; r(X) )",
        "s(X, Y), !, Y = b",
        "atom(X), p(X)",
        "p(X), once((s(X, Y), Y \\== b)), atom_length(Y, N), N > 0",
        "p(X), findall(Y, s(X, Y), L), length(L, N), N > 1",
        "call(s, X, c)",
        "p(X), list_to_assoc([a-b, c-a], A), get_assoc(X, A, Y), p(Y)",
        "list_to_assoc([a-b, c-a], A), gen_assoc(X, A, b)",
        "vertices_edges_to_ugraph([], [a-b, b-c], G), reachable(b, G, L), member(X, L)",
        "p(X), list_to_ord_set([b, b], L), ord_subtract([a, b], L, [X])",
    ],
)
def test_rules_that_keep_one_solution_are_listed_for_each_atom(
    write: Write, tmp_path: Path, body: str
) -> None:
    theory = write("theory.pl", f"t(X) :- {body}.\n")
    bk = write("bk.pl", "p(a). p(b). p(c). r(c). s(a, b). s(a, c). s(b, b). s(c, a).\n")
    holds = true_in_swipl(tmp_path, ["t(a)", "t(b)", "t(c)"], bk, theory)
    expected = [f"t({x})\ttrue" for x, true in zip("abc", holds, strict=True) if true]
    assert printed("predict", theory, bk).splitlines() == expected


@pytest.mark.parametrize(
    ("body", "facts"),
    [
        ("distinct(X)", "distinct(a). distinct(c)."),
        ("distinct(X)", "distinct(X) :- \\+ r(X), p(X)."),
        ("limit(X, Y), p(Y)", "limit(a, b). limit(b, d)."),
        ("maplist(X, _)", "maplist(p, b). maplist(a, c)."),
        ("include(X, Y, Y)", "include(r, c, a). include(b, a, a)."),
    ],
)
def test_what_is_named_like_a_librarys_is_not_taken_for_it(
    write: Write, tmp_path: Path, body: str, facts: str
) -> None:
    theory = write("theory.pl", f"t(X) :- p(X), {body}.\n")
    bk = write("bk.pl", f"p(a). p(b). p(c). r(c).\n{facts}\n")
    holds = true_in_swipl(tmp_path, ["t(a)", "t(b)", "t(c)"], bk, theory)
    expected = [f"t({x})\ttrue" for x, true in zip("abc", holds, strict=True) if true]
    assert printed("predict", theory, bk).splitlines() == expected
    assert any(holds)
