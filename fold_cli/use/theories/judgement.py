"""Judgements: which examples a theory makes true, and what each clause covers.

A judgement has a flag for each clause and example. For rows of a table it is computed
from the coded columns, one NumPy operation for each literal; Prolog gives others.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from fold_cli import bits
from fold_cli.bits import PackedFlags
from fold_cli.theory import scores
from fold_cli.theory.class_list import class_of_predicates, class_steps
from fold_cli.theory.quoting import constant
from fold_cli.theory.reach import reaching
from fold_cli.theory.terms import Predicate
from fold_cli.theory.theory import Counts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from fold_cli.bits import Bits, CompactBits
    from fold_cli.coverage.cell_conditions import CellConditions
    from fold_cli.files.tables.columns import Rows
    from fold_cli.files.tables.table import Table
    from fold_cli.theory.english.sentences import Sentences
    from fold_cli.theory.theory import LearnedClause, Theory
    from fold_cli.use.explaining.explanation import Explanation
    from fold_cli.use.problems.learning_problem import Learnable

    Places = NDArray[np.intp]
    """Places among the examples."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """Flags over the examples: what holds, and what each clause covers by itself.

    A theory of several classes gives each row a label, the place of its class among
    those of the theory's schema, or -1; ``holds`` says which rows have one.
    """

    holds: NDArray[np.bool_]
    covers: Sequence[NDArray[np.bool_]] = ()
    defaults: Sequence[NDArray[np.bool_]] = ()
    """What each clause covers without its exceptions: of all examples, or at least of
    those that its exceptions cover."""
    uncounted: frozenset[int] = frozenset()
    """Places of clauses of which it is not known what they cover: nothing calls them,
    or they end in an error when they are asked by themselves."""
    warnings: tuple[str, ...] = ()
    endless: tuple[str, ...] = ()
    """Warnings of what may never end in swipl."""
    labels: NDArray[np.intp] | None = None
    conditions: Callable[[], tuple[Sequence[NDArray[np.bool_]], ...]] | None = None
    """What tells whether each clause holds, and each condition of its body, where rows
    of a table are judged; see ``scores``."""

    def decisions(self, theory: Theory) -> list[tuple[Any, int]]:
        """Return sets of examples and what is decided of each: the first one counts.

        That is the place of a class or, without several, 1 for what holds.
        """
        if not theory.classes:
            return [(self.holds, 1)]
        if self.labels is not None:
            return [(self.labels == at, at) for at in range(len(theory.classes))]
        return [
            (covers, place)
            for covers, place in zip(self.covers, class_places(theory), strict=True)
            if place is not None
        ]

    def within_defaults(self, theory: Theory) -> Iterator[NDArray[np.bool_]]:
        """Yield what each clause covers of the examples that it is asked about."""
        everything = bits.pack(self.holds | ~self.holds)
        pairs = zip(self.covers, self._reached(theory, everything), strict=True)
        for flags, reached in pairs:
            if reached is everything:
                yield flags
            else:
                yield flags & bits.unpack(bits.expand(reached), self._size)

    def clause_counts(
        self, theory: Theory, positive: NDArray[np.bool_]
    ) -> list[Counts | None]:
        """Count what each clause covers of the examples that it is asked about."""
        return [
            None if place in self.uncounted else Counts.of(flags, positive)
            for place, flags in enumerate(self.within_defaults(theory))
        ]

    def reached(self, theory: Theory) -> PackedFlags:
        """Return the examples that each clause is asked about; see ``reach``.

        What a class asked before has taken, no rule of a later class is asked about.
        """
        everything = bits.pack(self.holds | ~self.holds)
        return PackedFlags(self._reached(theory, everything), self._size)

    def _reached(self, theory: Theory, everything: Bits) -> list[CompactBits]:
        clauses = [learned.clause for learned in theory.clauses]
        roots, left = {theory.target: everything}, everything
        for step in class_steps(theory) if theory.classes else ():
            if step.predicate is not None:
                rules = Predicate(step.predicate, 1)
                roots[rules] = left
                for place, clause in enumerate(clauses):
                    if clause.predicate == rules:
                        left = left & ~bits.packed_at(self.covers, place)

        def default_of(place: int) -> Bits:
            return bits.packed_at(self.defaults, place)

        return reaching(clauses, roots, default_of, everything)

    @property
    def _size(self) -> int:
        """The number of examples; of distant ones nobody asks."""
        return 0 if isinstance(self.holds, bits.DistantSet) else len(self.holds)


class ThresholdPlace(NamedTuple):
    """A threshold of a theory: the place of its clause, and its own in the body."""

    clause: int
    literal: int


class ExampleNumbers(NamedTuple):
    """Numbers of examples, beside the places of these; one may have several."""

    examples: NDArray[np.intp]
    numbers: NDArray[np.float64]


class AppliedTheory(Protocol):
    """A theory together with the examples that it is applied to."""

    @property
    def theory(self) -> Theory:
        """The theory."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was noticed when the files were read."""

    @property
    def sentences(self) -> Sentences:
        """The sentences that the files declare."""

    def atoms(self, places: Places | None = None) -> list[str]:
        """Return all examples, or those at some places, as Prolog writes them."""

    def judge(self, *, clauses: bool = False) -> Judgement:
        """Return which examples hold, and perhaps what each clause covers."""

    def explanation(self, goal: str, depth: int) -> Explanation:
        """Return why a ground atom holds, or why not."""

    def explanations(
        self, depth: int, places: Places | None = None
    ) -> Iterable[Explanation]:
        """Return why each example, or those at some places, holds, or why not."""

    def numbers(self, asked: Sequence[ThresholdPlace]) -> list[ExampleNumbers]:
        """Return the numbers that thresholds bound, of the examples that meet the
        other conditions of their clauses, exceptions aside.
        """


