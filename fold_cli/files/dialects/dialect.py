"""The list of dialects, and which of them the files of a problem are in.

A directory is recognised by the names in it, a file by its suffix or by statements that
only one dialect has.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from fold_cli.errors import InputError
from fold_cli.files.dialects import aleph, own
from fold_cli.files.sources import glance, has_hash_modes

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
    "fold": own.read,
    "popper": _read_popper,
    "aleph": aleph.read,
    "ilasp": _read_ilasp,
}

DIALECTS = tuple(_READERS)

_ALEPH_FILE = re.compile(
    rb"^[ \t]*:-[ \t]*(aleph_set\(|((begin|end)_(bg|in_pos|in_neg)|aleph"
    rb"|use_module\(library\(aleph\)\))[ \t]*\.)",
    re.MULTILINE,
)


def read(intake: Intake) -> Declarations:
    """Read the files of a problem, in the dialect they are in."""
    dialect = intake.sources.dialect or recognise(intake.sources)
    return _READERS[dialect](intake)


def recognise(sources: Sources) -> str:
    """Return the name of the dialect that the files are in."""
    first = Path(sources.background[0])
    if first.is_dir():
        return _directory(first)
    if first.suffix in aleph.SUFFIXES or (
        not first.exists() and aleph.with_suffix(str(first), ".b").exists()
    ):
        return "aleph"
    if any(map(has_hash_modes, sources.files)):
        return "ilasp"
    data = glance(first)
    return "aleph" if _is_alephs(data) else "fold"


def _is_alephs(data: bytes) -> bool:
    """Return whether the text of a file has directives that only Aleph has."""
    marks = (b"aleph", b"begin_", b"end_")
    return any(mark in data for mark in marks) and bool(_ALEPH_FILE.search(data))


def _directory(directory: Path) -> str:
    names = {path.name for path in directory.iterdir()}
    if names & {"bias.pl", "exs.pl"}:
        return "popper"
    if {"bk.pl", "pos.pl"} <= names:
        return "fold"
    if any(name.endswith(".b") for name in names):
        return "aleph"
    raise InputError(
        "no problem is recognised in this directory; it should hold bk.pl, exs.pl "
        "and bias.pl (Popper), bk.pl and pos.pl, or a .b file (Aleph)",
        str(directory),
    )
