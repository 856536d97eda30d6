"""How whoever runs something hears of its progress."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

Progress: TypeAlias = "Callable[[str, int, int], None]"
"""Called with the name of a step, how much of it is done and how much there is."""
