"""Background knowledge that recurses, with and without negation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import fold, swipl, write_files, write_problem

from fold_cli.engine.prolog import engine
from fold_cli.errors import InputError
from fold_cli.files.loader import free, load
from fold_cli.files.sources import Sources
from fold_cli.theory.formats.prolog_format import clause_text
from fold_cli.use.learning.learn import learn

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from support import Write


GAME = "win(X) :- move(X, Y), \\+ win(Y).\n"
NO_DRAW = "move(a,b). move(b,c). move(c,d). move(a,d). move(e,a). move(f,e).\n"
DRAW = NO_DRAW + "move(g,h). move(h,g).\n"


@pytest.fixture
def rules(write: Write) -> Callable[[str, str, str], list[str]]:
    """Return a function that learns from background, positives and negatives."""

    def learn_rules(background: str, positives: str, negatives: str) -> list[str]:
        sources = Sources(
            (str(write("bk.pl", background)),),
            str(write("pos.pl", positives)),
            str(write("neg.pl", negatives)),
        )
        theory = learn(sources).theory
        return [clause_text(learned.clause) for learned in theory.clauses]

    return learn_rules


Rules = "Callable[[str, str, str], list[str]]"


def test_a_game_without_draws_is_learned_from(rules: Rules) -> None:
    found = rules(GAME + NO_DRAW, "f(a). f(c). f(f).", "f(b). f(d). f(e).")
    assert found == ["f(X) :- win(X)."]


def test_negation_of_the_game_holds_of_who_loses(rules: Rules) -> None:
    lost = "lost(X) :- move(_, X), \\+ win(X).\n"
    modes = ":- modeh(1, f(+p)). :- modeb(1, lost(+p)).\n"
    found = rules(modes + GAME + lost + NO_DRAW, "f(b). f(d). f(e).", "f(a). f(c).")
    assert found == ["f(X) :- lost(X)."]


def test_a_draw_is_an_error_that_names_the_atom_and_the_rules(rules: Rules) -> None:
    with pytest.raises(InputError) as error:
        rules("\n" + GAME + DRAW, "f(a). f(g).", "f(b). f(d).")
    assert error.value.line == 2
    assert "win(g) is neither true nor false" in error.value.message
    assert "bk.pl:2" in error.value.message


def test_a_draw_called_by_another_rule_is_found(rules: Rules) -> None:
    lost = "lost(X) :- move(_, X), \\+ win(X).\n"
    modes = ":- modeh(1, f(+p)). :- modeb(1, lost(+p)).\n"
    with pytest.raises(InputError, match=r"win\([gh]\) is neither true nor false"):
        rules(modes + lost + GAME + DRAW, "f(b). f(d).", "f(a). f(g).")


def test_a_draw_that_no_example_meets_does_no_harm(rules: Rules) -> None:
    found = rules(GAME + DRAW, "f(a). f(c). f(f).", "f(b). f(d). f(e).")
    assert found == ["f(X) :- win(X)."]


def test_even_and_odd_through_negation(rules: Rules) -> None:
    numbers = "".join(f"next(n{i}, n{i + 1}).\n" for i in range(8))
    parity = (
        "even(n0).\n"
        "even(N) :- next(M, N), odd(M).\n"
        "odd(N) :- next(_, N), \\+ even(N).\n"
    )
    modes = ":- modeh(1, f(+n)). :- modeb(1, even(+n)).\n"
    found = rules(
        modes + numbers + parity, "f(n0). f(n4). f(n8).", "f(n1). f(n3). f(n7)."
    )
    assert found == ["f(X) :- even(X)."]


def test_left_recursion_over_a_cycle_terminates(rules: Rules) -> None:
    background = (
        ":- modeh(1, f(+n, +n)). :- modeb(1, path(+n, +n)).\n"
        "path(X, Y) :- path(X, Z), edge(Z, Y).\n"
        "path(X, Y) :- edge(X, Y).\n"
        "edge(a,b). edge(b,c). edge(c,a). edge(d,a).\n"
    )
    found = rules(background, "f(a,a). f(d,c). f(b,a).", "f(a,d). f(d,d).")
    assert found == ["f(X, Y) :- path(X, Y)."]


@pytest.mark.parametrize(
    ("rules_", "told"),
    [
        ("path(X, Y) :- edge(X, Y).\npath(X, Y) :- path(X, Z), edge(Z, Y).\n", True),
        (":- table path/2.\npath(X, Y) :- path(Y, X).\npath(a, b).\n", False),
        ("path(X, Y) :- edge(X, Z), path(Z, Y).\npath(X, Y) :- edge(X, Y).\n", False),
        ("path([_|T], Y) :- path(T, Y).\npath(X, Y) :- edge(X, Y).\n", False),
    ],
    ids=["left", "tabled", "right", "into-a-part"],
)
def test_what_may_never_end_in_swipl_is_told(
    rules_: str, told: bool, tmp_path: Path
) -> None:
    files = {"bk.pl": f"{rules_}edge(a, b). edge(b, c).\n", "pos.pl": "f(a).\n"}
    write_files(tmp_path, files)
    result = fold("learn", "bk.pl", "pos.pl", cwd=tmp_path)
    assert ("path/2 calls itself before anything else" in result.stderr) == told
    if told:
        assert "bk.pl:2: path/2" in result.stderr
        assert "add ':- table path/2.' to the file" in result.stderr


def test_mutual_recursion_over_a_cycle_terminates(rules: Rules) -> None:
    background = (
        ":- modeh(1, f(+n)). :- modeb(1, here(+n)).\n"
        "here(X) :- there(X).\nthere(X) :- edge(X, Y), here(Y).\nhere(c).\n"
        "edge(a,b). edge(b,a). edge(b,c). edge(x,y). edge(y,x).\n"
    )
    assert rules(background, "f(a). f(c).", "f(x). f(y).") == ["f(X) :- here(X)."]


@pytest.mark.parametrize(
    ("rule", "tabled"),
    [
        ("len([], 0).\nlen([_|T], N) :- len(T, M), N is M + 1.\n", False),
        ("p(X) :- findall(Y, (e(X, Y), p(Y)), _).\n", False),
        ("p(X) :- e(X, Y), p(Y).\n", True),
        ("p([_|T], X) :- p(T, [X]).\np(X, [_|T]) :- p([X], T).\n", True),
        ("p(X) :- e(X, Y), q(Y).\n", False),
    ],
    ids=[
        "into-a-part",
        "findall",
        "along-an-edge",
        "now-here-now-there",
        "no-recursion",
    ],
)
def test_what_is_tabled(write: Write, rule: str, tabled: bool) -> None:
    background = write("bk.pl", rule + "e(a, b).\nq(b).\n")
    problem = load(Sources((str(background),), str(write("pos.pl", "f(a).\n"))))
    count = engine().call("fold_table", "tabled_predicates", problem.module)
    free(problem)
    assert bool(count) == tabled


def test_a_problem_can_be_forgotten_and_read_again(rules: Rules) -> None:
    for _ in range(3):
        found = rules(GAME + NO_DRAW, "f(a). f(c). f(f).", "f(b). f(d). f(e).")
        assert found == ["f(X) :- win(X)."]


def test_a_background_may_have_names_like_those_of_shadows(rules: Rules) -> None:
    taken = "'win$wfs'(b). 'win$wfs$'(d).\n"
    found = rules(GAME + NO_DRAW + taken, "f(a). f(c). f(f).", "f(b). f(d). f(e).")
    assert found == ["f(X) :- win(X)."]


def test_converted_files_are_tabled_as_the_files_were(
    write: Write, tmp_path: Path
) -> None:
    bk = write(
        "bk.pl",
        ":- table (path)/2, odd/1.\n:- table('Other one'/1).\n:- table word//0.\n"
        "word --> word, [a].\nword --> [b].\n"
        "path(X, Y) :- path(X, Z), edge(Z, Y).\npath(X, Y) :- edge(X, Y).\n"
        "odd(b).\n'Other one'(a).\nedge(a, b). edge(b, a). edge(c, d).\n",
    )
    pos, neg = write("pos.pl", "t(a).\nt(b).\n"), write("neg.pl", "t(c).\nt(d).\n")
    assert fold("convert", bk, pos, neg, "-o", tmp_path / "out").returncode == 0
    text = (tmp_path / "out" / "bk.pl").read_text(encoding="utf-8")
    for each in ("path/2", "odd/1", "'Other one'/1", "word/2"):
        assert f":- table {each}.\n" in text
    goal = "forall(path(a, X), (print(X), nl))"
    assert sorted(swipl(goal, files=(tmp_path / "out" / "bk.pl",))) == ["a", "b"]


TNOT = {
    "facts": ":- table z/1.\nz(b).\np(X) :- q(X), tnot(z(X)).\n",
    "rule": ":- table z/1.\nz(X) :- m(X, _).\np(X) :- q(X), tnot(z(X)).\n",
    "twice": ":- table z/1, y/1.\nz(X) :- m(X, _), tnot(y(X)).\ny(c).\n"
    "p(X) :- q(X), tnot(z(X)).\n",
    "game": ":- table z/1.\nz(X) :- m(X, Y), tnot(z(Y)).\np(X) :- q(X), tnot(z(X)).\n",
}


@pytest.mark.parametrize("rules", TNOT.values(), ids=TNOT)
def test_tnot_asks_what_is_declared_as_tabled(
    rules: str, write: Write, tmp_path: Path
) -> None:
    """It need not recurse; swipl tables it."""
    write("bk.pl", f"q(a). q(b). q(c).\nm(b, n).\n{rules}")
    write("pos.pl", "t(a). t(c).\n")
    write("neg.pl", "t(b).\n")
    result = fold("learn", "bk.pl", "pos.pl", "neg.pl", cwd=tmp_path)
    assert "\nt(X) :- p(X).\n" in result.stdout, result.stderr
    assert "left out" not in result.stderr
    write("theory.pl", result.stdout)
    files = (tmp_path / "bk.pl", tmp_path / "theory.pl")
    assert swipl("forall(t(X), (print(X), nl))", files=files) == ["a", "c"]


def test_tnot_of_what_is_not_tabled_is_an_error(write: Write, tmp_path: Path) -> None:
    write(
        "bk.pl",
        ":- table k/1.\nk(a).\nq(a). q(b).\np(X) :- q(X), tnot(k0(X)).\nk0(b).\n",
    )
    write("pos.pl", "t(a).\n")
    write("neg.pl", "t(b).\n")
    result = fold("learn", "bk.pl", "pos.pl", "neg.pl", cwd=tmp_path)
    assert "p/1 is left out of the rules: bk.pl:4: " in result.stderr
    assert "not tabled" in result.stderr


PATH = "path(X, Y) :- edge(X, Y).\npath(X, Y) :- edge(X, Z), path(Z, Y).\n"
NO_WAY = "away(X) :- node(X), \\+ path(X, a).\n"
NODES = "node(a). node(b). node(c). node(d).\n"
CYCLE = "edge(a,b). edge(b,a). edge(c,d). edge(d,c).\n"
CHAIN = "edge(b,a). edge(c,d).\n"
NO_MARK = (
    "away(X) :- node(X), \\+ reached(X).\nreached(X) :- path(X, Y), mark(Y).\n"
    "mark(a).\n"
)
CYCLES = (
    "edge(b,a). edge(c,d). edge(d,e). edge(e,c). edge(f,g). edge(g,h). edge(d,c).\n"
    "edge(e,f). edge(h,i).\n"
)


@pytest.mark.parametrize(
    ("background", "warned"),
    [
        pytest.param(PATH + NO_WAY + NODES + CYCLE, True, id="cycle"),
        pytest.param(PATH + NO_MARK + NODES + CYCLES, True, id="deep"),
        pytest.param(PATH + NO_WAY + NODES + CHAIN, False, id="chain"),
        pytest.param(
            ":- table path/2.\n" + PATH + NO_WAY + NODES + CYCLE, False, id="tabled"
        ),
        pytest.param(
            PATH + "away(c). away(d).\n" + NODES + CYCLE, False, id="not-used"
        ),
    ],
)
def test_what_ends_by_tables_that_swipl_lacks_is_told(
    background: str, warned: bool, tmp_path: Path
) -> None:
    modes = ":- modeh(1, t(+n)). :- modeb(1, away(+n)).\n"
    write_problem(tmp_path, modes + background, "t(c). t(d).\n", "t(b).\n")
    files = ("bk.pl", "pos.pl", "neg.pl")
    learned = fold("learn", *files, "-o", "theory.pl", cwd=tmp_path)
    judged = fold("evaluate", "theory.pl", *files, cwd=tmp_path)
    predicted = fold("predict", "theory.pl", *files[:2], cwd=tmp_path)
    for result in (learned, judged, predicted):
        assert result.returncode == 0
        assert ("add ':- table path/2.' to the file" in result.stderr) is warned
