"""Terms of Prolog as clingo holds them: its names, strings, whole numbers and tuples.

A name that clingo does not have, such as ``'a b'``, is a string there. A list is pairs
down to the empty tuple: ``[a, b]`` is ``(a,(b,()))``, ``[H|T]`` is ``(H,T)``. All
numbers are multiplied by the *scale*, so that decimals can be whole. Two different
terms never become one: that raises an error, as does all that clingo cannot hold.
Linear in the length of the terms.
"""

from __future__ import annotations

import re
from fractions import Fraction
from numbers import Integral
from typing import TYPE_CHECKING, Any, TypeAlias

from fold_cli.errors import OutputError, UsageError
from fold_cli.theory.quoting import unquoted

if TYPE_CHECKING:
    from collections.abc import Mapping

Tree: TypeAlias = "list[Any]"
"""A term as ``fold_json.pl`` encodes it."""

MAX_SCALE = 1_000_000_000
"""What numbers may be multiplied by; clingo's end at 2,147,483,647."""

MAX_TERM_DEPTH = 200
"""Levels of terms within terms."""

_NAME = re.compile(r"_*[a-z][A-Za-z0-9_']*")
_NUMBER = re.compile(
    r"-?[0-9]{1,400}(?:r[0-9]{1,400}|(?:\.[0-9]{1,400})?(?:[eE][-+]?[0-9]{1,3})?)"
)
_TOKEN = re.compile(
    r"""\s*(?:
      (?P<number>-?[0-9]+(?:r[0-9]+|\.[0-9]+(?:[eE][-+]?[0-9]+|Inf|NaN)?)?)
    | (?P<quoted>'(?:[^'\\]|\\.|'')*')
    | (?P<string>"(?:[^"\\]|\\.|"")*")
    | (?P<sign>[()\[\],|])
    | (?P<name>[^\s()\[\],|'"]+)
    )""",
    re.VERBOSE | re.DOTALL,
)


def tree_of(text: str) -> Tree:
    """Return the ground term that a text of ``~q`` without operators is."""
    tokens = [(m.lastgroup or "", m[m.lastgroup or 0]) for m in _TOKEN.finditer(text)]
    reader = _Reader(text, [*tokens, ("end", "")])
    tree = reader.term(0)
    if reader.tokens[reader.at][0] != "end":
        raise reader.error()
    return tree


class _Reader:
    """Reads one term from tokens."""

    def __init__(self, text: str, tokens: list[tuple[str, str]]) -> None:
        self.text, self.tokens, self.at = text, tokens, 0

    def error(self) -> OutputError:
        return _unheld_error(self.text)

    def takes(self, sign: str) -> bool:
        found = self.tokens[self.at] == ("sign", sign)
        self.at += found
        return found

    def term(self, depth: int) -> Tree:
        kind, token = self.tokens[self.at]
        self.at += 1
        if depth > MAX_TERM_DEPTH:
            raise self.error()
        if kind == "number":
            return ["n", token]
        if kind == "string":
            return ["s", token]
        if kind in ("quoted", "name"):
            if self.takes("("):
                args = self.items(")", depth)
                return ["f", unquoted(token), token, args, None]
            return ["a", unquoted(token), token]
        if (kind, token) == ("sign", "["):
            items = [] if self.takes("]") else self.items("]", depth)
            return ["l", items]
        raise self.error()

    def items(self, closing: str, depth: int) -> list[Tree]:
        items = [self.term(depth + 1)]
        while self.takes(","):
            items.append(self.term(depth + 1))
        if not self.takes(closing):
            raise self.error()
        return items


