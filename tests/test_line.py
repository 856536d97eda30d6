"""Examples on a line: the same literals are the best as when all are counted."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from fold_cli import bits
from fold_cli.coverage import candidates
from fold_cli.coverage.candidates import Block, Candidates, CodedBlock, Column, Examples
from fold_cli.coverage.line import Line
from fold_cli.search import seen
from fold_cli.search.few import Few
from fold_cli.search.ranking import Choice, Ranking
from fold_cli.search.seen import Seen, Shortlist
from fold_cli.theory.terms import VALUE, Bound, Const, Literal, Threshold, Var

X = Var(0)


@dataclass
class Setting:
    """Columns of names and numbers, and which examples are positive or negative."""

    candidates: Candidates
    size: int
    positives: list[int]
    negatives: list[int]

    @property
    def line(self) -> Line:
        line = self.candidates.line(self.size)
        assert line
        return line

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
        """Return codes that all occur, -1 for none."""
        most = draw(st.sampled_from([1, 3, 60]))
        drawn = draw(st.lists(st.integers(-1, most), min_size=size, max_size=size))
        known = sorted(set(drawn) - {-1})
        kept = [known.index(c) if c >= 0 else -1 for c in drawn]
        return np.array(kept, draw(st.sampled_from([np.int8, np.int32])))

    found = Candidates()
    columns = [codes() for _ in range(names)]
    steps = [
        [(Literal(f"n{at}", (X, Const(str(code)))),) for code in range(each.max() + 1)]
        for at, each in enumerate(columns)
    ]
    every = [step for column in steps for step in column]
    if every and draw(st.booleans()):
        sets = [each == code for each in columns for code in range(each.max() + 1)]
        found.blocks.append(Block(every, bits.pack(np.array(sets))))
    elif every:
        starts = np.cumsum([0, *map(len, steps)])[:-1]
        none = bits.empty(0)[None]
        found.blocks.append(CodedBlock(every, none, codes=columns, starts=starts))
    for at in range(numbers):
        ranks = codes().astype(np.int32)
        values = [str(rank) for rank in range(ranks.max() + 1)]
        atom = Literal(f"u{at}", (X, VALUE))
        found.columns.append(Column(atom, values, ranks, ranks))
    roles = draw(st.lists(st.sampled_from("pn-"), min_size=size, max_size=size))
    positives = [i for i, role in enumerate(roles) if role == "p"]
    negatives = [i for i, role in enumerate(roles) if role == "n"]
    return Setting(found, size, positives, negatives)


def same(choice: Choice | None, expected: Choice | None) -> bool:
    """Compare also what is covered."""
    if choice is None or expected is None:
        return choice is expected
    equal = choice.literals == expected.literals and choice.gain == expected.gain
    return equal and bool((choice.covers == expected.covers).all())


@given(settings_())
def test_the_best_for_few_examples_and_then_for_fewer(setting: Setting) -> None:
    pos, neg = setting.positives, setting.negatives
    if not pos:
        return
    sets = setting.examples(pos), setting.examples(neg)
    few: Few | None = Few.of(setting.candidates, setting.line, *sets)
    while few:
        expected = setting.ranking(pos, neg).best()
        choice, few = few.best(*(each.bits for each in sets))
        assert same(choice, expected)
        if choice:
            covered = set(bits.indices(choice.covers, setting.size).tolist())
            pos = [i for i in pos if i in covered]
            neg = [i for i in neg if i in covered]


@given(
    settings_(),
    st.data(),
    st.integers(1, 4),
    st.integers(1, 4),
    st.sampled_from([0, 64]),
)
def test_a_shortlist_tells_the_best_of_all_for_fewer_positives(
    setting: Setting, data: st.DataObject, together: int, apart: int, some: int
) -> None:
    left = setting.positives
    if not left:
        return
    neg = setting.examples(setting.negatives)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seen, "TOGETHER", together)
        patch.setattr(seen, "APART", apart)
        patch.setattr("fold_cli.coverage.line.SOME", some)
        ranking = setting.ranking(left, setting.negatives)
        shortlist = Shortlist(setting.candidates, setting.line, ranking)
        told = 0
        while left:
            choice = shortlist.best(setting.examples(left).bits, neg.bits)
            ranking = setting.ranking(left, setting.negatives)
            if choice:
                told += 1
                assert same(choice, ranking.best())
            else:
                shortlist = Shortlist(setting.candidates, setting.line, ranking)
            gone = data.draw(st.sets(st.sampled_from(left), min_size=1))
            left = [i for i in left if i not in gone]
        event(f"told {told > 0}")


@given(settings_(), st.data(), st.sampled_from([0, 20, 100]))
def test_what_was_seen_does_not_change_the_search(
    setting: Setting, data: st.DataObject, few: int
) -> None:
    """Rules are looked for as the learner does, with fewer and fewer positives."""
    left = setting.positives
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seen, "FEW", few)
        patch.setattr(seen, "TOGETHER", 2)
        patch.setattr(seen, "APART", 3)
        start = Seen(setting.candidates, setting.line)
        while left:
            where: Seen | Few | None = start
            pos, neg = left, setting.negatives
            while where and neg:
                expected = setting.ranking(pos, neg).best()
                sets = setting.examples(pos).bits, setting.examples(neg).bits
                choice, where = where.best(*sets)
                assert same(choice, expected)
                if choice:
                    covered = set(bits.indices(choice.covers, setting.size).tolist())
                    pos = [i for i in pos if i in covered]
                    neg = [i for i in neg if i in covered]
            gone = data.draw(st.sets(st.sampled_from(pos), min_size=1))
            left = [i for i in left if i not in gone]


def test_a_shortlist_of_many_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where neighbours differ little, those that stand for others tell."""
    monkeypatch.setattr(seen, "TOGETHER", 4)
    monkeypatch.setattr(seen, "APART", 8)
    chance = np.random.default_rng(1)
    told = asked = 0
    for _ in range(60):
        setting = many_numbers(chance)
        left, negatives = setting.positives, setting.negatives
        ranking, neg = setting.ranking(left, negatives), setting.examples(negatives)
        shortlist = Shortlist(setting.candidates, setting.line, ranking)
        while left:
            choice = shortlist.best(setting.examples(left).bits, neg.bits)
            ranking = setting.ranking(left, negatives)
            asked += 1
            if choice:
                told += 1
                assert same(choice, ranking.best())
            else:
                shortlist = Shortlist(setting.candidates, setting.line, ranking)
            gone = chance.choice(left, min(len(left), 5), replace=False)
            left = [i for i in left if i not in gone]
    assert 0.1 < told / asked < 0.9


