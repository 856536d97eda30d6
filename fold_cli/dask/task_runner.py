"""Independent tasks for the workers of a cluster, such as the folds of ``fold cv``.

Dask gives the task of a worker that is gone to another one. A task is run by a process
beside its worker (``task_processes``).
"""

from __future__ import annotations

import threading
import time
import uuid
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from distributed import CancelledError, KilledWorker, wait

from fold_cli.dask import task_processes
from fold_cli.dask.connection import (
    MAX_WAIT_SECONDS,
    TIMEOUTS,
    ClusterError,
    no_scheduler,
    no_worker,
    workers_of,
)
from fold_cli.dask.team import POLL_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

MAX_END_SECONDS = 1.0
"""Time in which workers are to end the processes of a run."""


class TaskRunner:
    """Runs tasks at the workers of a cluster, for one run of fold."""

    def __init__(self, client: Any, memory: int | None = None) -> None:
        self._client, self._memory = client, memory
        self._run = uuid.uuid4().hex
        self._no_worker_since: float | None = None

    def as_completed(
        self, run: Callable[[Any], Any], tasks: Sequence[Any]
    ) -> Iterator[Any]:
        """Yield ``run(task)`` of each task as soon as it is known, or raise its error.

        What is run is pickled: a function of a module, or a ``partial`` of one.
        """
        batch, directory = uuid.uuid4().hex[:8], str(Path.cwd())
        waiting = [
            self._client.submit(
                task_processes.run_task,
                self._run,
                partial(run, task),
                directory,
                self._memory,
                key=f"fold-{batch}-{number}",
                pure=False,
            )
            for number, task in enumerate(tasks)
        ]
        try:
            while waiting:
                self._wait(waiting)
                for future in [future for future in waiting if future.done()]:
                    waiting.remove(future)
                    yield self._result(future)
        finally:
            if waiting:
                with suppress(Exception):
                    self._client.cancel(waiting, force=True)

    def _wait(self, futures: list[Any]) -> None:
        """Wait until one has ended, or for a while; raise where none ever will."""
        try:
            wait(futures, timeout=POLL_SECONDS, return_when="FIRST_COMPLETED")
        except CancelledError:
            pass
        except TIMEOUTS:
            self._check_workers()

    def _check_workers(self) -> None:
        if workers_of(self._client):
            self._no_worker_since = None
            return
        now = time.monotonic()
        self._no_worker_since = self._no_worker_since or now
        if now - self._no_worker_since > MAX_WAIT_SECONDS:
            raise no_worker()

    def _result(self, future: Any) -> Any:
        try:
            return future.result()
        except KilledWorker:
            raise ClusterError(
                "several workers ended while they did the same task; have they enough "
                "memory?"
            ) from None
        except CancelledError:
            raise no_scheduler() from None

    def end_processes(self) -> None:
        """End the processes beside the workers, as far as these answer."""

        def end() -> None:
            with suppress(Exception):
                self._client.run(
                    task_processes.end_processes, self._run, on_error="ignore"
                )

        ending = threading.Thread(target=end, daemon=True)
        ending.start()
        ending.join(MAX_END_SECONDS)
