"""Stopping: Ctrl-C, SIGTERM, time limits, and Prolog goals that do not end.

Python runs signal handlers only between its own instructions, so a call of Prolog that
does not return is not interrupted. Python's wake-up descriptor is written at once: a
thread reads it, makes Prolog throw, and ends the process where that does not help:
inside a built-in that does not return, or on a second Ctrl-C. The thread also watches
how much memory and time one question takes.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from fold_cli.output import discard_temporaries

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import Protocol

    class Prolog(Protocol):
        """What another thread can do to Prolog."""

        def throw(self, ball: str) -> None:
            """Throw an atom into the goal that runs."""

        def inferences(self) -> int:
            """Return how many inferences have been made."""


POLL_SECONDS = 0.1
"""Time between two looks at memory and progress."""

MAX_UNWIND_SECONDS = 0.7
"""Time after a signal in which Python must handle it, before the process is ended."""

MAX_BUILTIN_SECONDS = 60.0
"""Time that one built-in of Prolog may take."""

MAX_QUESTION_BYTES = 4 * 2**30
"""Memory by which one question may make the process grow; less on small machines."""

EXIT_ERROR, EXIT_PARTIAL = 1, 3


class Stopped(KeyboardInterrupt):
    """The run was stopped; the message says why."""


class Stopper:
    """Watches signals, time and memory, one for each process: see :func:`stopper`."""

    def __init__(self) -> None:
        self.prolog: Prolog | None = None
        self.stop_reason = ""  # empty while the run goes on
        self.write_partial: Callable[[], bool] | None = None  # returns whether it wrote
        self._owns_process = False  # and may end it
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._seconds = 0.0
        self._borrowed = False  # SIGINT, while Prolog runs
        self._heeded = {signal.SIGINT}
        self._signals_seen = self._signals_handled = 0
        self._first_signal_at = self._unwind_by = 0.0
        self._busy = self._thrown = False
        self._question = ""
        self._bytes_before = self._max_bytes = 0
        self._progress = (0.0, -1)  # when inferences were last counted, how many

    # Set up

    def share(self) -> None:
        """Watch in a process that others use as well; see ``_borrow_interrupt``."""
        self._start()

    def take_over(self) -> None:
        """Be the one who ends this process: for commands."""
        self._owns_process = True
        self._heeded = {signal.SIGINT, signal.SIGTERM, signal.SIGALRM}
        for number in self._heeded:
            if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup has it
                signal.signal(number, self._handle)
        self._start()
        signal.set_wakeup_fd(self._send, warn_on_full_buffer=False)

    def limit(self, seconds: float) -> None:
        """Stop the run after so many seconds."""
        self._seconds = seconds
        signal.setitimer(signal.ITIMER_REAL, seconds)

    def disarm(self) -> None:
        """Ignore signals from now on, because the process is about to end."""
        self.write_partial = None
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM):
            signal.signal(number, signal.SIG_IGN)

    def _start(self) -> None:
        if self._thread is not None:
            return
        self._max_bytes = min(MAX_QUESTION_BYTES, int(0.6 * _machine_memory()))
        self._receive, self._send = os.pipe()
        os.set_blocking(self._send, False)
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    # In the main thread

    def _handle(self, number: int, _: FrameType | None) -> None:
        """Interrupt Python; in a command, the watcher handles a second signal."""
        self._signals_handled += 1
        if self._owns_process and self._signals_handled > 1:
            return
        if self._owns_process:
            signal.setitimer(signal.ITIMER_REAL, 0)
        self.stop_reason = self._reason(number)
        raise Stopped(self.stop_reason)

    def _reason(self, number: int) -> str:
        """Return why a signal stops the run."""
        if number == signal.SIGALRM:
            return f"the time limit of {self._seconds:g} s is over"
        return "interrupted" if number == signal.SIGINT else "terminated"

    def enter(self, question: str = "") -> None:
        """Note that Prolog is about to run; only a question is watched for memory."""
        with self._lock:
            self._question = question
            self._bytes_before = _resident_bytes() if question else 0
            self._progress = (time.monotonic(), -1)
            self._busy, self._thrown = True, False
        self._borrow_interrupt()

    def leave(self) -> bool:
        """Note that Prolog has returned; return whether it was made to throw."""
        with self._lock:
            self._busy = False
        self._return_interrupt()
        return self._thrown

    def _borrow_interrupt(self) -> None:
        """Let Ctrl-C reach Prolog while it runs, in a process that is not ours.

        Whoever has a handler of their own, or a wake-up descriptor, keeps them; Ctrl-C
        then waits until Prolog returns.
        """
        if (
            self._owns_process
            or threading.current_thread() is not threading.main_thread()
            or signal.getsignal(signal.SIGINT) is not signal.default_int_handler
        ):
            return
        before = signal.set_wakeup_fd(self._send, warn_on_full_buffer=False)
        if before != -1:
            signal.set_wakeup_fd(before)
            return
        self._borrowed = True
        signal.signal(signal.SIGINT, self._handle)

    def _return_interrupt(self) -> None:
        if self._borrowed:
            self._borrowed = False
            signal.signal(signal.SIGINT, signal.default_int_handler)
            signal.set_wakeup_fd(-1)

    # In the thread that watches

    def _watch(self) -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        while True:
            ready, _, _ = select.select([self._receive], [], [], POLL_SECONDS)
            data = os.read(self._receive, 1) if ready else b""
            if data and data[0] in self._heeded:
                self._signalled(data[0])
            if self._unwind_by and time.monotonic() > self._unwind_by:
                self._unwind_by = 0.0
                if self._signals_seen > self._signals_handled:
                    self._end(self.stop_reason)
            if self._busy and self._question:
                self._check_memory()
            self._check_progress()

    def _signalled(self, number: int) -> None:
        now = time.monotonic()
        self._signals_seen += 1
        if self._signals_seen == 1 or not self._owns_process:
            self._first_signal_at, self.stop_reason = now, self._reason(number)
            self._unwind_by = now + MAX_UNWIND_SECONDS
            if self._signals_seen > self._signals_handled:
                self._throw("fold_interrupt")
        elif number != signal.SIGALRM and now - self._first_signal_at > POLL_SECONDS:
            self.write_partial = None  # a second Ctrl-C wants no theory
            self._end("stopped at once")

    def _throw(self, ball: str) -> None:
        with self._lock:
            if self._busy and self.prolog:
                self.prolog.throw(ball)
                self._thrown = True

    def _check_memory(self) -> None:
        grown = _resident_bytes() - self._bytes_before
        if grown > self._max_bytes and not self._thrown:
            self._throw("fold_memory")
        elif grown > 1.5 * self._max_bytes:
            size = f"{self._max_bytes / 2**30:.1f} GB"
            self._end(
                f"error: asking {self._question} took more than {size} of memory and "
                "was stopped; does a rule call itself without end?",
                EXIT_ERROR,
            )

    def _check_progress(self) -> None:
        """End the process where a built-in runs for too long without an inference."""
        now, (since, count) = time.monotonic(), self._progress
        if not self._busy or not self.prolog or now - since < MAX_BUILTIN_SECONDS / 10:
            return
        with self._lock:
            inferences = self.prolog.inferences() if self._busy else -1
        if inferences != count:
            self._progress = (now, inferences)
        elif self._question and now - since > MAX_BUILTIN_SECONDS:
            self._end(
                f"error: asking {self._question} has been inside one built-in for "
                f"{MAX_BUILTIN_SECONDS:g} s and was stopped; does a rule compute with "
                "terms or numbers of enormous size?",
                EXIT_ERROR,
            )

    def _end(self, reason: str, code: int = EXIT_PARTIAL) -> None:
        """End the process at once, with a partial theory where there is one."""
        if not self._owns_process:
            return
        wrote = False
        with contextlib.suppress(Exception):
            if self.write_partial and code == EXIT_PARTIAL:
                wrote = self.write_partial()
        with contextlib.suppress(Exception):
            cursor = "\x1b[?25h" if sys.stderr.isatty() else ""  # a display may hide it
            suffix = "" if wrote or code == EXIT_ERROR else "; nothing was written"
            print(f"{cursor}fold: {reason}{suffix}", file=sys.stderr, flush=True)
        discard_temporaries()
        os._exit(code)


def end_with_parent() -> None:
    """End this process when its parent process ends, however that ends."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(POLL_SECONDS)
        os._exit(EXIT_ERROR)

    threading.Thread(target=watch, daemon=True).start()


_stopper = Stopper()


def stopper() -> Stopper:
    """Return the stopper of this process."""
    return _stopper


def _resident_bytes() -> int:
    """Return the resident memory of this process; 0 where it is not known."""
    try:
        pages = Path("/proc/self/statm").read_bytes().split()[1]
    except OSError:
        return 0
    return int(pages) * 4096


def _machine_memory() -> int:
    """Return the bytes of memory of the machine, or of the container."""
    found = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    with contextlib.suppress(OSError, ValueError):
        found = min(found, int(Path("/sys/fs/cgroup/memory.max").read_text()))
    return found
