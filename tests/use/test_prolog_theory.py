"""What each clause of a theory covers, with its exceptions and without them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fold_cli.engine.prolog import Engine
from fold_cli.errors import FoldError
from fold_cli.files.sources import Sources
from fold_cli.use.problems.problem_factory import opened
from fold_cli.use.theories import prolog_judgement
from fold_cli.use.theories.written_theory import written

if TYPE_CHECKING:
    from collections.abc import Callable

    from support import Write


BACKGROUND = """
bird(a). bird(b). bird(c). bird(d). cat(e).
penguin(c). penguin(d). super(d). likes(a, b). likes(a, c). likes(b, c).
"""
EXAMPLES = "fly(a). fly(b). fly(c). fly(d). fly(e). fly(f)."
THEORY = """
fly(X) :- \\+ ab0(X), bird(X), likes(X, _).
fly(X) :- bird(X), \\+ ab0(X).
fly(e).
ab0(X) :- penguin(X), \\+ ab1(X).
ab1(X) :- super(X).
"""
COVERS = ["ab", "abd", "e", "c", "d"]
DEFAULTS = ["ab", "abcd", "e", "cd", "d"]


Covers = tuple[list[str], list[str]]


@pytest.fixture
def judged(write: Write) -> Callable[..., Covers]:
    def judge(theory: str, background: str = "") -> Covers:
        bk = write("bk.pl", BACKGROUND + background)
        pos, neg = write("pos.pl", EXAMPLES), write("neg.pl", "fly(g).")
        source = written(str(write("theory.pl", theory)))
        with opened(Sources((str(bk),), str(pos), str(neg))) as problem:
            found = problem.judge(source, clauses=True)
        sets = (
            ["".join("abcdefg"[at] for at in flags.nonzero()[0]) for flags in each]
            for each in (found.covers, found.defaults)
        )
        return next(sets), next(sets)

    return judge


@pytest.mark.parametrize("most", [1, 12, 1000], ids=["one", "some", "all"])
def test_clauses_are_asked_about_so_many_examples_at_once(
    judged: Callable[..., Covers], monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(prolog_judgement, "MAX_ANSWERS", most)
    assert judged(THEORY) == (COVERS, DEFAULTS)


def test_each_clause_has_its_own_limit(
    judged: Callable[..., Covers], monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = "bird_(X) :- count(2000), bird(X).\ncount(0).\n"
    slow += "count(N) :- N > 0, M is N - 1, count(M).\n"
    theory = THEORY.replace("bird(X)", "bird_(X)")
    monkeypatch.setattr(Engine, "inference_limit", 60_000)
    assert judged(theory, slow) == (COVERS, DEFAULTS)


def test_an_error_is_about_the_clause_at_fault(judged: Callable[..., Covers]) -> None:
    theory = "fly(X) :- bird(X), \\+ ab0(X).\nab0(X) :- penguin(X), odd(X).\n"
    with pytest.raises(FoldError, match="ab0/1") as caught:
        judged(theory, "odd(X) :- atom_length(X, N), M is N + X, M > 1.\n")
    assert caught.value.line == 2


def test_what_is_listed_is_what_member_says(judged: Callable[..., Covers]) -> None:
    theory = """
fly(X) :- member(X, [g, a, c, a]).
fly(X) :- likes(X, Y), member(Y, [c]).
fly(X) :- lists:member(f(X), [f(e), f(b), g(a)]), \\+ ab0(X).
ab0(X) :- member(X, [b]).
"""
    assert judged(theory) == (["acg", "ab", "e", "b"], ["acg", "ab", "be", "b"])
