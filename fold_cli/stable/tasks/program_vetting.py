"""Programs from files, checked before clingo grounds them.

What clingo would run or read from elsewhere is an error: scripts, included files,
external functions. What does not change the stable models (``#show``, preferences) is
left out. Cost: one parse of the text.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from clingo import ast

from fold_cli.errors import InputError
from fold_cli.stable.tasks.readable import check_readable

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_INTERVAL = 10_000_000
"""Terms that an interval or pool may stand for, or those in one atom together."""

MAX_LITERALS = 500
"""Literals of a body, or atoms of a disjunction, for which clingo takes the square."""

_RUNS = re.compile(r"#\s*(script|include)\b")
_COMMENT = re.compile(r'[^"%]*%(?!\*)')  # the beginning of a line that is a comment
_UNSAFE = re.compile("note: '([^']*)' is unsafe")
_LOCATION = re.compile(r"<[^>]*>:(\d+):")

_ALLOWED = {ast.ASTType.Rule, ast.ASTType.Definition}
_IGNORED = {
    ast.ASTType.ShowSignature,
    ast.ASTType.ShowTerm,
    ast.ASTType.Minimize,
    ast.ASTType.Defined,
}
_SEVERAL = {ast.ASTType.Function, ast.ASTType.Pool, ast.ASTType.Interval}
_CALLED = {
    ast.ASTType.Script: "#script",
    ast.ASTType.External: "#external",
    ast.ASTType.Program: "#program",
    ast.ASTType.TheoryDefinition: "#theory",
    ast.ASTType.Heuristic: "#heuristic",
    ast.ASTType.Edge: "#edge",
    ast.ASTType.ProjectAtom: "#project",
    ast.ASTType.ProjectSignature: "#project",
}

_CHILDREN: dict[ast.ASTType, tuple[str, ...]] = {}
"""The attributes of each kind of node that hold nodes; each is a call of clingo."""


@lru_cache(maxsize=2)
def statements(text: str, path: str) -> tuple[ast.AST, ...]:
    """Return the rules and constants of a program, or raise what is wrong with it."""
    _check_runs_nothing(text, path)
    check_readable(text, path)
    parsed: list[ast.AST] = []
    faults: list[str] = []
    try:
        ast.parse_string(
            text, parsed.append, logger=lambda _, fault: faults.append(fault)
        )
    except RuntimeError:
        raise fault_in(faults, path) from None
    allowed = []
    for statement in parsed[1:]:  # the first is #program base
        kind = statement.ast_type
        if kind in _IGNORED or kind.name == "Comment":  # which clingo 5.6 has not
            continue
        if fault := _fault(statement):
            raise InputError(fault, path, statement.location.begin.line)
        allowed.append(statement)
    return tuple(allowed)


def _fault(statement: ast.AST) -> str:
    """Return why a statement may not be in a program; the empty text if it may."""
    kind = statement.ast_type
    if kind not in _ALLOWED:
        name = _CALLED.get(kind, str(kind).rpartition(".")[2])
        return (
            f"{name} is not for learning: only rules, constraints, choices and "
            "#const may be in the background; take it out"
        )
    if kind == ast.ASTType.Rule and _length(statement) > MAX_LITERALS:
        return f"a rule has more than {MAX_LITERALS} literals; divide it into several"
    for part in parts(statement):
        kind = part.ast_type
        if kind in _SEVERAL and (size := _size(part)) > MAX_INTERVAL:
            return (
                f"{part} stands for {size} terms, more than the {MAX_INTERVAL} "
                "that are made; give fewer"
            )
        if kind == ast.ASTType.Function and part.external:
            return (
                f"@{part.name} calls a function outside the program, which is "
                "never run; take it out"
            )
        if kind in (ast.ASTType.TheoryAtom, ast.ASTType.TheoryUnparsedTerm):
            return "theory atoms need a solver of their own; take them out"
    return ""


def _length(rule: ast.AST) -> int:
    """Return how many literals the body of a rule has, or atoms its disjunction."""
    is_disjunction = rule.head.ast_type == ast.ASTType.Disjunction
    return max(len(rule.body), len(rule.head.elements) if is_disjunction else 0)


def _size(part: ast.AST) -> int:
    """Return how many terms an interval or pool stands for, or an atom with such."""
    kind = part.ast_type
    if kind == ast.ASTType.Function:
        return math.prod(map(_size, part.arguments))
    if kind == ast.ASTType.Pool:
        return sum(map(_size, part.arguments))
    if kind != ast.ASTType.Interval:
        return 1
    try:
        low, high = int(str(part.left)), int(str(part.right))
    except ValueError:
        return 1  # a variable or a constant, known when clingo grounds
    return max(1, high - low + 1)


def _check_runs_nothing(text: str, path: str) -> None:
    """Raise where a script or an included file may stand outside of a comment.

    The text is searched before clingo parses it, which would read the file.
    """
    if not _RUNS.search(text):
        return  # soon: the context of an example begins with a blank line per line
    for number, line in enumerate(text.split("\n"), 1):
        for found in _RUNS.finditer(line):
            before = line[: found.start()]
            if not _COMMENT.match(before) or "*%" in before:
                raise InputError(
                    f"#{found[1]} is never run, and nothing is read from other files; "
                    "take it out",
                    path,
                    number,
                )


def parts(node: Any) -> Iterator[ast.AST]:
    """Yield a statement and all that is in it."""
    waiting = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.AST):
            yield part
            kind = part.ast_type
            if kind not in _CHILDREN:
                _CHILDREN[kind] = tuple(
                    name
                    for name, value in part.items()
                    if value is None or isinstance(value, ast.AST | ast.ASTSequence)
                )
            waiting += [getattr(part, name) for name in _CHILDREN[kind]]
        elif isinstance(part, ast.ASTSequence):
            waiting += part


def written(rule: ast.AST) -> str:
    """Return a rule as people write it, on one line."""
    head = "" if str(rule.head) == "#false" else str(rule.head)
    body = ", ".join(map(str, rule.body))
    text = f"{head} :- {body}." if body else f"{head}."
    return " ".join(text.split())


def fault_in(faults: list[str], path: str) -> InputError:
    """Return the error that clingo reported."""
    text = next((f for f in faults if "error" in f), "clingo cannot read this")
    place = _LOCATION.match(text)
    message = text.partition("error: ")[2] or text
    if unsafe := _UNSAFE.findall(text):
        names = " and ".join(dict.fromkeys(unsafe))
        message = f"unsafe: {names} must be in the body, in an atom without not"
    message = " ".join(message.split())
    return InputError(message, path, int(place[1]) if place else 0)
