"""Errors that a user can cause; any other exception is a bug.

Messages name options as the command line does. Whoever uses the library reads them with
the keyword arguments that these are there.
"""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_MESSAGE_CHARACTERS = 1000
"""Length from which on a message is cut; a name in a file can have megabytes."""


_OPTION = re.compile(
    r"(?<![\w-])(?<!dask worker )--([a-z]+(?:-[a-z]+)*)\b"
    r"(?:=((?:'[^']*'|\"'\"|[^\s;'\"\\])+)"  # a value as the shell takes it
    r"| (?=[A-Z]{2}|-?[0-9]|['{\[]|\S+:))?"  # before what looks like a value
)

KEYWORDS = {"class": "class_column=", "id": "id_column=", "exact": "noise=False"}
"""Keyword arguments with other names than their options."""


class FoldError(Exception):
    """An error with its file and line; the message says what to do."""

    for_command_line = False  # the command sets it for its process

    def __init__(self, message: str, file: str = "", line: int = 0) -> None:
        message = shortened(message)
        super().__init__(message)
        self.message = message
        self.file = file
        self.line = line

    @property
    def message(self) -> str:
        """What is wrong, and what to do."""
        return for_caller(self._message)

    @message.setter
    def message(self, message: str) -> None:
        self._message = message

    def __str__(self) -> str:
        if self.file and self.line:
            return f"{self.file}:{self.line}: {self.message}"
        if self.file:
            return f"{self.file}: {self.message}"
        return self.message


class InputError(FoldError, ValueError):
    """The files or declarations given are wrong."""

    is_syntax = False  # whether Prolog cannot read a file


class RuleError(InputError):
    """A rule of the background raised an error, or answered with a variable."""


class ExhaustedError(InputError):
    """A question took more memory than there is for it.

    How much there is depends on the machine, so no theory is learned without what was
    asked: on another machine it would be another theory.
    """


class UnlabelledError(InputError):
    """Nothing says which examples are positive, or of which class."""


class EngineError(FoldError):
    """SWI-Prolog cannot be used, or a question to it failed."""


class OutputError(FoldError):
    """The theory cannot be written as asked."""


class UsageError(FoldError, ValueError):
    """Arguments are wrong by themselves, or do not go together."""


def causing_interrupt(error: BaseException | None) -> KeyboardInterrupt | None:
    """Return the interrupt that an error was made of, if it was."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__
    return error


def shortened(message: str) -> str:
    """Return a message that is not too long to be read, with its beginning and end."""
    half = MAX_MESSAGE_CHARACTERS // 2
    if len(message) <= 2 * half:
        return message
    return f"{message[:half]} ... {message[5 - half :]}"


def for_caller(message: str) -> str:
    """Return a message with its options as whoever called this process writes them.

    ``--class NAME`` is ``class_column=NAME`` in the library.
    """
    return message if FoldError.for_command_line else _OPTION.sub(_keyword, message)


def option_with(option: str, value: str) -> str:
    """Return an option with a value from a file, for a message that says to give it."""
    return f"{option}={shlex.quote(value)}"


def _keyword(option: re.Match[str]) -> str:
    keyword = KEYWORDS.get(option[1], option[1].replace("-", "_") + "=")
    return keyword + (repr(shlex.split(option[2])[0]) if option[2] else "")


MAX_NAMES = 10
"""Names that a message has at most."""


def some_names(names: Iterable[object]) -> str:
    """Return names for a message: the first ones, and how many others there are."""
    texts = list(map(str, names))
    more = len(texts) - MAX_NAMES
    if more <= 1:
        return ", ".join(texts)
    return f"{', '.join(texts[:MAX_NAMES])} and {more:,} others"
