"""Files with faults in them: never a traceback, a crash, a hang or a wrong theory.

``make fuzz`` tries many more of them, and others each time: FOLD_FUZZ says how many.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from mutations import SEEDS, Seed, mutants, noises, tables, written
from worker import Result, Worker

if TYPE_CHECKING:
    from collections.abc import Iterator

INPUTS = int(os.environ.get("FOLD_FUZZ", "500"))
NIGHTLY = "FOLD_FUZZ" in os.environ
CALM = settings(
    deadline=None,
    derandomize=not NIGHTLY,
    database=None,
    print_blob=True,
    phases=[Phase.generate, Phase.shrink] if NIGHTLY else [Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def share(part: float) -> settings:
    return settings(CALM, max_examples=max(1, round(INPUTS * part)))


@pytest.fixture(scope="module")
def room() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as directory:
        yield Path(directory)


@share(0.6)
@given(mutants())
def test_mutants(worker: Worker, room: Path, seed: Seed) -> None:
    check(seed, worker, room)


@share(0.2)
@given(noises())
def test_noise(worker: Worker, room: Path, seed: Seed) -> None:
    check(seed, worker, room)


@share(0.2)
@given(tables())
def test_tables(worker: Worker, room: Path, seed: Seed) -> None:
    check(seed, worker, room)


def check(seed: Seed, worker: Worker, room: Path) -> None:
    directory = written(seed, room)
    result = worker.run(seed.args, directory)
    check_reported(result)
    if seed.args[0] == "learn" and result.code == 0:
        check_theory(seed, result, worker, directory)


def check_reported(result: Result) -> None:
    """Whatever happened is reported in a line or two of ours."""
    assert result.code in (0, 1, 2), result
    for sign in ("Traceback", "unexpected error", "gave no answer", "internal"):
        assert sign not in result.err, result.err
    if result.code == 1:
        errors = [line for line in result.err.splitlines() if "fold: error: " in line]
        assert len(errors) == 1, result.err
        assert result.out == ""


def check_theory(seed: Seed, result: Result, worker: Worker, directory: Path) -> None:
    """The theory reads back, and says of every example what it is.

    Of a table it may get some wrong: as many as its header says.
    """
    (directory / "learned.pl").write_text(result.out, encoding="utf-8")
    shown = worker.run(["show", "learned.pl"], directory)
    assert (shown.code, shown.out) == (0, result.out), shown.err
    args = ["evaluate", "learned.pl", *seed.args[1:], "--format", "json"]
    judged = worker.run(args, directory)
    assert judged.code == 0, judged.err
    confusion = json.loads(judged.out)["confusion"]
    said = re.search(r"^% covered: (\d+) positive, (\d+) neg", result.out, re.MULTILINE)
    if isinstance(confusion, list):  # of several classes
        assert said is not None
        assert sum(row[at] for at, row in enumerate(confusion)) == int(said[1])
    elif seed.args[1].startswith("t."):
        assert said is not None
        found = (confusion["true_positives"], confusion["false_positives"])
        assert found == (int(said[1]), int(said[2])), result.out
    else:
        assert confusion["false_positives"] + confusion["false_negatives"] == 0
    if seed.name == "fold":
        check_in_swipl(directory)


ASK = """
atoms(File, Atoms) :- read_file_to_terms(File, Terms, [encoding(utf8)]),
    exclude([T]>>(T = (:- _)), Terms, Atoms).
modeh(_, _). modeb(_, _). modeh(_). modeb(_). mode(_, _). determination(_, _).
set(_, _). pred(_).
asked(Atom, Is, Wanted) :-
    (   catch(call_with_time_limit(1, Atom), E, true)
    ->  ( var(E) -> Is = true ; Is = Wanted )
    ;   Is = false
    ).
main :- forall(( member(File-Wanted, ['pos.pl'-true, 'neg.pl'-false]),
                 atoms(File, Atoms), member(Atom, Atoms) ),
               ( asked(Atom, Is, Wanted),
                 ( Is == Wanted -> true ; print(wrong(Atom, Is)), nl ) )),
    print(done), nl.
"""


def check_in_swipl(directory: Path) -> None:
    """Plain swipl says the same of every example, if it takes the background at all."""
    background = (directory / "bk.pl").read_bytes()
    if b":- in" in background or b":- i" in background:
        return  # what it includes or makes conditional is not the same there
    (directory / "ask.pl").write_text(ASK)
    files = ["ask.pl", "bk.pl", "learned.pl"]
    try:
        result = subprocess.run(
            ["swipl", "-q", "-g", "main", "-t", "halt", *files],
            cwd=directory,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=20,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return  # swipl, after errors, now and then does not end
    if "rror" not in result.stderr and "arning" not in result.stderr:
        assert result.stdout == "done\n", (result.stdout, background)


@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: seed.name)
def test_what_is_mutated_is_valid(seed: Seed, worker: Worker, room: Path) -> None:
    result = worker.run(seed.args, written(seed, room))
    assert result.code == 0, result.err
    check(seed, worker, room)


def test_the_checks_can_fail(worker: Worker, room: Path) -> None:
    files = {"bk.pl": b"bird(a).\nbird(b).\n", "pos.pl": b"fly(a).\n"}
    seed = Seed("fold", {**files, "neg.pl": b"fly(b).\n"})
    directory = written(seed, room)
    wrong = Result(0, "fly(X) :- bird(X).\n", "")
    with pytest.raises(AssertionError):
        check_theory(seed, wrong, worker, directory)
    with pytest.raises(AssertionError, match="wrong"):
        check_in_swipl(directory)
    with pytest.raises(AssertionError):
        check_reported(Result(1, "", "Traceback (most recent call last):"))


def test_a_crash_and_a_hang_are_seen(room: Path) -> None:
    from worker import Died

    (room / "bk.pl").write_text(":- halt.\n")
    (room / "slow.pl").write_text(":- sleep(600).\n")
    (room / "pos.pl").write_text("fly(a).\n")
    worker = Worker()
    try:
        with pytest.raises(Died, match="ended the process"):
            worker.run(["learn", "bk.pl", "pos.pl", "--trust"], room)
        with pytest.raises(Died, match="no answer"):
            worker.run(["learn", "slow.pl", "pos.pl", "--trust"], room, patience=1)
        assert worker.run(["--version"], room).code == 0
    finally:
        worker.close()


if __name__ == "__main__":
    sys.exit(pytest.main([__file__, "-n0", "-x"]))
