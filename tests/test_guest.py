"""The library as a guest in a process: warnings, threads, signals, limits."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from processes import interrupt_after
from support import PATIENCE, PROBLEMS

from fold_cli import FoldError, FoldWarning, Text, Theory, learn, load
from fold_cli.engine.prolog import INFERENCE_LIMIT, Engine
from fold_cli.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Callable

    from support import Write


BK = Text("bird(X) :- penguin(X). bird(tweety). bird(et). penguin(polly). cat(kitty).")
FLYING = ["fly(tweety)", "fly(et)"]


@pytest.fixture
def birds() -> Theory:
    return learn(BK, FLYING, ["fly(polly)", "fly(kitty)"])


def test_warnings_are_pythons(birds: Theory) -> None:
    background = Text(f"{BK} fly(tweety).")
    with pytest.warns(
        FoldWarning, match="1 clause of fly/1 in the background"
    ) as caught:
        birds.predict(background)
    assert caught[0].filename == __file__
    told: list[str] = []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        birds.explain(background, "fly(et)", on_warning=told.append)
    assert len(told) == 1


def test_files_are_found_where_the_process_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = f"bird({'[' * 9000}{']' * 9000}).\n"  # which is refused
    for name, text in (("one", ":- include('more.pl').\n"), ("two", "")):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        Path("bk.pl").write_text(f"{text}bird(a).\n")
        Path("more.pl").write_text("penguin(b).\n")
        clauses = learn("bk.pl", ["fly(a)"], ["fly(b)"]).clauses
        assert clauses == ("fly(X) :- bird(X).",)
        Path("bk.pl").write_text(deep)


def test_pyswip_works_for_others_too(birds: Theory) -> None:
    from pyswip import Prolog

    assert [*Prolog.query("atom_length(abc, N)")] == [{"N": 3}]
    assert birds.holds(BK, "fly(et)")


def test_prolog_collects_its_garbage_in_no_thread_of_its_own() -> None:
    script = """
from fold_cli import Text, learn
facts = Text("".join(f"p(a{number}, {number}). " for number in range(20_000)))
for _ in range(4):
    learn(facts, ["t(a1)"], ["t(a2)"])
from pyswip import Prolog
print([answer["T"] for answer in Prolog().query("thread_property(T, status(_))")])
"""
    assert script_output(script) == "['main']\n"


@pytest.mark.parametrize("target", ["member", "append", "sum_list"])
def test_a_target_named_as_what_the_library_has_leaves_nothing_freed(
    target: str,
) -> None:
    script = f"""
from fold_cli import Text, learn
background = Text("public(a). public(b). odd(c). odd(d).")
modes = Text(":- modeh(1, {target}(+object, #class)). :- modeb(*, public(+object)).")
examples = ["a, c0", "b, c0", "c, c1", "d, c1"]
learn(background, [f"{target}({{atom}})" for atom in examples], modes=modes)
from pyswip import Prolog
print(*Prolog().query("garbage_collect_clauses"))
"""
    # Prolog crashes when it visits what it has freed, since that has been overwritten.
    assert script_output(script, MALLOC_PERTURB_="255") == "{}\n"


def test_a_theory_that_negates_itself_after_a_tabled_one_leaves_nothing_freed() -> None:
    script = """
from fold_cli import Text, learn
links = "".join(f"link(n{at}, n{at + 1}). " for at in range(20))
background = Text(f"{links} lamp(n3). lamp(n4). lamp(n9).")
lit = {1, 3, 4, 5, 7, 9, 11, 13, 15, 17, 19}
examples = [[f"lit(n{at})" for at in range(21) if (at in lit) == is_lit]
            for is_lit in (True, False)]
for _ in range(2):
    theory = learn(background, *examples, recursion=True)
print(*theory.clauses)
"""
    expected = r"lit(X) :- lamp(X). lit(X) :- link(X, A), \+ lit(A)."
    assert script_output(script, MALLOC_PERTURB_="255") == f"{expected}\n"


def test_a_theory_over_recursion_and_an_own_member_leaves_nothing_freed() -> None:
    script = """
