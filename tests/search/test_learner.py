"""The learner over plain sets of letters, without Prolog."""

from __future__ import annotations

import random
import string
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from letters import FakeCoverage, X

from fold_cli import bits
from fold_cli.search import tidy
from fold_cli.search.learner import Learner
from fold_cli.search.nodes import caching, tree
from fold_cli.search.options import Options
from fold_cli.theory.formats.prolog_format import clause_text
from fold_cli.theory.rules import Rule
from fold_cli.theory.terms import (
    VALUE,
    Bound,
    Const,
    Literal,
    Member,
    Predicate,
    Threshold,
)
from fold_cli.theory.theory import build

if TYPE_CHECKING:
    from collections.abc import Sequence


def learn(coverage: FakeCoverage, options: Options | None = None) -> list[str]:
    rules = Learner(coverage, options).learn()
    theory = build(
        rules, Predicate("f", 1), ["f"], coverage.positives, coverage.negatives
    )
    return [clause_text(learned.clause) for learned in theory.clauses]


CASES = [
    pytest.param(
        FakeCoverage("AB", {"a": "A"}), Options(), ["f(_)."], id="no-negatives"
    ),
    pytest.param(
        FakeCoverage("ABcd", {"a": "AB", "b": "c"}),
        Options(),
        ["f(X) :- a(X)."],
        id="one-literal",
    ),
    pytest.param(
        FakeCoverage("TEkp", {"bird": "TEp", "cat": "k", "penguin": "p"}),
        Options(),
        ["f(X) :- bird(X), \\+ ab0(X).", "ab0(X) :- penguin(X)."],
        id="default-and-exception",
    ),
    pytest.param(
        FakeCoverage("TEJkp", {"bird": "TEp", "cat": "k", "penguin": "p"}),
        Options(),
        [
            "f(X) :- bird(X), \\+ ab0(X).",
            "f(X) :- member(X, [j]).",
            "ab0(X) :- penguin(X).",
        ],
        id="no-fact-about-a-positive",
    ),
    pytest.param(
        FakeCoverage("TEkp", {"bird": "TEp", "cat": "k", "penguin": "p"}),
        Options("foil"),
        ["f(X) :- bird(X), \\+ penguin(X)."],
        id="foil-negates",
    ),
    pytest.param(
        FakeCoverage("TEkp", {"bird": "TEp", "cat": "k", "penguin": "p"}),
        Options(max_exception_depth=0),
        ["f(X) :- member(X, [t, e])."],
        id="no-exceptions-allowed",
    ),
    pytest.param(
        FakeCoverage("ABCd", {"a": "A", "b": "B", "c": "C"}),
        Options(max_clauses=1),
        ["f(X) :- a(X).", "f(X) :- member(X, [b, c])."],
        id="one-clause-allowed",
    ),
    pytest.param(
        FakeCoverage("ABCd", {"a": "A", "b": "B", "c": "C"}),
        Options(max_clauses=0),
        ["f(X) :- member(X, [a, b, c])."],
        id="no-clause-allowed",
    ),
    pytest.param(
        FakeCoverage("Abc", {"a": "Ab", "b": "Ac"}),
        Options(),
        ["f(X) :- a(X), b(X)."],
        id="two-literals",
    ),
    pytest.param(
        FakeCoverage("Abc", {"a": "Ab", "b": "Ac"}),
        Options(max_literals=1),
        ["f(X) :- member(X, [a])."],
        id="one-literal-allowed",
    ),
    pytest.param(
        FakeCoverage("ABc", {}),
        Options(),
        ["f(X) :- member(X, [a, b])."],
        id="no-literals-at-all",
    ),
    pytest.param(
        FakeCoverage("ABcd", {}, {"age": {"A": [2], "B": [3], "c": [1], "d": [4]}}),
        Options(),
        ["f(X) :- age(X, A), A > 1, A =< 3."],
        id="bounds-of-one-value-together",
    ),
    pytest.param(
        FakeCoverage("ABcd", {}, {"age": {"A": [2], "B": [2, 3], "c": [1], "d": [4]}}),
        Options(),
        ["f(X) :- age(X, A), A > 1, age(X, B), B =< 2."],
        id="bounds-of-several-values-apart",
    ),
    pytest.param(
        FakeCoverage("ABc", {}, {"age": {"A": [5]}}),
        Options(),
        ["f(X) :- age(X, A), A =< 5.", "f(X) :- member(X, [b])."],
        id="missing-value-fails",
    ),
]


@pytest.mark.parametrize(("coverage", "options", "expected"), CASES)
def test_learns(coverage: FakeCoverage, options: Options, expected: list[str]) -> None:
    assert learn(coverage, options) == expected


def test_an_exception_never_covers_a_positive() -> None:
    coverage = FakeCoverage("ABCDpq", {"bird": "ABCDpq", "wet": "Dpq", "old": "pq"})
    rules = Learner(coverage).learn()
    covered = bits.union((rule.covers for rule in rules), coverage.positives)
    assert (covered & coverage.positives == coverage.positives).all()
    assert not (covered & coverage.negatives).any()


def test_exceptions_have_exceptions() -> None:
    coverage = FakeCoverage(
        "ABCDEFGHpqrsxy",
        {
            "bird": "ABCDEFGHpqrs",
            "penguin": "GHpqrs",
            "super": "GHs",
            "wet": "Gs",
            "cold": "Hs",
            "cat": "xy",
        },
    )
    assert learn(coverage) == [
        "f(X) :- bird(X), \\+ ab0(X).",
        "ab0(X) :- penguin(X), \\+ ab1(X).",
        "ab1(X) :- super(X), \\+ ab2(X).",
        "ab2(X) :- wet(X), cold(X).",
    ]


