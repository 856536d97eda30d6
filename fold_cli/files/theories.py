"""Theories read from files: Prolog text, parsed by Prolog, into a :class:`Theory`.

Header and comments that ``fold learn`` writes give the counts; a theory written by hand
needs none. The reader of a format that needs no Prolog belongs beside its writer in
``theory/``, to be chosen here.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fold_cli.engine.prolog import engine
from fold_cli.errors import InputError
from fold_cli.files.declarations import read_json
from fold_cli.files.sources import check_file
from fold_cli.theory.terms import (
    VALUE,
    BodyLiteral,
    Bound,
    Clause,
    Const,
    Literal,
    Member,
    Predicate,
    Term,
    Threshold,
    Var,
    same_number,
)
from fold_cli.theory.theory import Counts, LearnedClause, Theory

if TYPE_CHECKING:
    from collections.abc import Iterator

_COUNTS = r"(\d{1,18}) positive, (\d{1,18}) negative"


def read_theory(path: str) -> Theory:
    """Read a theory that ``fold learn`` wrote, or one written by hand like it."""
    check_file(path)
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    clauses = []
    for text in engine().call("fold_clauses", "read_clauses", path):
        item = read_json(text)
        if _is_declaration(item["term"]):
            continue
        clause = _ClauseReader(path, item["line"]).read(item["term"])
        clauses.append(LearnedClause(clause, _counts_above(lines, item["line"])))
    header = [line[2:] for line in _leading_comments(lines)]
    counts = {"examples": None, "covered": None} | _header_counts(header)
    prefixes = ("fold: ", "examples: ", "covered: ", "partial: ")
    return Theory(
        target=_target(header, clauses, path),
        clauses=tuple(clauses),
        examples=counts["examples"],
        covers=counts["covered"],
        notes=tuple(line for line in header if not line.startswith(prefixes)),
        partial=any(line.startswith("partial: ") for line in header),
    )


def _target(header: list[str], clauses: list[LearnedClause], path: str) -> Predicate:
    """Return the target that the header names, else the first clause's predicate."""
    first_line = header[0] if header else ""
    if match := re.fullmatch(r"fold: default theory for (.+)", first_line):
        found = engine().call("fold_target", "indicator", match[1])
        if not found:
            raise InputError(f"no predicate is called {match[1]}", path, 1)
        return Predicate(found[0], int(found[1]))
    if not clauses:
        raise InputError("no clause; is this a theory?", path)
    first = clauses[0].clause
    return Predicate(first.name, first.arity)


def _is_declaration(term: Any) -> bool:
    """Return whether a term is a directive ``dynamic`` or ``table``."""
    if term[0] != "f" or term[1] != ":-" or len(term[3]) != 1:
        return False
    directive = term[3][0]
    return directive[0] == "f" and directive[1] in ("dynamic", "table")


def _leading_comments(lines: list[str]) -> list[str]:
    result: list[str] = []
    for line in lines:
        if not line.startswith("% "):
            break
        result.append(line)
    return result if result and result[0].startswith("% fold: ") else []


def _header_counts(header: list[str]) -> dict[str, Counts | None]:
    found: dict[str, Counts | None] = {}
    for line in header:
        if match := re.fullmatch(rf"(examples|covered): {_COUNTS}", line):
            found[match[1]] = Counts(int(match[2]), int(match[3]))
    return found


def _counts_above(lines: list[str], line: int) -> Counts | None:
    """Return the counts in the comment above a clause, if there is one."""
    above = lines[line - 2] if line >= 2 else ""
    match = re.fullmatch(rf"% covers {_COUNTS}", above)
    return Counts(int(match[1]), int(match[2])) if match else None


