"""A default without a body, where it is smaller than listing the examples."""

from __future__ import annotations

import random
import string
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import DATA, clauses, fold, learned, swipl
from test_learner import FakeCoverage, learn

from fold_cli import bits
from fold_cli.search.learner import Learner
from fold_cli.search.noise import NoisyLearner
from fold_cli.search.options import Options

if TYPE_CHECKING:
    from support import Write


BIRDS = {"penguin": "pq", "heavy": "pr"}


def test_where_all_are_birds_the_default_has_no_body() -> None:
    coverage = FakeCoverage("ABCDEFpq", BIRDS)
    assert learn(coverage) == ["f(X) :- \\+ ab0(X).", "ab0(X) :- penguin(X)."]


def test_few_examples_are_listed() -> None:
    coverage = FakeCoverage("ABCpq", BIRDS)
    assert learn(coverage) == ["f(X) :- member(X, [a, b, c])."]


def test_an_exception_may_have_exceptions() -> None:
    literals = {"penguin": "pqSTUV", "flying": "STUV"}
    theory = learn(FakeCoverage("ABCDEFGHISTUVpq", literals))
    assert theory == [
        "f(X) :- flying(X).",
        "f(X) :- \\+ ab0(X).",
        "ab0(X) :- penguin(X).",
    ]


def test_not_to_list_the_others_by_two_negations() -> None:
    """``ab0(X) :- \\+ ab1(X)`` with a list of what ab0 is not would be shorter."""
    literals = {"p": "abceHLot", "q": "adLnopqSUvwx", "r": "bcFHiJnoprStUwy"}
    theory = learn(FakeCoverage("abcdeFgHiJKLMnopqrStUvwxy", literals))
    assert "ab0(X) :- \\+ ab1(X)." not in theory


@pytest.mark.parametrize(
    "options",
    [
        Options(algorithm="foil"),
        Options(max_exception_depth=0),
        Options(max_clauses=0),
    ],
    ids=["foil", "no exceptions", "no rules"],
)
def test_not_where_the_options_forbid_it(options: Options) -> None:
    theory = learn(FakeCoverage("ABCDEFpq", BIRDS), options)
    assert not any("ab0" in clause for clause in theory)


problems = st.integers(0, 10_000).map(random.Random)


def random_coverage(chance: random.Random) -> FakeCoverage:
    letters = chance.sample(string.ascii_letters, chance.randint(5, 40))
    named = {letter.lower(): letter for letter in letters}
    letters = list(named.values())
    literals = {
        f"p{i}": "".join(c for c in letters if chance.random() < share)
        for i, share in enumerate([0.1, 0.2, 0.3, 0.5, 0.8][: chance.randint(1, 5)])
    }
    return FakeCoverage("".join(letters), literals)


@settings(max_examples=60)
@given(problems)
def test_sound_complete_and_never_longer(chance: random.Random) -> None:
    coverage = random_coverage(chance)
    if not coverage.positives.any() or not coverage.negatives.any():
        return
    rules = Learner(coverage).learn()
    covered = bits.union([rule.covers for rule in rules], coverage.positives)
    assert not (coverage.positives & ~covered).any()
    assert not (coverage.negatives & covered).any()
    learner = Learner(coverage)
    learner.with_default = lambda rules, *_: rules  # type: ignore[method-assign]
    listed = learner.learn()
    assert sum(r.size for r in rules) <= sum(r.size for r in listed)


@pytest.mark.skipif(not DATA.exists(), reason="data not at hand")
def test_leap_years() -> None:
    years = DATA / "relational" / "aleph" / "gcws.pl"
    assert clauses(learned(years)) == [
        "normal(X) :- \\+ ab0(X).",
        "ab0(X) :- div400(X).",
        "ab0(X) :- div4(X), \\+ ab1(X).",
        "ab1(X) :- div100(X).",
    ]


FLIERS = "".join(f"bird(b{i}). " for i in range(9)) + "penguin(b7). penguin(b8)."


def test_the_theory_answers_ground_questions_in_swipl(write: Write) -> None:
    bk = write("bk.pl", FLIERS)
    pos = write("pos.pl", "".join(f"fly(b{i}). " for i in range(7)))
    neg = write("neg.pl", "fly(b7). fly(b8).")
    theory = write("theory.pl", learned(bk, pos, neg))
    assert "fly(X) :- \\+ ab0(X)." in theory.read_text()
    goal = "forall((member(X,[b0,b6,b7,b8,new]), fly(X)), (print(X), nl))"
    assert swipl(goal, files=(bk, theory)) == ["b0", "b6", "new"]
    listed = fold("predict", theory, bk)
    assert listed.returncode == 1
    assert "cannot be listed" in listed.stderr


def test_tables_have_such_defaults_too(write: Write) -> None:
    rows = [
        f"a{i},{'yes' if i < 12 else 'no'},{'x' if i >= 12 else ''}" for i in range(14)
    ]
    table = write("t.csv", "\n".join(["id,ok,flaw", *rows]) + "\n")
    about = (table, "--class", "ok", "--positive", "yes", "--id", "id")
    theory = learned(*about, "--exact")
    assert clauses(theory) == [
        "ok_yes(X) :- \\+ ab0(X).",
        "ab0(X) :- flaw(X, x).",
    ]


def test_with_noise_where_most_are_positive() -> None:
    """Nothing tells the examples apart, and most are positive."""
    coverage = FakeCoverage(
        string.ascii_uppercase[:20] + "vwxyz", {"p": "ABCDvwxyz"[:5]}
    )
    (rule,) = NoisyLearner(coverage, Options(noise=True)).learn()
    assert rule.body == ()
    assert bits.count(rule.covers) == 25


def test_with_noise_not_where_most_are_negative() -> None:
    coverage = FakeCoverage("VWXYZ" + string.ascii_lowercase[:20], {"p": "Vabcd"})
    assert NoisyLearner(coverage, Options(noise=True)).learn() == []
