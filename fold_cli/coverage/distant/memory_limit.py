"""From the value of ``--memory`` to a team in this process with columns in files."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

from fold_cli.engine.stop import stopper
from fold_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fold_cli.coverage.distant.team import Team

MIN_MEMORY_BYTES = 200_000_000
"""Bytes that a process needs for Python and its libraries, and some for the data."""

_SIZE = re.compile(r"([0-9]{1,15}(?:\.[0-9]+)?)([KMGT]?)B?", re.ASCII | re.IGNORECASE)


def memory_bytes(memory: str | int) -> int:
    """Return how many bytes ``500MB`` or a number are; raise unless it is enough."""
    found = _SIZE.fullmatch(str(memory))
    if not found:
        raise UsageError(f"--memory {memory}: write it like 500MB or 2GB.")
    size = int(float(found[1]) * 1000 ** (" KMGT".index(found[2].upper() or " ")))
    if size < MIN_MEMORY_BYTES:
        least = f"{MIN_MEMORY_BYTES // 10**6}MB"
        raise UsageError(
            f"--memory {memory}: give {least} or more; Python and its libraries take "
            "half of that."
        )
    return size


@contextmanager
def memory_limited(memory: str | int | None) -> Iterator[int]:
    """Let each process take so much memory while the block runs, and give the bytes.

    None is no limit, 0 bytes.
    """
    limits = stopper().memory
    limits.process_limit = 0 if memory is None else memory_bytes(memory)
    try:
        yield limits.process_limit
    finally:
        limits.process_limit = 0


@contextmanager
def team_with_files(memory: int) -> Iterator[Team]:
    """Give a team in this process whose columns are in files while the block runs."""
    from fold_cli.coverage.distant.worker_parts import InProcessTeam

    team = InProcessTeam(in_files=True, memory=memory)
    try:
        yield team
    finally:
        team.remove()
