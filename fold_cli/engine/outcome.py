"""What a command has written so far, for the message of one that is stopped."""

from __future__ import annotations

from fold_cli.output import replaced_paths

MAX_NAMED_FILES = 3
"""Files that the message names; of others it says how many there are."""


class Outcome:
    """What there is of the results of a command, at any moment, as text."""

    printing = False  # whether the printing of a result has begun

    def __str__(self) -> str:
        if self.printing:
            return "the output is not complete"
        written = replaced_paths()
        if not written:
            return "nothing was written"
        others = len(written) - MAX_NAMED_FILES
        names = ", ".join(written[:MAX_NAMED_FILES])
        return f"only {names}{f' and {others} more' if others > 0 else ''} written"
