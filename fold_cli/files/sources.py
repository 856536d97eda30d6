"""The files and options of a problem, and the checks that every file passes.

A file must be UTF-8 text without NUL characters. The checks are a few passes over its
bytes.
"""

from __future__ import annotations

import re
import stat
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from fold_cli.errors import InputError
from fold_cli.output import check_input

if TYPE_CHECKING:
    from collections.abc import Callable

    from fold_cli.files.tables.raw import RawTable

HASH_STATEMENT = re.compile(
    rb"(^|\.)[ \t]*#(mode[hbo]|(pos|neg)[ \t]*\()", re.MULTILINE
)

_SIGNATURES = {
    b"\x1f\x8b": "packed by gzip (unpack it)",
    b"BZh9": "packed by bzip2 (unpack it)",
    b"\xfd7zXZ\0": "packed by xz (unpack it)",
    b"\x28\xb5\x2f\xfd": "packed by zstd (unpack it)",
    b"PK\x03\x04": "a zip archive or a spreadsheet (unpack it, or save it as CSV)",
    b"PAR1": "a table of Parquet",
    b"ARROW1": "a table of Arrow",
    b"FEA1": "a table of Feather",
    b"SQLite format 3\0": "a database",
}
"""What files are that begin so and are no text."""

_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
"""What a byte that is no UTF-8 is on the command line."""

_ATOM = re.compile(r"[a-z]\w*\(.*\)\.?", re.DOTALL)

TABLE_SUFFIXES = (".csv", ".tsv", ".arff", ".parquet", ".feather", ".arrow")
STANDARD_INPUT = "-"


@dataclass(frozen=True, slots=True)
class Sources:
    """The Prolog files and options that a problem is loaded from."""

    background: tuple[str, ...]
    positives: str | None = None
    negatives: str | None = None
    target: str | None = None
    modes: str | None = None
    dialect: str | None = None  # None: recognised by the files
    trust: bool = False  # let Prolog consult the background, running its directives

    @property
    def files(self) -> list[str]:
        """All files, whatever they hold."""
        given = (self.positives, self.negatives, self.modes)
        return [*self.background, *(path for path in given if path)]


@dataclass(frozen=True, slots=True)
class TableSource:
    """A table in a file or in memory, and the options about its columns."""

    path: str
    class_column: str | None = None
    positive: str | None = None
    id_column: str | None = None
    numeric: tuple[str, ...] = ()
    categorical: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    target: str | None = None
    missing: tuple[str, ...] = ()  # words for "no value" beyond the usual ones
    modes: str | None = None  # a file with sentences for the columns
    raw: RawTable | None = None  # the cells, if they are in no file
    parts: tuple[Callable[..., RawTable], ...] = ()  # what reads them, if workers do

    def __post_init__(self) -> None:
        names = (self.class_column, self.positive, self.id_column, self.target)
        listed = (*self.numeric, *self.categorical, *self.ignore, *self.missing)
        for text in (*filter(None, names), *listed):
            if _HALF_CHARACTER.search(text):
                raise InputError(
                    f"{text} has a part that is no UTF-8, as no cell or header can"
                )


def exists(path: str | Path) -> bool:
    """Return whether a path leads to anything.

    The methods of ``Path`` raise an error for a name that the system refuses; whoever
    reads the file does here.
    """
    return bool(_kind(path))


def is_file(path: str | Path) -> bool:
    """Return whether a path leads to a file."""
    return _kind(path) == stat.S_IFREG


def is_directory(path: str | Path) -> bool:
    """Return whether a path leads to a directory."""
    return _kind(path) == stat.S_IFDIR


def _kind(path: str | Path) -> int:
    try:
        return stat.S_IFMT(Path(path).stat().st_mode)
    except (OSError, ValueError):
        return 0


def is_table(path: str) -> bool:
    """Return whether a file is a table, by its name; standard input is one.

    A directory is one if all its files are parts of a table.
    """
    if path == STANDARD_INPUT or table_suffix(path) in TABLE_SUFFIXES:
        return True
    directory = Path(path)
    if not directory.name or not is_directory(path):  # this directory is a problem's
        return False
    names = _visible_names(directory)
    return bool(names) and names == part_names(directory)


def part_names(directory: Path) -> list[str]:
    """Return the names of the tables in a directory, in order."""
    names = _visible_names(directory)
    return [name for name in names if table_suffix(name) in TABLE_SUFFIXES]


def _visible_names(directory: Path) -> list[str]:
    """Return the names in a directory but for such as ``_SUCCESS`` and ``.crc``."""
    try:
        names = [path.name for path in directory.iterdir()]
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", str(directory)) from error
    return sorted(name for name in names if not name.startswith((".", "_")))


