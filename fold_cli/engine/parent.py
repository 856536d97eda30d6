"""Python processes that this one starts, and that end when it does."""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import fold_cli
from fold_cli.engine.module_search_path import import_path
from fold_cli.engine.stop import EXIT_ERROR, POLL_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable


def child_command(serve: Callable[..., None], *numbers: int) -> list[str]:
    """Return the command of a process that calls a function of a module of ours.

    The function is called with the numbers. The process is in Python's isolated mode
    with this one's import path, so that it never imports from the current directory.
    """
    path = import_path()
    ours = str(Path(fold_cli.__file__).parent.parent)
    path += [] if ours in path else [ours]
    options = ["-I", "-X", f"utf8={sys.flags.utf8_mode}"]
    options += ["-B"] if sys.dont_write_bytecode else []
    program = (
        "import sys; sys.path[:] = sys.argv[1:]; "
        f"from {serve.__module__} import {serve.__name__} as serve; "
        f"serve{numbers}"
    )
    return [sys.executable, *options, "-c", program, *path]


def end_with_parent(parent: int) -> None:
    """End this process when its parent process ends, however that ends.

    The parent says its own number: it may have ended before this is called.
    """

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(POLL_SECONDS)
        os._exit(EXIT_ERROR)

    threading.Thread(target=watch, daemon=True).start()
