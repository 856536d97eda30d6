"""Escapes for characters of untrusted text that must not reach a terminal or a file.

Names, sentences and notes may have characters that control a terminal, end a line, or
reverse the order in which text is shown. They are written by their code points, as
Prolog writes them in quoted atoms. One pass over the text.
"""

from __future__ import annotations

import re

_CONTROL_CHARACTERS = (
    r"\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    r"\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e0fff"
)
_IN_A_LINE = re.compile(f"[{_CONTROL_CHARACTERS}]")
_IN_LINES = re.compile(rf"(?![\n\t])[{_CONTROL_CHARACTERS}]")


def visible(text: str) -> str:
    """Return a text on one line, with control characters and line ends escaped."""
    return text if text.isascii() and text.isprintable() else _shown(_IN_A_LINE, text)


def visible_lines(text: str) -> str:
    """Return a text as ``visible`` does, but keep its line ends and tabs."""
    return _shown(_IN_LINES, text)


def _shown(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub(_number, text)


def _number(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\u{code:04X}" if code < 0x10000 else f"\\U{code:08X}"
