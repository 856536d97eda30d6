"""Other tests that recursive rules between plain objects may have, and fit as well.

A *test* is a part of a rule which the rest of it can do without, as ``blocked(A)``, or
``edge(A, B), far(B)``, or a step to A from what else binds it. Where all objects are in
examples, none tells two tests apart that are needed on some of them alone. So each test
is exchanged for others as long; where several rules have the same one, in all of them.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, product
from typing import TYPE_CHECKING, NamedTuple

from fold_cli import bits
from fold_cli.coverage.candidates import OPERATORS
from fold_cli.search import tidy
from fold_cli.search.doubt import Doubt, Reason
from fold_cli.search.rule_doubts import relates_inputs
from fold_cli.theory.rules import Rule
from fold_cli.theory.terms import (
    VALUE,
    Literal,
    Member,
    Threshold,
    Var,
    is_negated,
    negation,
    variables,
    with_variables,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from fold_cli.bits import Bits
    from fold_cli.search.coverage import Coverage
    from fold_cli.theory.terms import Body, BodyLiteral, Predicate

MAX_TESTED_EXAMPLES = 500
"""Examples of rules of which other tests are tried."""

MAX_RUNS = 10
"""Theories with other tests that are run."""


def doubts_about_tests(
    rules: Sequence[Rule],
    coverage: Coverage,
    target: Predicate,
    fits: Callable[[list[Rule]], bool],
) -> Iterator[Doubt]:
    """Yield a doubt if recursive rules may have other tests and fit as well."""
    if bits.count(coverage.positives | coverage.negatives) > MAX_TESTED_EXAMPLES:
        return
    rivals = OtherTests(rules, coverage, target, fits).rivals()
    if rivals:
        yield Doubt(Reason.RIVALS, len(rivals), rivals[0])


class _Test(NamedTuple):
    """A test of a rule, and the rule's other literals."""

    at: int  # the rule's place
    rest: Body
    body: Body
    shape: Body  # the test, its variables numbered from 0


