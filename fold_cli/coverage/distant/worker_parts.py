"""The parts of a table that one worker has: raw cells first, then coded columns.

A part is read once. Its cells are freed column by column as they are coded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fold_cli.coverage.distant.part import CodedPart, Definitions
from fold_cli.coverage.distant.team import answered
from fold_cli.engine.memory import limit_excess, own_bytes
from fold_cli.errors import EngineError
from fold_cli.files.tables.coded import mapped, narrowest
from fold_cli.files.tables.mapped_codes import Buffers
from fold_cli.files.tables.part_files import PartFile
from fold_cli.files.tables.summaries import summary_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from fold_cli.coverage.distant.row_sets import Program
    from fold_cli.coverage.distant.team import Answer, Question
    from fold_cli.files.tables.raw import RawTable
    from fold_cli.files.tables.summaries import PartCoding, PartSummary


DEFAULT_SET_BYTES = 1 << 25
"""Bytes of sets that a worker keeps, where its memory is not limited."""

MIN_SET_BYTES = 1 << 22
"""Bytes of sets that a worker keeps at least, where its memory is limited."""

MAX_SETS_SHARE = 1 / 4
"""The share of the memory left to a worker that its sets may take."""


class StopCheck:
    """Raises an error where work is to end, or the process takes too much memory."""

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self.check: Callable[[], None] = lambda: None

    def __call__(self) -> None:
        """Raise an error unless work may go on."""
        self.check()
        if excess := limit_excess(self._memory):
            raise EngineError(excess)


class WorkerParts:
    """The parts of a table that one worker has."""

    def __init__(self, in_files: bool = False, memory: int = 0) -> None:
        """Keep the columns in memory, or in files.

        The process may take ``memory`` bytes; 0 is no limit.
        """
        self.stop_check = StopCheck(memory)
        self._buffers = Buffers(in_files, self.stop_check)
        self._set_bytes = DEFAULT_SET_BYTES
        if memory:
            left = max(memory - own_bytes(), 0)
            self._set_bytes = max(MIN_SET_BYTES, int(left * MAX_SETS_SHARE))
        self._cells: dict[int, RawTable] = {}
        self._parts: dict[int, CodedPart] = {}
        self._definitions = Definitions()

    def read(
        self, sources: Mapping[int, Callable[[], RawTable]]
    ) -> dict[int, PartSummary]:
        """Read parts, by their numbers, and return their summaries."""
        summaries = {}
        for number, source in sources.items():
            stamp = None
            if isinstance(source, PartFile):
                stamp, raw = source.stamp(), source(self._buffers.make)
            else:
                raw = source()
            self._cells[number] = raw
            summaries[number] = summary_of(raw, stamp)
            self.stop_check()
        return summaries

    def code(self, codings: Mapping[int, PartCoding]) -> None:
        """Code the cells of parts."""
        for number, coding in codings.items():
            raw = self._cells.pop(number)
            self._parts[number] = coded(number, raw, coding, self._buffers)
            self.stop_check()
        rows = sum(part.size for part in self._parts.values())
        for part in self._parts.values():
            part.max_sets = self._set_bytes // (rows // 8 + 1)
            part.definitions = self._definitions

    def remove(self) -> None:
        """Free all parts, and remove their files."""
        self._cells.clear()
        self._parts.clear()
        self._buffers.remove()

    @property
    def parts(self) -> int:
        """The number of parts that are coded."""
        return len(self._parts)

    def ask(self, question: Question[Any], program: Program) -> Any:
        """Answer for all parts."""
        return answered(list(self._parts.values()), question, program, self.stop_check)


def coded(
    number: int, raw: RawTable, coding: PartCoding, buffers: Buffers
) -> CodedPart:
    """Return a part with the codes of the whole table, of the rows with a class."""
    kinds = int(coding.labels.max(initial=0)) + 1
    signed = coding.labels.astype(np.min_scalar_type(-kinds))
    labels = mapped(signed, raw.grid.columns[coding.class_place].codes)
    kept = labels >= 0
    everything = bool(kept.all())
    names: NDArray[Any] | int = coding.first_row
    if coding.name_place is not None:
        assert coding.names is not None
        names = mapped(coding.names, raw.grid.columns[coding.name_place].codes)[kept]
    elif not everything:
        names = np.flatnonzero(kept) + coding.first_row
    columns = []
    for place, codes in zip(coding.places, coding.codes, strict=True):

        def convert(own: NDArray[Any], step: slice, to: Any = codes) -> NDArray[Any]:
            found: NDArray[Any] = to[own if everything else own[kept[step]]]
            return found

        count = int(codes.max(initial=0)) + 1
        columns.append(buffers.converted(raw.grid.columns[place].codes, convert, count))
        raw.grid.forget(place)
    labels = labels[kept].astype(narrowest(kinds))
    return CodedPart(number, names, columns, labels, buffers)


class InProcessTeam:
    """A team whose workers are objects of this process."""

    def __init__(
        self, workers: int = 1, *, in_files: bool = False, memory: int = 0
    ) -> None:
        self._workers = [WorkerParts(in_files, memory) for _ in range(workers)]
        self.rounds = 0

    def read(self, sources: Sequence[Callable[[], RawTable]]) -> list[PartSummary]:
        """Read the parts of a table, each by one of the workers."""
        by_number: dict[int, PartSummary] = {}
        for worker, numbers in self._shares(len(sources)):
            by_number |= worker.read({number: sources[number] for number in numbers})
        return [by_number[number] for number in range(len(sources))]

    def code(self, codings: Sequence[PartCoding]) -> None:
        """Code the cells of each part."""
        for worker, numbers in self._shares(len(codings)):
            worker.code({number: codings[number] for number in numbers})

    def ask(self, question: Question[Answer], program: Program) -> Answer:
        """Ask all workers that have parts."""
        self.rounds += 1
        asked = [worker for worker in self._workers if worker.parts]
        return question.united([worker.ask(question, program) for worker in asked])

    def remove(self) -> None:
        """Remove the files of all workers."""
        for worker in self._workers:
            worker.remove()

    def _shares(self, parts: int) -> Iterator[tuple[WorkerParts, range]]:
        """Yield the workers, and the parts of each."""
        for at, worker in enumerate(self._workers):
            yield worker, range(at, parts, len(self._workers))
