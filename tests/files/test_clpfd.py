"""Background knowledge with constraints of library(clpfd)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import clauses, fold, learned, swipl, write_files

if TYPE_CHECKING:
    from pathlib import Path

BK = """\
:- use_module(library(clpfd)).
size(9).
at_top(w(_,Y)) :- size(Y).
up(w(X,Y1),w(X,Y2)) :- size(Size), Y1 #< Size, Y2 #= Y1 + 1.
down(w(X,Y1),w(X,Y2)) :- Y1 #> 1, Y2 #= Y1 - 1.
"""
BIAS = """\
enable_recursion. head_pred(f,2). body_pred(at_top,1). body_pred(up,2).
body_pred(down,2). direction(f,(in,out)). direction(up,(in,out)).
direction(down,(in,out)). direction(at_top,(in,)).
"""
EXS = "".join(f"pos(f(w({n},{n + 1}),w({n},9))).\n" for n in range(1, 6)) + "".join(
    f"neg(f(w({n},{n + 1}),w({n},{n + 2}))). neg(f(w({n},2),w({n + 1},9))).\n"
    for n in range(1, 6)
)


def test_constraints_are_run(tmp_path: Path) -> None:
    problem = tmp_path / "p"
    write_files(problem, {"bk.pl": BK, "bias.pl": BIAS, "exs.pl": EXS})
    theory = tmp_path / "theory.pl"
    theory.write_text(learned(problem))
    assert clauses(theory.read_text())[1:] == [
        "f(X, Y) :- up(X, Y), at_top(Y).",
        "f(X, Y) :- up(X, A), f(A, Y).",
    ]
    goal = "f(w(8,3), X), print(X), nl"
    assert swipl(goal, files=(problem / "bk.pl", theory)) == ["w(8,9)"]


@pytest.mark.parametrize(
    ("body", "holds"),
    [
        ("X #> 2", "345"),
        ("X #>= 2", "2345"),
        ("X #\\= 2", "1345"),
        ("3 #=< X", "345"),
        ("Y #= X * 2 - 1, Y #= 7", "4"),
        ("X * X #= 4 + 5", "3"),
        ("X + Y #= 7, Y #= 3", "4"),
        ("12 // X #= 4", "3"),
        ("X mod 2 #= 0", "24"),
        ("X in 2..3", "23"),
        ("Y in 1..2, X #= Y + 3, label([Y])", "45"),
        ("X #= 2 #\\/ X #= 5", "25"),
        ("B #<==> (X #> 3), B #= 1", "45"),
        ("[Y, Z] ins 1..2, all_different([Y, Z]), sum([Y, Z], #=, X)", "3"),
        ("element(X, [7, 8, 7, 8, 9], 8)", "24"),
        ("tuples_in([[X, Y]], [[1, 2], [3, 4]]), Y #> 2", "3"),
        ("chain([1, X, 4], #<)", "23"),
        ("automaton([X], [source(a), sink(b)], [arc(a, 2, b), arc(a, 5, b)])", "25"),
        ("cumulative([task(0, X, _, 2, _), task(3, 1, _, 1, _)], [limit(2)])", "123"),
        ("global_cardinality([X, 3], [3-2, 1-0, 2-0], [])", "3"),
        ("disjoint2([a(1, 2, 0, 1), b(X, 1, 0, 1)])", "345"),
        ("Y in 1..9, Y #< X, fd_size(Y, Size), Size > 2", "45"),
    ],
    ids=str,
)
def test_constraints_hold_as_in_swipl(body: str, holds: str, tmp_path: Path) -> None:
    library = ":- use_module(library(clpfd)).\n"
    (tmp_path / "bk.pl").write_text(
        f"{library}num(1). num(2). num(3). num(4). num(5).\nok(X) :- num(X), {body}.\n"
    )
    (tmp_path / "theory.pl").write_text("t(X) :- num(X), ok(X).\n")
    theory, bk = tmp_path / "theory.pl", tmp_path / "bk.pl"
    atoms = tmp_path / "atoms.pl"
    atoms.write_text("".join(f"t({n}).\n" for n in range(1, 6)))
    result = fold("predict", theory, bk, atoms)
    lines = [line.split("\t") for line in result.stdout.splitlines()]
    assert "".join(atom[2] for atom, answer in lines if answer == "true") == holds
    in_swipl = swipl("forall(t(X), (print(X), nl))", files=(bk, theory))
    assert sorted(set(in_swipl)) == sorted(holds)


def test_constraints_that_call_goals_are_refused_as_such(tmp_path: Path) -> None:
    call = "automaton(X, _, X, [source(a), sink(a)], [arc(a, 0, a)], [], [], [])"
    bk = f":- use_module(library(clpfd)).\np([0]).\nq(X) :- p(X), {call}.\n"
    (tmp_path / "bk.pl").write_text(bk)
    (tmp_path / "pos.pl").write_text("t([0]).\n")
    result = fold("learn", "bk.pl", "pos.pl", cwd=tmp_path)
    assert result.returncode == 1
    assert "bk.pl:3: automaton/8 is called here; it is not among" in result.stderr


def test_without_the_library_there_are_no_constraints(tmp_path: Path) -> None:
    (tmp_path / "bk.pl").write_text("p(1). p(2).\nq(X) :- p(X), '#<'(X, 2).\n")
    (tmp_path / "pos.pl").write_text("t(1).\n")
    result = fold("learn", "bk.pl", "pos.pl", cwd=tmp_path)
    assert result.returncode == 1
    assert "bk.pl:2" in result.stderr
