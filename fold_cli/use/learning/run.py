"""One run of the learner on one problem, from its examples to a verified theory.

Rules are searched for, written as a theory, and run on all examples. A predicate by
which the run differs from the search is left out, and the search begins again.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from fold_cli import bits
from fold_cli.coverage.predicate_error import RaisingPredicateError
from fold_cli.errors import ExhaustedError, FoldError, InputError
from fold_cli.search.beam_learner import learner_of
from fold_cli.search.rule_doubts import length_doubts
from fold_cli.search.tidy import with_one_enumeration, written_rules
from fold_cli.theory.formats.background_syntax import adapted_to_background
from fold_cli.theory.terms import Const
from fold_cli.theory.theory import build, with_fixed_arguments, with_notes
from fold_cli.use.learning.faults import Faults
from fold_cli.use.learning.notes import little_note, options_note
from fold_cli.use.learning.verification import Verifier, not_run
from fold_cli.use.theories.written_theory import in_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fold_cli.bits import Bits
    from fold_cli.engine.progress import Progress
    from fold_cli.search.coverage import Coverage
    from fold_cli.search.doubt import Doubt
    from fold_cli.search.options import Options
    from fold_cli.theory.rules import Rule
    from fold_cli.theory.theory import Theory
    from fold_cli.use.learning.checkpoint import Checkpoint
    from fold_cli.use.problems.learning_problem import Learnable
    from fold_cli.use.theories.judgement import Judgement


class LearnedTheory(NamedTuple):
    """A theory, and what lists the examples that it gets wrong, as facts."""

    theory: Theory
    misjudged: Callable[[], list[str]]  # while the problem is open
    warnings: Callable[[], list[str]]  # while the problem is open
    judgement: Judgement | None = None  # of the examples, where it is known


def learn_problem(
    problem: Learnable,
    options: Options,
    progress: Progress = lambda *_: None,
    checkpoint: Checkpoint | None = None,
    watch: Callable[[Callable[[], Theory]], None] = lambda _: None,
    taken: frozenset[str] = frozenset(),
) -> LearnedTheory:
    """Learn the theory of an open problem.

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
    run = _Run(problem, options, progress, checkpoint, taken)
    watch(run.partial_theory)
    return run.learn()


