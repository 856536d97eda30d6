"""What a file is that was given where another kind of file is expected.

Nothing here decides how a file is read: when reading has failed, its first bytes say
what to tell the user in place of where it failed. The cost is that of a few lines.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from fold_cli.errors import InputError
from fold_cli.files.sources import HASH_MODE, TABLE_SUFFIXES, glance, table_suffix

if TYPE_CHECKING:
    from collections.abc import Iterator

PROLOG, THEORY = "a Prolog file", "a theory"

_LOOK_BYTES = 1 << 16
_ELSE = "a table stands in the place of BK, without examples beside it"


@contextmanager
def expecting(what: str, path: str) -> Iterator[None]:
    """Turn a syntax error in a file that is no Prolog at all into what the file is."""
    try:
        yield
    except InputError as fault:
        found = _kind(path) if fault.is_syntax and fault.file == path else ""
        if not found:
            raise
        hint = f"; {_ELSE}" if found == "a table" and what == PROLOG else ""
        raise InputError(f"is {found}, not {what}{hint}", path) from None


def _kind(path: str) -> str:
    """Return what a file is that Prolog cannot read, or empty text."""
    data = glance(path, _LOOK_BYTES)
    if HASH_MODE.search(data):
        return "a task for ILASP"
    if re.match(rb'\s*(\{\s*["}]|\[\s*[\[{"\d])', data):
        return "JSON"
    if data.lstrip().startswith((b"<!", b"<html", b"<?xml")):
        return "HTML or XML"
    if table_suffix(Path(path).name) in TABLE_SUFFIXES or _has_columns(data):
        return "a table"
    return ""


def _has_columns(data: bytes) -> bool:
    """Return whether lines have as many cells as the first, and none is a clause."""
    lines = data.splitlines()[:20]
    if len(data) == _LOOK_BYTES:
        lines = lines[:-1]
    for separator in (b",", b"\t", b";"):
        counts = {line.count(separator) for line in lines if line.strip()}
        if len(counts) == 1 and counts != {0}:
            return len(lines) > 1 and not any(
                line.rstrip().endswith((b".", b":-")) for line in lines
            )
    return False
