"""A theory as an answer set program for clingo.

``\\+`` becomes ``not``, an enumeration of examples becomes facts. What clingo cannot
hold or run raises an :class:`OutputError` that says so: names and terms outside its
syntax, numbers that are not whole or need more than 32 bits, and rules that leave an
argument of the head unbound.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fold_cli.errors import OutputError
from fold_cli.theory.naming import variable_names
from fold_cli.theory.prolog_format import clause_text as prolog_clause
from fold_cli.theory.prolog_format import head_arguments, program_text
from fold_cli.theory.quoting import is_quoted, unquoted
from fold_cli.theory.terms import VALUE, Const, Literal, Member, Threshold, Var
from fold_cli.theory.theory import texts_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fold_cli.theory.terms import Clause
    from fold_cli.theory.theory import Theory


def to_asp(theory: Theory) -> str:
    """Return a program in clingo's syntax."""
    _check_distinct(theory)
    return program_text(theory, _clause_text)


def _check_distinct(theory: Theory) -> None:
    """Raise an error where two constants would be one, as 'a b' and "a b"."""
    found: dict[str, str] = {}
    for learned in theory.clauses:
        for text in texts_of(learned.clause):
            if text[:1] in "'\"" or text == "not":
                other = found.setdefault(_constant(Const(text)), text)
                if other != text:
                    raise OutputError(
                        f"clingo has no quoted atoms: {other} and {text} would be one "
                        "term; write the theory as Prolog"
                    )


def _clause_text(clause: Clause) -> str:
    if any(isinstance(literal, Member) for literal in clause.body):
        return _enumerated_facts(clause)
    names, values = variable_names(clause)
    names |= {Var(i): _constant(constant) for i, constant in clause.fixed}
    head = _atom(Literal(clause.name, head_arguments(clause)), names)
    goals, bound = [], {Var(i) for i, _ in clause.fixed}
    for literal, value in zip(clause.body, values, strict=True):
        atom = literal.atom if isinstance(literal, Threshold) else literal
        assert isinstance(atom, Literal)
        if not (isinstance(literal, Threshold) and literal.variable):
            if not atom.negated:
                bound |= {arg for arg in atom.args if isinstance(arg, Var)}
            text = _atom(atom, {**names, VALUE: value})
            goals.append(f"not {text}" if atom.negated else text)
        if isinstance(literal, Threshold):
            for b in literal.bounds:
                if b.comparison != b.op:
                    raise OutputError(
                        f"clingo does not order dates such as {b.number.text}; write "
                        "the theory as Prolog"
                    )
                op = "<=" if b.op == "=<" else b.op
                goals.append(f"{value} {op} {_number(b.number.text)}")
    for var in head_arguments(clause):
        if var not in bound:
            raise OutputError(
                f"clingo cannot run '{prolog_clause(clause)}': nothing binds argument "
                f"{var.index + 1} of its head; write the theory as Prolog"
            )
    return f"{head} :- {', '.join(goals)}."


def _enumerated_facts(clause: Clause) -> str:
    return "\n".join(
        f"{_name(clause.name)}({', '.join(_constant(c) for c in row)})."
        for literal in clause.body
        if isinstance(literal, Member)
        for row in literal.rows
    )


def _atom(literal: Literal, names: Mapping[Var, str]) -> str:
    name = _name(literal.name)
    args = [
        names[arg] if isinstance(arg, Var) else _constant(arg) for arg in literal.args
    ]
    return f"{name}({', '.join(args)})" if args else name


def _name(name: str) -> str:
    if re.fullmatch(r"_*[a-z][A-Za-z0-9_']*", name) and name != "not":
        return name
    raise OutputError(f"clingo has no predicate names like {name}; rename it")


def _constant(constant: Const) -> str:
    text = constant.text
    if text == "not":  # a word of clingo's
        return '"not"'
    if text == "_" or re.fullmatch(r"_*[a-z][A-Za-z0-9_]*", text):
        return text
    if re.fullmatch(r"-?[0-9.][0-9.eE+Inf_-]*", text):
        return _number(text)
    raw = unquoted(text) if is_quoted(text) else "\0"
    if not re.search("[\0\ud800-\udfff]", raw):
        raw = raw.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'"{raw}"'
    raise OutputError(f"clingo cannot hold the term {text}; write the theory as Prolog")


def _number(text: str) -> str:
    if re.fullmatch(r"-?[0-9]{1,10}", text) and -(2**31) <= int(text) < 2**31:
        return text
    raise OutputError(
        f"clingo cannot hold the number {text}: it has whole numbers of 32 bits only. "
        "Scale the data to whole numbers, or write the theory as Prolog"
    )
