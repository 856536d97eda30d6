"""A learning problem of Prolog files, whose facts and examples Prolog holds.

It has the interface of ``learning_problem.LearningProblem``. The files are read once;
where a part of the examples is learned from, Prolog holds these alone meanwhile.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from fold_cli import bits
from fold_cli.coverage.relational import Coverage
from fold_cli.engine.packed import pack, unpack
from fold_cli.engine.prolog import engine
from fold_cli.errors import InputError
from fold_cli.files.classes import class_position
from fold_cli.files.dialects.directory import paths_of
from fold_cli.files.loader import free, load, with_inferred_modes
from fold_cli.files.sources import is_file
from fold_cli.search.gain import Criterion
from fold_cli.use.problems.learning_problem import Training

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from numpy.typing import NDArray

    from fold_cli.bits import Bits
    from fold_cli.coverage.joins import JoinBudget
    from fold_cli.engine.progress import Progress
    from fold_cli.files.clingo_rules import SourceClause
    from fold_cli.files.problem import Mode, Problem
    from fold_cli.files.sources import Sources
    from fold_cli.search.options import Options
    from fold_cli.theory.schema import TableSchema
    from fold_cli.theory.terms import Predicate
    from fold_cli.theory.theory import Theory
    from fold_cli.use.problems.class_objects import ClassObjects
    from fold_cli.use.theories.judgement import Judgement
    from fold_cli.use.theories.prolog_theory import PrologTheory
    from fold_cli.use.theories.written_theory import WrittenTheory


MAX_ROWS_BY_NEED = 5_000_000
"""Rows that look-ahead by need joins for one clause: a fraction of a second."""


@dataclass
class _HeldExamples:
    """The examples that Prolog holds at the moment, of those that were loaded."""

    positives: int
    negatives: int

    def __post_init__(self) -> None:
        every: NDArray[np.intp] = np.arange(self.positives + self.negatives)
        self.every = self.now = every


class PrologProblem:
    """A problem whose facts and examples are in a module of Prolog."""

    def __init__(
        self,
        loaded: Problem,
        sources: Sources,
        held: _HeldExamples | None = None,
        examples: NDArray[np.intp] | None = None,
    ) -> None:
        """Have all examples that were loaded, or those with the indices given."""
        self._loaded, self._sources = loaded, sources
        self._held = held or _HeldExamples(loaded.positives, loaded.negatives)
        self._examples = self._held.every if examples is None else examples
        self.target, self.head, self.body = loaded.target, loaded.head, loaded.body
        self.modes = (loaded.head, *loaded.body, *loaded.recursive)
        self.predicates = loaded.predicates
        self.sentences, self.syntax = loaded.sentences, loaded.syntax
        self.warnings = loaded.warnings
        self.positives, self.negatives = loaded.positives, loaded.negatives
        self.positive = np.arange(self.positives + self.negatives) < self.positives
        self.notes: tuple[str, ...] = ()
        if loaded.closed_world:
            self.notes = ("negatives: closed world",)
        self.bias = loaded.bias
        self.classes, self.fixed = loaded.classes, loaded.fixed
        self.schema: TableSchema | None = None
        self.labels: NDArray[np.intp] | None = None
        self.class_predicates: tuple[str, ...] = ()

    def training(
        self,
        options: Options,
        progress: Progress,
        without: frozenset[Predicate | Mode] = frozenset(),
    ) -> Training:
        """Return what literals cover, asked of Prolog."""
        self._hold(self._examples)
        options = _bounded(options, self._loaded)
        bias = replace(
            self._loaded.bias,
            max_body=options.max_literals,
            max_clauses=options.max_clauses,
            recursion=options.recursion,
        )
        body = tuple(
            mode for mode in self.body if without.isdisjoint((mode, mode.predicate))
        )
        problem = replace(self._loaded, bias=bias, body=body)
        negations = Criterion.of(options).negations
        by_need = options.lookahead is None
        most = MAX_ROWS_BY_NEED if by_need else math.inf

        def with_lookahead(count: int, budget: JoinBudget | None = None) -> Coverage:
            return Coverage(problem, progress, count, negations, most, budget)

        coverage = with_lookahead(1 if options.lookahead is None else options.lookahead)
        return Training(
            coverage,
            options,
            coverage if coverage.recursive else None,
            with_lookahead if by_need and _introduces(body) else None,
        )

    def of_class(
        self, value: str, known: Collection[str] | None = None
    ) -> PrologProblem:
        """Read the files again, for those of the examples that are of one class."""
        if known is None and self._examples is not self._held.every:
            known = set(self.atoms())
        whole = PrologProblem(load(self._sources, value), self._sources)
        if known is None:
            return whole
        own = [place for place, atom in enumerate(whole.atoms()) if atom in known]
        return whole.split(np.array(own, dtype=np.intp), whole._examples)[0]

    def class_objects(self) -> ClassObjects | None:
        """Return the objects and classes of the examples, where the target has any."""
        position = class_position(self.head)
        if position is None or not self.classes:
            return None
        self._hold(self._examples)
        packed, *texts = engine().call(
            "fold_classes", "example_classes", self._loaded.module, position + 1
        )
        values = (*self.classes, *(sorted(set(texts) - {*self.classes})))
        places = np.array([values.index(text) for text in texts], dtype=np.intp)
        objects = unpack(packed).astype(np.intp)
        from fold_cli.use.problems.class_objects import ClassObjects

        return ClassObjects(values, position, objects, places, self.positive)

    def split(
        self, training: NDArray[np.intp], test: NDArray[np.intp]
    ) -> tuple[PrologProblem, PrologProblem]:
        """Let Prolog hold some examples alone, then others; its background stays."""
        self._hold(training)
        inferred = with_inferred_modes(self._loaded)
        return self._part(inferred, training), self._part(self._loaded, test)

    def _part(self, loaded: Problem, examples: NDArray[np.intp]) -> PrologProblem:
        positives = int(np.count_nonzero(examples < self.positives))
        negatives = len(examples) - positives
        part = replace(loaded, positives=positives, negatives=negatives)
        return PrologProblem(part, self._sources, self._held, examples)

    def _hold(self, examples: NDArray[np.intp]) -> None:
        """Let Prolog hold these examples and no others."""
        if self._held.now is not examples:
            about = (self._loaded.module, self._held.positives, pack(examples))
            engine().call("fold_index", "hold_examples", *about)
            self._held.now = examples

    def judge(self, theory: WrittenTheory, *, clauses: bool = False) -> Judgement:
        """Run a theory in Prolog; the problem keeps it until there is another."""
        program = self.applied(theory)
        judgement = program.judge(clauses=clauses)
        endless = program.endless() if clauses else ()
        return replace(judgement, warnings=program.warnings, endless=endless)

    def applied(self, theory: WrittenTheory) -> PrologTheory:
        """Add a theory to the background, to be asked about the examples."""
        from fold_cli.use.theories.prolog_theory import attach_theory

        self._hold(self._examples)
        return attach_theory(self._loaded, theory)

    def majority_classes(self) -> None:
        """Return nothing: examples can be enumerated by their names."""

    def weighted(self, weight: str) -> PrologProblem:
        """Raise an error: only the rows of a table have weights."""
        raise InputError("--weight is about the classes of a table")

    def scored(self, theory: Theory, judgement: Judgement | None = None) -> Theory:
        """Return the theory: what its clauses cover is all that is counted."""
        return theory

    def centred(self, theory: Theory) -> Theory:
        """Return the theory: thresholds are numbers of the examples."""
        return theory

    def atoms(self, places: NDArray[np.intp] | None = None) -> list[str]:
        """Return all examples, or those at some places, as Prolog writes them."""
        self._hold(self._examples)
        atoms = engine().call("fold_index", "example_atoms", self._loaded.module)
        return atoms if places is None else [atoms[at] for at in places.tolist()]

    def listed(self, members: Bits) -> list[str]:
        """Return the examples of a set as Prolog writes them."""
        return self.atoms(bits.indices(members, self.positives + self.negatives))

    def files(self) -> list[str]:
        """Return the paths of all files that were read, those included among them."""
        sources = self._sources
        every = [each for f in sources.files for each in paths_of(f, sources.dialect)]
        found = [path for path in every if is_file(path)]
        module = self._loaded.module
        return found + engine().call("fold_problem", "source_files", module)

    def texts(self) -> tuple[Iterable[str], Iterable[str], Iterable[str]]:
        """Return background, positive and negative examples as Prolog, in parts."""
        self._hold(self._examples)
        prolog, module = engine(), self._loaded.module
        size = self.positives + self.negatives
        made = [f"\n{mode.predicate.name}" for mode in self.modes if mode.shape]
        return (
            prolog.call("fold_convert", "background_text", module, "".join(made)),
            prolog.call("fold_convert", "example_text", module, 0, self.positives),
            prolog.call("fold_convert", "example_text", module, self.positives, size),
        )

    def clauses(self) -> list[SourceClause]:
        """Return the clauses of the background, as Prolog reads them."""
        from fold_cli.files.clingo_rules import background_clauses

        return background_clauses(self._loaded.module)

    def free(self) -> None:
        """Let Prolog forget the problem."""
        free(self._loaded)


def _introduces(modes: Iterable[Mode]) -> bool:
    """Return whether literals may introduce variables that others can use."""
    return any(arg.kind == "-" and not arg.measured for m in modes for arg in m.args)


def _bounded(options: Options, problem: Problem) -> Options:
    """Let the problem's own files bound the search where the options do not."""
    bias, fixed = problem.bias, dict(problem.fixed)
    return replace(
        options,
        max_literals=_first(options.max_literals, bias.max_body),
        max_clauses=_first(options.max_clauses, bias.max_clauses),
        recursion=(options.recursion or bias.recursion) and not options.noise,
        must_bind=tuple(
            bias.datalog and at not in fixed for at in range(problem.target.arity)
        ),
    )


def _first(option: int | None, declared: int | None) -> int | None:
    return declared if option is None else option
