"""Clauses of a theory from the terms that Prolog reads.

A clause is what ``theory/formats/prolog_format.py`` writes, or one written by hand like
it: literals, numbers with bounds, and enumerations of the head's arguments. One pass
over its terms.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from fold_cli.errors import InputError
from fold_cli.files.shapes import holes_in, is_variable, with_holes
from fold_cli.theory.terms import (
    VALUE,
    BodyLiteral,
    Bound,
    Clause,
    Const,
    Literal,
    Member,
    Term,
    Threshold,
    Var,
    same_number,
)

CONJUNCTION = "(,)"
"""The text of a body of several goals; no other term has it."""


def read_clause(term: Any, path: str, line: int) -> Clause:
    """Return the clause that a term is, which stands at this line of a file."""
    return _ClauseReader(path, line).read(term)


class _ClauseReader:
    """Turns one term, as ``fold_json.pl`` writes it, into a clause."""

    def __init__(self, path: str, line: int) -> None:
        self.path, self.line = path, line
        self.head: list[Any] = []
        self.vars: dict[str, Var] = {}
        self.uses = defaultdict[str, int](int)

    def fault(self, message: str) -> InputError:
        return InputError(message, self.path, self.line)

    def read(self, term: Any) -> Clause:
        head, goals = term, []
        if is_term(term, ":-", 2):
            head, goals = term[3][0], goals_of(term[3][1])
        elif is_term(term, ":-", 1):
            raise self.fault("a directive; a theory holds only clauses")
        if head[0] not in "af" or (head[0] == "f" and not head[3]):
            raise self.fault("not a clause")
        name, args = head[2], head[3] if head[0] == "f" else []
        if goals == [] and args and all(arg[0] != "v" for arg in args):
            row = tuple(self.constant(arg) for arg in args)
            return Clause(name, len(args), (Member((row,)),))
        self.head = args
        for variable in _variables([*args, *goals]):
            self.uses[variable] += 1
        fixed, taken_apart = [], []
        for i, arg in enumerate(args):
            if arg[0] == "v" and arg[1] in self.vars:
                raise self.fault("the arguments of a head must be different variables")
            if arg[0] != "v":
                if _variables([arg]):
                    taken_apart.append((Var(i), arg))
                else:
                    fixed.append((i, self.constant(arg)))
            self.vars[arg[1] if arg[0] == "v" else f"argument {i}"] = Var(i)
        apart = [Literal("=", (var, self.term(arg))) for var, arg in taken_apart]
        return Clause(name, len(args), (*apart, *self.body(goals)), tuple(fixed))

    def body(self, goals: list[Any]) -> tuple[BodyLiteral, ...]:
        result: list[BodyLiteral] = []
        at = 0
        while at < len(goals):
            goal, bounds = goals[at], _bounds(goals, at)
            if bounds:
                at += len(bounds)
                result.append(self.bounded_variable(bounds))
                continue
            at += 1
            following = _bounds(goals, at)
            if self.are_bounds_of(following, goal):
                at += len(following)
                result.append(self.threshold(goal, following))
            else:
                result.append(self.literal(goal))
        return tuple(result)

    def are_bounds_of(self, bounds: list[Any], goal: Any) -> bool:
        """Return whether there are bounds, and all are of one number of this goal.

        The number occurs in no other goal and not in the head.
        """
        if goal[0] != "f" or not bounds:
            return False
        name = bounds[0][3][0][1]
        occurrences = sum(arg[:2] == ["v", name] for arg in goal[3])
        return bool(occurrences == 1 == self.uses[name] - len(bounds))

    def threshold(self, goal: Any, bounds: list[Any]) -> Threshold:
        """Return a literal with the bounds of one of its numbers."""
        self.vars[bounds[0][3][0][1]] = VALUE
        atom = self.literal(goal)
        if not isinstance(atom, Literal) or atom.negated:
            raise self.fault("only a number of a plain literal has bounds")
        return Threshold(atom, tuple(map(_bound, bounds)))

    def bounded_variable(self, bounds: list[Any]) -> Threshold:
        """Return the bounds on a variable that other goals or the head have as well."""
        var = self.term(bounds[0][3][0])
        if not isinstance(var, Var):
            raise self.fault("a number that nothing gives has bounds")
        return Threshold(same_number(var), tuple(map(_bound, bounds)))

    def literal(self, goal: Any) -> BodyLiteral:
        if goal[0] == "a":
            return Literal(goal[2], ())
        if goal[0] != "f" or not goal[3]:
            raise self.fault("a goal of the body is not a literal")
        _, raw, name, args, _ = goal
        if raw in ("\\+", "not") and len(args) == 1:
            return self.negation(args[0])
        if raw == "once" and len(args) == 1:
            inner = self.literal(args[0])
            if not isinstance(inner, Literal) or inner.negated:
                raise self.fault("what is asked once must be a plain literal")
            return Literal(inner.name, inner.args, once=True)
        if is_term(goal, ":", 2) and args[0][:2] == ["a", "lists"]:
            inner = self.literal(args[1])
            if isinstance(inner, Member):
                return Member(inner.rows, qualified=True)
        if is_term(goal, "member", 2) and args[1][0] == "l" and self.is_head(args[0]):
            return Member(tuple(map(self.row, args[1][1])))
        return Literal(name, tuple(self.term(arg) for arg in args))

    def negation(self, goal: Any) -> Literal:
        inner = self.literal(goal)
        if not isinstance(inner, Literal):
            raise self.fault("a negated goal must be a plain literal")
        if inner.negated:
            return Literal("\\+", (self.term(goal[3][0]),), negated=True)
        return Literal(inner.name, inner.args, negated=True)

    def is_head(self, item: Any) -> bool:
        """Return whether a term is the head's arguments: ``X``, ``X-Y``, ``X-c-Z``."""
        parts = self.parts(item)
        return parts is not None and all(
            part[:2] == arg[:2] if arg[0] == "v" else part == arg
            for part, arg in zip(parts, self.head, strict=True)
        )

    def row(self, item: Any) -> tuple[Const, ...]:
        """Return the arguments of an enumerated example: ``a``, ``a-b``, ``a-b-c``."""
        parts = self.parts(item)
        if parts is None:
            raise self.fault("an enumerated example has too few arguments")
        return tuple(map(self.constant, parts))

    def parts(self, item: Any) -> list[Any] | None:
        """Return the parts of a term that minus signs join, one for each argument."""
        parts: list[Any] = []
        while len(parts) < len(self.head) - 1:
            if not is_term(item, "-", 2):
                return None
            parts.append(item[3][1])
            item = item[3][0]
        return [item, *reversed(parts)]

    def term(self, arg: Any) -> Term:
        if arg[0] == "v":
            return self.variable(arg)
        if arg[0] in "fl" and _variables([arg]):
            return with_holes(arg, is_variable, self.variable)
        return self.constant(arg)

    def variable(self, arg: Any) -> Var | Const:
        if arg[1].startswith("_") and self.uses[arg[1]] == 1:
            return Const("_")
        return self.vars.setdefault(arg[1], Var(len(self.vars)))

    def constant(self, arg: Any) -> Const:
        if arg[0] == "f" and arg[4] is not None:
            return Const(arg[4])
        if arg[0] == "l":
            return Const(f"[{','.join(self.constant(a).text for a in arg[1])}]")
        if arg[0] in "ans":
            return Const(arg[-1])
        raise self.fault("an argument must be a variable or a constant")


