"""One run of the learner on one problem, from its examples to a theory."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fold_cli import bits
from fold_cli.errors import InputError
from fold_cli.search.learner import Learner
from fold_cli.theory.theory import build, with_notes
from fold_cli.use.notes import options_note

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import numpy as np
    from numpy.typing import NDArray

    from fold_cli.bits import Bits
    from fold_cli.search.options import Options
    from fold_cli.theory.rules import Rule
    from fold_cli.theory.terms import Const
    from fold_cli.theory.theory import Theory
    from fold_cli.use.checkpoint import Checkpoint
    from fold_cli.use.problems import LearningProblem


class Learned(NamedTuple):
    """A theory, and what lists the examples that it gets wrong, as facts."""

    theory: Theory
    misjudged: Callable[[], list[str]]  # while the problem is open


def learn_problem(
    problem: LearningProblem,
    options: Options,
    progress: Callable[[str, int, int], None] = lambda *_: None,
    checkpoint: Checkpoint | None = None,
    watch: Callable[[Callable[[], Theory]], None] = lambda _: None,
    among: NDArray[np.intp] | None = None,
    taken: frozenset[str] = frozenset(),
) -> Learned:
    """Learn the theory of an open problem, from all examples or those ``among``.

    ``watch`` is given a function that returns the theory so far, from any thread. No
    exception has one of the names ``taken``.
    """
    if problem.classes:
        raise InputError(
            f"{problem.head} has a class for each rule; only fold learn takes classes "
            "in turn",
            problem.head.file,
            problem.head.line,
        )
    run = _Run(problem, options, progress, checkpoint, among, taken)
    watch(run.partial_theory)
    return run.learn()


class _Run:
    def __init__(
        self,
        problem: LearningProblem,
        options: Options,
        progress: Callable[[str, int, int], None],
        checkpoint: Checkpoint | None,
        among: NDArray[np.intp] | None,
        taken: frozenset[str],
    ) -> None:
        training = problem.training(options, progress, among)
        self.problem, self.checkpoint = problem, checkpoint
        self.taken = problem.predicates | taken
        self.coverage, self.options = training.coverage, training.options
        self.recursion = training.recursion
        self.learner = self.make_learner(
            lambda left, total: progress("learning", total - left, total)
        )
        if checkpoint:
            self.continue_from(checkpoint)

    def make_learner(self, progress: Callable[[int, int], None]) -> Learner:
        if not self.options.noise:
            return Learner(self.coverage, self.options, progress)
        from fold_cli.search.noise import NoisyLearner

        arity = self.problem.target.arity
        return NoisyLearner(self.coverage, self.options, progress, arity)

    def continue_from(self, checkpoint: Checkpoint) -> None:
        if self.options.noise:
            raise InputError("no checkpoints are kept with --noise")
        if self.recursion:
            raise InputError("no checkpoints are kept where rules may call the target")
        self.learner.start = checkpoint.start(self.problem, self.coverage.size)
        self.learner.keep = lambda so_far: checkpoint.save(self.problem, so_far)

    def learn(self) -> Learned:
        try:
            rules, partial = self.search(), False
        except KeyboardInterrupt:
            if self.checkpoint:
                self.checkpoint.write()
            rules, partial = self.finished_rules(), True
            if not rules:
                raise
        return Learned(self.theory(rules, partial), lambda: self.misjudged(rules))

    def search(self) -> list[Rule]:
        """Return the rules that the learner finds; rules that recurse are run."""
        if self.recursion is None:
            return self.learner.learn()
        from fold_cli.search.recursion import learn_recursive

        return learn_recursive(
            self.learner, self.recursion, self.calls_target, self.derived
        )

    def calls_target(self, rules: Iterable[Rule]) -> bool:
        from fold_cli.search.recursion import recurses

        target = self.problem.target
        return recurses(rules, target.name, target.arity)

    def derived(self, rules: list[Rule]) -> Bits:
        """Return the examples that the rules derive when Prolog runs them."""
        from fold_cli.use.written import in_memory

        theory = self.theory(rules, partial=False)
        return bits.pack(self.problem.judge(in_memory(theory)).holds)

    def finished_rules(self) -> list[Rule]:
        """Return the rules so far, but for those that rest on others to come."""
        return [rule for rule in self.learner.learned if not self.calls_target([rule])]

    def partial_theory(self) -> Theory:
        """Return the theory of the rules so far."""
        return self.theory(self.finished_rules(), partial=True)

    def theory(self, rules: list[Rule], partial: bool) -> Theory:
        """Turn rules into a theory: the only way from the one to the other."""
        theory = build(
            rules,
            self.problem.target,
            self.taken,
            self.coverage.positives,
            self.coverage.negatives,
        )
        notes = (*self.problem.notes, options_note(self.options))
        return with_notes(theory, notes, partial=partial)

    def misjudged(self, rules: list[Rule]) -> list[str]:
        """Return the examples that the rules get wrong, as facts."""
        positives, negatives = self.coverage.positives, self.coverage.negatives
        covered = bits.union([rule.covers for rule in rules], positives)
        missed, mistaken = positives & ~covered, negatives & covered
        return [
            f"{kind}({self.atom(row)})."
            for kind, wrong in (("pos", missed), ("neg", mistaken))
            if wrong.any()
            for row in self.coverage.member(wrong).rows
        ]

    def atom(self, row: tuple[Const, ...]) -> str:
        """Return an example as Prolog writes it."""
        name, args = self.problem.target.name, [const.text for const in row]
        for place, text in sorted(self.problem.fixed):
            args.insert(place, text)
        return f"{name}({', '.join(args)})" if args else name
