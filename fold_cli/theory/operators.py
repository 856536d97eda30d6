"""Operators: how terms are written with them so that any swipl reads them.

An atom that is a prefix operator takes what follows as its argument, so ``dynamic-is``
is no pair: a text that is not surely read as one operand stands in brackets. Where the
background makes more names operators, or makes something else of those that theories
are written with, ``operators`` has their names, and the latter are written before their
arguments, as ``=<(A, 2)``. Each function is linear in the length of its text.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from fold_cli.theory.terms import Literal, Predicate

INFIX = frozenset(("=", "\\=", "==", "\\==", "=:=", "=\\=", "<", ">", "=<", ">=", "is"))
"""Predicates that are written between their two arguments."""

WORDS = frozenset(
    [
        *("as", "discontiguous", "div", "divs", "dynamic", "initialization", "is"),
        *("meta_predicate", "mod", "module_transparent", "multifile", "not"),
        *("pred", "public", "rdiv", "rem", "table", "tdiv"),
        *("thread_initialization", "thread_local", "tnot", "volatile", "xor"),
    ]
)
"""Words that are operators in some SWI-Prolog, or in the files that fold reads."""

_NUMBER = re.compile(r"-?[0-9]+(r[0-9]+|\.[0-9]+(e[-+]?[0-9]+|Inf|NaN)?)?")
_PLAIN = re.compile(r"\w+|'(?:[^'\\]|\\.|'')*'|[a-z]\w*\([\w, ]*\)")


@dataclass(frozen=True, slots=True)
class Syntax:
    """What a background changes for a theory that swipl loads after it."""

    new: frozenset[str] = frozenset()  # names that it makes prefix operators
    changed: frozenset[str] = frozenset()  # operators that theories are written with
    sets_quotes: bool = False  # it sets how "text" is read
    target_clauses: str = ""  # some, "replaced" by those of a theory, or "added"
    shapes: tuple[tuple[Predicate, Literal], ...] = ()
    """Predicates that stand for literals with terms in them; see files/shapes.py."""


Operators: TypeAlias = "Collection[str]"
"""Names of operators, as Prolog writes them."""


def infix(name: str, left: str, right: str, operators: Operators) -> str:
    """Return an infix operator between two texts that can be its operands."""
    if name in operators:
        return f"{name}({left}, {right})"
    return f"{left} {name} {right}"


def prefix(name: str, text: str, operators: Operators = ()) -> str:
    """Return a prefix operator before a text that can be its operand."""
    return f"{name}({text})" if name in operators else f"{name} {text}"


def joined_by_minus(parts: Iterable[str], operators: Operators) -> str:
    """Return the arguments of an example as one term: ``a-b-c``."""
    texts = [operand(part, operators) for part in parts]
    if "-" not in operators:
        return "-".join(texts)
    return functools.reduce(lambda left, right: f"-({left}, {right})", texts)


def operand(text: str, operators: Operators = ()) -> str:
    """Return a constant so that it can stand beside an infix minus."""
    word = text in WORDS or text in operators
    return text if _PLAIN.fullmatch(text) and not word else f"({text})"


def comparison_operand(text: str, operators: Operators) -> str:
    """Return a constant so that it can stand beside a comparison."""
    return text if is_number(text) else operand(text, operators)


def is_number(text: str) -> bool:
    """Return whether a constant is a number."""
    return _NUMBER.fullmatch(text) is not None


def standalone_atom(name: str, operators: Operators) -> str:
    """Return a name without arguments, in brackets where it could be an operator."""
    word = name in WORDS or name in operators
    return name if re.match(r"[\w'\[{!]", name) and not word else f"({name})"


def indicator(name: str, arity: int, operators: Operators = ()) -> str:
    """Return ``name/arity``."""
    if "/" in operators:
        return f"/({name}, {arity})"
    return f"{standalone_atom(name, operators)}/{arity}"
