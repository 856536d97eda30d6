"""Clauses of theories about tables, read without Prolog.

Such a theory is written with few signs: names, numbers, variables, lists, ``:-``,
``\\+`` and bounds. What is read here Prolog reads alike; a text with anything else is
left to it. One pass over the text.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from fold_cli.theory.quoting import constant, quote_atom, unquoted

if TYPE_CHECKING:
    from collections.abc import Iterator

_TOKEN = re.compile(
    r"""\s*(?:%[^\n]*\n\s*)*(?:
      (?P<variable>[A-Z_][A-Za-z0-9_]*)
    | (?P<number>-?[0-9]+(?:\.[0-9]+(?:e[-+]?[0-9]+)?)?)(?![A-Za-z0-9_'])
    | (?P<name>[a-z][A-Za-z0-9_]*|'(?:[^'\\\n]|\\[\\'abtnvfr])*'(?!'))(?P<opens>\()?
    | (?P<sign>\)|\[|\]|,|:-|\\\+|@?=<|@?>|\.(?=\s|\Z))
    )""",
    re.VERBOSE,
)
_COMMENTS = re.compile(r"\s*(?:%[^\n]*(?:\n\s*|\Z))*")
_DECLARED = re.compile(r"^:- dynamic [a-z][A-Za-z0-9_]*/[0-9]+\.$", re.MULTILINE)


class _UnsureError(Exception):
    """The text has something that only Prolog can be trusted to read."""


def read_plainly(text: str) -> list[Any] | None:
    """Return the clauses of a theory as ``prolog/fold_json.pl`` writes terms.

    None if there is anything in the text that is not known for sure.
    """
    try:
        return list(_Reader(_DECLARED.sub("", text)).clauses())
    except _UnsureError:
        return None


class _Reader:
    def __init__(self, text: str) -> None:
        self.tokens = iter(_tokens(text))
        self.anonymous = 0
        self.kind, self.token = "", ""
        self.advance()

    def advance(self) -> str:
        """Go on to the next token; return the one before."""
        before = self.token
        self.kind, self.token = next(self.tokens, ("end", ""))
        return before

    def take(self, sign: str) -> None:
        if self.kind != "sign" or self.advance() != sign:
            raise _UnsureError

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
        body = goals.pop()
        while goals:
            body = ["f", ",", "(,)", [goals.pop(), body], None]
        return body

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
                raise _UnsureError
            return ["f", sign, sign, [term, self.term()], None]
        return term

    def term(self) -> Any:
        kind, token = self.kind, self.advance()
        if kind == "variable":
            if token == "_":
                self.anonymous += 1
                token = f"_{self.anonymous}"
            return ["v", token]
        if kind == "functor":
            return ["f", *_atom(token), self.items(")"), None]
        if kind == "name":
            return ["a", *_atom(token)]
        if kind == "number" and _is_canonical(token):
            return ["n", token]
        if (kind, token) == ("sign", "["):
            return ["l", self.items("]")]
        raise _UnsureError

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
        if self.kind == "functor":
            raise _UnsureError
        return self.term()


def _atom(token: str) -> tuple[str, str]:
    """Return the characters of an atom, and how Prolog writes it."""
    if token[0] != "'":
        return token, token
    name = unquoted(token)
    return name, quote_atom(name)


def _is_canonical(token: str) -> bool:
    """Return whether Prolog writes a number so."""
    return constant(token) == token


def _tokens(text: str) -> list[tuple[str, str]]:
    """Return the kind and text of each token; nothing but comments is between them."""
    place, text, tokens = 0, text.rstrip(), []
    for found in _TOKEN.finditer(text):
        if found.start() != place:
            break  # what stands before it is no token, but perhaps all comments
        place, kind = found.end(), found.lastgroup
        assert kind
        token = ("functor", found["name"]) if kind == "opens" else (kind, found[kind])
        tokens.append(token)
    if place != len(text) and not _COMMENTS.fullmatch(text, place):
        raise _UnsureError
    return tokens
