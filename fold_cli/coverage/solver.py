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
from fold_cli.coverage.relation import Relation
from fold_cli.coverage.row_keys import distinct_rows
from fold_cli.theory.terms import VALUE, Const, Literal, Predicate, Threshold, Var

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_cli.bits import Bits
    from fold_cli.coverage.relation import Objects
    from fold_cli.coverage.relations import Relations
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
        """The examples, with their arguments as the head's variables."""
        columns: dict[int, Objects] = dict(enumerate(self.relations.examples))
        columns[EXAMPLE] = np.arange(self.size, dtype=np.int32)
        return Bindings(columns)

    def covers(self, body: Body) -> Bits | None:
        """Return all examples that a body covers; None if a literal lacks a binding."""
        bindings = self.examples
        for literal in body:
            extended = self._extended(bindings, literal)
            if extended is None:
                return None
            bindings = extended
        flags = np.zeros(self.size, dtype=np.bool_)
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

        None if it shares no variable with them, lacks an input, or is negated and has
        a variable that they do not bind.
        """
        atom = literal.atom
        if atom is None:
            raise TypeError("what is enumerated is known by its examples")
        pattern, constants = _as_pattern(atom)
        if isinstance(literal, Threshold) and literal.variable:
            column = bindings.columns.get(literal.variable.index)
            if column is None:
                return None
            given = Bindings({**bindings.columns, BOUNDED: column})
            return self._within_bounds(given, literal, pattern)
        bound = pattern.variables & bindings.columns.keys()
        if not bound or (atom.negated and bound != pattern.variables):
            return None
        if pattern.predicate in self._modes and self._inputs(pattern, bindings) is None:
            return None
        numbers = self.relations.numbers(constants.values())
        relation = self.relation(pattern, bindings, numbers)
        if relation is None:
            return None
        joined = bindings.join(pattern, relation)
        for arg, number in zip(constants, numbers, strict=True):
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

    def relation(
        self,
        pattern: Pattern,
        bindings: Bindings,
        constants: Sequence[int] | None = None,
    ) -> Relation | None:
        """Return the solutions of a pattern's predicate for these bindings.

        Constants that are not given are open. None if an input that the predicate needs
        is not bound, or if what would be called is an error.
        """
        facts = self.relations.facts(pattern.predicate)
        if facts is not None:
            return facts
        inputs = self._inputs(pattern, bindings)
        if inputs is None:
            return None
        given = [bindings.columns[pattern.args[i]] for i in inputs]
        if self.relations.steadfast(pattern.predicate, inputs):
            return self.relations.relation(pattern.predicate, inputs, given)
        return self._as_called(pattern, inputs, bindings, constants)

    def depends_on(self, pattern: Pattern, bindings: Bindings) -> bool:
        """Return whether the solutions depend on nothing but these bindings."""
        if self.relations.facts(pattern.predicate) is not None:
            return True
        inputs = self._inputs(pattern, bindings)
        known = self.relations.steadfast
        return inputs is not None and known(pattern.predicate, inputs)

    def _inputs(self, pattern: Pattern, bindings: Bindings) -> tuple[int, ...] | None:
        """Return the inputs of the first mode whose inputs are all bound."""
        for mode in self._modes.get(pattern.predicate, ()):
            if all(pattern.args[i] in bindings.columns for i in mode.inputs):
                return mode.inputs
        return None

    def _as_called(
        self,
        pattern: Pattern,
        inputs: tuple[int, ...],
        bindings: Bindings,
        constants: Sequence[int] | None,
    ) -> Relation | None:
        """Return the solutions of calls with all in place that is bound then.

        Open constants are those of the solutions without them, one by one in place.
        """
        predicate, args = pattern.predicate, pattern.args
        bound = tuple(i for i, arg in enumerate(args) if arg in bindings.columns)
        places = tuple(i for i, arg in enumerate(args) if arg <= CONSTANT)
        given = list(distinct_rows([bindings.columns[args[i]] for i in bound]))
        if places and constants is not None:
            values = np.array([constants], dtype=np.int32).T
        else:
            if bound == inputs:
                relation = self.relations.relation(predicate, inputs, given)
            else:
                relation, errors = self.relations.called(predicate, bound, given)
                if errors:
                    return None
            if not places:
                return relation
            asked = relation.among(bound, given)
            values = distinct_rows(list(relation.solutions[list(places)][:, asked]))
        every = [np.repeat(column, values.shape[1]) for column in given]
        every += [np.tile(column, len(given[0])) for column in values]
        relation, errors = self.relations.called(predicate, (*bound, *places), every)
        wrong = {row[len(bound) :] for row in errors}
        kept = [
            row not in wrong
            for row in zip(*relation.solutions[list(places)].tolist(), strict=True)
        ]
        return Relation(relation.solutions[:, kept].T) if wrong else relation

    def functional(self, threshold: Threshold) -> bool:
        """Return whether no object has several of the numbers that are bounded.

        Of a predicate that is defined by rules, the solutions known so far decide.
        """
        if threshold.variable:
            return True
        pattern, _ = _as_pattern(threshold.atom)
        position = pattern.args.index(BOUNDED)
        given = tuple(
            i for i, arg in enumerate(pattern.args) if arg not in (BOUNDED, ANY)
        )
        known = self.relations.known(pattern.predicate, position)
        return bool(known) and all(r.determines(given, position) for r in known)


def _as_pattern(atom: Literal) -> tuple[Pattern, dict[int, str]]:
    """Return a literal as a pattern, and its constants by their pattern arguments."""
    args, constants = [], dict[int, str]()
    for arg in atom.args:
        if isinstance(arg, Var):
            args.append(BOUNDED if arg == VALUE else arg.index)
        elif arg == Const("_"):
            args.append(ANY)
        else:
            args.append(CONSTANT - len(constants))
            constants[args[-1]] = arg.text_with({})
    return Pattern(atom.predicate, tuple(args), ()), constants
