"""Clauses with variables of their own, over relations, constants and numbers."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support import DATA, fold, learned, swipl

from fold_cli import bits
from fold_cli.coverage.blocks import Examples
from fold_cli.coverage.joins import Bindings
from fold_cli.coverage.keys import Keys
from fold_cli.coverage.patterns import Pattern
from fold_cli.coverage.relational import Coverage
from fold_cli.coverage.relations import Relation
from fold_cli.engine.prolog import engine
from fold_cli.files.loader import free, load
from fold_cli.files.sources import Sources
from fold_cli.search.gain import FOIL, Criterion
from fold_cli.search.learner import Learner
from fold_cli.search.nodes.ranking import Ranking
from fold_cli.search.options import Options
from fold_cli.theory.prolog_format import clause_text, to_prolog
from fold_cli.theory.terms import Bound, Const, Literal, Predicate, Threshold, Var
from fold_cli.use import learn as api

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fold_cli.files.problem import Problem
    from fold_cli.theory.theory import Theory

SLOW = settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)

TRAINS = """
:- modeh(1, east(+train)).
:- modeb(*, has_car(+train, -car)).
:- modeb(1, short(+car)).
:- modeb(1, closed(+car)).
:- modeb(1, colour(+car, #colour)).
:- modeb(1, weight(+car, -number)).
"""


def sources(directory: Path, **files: str) -> Sources:
    for name, text in files.items():
        (directory / f"{name}.pl").write_text(text, encoding="utf-8")
    paths = {name: str(directory / f"{name}.pl") for name in files}
    return Sources((paths["bk"],), paths["pos"], paths.get("neg"))


def theory_of(directory: Path, options: Options | None = None, **files: str) -> Theory:
    return api.learn(sources(directory, **files), options).theory


def clauses(theory: Theory) -> list[str]:
    return [clause_text(learned.clause) for learned in theory.clauses]


# Joins, against the obvious way

columns = st.lists(st.integers(0, 6), min_size=1, max_size=12)
rows = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=15)


def naive_join(
    table: list[dict[int, int]], args: tuple[int, ...], solutions: set[tuple[int, int]]
) -> list[dict[int, int]]:
    result = []
    for row, solution in itertools.product(table, sorted(solutions)):
        joined = dict(row)
        if all(
            joined.setdefault(a, v) == v for a, v in zip(args, solution, strict=True)
        ):
            result.append(joined)
    return result


@given(
    columns, st.data(), rows, st.sampled_from([(0, 1), (1, 0), (0, 2), (2, 1), (0, 0)])
)
def test_join_is_the_obvious_join(
    first: list[int], data: st.DataObject, solutions: list[tuple[int, int]], args
) -> None:
    second = data.draw(
        st.lists(st.integers(0, 6), min_size=len(first), max_size=len(first))
    )
    table = Bindings(
        {0: np.array(first, dtype=np.int32), 1: np.array(second, dtype=np.int32)}
    )
    relation = Relation(np.array(solutions, dtype=np.int32).reshape(-1, 2))
    joined = table.join(Pattern(Predicate("p", 2), args, ()), relation)
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

    keys = Keys(turned(mine))
    assert keys.among(turned(others)).tolist() == [row in others for row in mine]
    assert keys.contain(turned(others)).tolist() == [row in mine for row in others]


# Coverage, against Prolog itself


@st.composite
def train_problems(draw: st.DrawFn) -> dict[str, str]:
    """Trains with cars that are short, closed, coloured and heavy, or not."""
    trains = draw(st.integers(2, 7))
    facts, labels = [], []
    for train in range(trains):
        labels.append(draw(st.booleans()))
        for number in range(draw(st.integers(0, 3))):
            car = f"c{train}_{number}"
            facts.append(f"has_car(t{train}, {car}).")
            facts += [
                f"{p}({car})." for p in ("short", "closed") if draw(st.booleans())
            ]
            if draw(st.booleans()):
                facts.append(
                    f"colour({car}, {draw(st.sampled_from(['red', 'blue']))})."
                )
            for weight in draw(st.sets(st.integers(1, 9), max_size=2)):
                facts.append(f"weight({car}, {weight}).")
    labels[0], labels[1] = True, False
    dynamic = ":- dynamic has_car/2, short/1, closed/1, colour/2, weight/2.\n"
    return {
        "bk": dynamic + TRAINS + "\n".join(facts) + "\n",
        "pos": "".join(f"east(t{t}).\n" for t, yes in enumerate(labels) if yes),
        "neg": "".join(f"east(t{t}).\n" for t, yes in enumerate(labels) if not yes),
    }


@pytest.fixture
def loaded() -> Iterator[list[Problem]]:
    problems: list[Problem] = []
    yield problems
    for problem in problems:
        free(problem)


@SLOW
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


@SLOW
@given(problem=train_problems(), data=st.data())
def test_what_was_found_with_more_examples_serves_for_fewer(
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
        told = [choice and choice.literals for choice in best]
        assert told[::2] == told[1::2]


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


def test_what_is_remembered_of_bodies_is_limited(
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


@SLOW
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


# What it is for


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


# Recursion


def family(size: int) -> tuple[str, str]:
    parents = {child: max(0, child - 1 - child * 7 % 20) for child in range(1, size)}
    bk = "".join(f"parent(p{p}, p{c}).\n" for c, p in parents.items())
    pos = []
    for child in parents:
        ancestor = parents[child]
        pos.append((ancestor, child))
        while ancestor in parents:
            ancestor = parents[ancestor]
            pos.append((ancestor, child))
    return bk, "".join(f"ancestor(p{a}, p{c}).\n" for a, c in pos)


def test_ancestor_from_parent(tmp_path: Path) -> None:
    bk, pos = family(300)
    modes = (
        ":- modeh(1, ancestor(+person, +person)).\n"
        ":- modeb(*, parent(+person, -person)).\n"
        ":- modeb(*, ancestor(+person, +person)).\n"
    )
    theory = theory_of(tmp_path, bk=modes + bk, pos=pos)
    assert set(clauses(theory)) == {
        "ancestor(X, Y) :- parent(X, Y).",
        "ancestor(X, Y) :- parent(X, A), ancestor(A, Y).",
    }
    assert ":- table ancestor/2." in to_prolog(theory)


def closure(edges: set[tuple[str, str]]) -> set[tuple[str, str]]:
    reached = set(edges)
    while True:
        new = {(a, d) for a, b in reached for c, d in edges if b == c} - reached
        if not new:
            return reached
        reached |= new


def test_path_on_a_graph_with_cycles_has_something_to_start_from(
    tmp_path: Path,
) -> None:
    """In a cycle the recursive clause explains everything by everything else."""
    edges = {
        ("a", "b"),
        ("b", "c"),
        ("c", "a"),
        ("c", "d"),
        ("d", "e"),
        ("f", "f"),
        ("e", "g"),
    }
    (tmp_path / "bk.pl").write_text(
        "".join(f"edge({a},{b}).\n" for a, b in sorted(edges))
    )
    (tmp_path / "pos.pl").write_text(
        "".join(f"path({a},{b}).\n" for a, b in sorted(closure(edges)))
    )
    text = learned("bk.pl", "pos.pl", "--recursion", cwd=tmp_path)
    rules = {line for line in text.splitlines() if line and line[0] not in "%:"}
    assert rules == {
        "path(X, Y) :- edge(X, Y).",
        "path(X, Y) :- edge(X, A), path(A, Y).",
    }
    (tmp_path / "theory.pl").write_text(text)
    lines = swipl(
        "forall(path(X, Y), (print(X-Y), nl))",
        files=(tmp_path / "bk.pl", tmp_path / "theory.pl"),
    )
    assert {tuple(line.split("-")) for line in lines} == closure(edges)


def test_reachability_except_through_closed_towns(tmp_path: Path) -> None:
    """A default that recurses, and its exception."""
    roads = {
        *itertools.pairwise("abcde"),
        *itertools.pairwise("afghe"),
        *itertools.pairwise("eij"),
        *itertools.pairwise("cklma"),
    }
    closed = {"c", "g"}
    wanted = closure({(a, b) for a, b in roads if a not in closed})
    bk = "".join(f"road({a},{b}).\n" for a, b in sorted(roads))
    (tmp_path / "bk.pl").write_text(bk + "closed(c).\nclosed(g).\n")
    (tmp_path / "pos.pl").write_text(
        "".join(f"reach({a},{b}).\n" for a, b in sorted(wanted))
    )
    text = learned("bk.pl", "pos.pl", "--recursion", cwd=tmp_path)
    assert "reach(X, Y) :- road(X, Y), \\+ ab0(X, Y)." in text
    assert "ab0(X, _) :- closed(X)." in text
    (tmp_path / "theory.pl").write_text(text)
    pairs = ",".join(
        f"{a}-{b}" for a, b in itertools.product("abcdefghijklm", repeat=2)
    )
    lines = swipl(
        f"forall((member(X-Y, [{pairs}]), reach(X, Y)), (print(X-Y), nl))",
        files=(tmp_path / "bk.pl", tmp_path / "theory.pl"),
    )
    assert {tuple(line.split("-")) for line in lines} == wanted


def test_no_recursion_unless_it_is_allowed(tmp_path: Path) -> None:
    bk, pos = family(12)
    theory = theory_of(tmp_path, bk=bk, pos=pos)
    assert not theory.recursive


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
