"""Learning several classes from the rows of a table, as one theory.

The search gives a list of classes with rules (``search/classes.py``); here it becomes a
theory (``theory/class_list.py``) with the counts that applying it to the rows gives.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fold_cli import bits
from fold_cli.search.beam_learner import learner_of
from fold_cli.search.classes import (
    ClassList,
    about,
    commonest,
    learn_list,
    with_shorter_default,
)
from fold_cli.search.message import Message
from fold_cli.search.noise import NoisyLearner
from fold_cli.search.tidy import written_rules
from fold_cli.theory.class_list import ClassStep, target_clauses
from fold_cli.theory.terms import Const, Predicate
from fold_cli.theory.theory import (
    Counts,
    LearnedClause,
    Theory,
    named_rules,
    with_notes,
)
from fold_cli.use.learning.notes import options_note
from fold_cli.use.learning.run import LearnedTheory
from fold_cli.use.theories.judgement import class_counts, rightly_labelled
from fold_cli.use.theories.written_theory import in_memory

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from fold_cli.bits import Bits
    from fold_cli.engine.progress import Progress
    from fold_cli.search.options import Options
    from fold_cli.theory.rules import Rule
    from fold_cli.use.problems.learning_problem import Learnable
    from fold_cli.use.theories.judgement import Judgement


def learn_class_list(
    problem: Learnable,
    options: Options,
    progress: Progress = lambda *_: None,
    watch: Callable[[Callable[[], Theory]], None] = lambda _: None,
) -> LearnedTheory:
    """Learn the theory of all classes.

    A keyboard interrupt gives the theory of the classes so far.
    """
    run = _ClassListRun(problem, options, progress)
    watch(run.partial_theory)
    return run.learn()


class _ClassListRun:
    def __init__(
        self,
        problem: Learnable,
        options: Options,
        progress: Progress,
    ) -> None:
        self.problem, self.options, self.progress = problem, options, progress
        self.majority_classes = None if options.noise else problem.majority_classes()
        training = problem.training(options, progress)
        self.coverage, self.classes = training.coverage, training.classes
        everything = self.coverage.positives | self.coverage.negatives
        self.candidates = self.coverage.refinements((), everything, 0)  # of all classes
        self.partial: ClassList | None = None

    def learn(self) -> LearnedTheory:
        try:
            found = self.search()
        except KeyboardInterrupt:
            if self.partial is None:
                raise
            return self.learned(self.partial, partial=True)
        return self.learned(found, partial=False)

    def search(self) -> ClassList:
        classes = (
            self.majority_classes.classes if self.majority_classes else self.classes
        )
        found = learn_list(classes, self.rules_of_class, self.on_progress)
        if not self.options.noise:
            return found
        message = Message(self.candidates, 1)
        return with_shorter_default(found, classes, self.rules_of_class, message)

    def rules_of_class(self, positives: Bits, negatives: Bits) -> list[Rule]:
        coverage = about(self.coverage, positives, negatives)
        if self.options.noise:
            return NoisyLearner(coverage, self.options).learn()
        return learner_of(coverage, self.options).learn()

    def on_progress(self, found: ClassList) -> None:
        self.partial = found
        self.progress("learning", len(found.steps), len(self.problem.classes))

    def partial_theory(self) -> Theory:
        """Return the theory of the classes so far."""
        everything = bits.union(self.classes, self.classes[0])
        found = self.partial or ClassList((), commonest(self.classes, everything))
        return self.counted(self.theory(found, partial=True))[0]

    def theory(self, class_list: ClassList, *, partial: bool) -> Theory:
        """Name the predicates of a list's classes, and list the clauses."""
        problem, values = self.problem, self.problem.classes
        taken = {*problem.predicates, *problem.class_predicates}
        steps, rules_of_classes = [], list[LearnedClause]()
        schema, memorised = problem.schema, 0
        for label, rules in class_list.steps:
            written, count = written_rules(rules, schema)
            memorised += count
            if not written:
                continue
            name = problem.class_predicates[label]
            named = named_rules(written, Predicate(name, 1), taken)
            taken |= {clause.name for clause, _ in named}
            steps.append(ClassStep(Const(values[label]), name))
            rules_of_classes += [LearnedClause(clause) for clause, _ in named]
        steps.append(ClassStep(Const(values[class_list.default]), None))
        heads = target_clauses(problem.target.name, steps, rules_of_classes)
        clauses = (*heads, *rules_of_classes)
        schema = replace(schema, memorised=memorised) if schema else None
        whole = Theory(problem.target, clauses, schema=schema)
        if self.options.noise:
            whole = problem.centred(whole)
        notes = (*problem.notes, options_note(self.options))
        return with_notes(whole, notes, partial=partial)

    def counted(self, theory: Theory) -> tuple[Theory, Judgement]:
        """Return the theory with what its run says that clauses cover, and the run."""
        judgement = self.problem.judge(in_memory(theory))
        size = sum(map(bits.count, self.classes))
        others = len(self.problem.classes) - 1

        def members(place: int) -> NDArray[np.bool_]:
            return bits.unpack(self.classes[place], size)

        counts = class_counts(theory, judgement, members, theory.classes)
        right = bits.count(bits.pack(rightly_labelled(theory, judgement, members)))
        counted = replace(
            theory.with_clause_counts(counts),
            examples=Counts(size, size * others),
            covers=Counts(right, size - right),
        )
        return counted, judgement

    def closest_rule(self, default: int) -> list[str]:
        """Return the lines about the rule that lacks the fewest bits to be learned."""
        from fold_cli.search.diagnosis import Diagnosis
        from fold_cli.search.weak_signal import WeakSignal

        every = bits.union(self.classes, self.classes[0])
        columns = [*dict.fromkeys(mode.predicate for mode in self.problem.body)]
        found = []
        for label, members in enumerate(self.classes):
            if label == default or not members.any():
                continue
            coverage = about(self.coverage, members, every & ~members)
            head = Predicate(self.problem.class_predicates[label], 1)
            given = Diagnosis(coverage, self.options, (), head, columns, is_table=True)
            found.append(WeakSignal(given).closest_rule())
        return min(
            found, key=lambda bits_and_lines: bits_and_lines[0], default=(0, [])
        )[1]

    def learned(self, class_list: ClassList, *, partial: bool) -> LearnedTheory:
        theory, judgement = self.counted(self.theory(class_list, partial=partial))

        def misjudged() -> list[str]:
            wrong = self.problem.listed(class_list.wrong(self.classes))
            return [f"pos({atom})." for atom in wrong]

        def warnings() -> list[str]:
            if self.majority_classes is not None:
                return [self.majority_classes.note()]
            if class_list.steps:
                return []
            value = self.problem.classes[class_list.default]
            reason = f"no rule pays for itself: every row is taken for {value}"
            return [reason, *self.closest_rule(class_list.default)]

        return LearnedTheory(theory, misjudged, warnings, judgement)