from fold_cli import Text, learn
even = "even([]). even([_|T]) :- odd(T), member(x, y). odd([_|T]) :- even(T)."
background = Text(even + " member(x, y).")
print(*learn(background, ["t([])", "t([a, b])"], ["t([b])"]).clauses)
"""
    assert script_output(script, MALLOC_PERTURB_="255") == "t(X) :- even(X).\n"


def script_output(script: str, **environment: str) -> str:
    run = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout


def test_another_thread_is_told_so(birds: Theory, write: Write) -> None:
    path = write("t.csv", "a,class\n1,x\n2,y\n")
    found: list[object] = []

    def ask() -> None:
        found.append(learn(path, positive="x").clauses)
        try:
            birds.holds(BK, "fly(et)")
        except EngineError as error:
            found.append(str(error))

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    assert found[0] == ("x(X) :- a(X, A), A =< 1.",)
    assert "only in the thread that used it first, MainThread" in str(found[1])


def test_signals_are_given_back() -> None:
    seen = []

    def progress(*_: object) -> None:
        seen.append(signal.getsignal(signal.SIGINT))

    timer = signal.getitimer(signal.ITIMER_REAL)[0]
    learn(BK, FLYING, progress=progress)
    assert set(seen) == {signal.default_int_handler}
    assert signal.set_wakeup_fd(-1) == -1
    assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] <= timer


INTERRUPTED = """
import signal, threading, time, os
from fold_cli import FoldError, Text, learn
from fold_cli.engine.stop import stopper

def handler(*_):
    print("mine", flush=True)

if {own}:
    signal.signal(signal.SIGINT, handler)

def interrupt():
    while not stopper()._question:
        time.sleep(0.001)
    os.kill(os.getpid(), signal.SIGINT)

threading.Thread(target=interrupt, daemon=True).start()
try:
    learn(Text("p(a) :- between(1, inf, X), X < 0. p(b)."), ["t(a)"], ["t(b)"],
        max_inferences={limit})
except KeyboardInterrupt:
    print("interrupted", signal.getsignal(signal.SIGINT) is signal.default_int_handler)
except FoldError as error:
    print("limit" if "inferences" in str(error) else error)
"""


@pytest.mark.parametrize(
    ("own", "limit", "expected"),
    [(False, 10**12, "interrupted True\n"), (True, 3 * 10**7, "mine\nlimit\n")],
)
def test_an_interrupt_reaches_prolog(own: bool, limit: int, expected: str) -> None:
    code = INTERRUPTED.format(own=own, limit=limit)
    result = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (result.stdout, result.stderr) == (expected, "")


def test_limits_are_those_of_one_call(write: Write) -> None:
    with pytest.raises(FoldError, match="more than 1000 inferences"):
        learn(Text("p(a) :- between(1, 5000, X), X > 4999. p(b)."), ["t(a)"], ["t(b)"],
              max_inferences=1000)  # fmt: skip
    assert Engine.inference_limit == INFERENCE_LIMIT


TENNIS = tuple(str(PROBLEMS / "play_tennis" / f"{name}.pl") for name in ("bk", "pos"))


def test_an_interrupt_is_raised_unless_what_is_found_is_wanted() -> None:
    with pytest.raises(KeyboardInterrupt):
        learn(*TENNIS, progress=interrupt_after(1))
    theory = learn(*TENNIS, progress=interrupt_after(1), keep_partial=True)
    assert theory.partial
    assert theory.clauses == ("play(X) :- overcast(X).",)
    assert repr(theory).endswith("negative examples, partial>")


def test_time_is_looked_at_after_each_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = []

    def progress(step: str, done: int, total: int) -> None:
        if step == "learning" and done:
            rules.append(done)
            monkeypatch.setattr("time.monotonic", lambda: float("inf"))

    theory = learn(*TENNIS, timeout=1e6, progress=progress)
    assert theory.partial
    assert len(rules) == 1
    monkeypatch.undo()
    with pytest.raises(FoldError, match="the time limit of 0 s is over; no rule was"):
        learn(*TENNIS, timeout=0)


def test_the_theory_so_far_can_be_watched() -> None:
    seen: list[tuple[str, ...]] = []
    watched: list[Callable[[], Theory]] = []

    def progress(step: str, done: int, total: int) -> None:
        if step == "learning":
            seen.append(watched[0]().clauses)

    theory = learn(*TENNIS, progress=progress, watch=watched.append)
    assert seen[:2] == [(), ("play(X) :- overcast(X).",)]
    assert set(seen[1]) <= set(theory.clauses)


def test_nothing_is_printed(capfd: pytest.CaptureFixture[str], birds: Theory) -> None:
    birds.predict(BK)
    load(Text("fly(X) :- bird(X)."))
    with pytest.raises(FoldError):
        learn(Text("bird("), FLYING)
    assert capfd.readouterr() == ("", "")
