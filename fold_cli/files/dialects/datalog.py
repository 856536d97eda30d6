"""Forward chaining over the facts and plain rules of a bias file, to the fixpoint.

A rule is matched again when there are new facts that one of its literals may match.
Equal ground terms are one object, so that a term with many equal parts takes little
memory and none is compared part by part. Limits stop a bias without an end.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, TypeAlias

from fold_cli.files.dialects.clingo import MAX_NESTING, Term, TermError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from fold_cli.files.dialects.clingo import Statement

MAX_MATCHES = 1_000_000
"""Matches of a literal with a fact in one bias file."""

MAX_TERM_SIZE = 10_000
"""Names in a term that a rule makes."""

ENDLESS = "there is no end to what follows from this bias"


def needed(program: Sequence[Statement], targets: Collection[str]) -> set[str]:
    """Return the names that the targets depend on, themselves included."""
    called: dict[str, set[str]] = {}
    for statement in program:
        if statement.head:
            names = {literal.name for literal in statement.body}
            called.setdefault(statement.head.name, set()).update(names)
    names_needed, waiting = set(targets), list(targets)
    while waiting:
        new = called.get(waiting.pop(), set()) - names_needed
        names_needed |= new
        waiting += new
    return names_needed


def consequences(program: Sequence[Statement]) -> list[tuple[Term, int]]:
    """Return all facts that follow, each with the line of what gives it.

    They are in the order in which they are found by going through the statements again
    and again. Raise :class:`TermError` where there is no end of them.
    """
    return _Chaining(program).consequences()


@dataclass(frozen=True, slots=True, eq=False)
class _Ground:
    """A term without variables, and how deep and large it is."""

    term: Term
    args: tuple[_Ground, ...]
    depth: int
    size: int


_Key: TypeAlias = tuple[str, int]
"""The name of a term and the number of its arguments."""


class _Chaining:
    """The facts that are known so far, and the rules that are to be matched."""

    def __init__(self, program: Sequence[Statement]) -> None:
        self.program = program
        self.terms: dict[tuple[str, tuple[_Ground, ...]], _Ground] = {}
        self.known: dict[_Ground, int] = {}
        self.facts: dict[_Key, list[_Ground]] = {}
        self.by_argument: dict[tuple[_Key, int], dict[_Ground, list[_Ground]]] = {}
        self.matches = 0
        self.bindings: dict[str, _Ground] = {}
        self.bound: list[str] = []  # the names in bindings, the latest last

    def consequences(self) -> list[tuple[Term, int]]:
        users: dict[_Key, list[int]] = {}
        for number, statement in enumerate(self.program):
            for key in dict.fromkeys(map(_key, statement.body)):
                users.setdefault(key, []).append(number)
        waiting = [(0, number) for number in range(len(self.program))]
        heapify(waiting)
        turns = [0] * len(self.program)  # the turn for which a statement waits
        while waiting:
            turn, number = heappop(waiting)
            turns[number] = -1
            statement = self.program[number]
            for fact in [*self.derived(statement)]:
                if fact in self.known:
                    continue
                self.add(fact, statement.line)
                for other in users.get(_key(fact.term), ()):
                    if turns[other] < 0:
                        turns[other] = turn + (other <= number)
                        heappush(waiting, (turns[other], other))
        return [(fact.term, line) for fact, line in self.known.items()]

    def add(self, fact: _Ground, line: int) -> None:
        self.known[fact] = line
        key = _key(fact.term)
        self.facts.setdefault(key, []).append(fact)
        for place, arg in enumerate(fact.args):
            if (index := self.by_argument.get((key, place))) is not None:
                index.setdefault(arg, []).append(fact)

    def derived(self, statement: Statement) -> Iterator[_Ground]:
        assert statement.head
        for _ in self.solutions(statement.body):
            fact = self.filled(statement.head)
            if fact is None:
                continue
            if fact.depth > MAX_NESTING or fact.size > MAX_TERM_SIZE:
                raise TermError(ENDLESS, statement.line)
            yield fact

    def solutions(self, body: Sequence[Term]) -> Iterator[None]:
        """Bind the variables of a body in each way in which it holds."""
        if not body:
            yield
            return
        marks, choices = [0], [iter(self.candidates(body[0]))]
        while choices:
            self.unbind(marks[-1])
            fact = next(choices[-1], None)
            if fact is None:
                marks.pop()
                choices.pop()
                continue
            self.matches += 1
            if self.matches > MAX_MATCHES:
                raise TermError(ENDLESS, 0)
            if not self.match(body[len(choices) - 1], fact):
                continue
            if len(choices) == len(body):
                yield
            else:
                marks.append(len(self.bound))
                choices.append(iter(self.candidates(body[len(choices)])))

    def candidates(self, literal: Term) -> Sequence[_Ground]:
        """Return the facts that a literal may match: by an argument that is known."""
        key = _key(literal)
        facts = self.facts.get(key, [])
        for place, arg in enumerate(literal.args):
            if (value := self.filled(arg)) is not None:
                index = self.by_argument.get((key, place))
                if index is None:
                    index = self.by_argument[key, place] = {}
                    for fact in facts:
                        index.setdefault(fact.args[place], []).append(fact)
                return index.get(value, [])
        return facts

    def match(self, pattern: Term, fact: _Ground) -> bool:
        """Bind variables so that the pattern is the fact; return whether it can be."""
        if pattern.variable:
            if pattern.name == "_":
                return True
            value = self.bindings.get(pattern.name)
            if value is None:
                self.bindings[pattern.name] = fact
                self.bound.append(pattern.name)
            return value is None or value is fact
        return _key(pattern) == _key(fact.term) and all(
            map(self.match, pattern.args, fact.args)
        )

    def unbind(self, mark: int) -> None:
        while len(self.bound) > mark:
            del self.bindings[self.bound.pop()]

    def filled(self, term: Term) -> _Ground | None:
        """Return the term with its variables replaced; None if one is unbound."""
        if term.variable:
            return self.bindings.get(term.name)
        args = []
        for arg in term.args:
            if (value := self.filled(arg)) is None:
                return None
            args.append(value)
        return self.ground(term.name, tuple(args))

    def ground(self, name: str, args: tuple[_Ground, ...]) -> _Ground:
        term_object = self.terms.get((name, args))
        if term_object is None:
            depth = 1 + max((arg.depth for arg in args), default=0)
            size = 1 + sum(arg.size for arg in args)
            term = Term(name, tuple(arg.term for arg in args))
            term_object = self.terms[name, args] = _Ground(term, args, depth, size)
        return term_object


def _key(term: Term) -> _Key:
    return term.name, len(term.args)
