"""Processes that end with the one that started them."""

from __future__ import annotations

import os
import threading
import time

from fold_cli.engine.stop import EXIT_ERROR, POLL_SECONDS


def end_with_parent(parent: int) -> None:
    """End this process when its parent process ends, however that ends.

    The parent says its own number: it may have ended before this is called.
    """

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(POLL_SECONDS)
        os._exit(EXIT_ERROR)

    threading.Thread(target=watch, daemon=True).start()
