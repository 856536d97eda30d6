"""A theory as a Prolog program that SWI-Prolog runs beside the background knowledge.

``to_prolog`` writes the program, ``clause_text`` one clause of it. Other formats use
the parts of clauses from here. Text of the program is read back by
``files/theories.py``, because reading Prolog needs Prolog.
"""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING

from fold_cli.theory.formats.header import counts_text, header_lines
from fold_cli.theory.naming import names_in, variable_names
from fold_cli.theory.operators import (
    INFIX,
    comparison_operand,
    indicator,
    infix,
    joined_by_minus,
    prefix,
    standalone_atom,
)
from fold_cli.theory.quoting import requoted
from fold_cli.theory.terms import (
    Clause,
    Compound,
    Const,
    Literal,
    Member,
    Threshold,
    Var,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from fold_cli.theory.terms import BodyLiteral
    from fold_cli.theory.theory import Theory

LINE_WIDTH = 80
"""Characters up to which a clause stands on one line."""


def to_prolog(theory: Theory) -> str:
    """Return a program that swipl runs beside the background knowledge."""
    operators = theory.operators
    target = indicator(theory.target.name, theory.target.arity, operators)
    directives = []
    if theory.sets_quotes:
        directives.append("set_prolog_flag(double_quotes, string)")
    if theory.qualified:  # without its library, lists:member would be the user's
        library = "use_module(library(lists), [])"
        if ":-" in operators or "/" in operators:  # swipl reads its first line so
            library = infix(":", "system", library, operators).replace(" : ", ":")
        directives.append(library)
    if theory.forgets:
        directives.append(f"abolish({target})")
    if theory.recursive:
        directives.append(prefix("table", target, operators))
    if not theory.clauses:  # known, and true of nothing
        directives.append(prefix("dynamic", target, operators))
    write = functools.partial(clause_text, operators=operators)
    if ":-" in operators:
        directives = [f"({directive})" for directive in directives]
    declarations = [
        f"{prefix(':-', directive, operators)}." for directive in directives
    ]
    return program_text(theory, write, declarations)


def program_text(
    theory: Theory, write: Callable[[Clause], str], declarations: Sequence[str] = ()
) -> str:
    """Return header, declarations and clauses, each clause below what it covers."""
    blocks = ["".join(f"% {line}\n" for line in header_lines(theory))]
    blocks += [f"{line}\n" for line in declarations]
    for learned in theory.clauses:
        comment = ""
        if learned.covers:
            comment = f"% covers {counts_text(learned.covers)}\n"
        blocks.append(f"{comment}{write(learned.clause)}\n")
    return "\n".join(blocks)


def clause_text(
    clause: Clause, operators: Collection[str] = (), width: float = LINE_WIDTH
) -> str:
    """Return a clause as Prolog text; ``operators`` are those of the background.

    One that is longer than ``width`` has a line for each goal.
    """
    if clause.arity and len(clause.fixed) == clause.arity and not clause.body:
        row = tuple(constant for _, constant in sorted(clause.fixed, key=_position))
        clause = Clause(clause.name, clause.arity, (Member((row,)),))
    names, values = variable_names(clause)
    head = atom_text(Literal(clause.name, head_arguments(clause)), names, operators)
    goals = []
    for literal, value in zip(clause.body, values, strict=True):
        goals += _goals(literal, clause, names, value, operators, width)
    if not goals:
        return f"{head}."
    if ":-" in operators:
        return f":-({head}, ({', '.join(goals)}))."
    line = f"{head} :- {', '.join(goals)}."
    if len(line) <= width and "\n" not in line:
        return line
    separator = ",\n    "
    return f"{head} :-\n    {separator.join(goals)}."


def clause_line(clause: Clause) -> str:
    """Return a clause as Prolog text in one line."""
    return clause_text(clause, width=math.inf)


def _position(fixed: tuple[int, Const]) -> int:
    return fixed[0]


def head_text(clause: Clause) -> str:
    """Return a clause's head."""
    return atom_text(
        Literal(clause.name, head_arguments(clause)), variable_names(clause)[0]
    )


def head_arguments(clause: Clause) -> tuple[Var, ...]:
    """Return the variables of a clause's head."""
    return tuple(Var(i) for i in range(clause.arity))


def _goals(
    literal: BodyLiteral,
    clause: Clause,
    names: Mapping[Var, str],
    value: str,
    operators: Collection[str],
    width: float,
) -> list[str]:
    """Return the goals of a literal; ``value`` names the number of a threshold."""
    if isinstance(literal, Member):
        head = joined_by_minus(
            (names[var] for var in head_arguments(clause)), operators
        )
        rows = [
            joined_by_minus((requoted(c.text) for c in row), operators)
            for row in literal.rows
        ]
        goal = f"member({head}, [{_wrapped(rows, width)}])"
        if literal.qualified:
            goal = f":(lists, {goal})" if ":" in operators else f"lists:{goal}"
        return [goal]
    if isinstance(literal, Threshold):
        bounds = [
            infix(b.comparison, value, b.number.text, operators) for b in literal.bounds
        ]
        if literal.variable:
            return bounds
        own = names_in(literal.atom, names, value)
        return [atom_text(literal.atom, own), *bounds]
    text = atom_text(literal, names, operators)
    if literal.once:
        return [f"once({text})"]
    return [prefix("\\+", text, operators) if literal.negated else text]


def atom_text(
    literal: Literal, names: Mapping[Var, str], operators: Collection[str] = ()
) -> str:
    """Return a literal's atom, without its negation."""
    if not literal.args:
        return standalone_atom(literal.name, operators)
    args = [
        requoted(arg.text) if isinstance(arg, Const) else arg.text_with(names)
        for arg in literal.args
    ]
    if literal.name in INFIX and len(args) == 2:
        left, right = (
            text if isinstance(arg, Compound) else comparison_operand(text, operators)
            for arg, text in zip(literal.args, args, strict=True)
        )
        return infix(literal.name, left, right, operators)
    return f"{requoted(literal.name)}({', '.join(args)})"


def _wrapped(items: list[str], width: float) -> str:
    """Join items by commas, with line breaks where one line cannot hold them."""
    lines = [""]
    for item in items:
        if lines[-1] and len(lines[-1]) + len(item) + 12 > width:
            lines.append("")
        lines[-1] += f"{', ' if lines[-1] else ''}{item}"
    return ",\n        ".join(lines)
