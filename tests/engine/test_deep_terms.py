"""Terms of any depth and size, wherever one can stand: an error, never a crash.

Prolog recurses in C when it reads, writes and compiles terms. All commands run in one
process, which a crash would end.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from support import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from worker import Worker

N = 60_000
"""Levels at which Prolog's recursion in C takes more stack than there is."""

DEEP = {
    "compound": "f(" * N + "a" + ")" * N,
    "first argument": "f(" * N + "a" + ",b)" * N,
    "last argument": "f(b," * N + "a" + ")" * N,
    "list": "[" * N + "]" * N,
    "tail": "[a|" * N + "[]" + "]" * N + "-" + "[" * N + "]" * N,
    "curly": "{" * N + "a" + "}" * N,
    "brackets": "(" * N + "a" + ")" * N,
    "prefix": "- " * N + "1",
    "negation": r"\+ " * N + "a",
    "left operator": "1+" * N + "1",
    "right operator": "a:" * N + "b",
    "conjunction": "(" + "a," * N + "b)",
    "disjunction": "(" + "a;" * N + "b)",
    "condition": "(a->" * N + "b" + ")" * N,
    "dict": "_{a:" * N + "1" + "}" * N,
    "open": "f(" * N,
    "radix": "f(16'a, " + "f(" * N + "a" + ")" * N + ", 16'b)",
    "character": "f(0'', " + "[" * N + "]" * N + ", 0'')",
    "below zero": ")" * N + "f(" * N,
    "cell": "'" + "(" * N + "', " + "[" * N + "]" * N,
}
PLAIN = {
    "bk.pl": "bird(a). bird(b). cat(c). a. b. f(_). f(_, _).\n",
    "pos.pl": "fly(a).\nfly(b).\n",
    "neg.pl": "fly(c).\n",
    "theory.pl": "fly(X) :- bird(X).\n",
    "popper/bk.pl": "bird(a). bird(b). cat(c).\n",
    "popper/exs.pl": "pos(fly(a)).\npos(fly(b)).\nneg(fly(c)).\n",
    "popper/bias.pl": "head_pred(fly,1).\nbody_pred(bird,1).\n",
    "parts.pl": ":- include('inner').\nbird(a). bird(b). cat(c).\n",
    "inner.pl": "",
    "learn.las": "#modeh(fly(var(x))).\n#modeb(bird(var(x))).\n#pos({fly(a)}, {}).\n",
}
LEARN = ["learn", "bk.pl", "pos.pl", "neg.pl"]
EVALUATE = ["evaluate", "theory.pl", "bk.pl", "pos.pl", "neg.pl"]
PLACES: dict[str, tuple[str, str, list[str]]] = {
    "fact": ("bk.pl", "p(a, TERM).", LEARN),
    "body": ("bk.pl", "p(X) :- bird(X), TERM.", LEARN),
    "argument": ("bk.pl", "q(_).\np(X) :- bird(X), q(TERM).", LEARN),
    "grammar": ("bk.pl", "p --> TERM.", LEARN),
    "directive": ("bk.pl", ":- TERM.", LEARN),
    "mode": ("bk.pl", ":- modeb(*, bird(TERM)).", LEARN),
    "setting": ("bk.pl", ":- set(clauselength, TERM).", LEARN),
    "sentence": ("bk.pl", ":- pred bird(X) :: TERM.", LEARN),
    "converted": ("bk.pl", "p(a, TERM).", ["convert", *LEARN[1:], "-o", "out"]),
    "trusted": ("bk.pl", "p(a, TERM).", [*LEARN, "--trust"]),
    "included": ("inner.pl", "p(a, TERM).", ["learn", "parts.pl", *LEARN[2:]]),
    "example": ("pos.pl", "fly(TERM).", LEARN),
    "no example": ("neg.pl", "TERM.", LEARN),
    "theory": ("theory.pl", "fly(X) :- bird(X), X \\= TERM.", EVALUATE),
    "rendered": ("theory.pl", "fly(X) :- bird(X), X \\= TERM.", ["show", "theory.pl"]),
    "aleph": ("bk.pl", ":- set(i, TERM).", [*LEARN, "--dialect", "aleph"]),
    "popper example": ("popper/exs.pl", "pos(fly(TERM)).", ["learn", "popper"]),
}
BUILT = {
    "fold": "numlist(1, 60000, L), foldl(wrap, L, X, Y)",
    "recursion": "deep(60000, Y)",
    "univ": "numlist(1, 60000, L), foldl(univ, L, X, Y)",
    "operator": "numlist(1, 60000, L), foldl(minus, L, X, Y)",
    "sorted": "deep(60000, A), deep(50000, B), msort([A, B], [Y|_])",
    "collected": "findall(Z, deep(60000, Z), [Y])",
    "set": "setof(Z, deep(60000, Z), [Y])",
    "copied": "deep(60000, Z), copy_term(Z, Y)",
    "list": "deep(60000, Z), append([a], [Z], Y)",
    "tabled": "deep(60000, Z), tabled(Z, Y)",
    "shared": "numlist(1, 20, L), foldl(double, L, X, Y)",
    "text": "numlist(1, 24, L), foldl(twice, L, X, Y)",
}
BUILDING = r"""
:- table tabled/2.
:- modeh(1, fly(+x)).
:- modeb(*, has(+x, #y)).
:- modeb(*, bird(+x)).
bird(a). bird(b). cat(c).
wrap(_, X, s(X)).
univ(_, X, Y) :- Y =.. [s, X].
minus(_, X, X - 1).
double(_, X, f(X, X)).
twice(_, X, Y) :- atom_concat(X, X, Y).
deep(0, a) :- !.
deep(N, f(X, b)) :- N > 0, M is N - 1, deep(M, X).
tabled(X, f(X)).
"""


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    write_files(tmp_path, PLAIN)
    return tmp_path


