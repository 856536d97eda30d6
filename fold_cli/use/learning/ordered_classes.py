"""Learning the classes of objects in Prolog files, where each object has one.

The theory asks the classes in an order, the rarest first (``theory/class_list.py``),
and gives what no rule covers the default class, so each object has one answer. With
noise each class is learned from the objects that no class before it takes, and the
default class needs no rules. Without noise every class has rules, learned from all
objects: they hold of its own alone, so that the order decides about other objects only,
and Prolog finds all objects of a class.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from fold_cli.errors import FoldError
from fold_cli.search.classes import rarest_first
from fold_cli.theory.class_list import RankedClass, ranked_clauses
from fold_cli.theory.formats.background_syntax import adapted_to_background
from fold_cli.theory.quoting import quote_atom, unquoted
from fold_cli.theory.terms import Const, Literal, Var
from fold_cli.theory.theory import Counts, Theory, with_notes
from fold_cli.use.learning.notes import options_note
from fold_cli.use.learning.run import LearnedTheory, learn_problem
from fold_cli.use.theories.written_theory import in_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from fold_cli.search.options import Options
    from fold_cli.use.learning.checkpoint import Checkpoint
    from fold_cli.use.problems.class_objects import ClassObjects
    from fold_cli.use.problems.learning_problem import LearningProblem
    from fold_cli.use.theories.judgement import Judgement


def learn_in_order(
    problem: LearningProblem,
    objects: ClassObjects,
    labels: NDArray[np.intp],
    options: Options,
    progress: Callable[[str, int, int], None],
    checkpoint: Checkpoint | None,
) -> LearnedTheory:
    """Learn the theory of all classes, of which each object has one, its label.

    A keyboard interrupt gives the theory of the classes so far.
    """
    run = _Run(problem, objects, labels, options)
    order = rarest_first(np.bincount(labels).tolist())
    for label in order[:-1] if options.noise else order:
        of_class = labels[run.left] == label
        if run.partial or (options.noise and of_class.all()):
            break
        if of_class.any():
            run.learn_class(label, progress, checkpoint)
    return run.learned(order[-1])


class _Run:
    def __init__(
        self,
        problem: LearningProblem,
        objects: ClassObjects,
        labels: NDArray[np.intp],
        options: Options,
    ) -> None:
        self.problem, self.options = problem, options
        self.objects, self.labels = objects, labels
        self.atoms = problem.atoms()
        self.object_of = dict(zip(self.atoms, objects.objects.tolist(), strict=True))
        self.helper = _helper_name(problem)
        self.names = frozenset([self.helper])
        self.given = np.full(objects.size, -1)
        self.steps: list[RankedClass] = []
        self.partial = False
        self.warnings: list[str] = []

    @property
    def left(self) -> NDArray[np.bool_]:
        """The objects that no class has taken."""
        flags: NDArray[np.bool_] = self.given < 0
        return flags

    def learn_class(
        self,
        label: int,
        progress: Callable[[str, int, int], None],
        checkpoint: Checkpoint | None,
    ) -> None:
        """Learn one class, with noise against those after it; take what it covers."""
        value, left = self.objects.values[label], self.left
        known = None
        if self.options.noise:
            known = {atom for atom, place in self.object_of.items() if left[place]}
        problem = self.problem.of_class(value, known)
        try:
            learned = learn_problem(
                problem, self.options, progress, checkpoint, taken=self.names
            )
            theory = learned.theory
            self.warnings += [f"{value}: {line}" for line in learned.warnings()]
            holds = problem.judge(in_memory(theory)).holds
            atoms = problem.atoms(np.flatnonzero(holds))
            covered = [self.object_of[atom] for atom in atoms]
        finally:
            problem.free()
        self.partial = theory.partial
        if theory.clauses:
            self.names |= {each.clause.name for each in theory.clauses}
            self.steps.append(RankedClass(Const(value), theory))
            self.given[covered] = label

    def learned(self, last: int) -> LearnedTheory:
        """Return the theory whose default class is the commonest of what is left.

        Where nothing is left it is the ``last``.
        """
        left = self.labels[self.left]
        default = int(np.bincount(left).argmax()) if left.size else last
        given = np.where(self.left, default, self.given)
        wanted = given[self.objects.objects] == self.objects.classes
        for typed in self.typed():
            theory = self.theory(default, typed)
            try:
                judgement = self.problem.judge(in_memory(theory), clauses=True)
            except FoldError:
                if not typed:
                    raise
                continue
            if not typed or np.array_equal(judgement.holds, wanted):
                break
        whole, holds = self.counted(theory, judgement), judgement.holds
        return LearnedTheory(
            whole, lambda: self.misjudged(holds), lambda: self.warnings
        )

    def counted(self, theory: Theory, judgement: Judgement) -> Theory:
        """Return a theory with what it and its clauses cover of all examples.

        A rule of a later class is counted on what an earlier class takes, too, as it
        would cover that by itself.
        """
        positive = self.objects.positive
        clauses = tuple(
            replace(learned, covers=Counts.of(flags, positive))
            for learned, flags in zip(
                theory.clauses, judgement.within_defaults(theory), strict=True
            )
        )
        covers = Counts.of(judgement.holds, positive)
        return replace(theory, clauses=clauses, covers=covers)

    def typed(self) -> Iterator[tuple[Literal, ...]]:
        """Yield literals that may say which objects there are: those of their types."""
        head = self.problem.head.args
        found = [
            Literal(arg.type, (Var(place),))
            for place, arg in enumerate(head)
            if place != self.objects.position
        ]
        if all(literal.name in self.problem.predicates for literal in found):
            yield tuple(found)
        yield ()

    def theory(self, default: int, typed: tuple[Literal, ...]) -> Theory:
        """Return the theory of the classes whose default clause has such literals."""
        problem, value = self.problem, Const(self.objects.values[default])
        clauses = ranked_clauses(
            problem.target,
            self.objects.position,
            self.helper,
            self.steps,
            RankedClass(value, Theory(problem.target, ())),
            typed,
        )
        examples = Counts(problem.positives, problem.negatives)
        theory = Theory(problem.target, clauses, examples)
        theory = adapted_to_background(theory, problem.predicates, problem.syntax)
        notes = (*problem.notes, options_note(self.options))
        if self.steps:
            notes = self.steps[0].theory.notes
        return with_notes(theory, notes, partial=self.partial)

    def misjudged(self, holds: NDArray[np.bool_]) -> list[str]:
        """Return the examples that the theory gets wrong, as facts."""
        positive = self.objects.positive
        wrong = (("pos", positive & ~holds), ("neg", ~positive & holds))
        return [
            f"{kind}({self.atoms[at]})."
            for kind, places in wrong
            for at in np.flatnonzero(places).tolist()
        ]


def _helper_name(problem: LearningProblem) -> str:
    """Return the predicate of all classes' rules, which the files do not have."""
    name = helper = f"{unquoted(problem.target.name)}_rule"
    number = 2
    while quote_atom(helper) in problem.predicates:
        helper, number = f"{name}_{number}", number + 1
    return quote_atom(helper)
