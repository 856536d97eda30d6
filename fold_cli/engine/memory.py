"""How much memory this process takes, and how much it may.

One call of Prolog may make the process grow by ``MAX_CALL_BYTES``, and all processes of
a run together may take ``MAX_SHARE`` of the machine, or nearly all that others leave of
it when the run begins. A thread looks at that several times a second; what takes more
at one blow, in Python or NumPy, meets a limit of the system and is a ``MemoryError``.
"""

from __future__ import annotations

import contextlib
import os
import re
import resource
from pathlib import Path

MAX_CALL_BYTES = 4 * 2**30
"""Memory by which one call of Prolog may make the process grow."""

MAX_SHARE = 0.8
"""Part of the machine's memory that all processes of a run together may take."""

MAX_FREE_SHARE = 0.9
"""Part of the memory that is free when a run begins that it may take."""

MIN_FREE_SHARE = 0.02
"""Part of the machine's memory that a large run leaves free while it goes on."""

WALL_SHARE, WALL_BYTES = 1.2, 2**28
"""What the system lets a process have: a factor of its limit, and what is reserved."""

MAX_WALL_SHARE = 0.85
"""Part of what the system lets a process have that is taken: Prolog would end it."""

RESIDENT, SHARED, DATA = 1, 2, 5
"""Places of kinds of memory in what Linux tells of a process."""

FEWER = "give fewer examples or facts, or a language with fewer literals"
MORE = (
    "give more, leave out columns with many different values (--ignore), or let more "
    "workers share the rows"
)
"""What to do where a limit does not do."""


class MemoryLimits:
    """The limits of this process: those of a run, unless it is given a part of them."""

    def __init__(self, part: int | None = None) -> None:
        machine = _machine_memory()
        free = _free_memory() or machine
        self.process = part or int(min(MAX_SHARE * machine, MAX_FREE_SHARE * free))
        self.call = min(MAX_CALL_BYTES, int(0.75 * self.process))
        self.workers: list[int] = []  # processes that work for this one
        self.each = 0  # what each of them may take, pages of files aside; 0: no limit
        self._scarce = int(MIN_FREE_SHARE * machine)
        self._before = self._wall = 0

    def enforce(self) -> None:
        """Let the system refuse this process what is far beyond its limit."""
        wall = int(WALL_SHARE * self.process) + WALL_BYTES
        with contextlib.suppress(OSError, ValueError):
            soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
            limits = [n for n in (wall, soft, hard) if n != resource.RLIM_INFINITY]
            resource.setrlimit(resource.RLIMIT_DATA, (min(limits), hard))
            self._wall = min(limits)

    def enter(self) -> None:
        """Note that a call of Prolog begins."""
        self._before = resident_bytes()

    def grown(self) -> int:
        """Return by how much the process has grown since the call began."""
        return resident_bytes() - self._before

    def excess(self) -> str:
        """Return what is wrong, and what to do, if the processes take too much."""
        taken = resident_bytes() + sum(map(resident_bytes, self.workers))
        if taken > self.process:
            return f"more than {in_words(self.process)} of memory are needed; {FEWER}"
        if self._wall and _pages("self", DATA) > MAX_WALL_SHARE * self._wall:
            return (
                f"more than {in_words(self._wall)} of memory would be needed; {FEWER}"
            )
        if taken > self.process // 4 and 0 < _free_memory() < self._scarce:
            return f"the machine has no memory left; {FEWER}"
        processes: list[int | str] = ["self", *self.workers]
        return next(filter(None, (beyond(self.each, each) for each in processes)), "")


def resident_bytes(process: int | str = "self") -> int:
    """Return the resident memory of a process; 0 where it is not known."""
    return _pages(process, RESIDENT)


def own_bytes(process: int | str = "self") -> int:
    """Return the memory that a process has for itself, pages of files aside."""
    return _pages(process, RESIDENT, SHARED)


def beyond(limit: int, process: int | str = "self") -> str:
    """Return what is wrong if a process has more for itself than a limit that is given.

    What was let go a moment ago may still be counted by the system.
    """
    if not limit or own_bytes(process) <= limit:
        return ""
    return f"--memory {in_words(limit)} is not enough for these rows; {MORE}"


def release_freed() -> None:
    """Give back to the system what was freed between things that are still held.

    Of the C libraries, that of GNU keeps such memory; it takes milliseconds.
    """
    import ctypes  # slow to load

    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def _pages(process: int | str, kind: int, without: int | None = None) -> int:
    """Return the bytes that the system says a process has of a kind of memory."""
    try:
        pages = Path(f"/proc/{process}/statm").read_bytes().split()
    except OSError:
        return 0
    found = int(pages[kind]) - (0 if without is None else int(pages[without]))
    return found * os.sysconf("SC_PAGE_SIZE")


def in_words(size: int) -> str:
    """Return a number of bytes for people."""
    return f"{size / 2**30:.1f} GB" if size >= 2**30 else f"{size / 1e6:.0f} MB"


def _machine_memory() -> int:
    """Return the bytes of memory of the machine, the container or the user's limit."""
    found = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    with contextlib.suppress(OSError, ValueError):
        found = min(found, int(Path("/sys/fs/cgroup/memory.max").read_text()))
    for kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA):
        limit = resource.getrlimit(kind)[0]
        found = found if limit == resource.RLIM_INFINITY else min(found, limit)
    return found


def _free_memory() -> int:
    """Return the bytes that new processes of the machine may take; 0 if unknown."""
    try:
        told = Path("/proc/meminfo").read_bytes()
    except OSError:
        return 0
    free = re.search(rb"^MemAvailable: +(\d+) kB$", told, re.MULTILINE)
    return 1024 * int(free[1]) if free else 0
