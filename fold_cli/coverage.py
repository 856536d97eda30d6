"""What literals and clauses cover: solutions from Prolog, joined in NumPy."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from fold_cli import bits
from fold_cli.candidates import Block, Candidates, Column
from fold_cli.engine import engine
from fold_cli.joins import EXAMPLE, Table, solutions_table
from fold_cli.keys import looked_up, present
from fold_cli.packed import pack
from fold_cli.refine import BOUNDED, CONSTANT, Kind, Language, Pattern
from fold_cli.relations import Relations
from fold_cli.terms import (
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
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from fold_cli.bits import Bits
    from fold_cli.problem import Mode, Problem
    from fold_cli.relations import Objects, Relation
    from fold_cli.terms import Body, BodyLiteral

CONSTANTS_AT_ONCE = 256


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
    def _relations(self) -> Relations:
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
        columns: dict[int, Objects] = dict(enumerate(self._relations.examples))
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
        language = self._languages[recursive]
        found = _Collector(self, language, self._table(body, active), types)
        found.collect(set(range(known, len(types))), self._lookahead)
        return over_head.renumbered(known, len(types)).with_more(found.candidates)

    def _over_head(self, recursive: bool) -> Candidates:
        """Return what may be added wherever only the head's variables are used."""
        if recursive not in self._head_candidates:
            language = self._languages[recursive]
            found = _Collector(self, language, self._all, self._head_types)
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
        arity = len(self._head_types)
        if all(highest_variable(literal) < arity for literal in body):
            result = self.positives | self.negatives
            for literal in body:
                assert not isinstance(literal, Member)
                result = result & self._over_head(self.recursive).covers(literal)
            return result
        table: Table | None = self._all
        for literal in body:
            table = self._apply(table, literal) if table else None
        flags = np.zeros(self.size, dtype=np.bool_)
        if table is not None:
            flags[table.columns[EXAMPLE]] = True
        return bits.pack(flags)

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
            (wanted,) = self._relations.numbers([text])
            joined = joined.take(joined.columns.pop(arg) == wanted)
        if atom.negated:
            rows = np.ones(table.size, dtype=np.bool_)
            rows[:] = ~table.matches(joined, sorted(pattern.variables))
            return table.take(rows)
        if isinstance(literal, Threshold):
            values = self._relations.number_ranks(
                joined.columns.pop(BOUNDED), pattern.predicate
            )
            keep = np.ones(joined.size, dtype=np.bool_)
            for bound in literal.bounds:
                (number,) = self._relations.numbers([bound.number.text])
                (at,) = self._relations.ranks(np.array([number], dtype=np.int32))
                keep &= values <= at if bound.op == "=<" else values > at
            joined = joined.take(keep)
        return joined

    def _pattern(self, atom: Literal) -> tuple[Pattern, dict[int, str]]:
        """Return a literal as a pattern, and the constants in it."""
        args, fixed = [], dict[int, str]()
        for arg in atom.args:
            if isinstance(arg, Var):
                args.append(BOUNDED if arg == VALUE else arg.index)
            elif arg.text == "_":
                args.append(-2)
            else:
                args.append(CONSTANT - len(fixed))
                fixed[args[-1]] = arg.text
        predicate = Predicate(atom.name, len(atom.args))
        return Pattern(predicate, tuple(args), ()), fixed

    def relation(
        self, pattern: Pattern, table: Table, more: Table | None = None
    ) -> Relation | None:
        """Return the solutions of a pattern's predicate for the rows of a table.

        None if an input that the predicate needs is not in the table.
        """
        facts = self._relations.facts(pattern.predicate)
        if facts is not None:
            return facts
        known = table.columns
        for mode in self.problem.body:
            if mode.predicate != pattern.predicate:
                continue
            inputs = tuple(i for i, arg in enumerate(mode.args) if arg.kind == "+")
            if all(pattern.args[i] in known for i in inputs):
                given = [known[pattern.args[i]] for i in inputs]
                return self._relations.relation(pattern.predicate, inputs, given)
        return None

    def functional(self, threshold: Threshold) -> bool:
        """Return whether no object has several of the numbers that are bounded."""
        pattern, _ = self._pattern(threshold.atom)
        facts = self._relations.facts(pattern.predicate)
        return facts is not None and facts.determines(pattern.args.index(BOUNDED))

    def member(self, examples: Bits) -> Member:
        """Return the literal that enumerates these examples."""
        found = bits.indices(examples, self.size).astype(np.int64)
        lines = engine().call(
            "fold_coverage", "example_texts", self.problem.module, pack(found)
        )
        return Member(tuple(tuple(map(Const, line.split("\t"))) for line in lines))


