"""The scheduler that a client is connected to: whether it is there, and its workers."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import distributed
from distributed import CancelledError

from fold_cli.errors import FoldError

if TYPE_CHECKING:
    from collections.abc import Iterator

    Client = Any

TIMEOUTS = (TimeoutError, distributed.TimeoutError)
"""What Dask raises when it has waited long enough; one of them since Python 3.11."""


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


@contextmanager
def cancelled_with(client: Client) -> Iterator[None]:
    """Let what is cancelled since the scheduler is gone be the error that says so."""
    try:
        yield
    except CancelledError:
        if client.status == "running":
            raise
        raise no_scheduler() from None
