"""The list of dialects, and which of them the files of a problem are in.

A directory is recognised by the names in it (``directory``), a file by its suffix or by
statements that only one dialect has.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from fold_cli.files.dialects import aleph, fold
from fold_cli.files.dialects.directory import (
    has_aleph_directives,
    problem_in,
    with_files,
)
from fold_cli.files.sources import exists, has_hash_statements, is_directory, peek_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from fold_cli.files.declarations import Declarations
    from fold_cli.files.intake import Intake
    from fold_cli.files.sources import Sources


def _read_ilasp(intake: Intake) -> Declarations:
    from fold_cli.files.dialects import ilasp  # slow to load

    return ilasp.read(intake)


def _read_popper(intake: Intake) -> Declarations:
    from fold_cli.files.dialects import popper  # slow to load

    return popper.read(intake)


_READERS: dict[str, Callable[[Intake], Declarations]] = {
    "fold": fold.read,
    "popper": _read_popper,
    "aleph": aleph.read,
    "ilasp": _read_ilasp,
}

DIALECTS = tuple(_READERS)


def read(intake: Intake) -> Declarations:
    """Read the files of a problem, in the dialect they are in."""
    intake.sources = with_files(intake.sources)
    dialect = intake.sources.dialect or recognise(intake.sources)
    return _READERS[dialect](intake)


def recognise(sources: Sources) -> str:
    """Return the name of the dialect that the files are in."""
    first = Path(sources.background[0])
    if is_directory(first):
        return problem_in(sources.background[0]).dialect
    if first.suffix in aleph.SUFFIXES or (
        not exists(first) and exists(aleph.with_suffix(str(first), ".b"))
    ):
        return "aleph"
    if any(map(has_hash_statements, sources.files)):
        return "ilasp"
    return "aleph" if has_aleph_directives(peek_bytes(first)) else "fold"
