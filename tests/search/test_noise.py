"""The noise option: rules that shorten the message; other examples are listed."""

from __future__ import annotations

import json
import math
import random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from letters import FakeCoverage
from random_problems.claims import without_thresholds
from support import PROBLEMS, clauses, fold, learned, swipl, write_problem

from fold_cli import bits
from fold_cli.files.sources import Sources, TableSource
from fold_cli.search.gain import entropy_gain, foil_gain
from fold_cli.search.learner import Learner
from fold_cli.search.message import error_bits
from fold_cli.search.noise import MAX_UNPAID_LITERALS, NoisyLearner
from fold_cli.search.options import Options
from fold_cli.theory.terms import Literal, Member, Var
from fold_cli.use.learning import learn as api

if TYPE_CHECKING:
    from pathlib import Path

    from fold_cli.theory.rules import Rule

NOISE = Options(noise=True)


# The message


@pytest.mark.parametrize(("examples", "errors"), [(10, 0), (10, 3), (101, 50), (1, 0)])
def test_errors_take_the_bits_of_choosing_them(examples: int, errors: int) -> None:
    ways = math.comb(examples, errors)
    assert error_bits(examples, errors) == pytest.approx(math.log2(ways))


@given(st.integers(1, 300))
def test_more_errors_never_take_fewer_bits(examples: int) -> None:
    lengths = error_bits(examples, np.arange(examples + 1))
    assert (np.diff(lengths) >= -1e-9).all()


@given(*[st.integers(0, 40)] * 4)
def test_entropy_gain_is_what_knowing_the_literal_saves(
    p1: int, n1: int, p2: int, n2: int
) -> None:
    def entropy(p: int, n: int) -> float:
        return -sum(k * math.log2(k / (p + n)) for k in (p, n) if k)

    p0, n0 = p1 + p2, n1 + n2
    (found,) = entropy_gain(p0, n0, np.array([p1]), np.array([n1]))
    if p1 * n0 > n1 * p0:
        expected = entropy(p0, n0) - entropy(p1, n1) - entropy(p2, n2)
        assert found == pytest.approx(expected, abs=1e-6)
    else:
        assert found == 0
    if p0:
        assert (found > 0) <= (foil_gain(p0, n0, np.array([p1]), np.array([n1])) > 0)


# The learner, without Prolog

LETTERS = "ABCDEFGHIJKLMNOPQRST" + "abcdefghijklmnopqrst"
"""Twenty positive examples and twenty negative ones."""


def test_one_wrong_example_gives_no_rule() -> None:
    # All but T have what no negative has; T alone has one of many odd properties.
    odd = {f"odd{number}": "T" if number == 5 else "ab" for number in range(999)}
    coverage = FakeCoverage(LETTERS, {"good": LETTERS[:19], **odd})
    exact = Learner(coverage).learn()
    assert len(exact) == 2
    (rule,) = NoisyLearner(coverage, NOISE).learn()
    assert rule.body == (Literal("good", (Var(0),)),)
    assert not (rule.covers & coverage.of("T")).any()


def test_many_examples_with_a_pattern_give_a_rule() -> None:
    coverage = FakeCoverage(LETTERS, {"good": LETTERS[:12], "odd": LETTERS[12:20]})
    rules = NoisyLearner(coverage, NOISE).learn()
    covered = bits.union([rule.covers for rule in rules], coverage.positives)
    assert (covered == coverage.positives).all()


def test_exceptions_are_learned_where_they_have_a_pattern() -> None:
    odd = "opqrst"
    coverage = FakeCoverage(LETTERS, {"good": LETTERS[:20] + odd + "n", "odd": odd})
    (rule,) = NoisyLearner(coverage, NOISE).learn()
    names = [(lit.name, lit.negated) for lit in rule.body if isinstance(lit, Literal)]
    assert names == [("good", False), ("odd", True)]
    assert bits.count(rule.covers & coverage.negatives) == 1  # n, which has none


def test_examples_without_any_pattern_give_no_theory() -> None:
    coverage = FakeCoverage(LETTERS, {"any": LETTERS})
    assert NoisyLearner(coverage, NOISE).learn() == []


def test_a_body_does_not_grow_by_a_literal_for_every_example() -> None:
    all_letters = [chr(code) for code in range(0x3000)]
    upper = [c for c in all_letters if c.isupper()][:401]
    lower = [c for c in all_letters if c.islower()][:400]
    coverage = FakeCoverage("".join(upper + lower), {c: c for c in upper + lower})
    learner = NoisyLearner(coverage, NOISE)
    pos, neg = coverage.positives, coverage.negatives
    rule = learner.specialize(learner.search.root(0), pos, neg)
    assert rule is not None
    assert len(rule.body) <= MAX_UNPAID_LITERALS + 1


