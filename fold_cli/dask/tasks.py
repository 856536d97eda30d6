"""What runs at a worker of Dask: it makes a holder of parts, and asks it."""

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
    """What must be the same everywhere: the first of these, and the parts of others."""

    fold: str
    python: str
    numpy: str
    dask: str

    def difference(self, other: Versions) -> str:
        """Return what another has instead, nothing if they go together."""
        if self.fold != other.fold:
            return f"fold-cli {other.fold}, not {self.fold}"
        for name, own, their, parts in (
            ("Python", self.python, other.python, 2),
            ("NumPy", self.numpy, other.numpy, 1),
            ("Dask", self.dask, other.dask, 2),
        ):
            if own.split(".")[:parts] != their.split(".")[:parts]:
                return f"{name} {their}, not {own}"
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
    return [each.address for each in workers if each.status.name == "paused"]


RUNNING = ("executing", "long-running", "resumed")
"""The states of a task for whose result somebody waits."""

MEMORY_PER_BYTE = 2
"""Bytes of memory for each byte of a file, while it is read and learned from."""


class PinnedParts(WorkerParts):
    """A holder that stays where it is: Dask neither copies it nor writes it to disk."""

    def __reduce__(self) -> Any:
        raise TypeError("the rows of a table stay with their worker")


def new_holder(memory: int, files: Sequence[PartFile]) -> PinnedParts:
    """Return a holder without parts, for those of some files.

    Their columns go to files if ``memory`` is limited, or if they are large beside the
    memory that this worker may take.
    """
    paths = [Path(file.place) for file in files]
    size = sum(path.stat().st_size for path in paths if path.is_file())
    limit = distributed.get_worker().memory_manager.memory_limit
    short = bool(limit and MEMORY_PER_BYTE * size > limit)
    return PinnedParts(bool(memory) or short, memory)


def read(
    holder: WorkerParts,
    sources: Mapping[int, Callable[..., RawTable]],
    inputs: Sequence[Sequence[Any]],
) -> dict[int, PartSummary]:
    """Read parts, each from what Dask has of it, and return their summaries."""
    each = zip(sources.items(), inputs, strict=True)
    parts = {n: partial(s, *own) if own else s for (n, s), own in each}
    with _working(holder):
        return holder.read(parts)


def code(holder: WorkerParts, codings: Mapping[int, PartCoding]) -> None:
    """Code the cells of parts."""
    with _working(holder):
        holder.code(codings)


def ask(holder: WorkerParts, question: Question[Any], program: Program) -> Any:
    """Answer a question for all parts."""
    with _working(holder):
        return holder.ask(question, program)


@contextmanager
def _working(holder: WorkerParts) -> Iterator[None]:
    """Let a holder work for the task at hand; after an error it has nothing left.

    The error has references to the holder, and may stay a while.
    """
    holder.watch.check = _task_check()
    try:
        yield
    except BaseException:
        holder.remove()
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
