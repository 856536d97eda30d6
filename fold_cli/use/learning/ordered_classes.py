"""Learning the classes of objects in Prolog files, where each object has one.

The classes are learned in an order, each from the objects that no class before it
takes, and what is left is of the default class, which needs no rules. The theory asks
the classes in the same order (``theory/class_list.py``), so each object has one answer.

With noise the rarest class is the first. Without, each class is learned by itself
before, and that with the shortest rules is the first: the others are told from fewer
objects then, and the longest rules are not needed. Each class is learned twice.
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
from fold_cli.theory.terms import Clause, Const, Literal, Var
from fold_cli.theory.theory import Counts, LearnedClause, Theory, with_notes
from fold_cli.use.learning.notes import options_note
from fold_cli.use.learning.run import LearnedTheory, learn_problem
from fold_cli.use.learning.verification import run_notes
from fold_cli.use.theories.written_theory import in_memory

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from numpy.typing import NDArray

    from fold_cli.engine.progress import Progress
    from fold_cli.search.options import Options
    from fold_cli.use.learning.checkpoint import Checkpoint
    from fold_cli.use.problems.class_objects import ClassObjects
    from fold_cli.use.problems.learning_problem import LearningProblem
    from fold_cli.use.theories.judgement import Judgement


ANY = Const("_")
"""An argument that may be anything."""


class OrderedClasses:
    """Learns the classes of objects, of which each has one: its label."""

    def __init__(
        self,
        problem: LearningProblem,
        objects: ClassObjects,
        labels: NDArray[np.intp],
        options: Options,
        progress: Progress,
        checkpoint: Checkpoint | None,
    ) -> None:
        self.problem, self.options = problem, options
        self.progress, self.checkpoint = progress, checkpoint
        self.objects, self.labels = objects, labels
        self.atoms = problem.atoms()
        self.object_of = dict(zip(self.atoms, objects.objects.tolist(), strict=True))
        self.helper = _helper_name(problem)
        self.partial = False
        self.start()

    def learn(self) -> LearnedTheory:
        """Return the theory of all classes; after an interrupt, of those so far."""
        order = rarest_first(np.bincount(self.labels).tolist())
        if not self.options.noise:
            order = self.shortest_first(order)
        for label in order[:-1]:
            of_class = self.labels[self.left] == label
            if self.partial or of_class.all():
                break
            if of_class.any():
                self.learn_class(label)
        return self.learned(order[-1])

    def start(self) -> None:
        """Have learned no class."""
        self.names = frozenset([self.helper])
        self.given = np.full(self.objects.size, -1)
        self.steps: list[RankedClass] = []
        self.warnings: list[str] = []

    @property
    def left(self) -> NDArray[np.bool_]:
        """The objects that no class has taken."""
        flags: NDArray[np.bool_] = self.given < 0
        return flags

    def shortest_first(self, order: Sequence[int]) -> list[int]:
        """Return the classes by the length of the rules of each, learned by itself.

        Where the time is over before, these rules are what has been learned.
        """
        lengths = dict.fromkeys(order, 0)
        for label in order:
            steps = len(self.steps)
            self.given[self.learned_rules(label, None)] = label
            lengths[label] = sum(_length(step.theory) for step in self.steps[steps:])
            if self.partial:
                break
        else:
            self.start()
        return sorted(order, key=lengths.__getitem__)

    def learn_class(self, label: int) -> None:
        """Learn one class from the objects that are left, and take what it covers."""
        left = self.left
        known = {atom for atom, place in self.object_of.items() if left[place]}
        self.given[self.learned_rules(label, known)] = label

    def learned_rules(self, label: int, known: Collection[str] | None) -> list[int]:
        """Learn the rules of a class from the known examples; return what they cover.

        None are all examples.
        """
        value = self.objects.values[label]
        problem = self.problem.of_class(value, known)
        try:
            learned = learn_problem(
                problem,
                self.options,
                self.progress,
                self.checkpoint,
                taken=self.names,
            )
            theory = learned.theory
            self.warnings += [f"{value}: {line}" for line in learned.warnings()]
            holds = problem.judge(in_memory(theory)).holds
            atoms = problem.atoms(np.flatnonzero(holds))
        finally:
            problem.free()
        self.partial = theory.partial
        if theory.clauses:
            self.names |= theory.defined
            self.steps.append(RankedClass(Const(value), theory))
        return [self.object_of[atom] for atom in atoms]

    def learned(self, last: int) -> LearnedTheory:
        """Return the theory whose default class is the commonest of what is left.

        Where nothing is left it is the ``last``.
        """
        left = self.labels[self.left]
        default = int(np.bincount(left).argmax()) if left.size else last
        theory, judgement = self.typed_theory(default) or self.untyped_theory(default)
        whole, holds = self.counted(theory, judgement), judgement.holds
        return LearnedTheory(
            whole, lambda: self.misjudged(holds), lambda: self.warnings
        )

    def typed_theory(self, default: int) -> tuple[Theory, Judgement] | None:
        """Return the theory in which types list the objects, if they are predicates.

        They are no use where they do not hold of all objects.
        """
        typed = [
            Literal(arg.type, (Var(place),))
            for place, arg in enumerate(self.problem.head.args)
            if place != self.objects.position
        ]
        if any(literal.name not in self.problem.predicates for literal in typed):
            return None
        theory = self.theory(default, typed)
        try:
            judgement = self.problem.judge(in_memory(theory), clauses=True)
        except FoldError:
            return None
        given = np.where(self.left, default, self.given)
        wanted = given[self.objects.objects] == self.objects.classes
        return (theory, judgement) if (judgement.holds == wanted).all() else None

    def untyped_theory(self, default: int) -> tuple[Theory, Judgement]:
        """Return the theory in which rules alone list the objects of a class.

        Without noise the default class has some, too, which do nothing else.
        """
        if not self.options.noise and not self.partial:
            literal = self.listing_literal(default)
            if literal is None:
                self.learned_rules(default, None)
            else:
                self.steps.append(self.step(default, literal))
        theory = self.theory(default, ())
        return theory, self.problem.judge(in_memory(theory), clauses=True)

    def listing_literal(self, label: int) -> Literal | None:
        """Return a literal of the background that holds of all objects of a class.

        If there is one that holds of all objects, it is the first such.
        """
        places = list(range(self.problem.target.arity))
        places.remove(self.objects.position)
        if len(places) != 1:
            return None
        literals = [*_literals_about(self.problem, places[0])]
        steps = [self.step(label, literal) for literal in literals]
        clauses = tuple(each for step in steps for each in step.theory.clauses)
        theory = Theory(self.problem.target, clauses)
        try:
            covers = self.problem.judge(in_memory(theory), clauses=True).covers
        except FoldError:
            return None
        asked = self.objects.classes == label
        for examples in (asked, asked & self.objects.positive):
            for literal, flags in zip(literals, covers, strict=True):
                if flags[examples].all():
                    return literal
        return None

    def step(self, label: int, literal: Literal) -> RankedClass:
        """Return a class with a literal as its only rule."""
        target, value = self.problem.target, Const(self.objects.values[label])
        fixed = ((self.objects.position, value),)
        clause = Clause(target.name, target.arity, (literal,), fixed)
        return RankedClass(value, Theory(target, (LearnedClause(clause),)))

    def counted(self, theory: Theory, judgement: Judgement) -> Theory:
        """Return a theory with what it and its clauses cover of all examples.

        A rule of a later class is counted on what an earlier class takes, too, as it
        would cover that by itself.
        """
        positive = self.objects.positive
        counts = judgement.clause_counts(theory, positive)
        covers = Counts.of(judgement.holds, positive)
        return replace(theory.with_clause_counts(counts), covers=covers)

    def theory(self, default: int, typed: Sequence[Literal]) -> Theory:
        """Return the theory of the classes whose default clause has such literals."""
        problem, value = self.problem, Const(self.objects.values[default])
        clauses = ranked_clauses(
            problem.target,
            self.objects.position,
            self.helper,
            self.steps,
            value,
            typed,
        )
        examples = Counts(problem.positives, problem.negatives)
        theory = Theory(problem.target, clauses, examples)
        theory = adapted_to_background(theory, problem.predicates, problem.syntax)
        notes = (*problem.notes, options_note(self.options))
        if self.steps:
            notes = run_notes(self.steps[0].theory)
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


def _length(theory: Theory) -> int:
    return sum(1 + len(learned.clause.body) for learned in theory.clauses)


def _literals_about(problem: LearningProblem, place: int) -> Iterator[Literal]:
    """Yield the literals that ask only about the head's argument at a place."""
    wanted = problem.head.args[place].type
    for mode in problem.body:
        inputs = [arg.type for arg in mode.args if arg.kind == "+"]
        known = mode.predicate.name in problem.predicates and not mode.shape
        if inputs == [wanted] and known:
            args = (Var(place) if arg.kind == "+" else ANY for arg in mode.args)
            yield Literal(mode.predicate.name, tuple(args))


def _helper_name(problem: LearningProblem) -> str:
    """Return the predicate of all classes' rules, which the files do not have."""
    name = helper = f"{unquoted(problem.target.name)}_rule"
    number = 2
    while quote_atom(helper) in problem.predicates:
        helper, number = f"{name}_{number}", number + 1
    return quote_atom(helper)
