"""The best threshold is found in one of three ways, and each finds the same.

Few numbers are counted by sets, more of them in sorted order, and of very many not all
are ranked.
"""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fold_cli import bits
from fold_cli.coverage import threshold_sets
from fold_cli.coverage.candidates import Candidates, Column
from fold_cli.coverage.examples import Examples
from fold_cli.search.gain import FOIL, Criterion
from fold_cli.search.nodes import key_counts, thresholds
from fold_cli.search.nodes.ranking import Ranking
from fold_cli.search.options import Options
from fold_cli.theory.terms import VALUE, Literal, Var

CRITERIA = [FOIL, Criterion.of(Options(noise=True))]


def best_of(
    candidates: Candidates, positive: np.ndarray, negative: np.ndarray, which: Criterion
) -> tuple[Ranking, Ranking, Ranking]:
    """Rank all thresholds, all by sets, and those that may be the best."""
    sets = [Examples(bits.pack(each), len(each)) for each in (positive, negative)]
    every = Ranking(unprepared(candidates), *sets, which)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(threshold_sets, "MAX_SET_WORDS", 1 << 20)
        by_sets = Ranking(unprepared(candidates), *sets, which, only_best=True)
        patch.setattr(threshold_sets, "MAX_SET_WORDS", 0)
        patch.setattr(thresholds, "MAX_MATRIX_KEYS", 0)
        patch.setattr(key_counts, "MAX_RANKED_KEYS", 0)
        patch.setattr(key_counts, "MIN_BOUNDED_KEYS", 0)
        patch.setattr(key_counts, "KEYS_PER_STRETCH", 4)
        patch.setattr(key_counts, "MAX_TALLIED_TOGETHER", 50)
        fresh = unprepared(candidates)
        return every, by_sets, Ranking(fresh, *sets, which, only_best=True)


def unprepared(candidates: Candidates) -> Candidates:
    """Return the same, without what an earlier search made of them."""
    return Candidates(candidates.blocks, candidates.columns)


def check(every: Ranking, some: Ranking) -> None:
    expected, found = every.best(), some.best()
    assert (expected is None) == (found is None)
    if expected and found:
        assert found.literals == expected.literals
        assert found.gain == expected.gain
        assert (found.covers == expected.covers).all()


@given(st.data(), st.sampled_from(CRITERIA), st.integers(0, 2**32))
def test_the_best_of_some_numbers_is_the_best_of_all(
    data: st.DataObject, criterion: Criterion, seed: int
) -> None:
    """Numbers that go with the class more or less, and some that are missing."""
    chance = np.random.default_rng(seed)
    size = data.draw(st.integers(2, 400))
    positive = chance.random(size) < data.draw(st.sampled_from([0.1, 0.5, 0.9]))
    active = chance.random(size) < data.draw(st.sampled_from([0.05, 0.7, 1.0]))
    candidates = Candidates()
    for at in range(data.draw(st.integers(1, 5))):
        noise = data.draw(st.sampled_from([0.1, 1.0, 10.0]))
        many = data.draw(st.sampled_from([3, 30, 3000]))
        drawn = (many * (positive + noise * chance.random(size))).astype(int)
        known, ranks = np.unique(drawn, return_inverse=True)
        codes = (ranks + 1).astype(np.uint16)
        if data.draw(st.booleans()):
            codes[chance.random(size) < 0.2] = 0
        atom = Literal(f"u{at}", (Var(0), VALUE))
        candidates.columns.append(Column(atom, list(map(str, known)), codes, codes))
    every, *others = best_of(
        candidates, positive & active, ~positive & active, criterion
    )
    if every.pos.count:
        assert isinstance(others[0].thresholds, thresholds.SetThresholds)
    for some in others:
        check(every, some)


def test_memory_for_the_best_threshold_grows_with_the_largest_column() -> None:
    """It was 200 bytes for each number of each column."""
    size, chance = 60_000, np.random.default_rng(0)
    candidates = Candidates()
    for at in range(10):
        codes = (chance.permutation(size) + 1).astype(np.uint32)
        atom = Literal(f"u{at}", (Var(0), VALUE))
        values = range(size)
        candidates.columns.append(Column(atom, values, codes, codes))  # type: ignore[arg-type]
    positive = candidates.columns[3].low + chance.normal(0, 9000, size) > 40_000
    sets = [Examples(bits.pack(each), size) for each in (positive, ~positive)]
    tracemalloc.start()
    ranking = Ranking(candidates, *sets, CRITERIA[1], only_best=True)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200 * size
    assert ranking.gains.max() > 0
