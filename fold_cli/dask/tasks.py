"""The tasks that run at a worker of Dask: parts are read, coded and asked."""

from __future__ import annotations

import platform
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import distributed
import numpy as np

import fold_cli
from fold_cli.coverage.distant.worker_parts import WorkerParts
from fold_cli.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from fold_cli.coverage.distant.row_sets import Program
    from fold_cli.coverage.distant.team import Question
    from fold_cli.files.tables.part_files import PartFile
    from fold_cli.files.tables.raw import RawTable
    from fold_cli.files.tables.summaries import PartCoding, PartSummary


class Versions(NamedTuple):
    """What must agree everywhere: fold-cli, and the first numbers of the others."""

    fold: str
    python: str
    numpy: str
    dask: str

    def difference(self, other: Versions) -> str:
        """Return what another has instead, nothing if they go together."""
        if self.fold != other.fold:
            return f"fold-cli {other.fold}, not {self.fold}"
        for name, here, there, parts in (
            ("Python", self.python, other.python, 2),
            ("NumPy", self.numpy, other.numpy, 1),
            ("Dask", self.dask, other.dask, 2),
        ):
            if here.split(".")[:parts] != there.split(".")[:parts]:
                return f"{name} {there}, not {here}"
        return ""


def versions() -> Versions:
    """Return the versions here."""
    return Versions(
        fold_cli.__version__,
        platform.python_version(),
        np.__version__,
        distributed.__version__,
    )


def paused(dask_scheduler: Any) -> list[str]:
    """Return the workers that begin no task for want of memory; at the scheduler."""
    workers = dask_scheduler.workers.values()
    return [worker.address for worker in workers if worker.status.name == "paused"]


RUNNING = ("executing", "long-running", "resumed")
"""The states of a task for whose result somebody waits."""

MEMORY_BYTES_PER_FILE_BYTE = 2
"""Bytes of memory for each byte of a file, while it is read and learned from."""


class PinnedParts(WorkerParts):
    """Parts that stay at their worker: Dask neither copies them nor writes them out."""

    def __reduce__(self) -> Any:
        raise TypeError("the rows of a table stay with their worker")


def new_worker_parts(memory: int, files: Sequence[PartFile]) -> PinnedParts:
    """Return what will have the parts of some files; it has none yet.

    Their columns go to files if ``memory`` is limited, or if they are large beside the
    memory that this worker may take.
    """
    paths = [Path(file.place) for file in files]
    size = sum(path.stat().st_size for path in paths if path.is_file())
    limit = distributed.get_worker().memory_manager.memory_limit
    short = bool(limit and MEMORY_BYTES_PER_FILE_BYTE * size > limit)
    return PinnedParts(bool(memory) or short, memory)


def read(
    worker_parts: WorkerParts,
    sources: Mapping[int, Callable[..., RawTable]],
    inputs: Sequence[Sequence[Any]],
) -> dict[int, PartSummary]:
    """Read parts, each from what Dask has of it, and return their summaries."""
    pairs = zip(sources.items(), inputs, strict=True)
    parts = {n: partial(s, *given) if given else s for (n, s), given in pairs}
    with _working(worker_parts):
        return worker_parts.read(parts)


def code(worker_parts: WorkerParts, codings: Mapping[int, PartCoding]) -> None:
    """Code the cells of parts."""
    with _working(worker_parts):
        worker_parts.code(codings)


def ask(worker_parts: WorkerParts, question: Question[Any], program: Program) -> Any:
    """Answer a question for all parts."""
    with _working(worker_parts):
        return worker_parts.ask(question, program)


@contextmanager
def _working(worker_parts: WorkerParts) -> Iterator[None]:
    """End the work when the task at hand is cancelled; after an error remove the parts.

    The error refers to the parts, and may stay in memory for a while.
    """
    worker_parts.stop_check.check = _task_check()
    try:
        yield
    except BaseException:
        worker_parts.remove()
        raise


def _task_check() -> Callable[[], None]:
    """Return what raises an error where nobody waits for the task at hand any more.

    Dask does not stop a task that has begun.
    """
    worker = distributed.get_worker()
    key = worker.get_current_task()

    def check() -> None:
        task = worker.state.tasks.get(key)
        if task is None or task.state not in RUNNING:
            raise EngineError("the run has ended")

    return check


class DefineSets:
    """A question without an answer, by which a worker learns what sets there are."""

    def answer(self, _: object) -> None:
        """Answer nothing."""

    def united(self, _: Sequence[None]) -> None:
        """Return nothing."""
