"""A little more time for Prolog after a run was stopped."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from fold_cli.engine.stop import MAX_UNWIND_SECONDS, POLL_SECONDS, stopper

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def grace(seconds: float) -> Iterator[None]:
    """Let the block ask Prolog for so long; then what it asks is interrupted.

    Where a built-in does not return, the process is ended as by a signal.
    """
    done = threading.Event()
    watcher = threading.Thread(target=_interrupt, args=(done, seconds), daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()


def _interrupt(done: threading.Event, seconds: float) -> None:
    if done.wait(seconds):
        return
    end = time.monotonic() + MAX_UNWIND_SECONDS
    while True:
        stopper().throw("fold_interrupt")
        if done.wait(POLL_SECONDS):
            return
        if time.monotonic() > end:
            stopper().end(stopper().stop_reason)