class _Collector:
    """Finds what may be added to one clause."""

    def __init__(
        self, coverage: Coverage, language: Language, table: Table, types: list[Kind]
    ) -> None:
        self.coverage = coverage
        self.language = language
        self.relations = coverage._relations
        self.table = table
        self.types = types
        self.within = {v: present(table.columns[v]) for v in range(len(types))}
        self.blocks: dict[int, list[Block]] = {}
        self.columns: dict[int, list[Column]] = {}

    def collect(self, uses: set[int], lookahead: int) -> None:
        """Add every path of literals that uses one of these variables."""
        everything = set(range(len(self.types)))
        for pattern in self.language.patterns(self.types, everything):
            relation = self.coverage.relation(pattern, self.table)
            if relation is not None:
                solutions = solutions_table(pattern, relation, self.within)
                self.follow((pattern,), solutions, uses, lookahead)

    def follow(
        self, path: tuple[Pattern, ...], solutions: Table, uses: set[int], ahead: int
    ) -> None:
        """Add a path, and the paths that go on with a variable it introduced."""
        if not solutions.size:
            return
        last = path[-1]
        shared = sorted(self.within.keys() & solutions.columns.keys())
        if uses & set(shared):
            self.add(path, solutions, shared)
        if not (last.new and ahead) or last.bounded or last.constants:
            return
        types = [*self.types, *(t for pattern in path for t in pattern.new)]
        start = len(types) - len(last.new)
        for pattern in self.language.patterns(types, set(range(start, len(types)))):
            if pattern in path:
                continue
            relation = self.coverage.relation(pattern, solutions)
            if relation is not None:
                joined = solutions.join(pattern, relation)
                joined = self.inside(joined, pattern, solutions)
                self.follow((*path, pattern), joined, uses, ahead - 1)

    def inside(self, joined: Table, pattern: Pattern, before: Table) -> Table:
        """Keep to the clause's own objects in columns that a join brought in."""
        for variable in pattern.variables & self.within.keys():
            if variable not in before.columns:
                known = looked_up(self.within[variable], joined.columns[variable])
                joined = joined.take(known)
        return joined

    def add(
        self, path: tuple[Pattern, ...], solutions: Table, shared: list[int]
    ) -> None:
        last = path[-1]
        before = tuple(pattern.literal() for pattern in path[:-1])
        if not last.constants and not last.bounded:
            rows = self.table.matches(solutions, shared)
            flags = np.zeros((1, self.coverage.size), dtype=np.bool_)
            flags[0, self.table.columns[EXAMPLE][rows]] = True
            steps = [(*before, last.literal())]
            self.add_block(len(path), steps, flags, negatable=not last.new)
            return
        found = self.rows_with(solutions, shared, last)
        if last.bounded:
            self.add_columns(path, before, found)
        else:
            self.add_constants(path, before, found)

    def add_block(
        self,
        length: int,
        steps: list[tuple[Literal, ...]],
        flags: NDArray[np.bool_],
        negatable: bool,
    ) -> None:
        block = Block(steps, bits.pack(flags), negatable and length == 1)
        self.blocks.setdefault(length, []).append(block)

    def rows_with(self, solutions: Table, shared: list[int], last: Pattern) -> Table:
        """Return examples with the constants and numbers that occur with them."""
        wanted = [*last.constants, *([BOUNDED] if last.bounded else [])]
        relation = _as_relation([solutions.columns[v] for v in [*shared, *wanted]])
        pattern = Pattern(last.predicate, (*shared, *wanted), ())
        joined = self.table.join(pattern, relation)
        return Table({v: joined.columns[v] for v in [EXAMPLE, *wanted]})

    def groups(
        self, last: Pattern, found: Table
    ) -> Iterator[tuple[list[str], NDArray[np.intp]]]:
        """Yield the constants that occur, in their order, and the rows with them."""
        if not last.constants:
            yield [], np.arange(found.size)
            return
        columns = [found.columns[c] for c in last.constants]
        ranks = np.stack([self.relations.ranks(column) for column in columns])
        distinct, first, group = np.unique(
            ranks, axis=1, return_index=True, return_inverse=True
        )
        order = np.argsort(group.ravel(), kind="stable")
        ends = np.cumsum(np.bincount(group.ravel(), minlength=distinct.shape[1]))
        texts = [self.relations.texts(column[first].tolist()) for column in columns]
        for at, end in enumerate(ends):
            begin = ends[at - 1] if at else 0
            yield [text[at] for text in texts], order[begin:end]

    def add_constants(
        self, path: tuple[Pattern, ...], before: tuple[Literal, ...], found: Table
    ) -> None:
        last = path[-1]
        example = found.columns[EXAMPLE]
        groups = list(self.groups(last, found))
        for start in range(0, len(groups), CONSTANTS_AT_ONCE):
            some = groups[start : start + CONSTANTS_AT_ONCE]
            flags = np.zeros((len(some), self.coverage.size), dtype=np.bool_)
            for at, (_, rows) in enumerate(some):
                flags[at, example[rows]] = True
            steps = [(*before, last.literal(texts)) for texts, _ in some]
            self.add_block(len(path), steps, flags, negatable=not last.new)

    def add_columns(
        self, path: tuple[Pattern, ...], before: tuple[Literal, ...], found: Table
    ) -> None:
        last = path[-1]
        for texts, rows in self.groups(last, found):
            numbers = found.columns[BOUNDED][rows]
            ranks = self.relations.number_ranks(numbers, last.predicate)
            _, first, local = np.unique(ranks, return_index=True, return_inverse=True)
            values = _Texts(self.relations, numbers[first])
            low, high = _extremes(
                found.columns[EXAMPLE][rows], local, self.coverage.size
            )
            high = low if np.array_equal(low, high) else high
            column = Column(last.literal(texts), values, low, high, before)
            self.columns.setdefault(len(path), []).append(column)

    @property
    def candidates(self) -> Candidates:
        """What was found, shorter paths first."""
        blocks = [
            block
            for length in sorted(self.blocks)
            for block in _merged(self.blocks[length])
        ]
        columns = [c for length in sorted(self.columns) for c in self.columns[length]]
        return Candidates(blocks, columns)


