"""The program ``fold``.

Its help is asked for most often and is the same each time, so it is stored in
``help.txt``, and printed without loading anything else.
"""

import sys

from fold_cli.engine.module_search_path import import_path, program_path

sys.path[:] = import_path()  # before any import that could find a stranger's file

import io
import os
import signal

os.environ["PATH"] = program_path()

# NumPy's threads for matrices, of which there are none here, would be threads in which
# signals arrive.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # until the stopper handles it


def main() -> None:
    """Run the command line and exit with its code."""
    _open_standard_streams()
    if sys.argv[1:] in ([], ["--help"], ["-h"]) and _as_wide_as_stored():
        with open(os.path.join(os.path.dirname(__file__), "help.txt")) as file:
            text = file.read()
        try:
            print(text, end="", flush=True)
            return
        except OSError:
            pass  # it fails again below, where it is reported
    import gc

    gc.set_threshold(300_000)  # what is loaded at the start stays: nothing to collect
    from fold_cli.cli import main

    try:
        main()
    except SystemExit as end:
        os._exit(int(end.code or 0))  # tidying up is done sooner by the system


def _open_standard_streams() -> None:
    """Open closed standard streams, so that no other file gets their descriptors.

    Writing to one then fails, so that no output is lost without an error. A standard
    output without a buffer gets one, since a raw write may be incomplete.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDONLY)  # gets the lowest number that is free
            os.set_inheritable(number, True)
    if sys.stdout is None or isinstance(
        getattr(sys.stdout, "buffer", None), io.RawIOBase
    ):
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stdin = sys.stdin or os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", encoding="utf-8", closefd=False)


def _as_wide_as_stored() -> bool:
    """Return whether help is wrapped as the stored one is, for 80 columns."""
    if "COLUMNS" in os.environ:
        return False
    try:
        return os.get_terminal_size(1).columns >= 80
    except OSError:
        return True  # not a terminal


if __name__ == "__main__":
    main()
