"""Recognising ILASP's tasks that need several stable models.

Such a file has negative examples, examples with a context or a penalty, choices among
its heads, several predicates to learn, modes with ``not`` or a comparison, no example
with an atom that is in, or a background with choices, constraints or other things that
only clingo reads.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from fold_cli.errors import FoldError
from fold_cli.files.dialects.clingo_syntax import clingo_reads_otherwise
from fold_cli.files.dialects.directory import problem_in
from fold_cli.files.sources import (
    check_file,
    has_hash_statements,
    is_directory,
    is_table,
    peek_bytes,
)

if TYPE_CHECKING:
    from fold_cli.files.dialects.clingo import Token

_STATEMENTS = {
    "#modeha", "#modea", "#minhl", "#maxhl", "#neg", "#const", "#show", "#defined",
    "#minimize", "#maximize", "#script", "#include", "#external", "#program", "#theory",
    "#heuristic", "#edge", "#project",
}  # fmt: skip
_EXAMPLES = {b"#pos", b"#neg"}
_CLINGO = {"{", "..", "!=", "<="}
_IN_MODES = {"not", "<", ">", "=", "!=", "<=", ">=", "=="}


def task_of_several_models(
    path: str, dialect: str | None = None, *, any_task: bool = False
) -> str | None:
    """Return the file with such a task: this one, or the one in this directory.

    With ``any_task``, one model may be enough for it. A table is none, and it may be
    too large to be looked through.
    """
    if is_table(path):
        return None
    if is_directory(path):
        try:
            problem = problem_in(path, dialect)
        except FoldError:  # whoever reads the directory says what is wrong
            return None
        if problem.dialect != "ilasp" or len(problem.names) != 1:
            return None
        path = str(Path(path) / problem.names[0])
    data = b"" if is_table(path) else peek_bytes(path)
    if not any(word in data for word in _EXAMPLES):
        return None
    if not has_hash_statements(path):
        return None
    from fold_cli.files.dialects.clingo import tokens  # slow to load

    words = list(tokens(check_file(path), lambda texts: dict.fromkeys(texts, "")))
    return path if any_task or _needs_several_models(words) else None


def _needs_several_models(words: list[Token]) -> bool:
    """Return whether a task needs several models, by the statements in it."""
    heads, atoms_in = set[str](), list[bool]()
    at, at_start = 0, True
    while at < len(words):
        token = words[at]
        if at_start and token.kind == "hash":
            end, sets, penalty = _statement(words, at + 1)
            plain = token.text != "#pos" or (sets <= 2 and not penalty)
            if token.text in _STATEMENTS or not plain:
                return True
            inside = words[at + 1 : end]
            if token.text == "#modeb" and any(w.text in _IN_MODES for w in inside):
                return True
            if token.text == "#modeh":
                heads.add(_predicate(words, at + 1))
            if token.text == "#pos":
                texts = [each.text for each in inside]
                first = texts.index("{") if "{" in texts else len(texts)
                atoms_in.append(texts[first + 1 : first + 2] != ["}"])
            at = end
            continue
        if token.text in _CLINGO or (at_start and token.text in (":-", ":~")):
            return True  # a choice, an interval, a comparison, or a constraint
        if token.text == "(" and words[at + 1 : at + 2] and words[at + 1].text == ")":
            return True  # the empty tuple
        at_start = token.kind == "stop"
        at += 1
    if atoms_in and not any(atoms_in):
        return True  # no positive example of a predicate
    return len(heads) > 1 or clingo_reads_otherwise(words)


def _statement(words: list[Token], at: int) -> tuple[int, int, bool]:
    """Return where a statement ends, how many sets it has, and if it has a penalty."""
    depth, sets, penalty = 0, 0, False
    for place in range(at, len(words)):
        token = words[place]
        if depth == 1 and token.text == "{":
            sets += 1
        penalty = penalty or (depth == 1 and token.text == "@")
        depth += (token.text in ("(", "{")) - (token.text in (")", "}"))
        if depth == 0:
            stopped = place + 1 < len(words) and words[place + 1].kind == "stop"
            return place + 1 + stopped, sets, penalty
    return len(words), sets, penalty


def _predicate(words: list[Token], at: int) -> str:
    """Return the name of the predicate of a mode."""
    names = (token.text for token in words[at:] if token.kind == "name")
    return next(names, "")
