"""Declarations in the files: modes, settings, determinations, sentences.

Prolog reads the terms and hands them over as JSON (``fold_json.pl``), with file
and line: ``["f", name, quoted name, arguments, text]`` for a compound, ``"a"`` for an
atom, ``"n"`` a number, ``"s"`` a string, ``"v"`` a variable, ``"l"`` a list.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from fold_cli.errors import InputError
from fold_cli.files.problem import Arg, Bias, Mode
from fold_cli.files.shapes import holes_in, is_variable, rule_for, shape_of
from fold_cli.theory.english.sentences import Sentence, parse_sentence
from fold_cli.theory.terms import Predicate

MAX_ARITY = 255
"""Arguments of a predicate, as in ``fold_reserved.pl``."""


@dataclass(frozen=True, order=True, slots=True)
class Skipped:
    """A statement that only another system can use."""

    file: str
    line: int
    text: str


@dataclass(slots=True)
class Declarations:
    """What the files declare about the language and the search."""

    heads: list[Mode] = field(default_factory=list)
    bodies: list[Mode] = field(default_factory=list)
    either: list[Mode] = field(default_factory=list)  # mode/2: head or body
    categorical: list[Predicate] | None = None  # foil_predicates/1
    numeric: list[Predicate] = field(default_factory=list)
    closed_world: bool | None = None
    sentences: list[Sentence] = field(default_factory=list)  # pred/1
    bias: Bias = field(default_factory=Bias)
    determined: list[tuple[Predicate, Predicate]] = field(default_factory=list)
    lazy: list[Predicate] = field(default_factory=list)  # lazy_evaluate/1
    settings: dict[str, Any] = field(default_factory=dict)  # set/2
    skipped: list[Skipped] = field(default_factory=list)
    examples: str | None = None  # the file that should have the positives
    negatives: str | None = None  # the file that should have the negatives
    head_first: bool = False  # the declared head is the target, not the examples'
    lenient: bool = False  # a mode whose input type nothing gives is no error
    constants: bool = False  # modes may have constants for arguments


def parse_declarations(texts: list[str], *, constants: bool) -> Declarations:
    """Parse the reply of ``fold_declarations:declarations/2``: JSON, a text for each.

    With ``constants``, modes may have them for arguments, as Aleph's may.
    """
    result = Declarations(constants=constants)
    for text in texts:
        item = read_json(text)
        _parse(item["term"], item["file"], item["line"], result)
    return result


def _is_structured(mode: Any, constants: bool) -> bool:
    """Return whether a mode has terms with places for arguments.

    A constant is a fault, most likely a sign that was forgotten, unless it is allowed
    or what something is compared with: ``+list = []``.
    """
    terms = [arg for arg in mode[3] if not _is_placemarker(arg)]
    if not terms or not _places(mode):
        return False
    return constants or mode[1] == "=" or all(map(_places, terms))


def _places(mode: Any) -> list[Any]:
    """Return the places of a mode, +type and so on, from left to right."""
    return list(holes_in(mode, _is_placemarker))


def _is_negation(mode: Any) -> bool:
    return mode[0] == "f" and mode[1] in ("not", "\\+") and len(mode[3]) == 1


def _is_placemarker(term: Any) -> bool:
    """Return whether an argument of a mode is +type, -type or #type."""
    return term[0] == "f" and term[1] in ("+", "-", "#") and len(term[3]) == 1


_PLACE = re.compile(r'(?:"file":("(?:[^"\\]|\\.)*"),)?"line":([0-9]+)\}$')


def read_json(text: str, path: str = "") -> Any:
    """Parse what ``fold_json.pl`` wrote; an error if it is nested too deeply.

    The text ends with the place of the clause; ``path`` is the file where it has none.
    """
    try:
        return json.loads(text)
    except RecursionError:
        place = _PLACE.search(text, max(0, len(text) - 10_000))
        file, line = place.groups() if place else (None, "0")
        raise InputError(
            "a declaration or clause is nested too deeply",
            json.loads(file) if file else path,
            int(line),
        ) from None


