"""The texts of objects that Prolog holds, as a sequence."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fold_cli.coverage.relation import Objects
    from fold_cli.coverage.relations import Relations


class LazyTexts(Sequence[str]):
    """The texts of objects, fetched from Prolog when they are read."""

    def __init__(self, relations: Relations, objects: Objects) -> None:
        self._relations, self._objects = relations, objects

    def __len__(self) -> int:
        return len(self._objects)

    def __getitem__(self, at):  # type: ignore[no-untyped-def]
        if isinstance(at, slice):
            return self._relations.texts(self._objects[at].tolist())
        return self._relations.texts([int(self._objects[at])])[0]

    def index(self, value: str, start: int = 0, stop: int | None = None) -> int:
        """Return the place of a text."""
        return self._places[value]

    @cached_property
    def _places(self) -> dict[str, int]:
        return {text: at for at, text in enumerate(self[:])}