_BOUNDED = {"=<": "n", ">": "n", "@=<": "a", "@>": "a"}
"""What bounds a value, and whether by a number or an atom."""


def _bound(goal: Any) -> Bound:
    return Bound(goal[1].removeprefix("@"), Const(goal[3][1][-1]))


def goals_of(body: Any) -> list[Any]:
    """Return the goals of a body, which a conjunction has side by side."""
    return list(body[3]) if is_conjunction(body) else [body]


def is_conjunction(term: Any) -> bool:
    """Return whether a term is a body of several goals."""
    return bool(term[0] == "f" and term[2] == CONJUNCTION)


def conjunction(goals: list[Any]) -> Any:
    """Return the body that some goals are, in the form of ``fold_json.pl``."""
    return goals[0] if len(goals) == 1 else ["f", ",", CONJUNCTION, goals, None]


def is_term(term: Any, name: str, arity: int) -> bool:
    """Return whether a term has this name and number of arguments."""
    return bool(term[0] == "f" and term[1] == name and len(term[3]) == arity)


def _is_bound(goal: Any) -> bool:
    """Return whether a goal is like ``A =< 75``, or ``A @=< '2024-05-01'``."""
    if goal[0] != "f" or len(goal[3]) != 2 or goal[1] not in _BOUNDED:
        return False
    left, right = goal[3]
    kind = _BOUNDED[goal[1]]
    return bool(left[0] == "v" and right[0] == kind and _is_quoted(kind, right))


def _is_quoted(kind: str, constant: Any) -> bool:
    return kind == "n" or constant[-1].startswith("'")


def _bounds(goals: list[Any], at: int) -> list[Any]:
    """Return the goals from a place on that bound one variable."""
    end = at
    while end < len(goals) and _is_bound(goals[end]):
        if goals[end][3][0][1] != goals[at][3][0][1]:
            break
        end += 1
    return goals[at:end]


def _variables(terms: list[Any]) -> list[str]:
    """Return the names of the variables in terms, each as often as it occurs."""
    return [var[1] for term in terms for var in holes_in(term, is_variable)]
