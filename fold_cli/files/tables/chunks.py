"""The text of a file in chunks of whole lines, so that it is never held whole.

A chunk has ``BYTES_PER_CHUNK``, or a few more blocks of them where lines are long: what
is done for each column of a chunk is to be done for many rows at once. Each is checked
to be text in one or two passes; a zipped file is unzipped as far as it is read.

The lines come as UTF-8. UTF-16 is known by the mark at its beginning. A file that is
no UTF-8 anywhere is taken for Windows-1252, which has Latin-1's letters, and a note
says so.
"""

from __future__ import annotations

import gzip
import os
import re
import zlib
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, getincrementaldecoder
from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, Protocol

from fold_cli.errors import InputError
from fold_cli.files.sources import check_text, open_file

if TYPE_CHECKING:
    from collections.abc import Iterator

BYTES_PER_CHUNK = 1 << 19
"""Bytes of a file that are read at once."""

MIN_LINES_PER_CHUNK = 256
"""Lines that a chunk has at the least, unless it has very many bytes."""

MAX_BYTES_PER_CHUNK = 1 << 24
"""Bytes of a chunk from which it may have fewer lines."""

MAX_UNZIPPED_FACTOR = 100
"""How many times its own size a zipped file may have when it is unzipped."""

MIN_UNZIPPED_BYTES = 1 << 26
"""Size that any zipped file may have when it is unzipped."""

_WINDOWS = "cp1252"

_CONTROLS = re.compile(rb"[\x00-\x08\x0b\x0e-\x1f\x7f]")
_CELL = re.compile(r'[^,;\t|"\r\n]*[^\x00-\x7f][^,;\t|"\r\n]*')
_SHOWN_CHARACTERS = 40
"""Characters of a cell that a note shows."""


class Chunk(NamedTuple):
    """Some lines, and the number of the first of them."""

    line: int
    data: bytes


class Readable(Protocol):
    """A file to be read from."""

    def read(self, size: int = -1) -> bytes:
        """Return so many bytes at the most, all if it is negative."""


@contextmanager
def opened(path: str) -> Iterator[Readable]:
    """Open a file, which is unzipped if it ends in .gz."""
    with open_file(path) as file:
        try:
            yield _Unzipped(file, path) if path.lower().endswith(".gz") else file
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise InputError(f"cannot be unzipped: {error}", path) from None
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", path) from error


class _Unzipped:
    """What is in a zipped file; it may be made to be huge, which is an error."""

    def __init__(self, file: BinaryIO, path: str) -> None:
        self._file, self._path = gzip.GzipFile(fileobj=file), path
        zipped = os.fstat(file.fileno()).st_size
        self._left = max(MIN_UNZIPPED_BYTES, MAX_UNZIPPED_FACTOR * zipped)

    def read(self, size: int = -1) -> bytes:
        most = self._left + 1
        data = self._file.read(most if size < 0 else min(size, most))
        self._left -= len(data)
        if self._left < 0:
            raise InputError(
                f"is unzipped to more than {MAX_UNZIPPED_FACTOR} times its size and "
                f"{MIN_UNZIPPED_BYTES >> 20} MB; unzip it yourself if that is meant",
                self._path,
            )
        return data


def chunks(file: Readable, path: str, notes: list[str]) -> Iterator[Chunk]:
    """Yield the lines of a file as UTF-8; raise an error where they are not text.

    Each chunk ends with a line, the last as the file does. A file without text is an
    error. ``notes`` gets what is to be said of the file's encoding.
    """
    encoding = _Utf8Text(path, notes)
    line, blank = 1, True
    held: list[bytes] = []
    size = lines = 0  # of what is held
    blocks = iter(lambda: file.read(BYTES_PER_CHUNK), b"")
    for data in _without_utf16(blocks, path):
        held.append(data)
        size, lines = size + len(data), lines + data.count(b"\n")
        if not lines or (lines < MIN_LINES_PER_CHUNK and size < MAX_BYTES_PER_CHUNK):
            continue
        text = b"".join(held)
        end = text.rfind(b"\n") + 1
        whole, held = text[:end], [text[end:]]
        blank = blank and not whole.removeprefix(BOM_UTF8).strip()
        yield _checked(whole, line, path, encoding)
        line, size, lines = line + lines, len(held[0]), 0
    rest = b"".join(held)
    if blank and not rest.removeprefix(BOM_UTF8).strip():
        raise InputError("the file is empty", path)
    if rest:
        yield _checked(rest, line, path, encoding)


def _checked(data: bytes, line: int, path: str, encoding: _Utf8Text) -> Chunk:
    """Return a chunk; raise an error where its bytes are no text."""
    if line == 1:
        data = data.removeprefix(BOM_UTF8)
        if data.startswith(b"% fold: "):
            raise InputError("is a theory, not a table", path)
    return Chunk(line, encoding.lines(data, line))


def _without_utf16(blocks: Iterator[bytes], path: str) -> Iterator[bytes]:
    """Yield the blocks of a file; those of UTF-16 as UTF-8, without the mark."""
    first = next(blocks, b"")
    if not first.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        yield from chain([first], blocks)
        return
    decoder = getincrementaldecoder("utf-16")()
    try:
        for block in chain([first], blocks):
            yield decoder.decode(block).encode()
        yield decoder.decode(b"", final=True).encode()
    except UnicodeDecodeError:
        raise InputError("not UTF-16 text; save the file as UTF-8", path) from None


class _Utf8Text:
    """Whole lines of a file as UTF-8, and what was found out about its encoding."""

    def __init__(self, path: str, notes: list[str]) -> None:
        self._path, self._notes = path, notes
        self._encoding = ""  # known by the first lines that are more than ASCII

    def lines(self, data: bytes, line: int) -> bytes:
        """Return lines as UTF-8, the first of this number; raise if they are none."""
        if data.isascii() and b"\0" not in data:
            return data
        if self._encoding != _WINDOWS:
            try:
                check_text(data, self._path, empty=True, line=line)
            except InputError:
                if self._encoding or not _is_windows(data):
                    raise
                self._tell(data.decode(_WINDOWS), line)
            else:
                self._encoding = "utf-8"
                return data
        elif not _is_windows(data):
            raise InputError(
                "the encoding changes here; save the file as UTF-8", self._path, line
            )
        self._encoding = _WINDOWS
        return data.decode(_WINDOWS).encode()

    def _tell(self, text: str, line: int) -> None:
        found = _CELL.search(text)
        assert found is not None
        line += text.count("\n", 0, found.end())
        shown = found[0].strip()[:_SHOWN_CHARACTERS]
        self._notes.append(
            f"not UTF-8, so read as Windows-1252: {shown} (line {line}); if that is "
            "misread, save the file as UTF-8"
        )


def _is_windows(data: bytes) -> bool:
    """Return whether lines are Windows-1252: such text, and no line of it UTF-8."""
    if _CONTROLS.search(data):
        return False
    try:
        data.decode(_WINDOWS)
    except UnicodeDecodeError:
        return False
    return not any(not line.isascii() and _is_utf8(line) for line in data.split(b"\n"))


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True