class OtherTests:
    """Finds rules that differ from given ones in a test, and derive what they should.

    A call of the target is judged by the positives; ``fits`` says whether rules, when
    they are run, derive these and no negative.
    """

    def __init__(
        self,
        rules: Sequence[Rule],
        coverage: Coverage,
        target: Predicate,
        fits: Callable[[list[Rule]], bool],
    ) -> None:
        self.rules, self.fits = rules, fits
        self.coverage, self.target = coverage, target
        self.head = {*range(target.arity)}
        self.every = coverage.positives | coverage.negatives
        candidates = coverage.refinements((), self.every, 0)
        self.of_head = {step for block in candidates.blocks for step in block.steps}
        self.of_head |= {(each.atom,) for each in candidates.columns}
        self.covers = [self._rule_covers(rule) for rule in rules]

    def rivals(self) -> list[list[Rule]]:
        """Return rules that fit as well, each time with one test exchanged."""
        return [*filter(self.fits, islice(self._exchanged(), MAX_RUNS))]

    def _rule_covers(self, rule: Rule) -> Bits:
        known = rule.exceptions or rule.lists_examples
        covers = None if known else self._covers(rule.body)
        return rule.covers if covers is None else covers

    def _covers(self, body: Body) -> Bits | None:
        """Return what a body covers; None if the coverage has not all its literals."""
        about_head = all(variables(each) <= self.head for each in body)
        if about_head and not self.of_head.issuperset(map(_positive, body)):
            return None
        return self.coverage.covers(body)

    def _exchanged(self) -> Iterator[list[Rule]]:
        """Yield the rules with another test."""
        same: dict[Body, list[_Test]] = {}
        for at, rule in enumerate(self.rules):
            for test in self._tests(at, rule):
                same.setdefault(test.shape, []).append(test)
        for tests in same.values():
            others = [dict(self._others(test)) for test in tests]
            for shape in others[0]:
                if all(shape in bodies for bodies in others):
                    rules = [*self.rules]
                    for test, bodies in zip(tests, others, strict=True):
                        body = tidy.renumbered(bodies[shape], self.target.arity)
                        rules[test.at] = Rule(body, (), self.covers[test.at])
                    yield rules

    def _tests(self, at: int, rule: Rule) -> Iterator[_Test]:
        """Yield the tests of a rule; what is left is still about its inputs."""
        if rule.exceptions or rule.lists_examples:
            return
        for literal in rule.body:
            for body in ((literal,), self._with_neighbours(literal, rule.body)):
                rest = tuple(each for each in rule.body if each not in body)
                if self._is_anchored(rest) and not any(map(self._calls, body)):
                    ordered = tidy.renumbered((*rest, *body), self.target.arity)
                    rest, body = ordered[: len(rest)], ordered[len(rest) :]
                    yield _Test(at, rest, body, self._shape(rest, body))
                    break

    def _calls(self, literal: BodyLiteral) -> bool:
        return literal.atom is not None and literal.atom.predicate == self.target

    def _with_neighbours(self, literal: BodyLiteral, body: Body) -> Body:
        """Return a literal and those with which it shares a variable of the body."""
        own = variables(literal) - self.head
        return tuple(each for each in body if each is literal or variables(each) & own)

    def _is_anchored(self, rest: Body) -> bool:
        """Return whether literals are each joined to some input, by others or alone."""
        joined, left = self.head, [*map(variables, rest)]
        while touching := [each for each in left if each & joined]:
            joined = joined.union(*touching)
            left = [each for each in left if each not in touching]
        return not left

    def _relates_inputs(self, body: Body) -> bool:
        """Return whether a body without its negated literals relates the inputs."""
        positive = tuple(each for each in body if not is_negated(each))
        return relates_inputs(Rule(positive, (), self.every), self.target.arity)

    def _shape(self, rest: Body, body: Body) -> Body:
        """Return a test with the variables that it shares with the rest from 0.

        Its own have numbers from the arity on.
        """
        shared = self.head.union(*map(variables, rest))
        numbers: dict[int, int] = {}
        for literal in body:
            for variable in sorted(variables(literal) & shared):
                numbers.setdefault(variable, len(numbers))
        first = max(self.target.arity, len(numbers))
        own = sorted(set().union(*map(variables, body)) - shared)
        numbers |= {variable: first + at for at, variable in enumerate(own)}

        def numbered(variable: Var) -> Var:
            return variable if variable == VALUE else Var(numbers[variable.index])

        return tuple(
            each if isinstance(each, Member) else with_variables(each, numbered)
            for each in body
        )

    # Others

    def _others(self, test: _Test) -> Iterator[tuple[Body, Body]]:
        """Yield the shapes of other tests that fit as well, and bodies with them."""
        rest = [covers for at, covers in enumerate(self.covers) if at != test.at]
        needed = self.coverage.positives & ~bits.union(rest, self.every)
        for step, covers in self._steps(test):
            fits = not ((needed & ~covers) | (self.coverage.negatives & covers)).any()
            if fits and self._relates_inputs(body := (*test.rest, *step)):
                shape = self._shape(test.rest, step)
                if not self._same(test.shape, shape):
                    yield shape, body

    def _same(self, one: Body, other: Body) -> bool:
        """Return whether two tests hold of the same objects, as far as is known."""
        covers, others = self._covers(one), self._covers(other)
        if covers is None or others is None:
            return one == other
        return not (covers ^ others).any()

    def _steps(self, test: _Test) -> Iterator[tuple[Body, Bits]]:
        """Yield what may stand for a test, and what the rule covers with it."""
        covered = self._covers(test.rest)
        if covered is None:
            return
        candidates = self.coverage.refinements(test.rest, covered, 1)
        for block in candidates.blocks:
            for at, step in enumerate(block.steps):
                if len(step) <= len(test.body):
                    yield step, covered & block.row(at)
                if len(step) == 1:
                    negated = negation(step[0])
                    covers = self._covers((*test.rest, negated))
                    if covers is not None:
                        yield (negated,), covers
        for column in candidates.columns:
            if len(column.before) < len(test.body) and not _bounds(test, column.atom):
                for op, at in product(OPERATORS, range(len(column.values))):
                    yield column.step(op, at), covered & column.covers(op, at)


def _positive(literal: BodyLiteral) -> tuple[Literal]:
    """Return the atom of a literal, as a step of candidates."""
    assert literal.atom is not None
    return (replace(literal.atom, negated=False),)


def _bounds(test: _Test, atom: Literal) -> bool:
    """Return whether a test bounds the number that an atom of this predicate has."""
    bounded = (each.atom for each in test.body if isinstance(each, Threshold))
    return any(own.predicate == atom.predicate for own in bounded)
