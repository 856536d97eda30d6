"""What a worker has of a table: the cells of parts, and once they are coded, the parts.

A part is read once. Its cells are let go column by column as they are coded.
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


SET_BYTES = 1 << 25
"""Bytes of sets that a worker keeps, where its memory is not limited."""

MIN_SET_BYTES = 1 << 22

SETS_SHARE = 4
"""The part of the memory that is left to a worker that its sets may take: one in so
many."""


class Watch:
    """Raises an error where work is to end, or the process takes too much memory."""

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self.check: Callable[[], None] = lambda: None

    def __call__(self) -> None:
        """Look whether work may go on."""
        self.check()
        if excess := limit_excess(self._memory):
            raise EngineError(excess)


class WorkerParts:
    """The parts of a table that one worker has."""

    def __init__(self, in_files: bool = False, memory: int = 0) -> None:
        """Keep the columns in memory, or in files; the process may take so much memory.

        0: it may take what it needs.
        """
        self.watch = Watch(memory)
        self._buffers = Buffers(in_files, self.watch)
        self._set_bytes = SET_BYTES
        if memory:
            left = max(memory - own_bytes(), 0)
            self._set_bytes = max(MIN_SET_BYTES, left // SETS_SHARE)
        self._cells: dict[int, RawTable] = {}
        self._parts: dict[int, CodedPart] = {}
        self._definitions = Definitions()

    def read(
        self, sources: Mapping[int, Callable[[], RawTable]]
    ) -> dict[int, PartSummary]:
        """Read parts, by their numbers, and return their summaries."""
        found = {}
        for number, source in sources.items():
            stamp = None
            if isinstance(source, PartFile):
                stamp, raw = source.stamp(), source(self._buffers.make)
            else:
                raw = source()
            self._cells[number] = raw
            found[number] = summary_of(raw, stamp)
            self.watch()
        return found

    def code(self, codings: Mapping[int, PartCoding]) -> None:
        """Code the cells of parts."""
        for number, coding in codings.items():
            raw = self._cells.pop(number)
            self._parts[number] = coded(number, raw, coding, self._buffers)
            self.watch()
        rows = sum(part.size for part in self._parts.values())
        for part in self._parts.values():
            part.max_sets = self._set_bytes // (rows // 8 + 1)
            part.definitions = self._definitions

    def remove(self) -> None:
        """Let go of all parts, and remove what is in files."""
        self._cells.clear()
        self._parts.clear()
        self._buffers.remove()

    @property
    def parts(self) -> int:
        """The number of parts that are coded."""
        return len(self._parts)

    def ask(self, question: Question[Any], program: Program) -> Any:
        """Answer for all parts."""
        return answered(list(self._parts.values()), question, program, self.watch)


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
    """A team of workers in this process: what is sent is passed on."""

    def __init__(
        self, workers: int = 1, *, in_files: bool = False, memory: int = 0
    ) -> None:
        self._holders = [WorkerParts(in_files, memory) for _ in range(workers)]
        self.rounds = 0

    def read(self, sources: Sequence[Callable[[], RawTable]]) -> list[PartSummary]:
        """Read the parts of a table, each by one of the workers."""
        found: dict[int, PartSummary] = {}
        for holder, numbers in self._shares(len(sources)):
            found |= holder.read({number: sources[number] for number in numbers})
        return [found[number] for number in range(len(sources))]

    def code(self, codings: Sequence[PartCoding]) -> None:
        """Code the cells of each part."""
        for holder, numbers in self._shares(len(codings)):
            holder.code({number: codings[number] for number in numbers})

    def ask(self, question: Question[Answer], program: Program) -> Answer:
        """Ask all workers that have parts."""
        self.rounds += 1
        asked = [holder for holder in self._holders if holder.parts]
        return question.united([holder.ask(question, program) for holder in asked])

    def remove(self) -> None:
        """Remove what is in files."""
        for holder in self._holders:
            holder.remove()

    def _shares(self, parts: int) -> Iterator[tuple[WorkerParts, range]]:
        """Yield the workers, and the parts of each."""
        for at, holder in enumerate(self._holders):
            yield holder, range(at, parts, len(self._holders))
