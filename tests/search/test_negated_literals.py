"""A negated literal means in the search what it means in Prolog: not this binding."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from relations import Relational, check_counts, relational
from support import clauses, learned, swipl, write_problem

from fold_cli.coverage.relational import Coverage
from fold_cli.files.loader import load
from fold_cli.search.options import Options
from fold_cli.search.tidy import ordered
from fold_cli.theory.terms import Literal, Var, is_negated, variables

if TYPE_CHECKING:
    from pathlib import Path

FOIL = Options(algorithm="foil")
NOISE = Options(noise=True)
X, Y, A = Var(0), Var(1), Var(2)


@settings(max_examples=10)
@given(
    st.lists(relational(), min_size=6, max_size=6),
    st.sampled_from([FOIL, NOISE, Options(algorithm="foil", lookahead=2)]),
)
def test_swipl_counts_what_the_theory_says(
    problems: list[Relational], options: Options
) -> None:
    check_counts(problems, options)


# a and b have a child that is no smoker; c and d have smokers only, e and f none
CHILDREN = """\
child(a, a1). child(a, a2). child(b, b1). child(c, c1). child(c, c2). child(d, d1).
child(g, g1). child(g, g2). child(g, g3).
smokes(a1). smokes(c1). smokes(c2). smokes(d1). smokes(g3). smokes(x).
"""


@pytest.mark.parametrize("option", ["--algorithm=foil", "--noise"])
def test_one_binding_without_is_enough(tmp_path: Path, option: str) -> None:
    pos, neg = "t(a). t(b). t(g).", "t(c). t(d). t(e). t(f)."
    text = learned(*write_problem(tmp_path, CHILDREN, pos, neg), option)
    assert clauses(text) == ["t(X) :- child(X, A), \\+ smokes(A)."]


def test_constants_are_negated_for_each_binding(tmp_path: Path) -> None:
    bk = "has(a, w). has(a, v). has(b, u). has(c, w). has(d, z).\n"
    bk += "colour(w, red). colour(z, red). colour(v, blue). colour(u, blue).\n"
    files = write_problem(tmp_path, bk, "t(a). t(b).", "t(c). t(d). t(e).")
    coverage = Coverage(load_problem(files), negations=True)
    body = (Literal("has", (Var(0), Var(1))),)
    every = coverage.positives | coverage.negatives
    found = {}
    for block in coverage.refinements(body, every, 0).blocks:
        for at, step in enumerate(block.steps):
            if block.negatable:
                found[step[0]] = int(block.negation_row(at)[0])
    red = next(
        literal for literal in found if literal.args[1:2] and "red" in str(literal)
    )
    assert red.args[0] == Var(1)
    assert found[red] == 0b00011  # a has v, b has u


def load_problem(files: list[Path]) -> object:
    from fold_cli.files.sources import Sources

    bk, pos, neg = map(str, files)
    return load(Sources((bk,), pos, neg))


@pytest.mark.parametrize("option", ["--algorithm=foil", "--noise"])
def test_a_rule_enumerates_its_answers(tmp_path: Path, option: str) -> None:
    bk = "bird(a). bird(b). bird(c). bird(d). bird(p). bird(q).\n"
    bk += "penguin(p). penguin(q). penguin(z). cat(k). cat(l). cat(z). cat(y).\n"
    pos, neg = "fly(a). fly(b). fly(c). fly(d).", "fly(p). fly(q). fly(k). fly(l)."
    theory = tmp_path / "theory.pl"
    files = write_problem(tmp_path, bk, pos, neg)
    theory.write_text(learned(*files, option))
    assert "fly(X) :- bird(X), \\+ penguin(X)." in clauses(theory.read_text())
    ask = "forall(fly(X), (print(X), nl))"
    assert swipl(ask, files=(files[0], theory)) == ["a", "b", "c", "d"]


def test_what_nothing_binds_is_right_for_ground_questions(tmp_path: Path) -> None:
    files = write_problem(tmp_path, "q(c). q(d).", "t(a). t(b).", "t(c). t(d).")
    assert clauses(learned(*files, "--algorithm=foil")) == ["t(X) :- \\+ q(X)."]


def lit(name: str, *args: Var, negated: bool = False) -> Literal:
    return Literal(name, args, negated)


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ((lit("q", X, negated=True), lit("p", X)), "pq"),
        ((lit("q", X, negated=True),), "q"),
        ((lit("p", X), lit("q", X, negated=True), lit("r", X)), "pqr"),
        ((lit("q", X, Y, negated=True), lit("p", X), lit("r", X)), "prq"),
        ((lit("q", Y, negated=True), lit("p", X), lit("s", Y), lit("r", X)), "psqr"),
        ((lit("p", X, A), lit("q", Y, A, negated=True), lit("r", Y)), "prq"),
    ],
)
def test_negated_literals_stand_after_what_binds(
    body: tuple[Literal, ...], names: str
) -> None:
    result = ordered(body)
    assert "".join(literal.name for literal in result) == names


@pytest.mark.parametrize("at", [0, 99])
def test_order_asks_for_variables_a_few_times(
    at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    monkeypatch.setattr(
        "fold_cli.search.tidy.variables",
        lambda literal: asked.append(literal) or variables(literal),
    )
    body = [lit(f"q{i}", X, negated=True) for i in range(100)]
    body[at] = lit("p", Y)
    assert len(ordered(tuple(body))) == 100
    assert len(asked) < 300


literals = st.builds(
    Literal,
    st.sampled_from("pqrs"),
    st.lists(st.sampled_from([X, Y, A]), max_size=2).map(tuple),
    st.booleans(),
)


@given(st.lists(literals, max_size=6).map(tuple))
def test_order_changes_nothing_else(body: tuple[Literal, ...]) -> None:
    result = ordered(body)
    assert sorted(map(str, result)) == sorted(map(str, body))
    kept = [one for one in body if not is_negated(one)]
    assert [one for one in result if not is_negated(one)] == kept
    every = set().union(*(variables(one) for one in body if not is_negated(one)))
    bound: set[int] = set()
    for literal in result:
        if is_negated(literal):
            assert variables(literal) & every <= bound
        else:
            bound |= variables(literal)


def test_a_body_without_what_binds_is_no_clause(tmp_path: Path) -> None:
    bk = "r(a, b). r(c, b). r(d, e). o(a). o(b). o(c). o(d). o(e).\n"
    files = write_problem(tmp_path, bk, "t(a, d).", "t(a, c).")
    coverage = Coverage(load_problem(files), negations=True)
    binds, negated = lit("r", X, A), lit("r", Y, A, negated=True)
    covers = coverage.covers((binds, negated))
    assert covers is not None
    assert covers[0] == 0b01
    assert coverage.covers((negated,)) is None
    assert coverage.covers((negated, binds)) is None


def test_the_target_is_not_negated(tmp_path: Path) -> None:
    bk = "edge(a, b). edge(b, c). edge(c, d). edge(x, y). edge(y, x).\n"
    pos = "win(a). win(c). win(e)."
    files = write_problem(tmp_path, bk, pos, "win(b). win(d). win(x). win(y).")
    text = learned(*files, "--algorithm=foil", "--recursion")
    assert "\\+ win" not in text
