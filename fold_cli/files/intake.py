"""The state of reading a problem's files: its Prolog module, and warnings so far."""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from fold_cli.engine.prolog import engine, fresh_module
from fold_cli.errors import MAX_NAMES
from fold_cli.files.declarations import Declarations, Skipped, parse_declarations
from fold_cli.files.file_kind import PROLOG, naming_file_kind
from fold_cli.files.sources import check_file, is_file

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from fold_cli.engine.prolog import Engine, ModuleName
    from fold_cli.files.sources import Sources


@dataclass(slots=True)
class Intake:
    """Loads files into the problem's module and collects warnings."""

    prolog: Engine
    module: ModuleName
    sources: Sources
    warnings: list[str] = field(default_factory=list)
    checked: set[str] = field(default_factory=set)  # absolute paths of files

    def free(self) -> None:
        """Let Prolog forget the module."""
        self.ask("fold_problem", "free_problem")

    def ask(self, module: str, predicate: str, *args: str | int) -> list[str]:
        """Call a predicate of a module of Prolog's about this problem."""
        return self.prolog.call(module, predicate, self.module, *args)

    def load(self, path: str, role: str) -> None:
        """Let Prolog read a file; ``role`` is as in ``fold_load:load_file/4``."""
        check_file(path)
        self.checked.add(_absolute(path))
        with naming_file_kind(PROLOG, path):
            if self.sources.trust and role in ("bk", "foreign"):
                self.ask("fold_trust", "trusted_load", path)
            else:
                self.ask("fold_load", "load_file", path, role)

    def check_included(self) -> None:
        """Check the files that those loaded name, which Prolog reads by itself."""
        for path in self.ask("fold_problem", "source_files"):
            if path not in self.checked and is_file(path):
                check_file(path, empty=True)

    def load_text(self, path: str, text: str, role: str) -> None:
        """Let Prolog read a text as if it were what a checked file holds."""
        self.checked.add(_absolute(path))
        self.ask("fold_load", "load_text", path, text, role)

    def warn_of_skipped(
        self, why: str, skipped: list[Skipped], known: Collection[str] = ()
    ) -> None:
        """Add one warning for all statements that were left out.

        Where the name of one is nearly a ``known`` one, that is asked for.
        """
        parts = [
            f"{file} "
            + ", ".join(
                f"line {s.line} ({_short(s.text)}{_similar(s.text, known)})"
                for s in group
            )
            for file, group in _by_file(sorted(skipped)[:MAX_NAMES]).items()
        ]
        others = len(skipped) - MAX_NAMES
        more = f" and {others:,} others" if others > 0 else ""
        if parts:
            self.warnings.append(f"left out, {why}: {'; '.join(parts)}{more}")

    def declarations(self, *, constants: bool = False) -> Declarations:
        """Return what the files read so far declare.

        With ``constants``, modes may have them for arguments, as Aleph's may.
        """
        self.check_included()
        texts = self.ask("fold_declarations", "declarations")
        return parse_declarations(texts, constants=constants)


def new_intake(sources: Sources) -> Intake:
    """Return what reads files into a new module of Prolog, which is to be freed."""
    intake = Intake(engine(), fresh_module(), sources)
    intake.ask("fold_problem", "new_problem")
    return intake


@contextmanager
def opened_intake(sources: Sources) -> Iterator[Intake]:
    """Give what reads files into a module of Prolog that lasts as long as the block."""
    intake = new_intake(sources)
    try:
        yield intake
    finally:
        intake.free()


def _by_file(skipped: list[Skipped]) -> dict[str, list[Skipped]]:
    groups: dict[str, list[Skipped]] = {}
    for item in skipped:
        groups.setdefault(item.file, []).append(item)
    return groups


def _similar(text: str, known: Collection[str]) -> str:
    """Return a hint at a known name that is nearly that of a statement."""
    import difflib  # slow to load

    name, *_ = (*re.findall(r"\w+", text), "")
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.8)
    return f", did you mean {near[0]}?" if near and near[0] != name else ""


def _short(text: str) -> str:
    return text if len(text) <= 50 else f"{text[:47]}..."


def _absolute(path: str) -> str:
    try:
        return str(Path(path).absolute())
    except OSError:  # the current directory is gone
        return path
