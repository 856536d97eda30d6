"""The interface of learning problems, whatever they are read from.

Prolog files and tables are both examples of one target, described by predicates.
:class:`Learnable` is what learning asks of them, :class:`LearningProblem` what
cross-validation, evaluation, checkpoints and conversion do. Which of the two kinds of
files it is, only ``problem_factory.py`` asks.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    import numpy as np
    from numpy.typing import NDArray

    from fold_cli.bits import Bits
    from fold_cli.coverage.joins import JoinBudget
    from fold_cli.engine.progress import Progress
    from fold_cli.files.clingo_rules import SourceClause
    from fold_cli.files.problem import Bias, Mode
    from fold_cli.search.coverage import Coverage
    from fold_cli.search.options import Options
    from fold_cli.search.recursion import MayRecurse
    from fold_cli.theory.english.sentences import Sentences
    from fold_cli.theory.operators import Syntax
    from fold_cli.theory.schema import TableSchema
    from fold_cli.theory.terms import Predicate
    from fold_cli.theory.theory import Theory
    from fold_cli.use.problems.class_objects import ClassObjects
    from fold_cli.use.problems.equal_rows import MajorityClasses
    from fold_cli.use.theories.judgement import AppliedTheory, Judgement
    from fold_cli.use.theories.written_theory import WrittenTheory


class Training(NamedTuple):
    """What one run of the learner needs of a problem."""

    coverage: Coverage
    options: Options  # with the bounds that the problem's own files set
    recursion: MayRecurse | None = None  # the coverage, if bodies may hold the target
    deeper: Callable[[int, JoinBudget], Coverage] | None = None  # more look-ahead
    classes: tuple[Bits, ...] = ()  # the examples of each, of several classes


class Learnable(Protocol):
    """Examples of a target and the predicates that describe them, to be learned from.

    The examples may be with other processes.
    """

    target: Predicate
    head: Mode
    body: tuple[Mode, ...]
    predicates: frozenset[str]  # names that a theory must not redefine
    sentences: Sentences
    syntax: Syntax  # operators and quotes of the background
    warnings: tuple[str, ...]
    positives: int
    negatives: int
    notes: tuple[str, ...]  # header lines about the examples
    bias: Bias  # bounds of the search
    classes: tuple[str, ...]  # values of the head's constant, to be learned in turn
    schema: TableSchema | None  # of a table
    fixed: tuple[tuple[int, str], ...]  # the place and value of the class chosen
    class_predicates: tuple[str, ...]  # names for the rules of each class of a table

    def training(
        self,
        options: Options,
        progress: Progress,
        without: frozenset[Predicate | Mode] = frozenset(),
    ) -> Training:
        """Return what literals cover; there are none of what is in ``without``."""

    def of_class(self, value: str, known: Collection[str] | None = None) -> Learnable:
        """Return the problem of one of the classes, which is to be freed as well.

        It has all its examples, or those that are among ``known`` atoms.
        """

    def judge(self, theory: WrittenTheory, *, clauses: bool = False) -> Judgement:
        """Apply a theory to all examples."""

    def majority_classes(self) -> MajorityClasses | None:
        """Return the classes that rules can tell.

        Rows of a table with the same cells get the class that most of them have. None
        where that changes nothing, or examples can be enumerated by their names.
        """

    def weighted(self, weight: str) -> Learnable:
        """Return the problem with some examples counted several times."""

    def scored(self, theory: Theory, judgement: Judgement | None = None) -> Theory:
        """Return a theory learned here with scores; see ``probability.scored``.

        The judgement is that of all examples, if it is known.
        """

    def centred(self, theory: Theory) -> Theory:
        """Return a theory learned here whose thresholds are far from the examples.

        Each clause covers the same; see ``coverage/threshold_gaps.py``.
        """

    def listed(self, members: Bits) -> list[str]:
        """Return the examples of a set as Prolog writes them."""

    def free(self) -> None:
        """Let Prolog forget the problem."""


class LearningProblem(Learnable, Protocol):
    """Examples in this process, known by their index: positives and negatives."""

    modes: tuple[Mode, ...]  # head, body, and those of the target in a body
    positive: NDArray[np.bool_]  # whether an example is positive
    labels: NDArray[np.intp] | None  # where each has one class, its place in classes

    def split(
        self, training: NDArray[np.intp], test: NDArray[np.intp]
    ) -> tuple[LearningProblem, LearningProblem]:
        """Return a problem of some examples, and one of others to judge theories by.

        The first is what files without the other examples would give. Neither is to be
        freed.
        """

    def of_class(
        self, value: str, known: Collection[str] | None = None
    ) -> LearningProblem:
        """Return the problem of one of the classes, which is to be freed as well."""

    def class_objects(self) -> ClassObjects | None:
        """Return the objects and classes of examples that are pairs of both."""

    def applied(self, theory: WrittenTheory) -> AppliedTheory:
        """Return a theory beside all examples, to be asked more about them."""

    def atoms(self, places: NDArray[np.intp] | None = None) -> list[str]:
        """Return all examples, or those at some places, as Prolog writes them."""

    def files(self) -> list[str]:
        """Return the paths of all files that were read."""

    def texts(self) -> tuple[Iterable[str], Iterable[str], Iterable[str]]:
        """Return background, positive and negative examples as Prolog, in parts."""

    def clauses(self) -> list[SourceClause]:
        """Return the clauses of the background, as Prolog reads them."""


def with_column_values(
    theory: Theory, values: Callable[[str], tuple[str, ...]]
) -> Theory:
    """Return a theory whose schema has the values of the columns that it uses.

    ``values`` gives those of a column by the name of its predicate.
    """
    schema, used = theory.schema, theory.used
    assert schema
    columns = [
        replace(each, seen=values(each.name)) if each.name in used else each
        for each in schema.columns
    ]
    return replace(theory, schema=replace(schema, columns=tuple(columns)))
