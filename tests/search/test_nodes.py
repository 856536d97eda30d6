"""Sorted examples and cached counts give the best literals that counting all gives."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

from fold_cli import bits
from fold_cli.coverage import blocks
from fold_cli.coverage.blocks import Block, CodedBlock
from fold_cli.coverage.candidates import Candidates, Column
from fold_cli.coverage.examples import Examples
from fold_cli.coverage.key_line import KeyLine
from fold_cli.search.nodes import caching, intervals, tree
from fold_cli.search.nodes.caching import CachingNode, Shortlist
from fold_cli.search.nodes.intervals import IntervalIndex
from fold_cli.search.nodes.ranking import Ranking
from fold_cli.search.nodes.sorting import SortedNode
from fold_cli.search.nodes.tree import SearchTree
from fold_cli.search.options import Options
from fold_cli.theory.terms import VALUE, Bound, Const, Literal, Threshold, Var

if TYPE_CHECKING:
    from fold_cli.search.clause import PartialClause, Refinement

X = Var(0)


@dataclass
class Setting:
    """Columns of names and numbers, and which examples are positive or negative."""

    candidates: Candidates
    size: int
    positives: list[int]
    negatives: list[int]

    @property
    def index(self) -> IntervalIndex:
        index = IntervalIndex.of(self.candidates, self.size)
        assert index
        return index

    def examples(self, members: list[int]) -> Examples:
        flags = np.isin(np.arange(self.size), members)
        return Examples(bits.pack(flags), self.size)

    def ranking(self, positives: list[int], negatives: list[int]) -> Ranking:
        sets = self.examples(positives), self.examples(negatives)
        return Ranking(self.candidates, *sets)


@st.composite
def settings_(draw: st.DrawFn) -> Setting:
    size = draw(st.integers(1, 70))
    names, numbers = draw(
        st.tuples(st.integers(0, 3), st.integers(0, 3)).filter(lambda both: any(both))
    )

    def codes() -> np.ndarray:
        """Return codes that all occur, 0 for none."""
        most = draw(st.sampled_from([1, 3, 60]))
        drawn = draw(st.lists(st.integers(0, most), min_size=size, max_size=size))
        known = [0, *sorted(set(drawn) - {0})]
        kept = [known.index(c) for c in drawn]
        return np.array(kept, draw(st.sampled_from([np.uint8, np.uint32])))

    found = Candidates()
    columns = [codes() for _ in range(names)]
    steps = [
        [(Literal(f"n{at}", (X, Const(str(code)))),) for code in range(each.max())]
        for at, each in enumerate(columns)
    ]
    every = [step for column in steps for step in column]
    assume(every or numbers)
    if every and draw(st.booleans()):
        sets = [each == code + 1 for each in columns for code in range(each.max())]
        found.blocks.append(Block(every, bits.pack(np.array(sets))))
    elif every:
        starts = np.cumsum([0, *map(len, steps)])[:-1]
        none = bits.empty(0)[None]
        found.blocks.append(CodedBlock(every, none, codes=columns, starts=starts))
    for at in range(numbers):
        ranks = codes()
        values = [str(rank) for rank in range(ranks.max())]
        atom = Literal(f"u{at}", (X, VALUE))
        found.columns.append(Column(atom, values, ranks, ranks))
    roles = draw(st.lists(st.sampled_from("pn-"), min_size=size, max_size=size))
    positives = [i for i, role in enumerate(roles) if role == "p"]
    negatives = [i for i, role in enumerate(roles) if role == "n"]
    return Setting(found, size, positives, negatives)


def same(choice: Refinement | None, expected: Refinement | None) -> bool:
    """Compare also what is covered."""
    if choice is None or expected is None:
        return choice is expected
    equal = choice.literals == expected.literals and choice.gain == expected.gain
    return equal and bool((choice.covers == expected.covers).all())


def follow(
    setting: Setting, node: PartialClause, pos: list[int], neg: list[int]
) -> list[int]:
    """Refine a clause as the learner does, and return the positives it covers."""
    body = node.body
    while neg:
        sets = setting.examples(pos).bits, setting.examples(neg).bits
        choice = node.best(*sets)
        assert same(choice, setting.ranking(pos, neg).best())
        if choice is None:
            break
        node, body = node.refined(choice), (*body, *choice.literals)
        assert node.body == body
        covered = set(bits.indices(choice.covers, setting.size).tolist())
        pos = [i for i in pos if i in covered]
        neg = [i for i in neg if i in covered]
    return pos


@given(settings_())
def test_sorted_examples_are_counted_as_all_are(
    setting: Setting,
) -> None:
    pos, neg = setting.positives, setting.negatives
    if pos:
        sets = setting.examples(pos), setting.examples(neg)
        follow(setting, SortedNode.of(setting.index, *sets, (), 0), pos, neg)


@given(
    settings_(),
    st.data(),
    st.integers(1, 4),
    st.integers(1, 4),
    st.integers(1, 6),
    st.sampled_from([0, 64]),
)
def test_a_shortlist_holds_the_best_literal_for_fewer_positives(
    setting: Setting,
    data: st.DataObject,
    together: int,
    apart: int,
    names: int,
    some: int,
) -> None:
    left = setting.positives
    if not left:
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(caching, "THRESHOLDS_PER_GROUP", together)
        patch.setattr(caching, "MAX_LISTED_GROUPS", apart)
        patch.setattr(caching, "MAX_LISTED_NAMES", names)
        patch.setattr(intervals, "MAX_COMPARED_EXAMPLES", some)
        ranking = setting.ranking(left, setting.negatives)
        shortlist = Shortlist(setting.index, ranking)
        decided = 0
        while left:
            choice = shortlist.best(setting.examples(left).bits)
            ranking = setting.ranking(left, setting.negatives)
            if choice:
                decided += 1
                assert same(choice, ranking.best())
            else:
                shortlist = Shortlist(setting.index, ranking)
            gone = data.draw(st.sets(st.sampled_from(left), min_size=1))
            left = [i for i in left if i not in gone]
        event(f"decided {decided > 0}")


@given(settings_(), st.data(), st.sampled_from([0, 20, 100]))
def test_cached_counts_do_not_change_the_search(
    setting: Setting, data: st.DataObject, few: int
) -> None:
    """Rules are looked for as the learner does, with fewer and fewer positives."""
    left = setting.positives
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(caching, "MAX_SORTED_EXAMPLES", few)
        patch.setattr(caching, "THRESHOLDS_PER_GROUP", 2)
        patch.setattr(caching, "MAX_LISTED_GROUPS", 3)
        patch.setattr(caching, "MAX_LISTED_NAMES", 4)
        root = CachingNode(setting.index)
        while left:
            covered = follow(setting, root, left, setting.negatives)
            gone = data.draw(st.sets(st.sampled_from(covered), min_size=1))
            left = [i for i in left if i not in gone]


@given(settings_(), st.data())
def test_the_root_starts_again_where_examples_are_not_fewer(
    setting: Setting, data: st.DataObject
) -> None:
    """Other negatives may come, and positives may come back."""

    def some(members: list[int]) -> list[int]:
        flags = data.draw(st.lists(st.booleans(), min_size=len(members)))
        return [i for i, kept in zip(members, flags, strict=False) if kept]

    every = setting.examples(setting.positives).bits
    coverage = SimpleNamespace(size=setting.size, positives=every, negatives=every)
    coverage.refinements = lambda *_: setting.candidates
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tree, "VISITS_BEFORE_CACHING", 1)
        patch.setattr(caching, "MAX_SORTED_EXAMPLES", 0)
        root = SearchTree(coverage, Options()).root(0)  # type: ignore[arg-type]
        for _ in range(4):
            pos, neg = some(setting.positives), some(setting.negatives)
            for _ in range(3):  # more often than it counts before it remembers
                if pos:
                    follow(setting, root, pos, neg)


def test_a_shortlist_of_many_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where neighbours differ little, those that stand for others tell."""
    monkeypatch.setattr(caching, "THRESHOLDS_PER_GROUP", 4)
    monkeypatch.setattr(caching, "MAX_LISTED_GROUPS", 8)
    chance = np.random.default_rng(1)
    decided = asked = 0
    for _ in range(60):
        setting = many_numbers(chance)
        left, negatives = setting.positives, setting.negatives
        ranking = setting.ranking(left, negatives)
        shortlist = Shortlist(setting.index, ranking)
        while left:
            choice = shortlist.best(setting.examples(left).bits)
            ranking = setting.ranking(left, negatives)
            asked += 1
            if choice:
                decided += 1
                assert same(choice, ranking.best())
            else:
                shortlist = Shortlist(setting.index, ranking)
            gone = chance.choice(left, min(len(left), 5), replace=False)
            left = [i for i in left if i not in gone]
    assert 0.1 < decided / asked < 0.9


