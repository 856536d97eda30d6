"""Bodies and clauses of programs as text that Prolog reads.

Variables are V0, V1, ... by their numbers, so that a variable has the same name in all
bodies of one question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli.theory.terms import Literal, Var

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def names(variables: Iterable[int]) -> str:
    """Return the names of variables, separated by commas."""
    return ",".join(f"V{variable}" for variable in variables)


def goal_args(literal: Literal, places: Iterable[int]) -> str:
    """Return the variables at some places of a literal."""
    args = literal.args
    return names(arg.index for at in places if isinstance(arg := args[at], Var))


def goal(literal: Literal) -> str:
    """Return a literal as a goal."""
    args = [
        f"V{a.index}" if isinstance(a, Var) else a.text_with({}) for a in literal.args
    ]
    text = f"{literal.name}({','.join(args)})" if args else literal.name
    return f"\\+ {text}" if literal.negated else text


def tree(bodies: Sequence[tuple[tuple[Literal, ...], Sequence[int]]]) -> str:
    """Return the nodes of some bodies, numbered, with what they begin with shared."""
    root: dict[Literal, list[object]] = {}
    for number, (literals, values) in enumerate(bodies):
        below = root
        for literal in literals:
            node = below.setdefault(literal, ["none", "[]", {}])
            below = node[2]  # type: ignore[assignment]
        node[0], node[1] = number, f"[{names(values)}]"
    return _nodes(root)


def _nodes(below: dict[Literal, list[object]]) -> str:
    texts = [
        f"node({goal(literal)},{number},{values},{_nodes(more)})"  # type: ignore[arg-type]
        for literal, (number, values, more) in below.items()
    ]
    return f"[{','.join(texts)}]"
