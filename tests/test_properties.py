"""Termination, soundness and completeness, on random problems in real files."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from oracle import World, worlds
from support import swipl

from fold_cli.files.sources import Sources
from fold_cli.search.nodes import tree
from fold_cli.search.options import Options
from fold_cli.theory.formats.prolog_format import to_prolog
from fold_cli.theory.terms import Literal, Member, Threshold
from fold_cli.use.learning.learn import learn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fold_cli.theory.theory import LearnedClause, Theory

options_ = st.builds(
    Options,
    algorithm=st.sampled_from(["fold", "foil"]),
    max_literals=st.sampled_from([None, 1, 2]),
    max_clauses=st.sampled_from([None, 0, 1, 2]),
    max_exception_depth=st.sampled_from([None, 0, 1, 2]),
)

# Two objects that nothing tells apart, an object with two numbers on both sides of
# another's, and an object with no fact at all.
HARD = World(
    objects=["o0", "o1", "o2", "o3"],
    properties={"p0": {"o0", "o1"}},
    measures={"m0": {"o2": [1, 3], "o3": [2]}},
    positives=["o0", "o2"],
)


@pytest.fixture(autouse=True, scope="module")
def _as_with_many_rules() -> Iterator[None]:
    """From the second rule on, the search is that for many rules."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tree, "VISITS_BEFORE_CACHING", 1)
        yield


def theory_of(world: World, options: Options | None = None) -> Theory:
    with tempfile.TemporaryDirectory() as directory:
        bk, pos, neg = world.write(Path(directory))
        if not world.negatives:
            return learn(Sources((bk,), pos), options).theory
        return learn(Sources((bk,), pos, neg), options).theory


def asked(world: World, theory: Theory, learned: LearnedClause) -> set[str]:
    """Return the objects that a clause is asked about: an exception's default's."""
    own = {other.clause.name for other in theory.clauses} - {theory.target.name}
    if learned.clause.name not in own:
        return set(world.objects)
    result = set()
    for other in theory.clauses:
        names = [getattr(literal, "name", "") for literal in other.clause.body]
        if learned.clause.name in names:
            pairs = zip(other.clause.body, names, strict=True)
            body = tuple(literal for literal, name in pairs if name not in own)
            default = replace(other, clause=replace(other.clause, body=body))
            result |= world.covers(theory, default) & asked(world, theory, other)
    return result


@settings(max_examples=100)
@given(worlds(), st.just(Options()) | options_)
@example(HARD, Options())
@example(HARD, Options("foil"))
def test_a_theory_is_sound_complete_and_counts_right(
    world: World, options: Options
) -> None:
    theory = theory_of(world, options)
    assert world.answers(theory) == set(world.positives)
    positives, negatives = set(world.positives), set(world.negatives)
    for learned in theory.clauses:
        covers = world.covers(theory, learned) & asked(world, theory, learned)
        assert learned.covers
        assert learned.covers.positives == len(covers & positives)
        assert learned.covers.negatives == len(covers & negatives)
    assert theory.covers
    assert theory.covers.positives == len(positives)
    assert theory.covers.negatives == 0


@settings(max_examples=50)
@given(worlds())
def test_no_literal_and_no_rule_is_superfluous(world: World) -> None:
    theory = theory_of(world)
    answers = world.answers(theory)
    for number, learned in enumerate(theory.clauses):
        clause = learned.clause
        if clause.name != "target":
            continue
        without = theory.clauses[:number] + theory.clauses[number + 1 :]
        assert world.answers(replace(theory, clauses=without)) != answers
        covers = world.covers(theory, learned)
        for at, literal in enumerate(clause.body):
            body = clause.body[:at] + clause.body[at + 1 :]
            if _exception(literal) or all(map(_exception, body)):
                continue  # a default needs a literal of its own
            shorter = replace(learned, clause=replace(clause, body=body))
            assert world.covers(theory, shorter) != covers


@settings(max_examples=50)
@given(worlds(), options_)
def test_limits_hold(world: World, options: Options) -> None:
    theory = theory_of(world, options)
    rules = [
        learned.clause
        for learned in theory.clauses
        if not isinstance((*learned.clause.body, None)[0], Member)
    ]
    if options.max_literals is not None:
        for clause in rules:
            bounds = sum(
                len(literal.bounds) if isinstance(literal, Threshold) else 1
                for literal in clause.body
                if not _exception(literal)
            )
            assert bounds <= options.max_literals
    if options.max_clauses is not None:
        target = [clause for clause in rules if clause.name == "target"]
        assert len(target) <= options.max_clauses
    if options.algorithm == "foil":
        assert all(clause.name == "target" for clause in rules)
    elif options.max_exception_depth is not None:
        assert _depth(theory, "target") <= options.max_exception_depth


def _exception(literal: object) -> bool:
    return isinstance(literal, Literal) and literal.name.startswith("ab")


def _depth(theory: Theory, name: str) -> int:
    inner = [
        literal.name
        for learned in theory.clauses
        if learned.clause.name == name
        for literal in learned.clause.body
        if isinstance(literal, Literal) and _exception(literal)
    ]
    return max((1 + _depth(theory, other) for other in inner), default=0)


@settings(max_examples=40)
@given(worlds())
def test_the_closed_world_is_every_object_of_the_background(world: World) -> None:
    with tempfile.TemporaryDirectory() as directory:
        bk, pos, _ = world.write(Path(directory))
        outcome = learn(Sources((bk,), pos))
    assert outcome.theory.examples
    assert outcome.theory.examples.negatives == len(world.negatives)
    assert world.answers(outcome.theory) == set(world.positives) or not world.negatives


@settings(max_examples=12)
@given(worlds().filter(lambda world: len(world.negatives) > 2), options_)
def test_swipl_answers_as_the_oracle_does(world: World, options: Options) -> None:
    theory = theory_of(world, options)
    with tempfile.TemporaryDirectory() as directory:
        bk, _, _ = world.write(Path(directory))
        path = Path(directory) / "theory.pl"
        path.write_text(to_prolog(theory), encoding="utf-8")
        ask = "forall((known(X), once(target(X))), (print(X), nl))"
        assert set(swipl(ask, files=(bk, path))) == set(world.positives)


@pytest.mark.parametrize("options", [Options(), Options("foil")], ids=["fold", "foil"])
def test_examples_that_no_literal_separates_are_enumerated(options: Options) -> None:
    world = World(["o0", "o1"], {"p0": {"o0", "o1"}}, positives=["o1"])
    theory = theory_of(world, options)
    assert theory.enumerated == 1
    assert world.answers(theory) == {"o1"}
