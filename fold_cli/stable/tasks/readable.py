"""What clingo cannot read without an end of the process, found before it reads it.

clingo calls itself for each level of a term, and ends the process where the C stack is
full. Operators side by side, as in ``1+2+3``, are levels too. It tells of a letter that
is not ASCII by its first byte, which is no text. Cost: one pass over the text, in which
what stands in strings and comments does not count: in those that clingo takes for such,
since it reads on behind a quote where no string begins.
"""

from __future__ import annotations

import re

from fold_cli.errors import InputError
from fold_cli.theory.visible import visible

MAX_NESTING = 500
"""Levels of a term: brackets around it and operators in it."""

MAX_WRITTEN_NESTING = 5000
"""Levels of a term that clingo has made, as many as of one that Prolog has."""

MAX_WRITTEN_CHARACTERS = 10_000_000
"""Characters of a term that clingo has made."""

_STRING = r'"(?:\\[\\n"]|[^"\\\n])*"'

_TOKEN = re.compile(
    rf"{_STRING}|"
    r"%\*.*?\*%|%[^\n]*|"
    r'(?P<quote>")|'
    r"(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<end>[,;]|:-|:~|\.(?!\.))|"
    r"(?P<level>\.\.|[-+*/\\^&?~|@])|(?P<odd>[^\x00-\x7f])",
    re.DOTALL,
)

_BRACKETS = re.compile(rf"{_STRING}|[()]")


def check_readable(text: str, path: str) -> None:
    """Raise an error where clingo would end the process."""
    # The context of an example begins with a blank line per line.
    begin = len(text) - len(text.lstrip())
    if len(text) - begin <= MAX_NESTING and text.isascii():
        return
    levels = [0]  # of the brackets that are open: their own and the operators before
    for token in _TOKEN.finditer(text, begin):
        kind = token.lastgroup
        if kind == "open":
            levels.append(levels[-1] + 1)
        elif kind == "close":
            levels[-1:] = [] if len(levels) > 1 else [0]
        elif kind == "end":
            levels[-1] = levels[-2] + 1 if len(levels) > 1 else 0
        elif kind == "level":
            levels[-1] += 1
        if fault := _fault(kind, token[0], levels[-1]):
            raise InputError(fault, path, text.count("\n", 0, token.start()) + 1)


def _fault(kind: str | None, token: str, level: int) -> str:
    """Return why clingo cannot read a token; the empty text if it can."""
    if kind == "quote":
        return (
            "a string is not closed on its line, or has a backslash that is not "
            r'followed by a backslash, n or "'
        )
    if kind == "odd":
        return f"clingo has no {visible(token)} in names; put it in double quotes"
    if level > MAX_NESTING:
        return f"a term has more than {MAX_NESTING} levels of brackets and operators"
    return ""


def check_writable(term: str) -> None:
    """Raise an error where a ground term that clingo has made is too large."""
    length, level, deepest = len(term), 0, 0
    if MAX_WRITTEN_NESTING < length <= MAX_WRITTEN_CHARACTERS:
        for token in _BRACKETS.finditer(term):
            level += (token[0] == "(") - (token[0] == ")")
            deepest = max(deepest, level)
    if length > MAX_WRITTEN_CHARACTERS or deepest > MAX_WRITTEN_NESTING:
        raise InputError(
            f"the rules make a term of more than {MAX_WRITTEN_NESTING} levels or "
            f"{MAX_WRITTEN_CHARACTERS} characters: {term[:60]} ..."
        )
