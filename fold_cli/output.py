"""Files written whole or not at all, by way of a temporary file that is renamed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from fold_cli.errors import OutputError

if TYPE_CHECKING:
    from collections.abc import Iterable


_temporaries: set[Path] = set()


def discard_temporaries() -> None:
    """Remove temporary files, before the process ends without cleaning up."""
    for path in list(_temporaries):
        path.unlink(missing_ok=True)


def check_writable(path: str, inputs: Iterable[str] = ()) -> None:
    """Raise an error where a file cannot be written, before any work is done."""
    target = Path(path)
    for other in inputs:
        if target.exists() and Path(other).exists() and target.samefile(other):
            raise OutputError("is an input as well; write to another file", path)
    if target.is_dir():
        raise OutputError("is a directory; name a file", path)
    if not target.parent.is_dir():
        raise OutputError(f"cannot be written: no directory {target.parent}", path)
    if not os.access(target.parent, os.W_OK) and not _special(target):
        raise OutputError(f"cannot be written: {target.parent} is read-only", path)


def write_file(path: str, text: str | Iterable[str]) -> None:
    """Write to a temporary file and rename it, so that the file is never incomplete."""
    import tempfile  # slow to load

    check_writable(path)
    parts = [text] if isinstance(text, str) else text
    target = Path(path)
    if _special(target):
        _write_special(target, parts)
        return
    target = target.resolve()  # a link stays a link
    temporary = None
    try:
        handle, temporary = tempfile.mkstemp(
            prefix=f".{target.name[:40]}.", suffix=".tmp", dir=target.parent
        )
        _temporaries.add(Path(temporary))
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        mode = target.stat().st_mode if target.exists() else 0o666 & ~_umask()
        Path(temporary).chmod(mode & 0o777)
        Path(temporary).replace(target)
    except OSError as error:
        raise OutputError(f"cannot be written: {error.strerror}", path) from error
    finally:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
            _temporaries.discard(Path(temporary))


def _special(target: Path) -> bool:
    """Return whether a path is a device or pipe, which cannot be replaced."""
    return target.exists() and (
        not target.is_file() or target.absolute().is_relative_to("/dev")
    )


def _write_special(target: Path, parts: Iterable[str]) -> None:
    try:
        with target.open("w", encoding="utf-8") as file:
            file.writelines(parts)
    except OSError as error:
        raise OutputError(
            f"cannot be written: {error.strerror}", str(target)
        ) from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
