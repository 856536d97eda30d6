"""Rules of an answer set program as text, from the default rules of the learner.

In come rules with exceptions whose variable 0 is the world. Out come rules for clingo
without the world; an exception is a predicate with a name that the task does not have.
It is one pass over the literals.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fold_cli.theory.terms import Literal, Var

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fold_cli.stable.tasks.language import ExpandedMode
    from fold_cli.theory.rules import Rule as Default


LETTERS = "XYZUVWABCDEFGHIJKLMNOPQRST"
"""Names of variables, in the order in which they are given."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A normal rule, a constraint, or a choice between several atoms with bounds."""

    heads: tuple[str, ...]
    body: tuple[str, ...] = ()
    bounds: tuple[int, int] | None = None  # None: no choice

    def __str__(self) -> str:
        head = "; ".join(self.heads)
        if self.bounds is not None:
            low, high = self.bounds
            lower = f"{low} " if low else ""
            upper = f" {high}" if high < len(self.heads) else ""
            head = f"{lower}{{ {head} }}{upper}"
        if not self.body:
            return f"{head}."
        return (
            f"{head} :- {', '.join(self.body)}."
            if head
            else f":- {', '.join(self.body)}."
        )

    @property
    def size(self) -> int:
        """The number of its literals."""
        return len(self.heads) + len(self.body)


def size(rules: Sequence[Rule]) -> int:
    """Return the number of literals of some rules."""
    return sum(rule.size for rule in rules)


class FreshNames:
    """Names for exceptions that no atom of the task has."""

    def __init__(self, used: str) -> None:
        self._used, self._count = used, 0

    def fresh(self) -> str:
        """Return the next name."""
        while True:
            name, self._count = f"ab{self._count}", self._count + 1
            if name not in self._used:
                return name


class RuleWriter:
    """Writes the rules of one target; variable 0, the world, is left out."""

    def __init__(
        self, modes: Sequence[ExpandedMode], arity: int, names: FreshNames
    ) -> None:
        self._modes, self._arity, self._names = modes, arity, names

    def rules(
        self, head: ExpandedMode | None, defaults: Sequence[Default]
    ) -> list[Rule]:
        """Return the rules of a head, or constraints, and those of their exceptions."""
        rules: list[Rule] = []
        for default in defaults:
            names = self._variables(default)
            args = [names[at] for at in range(1, self._arity + 1)]
            atom = () if head is None else (head.atom(args),)
            body, exceptions = self._body(default, names)
            rules += [Rule(atom, body), *exceptions]
        return rules

    def _body(
        self, default: Default, names: dict[int, str]
    ) -> tuple[tuple[str, ...], list[Rule]]:
        """Return a body, and the rules of its exceptions."""
        body = [self._literal(literal, names) for literal in _plain(default)]
        rules: list[Rule] = []
        groups: dict[tuple[int, ...], list[Default]] = {}
        for exception in default.exceptions:
            used = {v for literal in _plain(exception) for v in _variables(literal)}
            shared = tuple(v for v in range(1, self._arity + 1) if v in used)
            groups.setdefault(shared, []).append(exception)
        for shared, exceptions in groups.items():
            name = self._names.fresh()
            args = ", ".join(names[v] for v in shared)
            body.append(f"not {name}({args})" if args else f"not {name}")
            for exception in exceptions:
                inner_names = self._variables(exception)
                args = ", ".join(inner_names[v] for v in shared)
                inner, deeper = self._body(exception, inner_names)
                rules += [Rule((f"{name}({args})" if args else name,), inner), *deeper]
        return tuple(body), rules

    def _literal(self, literal: Literal, names: dict[int, str]) -> str:
        args = [names[v] for v in _variables(literal)]
        atom = self._modes[int(literal.name)].atom(args)
        return f"not {atom}" if literal.negated else atom

    def _variables(self, default: Default) -> dict[int, str]:
        """Return names for the variables, in order of appearance; _ for single ones."""
        names = {at: f"X{at}" for at in range(1, self._arity + 1)}
        every = [v for literal in _plain(default) for v in _variables(literal)]
        for variable in every:
            if variable not in names:
                single = every.count(variable) == 1
                names[variable] = "_" if single else f"X{len(names) + 1}"
        letters = iter(LETTERS)
        if sum(name != "_" for name in names.values()) <= len(LETTERS):
            names = {v: n if n == "_" else next(letters) for v, n in names.items()}
        return names


def _plain(default: Default) -> Iterator[Literal]:
    for literal in default.body:
        assert isinstance(literal, Literal)
        yield literal


def _variables(literal: Literal) -> list[int]:
    return [arg.index for arg in literal.args if isinstance(arg, Var)]
