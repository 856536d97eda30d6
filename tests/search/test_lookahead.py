"""Look-ahead by need: a chain of literals that only tells something as a whole."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from support import clauses, fold, learned

if TYPE_CHECKING:
    from pathlib import Path

SHAPES = ("triangle", "circle", "square", "hexagon", "oval", "star", "bar")
COLOURS = ("red", "blue", "green")
WANTED = {("triangle", "red"), ("star", "blue"), ("bar", "green")}


def trains(directory: Path, count: int = 300) -> None:
    """Write trains whose cars have loads; some shapes of some colours go east."""
    chance, facts, number = random.Random(4), [], 0
    kinds: dict[bool, list[str]] = {True: [], False: []}
    for train in range(count):
        found = set()
        for _ in range(chance.randint(2, 4)):
            number += 1
            facts += [f"has_car(t{train}, c{number}).", f"wheels(c{number})."]
            facts.append(f"{chance.choice(['short', 'long'])}(c{number}).")
            for load in range(chance.randint(1, 2)):
                name = f"l{number}_{load}"
                shape, colour = chance.choice(SHAPES), chance.choice(COLOURS)
                facts.append(f"has_load(c{number}, {name}).")
                facts += [f"{shape}({name}).", f"{colour}({name})."]
                found.add((shape, colour))
        kinds[bool(found & WANTED)].append(f"east(t{train}).\n")
    (directory / "bk.pl").write_text("\n".join(sorted(facts)) + "\n")
    (directory / "pos.pl").write_text("".join(kinds[True]))
    (directory / "neg.pl").write_text("".join(kinds[False]))


def test_chains_of_three_give_three_clauses(tmp_path: Path) -> None:
    trains(tmp_path)
    files = ("bk.pl", "pos.pl", "neg.pl")
    one = learned(*files, "--lookahead", "1", cwd=tmp_path)
    assert len(clauses(one)) > 3
    by_need = learned(*files, cwd=tmp_path)
    assert {clause.split("has_load(A, B), ")[1] for clause in clauses(by_need)} == {
        f"{shape}(B), {colour}(B)." for shape, colour in WANTED
    }
    assert by_need == learned(*files, "--lookahead", "auto", cwd=tmp_path)
    assert "lookahead" not in by_need
    assert "--lookahead 1" in one


@pytest.mark.parametrize("links", [2, 3, 4])
def test_chains_without_gain_are_followed_to_their_end(
    links: int, tmp_path: Path
) -> None:
    """Both chains of an object look the same but for the colour at one end."""
    facts: list[str] = []
    for number in range(40):
        for side in "ab":
            names = [f"o{number}"]
            names += [f"{side}{number}_{at}" for at in range(links)]
            pairs = enumerate(pairwise(names))
            facts += [f"link{at}({one}, {other})." for at, (one, other) in pairs]
            red = side == "a" and number % 2 == 0
            facts.append(f"{'red' if red else 'blue'}({names[-1]}).")
    (tmp_path / "bk.pl").write_text("\n".join(sorted(facts)) + "\n")
    for at, name in enumerate(("pos.pl", "neg.pl")):
        text = "".join(f"good(o{number}).\n" for number in range(at, 40, 2))
        (tmp_path / name).write_text(text)
    (clause,) = clauses(learned("bk.pl", "pos.pl", "neg.pl", cwd=tmp_path))
    assert clause.count("link") == links
    assert clause.endswith(f"red({'ABCD'[links - 1]}).")


def test_what_is_no_number_is_refused(tmp_path: Path) -> None:
    result = fold("learn", "bk.pl", "--lookahead", "far", cwd=tmp_path)
    assert result.returncode == 2
    assert "'far' is not a valid integer" in result.stderr
