"""Settings about the search: ``:- set(Name, Value)`` into a :class:`Bias`, and back.

The names are those of the systems that they come from: Aleph's ``i`` and
``clauselength``, Popper's ``max_body``, ``max_vars`` and ``max_clauses``, and our own
``single_types`` and ``datalog``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fold_cli.errors import InputError
from fold_cli.files.declarations import text_of
from fold_cli.files.problem import Bias

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fold_cli.files.declarations import Declarations

ATTRIBUTES = {
    "i": "variable_depth",
    "max_body": "max_body",
    "max_vars": "max_vars",
    "max_clauses": "max_clauses",
}
"""The attribute of a bias for each setting; ``clauselength`` is ``max_body`` + 1."""


def take_bias(declared: Declarations) -> Bias:
    """Remove the settings that bound the search, and return them as a bias."""
    length = _take_integer(declared, "clauselength")
    body = _take_integer(declared, "max_body")
    if body is None and length is not None:
        body = max(1, length - 1)  # the head counts
    return Bias(
        max_body=body,
        max_vars=_take_integer(declared, "max_vars"),
        max_clauses=_take_integer(declared, "max_clauses"),
        single_types=_take_names(declared, "single_types"),
        datalog=_take_truth(declared, "datalog"),
        variable_depth=_take_integer(declared, "i"),
    )


def bounds_note(bias: Bias) -> list[str]:
    """Return a line about the bounds that files set on the rules, if they set any."""
    bounds = ", ".join(f"{name} {value}" for name, value in _numbers(bias))
    if not bounds:
        return []
    return [f"the files bound the rules: {bounds}; others are not tried"]


def settings(bias: Bias) -> Iterator[str]:
    """Yield the settings of a bias as facts."""
    for name, value in _numbers(bias):
        yield f"set({name}, {value})."
    if bias.single_types:
        yield f"set(single_types, [{', '.join(bias.single_types)}])."
    if bias.datalog:
        yield "set(datalog, true)."


def _numbers(bias: Bias) -> Iterator[tuple[str, int]]:
    """Yield the settings of a bias that are numbers."""
    for name, attribute in ATTRIBUTES.items():
        value = getattr(bias, attribute)
        if value is not None:
            yield name, value


def _take_integer(declared: Declarations, name: str) -> int | None:
    if name not in declared.settings:
        return None
    term, where = declared.settings.pop(name)
    try:
        value = float(text_of(term))
    except ValueError:
        value = -1
    if not 0 <= value <= 10**9:
        raise InputError(f"the setting {name} is not a number", *where)
    return int(value)


def _take_truth(declared: Declarations, name: str) -> bool:
    if name not in declared.settings:
        return False
    term, where = declared.settings.pop(name)
    if text_of(term) not in ("true", "false"):
        raise InputError(f"the setting {name} is true or false", *where)
    return text_of(term) == "true"


def _take_names(declared: Declarations, name: str) -> tuple[str, ...]:
    if name not in declared.settings:
        return ()
    term, where = declared.settings.pop(name)
    items: list[Any] = term[1] if term[0] == "l" else [term]
    if not all(item[0] == "a" for item in items):
        raise InputError(f"the setting {name} is a list of types", *where)
    return tuple(item[2] for item in items)
