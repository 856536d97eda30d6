"""The text of a file in chunks of whole lines, so that it is never held whole.

A chunk has ``BYTES_PER_CHUNK`` and what its last line has beyond them. Each is checked
to be text in one or two passes; a zipped file is unzipped as far as it is read.
"""

from __future__ import annotations

import gzip
import os
import zlib
from codecs import BOM_UTF8
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, Protocol

from fold_cli.errors import InputError
from fold_cli.files.sources import check_text, open_file

if TYPE_CHECKING:
    from collections.abc import Iterator

BYTES_PER_CHUNK = 1 << 19
"""Bytes of a file that are read at once."""


MAX_UNZIPPED_FACTOR = 100
"""How many times its own size a zipped file may have when it is unzipped."""

MIN_UNZIPPED_BYTES = 1 << 26
"""Size that any zipped file may have when it is unzipped."""


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


def chunks(file: Readable, path: str) -> Iterator[Chunk]:
    """Yield the lines of a file; raise an error where they are not text.

    Each chunk ends with a line, the last as the file does. A file without text is an
    error.
    """
    line, rest, blank = 1, b"", True
    while data := file.read(BYTES_PER_CHUNK):
        end = data.rfind(b"\n") + 1
        if not end:
            rest += data
            continue
        whole, rest = rest + data[:end], data[end:]
        blank = blank and not whole.removeprefix(BOM_UTF8).strip()
        yield _checked(whole, line, path)
        line += whole.count(b"\n")
    if blank and not rest.removeprefix(BOM_UTF8).strip():
        raise InputError("the file is empty", path)
    if rest:
        yield _checked(rest, line, path)


def _checked(data: bytes, line: int, path: str) -> Chunk:
    """Return a chunk; raise an error where its bytes are no text."""
    if line == 1:
        data = data.removeprefix(BOM_UTF8)
        if data.startswith(b"% fold: "):
            raise InputError("is a theory, not a table", path)
    if not data.isascii() or b"\0" in data:
        check_text(data, path, empty=True, line=line)
    return Chunk(line, data)
