"""A beam: shorter theories than those of greedy search, never longer ones."""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from letters import FakeCoverage
from support import fold, learned
from trains import theory_of, train_problems

from fold_cli import bits
from fold_cli.search.beam import Beam, widths
from fold_cli.search.beam_learner import BeamLearner, learner_of
from fold_cli.search.nodes.tree import SearchTree
from fold_cli.search.options import Options

if TYPE_CHECKING:
    from pathlib import Path

    from fold_cli.theory.rules import Rule
    from fold_cli.theory.terms import Body

EXAMPLES = "ABCDEFabcdef"


def size(rules: list[Rule]) -> int:
    return sum(rule.size for rule in rules)


def test_the_widths_that_are_tried() -> None:
    assert [widths(n) for n in (1, 2, 3, 8, 9)] == [
        [],
        [2],
        [2, 3],
        [2, 4, 8],
        [2, 4, 8, 9],
    ]


@given(
    st.lists(st.sets(st.sampled_from(EXAMPLES)), min_size=1, max_size=5),
    st.integers(2, 5),
)
def test_theories_are_right_and_never_longer(
    properties: list[set[str]], beam: int
) -> None:
    literals = {"pqrst"[at]: "".join(sorted(p)) for at, p in enumerate(properties)}
    coverage = FakeCoverage(EXAMPLES, literals)
    greedy = learner_of(coverage, Options()).learn()
    assert not isinstance(learner_of(coverage, Options()), BeamLearner)
    rules = learner_of(coverage, Options(beam=beam)).learn()
    covered = bits.union([rule.covers for rule in rules], coverage.positives)
    assert not (coverage.positives & ~covered).any()
    assert not (coverage.negatives & covered).any()
    assert size(rules) <= size(greedy)


@given(train_problems(), st.integers(2, 4))
def test_relations_too(
    tmp_path_factory: pytest.TempPathFactory, problem: dict[str, str], beam: int
) -> None:
    directory = tmp_path_factory.mktemp("trains")
    greedy = theory_of(directory, **problem)
    wide = theory_of(directory, Options(beam=beam), **problem)
    assert wide.covers == greedy.covers
    assert sum(wide.size) <= sum(greedy.size) + wide.enumerated


def test_an_exception_in_time_is_shorter_than_more_literals() -> None:
    literals = {"p": "bcdfg", "q": "ACabcg", "r": "Dceg", "s": "ABCDbcdfg"}
    coverage = FakeCoverage("ABCDabcdefg", literals | {"t": "BCabeg"})
    greedy, wide = (learner_of(coverage, Options(beam=beam)).learn() for beam in (1, 4))
    assert (size(greedy), size(wide)) == (18, 5)
    assert [len(rule.exceptions) for rule in wide] == [1]


def test_bodies_that_gain_nothing_are_not_made_longer() -> None:
    letters = "ABCDEFGHabcdefgh"  # each literal leaves out a positive and a negative
    literals = {
        "pqrst"[at]: letters.replace("ABCDE"[at], "").replace("abcde"[at], "")
        for at in range(5)
    }
    coverage = FakeCoverage(letters, literals | {"u": "ABCDEFGHabcdefg"})
    pos, neg = coverage.positives, coverage.negatives
    tree = SearchTree(coverage, Options(gain="foil"))

    def worth(body: Body, p: int, n: int) -> float:
        return p - len(body) - n

    def longest(patience: float, least: float = 0.0) -> int:
        beam = Beam(tree, 0, 3, worth, patience)
        return max(len(found.body) for found in beam.bodies(pos, neg, least))

    assert longest(math.inf) > longest(1) == 2
    assert longest(math.inf, least=8) == 1


def pairs(path: Path, seed: int, rows: int) -> Path:
    """Write a table where any of ten pairs of values says yes; some rows are wrong."""
    chance = random.Random(seed)
    lines = [",".join([*(f"a{at}" for at in range(12)), "class"])]
    for _ in range(rows):
        cells = [chance.randrange(4) for _ in range(12)]
        found = any(cells[at] == 0 and cells[at + 1] == 1 for at in range(10))
        found ^= chance.random() < 0.05
        lines.append(",".join([*(f"v{c}" for c in cells), "yes" if found else "no"]))
    path.write_text("\n".join(lines) + "\n")
    return path


def test_rules_that_pay_together_are_found(tmp_path: Path) -> None:
    table, fresh = pairs(tmp_path / "a.csv", 1, 300), pairs(tmp_path / "b.csv", 2, 300)
    accuracies = []
    for beam in ("1", "4"):
        theory = tmp_path / f"{beam}.pl"
        given = ("--class", "class", "--positive", "yes")
        theory.write_text(learned(table, *given, "--beam", beam))
        said = fold("evaluate", theory, fresh, "--class", "class").stdout
        accuracies.append(float(said.split("accuracy ")[1].split(",")[0]))
    assert accuracies[0] < 0.6
    assert accuracies[1] > 0.75


def test_a_beam_of_one_is_greedy_search(tmp_path: Path) -> None:
    table = pairs(tmp_path / "a.csv", 3, 60)
    given = (table, "--class", "class", "--positive", "yes")
    assert learned(*given, "--beam", "1") == learned(*given)
    assert "--beam 2" in learned(*given, "--beam", "2")


@pytest.mark.parametrize("beam", ["0", "-1", "x", "1.5"])
def test_widths_that_are_none(beam: str, tmp_path: Path) -> None:
    table = pairs(tmp_path / "a.csv", 3, 20)
    result = fold("learn", table, "--class", "class", "--beam", beam)
    assert result.returncode == 2
    assert "--beam" in result.stderr


def test_a_beam_keeps_no_checkpoint(tmp_path: Path) -> None:
    (tmp_path / "bk.pl").write_text("p(a).\n")
    (tmp_path / "pos.pl").write_text("f(a).\n")
    paths = (tmp_path / "bk.pl", tmp_path / "pos.pl")
    result = fold("learn", *paths, "--beam", "2", "--checkpoint", tmp_path / "c")
    assert result.returncode == 2
    assert "--beam and --checkpoint do not go together" in result.stderr
