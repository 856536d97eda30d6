"""The files that a problem is made from."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path

from fold_cli.errors import InputError

TABLES = (".csv", ".tsv", ".arff")
"""How the names of tables end."""


@dataclass(frozen=True, slots=True)
class Sources:
    """The files and settings that a problem is made from."""

    background: tuple[str, ...]
    positives: str | None = None
    negatives: str | None = None
    target: str | None = None
    modes: str | None = None
    dialect: str | None = None  # None: recognised by the files
    trust: bool = False  # load the background by the ordinary rules of Prolog


@dataclass(frozen=True, slots=True)
class TableSource:
    """A table's file, and what is said about its columns."""

    path: str
    class_column: str | None = None
    positive: str | None = None
    id_column: str | None = None
    numeric: tuple[str, ...] = ()
    categorical: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    target: str | None = None


def is_table(path: str) -> bool:
    """Return whether a file is a table, by its name."""
    return Path(path).suffix.lower() in TABLES


def check_file(path: str, *, empty: bool = False) -> str:
    """Return the text of a file, or raise a clear error: it must be UTF-8.

    Without ``empty`` it must also hold something.
    """
    file = Path(path)
    if path.encode("utf-8", "replace").decode() != path:
        raise InputError("the name of this file is not UTF-8; rename it", path)
    if file.is_dir():
        raise InputError("is a directory, a file is expected", path)
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        near = difflib.get_close_matches(
            file.name, [f.name for f in _siblings(file)], n=1, cutoff=0.75
        )
        hint = f"; did you mean {near[0]}?" if near else ""
        raise InputError(f"no such file{hint}", path) from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path) from error
    if not empty and not data.strip():
        raise InputError("the file is empty", path)
    if (zero := data.find(b"\0")) >= 0:
        line = data.count(b"\n", 0, zero) + 1
        raise InputError("a NUL character; this is not a text file", path, line)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError("not UTF-8 text; save the file as UTF-8", path, line) from None


def _siblings(file: Path) -> list[Path]:
    try:
        return list(file.parent.iterdir())
    except OSError:
        return []
