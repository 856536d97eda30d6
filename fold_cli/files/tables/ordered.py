"""The distinct values of a column in order, numbers or dates, as texts of Prolog."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, overload


class OrderedValues(Sequence[str]):
    """Values by their ranks; the text of each is made when it is read."""

    @abstractmethod
    def text(self, rank: int) -> str:
        """Return a value as Prolog writes it."""

    @abstractmethod
    def rank(self, text: str) -> int:
        """Return the rank of the last value that is not after one, or -1."""

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[str]: ...
    def __getitem__(self, at: int | slice) -> str | Sequence[str]:
        if isinstance(at, slice):
            return [self.text(rank) for rank in range(*at.indices(len(self)))]
        return self.text(at)

    def index(self, text: Any, start: int = 0, stop: int | None = None) -> int:
        """Return the rank of the value with this text."""
        rank = self.rank(text)
        if rank < 0 or self.text(rank) != text:
            raise ValueError(f"{text} is not among the values")
        return rank
