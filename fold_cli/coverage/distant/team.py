"""Who is asked: workers, each with some parts of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fold_cli.coverage.distant.part import CodedPart
    from fold_cli.coverage.distant.row_sets import Program
    from fold_cli.files.tables.raw import RawTable
    from fold_cli.files.tables.summaries import PartCoding, PartSummary

Answer = TypeVar("Answer")


class Question(Protocol[Answer]):
    """What is asked of every part of a table; it is pickled."""

    def answer(self, part: CodedPart) -> Answer:
        """Answer for one part, where that is."""

    def united(self, answers: Sequence[Answer]) -> Answer:
        """Return the answer for several parts, in any order and grouping."""


class Team(Protocol):
    """The workers that have the parts of one table."""

    def read(self, sources: Sequence[Callable[[], RawTable]]) -> list[PartSummary]:
        """Let workers read the parts of a table, and return what they found."""

    def code(self, codings: Sequence[PartCoding]) -> None:
        """Let workers code the cells of each part."""

    def ask(self, question: Question[Answer], program: Program) -> Answer:
        """Let every worker learn new sets, and answer for all its parts."""


def answered(
    parts: Sequence[CodedPart],
    question: Question[Any],
    program: Program,
    check: Callable[[], None],
) -> Any:
    """Return the answer of a worker that has some parts; ``check`` before each."""
    for part in parts:
        part.learn(program)
    answers = []
    for part in parts:
        check()
        answers.append(question.answer(part))
    return question.united(answers)
