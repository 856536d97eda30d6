"""Names in a written theory: variables of clauses, predicates of exceptions.

A clause numbers its variables. Every format writes the same names for them, so that a
clause is recognised in each. Naming a clause takes one pass over its arguments.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from typing import TYPE_CHECKING, TypeVar

from fold_cli.theory.terms import VALUE, Member, Threshold, Var, parts_of

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence

    from fold_cli.theory.terms import BodyLiteral, Clause, Literal

_Name = TypeVar("_Name", bound="Hashable")

LETTERS_PER_TURN = 23  # A to W: X, Y and Z belong to heads


def exception_name(number: int, taken: Collection[str]) -> str:
    """Return ``ab<number>``, or the next such name that is not taken."""
    while (name := f"ab{number}") in taken:
        number += 1
    return name


def variable_names(clause: Clause) -> tuple[dict[Var, str], list[str]]:
    """Return a name for each variable, and one for the number that each literal bounds.

    The second list runs beside the body and is empty text where a literal is no
    threshold. The head has X, Y, Z (X1, X2, ... beyond three arguments); the others are
    A, B, C in the order of their appearance. A variable that occurs once is ``_``, an
    argument of the head that is fixed is its constant.
    """
    used = [_variables(literal, clause.arity) for literal in clause.body]
    uses = defaultdict[int, int](int)  # which is sooner than a Counter of so few
    for index in itertools.chain(range(clause.arity), *used):
        uses[index] += 1
    heads = head_names(clause.arity)
    named = {i: name if uses[i] > 1 else "_" for i, name in enumerate(heads)}
    named |= {i: constant.text for i, constant in clause.fixed}
    letters = (letter(number) for number in itertools.count())
    values = []
    for literal, indices in zip(clause.body, used, strict=True):
        for index in indices:
            if index not in named and index != VALUE.index:
                named[index] = next(letters) if uses[index] > 1 else "_"
        if isinstance(literal, Threshold):
            bounded = literal.variable
            values.append(named[bounded.index] if bounded else next(letters))
        else:
            values.append("")
    return {Var(index): name for index, name in named.items()}, values


def names_in(literal: Literal, names: Mapping[Var, str], value: str) -> dict[Var, str]:
    """Return the names of a literal's variables; that of its bounded number is given.

    A clause may have thousands of variables, so their names are not copied for each.
    """
    variables = (part for part in parts_of(literal) if isinstance(part, Var))
    return {variable: names.get(variable, value) for variable in variables}


def head_names(arity: int) -> list[str]:
    """Return the names of a head's variables: X, Y, Z, or X1, X2, ... beyond three."""
    return ["XYZ"[i] if arity <= 3 else f"X{i + 1}" for i in range(arity)]


def _variables(literal: BodyLiteral, arity: int) -> Sequence[int]:
    """Return the indices of a literal's variables; an enumeration has the head's."""
    if isinstance(literal, Member):
        return range(arity)
    return [part.index for part in parts_of(literal.atom) if isinstance(part, Var)]


def letter(number: int) -> str:
    """Return A, B, ..., W, A1, B1, ..."""
    turn, place = divmod(number, LETTERS_PER_TURN)
    return chr(ord("A") + place) + (str(turn) if turn else "")


def used_first(
    names: Iterable[_Name], uses: Mapping[_Name, Iterable[_Name]]
) -> list[_Name]:
    """Return names, or predicates, and all that they use; cycles are cut.

    Each comes after what it uses. Chains of exceptions may be longer than Python's
    stack, so there is no recursion.
    """
    order: dict[_Name, None] = {}
    begun: set[_Name] = set()
    waiting = [*names][::-1]
    while waiting:
        name = waiting[-1]
        if name in begun:
            order.setdefault(waiting.pop())
        else:
            begun.add(name)
            waiting += [used for used in uses.get(name, ()) if used not in begun][::-1]
    return list(order)