def many_numbers(chance: np.random.Generator) -> Setting:
    """Return three columns of numbers; most positives are near one place."""
    size = int(chance.integers(100, 300))
    found = Candidates()
    for at in range(3):
        known, ranks = np.unique(chance.integers(-1, size, size), return_inverse=True)
        ranks = (ranks + (known[0] >= 0)).astype(np.uint16)
        values = [str(value) for value in known[known >= 0]]
        atom = Literal(f"u{at}", (X, VALUE))
        found.columns.append(Column(atom, values, ranks, ranks))
    ranks = [c.low.astype(np.int64) for c in found.columns]
    near = sum(np.abs(each - chance.integers(0, size)) for each in ranks)
    likely = near < np.quantile(near, 0.4)
    positive = np.where(chance.random(size) < 0.2, ~likely, likely)
    roles = np.flatnonzero(positive).tolist(), np.flatnonzero(~positive).tolist()
    return Setting(found, size, *roles)


def test_above_the_lowest_number_of_all() -> None:
    """It is that of an example which does not count."""
    ranks = np.array([1, 2, 3, 0], dtype=np.uint8)
    atom = Literal("u", (X, VALUE))
    found = Candidates(columns=[Column(atom, ["3", "5", "6"], ranks, ranks)])
    setting = Setting(found, 4, [1, 2], [3])
    sets = setting.examples([1, 2]), setting.examples([3])
    node = SortedNode.of(setting.index, *sets, (), 0)
    choice = node.best(*(each.bits for each in sets))
    assert choice
    assert choice.literals == (Threshold(atom, (Bound(">", Const("3")),)),)
    assert same(choice, setting.ranking([1, 2], [3]).best())


