"""What every format needs: reading into Prolog, and telling what it left out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fold_cli.declarations import Declarations, parse_declarations
from fold_cli.sources import check_file

if TYPE_CHECKING:
    from fold_cli.engine import Engine
    from fold_cli.sources import Sources


@dataclass(slots=True)
class Intake:
    """Where a format puts what it reads: the problem's module, and warnings."""

    prolog: Engine
    module: str
    sources: Sources
    warnings: list[str] = field(default_factory=list)

    def load(self, path: str, role: str) -> None:
        """Let Prolog read a file; ``role`` is as in ``fold_load:load_file/4``."""
        check_file(path)
        self.prolog.call("fold_load", "load_file", self.module, path, role)

    def load_text(self, path: str, text: str, role: str) -> None:
        """Let Prolog read a text in the place of a file's own."""
        self.prolog.call("fold_load", "load_text", self.module, path, text, role)

    def declarations(self) -> Declarations:
        """Return what the files read so far declare."""
        return parse_declarations(
            self.prolog.call("fold_load", "declarations", self.module)
        )
