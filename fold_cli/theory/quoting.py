"""Atoms and numbers as SWI-Prolog's ``writeq`` writes them, without running Prolog.

Tables are learned from without Prolog; their names and cells still become terms. Each
function is linear in the length of its text.
"""

from __future__ import annotations

import math
import re
import unicodedata
from typing import TypeAlias

_SYMBOL_CHARS = frozenset("#$&*+-./:<=>?@\\^~")
_UNQUOTED = frozenset(["!", ";", "{}", *"\xad\xb2\xb3\xb9\xbc\xbd\xbe"])
_ASCII_NAME = re.compile(r"[a-z][a-zA-Z0-9_]*", re.ASCII)
MAX_INTEGER_CHARS = 4000
"""Longer texts are atoms: Python converts at most 4300 digits to an integer."""

_INTEGER = re.compile(r"0|-?[1-9][0-9]*", re.ASCII)
_FLOAT = re.compile(r"-?[0-9]+\.[0-9]+(e[-+][0-9]+)?", re.ASCII)
_ESCAPES = {
    "'": "\\'",
    "\\": "\\\\",
    "\a": "\\a",
    "\b": "\\b",
    "\t": "\\t",
    "\n": "\\n",
    "\v": "\\v",
    "\f": "\\f",
    "\r": "\\r",
}

SortKey: TypeAlias = tuple[int, float, int, str]
"""Whether it is an atom, the number, whether that is an integer, the atom's text."""


def quote_atom(text: str) -> str:
    """Return an atom with quotes only where Prolog needs them."""
    if (
        _ASCII_NAME.fullmatch(text)
        or text in _UNQUOTED
        or _is_word(text)
        or _is_symbol(text)
    ):
        return text
    return f"'{''.join(map(_escaped, text))}'"


def _is_word(text: str) -> bool:
    if not text.isidentifier() or "\xb7" in text:  # to Prolog, \xb7 is a symbol
        return False
    return not text[0].isupper() and text[0] != "_"


def _is_symbol(text: str) -> bool:
    """Whether this is one token of symbol characters, and no comment or full stop."""
    if not text or text == "." or text.startswith("/*"):
        return False
    return all(
        c in _SYMBOL_CHARS or (c > "\x7f" and _category(c) in "PS") for c in text
    )


def _escaped(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    if char == " " or _category(char) not in "CZ":
        return char
    return f"\\u{ord(char):04X}" if ord(char) < 0x10000 else f"\\U{ord(char):08X}"


def _category(char: str) -> str:
    return unicodedata.category(char)[0]


def float_text(value: float) -> str:
    """Return a finite float as Prolog writes it: its shortest digits, with a dot."""
    sign, digits, point = _shortest(value)
    if point <= -4 or (point > 15 and len(digits) <= point):
        power = f"{point - 1:+d}" if point > 0 else f"{point - 1}"
        return f"{sign}{digits[0]}.{digits[1:] or '0'}e{power}"
    if point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    digits = digits.ljust(point, "0")
    return f"{sign}{digits[:point]}.{digits[point:] or '0'}"


def _shortest(value: float) -> tuple[str, str, int]:
    """Return sign, shortest digits, and how many of them stand before the point."""
    mantissa, _, exponent = repr(value).lstrip("-").partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    zeros = len(whole + fraction) - len(digits)
    point = len(whole) - zeros + int(exponent or 0)
    sign = "-" if math.copysign(1.0, value) < 0 else ""
    return sign, digits.rstrip("0") or "0", point if digits else 1


def constant(text: str) -> str:
    """Return the constant for a text: a number if it is written just like one.

    Different texts give different constants: 7 is a number, 007 is an atom.
    """
    return text if _number(text) is not None else quote_atom(text)


def standard_order(text: str) -> SortKey:
    """Return a key that sorts texts as Prolog sorts their constants."""
    number = _number(text)
    if number is None:
        return (1, 0, 0, text)
    return (0, number, isinstance(number, int), "")


def _number(text: str) -> int | float | None:
    if _INTEGER.fullmatch(text):
        return int(text) if len(text) <= MAX_INTEGER_CHARS else None
    if _FLOAT.fullmatch(text):
        value = float(text)
        if math.isfinite(value) and float_text(value) == text:
            return value
    return None
