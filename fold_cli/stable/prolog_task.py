"""A task from Prolog files whose background has several stable models.

Atoms of POS and NEG are read bravely: one of POS is in some model, one of NEG in none;
or cautiously: one of POS is in all models, one of NEG is missing in some. What clingo
writes otherwise (``\\+``, ``=<``, ``\\=``) is replaced; directives are left out, but
for modes. Without modes, all predicates of the background may stand in bodies.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fold_cli.errors import InputError
from fold_cli.files.dialects.clingo import tokens
from fold_cli.files.sources import check_file
from fold_cli.stable import symbols
from fold_cli.stable.judge import Grounded
from fold_cli.stable.task import Example, Leaf, Mode, Task, Template
from fold_cli.stable.vetting import statements

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fold_cli.files.dialects.clingo import Token

_INSTEAD = {"=<": "<=", "==": "="}
_NEGATED = {"+": "not ", "=": "!=", "==": "!="}  # after a backslash
_MODE = re.compile(
    r"mode([hb])\s*\(\s*(?:\*|\d+)\s*,\s*(not\s+)?([a-z]\w*)\s*(.*)\)$", re.S
)
_TYPE = re.compile(r"[+-]\s*([a-z]\w*)")
ANY = "any"
"""The type of all terms where no mode says more."""


def task_of_files(
    background: Sequence[str], pos: str, neg: str, *, cautious: bool
) -> Task:
    """Return the task that files of rules and of examples are."""
    rules, modes = [], list[Mode]()
    for path in background:
        text, found = _program(check_file(path), path)
        statements(text, path)
        rules.append(text)
        modes += found
    program = "\n".join(rules)
    examples = list(_examples(pos, neg, cautious=cautious))
    if not any(mode.kind == "head" for mode in modes):
        modes += _inferred(program, background[0], pos)
    return Task(background[0], program, tuple(examples), tuple(modes))


def _program(text: str, path: str) -> tuple[str, list[Mode]]:
    """Return rules as clingo reads them, on the same lines, and the modes."""
    kept = ["\n" if char == "\n" else " " for char in text]
    modes = []
    for statement in _statements(text):
        first, last = statement[0], statement[-1]
        source = text[first.start : last.start + len(last.text)]
        if first.text == ":-":
            mode = _MODE.match(source[2:].strip().rstrip(".").strip())
            if mode:
                modes.append(_mode(mode, first.line))
            continue
        for at, token in enumerate(statement):
            if token.kind == "quoted":
                raise InputError(
                    f"clingo has no quoted atoms such as {token.text}; rename it",
                    path,
                    token.line,
                )
            end = token.start + len(token.text)
            kept[token.start : end] = [""] * len(token.text)
            negated = at > 0 and statement[at - 1].text == "\\"
            shown = (_NEGATED if negated else _INSTEAD).get(token.text, token.text)
            kept[token.start] = "" if token.text == "\\" else shown
    return "".join(kept), modes


def _statements(text: str) -> Iterator[list[Token]]:
    pending: list[Token] = []
    for token in tokens(text, lambda texts: {each: each for each in texts}):
        pending.append(token)
        if token.kind == "stop":
            yield pending
            pending = []
    if pending:
        yield pending


def _mode(found: re.Match[str], line: int) -> Mode:
    """Return a mode such as ``modeb(*, parent(+person, -person))``."""
    kind = "head" if found[1] == "h" else "body"
    leaves = tuple(Leaf(name) for name in _TYPE.findall(found[4]))
    signs = (False,) if found[2] else (True,) if kind == "head" else (True, False)
    return Mode(kind, Template(found[3], leaves), signs, line=line)


def _examples(pos: str, neg: str, *, cautious: bool) -> Iterator[Example]:
    """Yield the examples that the atoms of two files are."""
    if cautious:
        yield Example("model", True, (), ())
    for path, positive in ((pos, True), (neg, False)):
        text = check_file(path, empty=True)
        for statement in _statements(text):
            atom = text[statement[0].start : statement[-1].start].strip()
            name = f"of {atom}"
            symbols.read(atom, path, statement[0].line)
            if cautious:
                yield Example(name, not positive, (), (atom,))
            else:
                yield Example(name, positive, (atom,), ())


def _inferred(program: str, path: str, pos: str) -> list[Mode]:
    """Return modes for the target of POS, and for all predicates of a program."""
    text = check_file(pos)
    target = next(
        symbols.signature(symbols.read(text[s[0].start : s[-1].start], pos, s[0].line))
        for s in _statements(text)
    )
    known = {symbols.signature(atom) for atom in Grounded([program], path).atoms}
    modes = [Mode("head", _template(*target))]
    return modes + [
        Mode("body", _template(*each), (True, False))
        for each in sorted(known - {target})
    ]


def _template(name: str, arity: int) -> Template:
    return Template(name, (Leaf(ANY),) * arity)