class _ClauseReader:
    """Turns one term, as ``prolog/fold_json.pl`` writes it, into a clause."""

    def __init__(self, path: str, line: int) -> None:
        self.path, self.line = path, line
        self.value: Var | None = None  # of the threshold just read
        self.vars: dict[str, Var] = {}

    def fault(self, message: str) -> InputError:
        return InputError(message, self.path, self.line)

    def read(self, term: Any) -> Clause:
        head, goals = term, []
        if term[0] == "f" and term[1] == ":-" and len(term[3]) == 2:
            head, goals = term[3][0], list(_conjuncts(term[3][1]))
        elif term[0] == "f" and term[1] == ":-":
            raise self.fault("a directive; a theory holds only clauses")
        if head[0] not in "af" or (head[0] == "f" and not head[3]):
            raise self.fault("not a clause")
        name, args = head[2], head[3] if head[0] == "f" else []
        if goals == [] and args and all(arg[0] != "v" for arg in args):
            row = tuple(self.constant(arg) for arg in args)
            return Clause(name, len(args), (Member((row,)),))
        fixed = []
        for i, arg in enumerate(args):
            if arg[0] == "v" and arg[1] in self.vars:
                raise self.fault("the arguments of a head must be different variables")
            if arg[0] != "v":
                fixed.append((i, self.constant(arg)))
            self.vars[arg[1] if arg[0] == "v" else f"argument {i}"] = Var(i)
        return Clause(name, len(args), self.body(goals, len(args)), tuple(fixed))

    def body(self, goals: list[Any], arity: int) -> tuple[BodyLiteral, ...]:
        result: list[BodyLiteral] = []
        bounds = [self.bound(goal) for goal in goals]
        uses = Counter(
            name
            for goal, bound in zip(goals, bounds, strict=True)
            for name in ([] if bound else set(_variables(goal)))
        )
        for goal, found in zip(goals, bounds, strict=True):
            if found:
                name, bound = found
                var = self.term(["v", name])
                assert isinstance(var, Var)
                alone = var.index >= arity and uses[name] == 1
                self.attach(result, var, bound, alone=alone)
            else:
                result.append(self.literal(goal, arity))
        return tuple(result)

    def bound(self, goal: Any) -> tuple[str, Bound] | None:
        """Return the variable's name and the bound of a goal such as ``A =< 75``."""
        if goal[0] != "f" or goal[1] not in ("=<", ">") or len(goal[3]) != 2:
            return None
        left, right = goal[3]
        if left[0] != "v" or right[0] != "n" or left[1].startswith("_"):
            return None
        return left[1], Bound(goal[1], Const(right[1]))

    def attach(
        self, body: list[BodyLiteral], var: Var, bound: Bound, *, alone: bool
    ) -> None:
        """Add a bound to the atom just before it, if that holds the variable alone.

        Any other variable is bounded itself.
        """
        last = body[-1] if body else None
        if isinstance(last, Threshold) and var == self.value:
            body[-1] = Threshold(last.atom, (*last.bounds, bound))
        elif (
            alone
            and isinstance(last, Literal)
            and not last.negated
            and last.args.count(var) == 1
        ):
            args = tuple(VALUE if arg == var else arg for arg in last.args)
            body[-1] = Threshold(Literal(last.name, args), (bound,))
        else:
            body.append(Threshold(same_number(var), (bound,)))
        self.value = var

    def literal(self, goal: Any, arity: int) -> BodyLiteral:
        if goal[0] == "a":
            return Literal(goal[2], ())
        if goal[0] != "f" or not goal[3]:
            raise self.fault("a goal of the body is not a literal")
        _, raw, name, args, _ = goal
        if raw in ("\\+", "not") and len(args) == 1:
            inner = self.literal(args[0], arity)
            if not isinstance(inner, Literal):
                raise self.fault("a negated goal must be a plain literal")
            return Literal(inner.name, inner.args, negated=True)
        if raw == "member" and len(args) == 2 and args[1][0] == "l":
            return Member(tuple(self.row(item, arity) for item in args[1][1]))
        return Literal(name, tuple(self.term(arg) for arg in args))

    def row(self, item: Any, arity: int) -> tuple[Const, ...]:
        """Return the arguments of an enumerated example: ``a``, ``a-b``, ``a-b-c``."""
        parts: list[Const] = []
        while len(parts) < arity - 1:
            if item[0] != "f" or item[1] != "-" or len(item[3]) != 2:
                raise self.fault("an enumerated example has too few arguments")
            parts.insert(0, self.constant(item[3][1]))
            item = item[3][0]
        return (self.constant(item), *parts)

    def term(self, arg: Any) -> Term:
        if arg[0] != "v":
            return self.constant(arg)
        if arg[1].startswith("_"):
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


def _variables(term: Any) -> Iterator[str]:
    """Yield the names of a term's variables."""
    if term[0] == "v":
        yield term[1]
    for part in {"f": term[3:4], "l": term[1:2]}.get(term[0], ()):
        for each in part:
            yield from _variables(each)


def _conjuncts(term: Any) -> list[Any]:
    """Return the goals of a body, however long, without recursion."""
    goals = []
    while term[0] == "f" and term[1] == "," and len(term[3]) == 2:
        goals.append(term[3][0])
        term = term[3][1]
    return [*goals, term]
