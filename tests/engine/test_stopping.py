"""Runs that are stopped: by signals, kills, time limits, limits of one question.

Nothing here depends on how fast the machine is: that a run ends is what is promised,
and what it leaves behind. No process that is stopped is measured by coverage.
"""

from __future__ import annotations

import json
import os
import random
import re
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from processes import busy, children_of, ended, run_fresh, start, wait_until
from support import PATIENCE, fold, learned, rules_saved, run_script, write_problem

if TYPE_CHECKING:
    from collections.abc import Callable

    from support import Write
    from worker import Worker

    Birds = Callable[[str], list[str]]

ENDLESS = """\
:- modeh(1, fly(+x)).
:- modeb(*, bird(+x)).
:- modeb(*, p(+x)).
bird(a). bird(b). bird(c).
p(X) :- bird(X), between(1, inf, N), N < 0.
"""
STUBBORN = ENDLESS.replace("between(1, inf, N), N < 0", "N is 7 ** (7 ** 11), N < 0")
MAIN = "from fold_cli.cli import main; main()"
# Write a checkpoint after every rule, and wait to be killed once there are enough.
EAGER = f"""
import json, pathlib, sys, time, fold_cli.use.learning.checkpoint as checkpoint
checkpoint.SECONDS_BETWEEN_WRITES, save = 0, checkpoint.Checkpoint.save
wanted = int(pathlib.Path(".wanted").read_text())
def save_and_wait(*args):
    save(*args)
    saved = json.loads(pathlib.Path("saved.json").read_text())
    if len(saved["parts"][""]["rules"]) >= wanted:
        time.sleep({PATIENCE})
checkpoint.Checkpoint.save = save_and_wait
{MAIN}
"""
SLEEPY = f"""
import time, fold_cli.search.learner as learner
specialize = learner.Learner.specialize
def slowly(*args):
    time.sleep(0.3)
    return specialize(*args)
learner.Learner.specialize = slowly
{MAIN}
"""
# Tell by a file that the pipe is being opened.
WATCHED = f"""
import pathlib, sys
def watch(event, args):
    if event == "open" and str(args[0]).endswith("pipe"):
        pathlib.Path("opening").touch()
sys.addaudithook(watch)
{SLEEPY}
"""
# Once two rules are learned, wait in C for someone to write to a pipe, until a time
# limit that begins then is over.
STUCK = f"""
import fold_cli.search.learner as learner
from fold_cli.engine.prolog import ModuleName, engine
from fold_cli.engine.stop import stopper
specialize, rules = learner.Learner.specialize, []
def slowly(*args):
    if len(rules) == 2:
        stopper().limit(0.5)
        engine().call("fold_load", "load_file", ModuleName("nothing"), "stuck.pl", "bk")
    rules.append(specialize(*args))
    return rules[-1]
learner.Learner.specialize = slowly
{MAIN}
"""


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with a problem of noise, which takes some hundred rules."""
    directory, chance = tmp_path_factory.mktemp("slow"), random.Random(1)
    objects = [f"x{i}" for i in range(1000)]
    facts = [
        f"a{a}({name}, v{chance.randrange(4)}).\n"
        for a in range(14)
        for name in objects
    ]
    chance.shuffle(objects)
    examples = [f"t({name}).\n" for name in objects]
    (directory / "bk.pl").write_text("".join(facts))
    (directory / "pos.pl").write_text("".join(examples[:500]))
    (directory / "neg.pl").write_text("".join(examples[500:]))
    return directory


@pytest.fixture(scope="module")
def files(slow: Path) -> list[str]:
    """Return the files of the slow problem."""
    return [str(slow / f"{name}.pl") for name in ("bk", "pos", "neg")]


@pytest.fixture(scope="module")
def whole(files: list[str]) -> str:
    """Return the theory of the slow problem."""
    return learned(*files)


@pytest.fixture
def birds(tmp_path: Path) -> Birds:
    """Return a function that writes a problem with the given background."""

    def write_files(background: str) -> list[str]:
        examples = "fly(a).\nfly(b).\n", "fly(c).\nfly(d).\n"
        return [path.name for path in write_problem(tmp_path, background, *examples)]

    return write_files


# Signals


@pytest.mark.parametrize(
    "number", [signal.SIGINT, signal.SIGTERM], ids=lambda each: each.name
)
@pytest.mark.parametrize("moment", range(4))
def test_a_signal_at_any_moment(
    number: signal.Signals,
    moment: int,
    files: list[str],
    whole: str,
    worker: Worker,
    tmp_path: Path,
) -> None:
    out = tmp_path / "theory.pl"
    out.write_text("before")
    process = start("learn", *files, "-o", str(out), cwd=tmp_path)
    time.sleep(random.Random(f"{moment}{number}").uniform(0, 1))
    process.send_signal(number)
    code, _, err = ended(process)
    assert list(tmp_path.iterdir()) == [out]
    text = out.read_text()
    if "nothing was written" in err:
        assert (code, text) == (3, "before")
    elif f"only {out} written" in err:  # it came before the summary
        assert (code, text) == (3, whole)
    elif code == 0:
        assert text == whole
    else:
        assert code == 3
        assert "% partial: stopped early, " in text
        assert "was written, marked partial" in err
        args = ["evaluate", str(out), *files, "--format", "json"]
        confusion = json.loads(worker.run(args, tmp_path).out)["confusion"]
        left = f", {confusion['false_negatives']} positive example"
        assert confusion["false_positives"] == 0
        assert left in text


@pytest.mark.parametrize(
    "number", [signal.SIGINT, signal.SIGTERM], ids=lambda each: each.name
)
@pytest.mark.parametrize("text", [ENDLESS, STUBBORN], ids=["endless", "stubborn"])
def test_signals_reach_into_prolog(
    number: signal.Signals, text: str, birds: Birds, tmp_path: Path
) -> None:
    process = start("learn", *birds(text), cwd=tmp_path)
    wait_until(lambda: process.poll() is not None or busy([process.pid]))
    process.send_signal(number)
    code, out, err = ended(process)
    assert (code, out) == (3, "")
    reason = "interrupted" if number == signal.SIGINT else "terminated"
    assert err == f"fold: {reason}; nothing was written\n"


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, signal.SIGKILL], ids=lambda each: each.name
)
def test_cross_validation_leaves_no_process_behind(
    number: signal.Signals, birds: Birds, tmp_path: Path
) -> None:
    args = ["cv", *birds(ENDLESS), "--folds", "2", "--jobs", "2"]
    process = start(*args, cwd=tmp_path)
    children: list[int] = []
    while (
        process.poll() is None and len(busy(children := children_of(process.pid))) < 2
    ):
        time.sleep(0.1)
    process.send_signal(number)
    _, _, err = ended(process)
    assert number == signal.SIGKILL or err.startswith("fold: terminated; ")
    wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in children))


def test_a_second_interrupt_ends_at_once(files: list[str], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")  # which nobody reads: writing to it takes for ever
    saved, opening = tmp_path / "saved.json", tmp_path / "opening"
    args = ["learn", *files, "-o", "pipe", "--checkpoint", saved.name]
    process = start(*args, cwd=tmp_path, code=WATCHED)
    wait_until(lambda: process.poll() is not None or rules_saved(saved) >= 2)
    process.send_signal(signal.SIGINT)
    wait_until(lambda: process.poll() is not None or opening.exists())
    time.sleep(0.5)  # from then on it waits for a reader
    assert process.poll() is None, "it should be writing to the pipe"
    process.send_signal(signal.SIGINT)
    code, _, err = ended(process)
    assert code == 3
    assert err.endswith("fold: stopped at once; only saved.json written\n")


# Time limits


@pytest.mark.parametrize(
    "command",
    [
        ["evaluate", "theory.pl", "bk.pl", "pos.pl"],
        ["predict", "theory.pl", "bk.pl"],
        ["explain", "theory.pl", "bk.pl", "fly(a)"],
        ["cv", "bk.pl", "pos.pl", "neg.pl", "--folds", "2", "--jobs", "1"],
        ["cv", "bk.pl", "pos.pl", "neg.pl", "--folds", "2", "--jobs", "2"],
    ],
    ids=["evaluate", "predict", "explain", "cv", "cv-jobs"],
)
def test_a_time_limit_ends_any_command(
    command: list[str], birds: Birds, write: Write, tmp_path: Path
) -> None:
    birds(ENDLESS)
    write("theory.pl", "fly(X) :- bird(X), p(X).\n")
    result = fold(*command, "--timeout", "1.2", cwd=tmp_path)
    assert result.returncode == 3
    assert result.stderr.endswith(
        "fold: the time limit of 1.2 s is over; nothing was written\n"
    )


def test_a_time_limit_is_told_where_a_fold_is_half_learned(
    files: list[str], tmp_path: Path
) -> None:
    command = ["cv", *files, "--folds", "2", "--jobs", "1", "--timeout", "2"]
    result = run_script(SLEEPY, *command, cwd=tmp_path)
    assert result.returncode == 3
    assert result.stderr.endswith(
        "the time limit of 2 s is over; nothing was written\n"
    )


def test_what_is_learned_survives_a_built_in_that_does_not_stop(
    write: Write, tmp_path: Path
) -> None:
    """The rules so far are written by the thread that ends the process."""
    os.mkfifo(tmp_path / "stuck.pl")
    write("bk.pl", "".join(f"p{i}(x{i}).\n" for i in range(5)))
    write("pos.pl", "".join(f"t(x{i}).\n" for i in range(5)))
    write("neg.pl", "t(y).\n")
    command = ["learn", "bk.pl", "pos.pl", "neg.pl", "-o", "t.pl"]
    result = run_script(STUCK, *command, cwd=tmp_path)
    assert result.returncode == 3, result.stderr
    assert "the theory so far was written" in result.stderr
    assert "the time limit of 0.5 s is over" in result.stderr
    text = (tmp_path / "t.pl").read_text()
    assert "% partial: stopped early, 3 positive examples not covered\n" in text
    assert text.count(":-") == 2


# Limits of one question


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("p(X) :- bird(X), between(1, inf, N), N < 0.", "took more than 100000 inf"),
        ("p(X) :- q(X, 0).\nq(X, N) :- M is N + 1, q(X, M).", "took more"),
        ("p(X) :- bird(X), numlist(1, 1000000000, L), L == [].", "took more"),
        ("p(X) :- bird(X), q(X, Y), Y == X.\n"
         "q(X, Y) :- findall(Z, q(f(X), Z), [Y]).", "took more"),
    ],
    ids=["endless", "recursion", "list", "stack"],
)  # fmt: skip
def test_a_question_has_its_limits(
    rule: str, message: str, worker: Worker, birds: Birds, tmp_path: Path
) -> None:
    problem = birds(ENDLESS.partition("p(X) :-")[0] + rule)
    result = worker.run(["learn", *problem, "--max-inferences", "100000"], tmp_path)
    assert result.code == 1
    assert f"bk.pl:5: asking p(a) {message}" in result.err


def test_a_question_has_its_limits_in_every_process(
    birds: Birds, tmp_path: Path
) -> None:
    args = ["cv", *birds(ENDLESS), "--folds", "2", "--jobs", "2"]
    for limit in ("1000", "10"):  # the second ends before anything is asked
        result = fold(*args, "--max-inferences", limit, cwd=tmp_path)
        assert result.returncode == 1
        assert f"took more than {limit} inferences" in result.stderr


def test_memory_outside_prologs_stacks_is_watched(birds: Birds, tmp_path: Path) -> None:
    script = (
        f"import fold_cli.engine.memory as m; m.MAX_CALL_BYTES = 150 * 2**20; {MAIN}"
    )
    rule = "findall(N, between(1, inf, N), _)"
    problem = birds(ENDLESS.replace("between(1, inf, N), N < 0", rule))
    result = run_fresh(script, "learn", *problem, cwd=tmp_path)
    # What Prolog does not give up soon enough is ended from outside.
    assert result.returncode == 1, result.stderr
    message = (
        r"error: (bk\.pl:5: )?asking p(\(a\)|/1) took more "
        r"(memory than there is|than 0\.1 GB of memory)"
    )
    assert re.search(message, result.stderr)


def test_memory_is_watched_while_files_are_read(birds: Birds, tmp_path: Path) -> None:
    script = (
        f"import fold_cli.engine.memory as m; m.MAX_CALL_BYTES = 40 * 2**20; {MAIN}"
    )
    problem = birds(f"bird(a). p([{'a,' * 1_500_000}a]).\n")
    result = run_fresh(script, "learn", *problem, cwd=tmp_path)
    assert result.returncode == 1
    message = r"Prolog took more memory than|a step in Prolog took more than \d+ MB"
    assert re.search(message, result.stderr)


def test_a_built_in_that_never_returns_is_reported(
    birds: Birds, tmp_path: Path
) -> None:
    script = f"import fold_cli.engine.stop as s; s.MAX_BUILTIN_SECONDS = 2; {MAIN}"
    result = run_script(script, "learn", *birds(STUBBORN), cwd=tmp_path)
    assert result.returncode == 1
    assert "asking p/1 has been inside one built-in for 2 s" in result.stderr


def test_a_built_in_that_never_returns_in_a_worker(
    birds: Birds, tmp_path: Path
) -> None:
    script = f"""
