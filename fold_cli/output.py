"""Atomic writing of files, never over an input.

A file is written under a temporary name in its directory, which is then renamed.
Outputs are announced before any work, so that each input is compared with them, by
device and inode, whatever name or link leads to it, and each output with the others.
"""

from __future__ import annotations

import os
import re
import stat
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from fold_cli.errors import OutputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Content: TypeAlias = "str | Iterable[str] | Iterable[bytes]"
"""What a file is to hold: a text, parts of a text, or parts of bytes."""

Identity: TypeAlias = "tuple[int, int, str]"
"""Device and number of a file; of one to be made, those of its directory, its name."""

temporaries: set[Path] = set()
"""Files and directories to be removed when the process ends, however it ends."""

_replacements: dict[str, Identity | None] = {}
"""What was to take the place of each path that has been written, or nearly so."""


def replaced_paths() -> list[str]:
    """Return the files that have been written, at any moment that a signal arrives."""
    return [path for path, new in _replacements.items() if _identity(path) == new]


def discard_temporaries() -> None:
    """Remove what is temporary and still there, before the process ends."""
    for path in list(temporaries):
        import shutil  # slow to load

        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def new_temporary(target: Path) -> Path:
    """Return a new name for what is to take a path's place.

    It is noted before anything has it, since a signal may arrive at any moment.
    """
    temporary = target.parent / f".{target.name[:40]}.{os.urandom(8).hex()}.tmp"
    temporaries.add(temporary)
    return temporary


# Before any work

_announced: dict[Identity, str] = {}
_STANDARD = {"/dev/stdin": 0, "-": 1, "/dev/stdout": 1, "/dev/stderr": 2}
STREAMS = {2: "standard error", 1: "standard output"}


def announce_standard_streams() -> None:
    """Announce the files that results and messages are printed to."""
    for number, name in STREAMS.items():
        if identity := _identity(f"/dev/fd/{number}"):
            _announced[identity] = name


@contextmanager
def writing(paths: Iterable[str | None]) -> Iterator[None]:
    """Announce files that will be written: while the block runs, none may be read.

    Raise unless all can be written, each for itself.
    """
    with _announcing():
        for path in paths:
            if path is not None:
                check_writable(path)
                _announce(path)
        yield


@contextmanager
def writing_into(directory: str | None, names: Iterable[str]) -> Iterator[None]:
    """Announce files in a directory, made or not, that will be written.

    Users choose the directory, not the names: one that is there as a link, or as
    anything but a file, is not theirs to be replaced.
    """
    with _announcing():
        if directory is not None:
            for path in (directory, *_writable_paths(directory, names)):
                _announce(path)
        yield


def check_input(path: str) -> None:
    """Raise an error where a file that is read will be written as well."""
    identity = _identity(path) if _announced else None
    if identity and (output := _announced.get(identity)):
        raise OutputError("is an input as well; write to another file", output)


@contextmanager
def _announcing() -> Iterator[None]:
    before = dict(_announced)
    try:
        yield
    finally:
        _announced.clear()
        _announced.update(before)


def _announce(path: str) -> None:
    if identity := _identity(path):
        other = _announced.get(identity)
        if other and not (other in STREAMS.values() and _descriptor(path)):
            raise OutputError(f"is to be written twice, also as {other}", path)
        _announced[identity] = path


def check_writable(path: str) -> None:
    """Raise an error where a file cannot be written."""
    if not path:
        raise OutputError("an output without a name; name a file")
    if _is_special(path):
        return
    real = _real_path(path)
    if _kind(str(real)) == stat.S_IFDIR or path.endswith(("/", "/.")):
        raise OutputError("is a directory; name a file", path)
    if _kind(str(real.parent)) != stat.S_IFDIR:
        raise OutputError(f"cannot be written: no directory {real.parent}", path)
    if not os.access(real.parent, os.W_OK | os.X_OK):
        raise OutputError(f"cannot be written: {real.parent} is read-only", path)
    if real.exists() and not os.access(real, os.W_OK):
        raise OutputError("cannot be written: it is read-only", path)


def _writable_paths(directory: str, names: Iterable[str]) -> list[str]:
    """Return the paths of files in a directory that can be written."""
    if directory in ("", "-"):
        raise OutputError("an output without a name; name a directory")
    kind, place = _kind(directory), _real_path(directory)
    if kind not in (None, stat.S_IFDIR):
        raise OutputError("cannot be made: is no directory", directory)
    while _kind(str(place)) is None:
        place = place.parent
    if not place.is_dir():
        raise OutputError(f"cannot be made: {place} is no directory", directory)
    if not os.access(place, os.W_OK | os.X_OK):
        raise OutputError(f"cannot be made: {place} is read-only", directory)
    paths = [str(Path(directory, name)) for name in names]
    for path in filter(os.path.lexists, paths):
        if not stat.S_ISREG(os.lstat(path).st_mode):
            raise OutputError("is there, but not as a file; remove it", path)
    return paths


