"""Worker processes: every task is answered, and no process is left behind."""

from __future__ import annotations

import itertools
import os
import pickle
import pkgutil
import signal
import subprocess
from functools import partial
from typing import TYPE_CHECKING

import pytest
from support import PATIENCE, unmeasured

from fold_cli.engine.parent import child_command
from fold_cli.engine.stop import stopper
from fold_cli.errors import EngineError, InputError
from fold_cli.files.theories import read_theory
from fold_cli.use.measuring import worker_processes
from fold_cli.use.measuring.worker_processes import as_completed

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("jobs", [1, 2, 9])
def test_every_task_is_answered(jobs: int) -> None:
    assert sorted(as_completed(jobs, abs, [-3, -1, -2])) == [1, 2, 3]
    assert [*as_completed(jobs, abs, [])] == []


def test_what_is_raised_there_is_raised_here() -> None:
    answers = as_completed(1, int, ["7", "no number", "8"])
    assert next(answers) == 7
    with pytest.raises(ValueError, match="no number") as error:
        next(answers)
    assert "in _tried" in str(error.value.__cause__)


def test_an_error_keeps_its_place(tmp_path: Path) -> None:
    (tmp_path / "theory.pl").write_text("fly(a).\nfly(b\n")
    with pytest.raises(InputError) as error:
        next(as_completed(1, read_theory, [str(tmp_path / "theory.pl")]))
    assert error.value.file.endswith("theory.pl")
    assert error.value.line > 1


def test_a_worker_that_ends_is_reported() -> None:
    with pytest.raises(EngineError, match=r"has ended \(status -9\); jobs=1"):
        [*as_completed(2, signal.raise_signal, [signal.SIGKILL] * 3)]


TAKING = {
    "bit by bit": (
        "[b'x' * (350 << 20), __import__('time').sleep(300)]",
        EngineError,
        r"more than \d+ MB of memory are needed",
    ),
    "at one blow": ("bytearray(1 << 31)", MemoryError, "^$"),
}


@pytest.mark.parametrize(("work", "error", "said"), TAKING.values(), ids=TAKING)
def test_a_worker_keeps_to_its_own_part_of_memory(
    work: str, error: type[Exception], said: str
) -> None:
    """It notices by itself, ends what it does, and says so: the run has far more."""
    assert stopper().memory.process > 2**30
    process = worker_processes.WorkerProcess(300 << 20)
    try:
        with pytest.raises(error, match=said):
            process.answer(partial(eval, work))
    finally:
        process.end()


def test_what_is_printed_is_no_answer(capfd: pytest.CaptureFixture[str]) -> None:
    assert [*as_completed(1, partial(os.write, 1), [b"hello"])] == [5]
    assert capfd.readouterr() == ("", "hello")


@pytest.mark.parametrize("taken", [1, 3])
def test_none_is_left_behind(taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    started, start = [], worker_processes._start

    def start_and_remember(count: int) -> worker_processes.Worker:
        started.append(start(count))
        return started[-1]

    monkeypatch.setattr(worker_processes, "_start", start_and_remember)
    answers = as_completed(2, abs, [-1, -2, -3])
    assert len([*itertools.islice(answers, taken)]) == taken
    assert [worker.returncode for worker in started] == [None, None]
    answers.close()
    assert [worker.returncode for worker in started] == [-signal.SIGKILL] * 2


def test_the_import_path_is_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text("WHO = 'mine'\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.syspath_prepend(tmp_path)
    assert [*as_completed(1, pkgutil.resolve_name, ["mine:WHO"])] == ["mine"]
    monkeypatch.setenv("PYTHONPATH", "")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ModuleNotFoundError):
        [*as_completed(1, pkgutil.resolve_name, ["mine:WHO"])]


def started_worker(parent: int) -> subprocess.Popen[bytes]:
    """Start the process of a worker that takes this one for its parent."""
    return subprocess.Popen(
        child_command(worker_processes.serve, 10**9, parent),
        env=unmeasured(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_a_parent_that_ended_before_the_worker_looked() -> None:
    """Its number is then that of no parent; nothing is sent or read any more."""
    process = started_worker(parent=2**22 + 1)
    assert process.wait(PATIENCE) == 1
    assert process.communicate() == (b"", b"")


def test_an_answer_that_nobody_waits_for() -> None:
    process = started_worker(parent=os.getpid())
    assert process.stdin
    assert process.stdout
    process.stdout.close()
    pickle.dump(partial(abs, -1), process.stdin)
    process.stdin.flush()
    assert process.wait(PATIENCE) == 1
    assert process.stderr
    assert process.stderr.read() == b""
