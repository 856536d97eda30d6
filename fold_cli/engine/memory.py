"""How much memory this process takes, and how much it may.

One call of Prolog may make the process grow by ``MAX_CALL_BYTES``, and the process may
take ``MAX_SHARE`` of the machine; several processes at work divide that among them.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

MAX_CALL_BYTES = 4 * 2**30
"""Memory by which one call of Prolog may make the process grow."""

MAX_SHARE = 0.8
"""Part of the machine's memory that all processes of a run together may take."""


class MemoryLimits:
    """The limits of one process out of several."""

    def __init__(self, processes: int = 1) -> None:
        self.process = int(MAX_SHARE * _machine_memory() / processes)
        self.call = min(MAX_CALL_BYTES, int(0.75 * self.process))
        self._before = 0

    def enter(self) -> None:
        """Note that a call of Prolog begins."""
        self._before = resident_bytes()

    def grown(self) -> int:
        """Return by how much the process has grown since the call began."""
        return resident_bytes() - self._before


def resident_bytes() -> int:
    """Return the resident memory of this process; 0 where it is not known."""
    try:
        pages = Path("/proc/self/statm").read_bytes().split()[1]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def in_words(size: int) -> str:
    """Return a number of bytes for people."""
    return f"{size / 2**30:.1f} GB"


def _machine_memory() -> int:
    """Return the bytes of memory of the machine, or of the container."""
    found = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    with contextlib.suppress(OSError, ValueError):
        found = min(found, int(Path("/sys/fs/cgroup/memory.max").read_text()))
    return found
