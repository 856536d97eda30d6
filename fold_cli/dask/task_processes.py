"""Processes that a worker of Dask starts beside itself, to run the tasks of a run.

Prolog serves one thread of a process, and a thread of a worker cannot be stopped; a
process has a Prolog of its own and can be ended. It stays for all tasks of one run, so
that a problem is read once by each process.
"""

from __future__ import annotations

import os
import threading
from functools import partial
from typing import TYPE_CHECKING, Any

from fold_cli.engine.memory import MemoryLimits
from fold_cli.errors import EngineError
from fold_cli.use.measuring.worker_processes import WorkerProcess

if TYPE_CHECKING:
    from collections.abc import Callable

_lock = threading.Lock()
_idle: dict[str, list[WorkerProcess]] = {}
_busy: dict[str, list[WorkerProcess]] = {}
_ended: set[str] = set()  # runs


def run_task(
    run: str, work: Callable[[], Any], directory: str, memory: int | None
) -> Any:
    """Return what some work gives in a directory, run by a process of a run.

    The process may take ``memory`` bytes, or else a share of the worker's.
    """
    process = _idle_or_new(run, memory or _memory_share())
    try:
        answer = process.answer(partial(_run_in, directory, work))
    except BaseException:
        process.end()
        raise
    else:
        with _lock:
            _idle.setdefault(run, []).append(process)
    finally:
        with _lock:
            _busy[run].remove(process)
            if not _busy[run]:
                del _busy[run]
    return answer


def end_processes(run: str) -> None:
    """End all processes of a run, whatever they do."""
    with _lock:
        _ended.add(run)
        for process in (*_idle.pop(run, ()), *_busy.get(run, ())):
            process.end()


def _idle_or_new(run: str, memory: int) -> WorkerProcess:
    """Return an idle process, or a new one, which is busy now.

    Idle processes of other runs are ended: whoever began these may be gone.
    """
    with _lock:
        if run in _ended:
            raise EngineError("the run has ended")
        for other in [each for each in _idle if each != run]:
            for process in _idle.pop(other):
                process.end()
        idle = _idle.get(run)
        process = idle.pop() if idle else WorkerProcess(memory)
        _busy.setdefault(run, []).append(process)
        return process


def _memory_share() -> int:
    """Return the bytes that a process may take: a share for each thread."""
    from distributed import get_worker

    worker = get_worker()
    limits = [MemoryLimits().process, worker.memory_manager.memory_limit]
    return int(min(filter(None, limits)) // worker.state.nthreads)


# In the process


def _run_in(directory: str, work: Callable[[], Any]) -> Any:
    """Do some work in the directory where fold was started, which paths refer to."""
    try:
        os.chdir(directory)
    except OSError as error:
        raise EngineError(
            f"a worker cannot enter the directory {directory}, where fold was started "
            f"({error.strerror}); start fold in one that all workers have"
        ) from None
    return work()
