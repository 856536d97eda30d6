"""Worker processes, each with a Python and a Prolog of its own.

A worker receives one pickled call at a time by a pipe, and answers by another.
"""

from __future__ import annotations

import os
import pickle
import selectors
import signal
import subprocess
import traceback
from contextlib import contextmanager
from functools import partial
from typing import IO, TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

from fold_cli.engine.parent import child_command, end_with_parent
from fold_cli.engine.stop import EXIT_ERROR, stopper
from fold_cli.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Worker = subprocess.Popen[bytes]

T = TypeVar("T")
R = TypeVar("R")


TaskRunner: TypeAlias = "Callable[[Callable[[Any], Any], Sequence[Any]], Iterator[Any]]"
"""Runs a function on each task, and yields the results in any order."""


def as_completed(jobs: int, run: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]:
    """Yield ``run(task)`` of each task as soon as it is known, or raise what it raises.

    What is run is pickled: a function of a module, or a ``partial`` of one.
    """
    todo = iter(tasks)
    with (
        _started(min(jobs, len(tasks))) as workers,
        selectors.DefaultSelector() as selector,
    ):
        for worker, task in zip(workers, todo, strict=False):
            _send(worker, partial(run, task))
            selector.register(
                cast("IO[bytes]", worker.stdout), selectors.EVENT_READ, worker
            )
        while selector.get_map():
            for key, _ in selector.select():
                answer = _answer(key.data, "learn", "; --jobs 1 needs no others")
                for task in todo:
                    _send(key.data, partial(run, task))
                    break
                else:
                    selector.unregister(key.fileobj)
                yield answer


@contextmanager
def _started(count: int) -> Iterator[list[Worker]]:
    """Start workers, which have ended when the block is left."""
    workers: list[Worker] = []
    try:
        for _ in range(count):
            workers.append(_start(stopper().memory.process // count))
        stopper().memory.workers = [worker.pid for worker in workers]
        yield workers
    except BaseException:
        for worker in workers:
            worker.kill()
        raise
    finally:
        stopper().memory.workers = []
        for worker in workers:
            worker.communicate()


class WorkerProcess:
    """A process that does what it is asked, one thing after the other."""

    def __init__(self, memory: int) -> None:
        self._worker = _start(memory)

    def answer(self, work: Callable[[], R]) -> R:
        """Return what comes of some work, or raise what it raises."""
        _send(self._worker, work)
        found: R = _answer(self._worker, "do its work")
        return found

    def end(self) -> None:
        """End the process, whatever it does; who waits for an answer gets an error."""
        self._worker.kill()
        self._worker.wait()


def _start(memory: int) -> Worker:
    """Start a process that may take ``memory`` bytes, and does not see Ctrl-C."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return subprocess.Popen(
            child_command(serve, memory, os.getpid()),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _send(worker: Worker, work: Callable[[], object]) -> None:
    """Send a call to a worker; one that has ended is noticed when it should answer."""
    assert worker.stdin
    try:
        pickle.dump(work, worker.stdin)
        worker.stdin.flush()
    except BrokenPipeError:
        pass


def _answer(worker: Worker, what: str, advice: str = "") -> Any:
    assert worker.stdout
    try:
        answer, error, trace = pickle.load(worker.stdout)
    except (EOFError, pickle.UnpicklingError):  # the latter in the midst of an answer
        raise EngineError(
            f"a process that should {what} has ended (status {worker.wait()}){advice}"
        ) from None
    if error is not None:
        raise error from _InWorkerError(trace)
    return answer


class _InWorkerError(Exception):
    """Where in a worker an error came from."""

    def __str__(self) -> str:
        return f"\n{self.args[0]}"


# In the worker


def serve(memory: int, parent: int) -> None:
    """Run the calls that standard input has, until it is closed, or the parent ends.

    This process is one of several that share the memory of a run: it may take
    ``memory`` bytes.
    """
    end_with_parent(parent)
    calls, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # what Prolog prints itself is no answer

    def answer(result: tuple[object, BaseException | None, str]) -> None:
        try:
            pickle.dump(result, answers)
            answers.flush()
        except BrokenPipeError:
            os._exit(EXIT_ERROR)  # nobody waits for it any more

    stopper().serve(memory, lambda why: answer((None, EngineError(why), "")))
    while True:
        try:
            work = pickle.load(calls)
        except (EOFError, pickle.UnpicklingError):  # the latter in the midst of a call
            os._exit(0)  # the system frees memory sooner
        answer(_tried(work))


def _tried(work: Callable[[], object]) -> tuple[object, BaseException | None, str]:
    """Return what comes of some work: its result, or its error and where that was."""
    try:
        return work(), None, ""
    except BaseException as error:
        return None, error, traceback.format_exc()
