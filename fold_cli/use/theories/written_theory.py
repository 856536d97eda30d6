"""Theories with the text that Prolog runs."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fold_cli.errors import EngineError, InputError
from fold_cli.files.sources import peek_bytes
from fold_cli.theory.formats.header import begins_theory
from fold_cli.theory.formats.prolog_format import to_prolog
from fold_cli.theory.theory import LearnedClause

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fold_cli.theory.terms import Predicate
    from fold_cli.theory.theory import Theory


@dataclass(frozen=True, slots=True)
class WrittenTheory:
    """A theory and its text as Prolog; the path is empty when it is in no file."""

    theory: Theory
    text: str
    path: str = ""

    @property
    def cited(self) -> str:
        """The file whose lines are those of the text: none for a file of JSON."""
        clauses = self.theory.clauses
        return self.path if not clauses or clauses[0].line else ""


def written(path: str) -> WrittenTheory:
    """Read a theory file; the text of one in JSON is made."""
    from fold_cli.files.theories import is_json, read_theory, theory_text

    theory, text = read_theory(path), theory_text(path)
    return WrittenTheory(theory, to_prolog(theory) if is_json(text) else text, path)


def in_memory(theory: Theory) -> WrittenTheory:
    """Return a theory that was never written."""
    return WrittenTheory(theory, to_prolog(theory))


def read_back(source: WrittenTheory) -> Theory:
    """Return the theory that a text says, whatever the theory in memory says."""
    from fold_cli.files.theories import clauses_of

    clauses, written_ = clauses_of(source.text), source.theory.clauses
    if len(clauses) != len(written_):
        raise EngineError(
            f"the theory of {source.theory.target} was written with {len(written_)} "
            f"clauses and read back with {len(clauses)}: please report this"
        )
    return replace(source.theory, clauses=tuple(map(LearnedClause, clauses)))


@contextmanager
def citing_clauses(source: WrittenTheory) -> Iterator[None]:
    """Name the file and line of a clause that cannot be asked of a table."""
    from fold_cli.coverage.clause_rows import ClauseError  # slow to load

    try:
        yield
    except ClauseError as error:
        lines = (
            each.line for each in source.theory.clauses if each.clause == error.clause
        )
        error.file, error.line = source.path, next(lines, 0)
        raise


def check_order(source: WrittenTheory, background: str) -> None:
    """Raise an error if a background is a learned theory, and the theory is not."""
    beginning = peek_bytes(background, 400).decode(errors="replace")
    if begins_theory(beginning) and not begins_theory(source.text):
        raise InputError(
            "this is a theory that fold learned, and it stands where BK is to stand: "
            f"the order is THEORY BK, and {source.path} is no such theory",
            background,
            1,
        )


def check_target(source: WrittenTheory, target: Predicate) -> None:
    """Raise an error unless a theory is about the target of the examples."""
    if source.theory.target != target:
        raise InputError(
            f"the theory is about {source.theory.target}, the examples about {target}",
            source.path,
        )
