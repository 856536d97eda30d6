"""How much memory this process takes, and how much it may.

One call of Prolog may make the process grow by ``MAX_CALL_BYTES``, and all processes of
a run together may take ``MAX_MACHINE_SHARE`` of the machine, or ``MAX_FREE_SHARE`` of
what is free when the run begins. A thread checks this several times a second; a single
large allocation in Python or NumPy fails at a limit of the system (``RLIMIT_DATA``) and
is a ``MemoryError``.
"""

from __future__ import annotations

import contextlib
import os
import re
import resource
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_CALL_BYTES = 4 * 2**30
"""Memory by which one call of Prolog may make the process grow."""

MAX_MACHINE_SHARE = 0.8
"""Part of the machine's memory that all processes of a run together may take."""

MAX_FREE_SHARE = 0.9
"""Part of the memory that is free when a run begins that it may take."""

MIN_FREE_SHARE = 0.02
"""Part of the machine's memory that a large run leaves free while it goes on."""

SYSTEM_LIMIT_FACTOR, SYSTEM_LIMIT_EXTRA_BYTES = 1.2, 2**28
"""``RLIMIT_DATA`` of a process: its own limit times the factor, and so many bytes."""

MAX_SYSTEM_LIMIT_SHARE = 0.85
"""Part of ``RLIMIT_DATA`` that may be taken: at the limit, Prolog ends the process."""

RESIDENT_FIELD, SHARED_FIELD, DATA_FIELD = 1, 2, 5
"""Fields of ``/proc/<process>/statm``, in pages."""

FEWER_ADVICE = "give fewer examples or facts, or a language with fewer literals"
MORE_ADVICE = (
    "give more, leave out columns with many different values (--ignore), or let more "
    "workers share the rows"
)
"""What a user can do where a limit is too small."""


class MemoryLimits:
    """The limits of this process: those of a run, unless it is given a part of them."""

    def __init__(self, part: int | None = None) -> None:
        machine = _machine_memory()
        free = _free_memory() or machine
        self.process = part or int(
            min(MAX_MACHINE_SHARE * machine, MAX_FREE_SHARE * free)
        )
        self.call = min(MAX_CALL_BYTES, int(0.75 * self.process))
        self.workers: list[int] = []  # processes that work for this one
        self.process_limit = 0  # bytes of each, pages of files aside; 0: no limit
        self._scarce_bytes = int(MIN_FREE_SHARE * machine)
        self._bytes_before_call = self._system_limit = 0

    def enforce(self) -> None:
        """Let the system refuse this process what is far beyond its limit."""
        system_limit = (
            int(SYSTEM_LIMIT_FACTOR * self.process) + SYSTEM_LIMIT_EXTRA_BYTES
        )
        with contextlib.suppress(OSError, ValueError):
            soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
            limits = [
                n for n in (system_limit, soft, hard) if n != resource.RLIM_INFINITY
            ]
            resource.setrlimit(resource.RLIMIT_DATA, (min(limits), hard))
            self._system_limit = min(limits)

    @contextlib.contextmanager
    def growing_at_most(self, size: int) -> Iterator[None]:
        """Let the system refuse more than so many further bytes while the block runs.

        Nothing is refused in a process that others use as well.
        """
        if not self._system_limit:
            yield
            return
        soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
        most = min(self._system_limit, _statm_bytes("self", DATA_FIELD) + size)
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))

    def enter(self) -> None:
        """Note that a call of Prolog begins."""
        self._bytes_before_call = resident_bytes()

    def grown(self) -> int:
        """Return by how much the process has grown since the call began."""
        return resident_bytes() - self._bytes_before_call

    def excess(self) -> str:
        """Return a message with advice if the processes take too much, else nothing."""
        taken = resident_bytes() + sum(map(resident_bytes, self.workers))
        if taken > self.process:
            words = in_words(self.process)
            return f"more than {words} of memory are needed; {FEWER_ADVICE}"
        limit = self._system_limit
        if limit and _statm_bytes("self", DATA_FIELD) > MAX_SYSTEM_LIMIT_SHARE * limit:
            words = in_words(limit)
            return f"more than {words} of memory would be needed; {FEWER_ADVICE}"
        if taken > self.process // 4 and 0 < _free_memory() < self._scarce_bytes:
            return f"the machine has no memory left; {FEWER_ADVICE}"
        processes: list[int | str] = ["self", *self.workers]
        excesses = (limit_excess(self.process_limit, process) for process in processes)
        return next(filter(None, excesses), "")


def resident_bytes(process: int | str = "self") -> int:
    """Return the resident memory of a process; 0 where it is not known."""
    return _statm_bytes(process, RESIDENT_FIELD)


def own_bytes(process: int | str = "self") -> int:
    """Return the memory that a process has for itself, pages of files aside."""
    return _statm_bytes(process, RESIDENT_FIELD, SHARED_FIELD)


def limit_excess(limit: int, process: int | str = "self") -> str:
    """Return a message if a process has more memory of its own than a limit; 0: none.

    Memory that was freed a moment ago may still be counted by the system.
    """
    if not limit or own_bytes(process) <= limit:
        return ""
    return f"--memory {in_words(limit)} is not enough for these rows; {MORE_ADVICE}"


def release_freed() -> None:
    """Return freed memory to the system, which GNU's C library does not do by itself.

    It takes milliseconds.
    """
    import ctypes  # slow to load

    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def _statm_bytes(process: int | str, kind: int, without: int | None = None) -> int:
    """Return a field of ``statm`` in bytes, less another field if one is given."""
    try:
        fields = Path(f"/proc/{process}/statm").read_bytes().split()
    except OSError:
        return 0
    count = int(fields[kind]) - (0 if without is None else int(fields[without]))
    return count * os.sysconf("SC_PAGE_SIZE")


def in_words(size: int) -> str:
    """Return a number of bytes for people."""
    return f"{size / 2**30:.1f} GB" if size >= 2**30 else f"{size / 1e6:.0f} MB"


def _machine_memory() -> int:
    """Return the bytes of memory of the machine, the container or the user's limit."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    with contextlib.suppress(OSError, ValueError):
        memory = min(memory, int(Path("/sys/fs/cgroup/memory.max").read_text()))
    for kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA):
        limit = resource.getrlimit(kind)[0]
        memory = memory if limit == resource.RLIM_INFINITY else min(memory, limit)
    return memory


def _free_memory() -> int:
    """Return the bytes that new processes of the machine may take; 0 if unknown."""
    try:
        meminfo = Path("/proc/meminfo").read_bytes()
    except OSError:
        return 0
    available = re.search(rb"^MemAvailable: +(\d+) kB$", meminfo, re.MULTILINE)
    return 1024 * int(available[1]) if available else 0
