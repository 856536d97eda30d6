"""Values of Python as atoms of Prolog."""

from __future__ import annotations

import math
from numbers import Integral, Real
from typing import Any, TypeAlias

from fold_cli.errors import InputError
from fold_cli.theory.quoting import float_text, quote_atom

Atom: TypeAlias = "str | tuple[Any, ...]"
"""``"age(ann, 40)"``, or ``("age", "ann", 40)`` with atoms quoted as they need it."""


def as_clause(atom: Atom) -> str:
    """Return an atom as a line of Prolog."""
    text = atom_text(atom)
    return f"{text}\n" if text.endswith(".") else f"{text}.\n"


def atom_text(atom: Atom) -> str:
    """Return an atom as text of Prolog."""
    if isinstance(atom, str):
        return atom.strip()
    try:
        return _term(atom)
    except InputError:
        raise
    except (RecursionError, ValueError):
        raise InputError(
            "an atom is nested too deep, or has a number of too many digits"
        ) from None


def _term(value: object) -> str:
    """Return a value of Python as Prolog writes it."""
    if isinstance(value, tuple) and value and isinstance(value[0], str):
        name, args = quote_atom(value[0]), ", ".join(map(_term, value[1:]))
        return f"{name}({args})" if args else name
    if isinstance(value, str):
        return quote_atom(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Integral):
        return str(int(value))
    if isinstance(value, Real) and math.isfinite(value):
        return float_text(float(value))
    raise InputError(
        f"{value!r} cannot be part of an atom; give str, numbers, or tuples that begin "
        "with a name"
    )
