"""Look-ahead by need: a chain of literals that only tells something as a whole."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from support import clauses, fold, learned

from fold_cli.coverage.joins import ROWS_PER_JOIN, JoinBudget
from fold_cli.files.sources import Sources
from fold_cli.search import lookahead
from fold_cli.search.options import Options
from fold_cli.use.learning.learn import learn

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


def test_random_facts_are_not_followed_for_longer_than_rules_can_save(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance, objects = random.Random(5), [f"o{number}" for number in range(24)]
    facts = {
        f"r{relation}({', '.join(chance.choices(objects, k=2))}).\n"
        for relation in range(4)
        for _ in range(24)
    }
    (tmp_path / "bk.pl").write_text("".join(sorted(facts)))
    for at, name in enumerate(("pos.pl", "neg.pl")):
        (tmp_path / name).write_text("".join(f"t({o}).\n" for o in objects[at::2]))
    spent: list[float] = []
    spend = JoinBudget.spend

    def noted(budget: JoinBudget, rows: int) -> None:
        spent.append(rows + ROWS_PER_JOIN)
        spend(budget, rows)

    monkeypatch.setattr(JoinBudget, "spend", noted)
    monkeypatch.setattr(lookahead, "MAX_ROWS_PER_SIZE", 10 * ROWS_PER_JOIN)
    bk, pos, neg = (str(tmp_path / name) for name in ("bk.pl", "pos.pl", "neg.pl"))
    theory = learn(Sources((bk,), pos, neg), Options()).theory
    assert sum(spent[:-1]) <= 10 * ROWS_PER_JOIN * sum(theory.size) < sum(spent)


def test_what_is_no_number_is_refused(tmp_path: Path) -> None:
    result = fold("learn", "bk.pl", "--lookahead", "far", cwd=tmp_path)
    assert result.returncode == 2
    assert "'far' is not a valid integer" in result.stderr
