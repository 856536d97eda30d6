"""The one family of errors that a user can cause."""

from __future__ import annotations


class FoldError(Exception):
    """An error to be told in a line or two: where it is and what to do."""

    def __init__(self, message: str, file: str = "", line: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.file = file
        self.line = line

    def __str__(self) -> str:
        if self.file and self.line:
            return f"{self.file}:{self.line}: {self.message}"
        if self.file:
            return f"{self.file}: {self.message}"
        return self.message


class InputError(FoldError):
    """The files or declarations given are wrong."""


class EngineError(FoldError):
    """SWI-Prolog cannot be used, or a question to it failed."""


class OutputError(FoldError):
    """The theory cannot be written as asked."""


class UsageError(FoldError):
    """Arguments are wrong by themselves, or do not go together."""
