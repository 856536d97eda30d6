"""A reader of tasks in the syntax of ILASP and FastLAS: text in, a :class:`Task` out.

The statements that begin with ``#`` are read here; all else is the background, in which
they are replaced by white space, so that clingo counts lines as the file does.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fold_cli.errors import InputError, some_names
from fold_cli.files.declarations import is_count
from fold_cli.files.dialects.clingo import closing, tokens
from fold_cli.files.dialects.hash_statements import check_known, check_place
from fold_cli.files.sources import check_file
from fold_cli.stable.symbols import ground_term
from fold_cli.stable.tasks.readable import check_readable
from fold_cli.stable.tasks.task import (
    COMPARISONS,
    Example,
    Leaf,
    Limits,
    Mode,
    Task,
    Template,
)
from fold_cli.stable.tasks.token_slice import Slice

if TYPE_CHECKING:
    from fold_cli.files.dialects.clingo import Token

_MODES = {"#modeh": "head", "#modeha": "choice", "#modeb": "body", "#modea": "choice"}
_LIMITS = {
    "#maxv": "variables",
    "#maxbl": "body",
    "#max_body_literals": "body",
    "#minhl": "least_heads",
    "#maxhl": "most_heads",
}
_PROGRAM = {
    "#const", "#show", "#minimize", "#maximize", "#count", "#sum", "#sum+", "#min",
    "#max", "#true", "#false", "#inf", "#sup", "#infimum", "#supremum", "#defined",
    "#script", "#include", "#external", "#program", "#theory", "#heuristic", "#edge",
    "#project",
}  # fmt: skip
MAX_CONSTANTS = 100_000
"""Constants that an interval of numbers may stand for; a mode has rules for each."""

_FLAGS = {"positive", "anti_reflexive", "symmetric", "negative"}


class Reader:
    """Reads the statements of one text."""

    def __init__(self, path: str, text: str) -> None:
        self.path, self.text = path, text
        self.examples: list[Example] = []
        self.counts = {True: 0, False: 0}  # of positive and negative ones
        self.modes: list[Mode] = []
        self.constants: dict[str, list[str]] = {}
        self.limits = Limits()
        self.left_out: dict[str, int] = {}  # statements, and the line of the first

    def task(self) -> Task:
        """Return the task."""
        words = list(tokens(self.text, lambda texts: {text: text for text in texts}))
        rest = list(self.text)
        at, fresh = 0, True
        while at < len(words):
            token = words[at]
            known = token.text in _PROGRAM
            if fresh and [word.text for word in words[at + 1 : at + 2]] == ["~"]:
                raise self._error(
                    "rules with ~ before them are not read; give modes instead",
                    token.line,
                )
            if token.kind == "hash" and fresh and not known:
                end = self._statement(words, at)
                last = words[end - 1]
                for i in range(token.start, last.start + len(last.text)):
                    rest[i] = rest[i] if rest[i] == "\n" else " "
                at = end
            elif token.text == "[" and at and words[at - 1].text == ".":
                at, fresh = self._closing(words, at), True  # of a weak constraint
            else:
                if token.kind == "hash" and not fresh:
                    check_place(words[at - 1], token, self.path)
                fresh = token.kind == "stop" or (fresh and token.kind == "hash")
                at += 1
        left_out = some_names(map(_with_line, self.left_out.items()))
        notes = [f"{self.path}: left out: {left_out}"]
        return Task(
            self.path,
            "".join(rest),
            tuple(self.examples),
            tuple(self._signed()),
            {name: tuple(dict.fromkeys(v)) for name, v in self.constants.items()},
            self.limits,
            tuple(notes if self.left_out else ()),
            tuple(self.left_out.items()),
        )

    def _signed(self) -> list[Mode]:
        """Return the modes; one without a sign has both, unless some have ``not``."""
        body = [mode for mode in self.modes if mode.kind == "body"]
        negations_given = any(mode.signs == (False,) for mode in body)
        signs = (True,) if negations_given else (True, False)
        return [
            mode if mode.signs else replace(mode, signs=signs) for mode in self.modes
        ]

    def _statement(self, words: list[Token], at: int) -> int:
        """Read the statement that begins at a token; return where the next begins."""
        name, args, end = words[at], Slice(self.text, []), at + 1
        if end < len(words) and words[end].text == "(":
            end = self._closing(words, end)
            args = Slice(self.text, words[at + 2 : end - 1])
        if name.text in ("#pos", "#neg"):
            self._example(name, args.split())
        elif name.text in _MODES:
            self._mode(name, args.split())
        elif name.text == "#constant":
            self._constant(name, args.split())
        elif name.text in _LIMITS:
            self._limit(name, args.source)
        else:
            check_known(name, self.path)
            self.left_out.setdefault(name.text, name.line)
            while end < len(words) and words[end].kind != "stop":
                if words[end].kind == "hash" and words[end].line > words[end - 1].line:
                    return end  # without a full stop
                end += 1
        stopped = end < len(words) and words[end].text == "."
        return end + 1 if stopped else end

    def _closing(self, words: list[Token], at: int) -> int:
        """Return the place after the bracket that closes the one at a place."""
        end = closing(words, at)
        if end is None:
            raise self._error("a closing bracket is missing", words[at].line)
        return end

    def _error(self, message: str, line: int) -> InputError:
        return InputError(message, self.path, line)

    # Examples

    def _example(self, name: Token, args: list[Slice]) -> None:
        positive, label, penalty = name.text == "#pos", "", None
        if args and args[0].tokens[0].text != "{":
            label, _, weight = args.pop(0).source.partition("@")
            label = label.strip()
            if weight:
                if not is_count(weight.strip()) or not int(weight):
                    raise self._error(
                        f"{name.text}: a penalty is a whole number above 0, not "
                        f"{weight.strip()}",
                        name.line,
                    )
                penalty = int(weight)
        shown = f"{name.text}({{in}}, {{out}}, {{context}})"
        sets = [arg for arg in args if arg.tokens[0].text == "{"]
        if len(sets) != len(args) or len(sets) > 3:
            raise self._error(f"an example is written like {shown}", name.line)
        inside, outside = (
            tuple(part.source for part in atoms.inside().split(",;"))
            for atoms in [*sets[:2], *[Slice(self.text, [])] * (2 - len(sets[:2]))]
        )
        context = ""
        if len(sets) == 3 and sets[2].inside().tokens:
            program = sets[2].inside()
            context = "\n" * (program.line - 1) + program.source
            if program.tokens[-1].text != ".":
                raise self._error(
                    f"{name.text}: the context does not end with a full stop",
                    program.tokens[-1].line,
                )
        self.counts[positive] += 1
        label = label or f"{name.text[1:]}{self.counts[positive]}"
        self.examples.append(
            Example(label, positive, inside, outside, context, penalty, name.line)
        )

    # The language

    def _mode(self, name: Token, args: list[Slice]) -> None:
        recall, flags = None, set[str]()
        if args and is_count(args[0].source):
            recall = int(args.pop(0).source)
        elif args and args[0].source == "*":
            args.pop(0)
        if len(args) > 1 and args[-1].tokens[0].text == "(":
            flags = {part.source for part in args.pop().inside().split()}
        if len(args) != 1 or not args[0].tokens:
            raise self._error(
                f"a mode is written like {name.text}(2, edge(var(node), var(node)))",
                name.line,
            )
        for flag in sorted(flags - _FLAGS):
            self.left_out.setdefault(f"({flag})", name.line)
        atom, signs = args[0], tuple[bool, ...]()
        if atom.tokens[0].text == "not":
            atom, signs = Slice(self.text, atom.tokens[1:]), (False,)
        elif "positive" in flags or name.text != "#modeb":
            signs = (True,)
        elif "negative" in flags:
            signs = (False,)
        template = self._atom(atom, name)
        if template.compares:
            signs = (True,)
        kind = _MODES[name.text]
        distinct = "anti_reflexive" in flags
        self.modes.append(Mode(kind, template, signs, recall, distinct, name.line))

    def _atom(self, atom: Slice, name: Token) -> Template:
        depth = 0
        for at, token in enumerate(atom.tokens):
            depth += (token.text in "({[") - (token.text in ")}]")
            if depth == 0 and token.text in COMPARISONS:
                left = Slice(self.text, atom.tokens[:at])
                right = Slice(self.text, atom.tokens[at + 1 :])
                sides = (self._term(left, name), self._term(right, name))
                terms = [side for side in sides if isinstance(side, Template)]
                if all(leaf.constant for term in terms for leaf in term.leaves):
                    return Template(token.text, sides)
                raise self._error(
                    f"{name.text}: {atom.source} compares a term with var(type) in it",
                    name.line,
                )
        template = self._term(atom, name)
        if (
            isinstance(template, Leaf)
            or not template.name
            or not template.name.lstrip("-")[:1].islower()
        ):
            raise self._error(f"{name.text}: {atom.source} is no atom", name.line)
        return template

    def _term(self, term: Slice, name: Token) -> Template | Leaf:
        if not term.tokens:
            raise self._error(f"{name.text}: a term is missing", name.line)
        first = term.tokens[0]
        if len(term.tokens) == 1 and first.kind != "var":
            ground_term(first.text, self.path, name.line)
            return Template(first.text)
        if first.kind == "var":
            raise self._error(
                f"{name.text}: {first.text} is a variable; write var(type)", name.line
            )
        if first.text in ("var", "const") and len(term.tokens) == 4:
            return Leaf(term.tokens[2].text, first.text == "const")
        brackets = term.tokens if first.text == "(" else term.tokens[1:]
        if brackets[0].text == "(" and first.kind in ("name", "mark"):
            parts = Slice(self.text, brackets).inside().split()
            args = tuple(self._term(part, name) for part in parts)
            return Template("" if first.text == "(" else first.text, args)
        if first.text == "-" and len(term.tokens) > 1:
            found = self._term(Slice(self.text, term.tokens[1:]), name)
            if isinstance(found, Template) and found.name:
                return Template(f"-{found.name}", found.args)
        raise self._error(f"{name.text}: {term.source} cannot be read", name.line)

    def _constant(self, name: Token, args: list[Slice]) -> None:
        if len(args) != 2:
            raise self._error(
                "a constant is written like #constant(type, a)", name.line
            )
        kind, values = args[0].source, args[1].source
        first, dots, last = map(str.strip, values.partition(".."))
        if dots and is_count(first.removeprefix("-")) and is_count(last):
            if int(last) - int(first) >= MAX_CONSTANTS:
                raise self._error(
                    f"{values} stands for more than {MAX_CONSTANTS:,} constants; give "
                    "fewer",
                    name.line,
                )
            found = [str(n) for n in range(int(first), int(last) + 1)]
        else:
            ground_term(values, self.path, name.line)
            found = [values]
        self.constants.setdefault(kind, []).extend(found)

    def _limit(self, name: Token, value: str) -> None:
        if not is_count(value):
            raise self._error(f"{name.text} takes a whole number", name.line)
        self.limits = replace(self.limits, **{_LIMITS[name.text]: int(value)})


def _with_line(statement: tuple[str, int]) -> str:
    return f"{statement[0]} (line {statement[1]})"


def read_task(path: str) -> Task:
    """Return the task that a file holds."""
    text = check_file(path)
    check_readable(text, path)
    return Reader(path, text).task()
