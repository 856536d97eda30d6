"""How deep the terms of a program nest, before clingo reads it.

clingo calls itself for each level of a term, and ends the process where the C stack is
full. Operators side by side, as in ``1+2+3``, are levels too. Cost: one pass over the
text, in which what stands in strings and comments does not count.
"""

from __future__ import annotations

import re

from fold_cli.errors import InputError

MAX_NESTING = 500
"""Levels of a term: brackets around it and operators in it."""

_TOKEN = re.compile(
    r'"(?:\\.|[^"\\\n])*"|%\*.*?\*%|%[^\n]*|'
    r"(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<end>[,;]|:-|:~|\.(?!\.))|"
    r"(?P<level>\.\.|[-+*/\\^&?~|@])",
    re.DOTALL,
)


def check_nesting(text: str, path: str) -> None:
    """Raise an error where a term nests so deep that clingo could not read it."""
    if len(text.strip()) <= MAX_NESTING:
        return  # soon: the context of an example begins with a blank line per line
    levels = [0]  # of the brackets that are open: their own and the operators before
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "open":
            levels.append(levels[-1] + 1)
        elif kind == "close":
            levels[-1:] = [] if len(levels) > 1 else [0]
        elif kind == "end":
            levels[-1] = levels[-2] + 1 if len(levels) > 1 else 0
        elif kind == "level":
            levels[-1] += 1
        if levels[-1] > MAX_NESTING:
            line = text.count("\n", 0, token.start()) + 1
            raise InputError(
                f"a term has more than {MAX_NESTING} levels of brackets and operators",
                path,
                line,
            )
