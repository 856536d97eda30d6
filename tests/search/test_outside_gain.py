"""Gains outside of a body, which a beam adds on noisy tables: chance fits lose."""

from __future__ import annotations

from itertools import chain, repeat
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from letters import FakeCoverage
from support import clauses, learned

from fold_cli import bits
from fold_cli.search.gain import entropy_gain
from fold_cli.search.nodes.ranking import Ranking
from fold_cli.search.nodes.tree import SearchTree, examples_of_each
from fold_cli.search.options import Options
from fold_cli.theory.terms import Threshold

if TYPE_CHECKING:
    from pathlib import Path

LETTERS = "ABCDEFGHIJKLMNOPQRSTabcdefghijklmnopqrst"
INSIDE = "ABCDEFGHIJabcdefghij"
CHANCE = "ABCDEFGHIa" + "KLMNOklmno"  # has the highest gain inside, none outside
REAL = "ABCDEFGHab" + "KLMNOPQRST"
WRONG = "ABCDEFGHab" + "klmnopqrst"  # outside it tells the opposite


def best(coverage: FakeCoverage, weight: float, inside: str, depth: int = 0) -> str:
    """Return the best literal among examples inside, in words."""
    tree = SearchTree(coverage, Options(noise=True))
    tree.outside_weight = weight
    capitals = coverage.of(inside) & coverage.positives
    others = coverage.of(inside) & coverage.negatives
    pos, neg = (others, capitals) if depth % 2 else (capitals, others)
    found = tree.root(depth).best(pos, neg)
    assert found is not None
    return str(found.literals[-1])


def names(**properties: str) -> FakeCoverage:
    return FakeCoverage(LETTERS, properties)


def test_a_literal_that_holds_everywhere_is_preferred() -> None:
    coverage = names(chance=CHANCE, real=REAL)
    assert "chance" in best(coverage, 0, INSIDE)
    for weight in (0.5, 1):
        assert "real" in best(coverage, weight, INSIDE)


def test_in_exceptions_the_classes_are_swapped() -> None:
    coverage = names(chance=CHANCE.swapcase(), real=REAL.swapcase())
    assert "chance" in best(coverage, 0, INSIDE, depth=1)
    assert "real" in best(coverage, 1, INSIDE, depth=1)
    opposite = names(chance=CHANCE.swapcase(), wrong=WRONG.swapcase())
    assert "chance" in best(opposite, 1, INSIDE, depth=1)


def test_what_is_the_opposite_outside_gets_nothing() -> None:
    assert "chance" in best(names(chance=CHANCE, wrong=WRONG), 1, INSIDE)


def test_without_a_gain_inside_that_outside_counts_for_nothing() -> None:
    outside = "ABCDEabcde" + "KLMNOPQRST"
    assert "chance" in best(names(chance=CHANCE, outside=outside), 1, INSIDE)


@pytest.mark.parametrize("inside", ["ABCDEFGHIJ" + LETTERS[20:], LETTERS])
def test_outside_of_one_class_or_none_nothing_changes(inside: str) -> None:
    coverage = names(chance=CHANCE, real=REAL)
    assert best(coverage, 1, inside) == best(coverage, 0, inside)


def test_for_numbers_the_best_of_the_column_counts() -> None:
    # Inside 3 divides the classes, outside 7 does.
    above = dict(zip("ABCDEFGHIJ", [5] * 8 + [2] * 2, strict=True))
    below = dict(zip("abcdefghij", [5] * 2 + [2] * 8, strict=True))
    others = {c: 9 if c.isupper() else 6 for c in LETTERS if c not in INSIDE}
    numbers = {c: [n] for c, n in (above | below | others).items()}
    coverage = FakeCoverage(LETTERS, {"chance": CHANCE}, {"size": numbers})
    assert "chance" in best(coverage, 0, INSIDE)
    assert "size" in best(coverage, 1, INSIDE)
    opposite = {c: [11 - n if c not in INSIDE else n] for c, (n,) in numbers.items()}
    coverage = FakeCoverage(LETTERS, {"chance": CHANCE}, {"size": opposite})
    assert "chance" in best(coverage, 1, INSIDE)


