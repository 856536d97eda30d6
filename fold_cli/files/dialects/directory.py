"""The problem that a directory holds: whose it is, and which of the files are its own.

It is recognised by the names of the files; a file is looked into only where names do
not tell. Several problems in one directory are an error that names them.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from fold_cli.errors import InputError
from fold_cli.files.sources import is_directory, peek_bytes, tables_hint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fold_cli.files.sources import Sources

MAX_LISTED_DIRECTORIES = 8
"""Directories with a problem that are named where the one given holds none."""

POPPER_FILES = ("bk.pl", "exs.pl", "bias.pl")

LOOKED_FOR = (
    "bk.pl and pos.pl, nor bk.pl, exs.pl and bias.pl (Popper), nor one .b file or one "
    ".pl file with sections (Aleph), nor one .las file (ILASP)"
)

_ALEPH_FILE = re.compile(
    rb"^[ \t]*:-[ \t]*(aleph_set\(|((begin|end)_(bg|in_pos|in_neg)|aleph"
    rb"|use_module\(library\(aleph\)\))[ \t]*\.)",
    re.MULTILINE,
)
_ILASP_EXAMPLE = re.compile(rb"^[ \t]*#pos\b", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class DirectoryProblem:
    """A problem by its dialect and the names of its files, the background first."""

    dialect: str
    names: tuple[str, ...]

    def __str__(self) -> str:
        return ", ".join(self.names)


def has_aleph_directives(data: bytes) -> bool:
    """Return whether the text of a file has directives that only Aleph has."""
    marks = (b"aleph", b"begin_", b"end_")
    return any(mark in data for mark in marks) and bool(_ALEPH_FILE.search(data))


def problem_in(directory: str, dialect: str | None = None) -> DirectoryProblem:
    """Return the problem in a directory, of a dialect if one is named.

    Raise an error where there is none, or more than one.
    """
    try:
        names = {path.name for path in Path(directory).iterdir()}
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", directory) from error
    problems = list(_by_names(names))
    files = list(_by_content(Path(directory), names, alone=not problems))
    problems = [
        problem for problem in problems + files if dialect in (None, problem.dialect)
    ]
    if not problems and names & {"exs.pl", "bias.pl"} and dialect in (None, "popper"):
        return DirectoryProblem("popper", POPPER_FILES)  # its reader says what lacks
    if not problems:
        raise InputError(
            "no problem is recognised in this directory: it holds no "
            f"{LOOKED_FOR}{_below(Path(directory), names) or tables_hint(directory)}",
            directory,
        )
    if len(problems) > 1:
        raise InputError(
            f"several problems in this directory: {'; '.join(map(str, problems))}. "
            "Name the files of one, or choose with --dialect",
            directory,
        )
    return problems[0]


def _below(directory: Path, names: set[str]) -> str:
    """Return a hint at the directories in this one that hold a problem."""
    found = []
    for name in sorted(names):
        with suppress(OSError):  # it is no directory, or cannot be read
            inside = {path.name for path in (directory / name).iterdir()}
            found += [name] * any(True for _ in _by_names(inside))
        if len(found) > MAX_LISTED_DIRECTORIES:
            found[-1] = "..."
            break
    return f". Name one of those in it: {', '.join(found)}" if found else ""


def _by_names(names: set[str]) -> Iterator[DirectoryProblem]:
    """Yield the problems that the names of files tell."""
    if {"bk.pl", "pos.pl"} <= names:
        negatives = ("neg.pl",) if "neg.pl" in names else ()
        yield DirectoryProblem("fold", ("bk.pl", "pos.pl", *negatives))
    if names.issuperset(POPPER_FILES):
        yield DirectoryProblem("popper", POPPER_FILES)
    for name in sorted(names):
        if name.endswith(".b"):
            files = (name, f"{name[:-2]}.f", f"{name[:-2]}.n")
            yield DirectoryProblem("aleph", tuple(f for f in files if f in names))


def _by_content(
    directory: Path, names: set[str], *, alone: bool
) -> Iterator[DirectoryProblem]:
    """Yield problems that are one file; without others, modes alone may be one."""
    for name in sorted(names):
        path = directory / name
        if name.endswith(".las") and (alone or _ILASP_EXAMPLE.search(peek_bytes(path))):
            yield DirectoryProblem("ilasp", (name,))
        elif alone and name.endswith(".pl") and has_aleph_directives(peek_bytes(path)):
            yield DirectoryProblem("aleph", (name,))


def with_files(sources: Sources) -> Sources:
    """Return the sources with the files of a directory in its place.

    Popper's reader takes the directory itself. Files of examples that are given count
    instead of those in the directory.
    """
    first, *rest = sources.background
    directory = Path(first)
    if not is_directory(directory):
        return sources
    problem = problem_in(first, sources.dialect)
    if problem.dialect == "popper":
        return replace(sources, dialect="popper")
    background, *examples = (str(directory / name) for name in problem.names)
    sources = replace(sources, background=(background, *rest), dialect=problem.dialect)
    if problem.dialect != "fold":
        return sources
    positives, *negatives = examples
    from_directory = sources.positives is None
    return replace(
        sources,
        positives=positives if from_directory else sources.positives,
        negatives=next(iter(negatives), None) if from_directory else sources.negatives,
    )


def paths_of(path: str, dialect: str | None = None) -> list[str]:
    """Return the paths that are read for one that is given: for a directory its own."""
    if not is_directory(path):
        return [path]
    try:
        names = problem_in(path, dialect).names
    except InputError:  # which is raised again when the files are read
        return []
    return [str(Path(path) / name) for name in names]
