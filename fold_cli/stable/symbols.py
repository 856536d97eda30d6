"""Atoms and terms as numbers, which hash and compare faster than clingo's symbols.

The numbers hold for one process; none is ever given back.
"""

from __future__ import annotations

from typing import TypeAlias

from clingo import Symbol, SymbolType, parse_term

from fold_cli.engine.stop import stopper
from fold_cli.errors import InputError
from fold_cli.stable.tasks.readable import check_readable, check_writable

Atom: TypeAlias = int
"""The number of an atom or term, in order of its first appearance in this process."""

_SYMBOLS: list[Symbol] = []
_NUMBERS: dict[Symbol, int] = {}
_TEXTS: dict[int, str] = {}
_READ: dict[str, Atom] = {}
_SIGNATURES: dict[int, tuple[str, int]] = {}


def number(symbol: Symbol) -> Atom:
    """Return the number of a symbol."""
    found = _NUMBERS.get(symbol)
    if found is None:
        found = _NUMBERS[symbol] = len(_SYMBOLS)
        _SYMBOLS.append(symbol)
    return found


def symbol(atom: Atom) -> Symbol:
    """Return the symbol of a number."""
    return _SYMBOLS[atom]


def text(atom: Atom) -> str:
    """Return an atom or term as clingo writes it; raise if that is too large."""
    if atom not in _TEXTS:
        with stopper().step(lambda: "while clingo writes it"):
            written = str(_SYMBOLS[atom])
        check_writable(written)
        _TEXTS[atom] = written
    return _TEXTS[atom]


def signature(atom: Atom) -> tuple[str, int]:
    """Return the name and arity of an atom; a minus is part of the name."""
    if atom not in _SIGNATURES:
        found = _SYMBOLS[atom]
        name = f"-{found.name}" if found.negative else found.name
        _SIGNATURES[atom] = name, len(found.arguments)
    return _SIGNATURES[atom]


def in_order(atoms: set[Atom] | frozenset[Atom]) -> list[Atom]:
    """Return atoms or terms in clingo's order."""
    return sorted(atoms, key=symbol)


def ground_term(source: str, path: str, line: int, kind: str = "term") -> Symbol:
    """Return the ground term that a text is; ``kind`` is for the message."""
    check_readable(source, path)
    try:
        return parse_term(source, lambda *_: None)
    except (RuntimeError, ValueError):  # not read; a character that is no text
        raise InputError(f"{source} is no ground {kind}", path, line) from None


def read(source: str, path: str, line: int) -> Atom:
    """Return the ground atom that a text is."""
    if source not in _READ:
        found = ground_term(source, path, line, "atom")
        if found.type is not SymbolType.Function or not found.name:
            raise InputError(f"{source} is no atom", path, line)
        _READ[source] = number(found)
    return _READ[source]