def many_numbers(chance: np.random.Generator) -> Setting:
    """Return three columns of numbers; most positives are near one place."""
    size = int(chance.integers(100, 300))
    found = Candidates()
    for at in range(3):
        known, ranks = np.unique(chance.integers(-1, size, size), return_inverse=True)
        ranks = (ranks - (known[0] < 0)).astype(np.int32)
        values = [str(value) for value in known[known >= 0]]
        atom = Literal(f"u{at}", (X, VALUE))
        found.columns.append(Column(atom, values, ranks, ranks))
    near = sum(np.abs(c.low - chance.integers(0, size)) for c in found.columns)
    likely = near < np.quantile(near, 0.4)
    positive = np.where(chance.random(size) < 0.2, ~likely, likely)
    roles = np.flatnonzero(positive).tolist(), np.flatnonzero(~positive).tolist()
    return Setting(found, size, *roles)


def test_above_the_lowest_number_of_all() -> None:
    """It is that of an example which does not count."""
    ranks = np.array([0, 1, 2, -1], dtype=np.int32)
    atom = Literal("u", (X, VALUE))
    found = Candidates(columns=[Column(atom, ["3", "5", "6"], ranks, ranks)])
    setting = Setting(found, 4, [1, 2], [3])
    sets = setting.examples([1, 2]), setting.examples([3])
    choice, _ = Few.of(found, setting.line, *sets).best(*(each.bits for each in sets))
    assert choice
    assert choice.literals == (Threshold(atom, (Bound(">", Const("3")),)),)
    assert same(choice, setting.ranking([1, 2], [3]).best())


def test_more_keys_than_a_column_has_codes_for() -> None:
    codes = np.arange(100, dtype=np.int8)
    line = Line([(codes, 100), (codes, 100)], [])
    assert line.keys.tolist() == [list(range(1, 101)), list(range(102, 202))]


def test_sets_that_overlap_take_columns_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sets = np.array([[1, 1, 0, 0], [0, 0, 1, 0], [0, 1, 1, 0]], dtype=np.bool_)
    steps = [(Literal(name, (X,)),) for name in "abc"]
    block = Block(steps, bits.pack(sets))
    columns = [(codes.tolist(), n) for codes, n in block.columns(4) or []]
    assert columns == [([0, 0, 1, -1], 2), ([-1, 0, 0, -1], 1)]
    assert Candidates([block]).line(4)
    monkeypatch.setattr(candidates, "COLUMNS", 1)
    assert Candidates([block]).line(4) is None


def test_what_changes_with_the_body_is_not_put_on_a_line() -> None:
    covers = bits.pack(np.array([[True, False]]))
    new = Block([(Literal("a", (X, Var(1))),)], covers, negatable=False)
    assert Candidates([new]).line(2) is None
    low, high = np.array([0, 0], np.int32), np.array([0, 1], np.int32)
    several = Column(Literal("u", (X, VALUE)), ["0", "1"], low, high)
    assert Candidates(columns=[several]).line(2) is None
    assert Candidates().line(2) is None
