"""Where output goes, and the codes that commands exit with."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING

from fold_cli.api import STREAMS, stopper, visible, visible_lines
from fold_cli.errors import OutputError, shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from fold_cli.errors import FoldError

ERROR, USAGE, PARTIAL = 1, 2, 3
"""Exit codes; 0 is success."""


def print_message(message: str) -> None:
    """Print a message on standard error, in one line.

    Control characters in names from files are escaped. A closed stream is no error.
    """
    _tell(visible(message))


def print_error(error: FoldError) -> None:
    """Print an error on standard error, unless that is an input, which is kept."""
    if error.file == STREAMS[2]:
        os.dup2(1, 2)
    print_message(f"fold: error: {error}")


def print_message_lines(text: str) -> None:
    """Print lines on standard error, as ``print_message`` prints one."""
    _tell(visible_lines(text))


def _tell(text: str) -> None:
    with contextlib.suppress(OSError):
        print(text, file=sys.stderr, flush=True)


def warn(message: str) -> None:
    """Print a warning on standard error."""
    print_message(f"fold: {shortened(message)}")


def warn_all(messages: Iterable[str]) -> None:
    """Print warnings on standard error."""
    for message in messages:
        warn(message)


def print_result(text: str | Iterable[str]) -> None:
    """Print a result, whole or in parts; for a terminal, control codes are escaped."""
    for part in [text] if isinstance(text, str) else text:
        stopper().outcome.printing = True
        sys.stdout.write(visible_lines(part) if sys.stdout.isatty() else part)
    sys.stdout.flush()


def write_each(outputs: Mapping[str, Callable[[], None]]) -> None:
    """Write several outputs of a command, given by what they are, in this order.

    One that cannot be written does not cost the others; the error names both.
    """
    written: list[str] = []
    errors: list[str] = []
    lost: OSError | None = None
    for what, write_output in outputs.items():
        try:
            write_output()
            written.append(f"{what} written")
        except OutputError as error:
            errors.append(str(error))
        except OSError as error:  # of standard output
            lost = error
    if lost:
        raise OSError(lost.errno, "; ".join([str(lost.strerror), *errors, *written]))
    if errors:
        raise OutputError("; ".join([*errors, *written]))


def write(text: str, output: str | None, style: str) -> None:
    """Write a theory to a file, the terminal or the next program."""
    from fold_cli.api import write_file

    if output:
        write_file(output, text)
    elif sys.stdout.isatty():
        from fold_cli.cli.console import highlighted

        highlighted(visible_lines(text), style)
    else:
        print_result(text)
