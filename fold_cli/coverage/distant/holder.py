"""What a worker has of a table: the cells of parts, and once they are coded, the parts.

A part is read once. Its cells are let go column by column as they are coded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fold_cli.coverage.distant.part import CodedPart
from fold_cli.coverage.distant.team import answered
from fold_cli.files.tables.coded import mapped, narrowest
from fold_cli.files.tables.summaries import summary_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from fold_cli.coverage.distant.row_sets import Program
    from fold_cli.coverage.distant.team import Answer, Question
    from fold_cli.files.tables.raw import RawTable
    from fold_cli.files.tables.summaries import PartCoding, PartSummary


class Holder:
    """The parts of a table that one worker has."""

    def __init__(self) -> None:
        self._cells: dict[int, RawTable] = {}
        self._parts: dict[int, CodedPart] = {}

    def read(
        self, sources: Mapping[int, Callable[[], RawTable]]
    ) -> dict[int, PartSummary]:
        """Read parts, by their numbers, and return their summaries."""
        found = {}
        for number, source in sources.items():
            raw = self._cells[number] = source()
            found[number] = summary_of(raw)
        return found

    def code(self, codings: Mapping[int, PartCoding]) -> None:
        """Code the cells of parts."""
        for number, coding in codings.items():
            self._parts[number] = coded(number, self._cells.pop(number), coding)

    @property
    def parts(self) -> int:
        """The number of parts that are coded."""
        return len(self._parts)

    def ask(self, question: Question[Any], program: Program) -> Any:
        """Answer for all parts."""
        return answered(list(self._parts.values()), question, program)


def coded(number: int, raw: RawTable, coding: PartCoding) -> CodedPart:
    """Return a part with the codes of the whole table, of the rows with a class."""
    labels = mapped(coding.labels, raw.grid.columns[coding.class_place].codes)
    rows = np.flatnonzero(labels >= 0)
    everything = len(rows) == len(labels)
    names = rows + coding.first_row
    if coding.name_place is not None:
        assert coding.names is not None
        names = mapped(coding.names, raw.grid.columns[coding.name_place].codes)[rows]
    kinds = narrowest(int(coding.labels.max(initial=0)) + 1)
    columns = []
    for place, codes in zip(coding.places, coding.codes, strict=True):
        own = raw.grid.columns[place].codes
        raw.grid.forget(place)
        columns.append(mapped(codes, own if everything else own[rows]))
    return CodedPart(number, names, columns, labels[rows].astype(kinds))


class Direct:
    """A team of workers in this process: what is sent is passed on."""

    def __init__(self, workers: int = 1) -> None:
        self._holders = [Holder() for _ in range(workers)]
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

    def _shares(self, parts: int) -> Iterator[tuple[Holder, range]]:
        """Yield the workers, and the parts of each."""
        for at, holder in enumerate(self._holders):
            yield holder, range(at, parts, len(self._holders))
