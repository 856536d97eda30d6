"""Theories of a search that was stopped: they are run before they are written, too."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from support import PROBLEMS, fold

from fold_cli.api import learn
from fold_cli.engine.grace import grace
from fold_cli.engine.stop import Stopped
from fold_cli.files.sources import Sources
from fold_cli.files.theories import read_theory
from fold_cli.search.options import Options
from fold_cli.theory.formats import render
from fold_cli.use.learning import verification
from fold_cli.use.learning.run import learn_problem
from fold_cli.use.problems.problem_factory import opened
from fold_cli.use.theories.written_theory import written

if TYPE_CHECKING:
    from collections.abc import Callable

    from support import Write

    from fold_cli.theory.theory import Theory


GRADES = """
score(a, 9). score(b, 8). score(c, 3). score(d, 2). score(e, 7). score(f, 1).
grade(X, good) :- score(X, S), S > 6, !.
grade(_, poor).
"""
MODES = "modeh(1, t(+x)).\nmodeb(*, grade(+x, #g)).\nmodeb(*, p(+x)).\n"
TENNIS = [str(PROBLEMS / "play_tennis" / f"{name}.pl") for name in ("bk", "pos")]
NOT_RUN = "% not run, so the counts are those of the search: "


def stopped(*_: object) -> None:
    raise KeyboardInterrupt


def stop_after_a_rule(step: str, done: int, total: int) -> None:
    if step == "learning" and done:
        raise KeyboardInterrupt


@pytest.fixture
def files(write: Write) -> list[str]:
    bk = write("bk.pl", f"{GRADES}p(g). p(h).\n")
    pos, neg = write("pos.pl", "t(c). t(d). t(f). t(g).\n"), write("neg.pl", "t(a).\n")
    modes = write("modes.pl", MODES)
    return [*map(str, (bk, pos, neg)), "--modes", str(modes)]


def test_counts_are_those_of_a_run(files: list[str], write: Write) -> None:
    bk, pos, neg, _, modes = files
    theory = learn(
        bk, pos, neg, modes=modes, progress=stop_after_a_rule, keep_partial=True
    )
    text = theory.render("pl")
    assert "% partial: stopped early, " in text
    assert NOT_RUN not in text
    path = write("theory.pl", text)
    result = fold("evaluate", path, *files, "--format", "json")
    found = json.loads(result.stdout)
    confusion = found["confusion"]
    assert theory.covers is not None
    assert theory.covers.positives == confusion["true_positives"]
    assert theory.covers.negatives == confusion["false_positives"]
    covers = [each.covers for each in read_theory(str(path)).clauses]
    assert [
        each and {"positives": each.positives, "negatives": each.negatives}
        for each in covers
    ] == [each["covers"] for each in found["clauses"]]


def test_a_theory_that_takes_too_long_is_not_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(verification.Verifier, "run", stopped)
    theory = learn(*TENNIS, progress=stop_after_a_rule, keep_partial=True)
    assert f"{NOT_RUN}there was no time\n" in theory.render("pl")


def test_a_theory_is_not_run_while_prolog_does_not_answer() -> None:
    found: list[Callable[[], Theory]] = []
    texts: list[str] = []

    def progress(step: str, done: int, total: int) -> None:
        if found and done:
            texts.append(render(found[0](), "pl"))

    with opened(Sources((TENNIS[0],), TENNIS[1])) as problem:
        learn_problem(problem, Options(), progress, watch=found.append)
    assert texts
    assert all(f"{NOT_RUN}there was no time\n" in text for text in texts)


def test_a_little_time_is_no_more(write: Write) -> None:
    bk = write("bk.pl", "p(a). p(b).\nloop(X) :- p(X), between(1, inf, N), N < 0.\n")
    pos, neg = write("pos.pl", "t(a).\n"), write("neg.pl", "t(b).\n")
    endless = written(str(write("endless.pl", "t(X) :- loop(X).\n")))
    quick = written(str(write("quick.pl", "t(X) :- p(X).\n")))
    with opened(Sources((str(bk),), str(pos), str(neg))) as problem:
        with pytest.raises(Stopped), grace(0.05):
            problem.judge(endless, clauses=True)
        with grace(1000):
            assert problem.judge(quick, clauses=True).holds.all()


@pytest.mark.parametrize("runs", [1, 2])
def test_a_theory_whose_run_is_stopped(
    runs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search is over: its rules are written as far as they are known."""
    run, calls = verification.Verifier.run, []

    def stop_first(self: verification.Verifier, theory: Theory) -> object:
        calls.append(theory)
        return stopped() if len(calls) <= runs else run(self, theory)

    monkeypatch.setattr(verification.Verifier, "run", stop_first)
    bk, pos = TENNIS
    with opened(Sources((bk,), pos)) as problem:
        theory = learn_problem(problem, Options()).theory
    assert theory.partial
    assert len(theory.clauses) > 1
    assert (NOT_RUN in render(theory, "pl")) == (runs == 2)