def table_suffix(path: str) -> str:
    """Return how the name of a table ends, without .gz."""
    name = Path(path).name.lower()
    return Path(name.removesuffix(".gz")).suffix


def suffix_of(data: bytes) -> str:
    """Return how the name of a table's file should end, by what is in it."""
    if data.startswith(b"PAR1"):
        return ".parquet"
    if data.startswith((b"ARROW1", b"FEA1")):
        return ".feather"
    if data[:4096].lower().lstrip().startswith((b"@relation", b"%")):
        return ".arff"
    if data.startswith(b"\x1f\x8b"):
        return ".csv.gz"
    first = data[: data.find(b"\n") + 1 or None]
    return ".tsv" if b"\t" in first and b"," not in first else ".csv"


def peek_bytes(path: str | Path, size: int = -1) -> bytes:
    """Return the first ``size`` bytes of a file, or all; none if it cannot be read."""
    try:
        if not is_file(path):
            return b""
        with Path(path).open("rb") as file:
            return file.read(size)
    except OSError:
        return b""


def has_hash_statements(path: str) -> bool:
    """Return whether a file has modes or examples that begin with #, as ILASP's do."""
    data = peek_bytes(path)
    words = (b"#mode", b"#pos", b"#neg")
    return any(word in data for word in words) and bool(HASH_STATEMENT.search(data))


def check_file(path: str, *, empty: bool = False) -> str:
    """Return the text of a file; raise an error where it is not fit to be read.

    Without ``empty`` a file without text is an error as well.
    """
    return check_text(file_bytes(path), path, empty=empty)


def file_bytes(path: str) -> bytes:
    """Return what is in a file; raise an error where it cannot be read."""
    with open_file(path) as file:
        try:
            return file.read()
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", path) from error


def open_file(path: str) -> BinaryIO:
    """Open a file to read; raise an error where it is not fit for that."""
    file = Path(path)
    if path.encode("utf-8", "replace").decode() != path:
        raise InputError("the name of this file is not UTF-8; rename it", path)
    if is_directory(path):
        raise InputError("is a directory, a file is expected", path)
    if exists(path) and not is_file(path):
        raise InputError("is a pipe or device; what is in it must be a file", path)
    if exists(path):
        check_input(path)
    try:
        return file.open("rb")
    except FileNotFoundError:
        atom = "; this is an atom, and a file of atoms is expected"
        hint = atom if _ATOM.fullmatch(path) else _did_you_mean(file)
        raise InputError(f"no such file{hint}", path) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot be read: {reason}", path) from error


def check_text(data: bytes, path: str, *, empty: bool, line: int = 1) -> str:
    """Return bytes of a file as text; raise an error where they are none.

    ``line`` is the number of their first line.
    """
    if not empty and not data.removeprefix(BOM_UTF8).strip():
        raise InputError("the file is empty", path)
    if line == 1 and data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        raise InputError("UTF-16 text; save the file as UTF-8", path, 1)
    if line == 1:
        _check_signature(data, path)
    if (zero := data.find(b"\0")) >= 0:
        line += data.count(b"\n", 0, zero)
        raise InputError("a NUL character; this is not a text file", path, line)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line += data.count(b"\n", 0, error.start)
        raise InputError("not UTF-8 text; save the file as UTF-8", path, line) from None


def _check_signature(data: bytes, path: str) -> None:
    """Raise an error if a file begins as one that is no text."""
    for signature, kind in _SIGNATURES.items():
        if data.startswith(signature):
            raise InputError(f"is {kind}, not text", path)


def check_table_named(path: str) -> None:
    """Raise an error if it is not for its name that a path is no table."""
    if not is_directory(path):
        with open_file(path) as file:
            _check_signature(file.read(100), path)
    elif hint := tables_hint(path):
        raise InputError(f"is no table in parts: it holds other files{hint}", path)


def tables_hint(directory: str) -> str:
    """Return a hint at the tables in a directory that is not one in parts."""
    names = part_names(Path(directory))
    if len(names) < 2:
        return f"; name its table, {Path(directory, names[0])}" if names else ""
    pattern = Path(directory, f"*{Path(names[0]).suffix}")
    return f"; name one of its tables, or several by a pattern, such as '{pattern}'"


def _did_you_mean(file: Path) -> str:
    """Return a hint at a file of a similar name beside this one, or empty text."""
    import difflib  # slow to load

    try:
        siblings = [sibling.name for sibling in file.parent.iterdir()]
    except OSError:
        return ""
    near = [name for name in sorted(siblings) if Path(name).stem == file.name]
    near += difflib.get_close_matches(file.name, siblings, n=1, cutoff=0.75)
    return f"; did you mean {near[0]}?" if near else ""