class _Texts(Sequence[str]):
    """The texts of objects, asked for when they are wanted."""

    def __init__(self, relations: Relations, objects: Objects) -> None:
        self._relations, self._objects = relations, objects

    def __len__(self) -> int:
        return len(self._objects)

    def __getitem__(self, at):  # type: ignore[no-untyped-def]
        if isinstance(at, slice):
            return self._relations.texts(self._objects[at].tolist())
        return self._relations.texts([int(self._objects[at])])[0]


def _as_relation(columns: list[Objects]) -> Relation:
    from fold_cli.relations import Relation

    return Relation(np.stack(columns, axis=1))


def _merged(blocks: list[Block]) -> list[Block]:
    """Bring neighbours together, so that they are counted in few passes."""
    result = []
    for negatable, group in itertools.groupby(blocks, lambda block: block.negatable):
        mine = list(group)
        steps = [step for block in mine for step in block.steps]
        covers = np.concatenate([block.covers for block in mine])
        result.append(Block(steps, covers, negatable))
    return result


def _extremes(
    rows: Objects, ranks: NDArray[np.intp], size: int
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the smallest and the largest rank of each row, -1 where it has none."""
    high = np.full(size, -1, dtype=np.int32)
    np.maximum.at(high, rows, ranks.astype(np.int32))
    low = np.full(size, np.iinfo(np.int32).max, dtype=np.int32)
    np.minimum.at(low, rows, ranks.astype(np.int32))
    low[high < 0] = -1
    return low, high
