"""Temporary directories that are removed when the process ends, however it ends.

A process that is killed can remove nothing. So a shell waits for the end of a pipe that
the process holds, which the system closes then, and removes the directory.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import finalize

from fold_cli.errors import OutputError
from fold_cli.output import new_temporary, temporaries

if TYPE_CHECKING:
    from collections.abc import Iterator

WAIT_AND_REMOVE = 'cat > /dev/null; rm -rf -- "$0"'
"""What the shell does: wait until nobody can write to it any more, then remove."""


class ScratchDirectory:
    """A directory of its own, in that for temporary files (``TMPDIR``).

    It is made last, when all is ready to remove it, since a signal may arrive at any
    moment.
    """

    def __init__(self) -> None:
        with naming_full_disk():
            self.path = new_temporary(Path(tempfile.gettempdir(), "fold"))
            remover = _start_remover(self.path)
            self.remove = finalize(self, _remove, self.path, remover, os.getpid())
            """Remove it, if that was not done."""
            self.path.mkdir(0o700)


@contextmanager
def naming_full_disk() -> Iterator[None]:
    """Turn a failure to write temporary files into an error that says what to do."""
    try:
        yield
    except OSError as error:
        raise OutputError(
            f"there is no place for temporary files ({error.strerror}); set TMPDIR "
            "to a directory that can be written"
        ) from None


def _start_remover(path: Path) -> subprocess.Popen[bytes] | None:
    with suppress(OSError):
        return subprocess.Popen(
            ["/bin/sh", "-c", WAIT_AND_REMOVE, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,  # Ctrl-C is not meant for it
        )
    return None


def _remove(path: Path, remover: subprocess.Popen[bytes] | None, owner: int) -> None:
    if os.getpid() != owner:
        return  # a fork, which has the same objects
    shutil.rmtree(path, ignore_errors=True)
    temporaries.discard(path)
    if remover:
        remover.communicate()
