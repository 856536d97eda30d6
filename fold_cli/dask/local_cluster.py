"""A cluster of processes of this machine, for as long as a run lasts.

The scheduler is in this process. Workers are started as those of ``fold cv`` are
(``engine/parent.py``). They listen to this machine alone, serve no pages, and only who
has the certificate of the run can connect.
"""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import subprocess
import sys
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from fold_cli.engine.parent import child_command, end_with_parent
from fold_cli.engine.scratch import ScratchDirectory
from fold_cli.engine.startup import check_open_files
from fold_cli.engine.stop import EXIT_ERROR, stopper
from fold_cli.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Iterator

HOST = "127.0.0.1"
FILES, FILES_PER_WORKER = 32, 3
"""Files that this process has open: its own and those of the scheduler."""


@contextmanager
def local_cluster(workers: int) -> Iterator[Any]:
    """Start so many workers, and give a client; in the end they have ended."""
    check_open_files(FILES + FILES_PER_WORKER * workers)
    with ExitStack() as stack:
        try:
            client = stack.enter_context(_started(workers))
        except (OSError, RuntimeError, TimeoutError) as error:
            raise EngineError(
                f"the processes of --cluster local cannot be started ({_cause(error)})"
            ) from None
        yield client


def _cause(error: BaseException) -> BaseException:
    """Return the error that others come from."""
    while before := error.__cause__ or error.__context__:
        error = before
    return error


@contextmanager
def _started(workers: int) -> Iterator[Any]:
    """Give a client of a scheduler that has so many workers."""
    import dask
    from distributed import Client, LocalCluster
    from distributed.security import Security

    security = Security.temporary()
    processes: list[subprocess.Popen[bytes]] = []
    scratch = ScratchDirectory()
    directory = str(scratch.path)
    try:
        no_pages: dict[str, Any] = {"distributed.scheduler.http.routes": []}
        with dask.config.set({**no_pages, "temporary-directory": directory}):
            cluster = LocalCluster(
                n_workers=0,
                processes=True,
                host=HOST,
                protocol="tls://",
                security=security,
                dashboard_address=None,
                scheduler_kwargs={"dashboard_address": f"{HOST}:0"},
                silence_logs=logging.CRITICAL,
            )
        try:
            settings = pickle.dumps((cluster.scheduler_address, security, directory))
            for _ in range(workers):
                processes.append(_start(settings, directory))
            stopper().memory.workers = [process.pid for process in processes]
            client = Client(cluster)
            try:
                client.wait_for_workers(workers, timeout=60)
                yield client
            finally:
                client.close(timeout=1)
        finally:
            stopper().memory.workers = []
            for process in processes:
                process.kill()
            cluster.close(timeout=1)
            for process in processes:
                process.wait()
    finally:
        scratch.remove()


def _start(settings: bytes, directory: str) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        child_command(serve, os.getpid()),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C is not meant for it
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "TMPDIR": directory},
    )
    assert process.stdin
    process.stdin.write(settings)
    process.stdin.close()
    return process


# In the worker


def serve(parent: int) -> None:
    """Work for the scheduler that is settings on standard input, until that ends."""
    end_with_parent(parent)
    try:
        address, security, directory = pickle.load(sys.stdin.buffer)
    except EOFError:
        os._exit(EXIT_ERROR)  # the parent ended before it wrote them
    asyncio.run(_work(address, security, directory))
    os._exit(0)


async def _work(address: str, security: Any, directory: str) -> None:
    import dask
    from distributed import Worker

    dask.config.set({"distributed.worker.http.routes": []})
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    worker = Worker(
        address,
        nthreads=1,
        host=HOST,
        security=security,
        local_directory=directory,
        dashboard=False,
        memory_limit=0,
    )
    async with worker:
        await worker.finished()
