"""The extension of a given theory to examples that it may get wrong.

The theory is run on all examples. A clause that covers negative ones gets an exception,
learned as FOLD learns any: its positives are those negatives, its negatives the
positives that the clause covers. Positives that are left get new clauses. All other
clauses stay as they are. What comes out is run in turn, since clauses may depend on
each other, until it is right on all examples; with noise, once.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fold_cli import bits
from fold_cli.coverage.predicate_error import RaisingPredicateError
from fold_cli.errors import FoldError, InputError
from fold_cli.search.beam_learner import learner_of
from fold_cli.search.classes import about
from fold_cli.search.learner import Learner
from fold_cli.search.lookahead import looking_further
from fold_cli.search.noise import NoisyLearner
from fold_cli.search.tidy import written_rules
from fold_cli.theory.formats.background_syntax import adapted_to_background
from fold_cli.theory.naming import exception_name
from fold_cli.theory.reach import without_unused_exceptions
from fold_cli.theory.terms import Literal, Predicate, Var
from fold_cli.theory.theory import Counts, LearnedClause, Theory, build, with_notes
from fold_cli.use.learning.faults import Faults
from fold_cli.use.learning.notes import options_note
from fold_cli.use.learning.run import LearnedTheory
from fold_cli.use.learning.verification import Verifier, not_run
from fold_cli.use.theories.written_theory import check_target, in_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fold_cli.bits import Bits
    from fold_cli.engine.progress import Progress
    from fold_cli.search.options import Options
    from fold_cli.theory.rules import Rule
    from fold_cli.use.problems.learning_problem import LearningProblem
    from fold_cli.use.theories.written_theory import WrittenTheory

MAX_ROUNDS = 10
"""Rounds of running a theory and correcting it."""


def extend_theory(
    problem: LearningProblem,
    given: WrittenTheory,
    options: Options,
    progress: Progress,
    watch: Callable[[Callable[[], Theory]], None],
) -> LearnedTheory:
    """Learn the theory of an open problem, beginning with a theory of its target.

    ``watch`` is given a function that returns the theory so far, from any thread.
    """
    check_target(given, problem.target)
    if problem.classes:
        message = "a theory of several classes is not extended; learn it "
        raise InputError(f"{message}without --extend", given.path)
    run = _Extension(problem, given, options, progress)
    watch(run.partial_theory)
    return run.learn()


class _Extension:
    def __init__(
        self,
        problem: LearningProblem,
        given: WrittenTheory,
        options: Options,
        progress: Progress,
    ) -> None:
        self.problem, self.options = problem, options
        self.source, self.given = given, given.theory
        self.progress = progress
        self.partial, self.memorised = given.theory, 0
        self.listed, self.keeps_wrong = 0, True
        self.faults = Faults(problem.body)
        self.train()

    def train(self) -> None:
        """Prepare a search without the predicates at fault."""
        without = self.faults.left_out()
        training = self.problem.training(self.options, self.progress, without)
        if training.recursion:
            message = "rules that may call their target are not extended; learn them "
            raise InputError(f"{message}without --extend", self.source.path)
        self.coverage, self.deeper = training.coverage, training.deeper
        self.bounded, self.verifier = training.options, Verifier(self.problem, training)
        self.pos, self.neg = self.coverage.positives, self.coverage.negatives
        self.majority_classes = (
            None if self.options.noise else self.problem.majority_classes()
        )
        if self.majority_classes is not None:
            self.neg, self.pos = self.majority_classes.classes

    def learn(self) -> LearnedTheory:
        """Return the theory, once it is right on all examples."""
        try:
            theory = self.corrected()
            if self.memorised:
                theory = self.without_wrong_clauses(theory)
            found, judgement = self.verifier.run(self.finished(theory, partial=False))
        except KeyboardInterrupt:
            if self.partial is self.given:
                raise
            return self.interrupted()
        return self.learned(found, bits.pack(judgement.holds))

    def interrupted(self) -> LearnedTheory:
        """Return the theory with the clauses so far, run if there is time."""
        theory = self.finished(self.partial, partial=True)
        found, judgement = self.verifier.run_partial(theory)
        if judgement is None:
            return self.learned(found, self.pos)._replace(misjudged=list)
        return self.learned(found, bits.pack(judgement.holds))

    def corrected(self) -> Theory:
        """Run the theory and correct it, until no example is wrong.

        Rows that could only be listed, and that nothing names, stay wrong in the end.
        """
        before = None
        for number in range(MAX_ROUNDS):
            holds, covers = self.holding(self.partial)
            wrong = bits.count((self.pos & ~holds) | (self.neg & holds))
            self.memorised = wrong if self.listed else 0
            settled = self.listed and self.partial == before
            if not wrong or settled or (self.options.noise and number):
                return self.partial
            self.report_progress(holds)
            self.train()  # Prolog has been asked about other clauses since
            try:
                before, self.partial = self.partial, self.extended(self.partial, covers)
            except RaisingPredicateError as error:
                self.faults.add_raising(error)
        if self.listed:
            return self.partial
        raise FoldError(
            f"after {MAX_ROUNDS} rounds the theory of {self.problem.target} is still "
            "wrong on examples, since its clauses depend on each other; learn it anew"
        )

    def without_wrong_clauses(self, theory: Theory) -> Theory:
        """Return the theory without clauses that only listed rows would correct.

        What they cover is learned anew; they stay if that leaves out no fewer rows.
        """
        left_out, self.keeps_wrong = self.memorised, False
        other = self.corrected()
        if self.memorised >= left_out:
            self.memorised, other = left_out, theory
        return other

    def report_progress(self, holds: Bits) -> None:
        """Report how many positives hold."""
        count = bits.count(self.pos & holds)
        self.progress("extending", count, bits.count(self.pos))

    def holding(self, theory: Theory) -> tuple[Bits, list[Bits]]:
        """Return the examples that hold, and those that each clause covers."""
        as_given = theory is self.given  # whose errors are in lines of its file
        source = self.source if as_given else in_memory(self.adapted(theory))
        judged = self.problem.judge(source, clauses=True)
        return bits.pack(judged.holds), [bits.pack(flags) for flags in judged.covers]

    def extended(self, theory: Theory, covers: Sequence[Bits]) -> Theory:
        """Return a theory with exceptions where it is wrong, and with new clauses."""
        target, arity = self.problem.target, self.problem.target.arity
        names = theory.defined
        taken = {*self.problem.predicates, *names, target.name}
        of_target: list[LearnedClause] = []
        exceptions = [
            learned for learned in theory.clauses if learned.clause.name != target.name
        ]
        left = self.pos
        for learned, cover in zip(theory.clauses, covers, strict=True):
            if learned.clause.name != target.name:
                continue
            rules = self.exceptions(self.neg & cover, self.pos & cover)
            if rules is None:
                continue
            if rules:
                name = exception_name(0, taken)
                taken.add(name)
                head = tuple(Var(place) for place in range(arity))
                body = (*learned.clause.body, Literal(name, head, negated=True))
                learned = LearnedClause(replace(learned.clause, body=body))
                exceptions += self.clauses(rules, Predicate(name, arity), taken)
            of_target.append(learned)
            left = left & ~(cover & ~bits.union([r.covers for r in rules], cover))
        new = self.clauses(self.rules(left, self.neg, 0), target, taken)
        of_target += [each for each in new if each.clause.name == target.name]
        exceptions += [each for each in new if each.clause.name != target.name]
        clauses = without_unused_exceptions(theory, [*of_target, *exceptions])
        return replace(theory, clauses=clauses)

    def exceptions(self, wrong: Bits, right: Bits) -> list[Rule] | None:
        """Return the exceptions of a clause; None if it cannot stay.

        Where no positive example speaks for the clause, nothing says what the others
        have in common that it is wrong on: they are listed.
        """
        if not wrong.any():
            return []
        if not self.bounded.allows_exceptions(1):
            return None
        if right.any():
            listed, rules = self.listed, self.rules(wrong, right, 1)
            return rules if self.keeps_wrong or self.listed == listed else None
        schema = self.problem.schema
        if schema and schema.id_column is None:
            return None
        return [Learner(self.coverage, self.bounded).enumerate_examples(wrong)]

    def rules(self, pos: Bits, neg: Bits, depth: int) -> list[Rule]:
        """Return rules for some of the examples."""
        if not pos.any():
            return []
        self.coverage.refinements((), self.pos | self.neg, depth)  # for all to share
        coverage = about(self.coverage, pos, neg)
        if self.options.noise:
            arity = self.problem.target.arity
            return NoisyLearner(coverage, self.bounded, arity=arity).learn()
        learner = learner_of(
            coverage, self.bounded, lambda _, left: self.report_progress(~left)
        )
        rules = learner.fold(pos, neg, depth) if depth else learner.learn()
        if self.deeper and depth == 0:
            rules = looking_further(learner, rules, self.deeper)
        rules, count = written_rules(rules, self.problem.schema)
        self.listed += count
        return rules

    def clauses(
        self, rules: list[Rule], predicate: Predicate, taken: set[str]
    ) -> list[LearnedClause]:
        """Return the clauses of rules; their names are then taken."""
        built = build(rules, predicate, taken, self.pos, self.neg).clauses
        taken |= {learned.clause.name for learned in built}
        return list(built)

    def adapted(self, theory: Theory) -> Theory:
        return adapted_to_background(
            theory, self.problem.predicates, self.problem.syntax
        )

    def finished(self, theory: Theory, *, partial: bool) -> Theory:
        """Return the theory with its header."""
        before = {learned.clause for learned in self.given.clauses}
        after = {learned.clause for learned in theory.clauses}
        same = len(before & after)
        note = f"extended: {same} of {len(before)} clauses are as they were given"
        notes = (*self.problem.notes, options_note(self.bounded), note)
        schema = self.problem.schema
        if schema:
            schema = replace(schema, memorised=self.memorised)
        examples = Counts(bits.count(self.pos), bits.count(self.neg))
        theory = replace(self.adapted(theory), examples=examples, schema=schema)
        theory = replace(theory.without_counts(), odds=())
        return with_notes(theory, notes, partial=partial)

    def partial_theory(self) -> Theory:
        """Return the theory with the clauses learned up to now, which is not run."""
        return not_run(self.finished(self.partial, partial=True))

    def learned(self, theory: Theory, holds: Bits) -> LearnedTheory:
        def warnings() -> list[str]:
            notes = [self.majority_classes.note()] if self.majority_classes else []
            return [*self.faults.messages(), *notes]

        return LearnedTheory(theory, lambda: self.verifier.misjudged(holds), warnings)
