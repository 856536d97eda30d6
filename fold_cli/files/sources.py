"""The files that a problem is made from."""

from __future__ import annotations

import difflib
import re
from codecs import BOM_UTF8
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from fold_cli.errors import InputError

DEEPEST = 5000
"""Brackets in brackets that Prolog's reader takes without harm."""

_STEPS = np.zeros(256, dtype=np.int8)
_STEPS[np.frombuffer(b"([{", dtype=np.uint8)] = 1
_STEPS[np.frombuffer(b")]}", dtype=np.uint8)] = -1
_OTHERS = bytes(np.flatnonzero(_STEPS == 0).tolist())  # that are no brackets

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


def glance(path: str | Path) -> bytes:
    """Return what is in a file, or nothing: whoever reads it says what is wrong."""
    try:
        return Path(path).read_bytes() if Path(path).is_file() else b""
    except OSError:
        return b""


def check_file(path: str, *, empty: bool = False) -> str:
    """Return the text of a file, or raise a clear error: it must be UTF-8.

    Without ``empty`` it must also hold something.
    """
    file = Path(path)
    if path.encode("utf-8", "replace").decode() != path:
        raise InputError("the name of this file is not UTF-8; rename it", path)
    if file.is_dir():
        raise InputError("is a directory, a file is expected", path)
    if file.exists() and not file.is_file():
        raise InputError("is a pipe or device; what is in it must be a file", path)
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
    if not empty and not data.removeprefix(BOM_UTF8).strip():
        raise InputError("the file is empty", path)
    if (zero := data.find(b"\0")) >= 0:
        line = data.count(b"\n", 0, zero) + 1
        raise InputError("a NUL character; this is not a text file", path, line)
    check_brackets(data, path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError("not UTF-8 text; save the file as UTF-8", path, line) from None


def check_brackets(data: bytes, path: str = "") -> None:
    """Raise where brackets are nested so deeply that reading them ends the process."""
    if data.count(b"(") + data.count(b"[") + data.count(b"{") < DEEPEST:
        return
    if _too_deep(data.translate(None, _OTHERS)) is None:
        return
    code = b"\n".join(map(_code, data.split(b"\n")))
    if (place := _too_deep(code)) is not None:
        line = code.count(b"\n", 0, place) + 1
        raise InputError(f"brackets are nested more than {DEEPEST} deep", path, line)


def _too_deep(text: bytes) -> int | None:
    """Return the place of the first bracket that is too deep."""
    steps = _STEPS[np.frombuffer(text, dtype=np.uint8)]
    places = np.flatnonzero(steps)
    depth = np.cumsum(steps[places], dtype=np.int32)
    lowest = np.minimum.accumulate(np.minimum(depth, 0))
    deep = places[depth - lowest >= DEEPEST]
    return int(deep[0]) if deep.size else None


def _code(line: bytes) -> bytes:
    """Return a line without comment and quoted text, where it is sure what they are."""
    if line.lstrip().startswith(b"%"):
        return b""
    if any(sign in line for sign in (b"/*", b"*/", b"0'", b"`", b"\\")):
        return line
    if b'"' not in line:
        return re.sub(rb"'[^']*'", b"", line)
    return line if b"'" in line else re.sub(rb'"[^"]*"', b"", line)


def _siblings(file: Path) -> list[Path]:
    try:
        return list(file.parent.iterdir())
    except OSError:
        return []
