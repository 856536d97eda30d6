"""What every format needs: reading into Prolog, and telling what it left out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fold_cli.files.declarations import Declarations, Skipped, parse_declarations
from fold_cli.files.sources import check_file

if TYPE_CHECKING:
    from fold_cli.engine.prolog import Engine
    from fold_cli.files.sources import Sources


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
        if self.sources.trust and role in ("bk", "foreign"):
            self.prolog.call("fold_trust", "trusted_load", self.module, path)
        else:
            self.prolog.call("fold_load", "load_file", self.module, path, role)

    def load_text(self, path: str, text: str, role: str) -> None:
        """Let Prolog read a text in the place of a file's own."""
        self.prolog.call("fold_load", "load_text", self.module, path, text, role)

    def tell_skipped(self, why: str, skipped: list[Skipped]) -> None:
        """Warn once of all that was left out."""
        parts = [
            f"{file} "
            + ", ".join(f"line {s.line} ({_short(s.text)})" for s in sorted(group))
            for file, group in _by_file(skipped).items()
        ]
        if parts:
            self.warnings.append(f"left out, {why}: " + "; ".join(parts))

    def declarations(self) -> Declarations:
        """Return what the files read so far declare."""
        return parse_declarations(
            self.prolog.call("fold_declarations", "declarations", self.module)
        )


def _by_file(skipped: list[Skipped]) -> dict[str, list[Skipped]]:
    groups: dict[str, list[Skipped]] = {}
    for item in skipped:
        groups.setdefault(item.file, []).append(item)
    return groups


def _short(text: str) -> str:
    return text if len(text) <= 50 else f"{text[:47]}..."