def test_what_has_no_pattern_is_enumerated_once() -> None:
    # a and b are met at different times; one clause lists both.
    coverage = FakeCoverage("ABCDEwxyz", {"a": "Aw", "b": "Bx", "c": "CDE"})
    result = learn(coverage)
    assert [text for text in result if "member" in text] == [
        "f(X) :- member(X, [a, b])."
    ]


def test_a_rule_that_later_rules_make_superfluous_is_dropped() -> None:
    rules = [
        Rule((), (), FakeCoverage("ABC", {"p": "A"}).of(members))
        for members in ("A", "AB", "C")
    ]
    coverage = FakeCoverage("ABC", {"p": "A"})
    kept = tidy.without_redundant_rules(rules, coverage.positives)
    assert kept == rules[1:]


def test_what_is_enumerated_needs_no_other_rule() -> None:
    coverage = FakeCoverage("ABC", {"p": "A"})
    enumerated = Learner(coverage).enumerate_examples(coverage.of("B"))
    rules = [enumerated, *(Rule((), (), coverage.of(c)) for c in ("AB", "A", "B"))]
    kept = tidy.without_redundant_rules(rules, coverage.positives)
    assert kept == [enumerated, rules[2]]
    assert tidy.with_one_enumeration(kept, coverage) == [rules[2], enumerated]


def test_a_literal_that_changes_nothing_is_dropped() -> None:
    coverage = FakeCoverage("ABcd", {"a": "AB", "b": "ABc"})
    a, b = Literal("a", (X,)), Literal("b", (X,))
    assert tidy.simplified(coverage, (b, a), ()).body == (a,)
    assert tidy.simplified(coverage, (a,), ()).body == (a,)


def test_equal_exceptions_share_a_name_and_users_names_are_left_alone() -> None:
    coverage = FakeCoverage("AB", {"p": "A", "q": "B"})
    inner = Rule((Literal("q", (X,)),), (), coverage.of("B"))
    rules = [
        Rule((Literal("p", (X,)),), (inner,), coverage.of("A")),
        Rule((Literal("q", (X,)),), (inner,), coverage.of("B")),
    ]
    taken = ["f", "ab0", "ab2"]
    theory = build(
        rules, Predicate("f", 1), taken, coverage.positives, coverage.negatives
    )
    assert [clause_text(learned.clause) for learned in theory.clauses] == [
        "f(X) :- p(X), \\+ ab1(X).",
        "f(X) :- q(X), \\+ ab1(X).",
        "ab1(X) :- q(X).",
    ]


def test_an_interrupt_leaves_the_rules_so_far() -> None:
    coverage = FakeCoverage("ABc", {"a": "A", "b": "B"})
    heard: list[tuple[list[object], str]] = []

    def stop(rules: Sequence[Rule], left: bits.Bits) -> None:
        indices = bits.indices(left, coverage.size)
        letters = "".join(coverage.letters[i] for i in indices)
        heard.append(([rule.body for rule in rules], letters))
        if rules:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Learner(coverage, on_progress=stop).learn()
    assert heard == [([], "AB"), ([(Literal("a", (X,)),)], "B")]


def test_learning_goes_on_from_the_rules_of_an_earlier_run() -> None:
    coverage = FakeCoverage("ABCDEwxyz", {"a": "Aw", "b": "Bx", "c": "CDE"})
    stages: list[list[Rule]] = []
    learner = Learner(coverage, on_progress=lambda rules, _: stages.append([*rules]))
    whole = learner.learn()
    assert [len(stage) for stage in stages] == [0, 1, 2]
    assert any(isinstance(r.body[0], Member) for r in stages[-1])
    for stage in stages:
        assert Learner(coverage).learn(stage) == whole


def test_thresholds_read_like_the_language() -> None:
    threshold = Threshold(Literal("age", (X, VALUE)), (Bound("=<", Const("3")),))
    coverage = FakeCoverage("Ab", {}, {"age": {"A": [3], "b": [4]}})
    assert Learner(coverage).learn()[0].body == (threshold,)


@pytest.mark.parametrize(
    ("few", "memory"), [(0, 1 << 28), (0, 0), (10, 1 << 28), (1000, 0)]
)
def test_caching_does_not_change_the_theory(
    few: int, memory: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a limit on literals, all candidates are counted each time."""
    chance = random.Random(3)
    letters = string.ascii_letters
    properties = {f"p{i}": "".join(chance.sample(letters, 20)) for i in range(9)}
    numbers = {"u": {letter: [chance.randrange(9)] for letter in letters}}
    monkeypatch.setattr(tree, "VISITS_BEFORE_CACHING", 0)
    monkeypatch.setattr(caching, "MAX_SORTED_EXAMPLES", few)
    monkeypatch.setattr(caching, "MAX_CACHED_BYTES", memory)
    coverage = FakeCoverage(letters, properties, numbers)
    expected = learn(coverage, Options(max_literals=20))
    assert len(expected) > 3
    assert learn(coverage) == expected


@given(
    st.lists(st.sets(st.integers(0, 5)), min_size=1, max_size=6),
    st.sets(st.integers(0, 5)),
)
def test_needed_sets_are_those_that_change_the_intersection(
    sets: list[set[int]], scope: set[int]
) -> None:
    def packed(members: set[int]) -> bits.Bits:
        return bits.pack(np.array([i in members for i in range(6)]))

    needed, shared = tidy.needed_sets([packed(each) for each in sets], packed(scope))
    left = list(range(len(sets)))
    for at in range(len(sets)):  # one after the other, as long as one is left
        others = [other for other in left if other != at]
        if others and scope.intersection(*(sets[other] for other in others)) == (
            scope.intersection(*sets)
        ):
            left = others
    assert needed == left
    assert (shared == packed(scope.intersection(*sets))).all()
