"""A theory as a Prolog program that SWI-Prolog runs beside the background knowledge.

``to_prolog`` writes the program, ``clause_text`` one clause of it. Other formats use
the header and the parts of clauses from here. Text of the program is read back by
``files/theories.py``, because reading Prolog needs Prolog.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fold_cli.theory.naming import variable_names
from fold_cli.theory.terms import VALUE, Literal, Member, Threshold, Var

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from fold_cli.theory.terms import BodyLiteral, Clause, Const
    from fold_cli.theory.theory import Counts, Theory

LINE_WIDTH = 80
"""Characters up to which a clause stands on one line."""

_INFIX_OPERATORS = frozenset(
    ("=", "\\=", "==", "\\==", "=:=", "=\\=", "<", ">", "=<", ">=", "is")
)
_PREFIX_OPERATORS = re.compile(
    "discontiguous|dynamic|initialization|meta_predicate|module_transparent|multifile|"
    "public|table|thread_initialization|thread_local|volatile"
)


def to_prolog(theory: Theory) -> str:
    """Return a program that swipl runs beside the background knowledge."""
    target = f"{_without_arguments(theory.target.name)}/{theory.target.arity}"
    declarations = [f":- table {target}."] if theory.recursive else []
    text = program_text(theory, clause_text, declarations)
    if theory.clauses:
        return text
    return f"{text}\n:- dynamic {target}.\n"  # known, and true of nothing


def program_text(
    theory: Theory, write: Callable[[Clause], str], declarations: Sequence[str] = ()
) -> str:
    """Return header, declarations and clauses, each clause below what it covers."""
    blocks = ["".join(f"% {line}\n" for line in header(theory))]
    blocks += [f"{line}\n" for line in declarations]
    for learned in theory.clauses:
        comment = ""
        if learned.covers:
            comment = f"% covers {counts_text(learned.covers)}\n"
        blocks.append(f"{comment}{write(learned.clause)}\n")
    return "\n".join(blocks)


def header(theory: Theory) -> list[str]:
    """Return the lines of a theory file's header, without the comment sign."""
    lines = [f"fold: default theory for {theory.target}"]
    if theory.examples:
        lines.append(f"examples: {counts_text(theory.examples)}")
    if theory.covers:
        lines.append(f"covered: {counts_text(theory.covers)}")
    lines += theory.notes
    if theory.partial:
        lines.append(f"partial: stopped early{_uncovered(theory)}")
    return lines


def _uncovered(theory: Theory) -> str:
    """Return how many positive examples are left, as text, where that is known."""
    if not theory.examples or not theory.covers:
        return ""
    left = theory.examples.positives - theory.covers.positives
    return f", {left} positive example{'s' * (left != 1)} not covered"


def counts_text(counts: Counts) -> str:
    """Return counts as headers and comments have them."""
    return f"{counts.positives} positive, {counts.negatives} negative"


def clause_text(clause: Clause) -> str:
    """Return a clause as Prolog text."""
    names, values = variable_names(clause)
    head = atom_text(Literal(clause.name, head_arguments(clause)), names)
    goals = []
    for literal, value in zip(clause.body, values, strict=True):
        goals += _goals(literal, clause, names, value)
    if not goals:
        return f"{head}."
    line = f"{head} :- {', '.join(goals)}."
    if len(line) <= LINE_WIDTH and "\n" not in line:
        return line
    separator = ",\n    "
    return f"{head} :-\n    {separator.join(goals)}."


def body_texts(clause: Clause) -> list[str]:
    """Return a text for each literal of the body; a threshold is one literal."""
    names, values = variable_names(clause)
    return [
        ", ".join(_goals(literal, clause, names, value))
        for literal, value in zip(clause.body, values, strict=True)
    ]


def head_text(clause: Clause) -> str:
    """Return a clause's head."""
    return atom_text(
        Literal(clause.name, head_arguments(clause)), variable_names(clause)[0]
    )


def head_arguments(clause: Clause) -> tuple[Var, ...]:
    """Return the variables of a clause's head."""
    return tuple(Var(i) for i in range(clause.arity))


def _goals(
    literal: BodyLiteral, clause: Clause, names: Mapping[Var, str], value: str
) -> list[str]:
    """Return the goals of a literal; ``value`` names the number of a threshold."""
    if isinstance(literal, Member):
        head = "-".join(names[var] for var in head_arguments(clause))
        examples = _wrapped(["-".join(map(_operand, row)) for row in literal.rows])
        return [f"member({head}, [{examples}])"]
    if isinstance(literal, Threshold):
        bounds = [f"{value} {b.op} {b.number.text}" for b in literal.bounds]
        if literal.variable:
            return bounds
        return [atom_text(literal.atom, {**names, VALUE: value}), *bounds]
    return [("\\+ " if literal.negated else "") + atom_text(literal, names)]


def _operand(constant: Const) -> str:
    """Return a constant so that it can stand beside an infix minus."""
    text = constant.text
    plain = re.fullmatch(r"\w+|'(?:[^'\\]|\\.|'')*'|\w[\w.]*\(.*\)", text)
    return text if plain else f"({text})"


def atom_text(literal: Literal, names: Mapping[Var, str]) -> str:
    """Return a literal's atom, without its negation."""
    if not literal.args:
        return _without_arguments(literal.name)
    args = [names[arg] if isinstance(arg, Var) else arg.text for arg in literal.args]
    if literal.name in _INFIX_OPERATORS and len(args) == 2:
        return f"{args[0]} {literal.name} {args[1]}"
    return f"{literal.name}({', '.join(args)})"


def _without_arguments(name: str) -> str:
    """Return a name that stands alone, in brackets where it could be an operator."""
    plain = re.match(r"[\w'\[{!]", name) and not _PREFIX_OPERATORS.fullmatch(name)
    return name if plain else f"({name})"


def _wrapped(items: list[str]) -> str:
    """Join items by commas, with line breaks where one line cannot hold them."""
    lines = [""]
    for item in items:
        if lines[-1] and len(lines[-1]) + len(item) + 12 > LINE_WIDTH:
            lines.append("")
        lines[-1] += f"{', ' if lines[-1] else ''}{item}"
    return ",\n        ".join(lines)
