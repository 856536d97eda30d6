"""The formats in which a theory is written, one module each, loaded when it is used.

A format is a module with ``to_<name>(theory)``, listed here. Prolog is read back by
``files/theories.py``; the reader of a format that needs no Prolog belongs beside its
writer.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from fold_cli.errors import UsageError

if TYPE_CHECKING:
    from fold_cli.theory.english.sentences import Sentences
    from fold_cli.theory.theory import Theory

FORMATS = ("pl", "asp", "json", "text", "html", "sql", "python")

_FORMAT_OF_SUFFIX = {
    ".lp": "asp", ".json": "json", ".html": "html", ".sql": "sql", ".py": "python"
}  # fmt: skip


def format_of(path: str) -> str:
    """Return the format that the name of a file asks for: Prolog unless it says so."""
    return _FORMAT_OF_SUFFIX.get(PurePath(path).suffix.lower(), "pl")


def render(
    theory: Theory, style: str, sentences: Sentences | None = None, scale: int = 1
) -> str:
    """Return the theory in one of the ``FORMATS``, ending in a newline.

    The sentences that the files declare for predicates are for ``text`` and ``html``,
    what numbers are multiplied by is for ``asp``.
    """
    if style not in FORMATS:
        raise UsageError(f"there is no format {style}: {', '.join(FORMATS)}.")
    if scale != 1 and style != "asp":
        raise UsageError("a scale is for --format asp.")
    if style == "asp":
        from fold_cli.theory.formats.clingo_format import to_asp

        return to_asp(theory, scale)
    if style == "pl":
        from fold_cli.theory.formats.prolog_format import to_prolog as write
    elif style == "json":
        from fold_cli.theory.formats.json_format import to_json as write
    elif style == "sql":
        from fold_cli.theory.formats.sql_format import to_sql as write
    elif style == "python":
        from fold_cli.theory.formats.python_format import to_python as write
    elif style == "html":
        from fold_cli.theory.formats.html_format import to_html

        return to_html(theory, sentences)
    else:
        from fold_cli.theory.formats.text_format import to_text

        return to_text(theory, sentences)
    return write(theory)
