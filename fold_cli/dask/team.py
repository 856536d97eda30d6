"""A team of Dask's workers, each with some parts of a table; a question is a task each.

Parts are pinned to their workers, since that is where their rows are. A worker that is
gone is noticed within ``POLL_SECONDS``: its parts are read again by those that are
left, which then repeat the questions that changed parts, and define the same sets.
"""

from __future__ import annotations

import itertools
import time
import warnings
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from distributed import CancelledError, KilledWorker, as_completed

from fold_cli.coverage.distant.row_sets import Program
from fold_cli.dask import tasks
from fold_cli.dask.connection import (
    MAX_WAIT_SECONDS,
    MORE_MEMORY,
    TIMEOUTS,
    ClusterError,
    check_paused,
    no_worker,
    workers_of,
)
from fold_cli.errors import InputError
from fold_cli.files.sources import exists
from fold_cli.files.tables.part_files import PartFile, changed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Client = Any
    Future = Any

    from fold_cli.coverage.distant.row_sets import Definition
    from fold_cli.coverage.distant.team import Answer, Question
    from fold_cli.files.tables.part_files import Stamp
    from fold_cli.files.tables.raw import RawTable
    from fold_cli.files.tables.summaries import PartCoding, PartSummary

POLL_SECONDS = 1.0
"""Time after which workers that do not answer are checked for being there."""

MAX_MORE_LOSSES = 3
"""Workers, beside as many as there are, that may end before a question is answered."""


@dataclass
class _Share:
    """The parts that a worker has: their numbers, and the ``WorkerParts`` there."""

    worker: str
    parts: list[int]
    worker_parts: Future = field(repr=False)