def test_more_keys_than_a_column_has_codes_for() -> None:
    codes = np.arange(201, dtype=np.uint8)
    line = KeyLine([(codes, 200), (codes, 200)], [])
    assert line.keys.tolist() == [list(range(201)), list(range(201, 402))]


def test_sets_that_overlap_take_columns_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sets = np.array([[1, 1, 0, 0], [0, 0, 1, 0], [0, 1, 1, 0]], dtype=np.bool_)
    steps = [(Literal(name, (X,)),) for name in "abc"]
    block = Block(steps, bits.pack(sets))
    columns = [(codes.tolist(), n) for codes, n in block.columns(4) or []]
    assert columns == [([1, 1, 2, 0], 2), ([0, 1, 1, 0], 1)]
    assert IntervalIndex.of(Candidates([block]), 4)
    monkeypatch.setattr(blocks, "MAX_CODE_COLUMNS", 1)
    assert IntervalIndex.of(Candidates([block]), 4) is None


def test_candidates_that_change_with_the_body_have_no_line() -> None:
    covers = bits.pack(np.array([[True, False]]))
    new = Block([(Literal("a", (X, Var(1))),)], covers, negatable=False)
    assert IntervalIndex.of(Candidates([new]), 2) is None
    low, high = np.array([1, 1], np.uint8), np.array([1, 2], np.uint8)
    several = Column(Literal("u", (X, VALUE)), ["0", "1"], low, high)
    assert IntervalIndex.of(Candidates(columns=[several]), 2) is None
    assert IntervalIndex.of(Candidates(), 2) is None


def test_names_of_equal_counts_are_not_counted_again_for_each_rule() -> None:
    """Where each row needs a rule of its own, time does not grow with their square."""
    size, listed = 60, 10
    steps = [(Literal("n", (X, Const(str(code)))),) for code in range(size)]
    codes, starts = [np.arange(size) + 1], np.array([0])
    block = CodedBlock(steps, bits.empty(0)[None], codes=codes, starts=starts)
    found = Candidates()
    found.blocks.append(block)
    setting = Setting(found, size, [*range(0, size, 2)], [*range(1, size, 2)])
    left, negatives = setting.positives, setting.negatives
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(caching, "MAX_LISTED_NAMES", listed)
        shortlist = Shortlist(setting.index, setting.ranking(left, negatives))
        for _ in range(listed - 1):
            choice = shortlist.best(setting.examples(left).bits)
            assert choice
            assert same(choice, setting.ranking(left, negatives).best())
            left = left[1:]
