"""The C stack: one for handlers of signals, and overflows of the other.

Clingo makes, compares and writes terms by recursion in C, and rules can nest terms
without end. Where the C stack is full the system sends SIGSEGV, which would end the
process. While clingo works, Python's handler takes it instead, which writes it to the
wake-up descriptor: the thread that watches this ends the process with a message.
"""

from __future__ import annotations

import ctypes
import signal
import sys
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

OVERFLOW = "a term is nested more deeply than there is C stack for"

SIGACTION_BYTES = 512
"""More than a ``struct sigaction`` takes on any system."""

SIGNAL_STACK_BYTES = 2**18
"""The stack for handlers of signals: of all at once, at 3.4 KB each and more."""


class _SignalStack(ctypes.Structure):
    """The structure ``stack_t`` of Linux."""

    _fields_ = (
        ("start", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("size", ctypes.c_size_t),
    )


_signal_stack = ctypes.create_string_buffer(0)  # lives as long as the process


def enlarge_signal_stack() -> None:
    """Give this thread a stack for handlers of signals, larger than Prolog's."""
    global _signal_stack
    if sys.platform == "linux":
        _signal_stack = ctypes.create_string_buffer(SIGNAL_STACK_BYTES)
        start = ctypes.addressof(_signal_stack)
        stack = _SignalStack(start, 0, SIGNAL_STACK_BYTES)
        ctypes.CDLL(None).sigaltstack(ctypes.byref(stack), None)


@contextmanager
def overflow_signalled(watched: bool) -> Iterator[None]:
    """Have an overflow in the block, of this main thread, written as a signal.

    Do nothing unless signals are ``watched``, as they are in no worker. The thread then
    stays where it is until the process is ended. Prolog, which handles its own
    overflows, must not run in the block.
    """
    if not watched:
        yield
        return
    sigaction, handled = _python_handler()
    before = ctypes.create_string_buffer(SIGACTION_BYTES)
    sigaction(signal.SIGSEGV, handled, before)
    try:
        yield
    finally:
        sigaction(signal.SIGSEGV, before, None)


@cache
def _python_handler() -> tuple[Any, Any]:
    """Return the system's ``sigaction``, and Python's handler as that takes it."""
    sigaction = ctypes.CDLL(None).sigaction
    before, handled = (ctypes.create_string_buffer(SIGACTION_BYTES) for _ in range(2))
    if not len(_signal_stack):
        enlarge_signal_stack()
    sigaction(signal.SIGSEGV, None, before)
    signal.signal(signal.SIGSEGV, lambda *_: None)
    sigaction(signal.SIGSEGV, None, handled)
    sigaction(signal.SIGSEGV, before, None)
    return sigaction, handled
