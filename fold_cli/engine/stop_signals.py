"""The signals that stop a run, and interrupts that do not reach who waits for them.

The handler of a signal raises an exception wherever Python is. Python itself prints
and drops one that is raised while an object is being deleted, and turns one that is
raised while a class is being made into a ``RuntimeError``.
"""

from __future__ import annotations

import resource
import signal
import sys
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

STOP_REASONS = {
    signal.SIGINT: "interrupted",
    signal.SIGTERM: "terminated",
    signal.SIGHUP: "the terminal was closed",
    signal.SIGXCPU: "the limit of processor time is over",
    signal.SIGALRM: "the time limit of {:g} s is over",
}
"""Why each signal stops a run."""

IMPATIENT_SIGNALS = {signal.SIGINT, signal.SIGTERM}
"""Those that, as the second signal, want the run to end without a result."""


SECONDS_TO_WRITE = 1
"""Processor time between SIGXCPU and the limit at which the system kills."""


def warn_of_processor_limit() -> None:
    """Have SIGXCPU come before the system kills the process.

    ``ulimit -t`` sets both limits to the same time, and the signal would not come.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_CPU)
    if hard != resource.RLIM_INFINITY and soft == hard:
        earlier = max(1, hard - SECONDS_TO_WRITE)
        resource.setrlimit(resource.RLIMIT_CPU, (earlier, hard))


def call_when_dropped(on_drop: Callable[[], None]) -> None:
    """Have a function called where Python drops an interrupt."""

    def handle(unraisable: sys.UnraisableHookArgs) -> None:
        if issubclass(unraisable.exc_type, KeyboardInterrupt):
            on_drop()
        else:
            sys.__unraisablehook__(unraisable)

    sys.unraisablehook = handle


class InterruptLoan:
    """SIGINT in a process that others use as well, while Prolog runs there.

    Whoever has a handler of their own, or a wake-up descriptor, keeps them; Ctrl-C then
    waits until Prolog returns.
    """

    def __init__(
        self, handler: Callable[[int, FrameType | None], None], wakeup: int
    ) -> None:
        self._handler, self._wakeup = handler, wakeup
        self._taken = False

    def take(self) -> None:
        """Let Ctrl-C reach the handler, and be written to the wake-up descriptor."""
        if (
            threading.current_thread() is not threading.main_thread()
            or signal.getsignal(signal.SIGINT) is not signal.default_int_handler
        ):
            return
        before = signal.set_wakeup_fd(self._wakeup, warn_on_full_buffer=False)
        if before != -1:
            signal.set_wakeup_fd(before)
            return
        self._taken = True
        signal.signal(signal.SIGINT, self._handler)

    def give_back(self) -> None:
        """Let SIGINT be as it was."""
        if self._taken:
            self._taken = False
            signal.signal(signal.SIGINT, signal.default_int_handler)
            signal.set_wakeup_fd(-1)
