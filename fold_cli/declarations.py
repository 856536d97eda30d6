"""Mode declarations and settings, as terms read by Prolog, into modes."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from fold_cli.errors import InputError
from fold_cli.problem import Arg, Mode
from fold_cli.terms import Predicate


@dataclass(slots=True)
class Declarations:
    """What the files declare about the language of the theory."""

    heads: list[Mode] = field(default_factory=list)
    bodies: list[Mode] = field(default_factory=list)
    categorical: list[Predicate] | None = None  # foil_predicates/1
    numeric: list[Predicate] = field(default_factory=list)
    closed_world: bool | None = None


def parse_declarations(texts: list[str]) -> Declarations:
    """Understand the declarations that ``fold_load:declarations/2`` returns."""
    result = Declarations()
    for text in texts:
        item = json.loads(text)
        _parse(item["term"], item["file"], item["line"], result)
    return result


def _parse(term: Any, file: str, line: int, result: Declarations) -> None:
    name, args = term[1], term[3]
    where = (file, line)
    if name in ("modeh", "modeb", "mode"):
        mode = _mode(args[-1], where)
        (result.heads if name == "modeh" else result.bodies).append(mode)
    elif name == "foil_predicates":
        result.categorical = (result.categorical or []) + _indicators(args[0], where)
    elif name == "foil_numeric_predicates":
        result.categorical = result.categorical or []
        result.numeric += _indicators(args[0], where)
    elif name == "foil_cwa":
        result.closed_world = args[0][1] == "true"


def _mode(term: Any, where: tuple[str, int]) -> Mode:
    if term[0] == "a":
        return Mode(Predicate(term[2], 0), (), *where)
    if term[0] != "f":
        raise InputError("a mode is written like bird(+animal)", *where)
    _, _, name, args, _ = term
    return Mode(
        Predicate(name, len(args)),
        tuple(_arg(arg, name, where) for arg in args),
        *where,
    )


def _arg(term: Any, name: str, where: tuple[str, int]) -> Arg:
    if term[0] == "f" and term[1] in "+-#" and len(term[3]) == 1:
        inner = term[3][0]
        if inner[0] == "a":
            return Arg(term[1], inner[2])
    raise InputError(
        f"an argument of the mode for {name} is not +type, -type or #type", *where
    )


def _indicators(term: Any, where: tuple[str, int]) -> list[Predicate]:
    if term[0] == "l":
        items = term[1]
        if all(i[0] == "f" and i[1] == "/" and i[3][1][0] == "n" for i in items):
            return [Predicate(i[3][0][2], int(i[3][1][1])) for i in items]
    raise InputError("a list of predicates such as [bird/1, age/2] is expected", *where)
