"""Commands in processes of their own, to be signalled, and how they end."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from support import PATIENCE, unmeasured

if TYPE_CHECKING:
    from collections.abc import Callable

    Process = subprocess.Popen[str]


def start(*args: str, cwd: Path, code: str | None = None) -> Process:
    """Start a command and wait until it would hear a signal."""
    program = ["-c", code] if code else ["-m", "fold_cli"]
    process = subprocess.Popen(
        [sys.executable, *program, *args],
        cwd=cwd,
        env=unmeasured(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    status = Path(f"/proc/{process.pid}/status")
    caught = 1 << (signal.SIGTERM - 1)
    while process.poll() is None:
        mask = status.read_text().partition("SigCgt:\t")[2].split("\n")[0]
        if mask and int(mask, 16) & caught:
            break
        time.sleep(0.01)
    return process


def run_fresh(script: str, *args: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a script that calls the command, in a process that has nothing loaded."""
    return subprocess.run(
        [sys.executable, "-c", script, *args],
        cwd=cwd,
        env=unmeasured(),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def ended(process: Process) -> tuple[int, str, str]:
    """Return how a process ended, which it must."""
    try:
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert "Traceback" not in err
    return process.returncode, out, err


def wait_until(condition: Callable[[], object]) -> None:
    """Wait until a condition holds, which it must."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "what is waited for does not happen"
        time.sleep(0.02)


def busy(pids: list[int]) -> list[int]:
    """Return those that have been at work for a second, beyond what starting takes."""
    ticks = os.sysconf("SC_CLK_TCK")
    found = []
    for pid in pids:
        with contextlib.suppress(OSError):  # it has ended meanwhile
            fields = Path(f"/proc/{pid}/stat").read_text().split()
            found += [pid] if int(fields[13]) > ticks else []
    return found


def children_of(pid: int) -> list[int]:
    found = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, check=False)
    return [int(word) for word in found.stdout.split()]


def interrupt_after(count: int) -> Callable[[str, int, int], None]:
    """Return a progress callback that interrupts once some examples are covered."""

    def progress(step: str, done: int, total: int) -> None:
        if step == "learning" and done >= count:
            raise KeyboardInterrupt

    return progress
