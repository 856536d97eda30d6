"""Rules with variables of their own: chains, thresholds, exceptions, limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import DATA, fold, swipl
from trains import TRAINS, clauses, sources, theory_of, train_problems

from fold_cli.coverage.relational import Coverage
from fold_cli.files.loader import free, load
from fold_cli.files.sources import Sources
from fold_cli.search.learner import Learner
from fold_cli.search.options import Options
from fold_cli.theory.formats.prolog_format import to_prolog
from fold_cli.theory.terms import Literal, Threshold, Var
from fold_cli.use.learning import learn as api

if TYPE_CHECKING:
    from pathlib import Path


@settings(max_examples=25)
@given(problem=train_problems(), lookahead=st.integers(0, 2))
def test_what_is_learned_is_sound_and_complete_in_swipl(
    tmp_path: Path, problem: dict[str, str], lookahead: int
) -> None:
    theory = theory_of(tmp_path, Options(lookahead=lookahead), **problem)
    assert theory.covers
    assert theory.covers.negatives == 0
    assert theory.examples
    assert theory.covers.positives == theory.examples.positives
    background = "\n".join(
        line for line in problem["bk"].splitlines() if ":- mode" not in line
    )
    program = tmp_path / "whole.pl"
    program.write_text(
        ":- style_check(-discontiguous).\n" + background + "\n" + to_prolog(theory),
        encoding="utf-8",
    )
    wanted = problem["pos"].split()
    asked = [
        line.removesuffix(".") for line in (problem["pos"] + problem["neg"]).split()
    ]
    goal = f"forall((member(A, [{','.join(asked)}]), call(A)), (print(A), nl))"
    found = set(swipl(goal, files=(program,)))
    assert found == {line.removesuffix(".") for line in wanted}


def test_a_chain_that_gains_only_as_a_whole_is_found_by_looking_ahead(
    tmp_path: Path,
) -> None:
    files = {
        "bk": TRAINS
        + "has_car(a,a1). has_car(a,a2). has_car(b,b1). has_car(c,c1). has_car(d,d1).\n"
        + "short(a1). short(b1). closed(a2). closed(c1). closed(d1). colour(a1,red).\n"
        + "weight(a1,3).\n",
        "pos": "east(a). east(b).\n",
        "neg": "east(c). east(d).\n",
    }
    assert clauses(theory_of(tmp_path, **files)) == [
        "east(X) :- has_car(X, A), short(A)."
    ]
    blind = theory_of(tmp_path, Options(lookahead=0), **files)
    assert clauses(blind) == ["east(X) :- member(X, [a, b])."]


def test_a_threshold_on_a_variable_of_the_body(tmp_path: Path) -> None:
    cars = {"a": [5, 14], "b": [13], "c": [4, 12], "d": [11]}
    facts = [
        f"has_car({t},{t}{w}). weight({t}{w},{w})."
        for t, ws in cars.items()
        for w in ws
    ]
    theory = theory_of(
        tmp_path,
        bk=":- dynamic short/1, closed/1, colour/2.\n"
        + TRAINS
        + "\n".join(facts)
        + "\n",
        pos="east(a). east(b).\n",
        neg="east(c). east(d).\n",
    )
    assert clauses(theory) == ["east(X) :- has_car(X, A), weight(A, B), B > 12."]


def test_an_exception_for_a_target_of_two_arguments(tmp_path: Path) -> None:
    theory = theory_of(
        tmp_path,
        bk=":- modeh(1, visits(+person, +person)).\n"
        ":- modeb(1, likes(+person, +person)). :- modeb(1, angry(+person, +person)).\n"
        "likes(ann,bob). likes(bob,cid). likes(cid,dan). likes(dan,ann).\n"
        "likes(ann,eve).\n"
        "angry(cid,dan). angry(dan,ann).\n",
        pos="visits(ann,bob). visits(bob,cid). visits(ann,eve).\n",
    )
    assert clauses(theory) == [
        "visits(X, Y) :- likes(X, Y), \\+ ab0(X, Y).",
        "ab0(X, Y) :- angry(X, Y).",
    ]


def test_literals_that_others_made_superfluous_are_dropped(tmp_path: Path) -> None:
    """``piece(X, A)`` has no use once nothing speaks of A any more."""
    theory = theory_of(
        tmp_path,
        bk="has(a,a1). has(a,a2). has(b,b1). has(c,c1). has(c,c2). has(d,d1).\n"
        "red(a1). red(b1). red(c1). round(a1). round(b1). round(c2). round(d1).\n",
        pos="good(a). good(b).\n",
        neg="good(c). good(d).\n",
    )
    assert clauses(theory) == ["good(X) :- has(X, A), red(A), round(A)."]


# Limits


def test_a_body_has_no_more_literals_than_allowed(tmp_path: Path) -> None:
    files = {
        "bk": "has(a,a1). has(b,b1). has(c,c1). has(d,d1). red(a1). red(b1). red(c1).\n"
        "round(a1). round(b1). round(d1).\n",
        "pos": "good(a). good(b).\n",
        "neg": "good(c). good(d).\n",
    }
    theory = theory_of(
        tmp_path, Options(max_literals=2, max_exception_depth=0), **files
    )
    assert clauses(theory) == ["good(X) :- member(X, [a, b])."]


def test_variables_of_a_rule_are_numbered_from_the_head(tmp_path: Path) -> None:
    """What a rule introduces twice are different variables."""
    problem = load(
        sources(
            tmp_path,
            bk="has(a,a1). has(a,a2). has(b,b1). has(b,b2). has(c,c1). has(d,d1).\n"
            "red(a1). red(b1). red(c1). round(a2). round(b2). round(d1).\n",
            pos="good(a). good(b).\n",
            neg="good(c). good(d).\n",
        )
    )
    (rule,) = Learner(Coverage(problem)).learn()
    free(problem)
    atoms = [x.atom if isinstance(x, Threshold) else x for x in rule.body]
    introduced = [
        a.args[1] for a in atoms if isinstance(a, Literal) and a.name == "has"
    ]
    assert introduced == [Var(1), Var(2)]


def test_variables_go_no_deeper_than_the_files_say(tmp_path: Path) -> None:
    """Aleph's ``i``: a wheel of a car of a train is two steps away."""
    bk = (
        ":- modeh(1, good(+train)). :- modeb(*, has(+train, -car)).\n"
        ":- modeb(*, wheel(+car, -wheel)). :- modeb(1, flat(+wheel)).\n"
        "has(a,a1). has(b,b1). has(c,c1). has(d,d1). wheel(a1,a2). wheel(b1,b2).\n"
        "wheel(c1,c2). wheel(d1,d2). flat(a2). flat(b2).\n"
    )
    files = {"pos": "good(a). good(b).\n", "neg": "good(c). good(d).\n"}
    deep = theory_of(tmp_path, Options(lookahead=2), bk=bk, **files)
    assert clauses(deep) == ["good(X) :- has(X, A), wheel(A, B), flat(B)."]
    bounded = ":- set(i, 1).\n" + bk
    shallow = theory_of(tmp_path, Options(lookahead=2), bk=bounded, **files)
    assert clauses(shallow) == ["good(X) :- member(X, [a, b])."]