def all_bodies(rules: list[Rule]) -> list[object]:
    return [
        literal
        for rule in rules
        for literal in [*rule.body, *all_bodies(list(rule.exceptions))]
    ]


@st.composite
def problems(draw: st.DrawFn) -> FakeCoverage:
    letters = draw(
        st.lists(st.sampled_from(LETTERS), unique=True, min_size=2, max_size=30)
    )
    some = st.lists(st.sampled_from(letters), unique=True).map("".join)
    literals = draw(st.dictionaries(st.sampled_from("pqrs"), some, max_size=4))
    numbers = st.lists(st.integers(0, 9), max_size=2)
    values = st.dictionaries(st.sampled_from(letters), numbers, min_size=1)
    columns = draw(st.dictionaries(st.sampled_from("uv"), values, max_size=2))
    columns = {k: v for k, v in columns.items() if any(v.values())}
    return FakeCoverage("".join(letters), literals, columns)


@settings(max_examples=60, deadline=None)
@given(problems(), st.sampled_from([None, "foil", "entropy"]))
def test_a_noisy_theory_has_no_enumeration_and_nothing_superfluous(
    coverage: FakeCoverage, gain: str | None
) -> None:
    pos, neg = coverage.positives, coverage.negatives
    learner = NoisyLearner(coverage, Options(noise=True, gain=gain))
    rules = learner.learn()
    assert not any(isinstance(literal, Member) for literal in all_bodies(rules))
    for rule in rules:  # what is said to be covered is
        covers = coverage.covers(rule.body)
        for exception in rule.exceptions:
            covers = covers & ~exception.covers
        assert not ((covers ^ rule.covers) & (pos | neg)).any()

    def length(some: list[Rule]) -> float:
        return learner.message.length_of(some, pos, neg)

    shortest = length(rules)
    assert shortest <= length([]) + 1e-6
    for at in range(len(rules)):
        assert shortest <= length(rules[:at] + rules[at + 1 :]) + 1e-6


@settings(max_examples=60, deadline=None)
@given(problems())
def test_without_the_option_theories_are_sound_and_complete(
    coverage: FakeCoverage,
) -> None:
    rules = Learner(coverage, Options()).learn()
    covered = bits.union([rule.covers for rule in rules], coverage.positives)
    assert not (coverage.positives & ~covered).any()
    assert not (coverage.negatives & covered).any()
    negated = [lit for lit in all_bodies(rules) if getattr(lit, "negated", False)]
    assert negated == []


# The command


def noisy_table(path: Path, rows: int = 200) -> Path:
    """Good are the red ones that are not heavy; every twentieth row is wrong."""
    chance = random.Random(7)
    lines = ["colour,weight,shape,class"]
    for number in range(rows):
        colour = chance.choice(["red", "green", "blue"])
        weight = chance.randrange(100)
        good = colour == "red" and weight <= 70
        if number % 20 == 0:
            good = not good
        shape = chance.choice(["round", "square"])
        lines.append(f"{colour},{weight},{shape},{'yes' if good else 'no'}")
    path.write_text("\n".join(lines) + "\n")
    return path


def test_the_rule_is_found_despite_the_noise(tmp_path: Path) -> None:
    table = noisy_table(tmp_path / "data.csv")
    exact = learned(table, "--positive", "yes", "--exact")
    text = learned(table, "--positive", "yes", "--noise")
    (clause,) = clauses(text)
    assert clause.startswith("class_yes(X) :- colour(X, red), weight(X, A), A =< 70")
    assert len(clauses(exact)) > 4
    assert text == learned(table, "--positive", "yes")
    assert "% options: --algorithm fold --noise\n" in text


def test_wrong_examples_are_counted_and_listed(tmp_path: Path) -> None:
    table, listed = noisy_table(tmp_path / "data.csv"), tmp_path / "noise.pl"
    theory = tmp_path / "theory.pl"
    run = fold(
        *("learn", table, "--positive", "yes", "--noise"),
        *("--noisy-examples", listed, "-o", theory),
    )
    assert run.returncode == 0
    check = fold("evaluate", theory, table, "--list-errors", "--format=json")
    found = json.loads(check.stdout)
    missed = found["errors"]["false_negatives"]
    mistaken = found["errors"]["false_positives"]
    facts = [f"pos({atom})." for atom in missed] + [f"neg({a})." for a in mistaken]
    assert sorted(listed.read_text().splitlines()) == sorted(facts)
    assert len(missed) > 1
    assert len(mistaken) > 1
    assert (
        f"regarded as noise: {len(missed)} of {found['positives']} positive"
        in run.stderr
    )
    assert f"{len(mistaken)} of {found['negatives']} negative" in run.stderr


