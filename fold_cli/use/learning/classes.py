"""Targets with classes, such as ``class(X, mammal)``.

In tables a row has one class: see ``class_lists.py``. In Prolog files the files are
read anew for each class, and in a closed world the positive examples of the others are
its negative ones. Where each object has one class there, an order of the classes gives
every object one: see ``ordered_classes.py``. Otherwise each class is learned by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from fold_cli.errors import InputError
from fold_cli.files.problem import NO_NEGATIVES
from fold_cli.theory.formats.background_syntax import adapted_to_background
from fold_cli.theory.theory import Counts, union_of
from fold_cli.use.learning.run import LearnedTheory, learn_problem

if TYPE_CHECKING:
    from collections.abc import Callable

    from fold_cli.engine.progress import Progress
    from fold_cli.search.options import Options
    from fold_cli.theory.theory import Theory
    from fold_cli.use.learning.checkpoint import Checkpoint
    from fold_cli.use.problems.learning_problem import Learnable, LearningProblem


def learn_every_class(
    problem: Learnable,
    options: Options,
    progress: Progress = lambda *_: None,
    checkpoint: Checkpoint | None = None,
    watch: Callable[[Callable[[], Theory]], None] = lambda _: None,
) -> LearnedTheory:
    """Learn the theory of a problem with or without classes; see ``learn_problem``.

    The theory of a table gets scores for probabilities.
    """
    if options.weight:
        problem = problem.weighted(options.weight)
    learned = _learned(problem, options, progress, checkpoint, watch)

    def misjudged() -> list[str]:
        return list(dict.fromkeys(learned.misjudged()))  # rows may count several times

    scored = problem.scored(learned.theory, learned.judgement)
    return LearnedTheory(scored, misjudged, learned.warnings)


def _learned(
    problem: Learnable,
    options: Options,
    progress: Progress,
    checkpoint: Checkpoint | None,
    watch: Callable[[Callable[[], Theory]], None],
) -> LearnedTheory:
    if not problem.classes:
        return learn_problem(problem, options, progress, checkpoint, watch)
    if not problem.schema:
        return learn_classes(
            cast("LearningProblem", problem), options, progress, checkpoint
        )
    if checkpoint:
        raise InputError("no checkpoints are kept for several classes of a table")
    from fold_cli.use.learning.class_lists import learn_class_list

    return learn_class_list(problem, options, progress, watch)


def learn_classes(
    problem: LearningProblem,
    options: Options,
    progress: Progress,
    checkpoint: Checkpoint | None,
) -> LearnedTheory:
    """Learn the classes of a target in turn, and bring their rules together.

    Rules that may call the target have no order: what they call is the whole of it.
    Nor do rules that must bind the head's variables: a default class binds none.
    """
    objects = problem.class_objects()
    labels = objects.labels if objects else None
    bias = problem.bias
    unordered = options.recursion or bias.recursion or bias.datalog
    if objects and labels is not None and not unordered:
        from fold_cli.use.learning.ordered_classes import OrderedClasses

        run = OrderedClasses(problem, objects, labels, options, progress, checkpoint)
        return run.learn()
    names: frozenset[str] = frozenset()
    theories: list[Theory] = []
    misjudged: list[str] = []
    warnings: list[str] = []
    for value in problem.classes:
        of_class = problem.of_class(value)
        try:
            if not of_class.positives:  # of this class, only examples left out are
                continue
            if problem.negatives and not of_class.negatives:
                warnings.append(f"{value}: {NO_NEGATIVES}")
            learned = learn_problem(
                of_class, options, progress, checkpoint, taken=names
            )
            misjudged += learned.misjudged() if options.noise else []
            warnings += [f"{value}: {line}" for line in learned.warnings()]
        finally:
            of_class.free()
        theory = learned.theory
        names |= theory.defined
        theories.append(theory)
        if theory.partial:
            break
    examples = Counts(problem.positives, problem.negatives)
    theory = union_of(theories, examples)
    theory = adapted_to_background(theory, problem.predicates, problem.syntax)
    return LearnedTheory(theory, lambda: misjudged, lambda: warnings)
