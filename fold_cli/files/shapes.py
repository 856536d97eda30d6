"""Terms with holes: ``[A|B]`` in clauses, ``[-item|-list]`` in modes.

A mode with terms among its arguments is one of a predicate that stands for such
literals: ``+list = [-item|-list]`` is a mode of ``'A = [B|C]'(+list, -item, -list)``,
which the background gets a rule for. Clauses of a theory have the literals themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fold_cli.theory.operators import INFIX, operand
from fold_cli.theory.quoting import quote_atom
from fold_cli.theory.terms import Compound, Const, Literal, Var

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from fold_cli.theory.terms import Term

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def with_holes(
    term: Any, is_hole: Callable[[Any], bool], hole: Callable[[Any], Var | Const]
) -> Compound:
    """Return a term, as ``fold_json.pl`` writes it, with terms for its holes.

    What is no hole must be no variable. One pass without recursion, since terms may be
    nested deeply.
    """
    parts = [""]
    args: list[Var | Const] = []
    waiting = [term]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            parts[-1] += item
        elif is_hole(item):
            args.append(hole(item))
            parts.append("")
        elif item[0] in "ans":
            parts[-1] += operand(item[-1])
        elif item[0] == "f" and item[4] and not any(holes_in(item, is_hole)):
            parts[-1] += operand(item[4])
        elif item[0] == "l":
            waiting += ["]", *_separated(item[1], ","), "["]
        elif item[0] == "f" and item[1] == "[|]" and len(item[3]) == 2:
            waiting += ["]", *_separated(item[3], "|"), "["]
        else:
            waiting += [")", *_separated(item[3], ","), f"{item[2]}("]
    return Compound(tuple(parts), tuple(args))


def _separated(items: list[Any], sign: str) -> list[Any]:
    """Return items with a sign between each two, the last first."""
    separated = [part for item in reversed(items) for part in (item, sign)]
    return separated[:-1]


def holes_in(term: Any, is_hole: Callable[[Any], bool]) -> Iterator[Any]:
    """Yield the holes of a term, such as its variables, from left to right."""
    waiting = [term]
    while waiting:
        item = waiting.pop()
        if is_hole(item):
            yield item
        elif item[0] in "fl":
            waiting += reversed(item[3] if item[0] == "f" else item[1])


def is_variable(term: Any) -> bool:
    """Return whether a term is a variable."""
    return bool(term[0] == "v")


def shape_of(name: str, args: Sequence[Any], is_hole: Callable[[Any], bool]) -> Literal:
    """Return the literal of a mode's predicate, with the variables 0, 1, ... for holes.

    They are numbered from left to right.
    """
    holes = 0

    def hole(_: Any) -> Var:
        nonlocal holes
        holes += 1
        return Var(holes - 1)

    terms: list[Term] = []
    for arg in args:
        compound = with_holes(arg, is_hole, hole)
        if not compound.args:
            terms.append(Const(compound.parts[0]))
        elif compound.parts == ("", ""):
            terms.append(compound.args[0])
        else:
            terms.append(compound)
    return Literal(name, tuple(terms))


def rule_for(shape: Literal, arity: int) -> tuple[str, str]:
    """Return the name of the predicate that stands for a literal, and its rule."""
    names = {Var(at): f"V{at}" for at in range(arity)}
    letters = {
        Var(at): LETTERS[at] if arity <= len(LETTERS) else f"A{at}"
        for at in range(arity)
    }
    name = quote_atom(shape_text(shape, letters))
    head = f"{name}({','.join(names.values())})"
    return name, f"{head} :- {_canonical(shape, names)}.\n"


def shape_text(shape: Literal, names: dict[Var, str]) -> str:
    """Return a literal with these names for its variables."""
    args = [arg.text_with(names) for arg in shape.args]
    if shape.name in INFIX and len(args) == 2:
        return f"{args[0]} {shape.name} {args[1]}"
    return f"{shape.name}({', '.join(args)})"


def _canonical(shape: Literal, names: dict[Var, str]) -> str:
    return f"{shape.name}({','.join(arg.text_with(names) for arg in shape.args)})"
