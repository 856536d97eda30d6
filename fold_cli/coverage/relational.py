"""Coverage of relational problems: what literals and bodies cover among the examples.

Prolog is asked once for the solutions of each predicate; joins and counts are done in
NumPy. Candidates over the head's variables alone cover the same examples in every
clause and are found once. Those over variables of the body are found by joins with the
bindings of the body (``solver.py``) and cached for as long as the examples only shrink.
"""

from __future__ import annotations

import math
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from fold_cli import bits
from fold_cli.coverage.collector import Collector
from fold_cli.coverage.numeric_arguments import numeric_arguments
from fold_cli.coverage.patterns import PatternLanguage, VariableType
from fold_cli.coverage.relations import Relations
from fold_cli.coverage.solver import BodySolver
from fold_cli.engine.packed import pack
from fold_cli.engine.prolog import engine
from fold_cli.theory.terms import Const, Member, Threshold, Var, highest_variable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fold_cli.bits import Bits
    from fold_cli.coverage.candidates import Candidates
    from fold_cli.coverage.joins import Bindings, JoinBudget
    from fold_cli.coverage.programs import Programs
    from fold_cli.engine.progress import Progress
    from fold_cli.files.problem import Mode, Problem
    from fold_cli.theory.terms import Body


MAX_CACHED_BYTES = 1 << 28
"""Size of all cached candidates; beyond it the cache is emptied."""


