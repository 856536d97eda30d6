"""The bindings of a body's variables, for every example at once.

Starting from the arguments of the examples, each literal is a join with the solutions
of its predicate; a negated literal is an anti-join. A join looks at as many pairs as
rows and solutions agree on one argument. The bindings of the body that was extended
last are kept, so that a longer body costs one join.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from fold_cli import bits
from fold_cli.coverage.joins import EXAMPLE, Bindings
from fold_cli.coverage.patterns import ANY, BOUNDED, CONSTANT, Pattern
from fold_cli.theory.terms import VALUE, Literal, Predicate, Threshold, Var

if TYPE_CHECKING:
    from fold_cli.bits import Bits
    from fold_cli.coverage.relations import Objects, Relation, Relations
    from fold_cli.files.problem import Mode, Problem
    from fold_cli.theory.terms import Body, BodyLiteral


class BodySolver:
    """Binds the variables of bodies over a problem's relations."""

    def __init__(self, problem: Problem, relations: Relations) -> None:
        self.size = problem.positives + problem.negatives  # examples
        self.relations = relations
        self._modes: dict[Predicate, list[Mode]] = {}
        for mode in problem.body:
            self._modes.setdefault(mode.predicate, []).append(mode)
        self._prefixes: dict[Body, tuple[Bits, Bindings]] = {}

    @cached_property
    def examples(self) -> Bindings:
        """Every example, with its arguments as the head's variables."""
        columns: dict[int, Objects] = dict(enumerate(self.relations.examples))
        columns[EXAMPLE] = np.arange(self.size, dtype=np.int32)
        return Bindings(columns)

    def covers(self, body: Body) -> Bits:
        """Return all examples that a body covers; none if a variable is left free."""
        bindings: Bindings | None = self.examples
        for literal in body:
            bindings = self._extended(bindings, literal) if bindings else None
        flags = np.zeros(self.size, dtype=np.bool_)
        if bindings is not None:
            flags[bindings.columns[EXAMPLE]] = True
        return bits.pack(flags)

    def bindings(self, body: Body, active: Bits) -> Bindings:
        """Return the bindings of a body's variables for the active examples."""
        prefix, bindings = self._longest_prefix(body, active)
        flags = bits.unpack(active, self.size)
        bindings = bindings.take(flags[bindings.columns[EXAMPLE]])
        for literal in body[len(prefix) :]:
            extended = self._extended(bindings, literal)
            assert extended is not None
            bindings = extended
        if not prefix:
            self._prefixes.clear()
        self._prefixes[body] = active, bindings
        return bindings

    def _longest_prefix(self, body: Body, active: Bits) -> tuple[Body, Bindings]:
        """Return the longest prefix of a body with bindings for the active examples."""
        for length in range(len(body), 0, -1):
            examples, bindings = self._prefixes.get(body[:length], (active, None))
            if bindings is not None and not (active & ~examples).any():
                return body[:length], bindings
        return (), self.examples

    def _extended(self, bindings: Bindings, literal: BodyLiteral) -> Bindings | None:
        """Return the bindings for which a literal holds, with its new variables.

        None if it shares no variable with them, or lacks an input.
        """
        atom = literal.atom if isinstance(literal, Threshold) else literal
        if not isinstance(atom, Literal):
            raise TypeError("what is enumerated is known by its examples")
        pattern, constants = _as_pattern(atom)
        if not pattern.variables & bindings.columns.keys():
            return None
        relation = self.relation(pattern, bindings)
        if relation is None:
            return None
        joined = bindings.join(pattern, relation)
        for arg, text in constants.items():
            (number,) = self.relations.numbers([text])
            joined = joined.take(joined.columns.pop(arg) == number)
        if atom.negated:
            return bindings.take(~bindings.matches(joined, sorted(pattern.variables)))
        if isinstance(literal, Threshold):
            return self._within_bounds(joined, literal, pattern)
        return joined

    def _within_bounds(
        self, bindings: Bindings, threshold: Threshold, pattern: Pattern
    ) -> Bindings:
        """Return the rows whose number is within a threshold's bounds."""
        numbers = bindings.columns.pop(BOUNDED)
        keep = np.ones(bindings.size, dtype=np.bool_)
        for bound in threshold.bounds:
            (number,) = self.relations.numbers([bound.number.text])
            keep &= self.relations.compared(
                numbers, bound.op, number, pattern.predicate
            )
        return bindings.take(keep)

    def relation(self, pattern: Pattern, bindings: Bindings) -> Relation | None:
        """Return the solutions of a pattern's predicate for these bindings.

        None if an input that the predicate needs is not bound.
        """
        facts = self.relations.facts(pattern.predicate)
        if facts is not None:
            return facts
        bound = bindings.columns
        for mode in self._modes.get(pattern.predicate, ()):
            inputs = tuple(i for i, arg in enumerate(mode.args) if arg.kind == "+")
            if all(pattern.args[i] in bound for i in inputs):
                given = [bound[pattern.args[i]] for i in inputs]
                return self.relations.relation(pattern.predicate, inputs, given)
        return None

    def functional(self, threshold: Threshold) -> bool:
        """Return whether no object has several of the numbers that are bounded."""
        pattern, _ = _as_pattern(threshold.atom)
        facts = self.relations.facts(pattern.predicate)
        return facts is not None and facts.determines(pattern.args.index(BOUNDED))


def _as_pattern(atom: Literal) -> tuple[Pattern, dict[int, str]]:
    """Return a literal as a pattern, and its constants by their pattern arguments."""
    args, constants = [], dict[int, str]()
    for arg in atom.args:
        if isinstance(arg, Var):
            args.append(BOUNDED if arg == VALUE else arg.index)
        elif arg.text == "_":
            args.append(ANY)
        else:
            args.append(CONSTANT - len(constants))
            constants[args[-1]] = arg.text
    predicate = Predicate(atom.name, len(atom.args))
    return Pattern(predicate, tuple(args), ()), constants
