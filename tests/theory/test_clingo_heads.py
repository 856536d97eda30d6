"""Exceptions that say nothing of some argument, run by clingo and by swipl."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import fold, swipl

if TYPE_CHECKING:
    from pathlib import Path

FACTS = """
r(a, b). r(b, c). r(c, d). r(d, a). r(a, d). r(b, d).
s(a, b). s(b, b). s(c, b). s(d, c). s(c, c).
p(a). p(b). q(b). q(d). u(c). u(b).
"""

THEORIES = {
    "one": "t(X, Y) :- r(X, Y), \\+ ab0(X, Y).  ab0(X, _) :- p(X).",
    "other": "t(X, Y) :- r(X, Y), \\+ ab0(X, Y).  ab0(_, Y) :- q(Y).",
    "bound-apart": "t(X, Y) :- p(X), q(Y), \\+ ab0(X, Y).  ab0(_, Y) :- u(Y).",
    "own-variables": """
        t(X, Y) :- r(X, A), s(A, Y), \\+ ab0(X, Y).
        ab0(X, _) :- s(X, A), r(A, B), u(B).""",
    "nested": """
        t(X, Y) :- r(X, Y), \\+ ab0(X, Y).
        ab0(X, Y) :- p(X), \\+ ab1(X, Y).
        ab1(_, Y) :- q(Y).""",
    "deeply-nested": """
        t(X, Y) :- r(X, Y), \\+ ab0(X, Y).
        ab0(X, Y) :- p(X), \\+ ab1(X, Y).
        ab1(X, Y) :- q(Y), \\+ ab2(X, Y).
        ab2(X, _) :- u(X).""",
    "of-two-rules": """
        t(X, Y) :- r(X, Y), \\+ ab0(X, Y).
        t(X, Y) :- s(X, Y), \\+ ab0(X, Y).
        ab0(X, _) :- p(X).""",
    "two-clauses": """
        t(X, Y) :- r(X, Y), \\+ ab0(X, Y).
        ab0(X, _) :- u(X).
        ab0(_, Y) :- u(Y).""",
    "listed": "t(X, Y) :- r(X, Y), \\+ ab0(X, Y).  ab0(X, Y) :- member(X-Y, [a-b]).",
    "listed-among-others": """
        t(X, Y) :- member(X-Y, [a-b, b-d, c-c, d-a]), r(X, Y), \\+ ab0(X, Y).
        t(X, Y) :- s(X, Y), member(X-Y, []).
        ab0(X, d) :- member(X-d, [b-d]), \\+ u(X).
        ab0(X, a) :- s(X, A), member(X-a, [a-a, d-a]), r(_, A).""",
    "used-before": "ab0(X, _) :- p(X).  t(X, Y) :- r(X, Y), \\+ ab0(X, Y).",
}


ASKED_OTHERWISE = ("ab0(Y, X)", "\\+ ab0(Y, X)", "\\+ ab0(X, Y), \\+ ab0(Y, X)")


@pytest.mark.parametrize("literals", ASKED_OTHERWISE)
def test_what_is_asked_otherwise_too_is_left_alone(
    literals: str, tmp_path: Path
) -> None:
    """The exception holds of pairs that no rule binds there."""
    rules = f"t(X, Y) :- s(X, Y), {literals}.\n{THEORIES['one']}\n"
    theory = tmp_path / "theory.pl"
    theory.write_text(f"% fold: default theory for t/2\n\n{rules}")
    shown = fold("show", theory, "--format", "asp")
    assert shown.returncode == 1
    assert "nothing binds argument 2 of its head" in shown.stderr


@pytest.mark.parametrize("name", THEORIES)
def test_clingo_finds_what_swipl_finds(name: str, tmp_path: Path) -> None:
    import clingo

    theory = tmp_path / "theory.pl"
    header = "% fold: default theory for t/2\n\n"
    theory.write_text(header + THEORIES[name] + "\n")
    shown = fold("show", theory, "--format", "asp")
    assert shown.returncode == 0, shown.stderr
    control = clingo.Control()
    control.add("base", [], FACTS + shown.stdout)
    control.ground([("base", [])])
    with control.solve(yield_=True) as solving:
        (model,) = [[*map(str, each.symbols(atoms=True))] for each in solving]
    facts = tmp_path / "facts.pl"
    facts.write_text(FACTS)
    goal = "forall(t(X, Y), (print(t(X,Y)), nl))"
    found = swipl(goal, files=(facts, theory))
    assert {atom for atom in model if atom.startswith("t(")} == set(found)
    assert found
