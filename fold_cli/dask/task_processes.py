"""Work at a worker of Dask, done by processes that the worker starts beside itself.

Prolog serves one thread of a process, and a thread of a worker cannot be stopped; a
process has a Prolog of its own and can be ended. It stays for the tasks of one run, so
that a problem is read once.
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
_ended: set[str] = set()  # runs that ask for nothing any more


def serve(run: str, work: Callable[[], Any], directory: str, memory: int | None) -> Any:
    """Return what comes of some work in a directory, for a run.

    A process may take so many bytes of memory, or else a share of the worker's.
    """
    process = _taken(run, memory or _share())
    try:
        answer = process.answer(partial(_at, directory, work))
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


def dismiss(run: str) -> None:
    """End all processes of a run, whatever they do."""
    with _lock:
        _ended.add(run)
        for process in (*_idle.pop(run, ()), *_busy.get(run, ())):
            process.end()


def _taken(run: str, memory: int) -> WorkerProcess:
    """Return a process that has nothing to do, or a new one.

    Those of other runs end: whoever began these may be gone.
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


def _share() -> int:
    """Return how much memory a process may take: a share for each thread."""
    from distributed import get_worker

    worker = get_worker()
    limits = [MemoryLimits().process, worker.memory_manager.memory_limit]
    return int(min(filter(None, limits)) // worker.state.nthreads)


# In the process


def _at(directory: str, work: Callable[[], Any]) -> Any:
    """Do some work where paths mean what they mean to who began the run."""
    try:
        os.chdir(directory)
    except OSError as error:
        raise EngineError(
            f"a worker cannot enter the directory {directory}, where fold was started "
            f"({error.strerror}); start fold in one that all workers have"
        ) from None
    return work()