def _identity(path: str) -> Identity | None:
    """Return a value that two paths share if and only if they lead to one file.

    None for a device or pipe. Names of files that do not exist yet are compared without
    case, as some file systems do.
    """
    real, number = _real_path(path), _descriptor(path)
    with suppress(OSError, ValueError):
        status = real.stat() if number is None else os.fstat(number)
        regular = stat.S_ISREG(status.st_mode)
        return (status.st_dev, status.st_ino, "") if regular else None
    with suppress(OSError, ValueError):
        status = real.parent.stat()
        return status.st_dev, status.st_ino, real.name.casefold()
    return 0, 0, str(real)


def _kind(path: str) -> int | None:
    """Return what a path leads to, None for nothing; raise where it leads nowhere."""
    try:
        return stat.S_IFMT(Path(path).stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:  # a loop of links; a NUL character
        raise OutputError(
            f"cannot be written: {getattr(error, 'strerror', None) or error}", path
        ) from error


def _real_path(path: str) -> Path:
    return Path(os.path.realpath(path))


# Writing


def write_file(path: str, text: Content) -> None:
    """Write to a temporary file and rename it, so that the file is never incomplete.

    A link stays a link, what it leads to is replaced; a pipe or device is written to.
    """
    check_writable(path)
    if _is_special(path):
        number = _descriptor(path)
        with _naming_file(path):
            handle = os.open(path, os.O_WRONLY) if number is None else os.dup(number)
            with os.fdopen(handle, "wb") as file:
                file.writelines(_encoded(text))
    else:
        _replace([(path, _real_path(path), text)])


def write_into(directory: str, files: Iterable[tuple[str, Content]]) -> None:
    """Write files by name into a directory, which is made: all of them, or none.

    No link is followed.
    """
    target = Path(directory)
    new_directories = [p for p in (target, *target.parents) if _kind(str(p)) is None]
    contents = [(str(target / name), target / name, text) for name, text in files]
    try:
        with _naming_file(directory):
            target.mkdir(parents=True, exist_ok=True)
        _replace(contents)
    finally:
        for path in new_directories:
            with suppress(OSError):  # there are files in it, as there should be
                path.rmdir()


def _replace(files: Iterable[tuple[str, Path, Content]]) -> None:
    """Write files, each given by its path, its real place and its text."""
    ready: list[tuple[str, Path, Path]] = []
    try:
        for path, target, text in files:
            temporary = new_temporary(target)
            ready.append((path, target, temporary))
            with _naming_file(path):
                _write_temporary(temporary, target, text)
        for path, target, temporary in ready:
            with _naming_file(path):
                _replacements[path] = _identity(str(temporary))
                temporary.replace(target)
    finally:
        for _, _, temporary in ready:
            temporary.unlink(missing_ok=True)
            temporaries.discard(temporary)


def _write_temporary(temporary: Path, target: Path, text: Content) -> None:
    """Write a text to a new file that is to replace another."""
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.writelines(_encoded(text))
        file.flush()
        os.fsync(file.fileno())
    os.umask(mask := os.umask(0))
    mode = target.stat().st_mode if target.is_file() else 0o666 & ~mask
    temporary.chmod(mode & 0o777)


@contextmanager
def _naming_file(path: str) -> Iterator[None]:
    """Turn a failure to write into an :class:`OutputError` that names the file."""
    try:
        yield
    except (OSError, UnicodeError) as error:
        raise OutputError(
            f"cannot be written: {getattr(error, 'strerror', None) or error}", path
        ) from error


def _is_special(path: str) -> bool:
    """Return whether a path is a device, a pipe or an open file, not to be replaced."""
    if _descriptor(path) is not None:
        return True
    return _kind(path) not in (None, stat.S_IFREG, stat.S_IFDIR)


def _descriptor(path: str) -> int | None:
    """Return the number of the open file that a path such as /dev/stdout stands for."""
    for _ in range(40):
        if path in _STANDARD:
            return _STANDARD[path]
        if open_file := re.fullmatch(r"/(?:dev|proc/self)/fd/(\d{1,9})", path):
            return int(open_file[1])
        try:
            path = str(Path(path).parent / Path(path).readlink())
        except (OSError, ValueError):
            return None
    return None


def _encoded(text: Content) -> Iterator[bytes]:
    for part in [text] if isinstance(text, str) else text:
        yield part.encode() if isinstance(part, str) else part
