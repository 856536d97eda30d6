"""Columns of codes in files, of which only what is looked at is in memory.

A slice is mapped from the file; the pages of the slice before are let go first, so that
a pass over a column takes the memory of one step.
"""

from __future__ import annotations

import mmap
import tempfile
from collections import deque
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from fold_cli.engine.scratch import ScratchDirectory
from fold_cli.errors import OutputError
from fold_cli.files.tables.coded import CodeBuffer, narrowest, steps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray


MAX_MAPS = 200
"""Files that are mapped at once; each takes a descriptor."""


class MappedCodes:
    """The codes of a column in a file: slices of it are arrays."""

    _open: ClassVar[deque[MappedCodes]] = deque()

    def __init__(self, path: Path, kind: np.dtype[Any]) -> None:
        self.path, self.dtype, self._size = path, kind, 0
        self._map: mmap.mmap | None = None
        self._mapped_bytes = (0, 0)  # what was mapped last, in bytes

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, rows: slice) -> NDArray[Any]:
        start, stop, _ = rows.indices(self._size)
        if stop <= start:
            return np.zeros(0, dtype=self.dtype)
        if self._map is None:
            self._map = self._opened()
        first, end = start * self.dtype.itemsize, stop * self.dtype.itemsize
        if self._mapped_bytes != (first, end):
            self._release_pages(self._map)
            self._mapped_bytes = (first, end)
        return np.frombuffer(self._map, self.dtype, stop - start, first)

    def _opened(self) -> mmap.mmap:
        """Map the file; of many, those that were mapped first are let go."""
        MappedCodes._open.append(self)
        if len(MappedCodes._open) > MAX_MAPS:
            MappedCodes._open.popleft()._map = None
        with self.path.open("rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)

    def _release_pages(self, mapped: mmap.mmap) -> None:
        first, end = self._mapped_bytes
        first -= first % mmap.PAGESIZE
        if end > first and hasattr(mmap, "MADV_DONTNEED"):  # not on every system
            mapped.madvise(mmap.MADV_DONTNEED, first, end - first)

    def remove(self) -> None:
        """Remove the file; what is mapped stays until nobody has it."""
        self._map = None
        self.path.unlink(missing_ok=True)


class FileBuffer(CodeBuffer):
    """Codes that come part by part, and go to a file."""

    def __init__(
        self, directory: Path, check: Callable[[], None] = lambda: None
    ) -> None:
        super().__init__(check)
        self._directory = directory
        self._pieces: list[MappedCodes] = []  # in types that were wide enough
        self._file: Any = None
        self._kind = narrowest(1)

    def append(self, codes: NDArray[Any], count: int) -> None:
        """Add codes, which are all below ``count``; it never becomes less."""
        self._check()
        kind = narrowest(count)
        if self._file is None or kind.itemsize > self._kind.itemsize:
            self._finish()
            self._kind = kind
            with _naming_disk_errors(self._directory):
                handle, name = tempfile.mkstemp(suffix=".codes", dir=self._directory)
                self._file = open(handle, "wb")  # noqa: PTH123, SIM115 - it is open
            self._pieces.append(MappedCodes(Path(name), kind))
        with _naming_disk_errors(self._directory):
            self._file.write(codes.astype(self._kind, copy=False).data)
        self._pieces[-1]._size += len(codes)

    def _finish(self) -> None:
        if self._file is not None:
            with _naming_disk_errors(self._directory):
                self._file.close()
            self._file = None

    def codes(self) -> Any:
        """Return all codes; nothing can be added then."""
        self._finish()
        if len(self._pieces) == 1:
            return self._pieces[0]
        if not self._pieces:
            return np.zeros(0, dtype=np.uint8)
        whole = FileBuffer(self._directory)
        for piece in self._pieces:
            for step in steps(len(piece)):
                whole.append(piece[step], int(np.iinfo(self._kind).max) + 1)
            piece.remove()
        return whole.codes()


@contextmanager
def _naming_disk_errors(directory: Path) -> Iterator[None]:
    """Turn a failure to write into an error that says what to do."""
    try:
        yield
    except OSError as error:
        reason = f"the columns do not fit on the disk: {error.strerror}"
        where = str(directory.parent)
        raise OutputError(f"{reason}; set TMPDIR to a larger one", where) from None


class Buffers:
    """Where codes are put: into memory, or into files of a directory of its own.

    Before each part of a column, ``check`` is called, which may raise an error.
    """

    def __init__(
        self, in_files: bool = False, check: Callable[[], None] = lambda: None
    ) -> None:
        self._directory = ScratchDirectory() if in_files else None
        self.make: Callable[[], CodeBuffer] = partial(CodeBuffer, check)
        if self._directory:
            self.make = partial(FileBuffer, self._directory.path, check)

    @property
    def in_files(self) -> bool:
        """Whether codes go to files."""
        return self._directory is not None

    def converted(
        self, codes: Any, convert: Callable[[NDArray[Any], slice], Any], count: int
    ) -> Any:
        """Return what codes become, step by step; it is all below ``count``."""
        buffer = self.make()
        for step in steps(len(codes)):
            buffer.append(convert(codes[step], step), count)
        if isinstance(codes, MappedCodes):
            codes.remove()
        return buffer.codes()

    def remove(self) -> None:
        """Remove the files."""
        if self._directory is not None:
            self._directory.remove()
