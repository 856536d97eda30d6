"""Where output goes, and the codes that commands exit with."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

ERROR, USAGE, PARTIAL = 1, 2, 3
"""Exit codes; 0 is success."""


def tell(message: str) -> None:
    """Print a message on standard error, without characters that a terminal obeys."""
    print(re.sub(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", "?", message), file=sys.stderr)


def warn(message: str) -> None:
    """Print a warning on standard error."""
    tell(f"fold: {message}")


def warn_all(messages: Iterable[str]) -> None:
    """Print warnings on standard error."""
    for message in messages:
        warn(message)


def write(text: str, output: str | None, style: str) -> None:
    """Write a theory to a file, the terminal or the next program."""
    from fold_cli.api import write_file

    if output:
        write_file(output, text)
    elif sys.stdout.isatty():
        from fold_cli.cli.console import highlighted

        highlighted(text, style)
    else:
        sys.stdout.write(text)
        sys.stdout.flush()