some = st.sets(st.sampled_from(LETTERS)).map("".join)


@given(st.lists(some, min_size=1, max_size=5), some, st.sampled_from([0.5, 1.0]))
def test_gains_are_the_sum(properties: list[str], inside: str, weight: float) -> None:
    coverage = names(**{"pqrst"[at]: has for at, has in enumerate(properties)})
    tree, here = SearchTree(coverage, Options(noise=True)), coverage.of(inside)
    pos, neg = coverage.positives, coverage.negatives
    divided = [(pos & here, neg & here), (pos & ~here, neg & ~here)]
    plain, outside = (
        Ranking(coverage.candidates, *examples, tree.criterion)
        for examples in examples_of_each(divided, coverage.size, coverage.candidates)
    )
    before = plain.gains
    plain.favour(outside, weight)
    counts = [tuple(map(bits.count, clause)) for clause in divided]
    share = min(1.0, sum(counts[0]) / max(1, sum(counts[1])))
    for at in range(len(before)):
        _, covers = plain._groups[at // len(properties)].literals(at % len(properties))
        more = 0.0
        if before[at] > 1e-6 and counts[1][0]:
            p1, n1 = (bits.count(of & covers) for of in divided[1])
            (more,) = entropy_gain(*counts[1], np.array([p1]), np.array([n1]))
        assert plain.gains[at] == pytest.approx(before[at] + weight * share * more)


@given(st.lists(st.lists(st.integers(1, 6), min_size=40, max_size=40), max_size=3))
def test_of_a_column_and_operator_the_best_threshold_is_left(
    columns: list[list[int]],
) -> None:
    numbers = {
        name: {c: [n] for c, n in zip(LETTERS, column, strict=True)}
        for name, column in zip("pqr", columns, strict=False)
    }
    coverage = FakeCoverage(LETTERS, {"real": REAL}, numbers)
    tree = SearchTree(coverage, Options(noise=True))
    clause = ((), coverage.positives, coverage.negatives)
    (ranking,) = tree.rankings([clause], 0)

    def kinds(apart: bool) -> list[tuple[str, str]]:
        """Return predicate and operator of each candidate above 0, the best first."""
        top = ranking.top(ranking.gains, 1000, one_per_column=apart)
        last = [ranking.refinement_at(place, gain).literals[-1] for gain, place in top]
        return [
            (each.atom.name, each.bounds[0].op)
            if isinstance(each, Threshold)
            else (each.name, str(each.negated))
            for each in last
        ]

    assert kinds(apart=True) == [*dict.fromkeys(kinds(apart=False))]


def table(path: Path) -> Path:
    """Write a table where ``chance`` tells the classes apart if ``first`` is t only."""
    kinds = {
        "t,t,t,yes": 18,
        "t,t,f,yes": 3,
        "t,f,t,yes": 1,
        "t,f,f,yes": 1,
        "t,t,t,no": 2,
        "t,t,f,no": 3,
        "t,f,t,no": 1,
        "t,f,f,no": 5,
        "f,t,t,yes": 1,
        "f,t,f,yes": 1,
        "f,t,t,no": 6,
        "f,t,f,no": 3,
        "f,f,t,no": 23,
        "f,f,f,no": 28,
    }
    rows = chain.from_iterable(repeat(*item) for item in kinds.items())
    lines = ["first,real,chance,class", *rows]
    path.write_text("\n".join(lines) + "\n")
    return path


def test_a_beam_learns_from_both_and_greedy_search_from_the_gain(
    tmp_path: Path,
) -> None:
    given = (table(tmp_path / "a.csv"), "--class", "class", "--positive", "yes")
    for options, column in ((), "chance"), (("--beam", "2"), "real"):
        said = " ".join(clauses(learned(*given, *options)))
        assert "first" in said
        assert [c for c in ("chance", "real") if c in said] == [column]
