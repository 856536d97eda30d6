"""Recognising text that Prolog and clingo both read, and not alike.

Such are pools, ``p(a;b)``, ``;`` between the goals of a body, arithmetic in terms,
``-p(a)``, conditions, constants such as ``_a``, and ``#sup``.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fold_cli.files.dialects.clingo import Token

_PROLOG = {"[", "!", "->", "=<", "is", "mod", "forall", "findall"}
_PROLOG_PAIRS = {
    ("\\", "+"),
    ("\\", "="),
    ("=", ":"),
    ("=", ".."),
    ("=", "\\"),
    ("@", "<"),
    ("@", ">"),
}
_ARITHMETIC = {"+", "-", "*", "/", "^"}
_MARKS = {"..", "|", "\\", "&", "?", "~", ":~", "@"}
_OPERANDS = {"name", "var", "number", "string"}
_CONSTANT = re.compile("_+[a-z]")


def clingo_reads_otherwise(words: Sequence[Token]) -> bool:
    """Return whether clingo reads a program, and Prolog would read it otherwise."""
    return not _is_prolog(words) and any(_differences(words))


def _is_prolog(words: Sequence[Token]) -> bool:
    """Return whether there is something that clingo refuses and Prolog reads."""
    texts = [token.text for token in words]
    return (
        not _PROLOG.isdisjoint(texts)
        or not _PROLOG_PAIRS.isdisjoint(pairwise(texts))
        or any(t.kind == "quoted" or _is_decimal(t) for t in words)
    )


def _is_decimal(token: Token) -> bool:
    return token.kind == "number" and "." in token.text


def _differences(words: Sequence[Token]) -> Iterator[bool]:
    """Yield of each token whether it means something else to clingo."""
    opened: list[bool] = []  # of each open bracket, whether terms are in it
    at_start = True
    for before, token, after in zip(
        (None, *words), words, (*words[1:], None), strict=False
    ):
        if token.text in ("(", "{"):
            named = before and before.kind == "name" and before.text != "not"
            opened.append(token.text == "(" and bool(named or any(opened[-1:])))
        elif token.text in (")", "}"):
            del opened[-1:]
        elif token.text == ";":
            yield not opened or opened[-1]
        elif token.text == ":":
            yield before is not None and before.text == ")"
        elif token.kind == "hash":
            yield not at_start
        elif token.text in _ARITHMETIC:
            yield _computes(before, token, after)
        else:
            constant = token.kind == "var" and _CONSTANT.match(token.text)
            yield token.text in _MARKS or bool(constant)
        at_start = token.kind == "stop" or (not opened and token.text == ")")


def _computes(before: Token | None, token: Token, after: Token | None) -> bool:
    """Return whether a sign computes a number, or is a minus before an atom."""
    left = before is not None and (before.kind in _OPERANDS or before.text == ")")
    if token.text == "-" and not left:
        return after is not None and after.kind != "number"
    numbers = ("var", "number")
    return any(side is not None and side.kind in numbers for side in (before, after))