def judge_rows(table: Table, theory: Theory, rows: Rows) -> Judgement:
    """Return what a theory says of rows of a table, by their order in ``rows``."""
    from fold_cli.coverage.cell_conditions import RowConditions

    judged = judge_cells(RowConditions(table, rows), theory, len(rows))
    if not theory.classes:
        return judged
    labels = np.full(len(rows), -1, dtype=np.intp)
    for covered, place in judged.decisions(theory):
        labels[covered & (labels < 0)] = place
    return replace(judged, labels=labels)


def class_places(theory: Theory) -> list[int | None]:
    """Return the place of the class that each clause is for, if it is for one."""
    places = {constant(text): at for at, text in enumerate(theory.classes)}
    found: list[int | None] = []
    for learned in theory.clauses:
        value = dict(learned.clause.fixed).get(1)
        own = value is not None and learned.clause.predicate == theory.target
        found.append(places.get(value.text) if own and value else None)
    return found


def judge_cells(cells: CellConditions, theory: Theory, size: int) -> Judgement:
    """Return what a theory says of so many rows, by conditions on their cells.

    Where the conditions give distant sets, so does the judgement. There are no labels.
    """
    from fold_cli.coverage.clause_rows import covers_and_defaults

    clauses = [learned.clause for learned in theory.clauses]
    sets, bodies = covers_and_defaults(cells, clauses)
    flags = PackedFlags(sets, size)
    pairs = zip(sets, bodies, strict=True)
    defaults = PackedFlags((own if body is None else body for own, body in pairs), size)
    everything = cells.everything()
    holds = everything & ~everything
    for clause, covered in zip(clauses, flags, strict=True):
        if clause.predicate == theory.target:
            holds = holds | covered
    conditions = partial(_conditions, cells, theory, size, sets)
    return Judgement(holds, flags, defaults, conditions=conditions)


def _conditions(
    cells: CellConditions, theory: Theory, size: int, covers: Sequence[CompactBits]
) -> tuple[PackedFlags, ...]:
    """Return whether each clause holds, and each condition of its body."""
    from fold_cli.coverage.clause_rows import covers_and_defaults

    defined = theory.defined
    bodies = [scores.conditions(learned.clause, defined) for learned in theory.clauses]
    every = covers_and_defaults(cells, [each for body in bodies for each in body])
    sets = iter(every[0])
    return tuple(
        PackedFlags([whole, *(next(sets) for _ in body)], size)
        for whole, body in zip(covers, bodies, strict=True)
    )


class EveryClass(NamedTuple):
    """The classes of a theory, then those that only the problem has."""

    values: tuple[str, ...]
    places: NDArray[np.intp]  # of the problem's own classes among these


def every_class(theory: Theory, problem: Learnable) -> EveryClass:
    """Return the classes of a theory and of the problem that it is applied to."""
    assert problem.schema
    known, others = theory.classes, problem.schema.classes
    every = [*known, *(value for value in others if value not in known)]
    places = np.array([every.index(value) for value in others], dtype=np.intp)
    return EveryClass(tuple(every), places)


def class_counts(
    theory: Theory,
    judgement: Judgement,
    members: Callable[[int], NDArray[np.bool_]],
    classes: Sequence[str],
) -> list[Counts]:
    """Return what each clause covers, of its class and of others.

    What a class asked before has taken is not counted: the rules of a class are about
    the rest, their exceptions about what they cover of it. ``members`` gives the rows
    of a class by its place in ``classes``.
    """
    places = {constant(value): place for place, value in enumerate(classes)}
    about = class_of_predicates(theory)
    nobody = judgement.holds & ~judgement.holds

    def own(learned: LearnedClause) -> Any:
        value = dict(learned.clause.fixed).get(1) or about.get(learned.clause.predicate)
        known = value is not None and value.text in places
        return members(places[value.text]) if known and value else nobody

    within = judgement.within_defaults(theory)
    pairs: Any = zip(within, map(own, theory.clauses), strict=True)
    if isinstance(nobody, bits.DistantSet):
        pairs = [*pairs]
        nobody.counted([each for a, b in pairs for each in (a & b, a)])
    return [Counts.of(flags, kind) for flags, kind in pairs]


def rightly_labelled(
    theory: Theory,
    judgement: Judgement,
    members: Callable[[int], NDArray[np.bool_]],
) -> NDArray[np.bool_]:
    """Return the rows that get their class; ``members`` gives those of a class."""
    left = judgement.holds
    right = left & ~left
    for covers, place in judgement.decisions(theory):
        right = right | (covers & left & members(place))
        left = left & ~covers
    return right