class _Run:
    def __init__(
        self,
        problem: Learnable,
        options: Options,
        progress: Progress,
        checkpoint: Checkpoint | None,
        taken: frozenset[str],
    ) -> None:
        self.problem, self.progress, self.checkpoint = problem, progress, checkpoint
        self.taken = problem.predicates | taken
        self.majority_classes = None if options.noise else problem.majority_classes()
        self.given, self.faults = options, Faults(problem.body)
        self.doubts: list[str] = []  # whether other theories are as good
        self.endless: tuple[str, ...] = ()  # what may never end in swipl
        self.no_program = False  # whether rules were tried, as no program was found
        self.train()
        self.rules: Sequence[Rule] = ()  # those that are finished
        self.final: list[Rule] = []
        self.start: Sequence[Rule] = ()
        if checkpoint:
            self.continue_from(checkpoint)

    def train(self) -> None:
        """Prepare a search without the predicates at fault."""
        without = self.faults.left_out()
        training = self.problem.training(self.given, self.progress, without)
        self.coverage, self.options = training.coverage, training.options
        self.recursion, self.deeper = training.recursion, training.deeper
        self.verifier = Verifier(self.problem, training)

    def continue_from(self, checkpoint: Checkpoint) -> None:
        if self.recursion:
            raise InputError("no checkpoints are kept where rules may call the target")
        self.start = checkpoint.start(self.problem, self.agreeing())

    def on_progress(self, rules: Sequence[Rule], left: Bits) -> None:
        """Keep the rules so far, and say how many positives they cover."""
        if self.checkpoint:
            self.checkpoint.save(self.problem, rules)
        self.rules = rules
        total = bits.count(self.coverage.positives)
        self.progress("learning", total - bits.count(left), total)

    def learn(self) -> LearnedTheory:
        """Return a verified theory; one of the rules so far where that is stopped."""
        try:
            return self.verified()
        except KeyboardInterrupt:
            return self.interrupted()

    def verified(self) -> LearnedTheory:
        """Search until a theory covers, when it is run, what the search says.

        Each time a predicate fails that, or raises an error when it is asked, the
        search goes on without it. Rules of a checkpoint that fail it are not used.
        """
        while True:
            try:
                rules = self.search()
            except RaisingPredicateError as error:
                self.no_program = True
                self.faults.add_raising(error)
                self.train_anew()
                continue
            self.final = rules
            theory = self.theory(rules, partial=False)
            found: Theory | None = None
            try:
                found, judgement = self.verifier.run(theory)
            except ExhaustedError:
                raise
            except FoldError:
                pass
            else:
                confirmed = found == theory or any(map(self.calls_target, rules))
                holds = bits.pack(judgement.holds)
                if confirmed and not (self.start and self.differs(rules, holds)):
                    self.endless = judgement.endless
                    return self.learned(found, holds)._replace(judgement=judgement)
            if not self.start:
                self.faults.add(self.verifier.fault(self.as_searched(rules), found))
            self.train_anew()

    def differs(self, rules: Sequence[Rule], holds: Bits) -> bool:
        """Return whether other examples hold than the rules cover.

        The search knows what its rules cover; those of a checkpoint may say anything.
        """
        written, _ = written_rules(rules, self.problem.schema)
        covers = bits.union([rule.covers for rule in written], holds)
        scope = self.coverage.positives | self.coverage.negatives
        return bool(((covers ^ holds) & scope).any())

    def train_anew(self) -> None:
        """Prepare a new search, from its beginning, without what is at fault."""
        self.start = self.rules = ()
        self.train()

    def interrupted(self) -> LearnedTheory:
        """Return the theory of the rules that are finished, run if there is time."""
        if self.checkpoint:
            self.checkpoint.write()
        rules = self.finished_rules()
        if not rules:
            raise
        found, judgement = self.verifier.run_partial(self.theory(rules, partial=True))
        covered = bits.union([rule.covers for rule in rules], self.coverage.positives)
        holds = bits.pack(judgement.holds) if judgement else covered
        return self.learned(found, holds)._replace(judgement=judgement)

    def learned(self, theory: Theory, holds: Bits) -> LearnedTheory:
        """Return a theory under which these examples hold."""
        wrong = partial(self.verifier.misjudged, holds)
        return LearnedTheory(theory, wrong, self.warnings)

    def warnings(self) -> list[str]:
        """Return what was left out, and why little or nothing was learned, if so."""
        training = self.coverage, self.options
        reasons = little_note(self.problem, *training, self.final, self.faults.usable())
        if not (reasons or self.recursion or self.options.noise or self.problem.schema):
            for doubt in length_doubts(self.final, self.coverage, self.problem.target):
                self.on_doubt(doubt)
        found = [*self.faults.messages(), *self.endless, *self.doubts, *reasons]
        if self.majority_classes is not None:
            found.append(self.majority_classes.note())
        return found

    def search(self) -> list[Rule]:
        """Return the rules that the learner finds; rules that recurse are run."""
        given = (self.coverage, self.options, self.on_progress)
        self.doubts = []
        if self.options.noise:
            from fold_cli.search.noise import NoisyLearner

            return NoisyLearner(*given, self.problem.target.arity).learn()
        learner = learner_of(self.agreeing(), *given[1:])
        if self.recursion is None:
            rules = learner.learn(self.start)
            if self.deeper and not self.checkpoint:
                from fold_cli.search.lookahead import looking_further

                return looking_further(learner, rules, self.deeper)
            return rules
        from fold_cli.search.recursion import RecursiveLearner

        return RecursiveLearner(
            learner,
            self.recursion,
            self.problem.target,
            self.derived,
            self.on_doubt,
            self.no_program,
        ).learn()

    def on_doubt(self, doubt: Doubt) -> None:
        """Keep what the examples leave open about a theory, each once."""
        warning = doubt.warning(self.problem.target)
        if warning not in self.doubts:
            self.doubts.append(warning)

    def agreeing(self) -> Coverage:
        """Return the coverage, rows with the same cells having one label."""
        if self.majority_classes is None:
            return self.coverage
        from fold_cli.search.classes import about

        negatives, positives = self.majority_classes.classes
        return about(self.coverage, positives, negatives)

    def calls_target(self, rule: Rule) -> bool:
        """Return whether a rule calls the target."""
        return rule.calls(self.problem.target)

    def derived(self, rules: list[Rule]) -> Bits:
        """Return the examples that the rules derive when Prolog runs them."""
        assert self.recursion
        theory = in_memory(self.theory(rules, partial=False))
        with self.recursion.limiting_answers():
            return bits.pack(self.problem.judge(theory).holds)

    def finished_rules(self) -> list[Rule]:
        """Return the rules so far, but for those that rest on others to come."""
        rules = [rule for rule in self.rules if not self.calls_target(rule)]
        return with_one_enumeration(rules, self.coverage)

    def partial_theory(self) -> Theory:
        """Return the theory of the rules so far, while Prolog does not answer."""
        return not_run(self.theory(self.finished_rules(), partial=True))

    def theory(self, rules: list[Rule], partial: bool) -> Theory:
        """Turn rules into a theory: the only way from the one to the other."""
        schema = self.problem.schema
        _, count = written_rules(rules, schema)
        schema = replace(schema, memorised=count) if schema else None
        of_background = self.problem.predicates, self.problem.syntax
        theory = adapted_to_background(self.as_searched(rules), *of_background)
        notes = (*self.problem.notes, options_note(self.options))
        return with_notes(replace(theory, schema=schema), notes, partial=partial)

    def as_searched(self, rules: list[Rule]) -> Theory:
        """Turn rules into a theory with the predicates by which the search asks."""
        rules, _ = written_rules(rules, self.problem.schema)
        kinds = self.coverage.positives, self.coverage.negatives
        theory = build(rules, self.problem.target, self.taken, *kinds)
        if self.options.noise:
            theory = self.problem.centred(theory)
        fixed = tuple((place, Const(text)) for place, text in self.problem.fixed)
        return with_fixed_arguments(theory, fixed) if fixed else theory
