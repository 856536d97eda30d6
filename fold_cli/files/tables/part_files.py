"""Tables in several files: ``parts/*.parquet``, or a directory that holds parts.

The parts are one table, read in the order of their names, with the columns of the first
one. Everything is decided about them together, as if they were one file.
"""

from __future__ import annotations

import glob
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from fold_cli.errors import InputError
from fold_cli.files.sources import exists, is_directory, part_names, table_suffix
from fold_cli.files.tables.cells import Cells, Grid, Lines
from fold_cli.files.tables.coded import CodeBuffer
from fold_cli.files.tables.coder import ColumnCoder
from fold_cli.files.tables.raw import RawTable, places_of, read_file
from fold_cli.output import check_input

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


Stamp: TypeAlias = "tuple[int, int] | None"
"""The size of a file and when it was written; None of what is no file."""


def part_paths(path: str) -> list[str]:
    """Return the files of a table in order: one, or those of a pattern or directory."""
    given = Path(path)
    if is_directory(path):
        paths = [str(given / name) for name in part_names(given)]
        message = (
            "no parts of a table (.csv, .tsv, .parquet, .feather) in this directory"
        )
    elif glob.has_magic(path) and not exists(path):
        paths = sorted(glob.glob(path))  # noqa: PTH207 - also of absolute patterns
        message = "no file has a name like this"
    else:
        return [path]
    if not paths:
        raise InputError(message, path)
    for part in paths:
        if table_suffix(part) != table_suffix(paths[0]) or part.endswith(".arff"):
            raise InputError(
                f"cannot be a part of the table that begins with {paths[0]}: all parts "
                "are CSV, or all are Parquet; name them by a pattern, such as "
                "'parts/*.csv'",
                part,
            )
    return paths


def read_raw(path: str) -> RawTable:
    """Read the file or files of a table; raise an error at the first fault."""
    files = part_files(path)
    return files[0]() if len(files) == 1 else _joined(path, (file() for file in files))


@dataclass(frozen=True)
class PartFile:
    """One of the files of a table, to be read where it is needed."""

    path: str
    alone: bool = False  # else it may have no rows
    start: str = ""  # the directory that a relative path begins at

    @property
    def place(self) -> str:
        """Where it is, also for a process that works in another directory."""
        here = self.start in ("", _working_directory())
        return self.path if here else str(Path(self.start, self.path))

    def __call__(self, make_buffer: Callable[[], CodeBuffer] = CodeBuffer) -> RawTable:
        """Read it."""
        before = self.stamp()
        raw = read_file(self.place, empty=not self.alone, make_buffer=make_buffer)
        self.check(before)
        return raw

    def stamp(self) -> Stamp:
        """Return what changes with a file: its size, and when it was written."""
        try:
            found = Path(self.place).stat()
        except OSError:
            return None
        regular = stat.S_ISREG(found.st_mode)
        return (found.st_size, found.st_mtime_ns) if regular else None

    def check(self, stamp: Stamp) -> None:
        """Raise an error if the file is not the one that had a stamp."""
        if self.stamp() != stamp:
            raise changed(self.place)


def changed(path: str) -> InputError:
    """Return the error of a file that is not the one that was read before."""
    return InputError(
        "was changed during the run; run fold again when nobody writes it", path
    )


def part_files(path: str) -> list[PartFile]:
    """Return the files of a table in order; raise where one is to be written.

    A process that reads them for this one does not know what this one will write.
    """
    paths, start = part_paths(path), _working_directory()
    for part in paths:
        check_input(part)
    return [PartFile(part, len(paths) == 1, start) for part in paths]


def _working_directory() -> str:
    """Return the directory that this process works in, nothing if it was removed."""
    try:
        return str(Path.cwd())
    except FileNotFoundError:
        return ""


def _joined(path: str, parts: Iterator[RawTable]) -> RawTable:
    """Return the parts, one below the other."""
    first = next(parts)
    coders = [ColumnCoder() for _ in first.headers]
    lines, starts, notes = Lines(), dict[int, str](), list[str]()
    layout = PartLayout()
    for part in (first, *parts):
        columns = [part.grid.columns[place] for place in layout.places(part)]
        starts[len(lines)] = part.file
        notes += part.notes
        lines.extend(part.grid.lines)
        for coder, cells in zip(coders, columns, strict=True):
            coder.unite(cells.texts.tolist(), cells.codes)
    if not lines:
        raise InputError("no rows in any part, only the names of the columns", path)
    united = [Cells(coder.codes(), coder.texts()) for coder in coders]
    comma = layout.decimal_comma
    grid, said = Grid(united, lines), tuple(notes)
    return RawTable(
        path, first.headers, grid, decimal_comma=comma, starts=starts, notes=said
    )


class PartLayout:
    """The columns of a table's parts; a part with others or other types is refused."""

    def __init__(self) -> None:
        self.headers: list[str] = []
        self.decimal_comma = False
        self._file = ""
        self._types: dict[str, tuple[str, str]] = {}  # and the part that has it

    def places(self, part: RawTable) -> list[int]:
        """Return where a part has the columns of the first one."""
        if not self._file:
            self._file, self.headers = part.file, list(part.headers)
            self.decimal_comma = part.decimal_comma
        self._check_headers(part.headers, part.file)
        if part.decimal_comma != self.decimal_comma:
            raise InputError(
                "the columns are separated by another character than in "
                f"{self._file}; write all parts with commas",
                part.file,
                1,
            )
        for header, kind in part.types.items():
            known, file = self._types.setdefault(header, (kind, part.file))
            if known != kind:
                raise InputError(
                    f"the column {header} has cells that are {kind}, in {file} they "
                    f"are {known}; write all parts with the same types, or leave the "
                    "column out of them",
                    part.file,
                )
        places = places_of(part.headers)
        return [places[header] for header in self.headers]

    def _check_headers(self, headers: Sequence[str], file: str) -> None:
        own, others = {*self.headers}, {*headers}
        for header in headers:
            if header not in own:
                raise InputError(
                    f"the column {header} is not in {self._file}; all parts of a table "
                    "have the same columns",
                    file,
                    1,
                )
        for header in self.headers:
            if header not in others:
                raise InputError(
                    f"no column {header}, which {self._file} has; all parts of a table "
                    "have the same columns",
                    file,
                    1,
                )