def check(worker: Worker, args: list[str], directory: Path, what: str) -> str:
    """Run a command that may fail; return what it says, one error in one line."""
    result = worker.run(args, directory)
    assert result.code in (0, 1), (what, result.err[:500])
    assert len(result.err) < 3000, what
    assert "Traceback" not in result.err, (what, result.err)
    assert "unexpected error" not in result.err, (what, result.err)
    assert result.err.count("fold: error:") == result.code, (what, result.err)
    return result.err


@pytest.mark.parametrize("place", PLACES)
def test_a_deep_term_in_a_file(place: str, plain: Path, worker: Worker) -> None:
    name, line, args = PLACES[place]
    for kind, term in DEEP.items():
        (plain / name).write_text(f"{PLAIN[name]}{line.replace('TERM', term)}\n")
        err = check(worker, args, plain, f"{place}: {kind}")
        if place == "fact" and kind not in ("cell", "below zero"):
            assert "fold: error: bk.pl:2: a term is nested more than 5000" in err, kind


LEVELS = 10_000
"""Ten times as deep as functions of Python may call each other."""

DEEP_FOR_PYTHON = {
    "compound": "f(" * LEVELS + "a" + ")" * LEVELS,
    "list": "[" * LEVELS + "]" * LEVELS,
    "curly": "{" * LEVELS + "a" + "}" * LEVELS,
    "brackets": "(" * LEVELS + "a" + ")" * LEVELS,
    "prefix": "- " * LEVELS + "1",
}


@pytest.mark.parametrize("kind", DEEP_FOR_PYTHON)
def test_a_deep_term_that_python_reads(kind: str, plain: Path, worker: Worker) -> None:
    for name, line, args in (
        ("popper/bias.pl", "type(bird, (TERM,)).", ["learn", "popper"]),
        ("popper/bias.pl", ":- body_pred(TERM, _).", ["learn", "popper"]),
        ("learn.las", "bird(TERM).", ["learn", "learn.las"]),
        ("learn.las", "#modeb(bird(TERM)).", ["learn", "learn.las"]),
    ):
        text = f"{PLAIN[name]}{line.replace('TERM', DEEP_FOR_PYTHON[kind])}\n"
        (plain / name).write_text(text)
        check(worker, args, plain, f"{kind}: {line}")
        (plain / name).write_text(PLAIN[name])


@pytest.mark.parametrize("kind", DEEP)
def test_a_deep_term_in_other_text(kind: str, plain: Path, worker: Worker) -> None:
    term = DEEP[kind]
    clause = {"clause": f"fly(X) :- bird(X), X \\= {term}.", "covers": None}
    for text in (
        f"% fold: default theory for {term}\n{PLAIN['theory.pl']}",
        f"% fold: default theory for fly/1\n% operators: {term}\n",
        json.dumps({"target": "fly/1", "clauses": [clause]}),
        json.dumps({"target": term, "clauses": []}),
        "[" * N,
    ):
        (plain / "theory.pl").write_text(text)
        check(worker, ["show", "theory.pl"], plain, f"{kind}: {text[:50]}")
    (plain / "theory.pl").write_text(PLAIN["theory.pl"])
    goal = f"fly({term})"
    check(worker, ["explain", "theory.pl", "bk.pl", goal], plain, kind)
    check(worker, [*LEARN, "--target", f"{term}/1"], plain, kind)


@pytest.mark.parametrize("kind", BUILT)
def test_a_deep_term_that_rules_make(kind: str, plain: Path, worker: Worker) -> None:
    rule = f"has(X, Y) :- bird(X), {BUILT[kind]}."
    (plain / "bk.pl").write_text(f"{BUILDING}{rule}\n")
    err = check(worker, LEARN, plain, kind)
    assert ("a term" if kind == "text" else "bk.pl:15: a term") in err
    (plain / "theory.pl").write_text(
        "fly(X) :- has(X, Y), Y \\= 1.\nfly(Y) :- bird(Y)."
    )
    for args in (EVALUATE, ["explain", "theory.pl", "bk.pl", "fly(a)"]):
        check(worker, args, plain, kind)
    (plain / "theory.pl").write_text("fly(Y) :- has(X, Y).\n")
    check(worker, ["predict", "theory.pl", "bk.pl"], plain, kind)


def test_errors_that_carry_deep_terms(plain: Path, worker: Worker) -> None:
    for goal in ("Y is Z", "atom_length(Z, Y)", "length(Y, Z)", "Y = Z, number(Y, 1)"):
        rule = f"has(X, Y) :- bird(X), deep(60000, Z), {goal}."
        (plain / "bk.pl").write_text(f"{BUILDING}{rule}\n")
        check(worker, LEARN, plain, goal)
