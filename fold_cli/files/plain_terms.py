"""Clauses of theories about tables, read without Prolog.

Such a theory is written with few signs: names, numbers, variables, lists, ``:-``,
``\\+`` and bounds. What is read here Prolog reads alike; a text with anything else is
left to it. One pass over the text.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from fold_cli.files.clauses import conjunction
from fold_cli.theory.quoting import constant, quote_atom, unquoted

if TYPE_CHECKING:
    from collections.abc import Iterator

_NUMBER = r"-?[0-9]+(?:\.[0-9]+(?:e[-+]?[0-9]+)?)?(?![A-Za-z0-9_'])"
_NAME = r"(?:[a-z][A-Za-z0-9_]*|'(?:[^'\\\n]|\\[\\'abtnvfr])*'(?!'))"
_ARGUMENT = rf"(?:[A-Z][A-Za-z0-9_]*|{_NUMBER}|{_NAME}(?!\())"
_TOKEN = re.compile(
    rf"""\s*(?:%[^\n]*\n\s*)*(?:
      (?P<variable>[A-Z_][A-Za-z0-9_]*)
    | (?P<number>{_NUMBER})
    | (?P<flat>{_NAME}\({_ARGUMENT}(?:,\ {_ARGUMENT})*\))
    | (?P<name>{_NAME})(?P<opens>\()?
    | (?P<sign>\)|\[|\]|,|:-|\\\+|@?=<|@?>|\.(?=\s|\Z))
    )""",
    re.VERBOSE,
)
_NAMES, _ARGUMENTS = re.compile(_NAME), re.compile(_ARGUMENT)
_COMMENTS = re.compile(r"\s*(?:%[^\n]*(?:\n\s*|\Z))*")
_DECLARED = re.compile(r"^:- dynamic [a-z][A-Za-z0-9_]*/[0-9]+\.$", re.MULTILINE)


class _NotPlainError(Exception):
    """The text has something that only Prolog can be trusted to read."""


def read_plainly(text: str) -> list[Any] | None:
    """Return the clauses of a theory as ``fold_json.pl`` writes terms.

    None if there is anything in the text that is not known for sure.
    """
    try:
        return list(_Reader(_DECLARED.sub("", text)).clauses())
    except _NotPlainError:
        return None


class _Reader:
    def __init__(self, text: str) -> None:
        self.tokens = iter(_tokens(text))
        self.anonymous = 0
        self.flat: dict[str, Any] = {}  # atoms by their text: many are there often
        self.kind, self.token = "", ""
        self.advance()

    def advance(self) -> str:
        """Go on to the next token; return the one before."""
        before = self.token
        self.kind, self.token = next(self.tokens, ("end", ""))
        return before

    def take(self, sign: str) -> None:
        if self.kind != "sign" or self.advance() != sign:
            raise _NotPlainError

    def has(self, sign: str) -> bool:
        return self.token == sign and self.kind == "sign"

    def clauses(self) -> Iterator[Any]:
        while self.kind != "end":
            head = self.term()
            if self.has(":-"):
                self.advance()
                head = ["f", ":-", ":-", [head, self.body()], None]
            self.take(".")
            yield head

    def body(self) -> Any:
        goals = [self.goal()]
        while self.has(","):
            self.advance()
            goals.append(self.goal())
        return conjunction(goals)

    def goal(self) -> Any:
        if self.has("\\+"):
            self.advance()
            return ["f", "\\+", "\\+", [self.term()], None]
        if (self.kind, self.token) == ("functor", "once"):
            self.advance()
            term = self.term()
            self.take(")")
            return ["f", "once", "once", [term], None]
        term = self.term()
        if self.kind == "sign" and self.token.lstrip("@") in ("=<", ">"):
            sign = self.advance()
            if term[0] != "v" or self.kind != ("name" if sign[0] == "@" else "number"):
                raise _NotPlainError
            return ["f", sign, sign, [term, self.term()], None]
        return term

    def term(self) -> Any:
        kind, token = self.kind, self.advance()
        if kind == "flat":
            atom = self.flat.get(token)
            if atom is None:
                atom = self.flat[token] = _flat(token)
            return atom
        if token == "_":
            self.anonymous += 1
            return ["v", f"_{self.anonymous}"]
        if kind == "functor":
            return ["f", *_atom(token), self.items(")"), None]
        if kind in ("variable", "name", "number"):
            return _simple(token)
        if (kind, token) == ("sign", "["):
            return ["l", self.items("]")]
        raise _NotPlainError

    def items(self, closing: str) -> list[Any]:
        """Return the terms up to a bracket, of which there is at least one."""
        items = [self.item()]
        while self.has(","):
            self.advance()
            items.append(self.item())
        self.take(closing)
        return items

    def item(self) -> Any:
        """Return a term inside of another; how Prolog writes a compound, it knows."""
        if self.kind in ("functor", "flat"):
            raise _NotPlainError
        return self.term()


def _flat(text: str) -> Any:
    """Return the term that an atom is whose arguments are simple."""
    name = _NAMES.match(text)
    assert name
    arguments = _ARGUMENTS.findall(text, name.end())
    return ["f", *_atom(name[0]), list(map(_simple, arguments)), None]


def _simple(token: str) -> Any:
    """Return a variable, a number or an atom without arguments."""
    if token[0].isupper() or token[0] == "_":
        return ["v", token]
    if token[0] == "-" or token[0].isdigit():
        if constant(token) != token:  # Prolog writes this number in another way
            raise _NotPlainError
        return ["n", token]
    return ["a", *_atom(token)]


def _atom(token: str) -> tuple[str, str]:
    """Return the characters of an atom, and how Prolog writes it."""
    if token[0] != "'":
        return token, token
    name = unquoted(token)
    return name, quote_atom(name)


def _tokens(text: str) -> list[tuple[str, str]]:
    """Return the kind and text of each token; nothing but comments is between them."""
    place, text, tokens = 0, text.rstrip(), []
    for match in _TOKEN.finditer(text):
        if match.start() != place:
            break  # what stands before it is no token, but perhaps all comments
        place, kind = match.end(), match.lastgroup
        assert kind
        token = ("functor", match["name"]) if kind == "opens" else (kind, match[kind])
        tokens.append(token)
    if place != len(text) and not _COMMENTS.fullmatch(text, place):
        raise _NotPlainError
    return tokens
