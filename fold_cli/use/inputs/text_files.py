"""Temporary files for Prolog text and atoms that users give in place of paths.

The files are in a directory that lasts as long as the reading. Errors and explanations
name them without it: ``bk.pl``, ``pos.pl``, ``neg.pl``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from fold_cli.errors import FoldError, UsageError
from fold_cli.files.sources import STANDARD_INPUT, exists, suffix_of
from fold_cli.output import check_input

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fold_cli.engine.scratch import ScratchDirectory
    from fold_cli.use.inputs.atoms import Atom


class Text(str):
    """Prolog text, where a plain ``str`` would name a file."""

    __slots__ = ()


Source: TypeAlias = "str | os.PathLike[str] | Text | Iterable[Atom]"
"""The path of a file, Prolog text, or atoms."""


def path_of(source: Source) -> str | None:
    """Return the path that a source names, None for text and atoms.

    Raise for a value of another type.
    """
    if isinstance(source, Text):
        return None
    if isinstance(source, (str, os.PathLike)):
        if not (path := file_path(source)):
            raise UsageError("an input without a name; name a file.")
        if "\n" in path and not exists(path):
            raise UsageError(
                f"{_shown(source)} is no path: a text of Prolog is given as Text(...)."
            )
        return path
    if hasattr(source, "columns"):
        raise UsageError("a frame is learned from by FoldClassifier, or as a file.")
    no_atoms = isinstance(source, (bytes, bytearray, memoryview, Mapping))
    if no_atoms or hasattr(source, "read") or not isinstance(source, Iterable):
        raise UsageError(
            f"{_shown(source)} is no source: give the path of a file, Text with Prolog "
            "in it, or a list of atoms."
        )
    return None


def file_path(path: str | os.PathLike[str]) -> str:
    """Return a path as text; raise for a value of another type."""
    found = os.fspath(path) if isinstance(path, (str, os.PathLike)) else None
    if not isinstance(found, str):
        raise UsageError(f"{_shown(path)} is no path: give a str or a pathlib.Path.")
    return found


def sources_in(given: Source | Iterable[Any] | None) -> list[Any]:
    """Return sources given as one path or text, as several, or as None."""
    if given is None:
        return []
    if isinstance(given, (str, os.PathLike)):
        return [given]
    path_of(cast("Source", given))  # raises for what has no parts
    return list(given)


def _shown(value: object) -> str:
    return f"{value!r:.60} ({type(value).__name__})"


@contextmanager
def files_for_text() -> Iterator[Files]:
    """Give temporary files; errors name them without their directory."""
    files = Files()
    try:
        yield files
    except FoldError as error:
        error.message = files.renamed(error.message)
        error.file = files.renamed(error.file)
        raise
    finally:
        files.remove()


class Files:
    """The temporary files of one reading."""

    def __init__(self) -> None:
        self._directory: ScratchDirectory | None = None

    @property
    def used(self) -> bool:
        """Whether anything was given as text."""
        return self._directory is not None

    def path(self, source: Source, name: str) -> str:
        """Return the path of a source; write it under a name if it has none."""
        path = path_of(source)
        if path is not None:
            return self._standard_input() if path == STANDARD_INPUT else path
        if isinstance(source, Text):
            return self.write(source, name)
        from fold_cli.use.inputs.atoms import as_clause  # slow to load

        atoms = cast("Iterable[Atom]", source)
        return self.write("".join(map(as_clause, atoms)), name)

    def _standard_input(self) -> str:
        """Return a file with what is on standard input, named by what it looks like."""
        check_input("/dev/stdin")  # it may be a file
        data = sys.stdin.buffer.read()
        return self.write(data, f"stdin{suffix_of(data)}")

    def write(self, text: str | bytes, name: str) -> str:
        """Write a text under a name; return its path."""
        from fold_cli.engine.scratch import (  # slow to load
            ScratchDirectory,
            naming_full_disk,
        )

        if self._directory is None:
            self._directory = ScratchDirectory()
        path = self._directory.path / name
        data = text.encode(errors="surrogatepass") if isinstance(text, str) else text
        with naming_full_disk():
            path.write_bytes(data)
        return str(path)

    def renamed(self, text: str) -> str:
        """Return a message without the directory that users do not know."""
        return text.replace(f"{self._directory.path}/", "") if self._directory else text

    def remove(self) -> None:
        """Remove what was written."""
        if self._directory:
            self._directory.remove()