def _parse(term: Any, file: str, line: int, result: Declarations) -> None:
    name, args = term[1], term[3]
    where = (file, line)
    if name in ("modeh", "modeb", "mode"):
        _add_mode(name, args[-1], where, result)
    elif name == "determination":
        one, other = (_indicators(["l", [arg]], where)[0] for arg in args)
        result.determined.append((one, other))
    elif name == "foil_predicates":
        result.categorical = (result.categorical or []) + _indicators(args[0], where)
    elif name == "foil_numeric_predicates":
        result.categorical = result.categorical or []
        result.numeric += _indicators(args[0], where)
    elif name == "foil_cwa":
        result.closed_world = args[0][1] == "true"
    elif name == "pred":
        result.sentences.append(parse_sentence(args[0], file, line))
    elif name == "set":
        result.settings[text_of(args[0])] = (args[1], where)
    elif name == "lazy_evaluate":
        result.lazy += _indicators(["l", [args[0]]], where)
    elif name == "skipped":
        result.skipped.append(Skipped(file, line, args[0][1]))


def _add_mode(
    name: str, term: Any, where: tuple[str, int], result: Declarations
) -> None:
    if _is_negation(term):
        inner = _mode(term[3][0], where)
        result.skipped.append(Skipped(*where, f"the mode of not {inner}"))
        return
    structured = term[0] == "f" and _is_structured(term, result.constants)
    if name != "modeh" and structured:
        result.bodies.append(_structured_mode(term, where))
        return
    places = {"modeh": result.heads, "modeb": result.bodies, "mode": result.either}
    places[name].append(_mode(term, where))


def text_of(term: Any) -> str:
    """Return the text of a constant; empty for any other term."""
    return str(term[1]) if term[0] in "ans" else ""


def _mode(term: Any, where: tuple[str, int]) -> Mode:
    if term[0] == "a":
        return Mode(Predicate(term[2], 0), (), *where)
    if term[0] != "f":
        raise InputError("a mode is written like bird(+animal)", *where)
    _, _, name, args, _ = term
    return Mode(
        predicate_at(name, len(args), *where),
        tuple(_arg(arg, name, where) for arg in args),
        *where,
    )


def _structured_mode(term: Any, where: tuple[str, int]) -> Mode:
    """Return the mode of a predicate that stands for literals with terms in them."""
    _, _, name, args, _ = term
    if _is_placemarker(term):
        raise InputError(
            f"a mode is written like bird(+animal), without {name} before it", *where
        )
    if any(any(holes_in(arg, is_variable)) for arg in args):
        raise InputError(f"the mode for {name} has a variable", *where)
    shape = shape_of(name, args, _is_placemarker)
    places = tuple(_arg(place, name, where) for place in _places(term))
    own_name, _ = rule_for(shape, len(places))
    predicate = predicate_at(own_name, len(places), *where)
    return Mode(predicate, places, *where, shape=shape)


def _arg(term: Any, name: str, where: tuple[str, int]) -> Arg:
    if _is_placemarker(term):
        inner = term[3][0]
        if inner[0] in "ans":
            return Arg(term[1], inner[-1])
        if inner[0] == "f" and inner[4] is not None:
            return Arg(term[1], inner[4])
    raise InputError(
        f"an argument of the mode for {name} is not +type, -type or #type", *where
    )


def _is_indicator(term: Any) -> bool:
    if term[0] != "f" or term[1] != "/" or len(term[3]) != 2:
        return False
    name, arity = term[3]
    return name[0] == "a" and arity[0] == "n" and is_count(arity[1])


def is_count(text: str) -> bool:
    """Return whether a text is a whole number of at most nine digits."""
    return re.fullmatch("[0-9]{1,9}", text) is not None


def predicate_at(name: str, arity: int, file: str, line: int) -> Predicate:
    """Return a predicate that a file names; an error if it has too many arguments."""
    if arity > MAX_ARITY:
        raise InputError(
            f"{name} has {arity} arguments, more than the {MAX_ARITY} that a predicate "
            "may have",
            file,
            line,
        )
    return Predicate(name, arity)


def _indicators(term: Any, where: tuple[str, int]) -> list[Predicate]:
    if term[0] == "l":
        items = term[1]
        if all(map(_is_indicator, items)):
            return [predicate_at(i[3][0][2], int(i[3][1][1]), *where) for i in items]
    raise InputError("a list of predicates such as [bird/1, age/2] is expected", *where)