class Coverage:
    """The coverage of a problem's literals; examples are indexed, positives first."""

    def __init__(
        self,
        problem: Problem,
        progress: Progress = lambda *_: None,
        lookahead: int = 1,
        negations: bool = False,
        max_rows: float = math.inf,
        budget: JoinBudget | None = None,
    ) -> None:
        """With ``negations``, negated literals are candidates in every clause.

        Look-ahead ends where a clause's joins have looked at more than ``max_rows``;
        ``TooManyJoins`` is raised where those of all clauses exceed the budget.
        """
        self.problem = problem
        self._negations = negations
        self.size = problem.positives + problem.negatives
        is_positive = np.arange(self.size) < problem.positives
        self.positives: Bits = bits.pack(is_positive)
        self.negatives: Bits = bits.pack(~is_positive)
        self._progress = progress
        self._languages = self._make_languages()
        self._lookahead, self._max_rows, self._budget = lookahead, max_rows, budget
        self._head_types = [VariableType(arg.type, 0) for arg in problem.head.args]
        self._head_candidates: dict[bool, Candidates] = {}
        self.recursive = bool(self._recursive_modes)  # may be turned off
        self._cache: dict[tuple[Body, bool], tuple[Bits, Candidates]] = {}
        self._cached_bytes = 0

    @property
    def _recursive_modes(self) -> tuple[Mode, ...]:
        """The modes of the target in its own body."""
        head = self.problem.head
        if not self.problem.bias.recursion:
            return ()
        return self.problem.recursive or (head,)

    def _make_languages(self) -> dict[bool, PatternLanguage]:
        """Return the patterns of bodies, without the target and with it."""
        body, bias = self.problem.body, self.problem.bias
        return {
            False: PatternLanguage(body, bias),
            True: PatternLanguage(
                (*body, *self._recursive_modes), bias, self.problem.target
            ),
        }

    @cached_property
    def relations(self) -> Relations:
        """The solutions of the background predicates, and of the target's positives."""
        relations = Relations(self.problem)
        predicates = list(
            dict.fromkeys(mode.predicate for mode in self.problem.body if mode.args)
        )
        for done, predicate in enumerate(predicates):
            self._progress("asking Prolog", done, len(predicates))
            relations.facts(predicate)
        if self._recursive_modes:
            positives = bits.indices(self.positives, self.size)
            relations.define(self.problem.target, relations.examples[:, positives].T)
        return relations

    @cached_property
    def _solver(self) -> BodySolver:
        return BodySolver(self.problem, self.relations)

    def programs(self) -> Programs | None:
        """Return the recursive programs of the target, if they can be listed."""
        problem = self.problem
        if problem.fixed or not problem.target.arity:
            return None
        from fold_cli.coverage.programs import Programs

        return Programs(problem)

    @contextmanager
    def limiting_answers(self) -> Iterator[None]:
        """Let no table have answers much larger than the examples in the block."""
        engine().call("fold_judge", "limit_answers", self.problem.module)
        try:
            yield
        finally:
            engine().call("fold_judge", "free_answers")

    # What may be added to a clause

    def refinements(self, body: Body, active: Bits, depth: int) -> Candidates:
        """Return the candidates for a body, and which active examples they cover.

        ``depth`` is how deeply the clause is nested as an exception: the target itself
        is a candidate at depth 0 only.
        """
        recursive = self.recursive and depth == 0
        types = self._types(body)
        arity = len(self._head_types)
        over_head = self._over_head(recursive)
        if len(types) == arity:
            return over_head
        more = self._over_body(body, active, recursive, types)
        return over_head.renumbered(arity, len(types)).with_more(more)

    def _over_body(
        self, body: Body, active: Bits, recursive: bool, types: list[VariableType]
    ) -> Candidates:
        """Return the candidates that use a variable which the body introduced.

        Candidates found for more examples are the same for fewer, their sets cut.
        """
        examples, candidates = self._cache.get((body, recursive), (active, None))
        if candidates is not None and not (active & ~examples).any():
            return candidates.among(bits.indices(active, self.size))
        bindings = self._solver.bindings(body, active)
        new = set(range(len(self._head_types), len(types)))
        collector = self._collected(bindings, types, new, recursive)
        candidates = collector.candidates
        if collector.complete:
            self._cached_bytes += candidates.memory
            if self._cached_bytes > MAX_CACHED_BYTES:
                self._cache.clear()
                self._cached_bytes = candidates.memory
            self._cache[body, recursive] = active, candidates
        return candidates

    def _over_head(self, recursive: bool) -> Candidates:
        """Return the candidates over the head's variables, the same for all bodies."""
        if recursive not in self._head_candidates:
            examples, types = self._solver.examples, self._head_types
            variables = set(range(len(types)))
            collector = self._collected(examples, types, variables, recursive)
            collector.bound(numeric_arguments(self.problem.head, collector))
            self._head_candidates[recursive] = collector.candidates
        return self._head_candidates[recursive]

    def _collected(
        self,
        bindings: Bindings,
        types: list[VariableType],
        uses: set[int],
        recursive: bool,
    ) -> Collector:
        """Return the collector of the candidates that use one of these variables."""
        collector = Collector(
            self._solver,
            self._languages[recursive],
            bindings,
            types,
            negations=self._negations,
            max_rows=self._max_rows,
            budget=self._budget,
        )
        collector.collect(uses, self._lookahead)
        return collector

    def _types(self, body: Body) -> list[VariableType]:
        """Return the types of a clause's variables, by their numbers."""
        types = list(self._head_types)
        every = (*self.problem.body, *self._recursive_modes)
        modes = {mode.predicate: mode for mode in every}
        for literal in body:
            if atom := literal.atom:
                mode = modes.get(atom.predicate)
                if mode is None:  # ``=``, which introduces nothing
                    continue
                known = [
                    types[arg.index].depth
                    for arg in atom.args
                    if isinstance(arg, Var) and 0 <= arg.index < len(types)
                ]
                depth = max(known, default=0)
                for arg, declared in zip(atom.args, mode.args, strict=True):
                    if isinstance(arg, Var) and arg.index == len(types):
                        types.append(VariableType(declared.type, depth + 1))
        return types

    # Clauses

    def covers(self, body: Body) -> Bits | None:
        """Return all examples that a body covers; None if a literal lacks a binding."""
        sets = self.sets(body)
        if sets is not None:
            scope = self.positives | self.negatives
            covers: Bits = np.bitwise_and.reduce([scope, *sets])
            return covers
        return self._solver.covers(body)

    def sets(self, body: Body) -> list[Bits] | None:
        """Return what each literal covers, if all have the head's variables alone."""
        if any(highest_variable(literal) >= len(self._head_types) for literal in body):
            return None
        sets = []
        for literal in body:
            assert not isinstance(literal, Member)
            sets.append(self._over_head(self.recursive).covers(literal))
        return sets

    def functional(self, threshold: Threshold) -> bool:
        """Return whether no object has several of the numbers that are bounded."""
        return self._solver.functional(threshold)

    def described(self, _: Body) -> None:
        """Return None: what no fact says is false."""

    def member(self, examples: Bits) -> Member:
        """Return the literal that enumerates these examples."""
        indices = bits.indices(examples, self.size).astype(np.int64)
        lines = engine().call(
            "fold_index", "example_texts", self.problem.module, pack(indices)
        )
        if not self._head_types:
            return Member(((),) * len(lines))
        return Member(tuple(tuple(map(Const, line.split("\t"))) for line in lines))
