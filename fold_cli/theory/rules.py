"""Rules as the search gives them: defaults with nested exceptions, not yet named."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fold_cli.bits import Bits
    from fold_cli.theory.terms import Body


@dataclass(frozen=True, slots=True)
class Rule:
    """A default: a body, and the exceptions under which it does not hold."""

    body: Body
    exceptions: tuple[Rule, ...]
    covers: Bits = field(compare=False, repr=False)  # over all examples