class ClingoTerms:
    """Writes terms for one program, in which no two of them may become one."""

    def __init__(self, scale: int = 1) -> None:
        if not (isinstance(scale, Integral) and 1 <= scale <= MAX_SCALE):
            raise UsageError(f"a scale is a whole number from 1 to {MAX_SCALE}.")
        self.scale: int = int(scale)
        self._sources: dict[str, str] = {}  # the Prolog of each string and number
        self._pairs: dict[str, str] = {}  # a term of each kind that becomes a tuple

    def constant(self, text: str) -> str:
        """Return a ground term, given as Prolog writes it."""
        if text == "_" or (_NAME.fullmatch(text) and text != "not"):
            return text
        return self.term(tree_of(text))

    def term(self, tree: Tree, names: Mapping[str, str] | None = None) -> str:
        """Return a term; ``names`` are clingo's for the variables in it."""
        return self._term(tree, names or {}, 0)

    def _term(self, tree: Tree, names: Mapping[str, str], depth: int) -> str:
        kind = tree[0]
        if depth > MAX_TERM_DEPTH:
            raise OutputError("clingo cannot hold a term that is nested so deeply")
        if kind == "v":
            return names[tree[1]]
        if kind == "n":
            return self._unique(self.number(tree[1]), tree[1])
        if kind == "l":
            self._pair("list", "a list")
            items = [self._term(item, names, depth + 1) for item in tree[1]]
            return "".join(f"({item}," for item in items) + "()" + ")" * len(items)
        if kind == "f":
            return self._compound(tree, names, depth)
        if kind == "a" and _NAME.fullmatch(tree[1]) and tree[1] != "not":
            return str(tree[1])
        return self._string(unquoted(tree[-1]), tree[-1])

    def _compound(self, tree: Tree, names: Mapping[str, str], depth: int) -> str:
        _, name, text, args, whole = tree
        written = [self._term(arg, names, depth + 1) for arg in args]
        if name in ("[|]", ",") and len(args) == 2:
            shown = ("list", "a list") if name == "[|]" else ("pair", "a term (A, B)")
            self._pair(*shown)
            return f"({written[0]},{written[1]})"
        if not args or not _NAME.fullmatch(name) or name == "not":
            raise _unheld_error(whole or f"{text}({', '.join(written)})")
        return f"{name}({','.join(written)})"

    def _pair(self, kind: str, shown: str) -> None:
        """Remember what became a tuple: a list and ``(A, B)`` may then be the same."""
        self._pairs[kind] = shown
        if len(self._pairs) > 1:
            both = " and ".join(self._pairs.values())
            raise OutputError(f"{both} would be the same for clingo")

    def _string(self, raw: str, text: str) -> str:
        if re.search("[\0\ud800-\udfff]", raw):
            raise _unheld_error(text)
        raw = raw.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return self._unique(f'"{raw}"', text)

    def _unique(self, written: str, text: str) -> str:
        other = self._sources.setdefault(written, text)
        if unquoted(other) != unquoted(text) or other[0] != text[0]:
            why = "has no quoted atoms" if written[0] == '"' else "has whole numbers"
            raise OutputError(f"clingo {why}: {other} and {text} would be one term")
        return written

    def number(self, text: str) -> str:
        """Return a number times the scale; raise unless it is whole, of 32 bits."""
        value = _value(text)
        if value is not None:
            scaled = value * self.scale
            if scaled.denominator == 1 and -(2**31) <= scaled < 2**31:
                return str(scaled.numerator)
        scaled_by = f" times {self.scale}" if self.scale != 1 else ""
        raise OutputError(
            f"clingo cannot hold the number {text}{scaled_by}: it has whole numbers of "
            f"32 bits only{_advice(value)}"
        )


def name_of(name: str) -> str:
    """Return the name of a predicate, or raise what is wrong with it."""
    if _NAME.fullmatch(name) and name != "not":
        return name
    raise OutputError(f"clingo has no predicate names like {name}; rename it")


def _value(text: str) -> Fraction | None:
    """Return a number exactly as its digits say; None for one that is too long."""
    if not _NUMBER.fullmatch(text):
        return None
    return Fraction(text.replace("r", "/"))


def _advice(value: Fraction | None) -> str:
    """Return which scale makes a number whole, if a small one does."""
    scale = 1
    while value is not None and scale < MAX_SCALE and (value * scale).denominator > 1:
        scale *= 10
    if value is None or (value * scale).denominator > 1 or abs(value * scale) >= 2**31:
        return ""
    return f", and --scale {scale} makes this one whole"


def _unheld_error(text: str) -> OutputError:
    return OutputError(f"clingo cannot hold the term {text}")
