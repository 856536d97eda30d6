"""A run of tokens of a text, such as an argument of a statement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fold_cli.files.dialects.clingo import Token


@dataclass(frozen=True, slots=True)
class Slice:
    """A run of tokens of a text."""

    text: str
    tokens: list[Token]

    @property
    def line(self) -> int:
        """The line of the first."""
        return self.tokens[0].line if self.tokens else 0

    @property
    def source(self) -> str:
        """The text, as it stands between the first token and the last."""
        if not self.tokens:
            return ""
        last = self.tokens[-1]
        return self.text[self.tokens[0].start : last.start + len(last.text)]

    def inside(self) -> Slice:
        """Return what is between the first bracket and the last."""
        return Slice(self.text, self.tokens[1:-1])

    def split(self, marks: str = ",") -> list[Slice]:
        """Return the parts between commas that are in no bracket."""
        parts: list[list[Token]] = [[]]
        depth = 0
        for token in self.tokens:
            depth += (token.text in "({[") - (token.text in ")}]")
            if depth == 0 and token.text in marks:
                parts.append([])
            else:
                parts[-1].append(token)
        return [Slice(self.text, part) for part in parts if part]
