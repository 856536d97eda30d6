"""What clingo cannot read without an end of the process, found before it reads it.

clingo calls itself for each level of a term, and ends the process where the C stack is
full. Operators side by side, as in ``1+2+3``, are levels too. It tells of a letter that
is not ASCII by its first byte, which is no text. Cost: one pass over the text, in which
what stands in strings and comments does not count.
"""

from __future__ import annotations

import re

from fold_cli.errors import InputError
from fold_cli.theory.visible import visible

MAX_NESTING = 500
"""Levels of a term: brackets around it and operators in it."""

_TOKEN = re.compile(
    r'"(?:\\.|[^"\\\n])*"|%\*.*?\*%|%[^\n]*|'
    r"(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<end>[,;]|:-|:~|\.(?!\.))|"
    r"(?P<level>\.\.|[-+*/\\^&?~|@])|(?P<odd>[^\x00-\x7f])",
    re.DOTALL,
)


def check_readable(text: str, path: str) -> None:
    """Raise an error where clingo would end the process."""
    # The context of an example begins with a blank line per line.
    begin = len(text) - len(text.lstrip())
    if len(text) - begin <= MAX_NESTING and text.isascii():
        return
    levels = [0]  # of the brackets that are open: their own and the operators before
    for token in _TOKEN.finditer(text, begin):
        kind, fault = token.lastgroup, ""
        if kind == "open":
            levels.append(levels[-1] + 1)
        elif kind == "close":
            levels[-1:] = [] if len(levels) > 1 else [0]
        elif kind == "end":
            levels[-1] = levels[-2] + 1 if len(levels) > 1 else 0
        elif kind == "level":
            levels[-1] += 1
        elif kind == "odd":
            fault = (
                f"clingo has no {visible(token[0])} in names; put the name in "
                "double quotes"
            )
        if levels[-1] > MAX_NESTING:
            fault = (
                f"a term has more than {MAX_NESTING} levels of brackets and operators"
            )
        if fault:
            raise InputError(fault, path, text.count("\n", 0, token.start()) + 1)
