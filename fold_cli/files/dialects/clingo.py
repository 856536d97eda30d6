"""A tolerant parser of clingo's syntax, as far as bias files of other systems use it.

It reads facts, rules and ``#`` statements over terms with tuples such as ``(train,)``,
in one pass over the tokens. Quoted names and strings are what Prolog reads
them as. A statement that it cannot read is returned with the fault and its line; the
caller skips or refuses it.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fold_cli.files.canonical import canonical

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

_ESCAPE = (  # a number may end with a backslash, which is no escape of its own
    r"\\(?:x[0-9a-fA-F]+(?:\\|(?![\\0-9a-fA-F]))|[0-7]+(?:\\|(?![\\0-7]))"
    r"|x(?![0-9a-fA-F])|[^x0-7])"
)
_QUOTED = rf"'(?:[^'\\\n]|{_ESCAPE}|'')*"
_STRING = rf'"(?:[^"\\]|{_ESCAPE}|"")*'
_OPENED = {"'": re.compile(_QUOTED), '"': re.compile(_STRING, re.DOTALL)}
_TOKEN = r"""
    (?P<space>   \s+ | %\*.*?(?:\*%|\Z) | %[^\n]* | /\*.*?(?:\*/|\Z) )
  | (?P<number>  [0-9]+\.[0-9]+ | [0-9]+ )
  | (?P<name>    [a-z][A-Za-z0-9_]* )
  | (?P<var>     [A-Z_][A-Za-z0-9_]* )
  | (?P<quoted>  QUOTED )
  | (?P<string>  STRING )
  | (?P<hash>    \#[a-z_]+ )
  | (?P<stop>    \.(?=\s|%|/\*|\Z|[A-Za-z_:\#]) )
  | (?P<mark>    :- | :~ | \.\. | != | <= | >= | == | =< | -> | . )
"""

MAX_NESTING = 100
"""Depth of brackets in a term."""

CLOSING = {"(": ")", "{": "}", "[": "]"}
BRACKETS = {*CLOSING, *CLOSING.values()}


@dataclass(frozen=True, slots=True)
class Token:
    """A token, with its line and the offset at which it starts.

    The value of a quoted name or string is how Prolog writes it; empty where Prolog
    cannot read it.
    """

    kind: str
    text: str
    line: int
    start: int
    value: str = ""


@dataclass(frozen=True, slots=True)
class Term:
    """A variable, or a name with arguments; a number or constant has none.

    A tuple has the name ``()``, a set in braces ``{}`` and a list ``[]``.
    """

    name: str
    args: tuple[Term, ...] = ()
    variable: bool = False

    def __str__(self) -> str:
        inner = ",".join(map(str, self.args))
        if self.name == "()":
            return f"({inner},)" if len(self.args) == 1 else f"({inner})"
        if self.name in ("{}", "[]"):
            return f"{self.name[0]}{inner}{self.name[1]}"
        return f"{self.name}({inner})" if self.args else self.name


@dataclass(frozen=True, slots=True)
class Statement:
    """A fact or rule; or text that is neither, with the reason in ``fault``."""

    line: int
    text: str
    head: Term | None = None
    body: tuple[Term, ...] = ()
    fault: str = ""
    fault_line: int = 0


class TermError(Exception):
    """Text that cannot be read as a term."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


def tokens(
    text: str, values_of: Callable[[set[str]], Mapping[str, str]] = canonical
) -> Iterator[Token]:
    """Yield the tokens of a text; white space and comments are left out.

    ``values_of`` gives what quoted names and strings are read as.
    """
    line = 1
    matches = [(m.lastgroup or "", m.group(), m.start()) for m in _matches(text)]
    values = values_of(
        {token_text for kind, token_text, _ in matches if kind in ("quoted", "string")}
    )
    for kind, token_text, start in matches:
        if kind != "space":
            yield Token(kind, token_text, line, start, values.get(token_text, ""))
        line += token_text.count("\n")


def _matches(text: str) -> Iterator[re.Match[str]]:
    """Yield a match for each token.

    A quote that is opened and not closed is a mark, and so are those of its kind up to
    where its end was looked for, so that this is done once.
    """
    unclosed = {"'": 0, '"': 0}
    at = 0
    while at < len(text):
        match = _pattern(at < unclosed["'"], at < unclosed['"']).match(text, at)
        assert match
        quote = match[0]
        if quote in unclosed and at >= unclosed[quote]:
            opened = _OPENED[quote].match(text, at)
            unclosed[quote] = opened.end() if opened else at
        yield match
        at = match.end()


@functools.cache
def _pattern(unclosed_name: bool, unclosed_string: bool) -> re.Pattern[str]:
    """Return the pattern of a token, without those of quotes that are not closed."""
    never = "(?!)"
    pattern = _TOKEN.replace("QUOTED", never if unclosed_name else f"{_QUOTED}'")
    pattern = pattern.replace("STRING", never if unclosed_string else f'{_STRING}"')
    return re.compile(pattern, re.VERBOSE | re.DOTALL)


def closing(words: Sequence[Token], at: int) -> int | None:
    """Return the place after the bracket that closes the one at a place, if any."""
    opened: list[str] = []
    for place in range(at, len(words)):
        text = words[place].text
        if text in CLOSING:
            opened.append(CLOSING[text])
        elif text in BRACKETS and (not opened or opened.pop() != text):
            return None
        if not opened:
            return place + 1
    return None


def statements(text: str) -> Iterator[Statement]:
    """Yield the statements of a text, each ended by a full stop."""
    pending: list[Token] = []
    for token in tokens(text):
        if token.kind == "stop":
            if pending:
                yield _statement(pending, text[pending[0].start : token.start + 1])
            pending = []
        else:
            pending.append(token)
    if pending:
        statement = text[pending[0].start :].rstrip()
        yield Statement(
            pending[0].line,
            one_line(statement),
            fault="the last line does not end with a full stop",
            fault_line=pending[-1].line,
        )


def one_line(text: str) -> str:
    """Return a text without line ends and comments."""
    return " ".join(re.sub(r"%[^\n]*", "", text).split())


def _statement(pending: list[Token], text: str) -> Statement:
    line, words = pending[0].line, one_line(text)
    parser = Parser(pending)
    try:
        head, body = parser.rule()
    except TermError as fault:
        return Statement(line, words, fault=fault.message, fault_line=fault.line)
    return Statement(line, words, head, body)


class Parser:
    """A recursive-descent parser over tokens."""

    def __init__(self, tokens: list[Token], at: int = 0) -> None:
        self.tokens = tokens
        self.at = at
        self.depth = 0

    def peek(self) -> str:
        """Return the text of the next token, empty at the end."""
        return self.tokens[self.at].text if self.at < len(self.tokens) else ""

    def take(self) -> Token:
        """Return the next token and move past it."""
        if self.at >= len(self.tokens):
            raise TermError("the term is cut short", self.tokens[-1].line)
        self.at += 1
        return self.tokens[self.at - 1]

    def rule(self) -> tuple[Term, tuple[Term, ...]]:
        """Read a fact or a rule to the end."""
        head = self.term()
        body: list[Term] = []
        if self.peek() == ":-":
            self.take()
            body.append(self.term())
            while self.peek() in (",", ";"):
                self.take()
                body.append(self.term())
        if self.peek():
            token = self.take()
            raise TermError(f"unexpected {token.text}", token.line)
        return head, tuple(body)

    def term(self) -> Term:
        """Read one term."""
        token = self.take()
        if token.kind == "var":
            return Term(token.text, variable=True)
        if token.text == "-" and self.peek().isdigit():
            return Term(f"-{self.take().text}")
        if token.text == "(":
            items, comma = self.items(token)
            return items[0] if len(items) == 1 and not comma else Term("()", items)
        if token.text in ("{", "["):
            items, _ = self.items(token)
            return Term(token.text + CLOSING[token.text], items)
        if token.kind == "number":
            return Term(token.text)
        if token.kind in ("quoted", "string") and not token.value:
            raise TermError(f"Prolog cannot read {token.text}", token.line)
        if token.kind == "string":
            return Term(token.value)
        if token.kind in ("name", "quoted"):
            name = token.value or token.text
            if self.peek() == "(":
                return Term(name, self.items(self.take())[0])
            return Term(name)
        raise TermError(f"unexpected {token.text}", token.line)

    def items(self, opened: Token) -> tuple[tuple[Term, ...], bool]:
        """Read terms up to the closing bracket; a last comma may stand before it."""
        self.depth += 1
        if self.depth > MAX_NESTING:
            raise TermError("the term is nested too deeply", opened.line)
        closing, items, comma = CLOSING[opened.text], [], False
        while self.peek() != closing:
            items.append(self.term())
            comma = self.peek() in (",", ";")
            if comma:
                self.take()
            elif self.peek() != closing:
                break
        if self.peek() != closing:
            following = self.take() if self.peek() else opened
            if following.kind == "mark" and following.text not in BRACKETS:
                raise TermError(f"unexpected {following.text}", following.line)
            raise TermError(f"a closing {closing} is missing", following.line)
        self.take()
        self.depth -= 1
        return tuple(items), comma
