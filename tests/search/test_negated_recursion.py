"""Rules that call their own target under a negation, on relations without cycles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import clauses, fold, learned, swipl, write_problem

if TYPE_CHECKING:
    from pathlib import Path

DAG = "ab bc cd ac ed fe gf fa hg hb ih ji jg"
OTHER_DAG = "xy yz zw xw vx uv uy tu sx sz"


def won(moves: str) -> tuple[set[str], set[str]]:
    """Return the places that are won by moving to a lost one, and all others."""
    places = {*moves} - {" "}
    pairs = moves.split()

    def is_won(place: str) -> bool:
        return any(a == place and not is_won(b) for a, b in pairs)

    wins = {place for place in places if is_won(place)}
    return wins, places - wins


def write(directory: Path, moves: str, extra: str = "") -> tuple[str, ...]:
    """Write a game, and return its files."""
    wins, others = won(moves)
    bk = "".join(f"move({a}, {b}).\n" for a, b in moves.split()) + extra
    pos = "".join(f"win({place}).\n" for place in sorted(wins))
    neg = "".join(f"win({place}).\n" for place in sorted(others))
    return tuple(map(str, write_problem(directory, bk, pos, neg)))


@pytest.mark.parametrize("extra", ["", "near(a, d).\nnear(g, b).\nred(c).\nred(h).\n"])
def test_a_place_is_won_by_moving_to_one_that_is_not(
    extra: str, tmp_path: Path
) -> None:
    theory = learned(*write(tmp_path, DAG, extra), "--recursion")
    assert clauses(theory)[1:] == [r"win(X) :- move(X, A), \+ win(A)."]
    (tmp_path / "theory.pl").write_text(theory)
    wins, _ = won(OTHER_DAG)
    write(tmp_path, OTHER_DAG)
    goal = "forall((member(X, [s,t,u,v,w,x,y,z]), win(X)), (write(X), nl))"
    files = (tmp_path / "bk.pl", tmp_path / "theory.pl")
    assert set(swipl(goal, files=files)) == wins


def test_base_cases_stand_beside_a_negated_call(tmp_path: Path) -> None:
    """Every second link of a chain is lit, and so are lamps: what follows is not."""
    chain = "".join(f"link(n{at}, n{at + 1}).\n" for at in range(20))
    bk = f"{chain}lamp(n3).\nlamp(n4).\nlamp(n9).\n"
    lit: set[int] = set()
    for at in range(20, -1, -1):
        if at in (3, 4, 9) or (at < 20 and at + 1 not in lit):
            lit.add(at)
    files = tmp_path / "bk.pl", tmp_path / "pos.pl", tmp_path / "neg.pl"
    files[0].write_text(bk)
    files[1].write_text("".join(f"lit(n{at}).\n" for at in sorted(lit)))
    files[2].write_text("".join(f"lit(n{n}).\n" for n in range(21) if n not in lit))
    theory = learned(*files, "--recursion")
    assert clauses(theory)[1:] == [
        "lit(X) :- lamp(X).",
        r"lit(X) :- link(X, A), \+ lit(A).",
    ]


def test_no_call_is_negated_where_moves_lead_back(tmp_path: Path) -> None:
    """What rests on its own negation is neither true nor false."""
    files = write(tmp_path, DAG)
    with (tmp_path / "bk.pl").open("a") as file:
        file.write("move(k, l).\nmove(l, k).\n")
    for name, place in {"pos.pl": "k", "neg.pl": "l"}.items():
        with (tmp_path / name).open("a") as file:
            file.write(f"win({place}).\n")
    result = fold("learn", *files, "--recursion")
    assert r"\+ win" not in result.stdout
    assert "by accident" in result.stderr


def test_four_places_are_enough(tmp_path: Path) -> None:
    """A program as long as the examples is better than longer rules."""
    files = write(tmp_path, "ab ac bd cd de cf eg fg bg ch")
    result = fold("learn", *files, "--recursion")
    assert clauses(result.stdout)[1:] == [r"win(X) :- move(X, A), \+ win(A)."]
