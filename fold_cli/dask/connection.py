"""The scheduler that a client is connected to: whether it is there, and its workers."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import distributed
from distributed import CancelledError
from distributed.comm import CommClosedError

from fold_cli.dask import tasks
from fold_cli.errors import FoldError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Client = Any

TIMEOUTS = (TimeoutError, distributed.TimeoutError)
"""What Dask raises when it has waited long enough; one of them since Python 3.11."""

MAX_PAUSE_SECONDS = 10.0
"""Time for which a worker may be paused; other work may let go of memory."""

MAX_WAIT_SECONDS = 60.0
"""Time in which a worker must come where none is left."""

MORE_MEMORY = (
    "let columns be in files (--memory 500MB), start more workers, or give them more "
    "memory ('dask worker --memory-limit')"
)
"""What to do where workers have too little memory."""


class ClusterError(FoldError):
    """The cluster cannot be used, or is gone."""


def workers_of(client: Client) -> dict[str, int]:
    """Return the workers of a cluster, and their threads.

    A client that has lost its scheduler tries to connect again, but what workers held
    for it is gone by then.
    """
    try:
        if client.status == "running":
            found: dict[str, int] = client.nthreads()
            return found
    except (OSError, *TIMEOUTS, CancelledError):
        pass
    raise no_scheduler()


def no_scheduler() -> ClusterError:
    """Return the error of a run whose scheduler is gone."""
    return ClusterError(
        "the scheduler does not answer any more; start it again, and then fold"
    )


def no_worker() -> ClusterError:
    """Return the error of a run whose workers are all gone."""
    return ClusterError(
        f"the last worker is gone, and no other came for {MAX_WAIT_SECONDS:g} s; start "
        "workers, and then fold again"
    )


def check_versions(client: Client) -> None:
    """Raise an error unless the scheduler and all workers have what is here.

    A worker that ends meanwhile is not asked.
    """
    here = tasks.versions()
    versions = client.run(tasks.versions, on_error="return")
    versions = {
        f"worker {address}": there
        for address, there in versions.items()
        if not isinstance(there, OSError)
    }
    try:
        versions["scheduler"] = client.run_on_scheduler(tasks.versions)
    except CommClosedError:
        raise
    except Exception as error:  # whatever it lacks
        versions["scheduler"] = error
    for where, there in versions.items():
        difference = f"an error, {there}"
        if not isinstance(there, BaseException):
            difference = here.difference(there)
        if difference:
            raise ClusterError(
                f"the {where} has {difference}; install fold-cli {here.fold} with "
                f"Python {here.python} where the scheduler and the workers are"
            )


def check_paused(
    client: Client, since: dict[str, float], workers: Iterable[str]
) -> None:
    """Raise an error if one of some workers was paused by Dask and stays so.

    A worker beyond its memory begins no task. ``since`` keeps when that was seen first.
    """
    try:
        paused = client.run_on_scheduler(tasks.paused)
    except Exception:  # it is gone, which is noticed next, or has no fold-cli
        return
    now = time.monotonic()
    for worker in [each for each in since if each not in paused]:
        del since[worker]
    for worker in set(workers).intersection(paused):
        if now - since.setdefault(worker, now) > MAX_PAUSE_SECONDS:
            raise ClusterError(
                f"Dask has paused the worker {worker}, which is at the limit of its "
                f"memory; {MORE_MEMORY}"
            )


@contextmanager
def connected(client: Client) -> Iterator[None]:
    """Let what fails since the scheduler is gone be the error that says so."""
    try:
        yield
    except CommClosedError:
        raise no_scheduler() from None
    except CancelledError:
        if client.status == "running":
            raise
        raise no_scheduler() from None
