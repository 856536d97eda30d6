"""Text as it may be shown, whoever has written it.

A name, sentence or note may have characters that a terminal obeys, that end a line and
so begin one of ours, or that turn the order of what is read. They are written by their
numbers, as Prolog writes them in quoted atoms. One pass over the text.
"""

from __future__ import annotations

import re

_OBEYED = (
    r"\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    r"\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e0fff"
)
_IN_A_LINE = re.compile(f"[{_OBEYED}]")
_IN_LINES = re.compile(rf"(?![\n\t])[{_OBEYED}]")


def visible(text: str) -> str:
    """Return a text on one line, in which each character can be seen for what it is."""
    return text if text.isascii() and text.isprintable() else _shown(_IN_A_LINE, text)


def visible_lines(text: str) -> str:
    """Return a text as ``visible`` does, with its own line ends and tabs."""
    return _shown(_IN_LINES, text)


def _shown(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub(_number, text)


def _number(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\u{code:04X}" if code < 0x10000 else f"\\U{code:08X}"