# Real problems

ROWS = [
    ("trains1", 1, 5),
    ("trains2", 2, 9),
    ("zendo1", 1, 5),
    ("zendo2", 2, 12),
    ("iggp-rps-next-score", 3, 13),
    ("iggp-coins-next-cell", 3, 8),
    ("imdb3", 2, 8),
]


@pytest.mark.parametrize(("name", "most_clauses", "most_literals"), ROWS)
def test_problems_of_popper(name: str, most_clauses: int, most_literals: int) -> None:
    """No larger than the smaller theory of Popper and Aleph, nothing enumerated."""
    directory = DATA / "relational" / "popper" / name
    if not directory.is_dir():
        pytest.skip(f"no {directory.name} under {DATA}: set FOLD_DATA")
    outcome = api.learn(Sources((str(directory),)))
    theory = outcome.theory
    assert theory.covers
    assert theory.examples
    assert theory.covers.negatives == 0
    assert theory.covers.positives == theory.examples.positives
    size = theory.size
    assert size[0] <= most_clauses
    assert size[1] <= most_literals
    assert not theory.enumerated


@pytest.mark.parametrize(
    "name", ["train.b", "train.f", "train", "train_single_file.pl"]
)
def test_michalskis_trains(name: str) -> None:
    path = DATA / "relational" / "aleph" / name
    if not path.parent.is_dir():
        pytest.skip(f"no relational/aleph under {DATA}: set FOLD_DATA")
    result = fold("learn", "-q", path)
    assert result.returncode == 0, result.stderr
    rules = [line for line in result.stdout.splitlines() if line and line[0] != "%"]
    assert rules == ["eastbound(X) :- has_car(X, A), closed(A), short(A)."]