import fold_cli.use.measuring.worker_processes as w
limit = "import fold_cli.engine.stop as s; s.MAX_BUILTIN_SECONDS = 2; "
started = w.child_command
w.child_command = lambda *call: [
    word.replace("from fold_cli", limit + "from fold_cli") for word in started(*call)
]
{MAIN}
"""
    problem = birds(STUBBORN)
    command = ["cv", *problem, "--folds", "2", "--jobs", "2"]
    result = run_script(script, *command, cwd=tmp_path)
    assert result.returncode == 1
    assert "asking p/1 has been inside one built-in for 2 s" in result.stderr


# Kills


def test_killed_and_continued(files: list[str], whole: str, tmp_path: Path) -> None:
    saved, out = tmp_path / "saved.json", tmp_path / "theory.pl"
    command = ["learn", "-q", *files, "--checkpoint", "saved.json", "-o", "theory.pl"]
    chance, rules = random.Random(2), 0
    for _ in range(3):
        wanted = rules + chance.randint(1, 8)
        (tmp_path / ".wanted").write_text(str(wanted))
        process = start(*command, cwd=tmp_path, code=EAGER)
        while process.poll() is None and rules_saved(saved) < wanted:
            time.sleep(0.005)
        assert process.poll() is None, "the run ended before it was killed"
        process.kill()
        process.communicate()
        assert not out.exists()
        assert rules_saved(saved) >= rules
        rules = rules_saved(saved)
    assert run_script(MAIN, *command, cwd=tmp_path).returncode == 0
    assert out.read_text() == whole
    assert sorted(p.name for p in tmp_path.glob("[!.]*")) == ["saved.json", "theory.pl"]


def test_two_runs_at_once(files: list[str], whole: str, tmp_path: Path) -> None:
    runs = [start("learn", *files, "-q", "-o", "theory.pl", cwd=tmp_path) for _ in "ab"]
    assert [ended(run)[0] for run in runs] == [0, 0]
    assert (tmp_path / "theory.pl").read_text() == whole
    assert [path.name for path in tmp_path.iterdir()] == ["theory.pl"]
