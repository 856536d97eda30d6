"""Tasks as Prolog files and back, and theories and backgrounds for plain clingo."""

from __future__ import annotations

import random
import re
import subprocess
from typing import TYPE_CHECKING

import clingo
import pytest
from support import PATIENCE, ROOT, fold, printed

if TYPE_CHECKING:
    from pathlib import Path

TASK = """#const n = 4.
num(1..n).
even(X) :- num(X), X \\ 2 = 0.
place((1,2)). name(1, "one"). list((a,(b,()))). first(H) :- list((H,_)).
odd(X) :- num(X), not even(X).
reach(X, Y) :- reach(X, Z), next(Z, Y).
reach(X, Y) :- next(X, Y).
next(X, X+1) :- num(X), X < n.
#neg({t(1)}, {}).
#neg({}, {t(2)}).
#neg({t(3), even(2)}, {}).
#neg({t(1), t(4)}, {}).
#pos({t(4), num(1)}, {num(7)}).
#modeh(t(var(n))).
#modeb(even(var(n))).
#modeb(odd(var(n))).
#modeb(reach(var(n), var(n))).
"""


def rules(text: str) -> list[str]:
    return [line for line in text.splitlines() if line and line[0] not in "%:"]


def atoms_of_clingo(program: str) -> set[str]:
    control = clingo.Control()
    control.add("base", [], program)
    control.ground([("base", [])])
    return {str(atom.symbol).replace(" ", "") for atom in control.symbolic_atoms}


def atoms_of_swipl(path: Path, predicates: str) -> set[str]:
    goal = (
        f"forall((member(N/A, [{predicates}]), functor(G, N, A), call(G)), "
        "(write_term(G, [quoted(true), ignore_ops(true)]), nl))"
    )
    ran = ["swipl", "-q", "-g", goal, "-t", "halt", str(path)]
    found = subprocess.run(
        ran, capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    return {line.replace(" ", "") for line in found.stdout.splitlines()}


def test_a_task_about_one_model_as_prolog(tmp_path: Path) -> None:
    (tmp_path / "t.las").write_text(TASK)
    printed("convert", "t.las", "-o", "d", cwd=tmp_path)
    assert (tmp_path / "d" / "pos.pl").read_text() == "t(4).\nt(2).\n"
    assert (tmp_path / "d" / "neg.pl").read_text() == "t(1).\nt(3).\n"
    by_fold = rules(printed("learn", "-q", "d", cwd=tmp_path))
    assert by_fold == ["t(X) :- even(X)."]
    assert rules(printed("learn", "-q", "t.las", cwd=tmp_path)) == by_fold
    args = ("learn", "-q", "t.las", "--semantics", "one")
    assert rules(printed(*args, cwd=tmp_path)) == by_fold
    background = "\n".join(x for x in TASK.splitlines() if not re.match("#[nmp]", x))
    predicates = "even/1, odd/1, first/1, name/2, next/2"
    known = {
        atom
        for atom in atoms_of_clingo(background)
        if re.match(r"(even|odd|first|name|next)\(", atom)
    }
    assert atoms_of_swipl(tmp_path / "d" / "bk.pl", predicates) == known


POOLS = """t(1;a,b). u(1..3;7). v((a;b),c). w(f(1;2)).
s(X;a) :- u(X). s(9).
r(X) :- u(X); w(f(X;7)).
m(|X|, X**2, X&1, X?4, X^1) :- X = (-2;3).
b(X) :- u(X), X < #sup.
"""


def test_pools_and_arithmetic_as_facts_and_clauses(tmp_path: Path) -> None:
    task = "#pos({q(1)}, {q(7)}).\n#modeh(q(var(n))).\n#modeb(u(var(n))).\n"
    (tmp_path / "t.las").write_text(POOLS + task)
    printed("convert", "t.las", "-o", "d", cwd=tmp_path)
    predicates = "t/1, t/2, u/1, v/2, w/1, s/1, r/1, m/5, b/1"
    found = atoms_of_swipl(tmp_path / "d" / "bk.pl", predicates)
    assert found == atoms_of_clingo(POOLS)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("-num(9).", "Prolog has no -num(9)"),
        ("#pos({t(1)}, {}, {a.}).", "an example has a context"),
        ("#pos(e@3, {t(2)}, {}).", "an example has a penalty"),
        ("#neg({t(5), t(6)}, {}).", "about several atoms at once"),
        ("#pos({num(9)}, {}).", "num(9) is not so already"),
        ("#neg({num(1)}, {}).", "a negative example holds whatever is learned"),
        ("{ q }.", "a choice or disjunction"),
        (":- num(3).", "a constraint"),
        ("a :- not b. b :- not a.", "several stable models"),
        ("#modeha(q).", "a choice may be learned"),
        ("#modeh(u(var(n))).", "it learns 2 predicates (t/1, u/1), not one"),
        ("g(X) :- num(X), t(X+1).", "Prolog does not read (X+1) as clingo does"),
        ("w((1,2,3)).", "no tuple such as (1,2,3)"),
        ("#modeb(e(f(var(n)))). e(f(1)).", "a term for an argument"),
    ],
)
def test_what_prolog_files_cannot_say(tmp_path: Path, line: str, words: str) -> None:
    (tmp_path / "t.las").write_text(f"{TASK}{line}\n")
    result = fold("convert", "t.las", "-o", "d", cwd=tmp_path)
    assert result.returncode == 1
    assert "cannot say this task: " in result.stderr
    assert words in result.stderr
    place = "" if "stable models" in words else ":18"
    assert result.stderr.startswith(f"fold: error: t.las{place}: ")
    assert not (tmp_path / "d").exists()


