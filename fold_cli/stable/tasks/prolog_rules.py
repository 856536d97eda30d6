"""Rules and terms of clingo as text for Prolog, where both read them alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clingo import SymbolType, ast

from fold_cli.stable.tasks.program_vetting import parts
from fold_cli.theory.quoting import quote_atom

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clingo import Symbol

_COMPARED = {
    ast.ComparisonOperator.Equal: "=",
    ast.ComparisonOperator.NotEqual: "\\==",
}
_ORDER = ("atom", "=", "\\==", "\\+")
"""What stands first in a body: what binds variables before what asks about them."""


class UntranslatableError(Exception):
    """A rule or term that Prolog does not read as clingo does."""


def has_lists(program: Sequence[ast.AST]) -> bool:
    """Return whether a program has the empty tuple, so that pairs may be lists."""
    return any(_is_empty_tuple(part) for rule in program for part in parts(rule))


def _is_empty_tuple(part: ast.AST) -> bool:
    if part.ast_type == ast.ASTType.Function:
        return not part.name and not part.arguments
    return part.ast_type == ast.ASTType.SymbolicTerm and _has_empty_tuple(part.symbol)


def _has_empty_tuple(symbol: Symbol) -> bool:
    if symbol.type is not SymbolType.Function:
        return False
    is_empty = not symbol.name and not symbol.arguments
    return is_empty or any(map(_has_empty_tuple, symbol.arguments))


def rule_text(rule: ast.AST, constants: set[str], *, lists: bool) -> str:
    """Return a rule, in which no name may be one of clingo's own constants.

    If there are ``lists``, a pair with a variable may be one or not, which Prolog tells
    apart.
    """
    for part in parts(rule) if constants or lists else ():
        if constants and str(part) in constants:
            raise UntranslatableError(f"Prolog has no #const {part}")
        pair = lists and part.ast_type == ast.ASTType.Function and not part.name
        if pair and any(p.ast_type == ast.ASTType.Variable for p in parts(part)):
            raise UntranslatableError(
                f"Prolog tells pairs and lists such as {part} apart"
            )
    _, head = _literal(rule.head)
    goals = sorted(map(_literal, rule.body), key=lambda goal: _ORDER.index(goal[0]))
    body = ", ".join(text for _, text in goals)
    return f"{head} :- {body}." if body else f"{head}."


def _literal(node: ast.AST) -> tuple[str, str]:
    """Return the kind of a literal, and its text."""
    if node.ast_type != ast.ASTType.Literal or node.sign == ast.Sign.DoubleNegation:
        raise UntranslatableError(f"Prolog does not read {node}")
    atom, negated = node.atom, node.sign == ast.Sign.Negation
    if atom.ast_type == ast.ASTType.SymbolicAtom:
        text = _tree(atom.symbol)
        return ("\\+", f"\\+ {text}") if negated else ("atom", text)
    if atom.ast_type == ast.ASTType.Comparison and len(atom.guards) == 1:
        (guard,) = atom.guards
        sign = _COMPARED.get(ast.ComparisonOperator(guard.comparison))
        if sign and not negated:
            return sign, f"{_tree(atom.term)} {sign} {_tree(guard.term)}"
    raise UntranslatableError(f"Prolog does not read {node} as clingo does")


def _tree(term: ast.AST) -> str:
    """Return a term of a rule."""
    kind = term.ast_type
    if kind == ast.ASTType.Variable:
        return str(term.name)
    if kind == ast.ASTType.SymbolicTerm:
        return term_text(term.symbol)
    if kind == ast.ASTType.Function and not term.external:
        return _applied(term.name, [_tree(arg) for arg in term.arguments], str(term))
    raise UntranslatableError(f"Prolog does not read {term} as clingo does")


def term_text(symbol: Symbol) -> str:
    """Return a ground term."""
    if symbol.type is SymbolType.Function and symbol.positive:
        return _applied(
            symbol.name, list(map(term_text, symbol.arguments)), str(symbol)
        )
    if symbol.type in (SymbolType.Number, SymbolType.String):
        return str(symbol)
    raise UntranslatableError(f"Prolog has no {symbol}")


def _applied(name: str, args: list[str], text: str) -> str:
    """Return a term; pairs down to the empty tuple are a list."""
    if name:
        return f"{quote_atom(name)}({', '.join(args)})" if args else quote_atom(name)
    if not args:
        return "[]"
    if len(args) == 2 and args[1][0] == "[":
        rest = args[1][1:-1]
        return f"[{args[0]}{', ' if rest else ''}{rest}]"
    if len(args) != 2:
        raise UntranslatableError(f"Prolog has pairs, and no tuple such as {text}")
    return f"({', '.join(args)})"
