"""From the value of ``--cluster`` to a team of workers, or to what runs tasks."""

from __future__ import annotations

import logging
import os
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from fold_cli.coverage.distant.memory_limit import memory_limited, team_with_files
from fold_cli.engine.stop import stopper
from fold_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fold_cli.coverage.distant.team import Team
    from fold_cli.dask.team import DaskTeam
    from fold_cli.engine.progress import Progress
    from fold_cli.use.measuring.worker_processes import TaskRunner

MAX_CONNECT_SECONDS = 10
"""Time in which a scheduler must answer, and have a worker."""

MAX_LOCAL_WORKERS = 256
"""Processes that ``--cluster local:N`` may start."""


_ADDRESS = re.compile(r"(tcp|tls)://[^\s/]+:\d+/?")
_LOCAL = re.compile(r"local(?::([0-9]{1,9}))?", re.ASCII)


class RoundProgress:
    """Reports progress with the number of rules and of rounds so far."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._step, self._done, self._total = "reading files", 0, 0
        self._rules = self._rounds = 0

    def __call__(self, step: str, done: int, total: int) -> None:
        """Report a step; each step of learning is one more rule."""
        self._rules += step == "learning"
        self._step, self._done, self._total = step, done, total
        self._report()

    def on_round(self, rounds: int) -> None:
        """Report that workers are asked once more."""
        self._rounds = rounds
        self._report()

    def _report(self) -> None:
        step = "learning" if self._rounds else self._step
        rules = f", {self._rules} rule{'s' * (self._rules != 1)}"
        rounds = f"{rules}, round {self._rounds}" if self._rounds else ""
        self._progress(f"{step}{rounds}", self._done, self._total)


@contextmanager
def table_team(
    cluster: str | None,
    progress: Progress,
    memory: str | int | None = None,
) -> Iterator[tuple[Team, Progress]]:
    """Give the team that has the rows of a table, and progress, while the block runs.

    A cluster is ``local``, ``local:4`` or the address of a scheduler. Where processes
    may take so much ``memory``, the columns of a table are in files; without a cluster
    they are in this process.
    """
    with memory_limited(memory) as limit:
        if cluster is None:
            with team_with_files(limit) as team:
                yield team, progress
            return
        with_rounds = RoundProgress(progress)
        with_rounds("starting workers", 0, 0)
        with cluster_team(cluster, with_rounds.on_round) as workers:
            workers.memory = limit
            yield workers, with_rounds


@contextmanager
def tasks_at(cluster: str, progress: Progress) -> Iterator[TaskRunner]:
    """Give what runs tasks at the workers of a cluster while the block runs."""
    progress("starting workers", 0, 0)
    with _client_of(cluster) as client:
        from fold_cli.dask.task_runner import TaskRunner

        processes = len(stopper().memory.workers)  # of a cluster of this machine
        memory = stopper().memory.process // processes if processes else None
        runner = TaskRunner(client, memory)
        try:
            yield runner.as_completed
        finally:
            runner.end_processes()


@contextmanager
def cluster_team(
    cluster: str, on_round: Callable[[int], None] = lambda _: None
) -> Iterator[DaskTeam]:
    """Give the workers of a cluster for as long as the block runs."""
    with _client_of(cluster) as client:
        from fold_cli.dask.team import DaskTeam

        yield DaskTeam(client, on_round)


@contextmanager
def _client_of(cluster: str) -> Iterator[Any]:
    """Give a client of a cluster for as long as the block runs."""
    local = _LOCAL.fullmatch(str(cluster))
    if not local and not _ADDRESS.fullmatch(str(cluster)):
        raise UsageError(
            f"--cluster {cluster}: write local, local:4 for four processes, or the "
            "address of a scheduler, such as tcp://host:8786."
        )
    workers = int(local[1] or os.cpu_count() or 1) if local else 1
    if not 1 <= workers <= MAX_LOCAL_WORKERS:
        raise UsageError(
            f"--cluster {cluster}: from 1 to {MAX_LOCAL_WORKERS} processes."
        )
    _check_installed()
    from fold_cli.dask.local_cluster import local_cluster

    found = local_cluster(workers) if local else _connected(cluster)
    with _without_logs(), found as client:
        yield client


@contextmanager
def _without_logs() -> Iterator[None]:
    """Let Dask say nothing while the block runs: what matters is told as an error."""
    import distributed  # so that its loggers are there

    names = logging.root.manager.loggerDict
    ours = [name for name in names if name.split(".")[0] == distributed.__name__]
    loggers = [logging.getLogger(name) for name in ours]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def _check_installed() -> None:
    try:
        import cryptography
        import distributed
    except ImportError:
        raise UsageError(
            "--cluster needs Dask: pip install 'fold-cli[dask]'."
        ) from None
    del cryptography, distributed


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    """Give a client of a scheduler whose workers have what we have."""
    from distributed import Client, Security

    from fold_cli.dask.connection import (
        TIMEOUTS,
        ClusterError,
        check_versions,
        connected,
    )

    if address.startswith("tls:") and not Security().get_connection_args("client").get(
        "ssl_context"
    ):
        raise ClusterError(
            f"{address} needs the certificates of the scheduler, which Dask's settings "
            "distributed.comm.tls name; there are none"
        )
    try:
        client = Client(address, timeout=MAX_CONNECT_SECONDS, set_as_default=False)
    except (OSError, *TIMEOUTS, ValueError) as error:
        reason = str(error).partition("\n")[0]
        raise ClusterError(
            f"no scheduler of Dask answers at {address} ({reason}); start one with "
            "'dask scheduler' and workers with 'dask worker', or give --cluster local"
        ) from None
    try:
        with connected(client), client.as_current():
            try:
                client.wait_for_workers(1, timeout=MAX_CONNECT_SECONDS)
            except TIMEOUTS:
                raise ClusterError(
                    f"the scheduler at {address} has no workers; start some with "
                    f"'dask worker {address}'"
                ) from None
            check_versions(client)
            yield client
    finally:
        client.close(timeout=1)
