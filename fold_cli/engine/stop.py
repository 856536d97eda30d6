"""Stopping: Ctrl-C, SIGTERM, time limits, and Prolog goals that do not end.

Python's signal handlers wait for a C call to return, which may be never. The wake-up
descriptor is written at once, so a thread that reads it can make Prolog throw, and
can end the process where even that does not help: inside a built-in that does not
come back, or on a second Ctrl-C.
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
        """What can be done to Prolog from another thread."""

        def throw(self, ball: str) -> None:
            """Throw an atom into the goal that runs."""

        def inferences(self) -> int:
            """Return how many inferences have been made."""


TICK = 0.1
GRACE = 0.7
"""Seconds that whoever is stopped has to obey."""

PATIENCE = 60.0
"""Seconds that one built-in may take."""

MEMORY = 4 * 2**30
"""Bytes by which one question may make the process grow; less on small machines."""

ERROR, PARTIAL = 1, 3


class Stopped(KeyboardInterrupt):
    """The run is to end, for a reason that can be told."""


class Stopper:
    """Watches for signals, time and memory; get it with :func:`stopper`."""

    def __init__(self) -> None:
        self.prolog: Prolog | None = None
        self.told = ""  # why the run was stopped
        self.last_words: Callable[[], bool] | None = None  # whether it wrote
        self._final = False  # the process is ours to end
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._seconds = 0.0
        self._borrowed = False  # SIGINT, while Prolog runs
        self._heeded = {signal.SIGINT}
        self._seen = self._handled = 0
        self._first = self._obey_by = 0.0
        self._busy = self._thrown = False
        self._question = ""
        self._size = self._limit = 0
        self._progress = (0.0, -1)

    # Set up

    def share(self) -> None:
        """Watch in a process that others use as well; see ``_borrow_interrupt``."""
        self._start()

    def take_over(self) -> None:
        """Be the one who ends this process: for commands."""
        self._final = True
        self._heeded = {signal.SIGINT, signal.SIGTERM, signal.SIGALRM}
        for number in self._heeded:
            if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup has it
                signal.signal(number, self._handle)
        self._start()
        signal.set_wakeup_fd(self._send, warn_on_full_buffer=False)

    def limit(self, seconds: float) -> None:
        """Stop the run when so many seconds have gone by."""
        self._seconds = seconds
        signal.setitimer(signal.ITIMER_REAL, seconds)

    def disarm(self) -> None:
        """Let nothing stop the process any more: it ends by itself."""
        self.last_words = None
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM):
            signal.signal(number, signal.SIG_IGN)

    def _start(self) -> None:
        if self._thread is not None:
            return
        self._limit = min(MEMORY, int(0.6 * _machine_memory()))
        self._receive, self._send = os.pipe()
        os.set_blocking(self._send, False)
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    # In the main thread

    def _handle(self, number: int, _: FrameType | None) -> None:
        """Interrupt Python; in a command once, the watcher sees to a second signal."""
        self._handled += 1
        if self._final and self._handled > 1:
            return
        if self._final:
            signal.setitimer(signal.ITIMER_REAL, 0)
        self.told = self.reason(number)
        raise Stopped(self.told)

    def reason(self, number: int) -> str:
        """Return why a signal stops the run."""
        if number == signal.SIGALRM:
            return f"the time limit of {self._seconds:g} s is over"
        return "interrupted" if number == signal.SIGINT else "terminated"

    def enter(self, question: str = "") -> None:
        """Say that Prolog is about to run; a question may take only so much memory."""
        with self._lock:
            self._question = question
            self._size = _resident() if question else 0
            self._progress = (time.monotonic(), -1)
            self._busy, self._thrown = True, False
        self._borrow_interrupt()

    def leave(self) -> bool:
        """Say that Prolog has returned; return whether it was thrown into."""
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
            self._final
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
        while True:
            ready, _, _ = select.select([self._receive], [], [], TICK)
            data = os.read(self._receive, 1) if ready else b""
            if data and data[0] in self._heeded:
                self._signalled(data[0])
            if self._obey_by and time.monotonic() > self._obey_by:
                self._obey_by = 0.0
                if self._seen > self._handled:
                    self._end(self.told)
            if self._busy and self._question:
                self._check_memory()
            self._check_progress()

    def _signalled(self, number: int) -> None:
        now = time.monotonic()
        self._seen += 1
        if self._seen == 1 or not self._final:
            self._first, self.told = now, self.reason(number)
            self._obey_by = now + GRACE
            if self._seen > self._handled:
                self._throw("fold_interrupt")
        elif number != signal.SIGALRM and now - self._first > TICK:
            self.last_words = None  # whoever asks twice wants no more
            self._end("stopped at once")

    def _throw(self, ball: str) -> None:
        with self._lock:
            if self._busy and self.prolog:
                self.prolog.throw(ball)
                self._thrown = True

    def _check_memory(self) -> None:
        grown = _resident() - self._size
        if grown > self._limit and not self._thrown:
            self._throw("fold_memory")
        elif grown > 1.5 * self._limit:
            size = f"{self._limit / 2**30:.1f} GB"
            self._end(
                f"error: asking {self._question} took more than {size} of memory and "
                "was stopped; does a rule call itself without end?",
                ERROR,
            )

    def _check_progress(self) -> None:
        """End the process where one built-in computes for ever."""
        now, (since, count) = time.monotonic(), self._progress
        if not self._busy or not self.prolog or now - since < PATIENCE / 10:
            return
        with self._lock:
            known = self.prolog.inferences() if self._busy else -1
        if known != count:
            self._progress = (now, known)
        elif self._question and now - since > PATIENCE:
            self._end(
                f"error: asking {self._question} has been inside one built-in for "
                f"{PATIENCE:g} s and was stopped; does a rule compute with terms or "
                "numbers of enormous size?",
                ERROR,
            )

    def _end(self, reason: str, code: int = PARTIAL) -> None:
        """End the process here and now, if it is ours."""
        if not self._final:
            return
        wrote = False
        with contextlib.suppress(Exception):
            if self.last_words and code == PARTIAL:
                wrote = self.last_words()
        with contextlib.suppress(Exception):
            cursor = "\x1b[?25h" if sys.stderr.isatty() else ""  # a display may hide it
            told = "" if wrote or code == ERROR else "; nothing was written"
            print(f"{cursor}fold: {reason}{told}", file=sys.stderr, flush=True)
        discard_temporaries()
        os._exit(code)


def end_with_parent() -> None:
    """Let this process end when the one that started it does, however that ends."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(TICK)
        os._exit(ERROR)

    threading.Thread(target=watch, daemon=True).start()


_stopper = Stopper()


def stopper() -> Stopper:
    """Return what stops this process."""
    return _stopper


def _resident() -> int:
    """Return the bytes of memory that this process has; 0 where that is not known."""
    try:
        pages = Path("/proc/self/statm").read_bytes().split()[1]
    except OSError:
        return 0
    return int(pages) * 4096


def _machine_memory() -> int:
    """Return the bytes of memory of this machine, or of what it is a part."""
    found = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    with contextlib.suppress(OSError, ValueError):
        found = min(found, int(Path("/sys/fs/cgroup/memory.max").read_text()))
    return found
