"""What literals and clauses cover: solutions from Prolog, joined in NumPy."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from fold_cli import bits
from fold_cli.coverage.collector import Collector
from fold_cli.coverage.joins import EXAMPLE, Table
from fold_cli.coverage.patterns import ANY, BOUNDED, CONSTANT, Kind, Language, Pattern
from fold_cli.coverage.relations import Relations
from fold_cli.engine.packed import pack
from fold_cli.engine.prolog import engine
from fold_cli.theory.terms import (
    VALUE,
    Const,
    Literal,
    Member,
    Predicate,
    Threshold,
    Var,
    highest_variable,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from fold_cli.bits import Bits
    from fold_cli.coverage.candidates import Candidates
    from fold_cli.coverage.relations import Objects, Relation
    from fold_cli.files.problem import Mode, Problem
    from fold_cli.theory.terms import Body, BodyLiteral


MEMORY = 1 << 28
"""Bytes in which what may be added to bodies is remembered; then it begins anew."""


class Coverage:
    """The coverage of a problem's literals over its examples.

    Every example has an index: positives first. What may be added to a clause that
    has only the head's variables is the same for every such clause: it is found once.
    """

    def __init__(
        self,
        problem: Problem,
        progress: Callable[[str, int, int], None] = lambda *_: None,
        lookahead: int = 1,
        among: NDArray[np.intp] | None = None,
    ) -> None:
        """Make it for all examples, or to learn only from those ``among`` them."""
        self.problem = problem
        self.size = problem.positives + problem.negatives
        is_positive = np.arange(self.size) < problem.positives
        learned_from = np.ones(self.size, dtype=np.bool_)
        if among is not None:
            learned_from = np.isin(np.arange(self.size), among)
        self.positives: Bits = bits.pack(is_positive & learned_from)
        self.negatives: Bits = bits.pack(~is_positive & learned_from)
        self._progress = progress
        self._languages = self._make_languages()
        self._lookahead = lookahead
        self._head_types = [Kind(arg.type, 0) for arg in problem.head.args]
        self._head_candidates: dict[bool, Candidates] = {}
        self.recursive = bool(self._recursive_modes)  # may be turned off
        self._found: dict[tuple[Body, bool], tuple[Bits, Candidates]] = {}
        self._memory = 0  # of what was found
        self._tables: dict[Body, tuple[Bits, Table]] = {}

    @property
    def _recursive_modes(self) -> tuple[Mode, ...]:
        """The modes of the target in its own body."""
        head = self.problem.head
        if not self.problem.bias.recursion:
            return ()
        return self.problem.recursive or (head,)

    def _make_languages(self) -> dict[bool, Language]:
        """Return what may stand in bodies, without the target and with it."""
        body, bias = self.problem.body, self.problem.bias
        return {
            False: Language(body, bias),
            True: Language((*body, *self._recursive_modes), bias, self.problem.target),
        }

    @cached_property
    def relations(self) -> Relations:
        """What Prolog says of the background predicates."""
        relations = Relations(self.problem)
        predicates = list(dict.fromkeys(mode.predicate for mode in self.problem.body))
        for done, predicate in enumerate(predicates):
            self._progress("asking Prolog", done, len(predicates))
            relations.facts(predicate)
        positives = bits.indices(self.positives, self.size)
        relations.define(self.problem.target, relations.examples[:, positives].T)
        return relations

    @cached_property
    def _all(self) -> Table:
        """Every example, with its arguments."""
        columns: dict[int, Objects] = dict(enumerate(self.relations.examples))
        columns[EXAMPLE] = np.arange(self.size, dtype=np.int32)
        return Table(columns)

    # What may be added to a clause

    def refinements(self, body: Body, active: Bits, depth: int) -> Candidates:
        """Return what may be added to a body, and which active examples it covers."""
        recursive = self.recursive and depth == 0
        types = self._types(body)
        known = len(self._head_types)
        over_head = self._over_head(recursive)
        if len(types) == known:
            return over_head
        more = self._more(body, active, recursive, types)
        return over_head.renumbered(known, len(types)).with_more(more)

    def _more(
        self, body: Body, active: Bits, recursive: bool, types: list[Kind]
    ) -> Candidates:
        """Return what may be added with the variables that a body introduced.

        What was found with more examples is asked for again with fewer.
        """
        had, found = self._found.get((body, recursive), (active, None))
        if found is not None and not (active & ~had).any():
            return found.among(bits.indices(active, self.size))
        language = self._languages[recursive]
        collector = Collector(self, language, self._table(body, active), types)
        collector.collect(
            set(range(len(self._head_types), len(types))), self._lookahead
        )
        found = collector.candidates
        if collector.complete:
            self._memory += found.memory
            if self._memory > MEMORY:
                self._found.clear()
                self._memory = found.memory
            self._found[body, recursive] = active, found
        return found

    def _over_head(self, recursive: bool) -> Candidates:
        """Return what may be added wherever only the head's variables are used."""
        if recursive not in self._head_candidates:
            language = self._languages[recursive]
            found = Collector(self, language, self._all, self._head_types)
            found.collect(set(range(len(self._head_types))), self._lookahead)
            self._head_candidates[recursive] = found.candidates
        return self._head_candidates[recursive]

    def _types(self, body: Body) -> list[Kind]:
        """Return the types of a clause's variables, by their numbers."""
        types = list(self._head_types)
        every = (*self.problem.body, *self._recursive_modes)
        modes = {(m.predicate.name, m.predicate.arity): m for m in every}
        for literal in body:
            atom = literal.atom if isinstance(literal, Threshold) else literal
            if isinstance(atom, Literal):
                mode = modes[atom.name, len(atom.args)]
                known = [
                    types[arg.index].depth
                    for arg in atom.args
                    if isinstance(arg, Var) and 0 <= arg.index < len(types)
                ]
                depth = max(known, default=0)
                for arg, declared in zip(atom.args, mode.args, strict=True):
                    if isinstance(arg, Var) and arg.index == len(types):
                        types.append(Kind(declared.type, depth + 1))
        return types

    # Clauses

    def covers(self, body: Body) -> Bits:
        """Return all examples that a body covers; none if a variable is left free."""
        sets = self.sets(body)
        if sets is not None:
            scope = self.positives | self.negatives
            covers: Bits = np.bitwise_and.reduce([scope, *sets])
            return covers
        table: Table | None = self._all
        for literal in body:
            table = self._apply(table, literal) if table else None
        flags = np.zeros(self.size, dtype=np.bool_)
        if table is not None:
            flags[table.columns[EXAMPLE]] = True
        return bits.pack(flags)

    def sets(self, body: Body) -> list[Bits] | None:
        """Return what each literal covers, if all have only the head's variables."""
        if any(highest_variable(literal) >= len(self._head_types) for literal in body):
            return None
        sets = []
        for literal in body:
            assert not isinstance(literal, Member)
            sets.append(self._over_head(self.recursive).covers(literal))
        return sets

    def _table(self, body: Body, active: Bits) -> Table:
        """Return the bindings of a body's variables for the active examples."""
        known, table = self._longest_prefix(body, active)
        flags = bits.unpack(active, self.size)
        table = table.take(flags[table.columns[EXAMPLE]])
        for literal in body[len(known) :]:
            extended = self._apply(table, literal)
            assert extended is not None
            table = extended
        if not known:
            self._tables.clear()
        self._tables[body] = active, table
        return table

    def _longest_prefix(self, body: Body, active: Bits) -> tuple[Body, Table]:
        """Return the longest beginning of a body whose bindings are at hand."""
        for length in range(len(body), 0, -1):
            had, table = self._tables.get(body[:length], (active, None))
            if table is not None and not (active & ~had).any():
                return body[:length], table
        return (), self._all

    def _apply(self, table: Table, literal: BodyLiteral) -> Table | None:
        """Return the rows for which a literal holds, with its new variables."""
        atom = literal.atom if isinstance(literal, Threshold) else literal
        if not isinstance(atom, Literal):
            raise TypeError("what is enumerated is known by its examples")
        pattern, fixed = self._pattern(atom)
        if not pattern.variables & table.columns.keys():
            return None
        relation = self.relation(pattern, table)
        if relation is None:
            return None
        joined = table.join(pattern, relation)
        for arg, text in fixed.items():
            (wanted,) = self.relations.numbers([text])
            joined = joined.take(joined.columns.pop(arg) == wanted)
        if atom.negated:
            return table.take(~table.matches(joined, sorted(pattern.variables)))
        if isinstance(literal, Threshold):
            return self._within(joined, literal, pattern)
        return joined

    def _within(self, table: Table, threshold: Threshold, pattern: Pattern) -> Table:
        """Return the rows whose number is within a threshold's bounds."""
        numbers = table.columns.pop(BOUNDED)
        values = self.relations.number_ranks(numbers, pattern.predicate)
        keep = np.ones(table.size, dtype=np.bool_)
        for bound in threshold.bounds:
            number = self.relations.numbers([bound.number.text])
            (at,) = self.relations.ranks(np.array(number, dtype=np.int32))
            keep &= values <= at if bound.op == "=<" else values > at
        return table.take(keep)

    def _pattern(self, atom: Literal) -> tuple[Pattern, dict[int, str]]:
        """Return a literal as a pattern, and the constants in it."""
        args, fixed = [], dict[int, str]()
        for arg in atom.args:
            if isinstance(arg, Var):
                args.append(BOUNDED if arg == VALUE else arg.index)
            elif arg.text == "_":
                args.append(ANY)
            else:
                args.append(CONSTANT - len(fixed))
                fixed[args[-1]] = arg.text
        predicate = Predicate(atom.name, len(atom.args))
        return Pattern(predicate, tuple(args), ()), fixed

    def relation(self, pattern: Pattern, table: Table) -> Relation | None:
        """Return the solutions of a pattern's predicate for the rows of a table.

        None if an input that the predicate needs is not in the table.
        """
        facts = self.relations.facts(pattern.predicate)
        if facts is not None:
            return facts
        known = table.columns
        for mode in self._modes.get(pattern.predicate, ()):
            inputs = tuple(i for i, arg in enumerate(mode.args) if arg.kind == "+")
            if all(pattern.args[i] in known for i in inputs):
                given = [known[pattern.args[i]] for i in inputs]
                return self.relations.relation(pattern.predicate, inputs, given)
        return None

    @cached_property
    def _modes(self) -> dict[Predicate, list[Mode]]:
        """The modes of each predicate."""
        modes: dict[Predicate, list[Mode]] = {}
        for mode in self.problem.body:
            modes.setdefault(mode.predicate, []).append(mode)
        return modes

    def functional(self, threshold: Threshold) -> bool:
        """Return whether no object has several of the numbers that are bounded."""
        pattern, _ = self._pattern(threshold.atom)
        facts = self.relations.facts(pattern.predicate)
        return facts is not None and facts.determines(pattern.args.index(BOUNDED))

    def member(self, examples: Bits) -> Member:
        """Return the literal that enumerates these examples."""
        found = bits.indices(examples, self.size).astype(np.int64)
        lines = engine().call(
            "fold_index", "example_texts", self.problem.module, pack(found)
        )
        return Member(tuple(tuple(map(Const, line.split("\t"))) for line in lines))
