"""The ``#`` statements of ILASP and FastLAS that are read, and faults in the others.

A statement that is not read is left out with a note, but for two kinds: one whose name
is nearly that of another is taken for a slip, and examples must not be passed over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli.errors import InputError

if TYPE_CHECKING:
    from fold_cli.files.dialects.clingo import Token

_READ = {
    "#pos", "#neg", "#modeh", "#modeha", "#modeb", "#modea", "#constant", "#maxv",
    "#maxbl", "#max_body_literals", "#minhl", "#maxhl",
}  # fmt: skip
_LEFT_OUT = {"#modeo", "#modem", "#modec", "#maxp", "#const"}
"""Statements of these systems and of clingo with names that are nearly others'."""

_ORDERINGS = {"#brave_ordering", "#cautious_ordering"}


def check_place(before: Token, token: Token, path: str) -> None:
    """Raise an error where a statement begins before the rule before it ends."""
    if token.text in _READ:
        raise InputError(
            f"a full stop is missing before {token.text}", path, before.line
        )


def check_known(token: Token, path: str) -> None:
    """Raise an error where a statement is not read and must not be left out."""
    if token.text in _ORDERINGS:
        raise InputError(
            f"{token.text} is an example of preferences, and weak constraints are not "
            "learned; take it out to learn from the other examples",
            path,
            token.line,
        )
    if token.text in _READ | _LEFT_OUT:
        return
    import difflib  # slow to load

    near = difflib.get_close_matches(token.text, sorted(_READ), n=1, cutoff=0.8)
    if near:
        raise InputError(
            f"{token.text} is not known; did you mean {near[0]}?", path, token.line
        )