class DaskTeam:
    """The workers of a cluster, of which each has parts of one table."""

    def __init__(self, client: Client, on_round: Callable[[int], None]) -> None:
        self._client, self._on_round = client, on_round
        self._shares: list[_Share] = []
        self._sources: Sequence[Callable[[], RawTable]] = ()
        self._stamps: list[Stamp] = []  # of the files as they were read
        self._codings: Sequence[PartCoding] = ()
        self._definitions: dict[int, Definition] = {}  # all that workers know
        self._lasting: list[Question[Any]] = []
        self._numbers = itertools.count()
        self.rounds = 0
        self.memory = 0  # of each worker; 0: what its own limit allows
        self.lost: set[str] = set()  # workers that are gone
        self._losses = 0  # since all workers answered
        self._paused: dict[str, float] = {}  # since when

    # The parts

    def read(self, sources: Sequence[Callable[[], RawTable]]) -> list[PartSummary]:
        """Let workers read the parts of a table, and return what they found."""
        self._sources = sources
        workers = self._others()
        for at, worker in enumerate(workers[: len(sources)]):
            self._assign(worker, list(range(at, len(sources), len(workers))))
        by_number: dict[int, PartSummary] = {}
        try:
            for part_summaries in self._run_all(self._read):
                by_number |= part_summaries
        except InputError as error:
            if error.message.startswith("no such file") and exists(error.file):
                error.message = (
                    "a worker cannot find this file; all workers must be able to read "
                    "the parts under the same paths"
                )
            raise
        summaries = [by_number[number] for number in range(len(sources))]
        self._stamps = [summary.stamp for summary in summaries]
        return summaries

    def code(self, codings: Sequence[PartCoding]) -> None:
        """Let workers code the cells of each part."""
        self._codings = codings
        self._run_all(self._code)

    def release(self) -> None:
        """Let workers forget their parts."""
        for share in self._shares:
            share.worker_parts.release()

    def _assign(self, worker: str, parts: list[int]) -> _Share:
        sources = [self._sources[number] for number in parts]
        files = [source for source in sources if isinstance(source, PartFile)]
        worker_parts = self._submit(worker, tasks.new_worker_parts, self.memory, files)
        share = _Share(worker, parts, worker_parts)
        self._shares.append(share)
        return share

    def _read(self, share: _Share) -> Future:
        sources = {number: self._sources[number] for number in share.parts}
        inputs = [list(getattr(each, "inputs", ())) for each in sources.values()]
        return self._submit(
            share.worker, tasks.read, share.worker_parts, sources, inputs
        )

    def _code(self, share: _Share) -> Future:
        codings = {number: self._codings[number] for number in share.parts}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that it is large
            return self._submit(share.worker, tasks.code, share.worker_parts, codings)

    # Questions

    def ask(self, question: Question[Answer], program: Program) -> Answer:
        """Let every worker learn new sets, and answer for all its parts."""
        self.rounds += 1
        self._on_round(self.rounds)
        for number in program.forgotten:
            self._definitions.pop(number, None)
        self._definitions.update((each.number, each) for each in program.defined)
        answers = self._run_all(lambda share: self._ask(share, question, program))
        if getattr(question, "lasting", False):
            self._lasting.append(question)
        return question.united(answers)

    def _ask(self, share: _Share, question: Question[Any], program: Program) -> Future:
        return self._submit(
            share.worker, tasks.ask, share.worker_parts, question, program
        )

    # Tasks

    def _submit(self, worker: str, task: Callable[..., Any], *args: Any) -> Future:
        key = f"fold-{task.__name__}-{id(self)}-{next(self._numbers)}"
        return self._client.submit(
            task, *args, key=key, workers=[worker], pure=False, retries=0
        )

    def _run_all(self, begin: Callable[[_Share], Future]) -> list[Any]:
        """Run a task at each worker, and return the results.

        The parts of workers that are gone are given to others, which run it instead.
        """
        waiting = [(share, begin(share)) for share in self._shares]
        answers: list[Any] = []
        try:
            while waiting:
                done = self._finished([future for _, future in waiting])
                found, again = self._collected(waiting, done)
                answers += found
                waiting = [
                    (share, begin(share) if restarted else future)
                    for share, future, restarted in again
                ]
        except BaseException:
            with suppress(Exception):  # what led here is told
                self._client.cancel([future for _, future in waiting], force=True)
            raise
        self._losses = 0
        return answers

    def _finished(self, futures: list[Future]) -> bool:
        """Wait for tasks; return whether all have ended, in any way."""
        ended = as_completed(futures, loop=self._client.loop, timeout=POLL_SECONDS)
        try:
            for _ in ended:
                pass
        except TIMEOUTS:
            return False
        return True

    def _collected(
        self, waiting: list[tuple[_Share, Future]], done: bool
    ) -> tuple[list[Any], list[tuple[_Share, Any, bool]]]:
        """Return the answers that came, and who is still asked, or asked again."""
        answers: list[Any] = []
        left: list[tuple[_Share, Any, bool]] = []
        alive = None if done else workers_of(self._client)
        if not done:
            asked = [share.worker for share, _ in waiting]
            check_paused(self._client, self._paused, asked)
        for share, future in waiting:
            try:
                if future.done():
                    answers.append(future.result())
                elif alive is not None and share.worker not in alive:
                    left += [(new, None, True) for new in self._replaced(share)]
                else:
                    left.append((share, future, False))
            except (KilledWorker, CancelledError):
                left += [(new, None, True) for new in self._replaced(share)]
            except RuntimeError as error:
                if "deserialization" not in str(error):
                    raise
                raise ClusterError(
                    "the scheduler or a worker has another fold-cli; install the same "
                    "version everywhere"
                ) from None
        return answers, left

    # Workers that are gone

    def _replaced(self, gone: _Share) -> list[_Share]:
        """Give the parts of a worker that is gone to others."""
        self.lost.add(gone.worker)
        self._losses += 1
        if self._losses > MAX_MORE_LOSSES + len(self._shares):
            raise ClusterError(
                f"workers ended {self._losses} times while they did the same; if they "
                f"have too little memory, {MORE_MEMORY}"
            )
        self._shares.remove(gone)
        with suppress(Exception):
            gone.worker_parts.cancel(force=True)
        workers = self._others(gone.worker)
        shares: list[_Share] = []
        for at, worker in enumerate(workers):
            if parts := gone.parts[at :: len(workers)]:
                share = self._assign(worker, parts)
                try:
                    self._catch_up(share)
                    shares.append(share)
                except _WorkerGoneError:
                    shares += self._replaced(share)
        return shares

    def _others(self, gone: str = "") -> list[str]:
        """Return the workers beside one; wait for one where there is none."""
        until = time.monotonic() + MAX_WAIT_SECONDS
        while True:
            if workers := sorted(workers_of(self._client).keys() - {gone}):
                return workers
            if time.monotonic() > until:
                raise no_worker()
            time.sleep(POLL_SECONDS)

    def _catch_up(self, share: _Share) -> None:
        """Let a worker learn of new parts what others know of theirs."""
        if not self._codings:
            return
        for number, summary in self._awaited(share, self._read(share)).items():
            if summary.stamp != self._stamps[number]:
                raise changed(summary.layout.file)
        steps: list[Callable[[], Future]] = [lambda: self._code(share)]
        for question in self._lasting:
            steps.append(lambda q=question: self._ask(share, q, Program()))  # type: ignore[misc]
        known = Program(tuple(self._definitions.values()))
        steps.append(lambda: self._ask(share, tasks.DefineSets(), known))
        for step in steps:
            self._awaited(share, step())

    def _awaited(self, share: _Share, future: Future) -> Any:
        """Return the result of a task; raise an error where its worker is gone."""
        while not self._finished([future]):
            if share.worker not in workers_of(self._client):
                raise _WorkerGoneError
        try:
            return future.result()
        except (KilledWorker, CancelledError):
            raise _WorkerGoneError from None


class _WorkerGoneError(Exception):
    """A worker is gone before it has caught up with others."""
