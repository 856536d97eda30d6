"""Gain and the choice of the best literal, against the naive way."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import gain as naive_gain

from fold_cli import bits
from fold_cli.coverage.blocks import Block
from fold_cli.coverage.candidates import Candidates, Column
from fold_cli.coverage.examples import Examples
from fold_cli.search.gain import Criterion, foil_gain
from fold_cli.search.nodes.ranking import Ranking
from fold_cli.theory.terms import VALUE, Bound, Const, Literal, Threshold, Var

X = Var(0)


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        pytest.param((2, 2, 2, 1), 2 * (math.log2(2 / 3) + 1), id="birds"),
        pytest.param((9, 5, 4, 0), 4 * math.log2(14 / 9), id="overcast"),
        pytest.param((3, 3, 2, 2), 0, id="same-share"),
        pytest.param((3, 3, 1, 2), 0, id="worse"),
        pytest.param((3, 3, 0, 0), 0, id="covers-nothing"),
        pytest.param((3, 0, 3, 0), 0, id="no-negatives-left"),
    ],
)
def test_foil_gain(counts: tuple[int, int, int, int], expected: float) -> None:
    p0, n0, p1, n1 = counts
    result = foil_gain(p0, n0, np.array([p1]), np.array([n1]))
    assert result.tolist() == pytest.approx([expected])


@given(st.data())
def test_foil_gain_is_the_naive_one_where_it_is_above_zero(data: st.DataObject) -> None:
    p0, n0 = data.draw(st.integers(1, 60)), data.draw(st.integers(0, 60))
    p1, n1 = data.draw(st.integers(0, p0)), data.draw(st.integers(0, n0))
    (result,) = foil_gain(p0, n0, np.array([p1]), np.array([n1]))
    assert result == pytest.approx(max(0.0, naive_gain(p0, n0, p1, n1)), abs=1e-9)
    if result > 0:
        assert n1 < n0, "a gain above zero must leave a negative out"


@dataclass
class Setting:
    """Candidates in order, as sets of examples, and the same for the fast code."""

    candidates: Candidates
    naive: list[tuple[Literal | Threshold, set[int]]]
    positives: set[int]
    negatives: set[int]
    size: int
    negations: bool

    def bits(self, members: set[int]) -> bits.Bits:
        return bits.pack(np.array([i in members for i in range(self.size)]))


@st.composite
def settings_(draw: st.DrawFn) -> Setting:
    size = draw(st.integers(1, 70))
    roles = draw(st.lists(st.sampled_from("pn-"), min_size=size, max_size=size))
    negations = draw(st.booleans())
    candidates = Candidates()
    naive: list[tuple[Literal | Threshold, set[int]]] = []
    everyone = set(range(size))
    subsets = st.sets(st.integers(0, size - 1))
    names = (f"p{number}" for number in itertools.count())
    for _ in range(draw(st.integers(0, 3))):
        sets = draw(st.lists(subsets, min_size=1, max_size=3))
        literals = [Literal(next(names), (X,)) for _ in sets]
        flags = np.array([[i in members for i in range(size)] for members in sets])
        candidates.blocks.append(Block([(lit,) for lit in literals], bits.pack(flags)))
        naive += zip(literals, sets, strict=True)
        if negations:
            naive += [
                (Literal(lit.name, lit.args, negated=True), everyone - members)
                for lit, members in zip(literals, sets, strict=True)
            ]
    for number in range(draw(st.integers(0, 2))):
        most = draw(st.sampled_from([1, 3]))
        values = draw(
            st.lists(
                st.lists(st.integers(-3, 3), max_size=most),
                min_size=size,
                max_size=size,
            )
        )
        atom = Literal(f"m{number}", (X, VALUE))
        if any(values):
            candidates.columns.append(column(atom, values))
            naive += thresholds(atom, values)
    positives = {i for i in range(size) if roles[i] == "p"}
    negatives = {i for i in range(size) if roles[i] == "n"}
    return Setting(candidates, naive, positives, negatives, size, negations)


def column(atom: Literal, values: list[list[int]]) -> Column:
    distinct = sorted({value for several in values for value in several})
    low = [distinct.index(min(several)) + 1 if several else 0 for several in values]
    high = [distinct.index(max(several)) + 1 if several else 0 for several in values]
    low_ranks = np.array(low, dtype=np.uint8)
    high_ranks = low_ranks if low == high else np.array(high, dtype=np.uint8)
    return Column(atom, [str(value) for value in distinct], low_ranks, high_ranks)


def thresholds(
    atom: Literal, values: list[list[int]]
) -> list[tuple[Threshold, set[int]]]:
    result = []
    for limit in sorted({value for several in values for value in several}):
        at_most = {i for i, vs in enumerate(values) if any(v <= limit for v in vs)}
        more = {i for i, vs in enumerate(values) if any(v > limit for v in vs)}
        for op, members in (("=<", at_most), (">", more)):
            bound = Bound(op, Const(str(limit)))
            result.append((Threshold(atom, (bound,)), members))
    return result


@given(settings_())
def test_best_is_the_first_of_the_naive_best(setting: Setting) -> None:
    pos, neg = setting.positives, setting.negatives
    gains = [
        naive_gain(len(pos), len(neg), len(members & pos), len(members & neg))
        if pos
        else 0.0
        for _, members in setting.naive
    ]
    top = max(gains, default=0.0)
    choice = Ranking(
        setting.candidates,
        Examples(setting.bits(pos), setting.size),
        Examples(setting.bits(neg), setting.size),
        Criterion(negations=setting.negations),
    ).best()
    if top < 1e-9:
        assert choice is None
        return
    assert choice is not None
    first = next(i for i, each in enumerate(gains) if each > top - 1e-9)
    literal, members = setting.naive[first]
    assert choice.literals == (literal,)
    assert choice.gain == pytest.approx(top)
    scope = setting.bits(pos | neg)
    assert ((choice.covers ^ setting.bits(members)) & scope).sum() == 0


def test_candidates_know_what_a_pair_of_bounds_covers() -> None:
    atom = Literal("age", (X, VALUE))
    candidates = Candidates(columns=[column(atom, [[1], [2], [3], []])])
    both = Threshold(atom, (Bound(">", Const("1")), Bound("=<", Const("2"))))
    covered = candidates.covers(both)
    assert bits.indices(covered, 4).tolist() == [1]


def test_ties_go_to_the_earlier_and_to_the_categorical() -> None:
    flags = np.array([[True, False], [True, False]])
    literals = [Literal("a", (X,)), Literal("b", (X,))]
    candidates = Candidates(
        [Block([(literal,) for literal in literals], bits.pack(flags))],
        [column(Literal("age", (X, VALUE)), [[1], [2]])],
    )
    first = Examples(bits.pack(np.array([True, False])), 2)
    second = Examples(bits.pack(np.array([False, True])), 2)
    choice = Ranking(candidates, first, second).best()
    assert choice is not None
    assert choice.literals == (literals[0],)
    numeric = Ranking(candidates, second, first).best()
    assert numeric is not None
    bound = Bound(">", Const("1"))
    assert numeric.literals == (Threshold(Literal("age", (X, VALUE)), (bound,)),)
    negated = Ranking(candidates, second, first, Criterion(negations=True)).best()
    assert negated is not None
    assert negated.literals == (Literal("a", (X,), negated=True),)


@pytest.mark.parametrize("p0", range(1, 30))
def test_rounding_is_no_gain_where_what_gains_is_not_accepted(p0: int) -> None:
    """A literal that covers everything could be added again and again."""
    for n0 in range(1, 30):
        size = p0 + n0
        last = bits.pack(np.array([[place == size - 1 for place in range(size)]]))
        whole = column(Literal("m", (X, VALUE)), [[1]] * size)
        candidates = Candidates()
        candidates.blocks.append(Block([(Literal("q", (X,)),)], last))
        candidates.columns.append(whole)
        pos = bits.pack(np.arange(size) < p0)
        neg = bits.pack(np.arange(size) >= p0)
        examples = Examples(pos, size), Examples(neg, size)
        ranking = Ranking(candidates, *examples, Criterion(negations=True))
        assert ranking.best() is not None
        assert ranking.best(lambda _: False) is None
