"""Stopping: Ctrl-C, SIGTERM, time limits, and Prolog goals that do not end.

Python runs signal handlers only between its own instructions, so a call of Prolog that
does not return is not interrupted. Python's wake-up descriptor is written at once: a
thread reads it, makes Prolog throw, and ends the process where that does not help:
inside a built-in that does not return, or on a second Ctrl-C. The thread also watches
how much memory the process takes, and how long one built-in of Prolog.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import threading
import time
from typing import TYPE_CHECKING

from fold_cli.engine.c_stack import OVERFLOW, overflow_signalled
from fold_cli.engine.memory import MemoryLimits, in_words
from fold_cli.engine.outcome import Outcome
from fold_cli.engine.stop_signals import (
    IMPATIENT_SIGNALS,
    STOP_REASONS,
    InterruptLoan,
    call_when_dropped,
    warn_of_processor_limit,
)
from fold_cli.output import discard_temporaries
from fold_cli.theory.visible import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
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

EXIT_ERROR, EXIT_PARTIAL = 1, 3


class Stopped(KeyboardInterrupt):
    """The run was stopped; the message says why."""


class Stopper:
    """Watches signals, time and memory, one for each process: see :func:`stopper`."""

    def __init__(self) -> None:
        self.prolog: Prolog | None = None
        self.stop_reason = ""  # empty while the run goes on
        self.write_partial: Callable[[], bool] | None = None  # returns whether it wrote
        self._step_hint: Callable[[], str] | None = None  # for the message that ends it
        self._step_since = self._time_limit = 0.0
        self._owns_process = False  # and may end it
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._loan: InterruptLoan | None = None  # in a process that is not ours
        self._stop_signals = {signal.SIGINT}
        self._signals_seen = self._signals_handled = self._last_signal = 0
        self._dropped_signal = 0  # whose exception Python has dropped
        self._first_signal_at = self._unwind_by = 0.0
        self._prolog_runs = self._prolog_thrown = False
        self._question = ""
        self.memory, self.outcome = MemoryLimits(), Outcome()
        self._report: Callable[[str], None] | None = None  # to whom a worker works for
        self._progress = (0.0, -1)  # when inferences were last counted, how many

    # Set up

    def share(self) -> None:
        """Watch in a process that others use as well; see ``InterruptLoan``."""
        self._start()

    def take_over(self) -> None:
        """Be the one who ends this process: for commands."""
        self._owns_process = True
        self.memory.enforce()
        warn_of_processor_limit()
        self._stop_signals = {*STOP_REASONS}
        for number in self._stop_signals:
            if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup has it
                signal.signal(number, self._handle)
        self._start()
        signal.set_wakeup_fd(self._pipe_write, warn_on_full_buffer=False)
        call_when_dropped(self._note_dropped)

    def serve(self, memory: int, report: Callable[[str], None]) -> None:
        """Watch in a worker process, which may take ``memory`` bytes.

        ``report`` sends the process it works for the reason if it is ended.
        """
        self._owns_process = True
        self.memory, self._report = MemoryLimits(memory), report
        self.memory.enforce()
        self._start()

    def limit(self, seconds: float) -> None:
        """Stop the run after so many seconds."""
        self._time_limit = seconds
        signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-6))  # 0 is no limit

    def disarm(self) -> None:
        """Ignore signals from now on, because the process is about to end.

        What a signal left behind that came while files were tidied up is removed.
        """
        self.write_partial = None
        for number in STOP_REASONS:
            signal.signal(number, signal.SIG_IGN)
        discard_temporaries()

    def _start(self) -> None:
        if self._thread is not None:
            return
        self._pipe_read, self._pipe_write = os.pipe()
        os.set_blocking(self._pipe_write, False)
        self._loan = InterruptLoan(self._handle, self._pipe_write)
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
        self._last_signal, self.stop_reason = number, self._reason(number)
        raise Stopped(self.stop_reason)

    def _reason(self, number: int) -> str:
        """Return why a signal stops the run."""
        return STOP_REASONS[signal.Signals(number)].format(self._time_limit)

    def _note_dropped(self) -> None:
        self._dropped_signal = self._last_signal

    def enter(self, question: str = "") -> None:
        """Note that Prolog is about to run, and what it is asked, for messages."""
        with self._lock:
            self._question = question
            self.memory.enter()
            self._progress = (time.monotonic(), -1)
            self._prolog_runs, self._prolog_thrown = True, False
        if self._loan and not self._owns_process:
            self._loan.take()

    def leave(self) -> bool:
        """Note that Prolog has returned; return whether it was made to throw."""
        with self._lock:
            self._prolog_runs = False
        if self._loan:
            self._loan.give_back()
        return self._prolog_thrown

    @contextlib.contextmanager
    def step(self, hint: Callable[[], str]) -> Iterator[None]:
        """Watch a step of clingo; the message that ends it has the hint.

        It may take as long as one built-in of Prolog, and all of the C stack.
        """
        self._step_since, self._step_hint = time.monotonic(), hint
        try:
            with overflow_signalled(self._owns_process and not self._report):
                yield
        finally:
            self._step_hint = None

    # In the thread that watches

    def _watch(self) -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        while True:
            ready, _, _ = select.select([self._pipe_read], [], [], POLL_SECONDS)
            data = os.read(self._pipe_read, 1) if ready else b""
            if data and data[0] in self._stop_signals:
                self._signalled(data[0])
            if data and data[0] == signal.SIGSEGV:
                self.end(f"error: {OVERFLOW}", EXIT_ERROR)
            if self._unwind_by and time.monotonic() > self._unwind_by:
                self._unwind_by = 0.0
                if self._signals_seen > self._signals_handled:
                    self.end(self.stop_reason)
            self._send_dropped()
            self._check_memory()
            self._check_progress()

    def _send_dropped(self) -> None:
        """Send a signal once more whose exception Python has dropped."""
        number, self._dropped_signal = self._dropped_signal, 0
        if number:
            self._signals_seen = self._signals_handled = 0
            os.kill(os.getpid(), number)

    def _signalled(self, number: int) -> None:
        now = time.monotonic()
        self._signals_seen += 1
        if self._signals_seen == 1 or not self._owns_process:
            self._first_signal_at, self.stop_reason = now, self._reason(number)
            self._unwind_by = now + MAX_UNWIND_SECONDS
            if self._signals_seen > self._signals_handled:
                self.throw("fold_interrupt")
        elif number in IMPATIENT_SIGNALS and now > self._first_signal_at + POLL_SECONDS:
            self.write_partial = None  # a second Ctrl-C wants no theory
            self.end("stopped at once")

    def throw(self, ball: str) -> None:
        """Make Prolog throw an atom, if it runs: once in each call of it."""
        with self._lock:
            if self._prolog_runs and self.prolog and not self._prolog_thrown:
                self.prolog.throw(ball)
                self._prolog_thrown = True

    def _check_memory(self) -> None:
        """Stop a call of Prolog that takes too much; if that fails, end the process."""
        limits = self.memory
        if self._prolog_runs and (grown := limits.grown()) > limits.call:
            if not self._prolog_thrown:
                self.throw("fold_memory")
            elif grown > 1.25 * limits.call:
                self._fail(f"took more than {in_words(limits.call)} of memory")
        elif excess := limits.excess():
            self.end(f"error: {excess}", EXIT_ERROR)

    def _fail(self, what: str) -> None:
        """End the process because of what Prolog did."""
        who = f"asking {self._question}" if self._question else "a step in Prolog"
        self.end(
            f"error: {who} {what} and was stopped; does a rule call itself without "
            "end, or compute with terms or numbers of enormous size?",
            EXIT_ERROR,
        )

    def _check_progress(self) -> None:
        """End the process where a built-in runs for too long without an inference."""
        now, (since, count) = time.monotonic(), self._progress
        if self._step_hint and now - self._step_since > MAX_BUILTIN_SECONDS:
            limit = f"{MAX_BUILTIN_SECONDS:g} s"
            self.end(f"error: a step took more than {limit}", EXIT_ERROR)
        too_soon = now - since < MAX_BUILTIN_SECONDS / 10
        if not self._prolog_runs or not self.prolog or too_soon:
            return
        with self._lock:
            inferences = self.prolog.inferences() if self._prolog_runs else -1
        if inferences != count:
            self._progress = (now, inferences)
        elif now - since > MAX_BUILTIN_SECONDS:
            self._fail(f"has been inside one built-in for {MAX_BUILTIN_SECONDS:g} s")

    def end(self, reason: str, code: int = EXIT_PARTIAL) -> None:
        """End the process at once, with a partial theory where there is one."""
        if not self._owns_process:
            return
        if self._report:
            with contextlib.suppress(Exception):
                self._report(reason.removeprefix("error: "))
            os._exit(code)
        wrote = False
        with contextlib.suppress(Exception):
            if self.write_partial and code == EXIT_PARTIAL:
                wrote = self.write_partial()
        with contextlib.suppress(Exception):
            cursor = "\x1b[?25h" if sys.stderr.isatty() else ""  # a display may hide it
            hint = self._step_hint() if self._step_hint else ""
            suffix = f" ({hint})" if hint else ""
            suffix += "" if wrote or code == EXIT_ERROR else f"; {self.outcome}"
            message = visible(f"fold: {reason}{suffix}")
            print(f"{cursor}{message}", file=sys.stderr, flush=True)
        discard_temporaries()
        os._exit(code)


_stopper = Stopper()


def stopper() -> Stopper:
    """Return the stopper of this process."""
    return _stopper
