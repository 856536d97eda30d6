"""Coverage of bodies over relations: joins, candidates, what crosses from Prolog."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import swipl
from trains import TRAINS, clauses, sources, theory_of, train_problems

from fold_cli import bits
from fold_cli.coverage.examples import Examples
from fold_cli.coverage.joins import Bindings
from fold_cli.coverage.patterns import Pattern
from fold_cli.coverage.relation import Relation
from fold_cli.coverage.relational import Coverage
from fold_cli.coverage.row_keys import RowKeys
from fold_cli.engine.prolog import engine
from fold_cli.files.loader import free, load
from fold_cli.search.gain import FOIL, Criterion
from fold_cli.search.learner import Learner
from fold_cli.search.nodes.ranking import Ranking
from fold_cli.theory.formats.prolog_format import clause_text
from fold_cli.theory.terms import Bound, Const, Literal, Predicate, Threshold, Var

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fold_cli.files.problem import Problem


# Joins, against the naive way

columns = st.lists(st.integers(0, 6), min_size=1, max_size=12)
rows = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=15)


def naive_join(
    table: list[dict[int, int]], args: tuple[int, ...], solutions: set[tuple[int, ...]]
) -> list[dict[int, int]]:
    result = []
    for row, solution in itertools.product(table, sorted(solutions)):
        joined = dict(row)
        if all(
            joined.setdefault(a, v) == v for a, v in zip(args, solution, strict=True)
        ):
            result.append(joined)
    return result


PAIRS = [(0, 1), (1, 0), (0, 2), (2, 1), (0, 0)]
TRIPLES = [(0, 1, 2), (2, 0, 1), (0, 2, 2), (2, 1, 2), (1, 0, 1), (2, 0, 3)]


@given(columns, st.data(), st.sampled_from(PAIRS + TRIPLES))
def test_join_is_the_naive_join(
    first: list[int], data: st.DataObject, args: tuple[int, ...]
) -> None:
    solution = st.tuples(*[st.integers(0, 6)] * len(args))
    solutions = data.draw(st.lists(solution, max_size=15))
    second = data.draw(
        st.lists(st.integers(0, 6), min_size=len(first), max_size=len(first))
    )
    table = Bindings(
        {0: np.array(first, dtype=np.int32), 1: np.array(second, dtype=np.int32)}
    )
    relation = Relation(np.array(solutions, dtype=np.int32).reshape(-1, len(args)))
    joined = table.join(Pattern(Predicate("p", len(args)), args, ()), relation)
    found = sorted(
        zip(*(joined.columns[v].tolist() for v in sorted(joined.columns)), strict=True)
    )
    plain = [dict(enumerate(row)) for row in zip(first, second, strict=True)]
    wanted = naive_join(plain, args, set(solutions))
    assert found == sorted(tuple(row[v] for v in sorted(row)) for row in wanted)


@given(rows.filter(bool), rows)
def test_keys_know_which_rows_they_share(
    mine: list[tuple[int, int]], others: list[tuple[int, int]]
) -> None:
    def turned(pairs: list[tuple[int, int]]) -> list[np.ndarray]:
        return list(np.array(pairs, dtype=np.int32).reshape(-1, 2).T)

    keys = RowKeys(turned(mine))
    assert keys.among(turned(others)).tolist() == [row in others for row in mine]
    assert keys.contain(turned(others)).tolist() == [row in mine for row in others]


# Coverage, against Prolog itself


@pytest.fixture
def loaded() -> Iterator[list[Problem]]:
    problems: list[Problem] = []
    yield problems
    for problem in problems:
        free(problem)


@settings(max_examples=25)
@given(problem=train_problems())
def test_every_candidate_covers_what_swipl_says(
    tmp_path: Path, loaded: list[Problem], problem: dict[str, str]
) -> None:
    loaded.append(load(sources(tmp_path, **problem)))
    coverage = Coverage(loaded[-1])
    everything = coverage.positives | coverage.negatives
    found = coverage.refinements((), everything, 0)
    bodies, claimed = [], []
    for block in found.blocks:
        for step, covers in zip(block.steps, block.covers, strict=True):
            bodies.append(tuple(step))
            claimed.append(bits.indices(covers & everything, coverage.size).tolist())
    for column in found.columns:
        for op, rank in itertools.product(("=<", ">"), range(len(column.values))):
            bodies.append(column.step(op, rank))
            claimed.append(
                bits.indices(column.covers(op, rank), coverage.size).tolist()
            )
    assert [
        bits.indices(coverage.covers(b), coverage.size).tolist() for b in bodies
    ] == claimed
    assert ask_swipl(bodies, problem, tmp_path) == claimed


@settings(max_examples=12)
@given(problem=train_problems(), data=st.data())
def test_candidates_cached_for_more_examples_serve_for_fewer(
    tmp_path: Path, loaded: list[Problem], problem: dict[str, str], data: st.DataObject
) -> None:
    loaded.append(load(sources(tmp_path, **problem)))
    coverage = Coverage(loaded[-1])
    body = (Literal("has_car", (Var(0), Var(1))),)
    having = coverage.covers(body)
    coverage.refinements(body, having, 0)
    members = bits.indices(having, coverage.size).tolist()
    for _ in range(10):
        roles = data.draw(
            st.lists(
                st.sampled_from("pn-"), min_size=len(members), max_size=len(members)
            )
        )
        chosen = []
        for role in "pn":
            some = [m for m, r in zip(members, roles, strict=True) if r == role]
            flags = np.isin(np.arange(coverage.size), some)
            chosen.append(Examples(bits.pack(flags), coverage.size))
        active = chosen[0].bits | chosen[1].bits
        best = [
            Ranking(each.refinements(body, active, 0), *chosen, criterion).best()
            for criterion in (FOIL, Criterion(negations=True))
            for each in (coverage, Coverage(loaded[-1]))
        ]
        literals = [choice and choice.literals for choice in best]
        assert literals[::2] == literals[1::2]


def test_a_number_that_no_example_has_any_more_is_no_bound(
    tmp_path: Path, loaded: list[Problem]
) -> None:
    """The train with the lightest car is gone: nothing is above its weight then."""
    cars = "".join(f"has_car({train}, c{train}).\n" for train in "abcd")
    weights = "weight(ca, 1).\nweight(cb, 5).\nweight(cc, 7).\n"
    rest = "short(ca).\nclosed(ca).\ncolour(ca, red).\n"
    files = {"bk": TRAINS + cars + weights + rest, "neg": "east(d).\n"}
    pos = "east(a).\neast(b).\neast(c).\n"
    loaded.append(load(sources(tmp_path, **files, pos=pos)))
    coverage = Coverage(loaded[-1])
    body = (Literal("has_car", (Var(0), Var(1))),)
    everything = coverage.positives | coverage.negatives
    found = []
    for active in (everything, bits.pack(np.array([False, True, True, True]))):
        pos_, neg = active & coverage.positives, active & coverage.negatives
        sets = Examples(pos_, coverage.size), Examples(neg, coverage.size)
        choice = Ranking(coverage.refinements(body, active, 0), *sets).best()
        assert choice
        found.append(choice.literals[0])
    assert [str(f.bounds[0]) for f in found if isinstance(f, Threshold)] == [
        str(Bound("=<", Const("7")))
    ] * 2


def test_the_cache_of_bodies_is_limited(
    tmp_path: Path, loaded: list[Problem], monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = "has_car(a, c). has_car(b, d). short(c). weight(c, 1). weight(d, 2).\n"
    files = {"bk": TRAINS + facts + "closed(c). colour(d, red).\n"}
    loaded.append(load(sources(tmp_path, **files, pos="east(a).\n", neg="east(b).\n")))
    body = (Literal("has_car", (Var(0), Var(1))),)
    monkeypatch.setattr("fold_cli.coverage.relational.MAX_CACHED_BYTES", 0)
    coverage = Coverage(loaded[-1])
    everything = coverage.positives | coverage.negatives
    longer = (*body, Literal("short", (Var(1),)))
    coverage.refinements(body, everything, 0)
    coverage.refinements(longer, coverage.positives, 0)
    assert [key for key, _ in coverage._cache] == [longer]


def ask_swipl(
    bodies: list, problem: dict[str, str], directory: Path
) -> list[list[int]]:
    """Return which examples each body covers, by running it in plain swipl."""
    from fold_cli.theory.terms import Clause

    examples = (problem["pos"] + problem["neg"]).split()
    names = [example.removeprefix("east(").removesuffix(").") for example in examples]
    rules = [
        clause_text(Clause("east", 1, body)).replace(
            "east(X) :- ", f"rule({i}, X) :- ", 1
        )
        for i, body in enumerate(bodies)
    ]
    background = "\n".join(
        line for line in problem["bk"].splitlines() if ":- mode" not in line
    )
    program = directory / "bodies.pl"
    program.write_text(
        ":- style_check(-discontiguous).\n:- dynamic rule/2.\n"
        + background
        + "\n"
        + "\n".join(rules),
        encoding="utf-8",
    )
    lines = swipl("forall(rule(I, X), (print(I-X), nl))", files=(program,))
    found = {tuple(line.split("-")) for line in lines}
    return [
        [at for at, name in enumerate(names) if (str(i), name) in found]
        for i in range(len(bodies))
    ]


def test_a_rule_of_the_background_is_asked_with_its_inputs_known(
    tmp_path: Path,
) -> None:
    theory = theory_of(
        tmp_path,
        bk=":- modeh(1, big(+pack)). :- modeb(*, item(+pack, -thing)).\n"
        ":- modeb(1, heavy(+thing)).\n"
        "item(p1,a). item(p1,b). item(p2,c). item(p3,d).\n"
        "w(a,9). w(b,1). w(c,2). w(d,8).\n"
        "heavy(X) :- w(X, W), W > 5.\n",
        pos="big(p1). big(p3).\n",
        neg="big(p2).\n",
    )
    assert clauses(theory) == ["big(X) :- item(X, A), heavy(A)."]


def test_prolog_is_asked_once_for_each_predicate(tmp_path: Path) -> None:
    """However many clauses and refinements it takes, facts cross once."""
    cars = "".join(
        f"has_car(t{t},c{t}_{c}). weight(c{t}_{c},{(7 * t + 3 * c) % 11}).\n"
        + (f"short(c{t}_{c}).\n" if (t + c) % 3 else f"closed(c{t}_{c}).\n")
        for t in range(40)
        for c in range(3)
    )
    problem = load(
        sources(
            tmp_path,
            bk=":- dynamic colour/2.\n" + TRAINS + cars,
            pos="".join(f"east(t{t}).\n" for t in range(0, 40, 3)),
            neg="".join(f"east(t{t}).\n" for t in range(40) if t % 3),
        )
    )
    before = engine().calls
    coverage = Coverage(problem)
    rules = Learner(coverage).learn()
    free(problem)
    assert len(rules) > 2
    predicates, texts = 5, 60
    calls = engine().calls - before
    assert calls <= predicates + texts
    literals = sum(len(rule.body) for rule in rules)
    assert literals > 5