PROBLEMS = ["birds", "nested_exceptions", "popper_towers", "aleph_vehicles"]


@pytest.mark.parametrize("name", PROBLEMS)
def test_prolog_files_as_a_task_for_both_learners(name: str, tmp_path: Path) -> None:
    problem = ROOT / "tests" / "problems" / name
    printed("convert", str(problem), "-o", "t.las", cwd=tmp_path)
    before = rules(printed("learn", "-q", str(problem), cwd=tmp_path))
    assert rules(printed("learn", "-q", "t.las", cwd=tmp_path)) == before
    stable = ("--semantics", "stable")
    printed("learn", "-q", "t.las", *stable, "-o", "p.lp", cwd=tmp_path)
    found = printed("evaluate", "p.lp", "t.las", *stable, cwd=tmp_path)
    assert found == "right: 1 of 1 examples\n"


def scaled(atom: str, scale: int) -> str:
    """Return an atom of swipl as clingo has it: numbers scaled, quotes doubled."""
    number = re.compile(r"(?<![\w'])-?\d+(\.\d+)?(?![\w'])")
    text = number.sub(lambda m: str(round(float(m[0]) * scale)), atom)
    return text.replace("'", '"')


@pytest.mark.parametrize("seed", range(4))
def test_a_theory_says_the_same_in_clingo(seed: int, tmp_path: Path) -> None:
    """Random facts with decimals, quoted atoms and compounds, judged by both."""
    rng = random.Random(seed)
    names = ["ann", "'Bob Lee'", "f(x, 1)", "g('a b', [c, 2.5])", "dan", "eve", "7"]
    facts, pos, neg = [], [], []
    for name in names:
        size = rng.choice([-1.25, 0.5, 2, 2.75, 4.0, 10])
        kind = rng.choice(["red", "'dark red'", "h(1.5)"])
        facts += [f"size({name}, {size}).", f"kind({name}, {kind})."]
        wanted = size > 2 or kind == "h(1.5)"
        (pos if wanted else neg).append(f"t({name}).")
    for file, lines in (("bk", facts), ("pos", pos), ("neg", neg)):
        (tmp_path / f"{file}.pl").write_text("\n".join(sorted(lines)) + "\n")
    if not pos or not neg:
        pytest.skip("one class")
    files = ("bk.pl", "pos.pl", "neg.pl")
    printed("learn", "-q", *files, "-o", "t.pl", cwd=tmp_path)
    scale = ("--scale", "100")
    printed("show", "t.pl", "--format", "asp", *scale, "-o", "t.lp", cwd=tmp_path)
    printed("convert", *files, "-o", "bk.lp", *scale, cwd=tmp_path)
    program = "".join((tmp_path / f).read_text() for f in ("bk.lp", "t.lp"))
    found = {a for a in atoms_of_clingo(program) if a.startswith("t(")}
    both = tmp_path / "both.pl"
    both.write_text("".join((tmp_path / f).read_text() for f in ("bk.pl", "t.pl")))
    wanted_atoms = {scaled(a, 100) for a in atoms_of_swipl(both, "t/1")}
    lists = {atom.replace("[c,250]", "(c,(250,()))") for atom in wanted_atoms}
    assert found == lists
    assert "% scale: all numbers are 100 times" in (tmp_path / "t.lp").read_text()


@pytest.mark.parametrize(
    ("theory", "scale", "words"),
    [
        ("t(X) :- s(X, A), A =< 2.45.", "10", "the number 2.45 times 10"),
        ("t(X) :- s(X, A), A =< 2.45.", "1", "--scale 100 makes this one whole"),
        ("t(X) :- s(X, 0.5).", "1000000000", None),
        ("t(X) :- s(X, 5).", "1000000000", "5 times 1000000000"),
        ("t(X) :- s(X, 1), s(X, 1.0).", "10", "1 and 1.0 would be one term"),
        ("t(X) :- s(X, [a]), s(X, (a, b)).", "1", "would be the same for clingo"),
    ],
)
def test_scales(theory: str, scale: str, words: str | None, tmp_path: Path) -> None:
    (tmp_path / "t.pl").write_text(f"{theory}\n")
    args = ("show", "t.pl", "--format", "asp", "--scale", scale)
    result = fold(*args, cwd=tmp_path)
    assert result.returncode == (0 if words is None else 1)
    assert (words or "") in result.stderr


def test_usage(tmp_path: Path) -> None:
    (tmp_path / "t.pl").write_text("t(X) :- p(X).\n")
    for args in (
        ("show", "t.pl", "--scale", "10"),
        ("learn", "t.pl", "t.pl", "--scale", "10"),
        ("convert", "t.pl", "t.pl", "-o", "d", "--scale", "10"),
        ("convert", "t.pl", "t.pl", "-o", "d", "--semantics", "stable"),
    ):
        assert fold(*args, cwd=tmp_path).returncode == 2
    (tmp_path / "x.las").write_text(TASK)
    result = fold("convert", "x.las", "-o", "x.las", cwd=tmp_path)
    assert "is an input as well" in result.stderr
