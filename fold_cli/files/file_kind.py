"""The kind of a file that Prolog cannot read, for the error message.

Nothing here decides how a file is read. After a syntax error, the first
``_PEEKED_BYTES`` say whether the file is JSON, HTML, a table, Popper's bias, a task
for ILASP or the answer set program that was learned from one.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from fold_cli.errors import InputError
from fold_cli.files.sources import (
    HASH_STATEMENT,
    TABLE_SUFFIXES,
    peek_bytes,
    table_suffix,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

PROLOG, THEORY = "a Prolog file", "a theory"

_PEEKED_BYTES = 1 << 16
"""Bytes of a file that are looked at."""

_TABLE, _BIAS, _JSON = "a table", "a bias file of Popper's", "JSON"
_HINTS = {
    _TABLE: "; a table stands in the place of BK, without examples beside it",
    _BIAS: "; give the directory that it is in",
    _JSON: "; write the records of a table as CSV",
}
"""What to do with a file where Prolog is expected, by its kind."""


@contextmanager
def naming_file_kind(expected: str, path: str) -> Iterator[None]:
    """Replace a syntax error in a file that is no Prolog by one that names its kind."""
    try:
        yield
    except InputError as fault:
        kind = _kind(path) if fault.is_syntax and fault.file == path else ""
        if not kind:
            raise
        hint = _HINTS.get(kind, "") if expected == PROLOG else ""
        if hint and kind == _TABLE and table_suffix(path) not in TABLE_SUFFIXES:
            hint = "; it is read as one if its name ends in .csv or .tsv"
        raise InputError(f"is {kind}, not {expected}{hint}", path) from None


def _kind(path: str) -> str:
    """Return what a file is that Prolog cannot read, or empty text."""
    data = peek_bytes(path, _PEEKED_BYTES)
    if data.startswith(b"% fold: answer set program"):
        return "an answer set program for clingo"
    if HASH_STATEMENT.search(data):
        return "a task for ILASP"
    if re.search(rb"^(head|body)_pred\(", data, re.MULTILINE):
        return _BIAS
    if re.match(rb'\s*(\{\s*["}]|\[\s*[\[{"\d])', data):
        return _JSON
    if data.lstrip().startswith((b"<!", b"<html", b"<?xml")):
        return "HTML or XML"
    if table_suffix(Path(path).name) in TABLE_SUFFIXES or _has_columns(data):
        return _TABLE
    return ""


def _has_columns(data: bytes) -> bool:
    """Return whether lines have as many cells as the first, and none is a clause."""
    lines = data.splitlines()[:20]
    if len(data) == _PEEKED_BYTES:
        lines = lines[:-1]
    for separator in (b",", b"\t", b";"):
        counts = {line.count(separator) for line in lines if line.strip()}
        if len(counts) == 1 and counts != {0}:
            return len(lines) > 1 and not any(
                line.rstrip().endswith((b".", b":-")) for line in lines
            )
    return False
