"""Atoms and numbers as SWI-Prolog writes them, for when no Prolog is running.

Python and Prolog know Unicode in different versions. What a character is to both of
them is sure if it has been the same since version 3.2, which every Python knows; an
atom with any other is quoted, which every Prolog reads.
"""

from __future__ import annotations

import math
import re
import sys
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

_SYMBOL_CHARS = frozenset("#$&*+-./:<=>?@\\^~")
_UNQUOTED = frozenset(["!", ";", "{}", *"\xad\xb2\xb3\xb9\xbc\xbd\xbe"])
_DISPUTED = frozenset(
    "\u037a\u0e33\u0eb3\u200c\u200d\u309b\u309c\u30fb\uff65\uff9e\uff9f"
    "\ufc5e\ufc5f\ufc60\ufc61\ufc62\ufc63\ufdfa\ufdfb"
    "\ufe70\ufe72\ufe74\ufe76\ufe78\ufe7a\ufe7c\ufe7e"
)
"""Old characters that may be part of a name by some rules and not by others."""

_ASCII_NAME = re.compile(r"[a-z][a-zA-Z0-9_]*", re.ASCII)
MAX_INTEGER_CHARS = 4000
"""Longer texts are atoms: Python converts at most 4300 digits to an integer."""

MAX_EXACT_FLOAT = 2.0**53
"""The number from which on floats skip whole numbers."""

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


@dataclass(frozen=True, slots=True)
class _CharacterKind:
    """What a character may be in an atom that is written without quotes."""

    starts: bool = False  # a name
    continues: bool = False  # a name
    symbol: bool = False
    escaped: bool = False  # it stands in quotes as its number


@lru_cache(maxsize=1 << 12)
def quote_atom(text: str) -> str:
    """Return an atom as ``write_term`` quotes it: where it must be, or may have to."""
    if (
        _ASCII_NAME.fullmatch(text)
        or text in _UNQUOTED
        or _is_word(text)
        or _is_symbol(text)
    ):
        return text
    return f"'{''.join(map(_escaped, text))}'"


def _is_word(text: str) -> bool:
    return (
        text != ""
        and _kind(text[0]).starts
        and all(_kind(char).continues for char in text[1:])
    )


def _is_symbol(text: str) -> bool:
    """Whether this is one token of symbol characters, and no comment or full stop."""
    if not text or text == "." or text.startswith("/*"):
        return False
    return all(_kind(char).symbol for char in text)


def _escaped(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    if not _kind(char).escaped:
        return char
    return f"\\u{ord(char):04X}" if ord(char) < 0x10000 else f"\\U{ord(char):08X}"


def is_quoted(text: str) -> bool:
    """Return whether a constant is written as an atom or a string in quotes."""
    return len(text) > 1 and text[0] == text[-1] and text[0] in "'\""


def unquoted(text: str) -> str:
    """Return the characters that an atom or string, quoted or not, stands for."""
    if not is_quoted(text):
        return text
    quote, inside = text[0], text[1:-1]
    if "\\" not in inside and quote not in inside:
        return inside
    return _ESCAPED[quote].sub(_unescaped, inside)


_ESCAPED = {
    quote: re.compile(
        r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]+)\\?|([0-7]+)\\?|(.))"
        rf"|({quote}){quote}",
        re.DOTALL,
    )
    for quote in "'\""
}
_CHARACTERS = dict(zip("abfnrtves0\n", (*"\a\b\f\n\r\t\v\x1b \0", ""), strict=True))


def _unescaped(escape: re.Match[str]) -> str:
    """Return the character that an escape or a doubled quote stands for."""
    short, long, hexadecimal, octal, char, quote = escape.groups()
    if char is not None or quote:
        return str(quote or _CHARACTERS.get(char, char))
    number = int(octal, 8) if octal else int(short or long or hexadecimal, 16)
    return chr(number) if number <= sys.maxunicode else str(escape[0])


@lru_cache(maxsize=1 << 16)
def _kind(char: str) -> _CharacterKind:
    category = unicodedata.category(char)[0]
    before = unicodedata.ucd_3_2_0.category(char)
    if before == "Cn" or before[0] != category or char in _DISPUTED:
        return _CharacterKind(escaped=category in "CZ")
    return _CharacterKind(
        starts=char.isidentifier() and not char.isupper() and char != "_",
        continues=f"a{char}".isidentifier() and char != "\xb7",  # a symbol to Prolog
        symbol=char in _SYMBOL_CHARS or (char > "\x7f" and category in "PS"),
        escaped=category in "CZ" and char != " ",
    )


def requoted(text: str) -> str:
    """Return a constant that Prolog wrote, quoted as ``quote_atom`` quotes it.

    Prolog of another Unicode version leaves quotes out, or writes other escapes.
    """
    if text.isascii() and "\\" not in text:
        return text
    if text.startswith("'") and text.endswith("'"):
        return quote_atom(unquoted(text))
    bare = _number(text) is None and not set(text) & set('([{"')
    return quote_atom(text) if bare else text


def float_text(value: float) -> str:
    """Return a finite float as Prolog writes it: its shortest digits, with a dot."""
    if 1e-4 <= abs(value) < 1e15:  # Python writes these so
        return repr(value)
    sign, digits, point = _shortest(value)
    if point <= -4 or (point > 15 and len(digits) <= point):
        power = f"{point - 1:+d}" if point > 0 else f"{point - 1}"
        return f"{sign}{digits[0]}.{digits[1:] or '0'}e{power}"
    if point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    digits = digits.ljust(point, "0")
    return f"{sign}{digits[:point]}.{digits[point:] or '0'}"


def _shortest(value: float) -> tuple[str, str, int]:
    """Return sign, shortest digits, and where the point is before or among them."""
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