def test_prolog_files_give_the_same_rules_and_swipl_the_same_count(
    tmp_path: Path,
) -> None:
    table = noisy_table(tmp_path / "data.csv")
    assert fold("convert", table, "--positive", "yes", "-o", tmp_path).returncode == 0
    files = [tmp_path / name for name in ("bk.pl", "pos.pl", "neg.pl")]
    theory = tmp_path / "theory.pl"
    theory.write_text(learned(*files, "--noise"))
    from_table = learned(table, "--positive", "yes", "--noise")
    texts = ["\n".join(clauses(text)) for text in (theory.read_text(), from_table)]
    assert without_thresholds(texts[0]) == without_thresholds(texts[1])
    listed = tmp_path / "noise.pl"
    learned(*files, "--noise", "--noisy-examples", listed)
    (count,) = swipl(
        "findall(G, ((pos(G), \\+ G) ; (neg(G), G)), Gs), length(Gs, N), print(N), nl",
        files=(tmp_path / "bk.pl", theory, listed),
    )
    assert int(count) == len(listed.read_text().splitlines()) > 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--noisy-examples", "x.pl"], "--noisy-examples needs --noise"),
        (["--noise", "--recursion"], "--noise and --recursion do not go together"),
        (["--noise", "--checkpoint", "c"], "--noise and --checkpoint do not go"),
        (["--noise", "--gain", "none"], "'none' is not one of"),
    ],
)
def test_options_that_do_not_fit(options: list[str], message: str) -> None:
    birds = [PROBLEMS / "birds" / "bk.pl", PROBLEMS / "birds" / "pos.pl"]
    result = fold("learn", *birds, *options)
    assert result.returncode == 2
    assert message in result.stderr


def test_relational_problems_can_be_noisy(tmp_path: Path) -> None:
    """Trains go east that have a short car; the last of them is wrong."""
    facts, kinds = [], {True: [], False: []}
    for number in range(40):
        short = number % 2 == 0
        facts.append(f"has_car(t{number}, c{number}). has_car(t{number}, d{number}).\n")
        facts.append(f"{'short' if short else 'long'}(c{number}). long(d{number}).\n")
        kinds[short != (number == 39)].append(f"east(t{number}).\n")
    texts = map("".join, (facts, kinds[True], kinds[False]))
    bk, pos, neg = map(str, write_problem(tmp_path, *texts))
    sources = Sources((bk,), pos, neg)
    outcome = api.learn(sources, NOISE)
    (clause,) = outcome.theory.clauses
    assert [lit.name for lit in clause.clause.body if isinstance(lit, Literal)] == [
        "has_car",
        "short",
    ]
    assert list(outcome.noisy_examples) == ["pos(east(t39))."]


def test_a_gain_can_be_chosen(tmp_path: Path) -> None:
    table = noisy_table(tmp_path / "data.csv")
    source = TableSource(str(table), positive="yes")
    for gain in ("foil", "entropy"):
        outcome = api.learn(source, Options(noise=True, gain=gain))
        assert (
            f"options: --algorithm fold --gain {gain} --noise" in outcome.theory.notes
        )
    exact = api.learn(source, Options(gain="entropy", noise=False)).theory
    assert "options: --algorithm fold --gain entropy --exact" in exact.notes


def test_no_negation_holds_only_because_cells_are_missing(tmp_path: Path) -> None:
    rows = [
        f"{'x' if n % 3 else ''},{n % 2},{'no' if n % 3 else 'yes'}" for n in range(60)
    ]
    table = tmp_path / "t.csv"
    table.write_text("\n".join(["flaw,other,ok", *rows]) + "\n")
    options = ["--class", "ok", "--positive", "yes"]
    assert "\\+" not in learned(table, *options)
    assert "\\+" in learned(table, *options, "--exact")
    table.write_text(table.read_text().replace("\n,", "\nnone,"))
    assert clauses(learned(table, *options)) == ["ok_yes(X) :- flaw(X, none)."]


def test_the_next_literal_is_tried_where_a_negation_holds_by_missing_cells(
    tmp_path: Path,
) -> None:
    rows = [
        ("" if n < 100 or n % 10 == 0 else "red", "big" if n < 90 else "small", n < 100)
        for n in range(200)
    ]
    path = tmp_path / "t.csv"
    lines = [f"{colour},{size},{'yes' if own else 'no'}" for colour, size, own in rows]
    path.write_text("\n".join(["colour,size,class", *lines]), encoding="utf-8")
    assert "class_yes(X) :- size(X, big)." in learned(path)
