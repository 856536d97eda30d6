"""How good a theory is on a table whose rows are with workers: by counts alone.

Workers count rows with the same profile, which is all that predictions and their
probabilities depend on, and what each clause covers. All figures are computed from
these counts, as those of rows that are here are; see ``evaluation``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fold_cli import bits
from fold_cli.theory.theory import Counts
from fold_cli.use.measuring.evaluation import (
    Evaluation,
    clause_scores,
    compared,
    with_classes,
)
from fold_cli.use.predicting.probability import profile_of
from fold_cli.use.theories.judgement import class_counts, every_class, rightly_labelled

if TYPE_CHECKING:
    from fold_cli.use.problems.distant_problem import DistantProblem
    from fold_cli.use.theories.written_theory import WrittenTheory


def evaluate_distant(
    problem: DistantProblem, source: WrittenTheory, *, list_errors: bool
) -> Evaluation:
    """Apply a theory to rows that workers have, and compare."""
    theory = with_classes(source.theory, problem)
    judgement = problem.judge(source, clauses=True)
    profile = profile_of(theory, judgement)
    classes = every_class(theory, problem) if problem.classes else None
    counted = problem.counted(profile)
    confusion, ranking = compared(theory, profile, counted, classes)
    wrong: list[Any]
    if classes is None:
        positive, holds = problem.members(1), judgement.holds
        within: list[Any] = [*judgement.within_defaults(theory)]
        both = [each for own in within for each in (own & positive, own)]
        bits.count_ahead(positive, lambda: both)
        counts = [Counts.of(covered, positive) for covered in within]
        wrong = [positive & ~holds, ~positive & holds]
    else:
        places = {place: at for at, place in enumerate(classes.places.tolist())}
        nothing = bits.empty_like(problem.members(0))

        def members(place: int) -> Any:
            return problem.members(places[place]) if place in places else nothing

        counts = class_counts(theory, judgement, members, classes.values)
        wrong = [~rightly_labelled(theory, judgement, members), nothing]
    bits.count_ahead(wrong[0], lambda: wrong)
    errors = [problem.listed(each) for each in wrong] if list_errors else None
    return Evaluation(
        target=str(theory.target),
        confusion=confusion,
        clauses=clause_scores(theory, counts),
        wrong=sum(map(bits.count, wrong)),
        ranking=ranking,
        errors=(errors[0], errors[1]) if errors else None,
        warnings=(*problem.warnings, *judgement.warnings),
    )
