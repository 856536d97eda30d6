"""The formats in which a theory is written, one module each.

A format is a module with ``to_<name>(theory)``, listed here. Prolog is read back by
``files/theories.py``; the reader of a format that needs no Prolog belongs beside its
writer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli.theory.clingo_format import to_asp
from fold_cli.theory.json_format import to_json
from fold_cli.theory.prolog_format import to_prolog
from fold_cli.theory.text_format import to_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from fold_cli.theory.sentences import Sentences
    from fold_cli.theory.theory import Theory

_WRITERS: dict[str, Callable[[Theory], str]] = {
    "pl": to_prolog,
    "asp": to_asp,
    "json": to_json,
    "text": to_text,
}

FORMATS = tuple(_WRITERS)


def render(theory: Theory, style: str, sentences: Sentences | None = None) -> str:
    """Return the theory in one of the ``FORMATS``, ending in a newline.

    The sentences that the files declare for predicates are for the format ``text``.
    """
    if style == "text":
        return to_text(theory, sentences)
    return _WRITERS[style](theory)
