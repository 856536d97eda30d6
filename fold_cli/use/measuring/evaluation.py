"""The evaluation of a theory on examples: confusion, measures, and scores of clauses.

It is computed from a judgement, which has a flag for each clause and example, in one
pass over the flags of each clause.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from fold_cli.coverage.profiles import ProfileCounts
from fold_cli.theory.class_list import class_steps, ranked_conditions
from fold_cli.theory.formats.prolog_format import clause_line
from fold_cli.theory.quoting import unquoted
from fold_cli.theory.terms import Predicate
from fold_cli.theory.theory import Counts
from fold_cli.use.measuring.confusion import AnyConfusion, ClassConfusion, Confusion
from fold_cli.use.measuring.ranking import ranking_measures
from fold_cli.use.predicting.probability import chances, probabilities, profile_of
from fold_cli.use.theories.judgement import class_counts, every_class, rightly_labelled

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fold_cli.coverage.profiles import Profile
    from fold_cli.theory.terms import Literal
    from fold_cli.theory.theory import Theory
    from fold_cli.use.problems.learning_problem import Learnable, LearningProblem
    from fold_cli.use.theories.judgement import EveryClass, Judgement
    from fold_cli.use.theories.written_theory import WrittenTheory


@dataclass(frozen=True, slots=True)
class ClauseScore:
    """What one clause covers by itself, an exception of what its default covers.

    A rule is right about the positives, an exception about the negatives, and so on
    in turn; None where a clause is used both ways, or not at all. What it covers is
    None where that is not known; see ``Judgement.uncounted``.
    """

    text: str
    positives: int | None
    negatives: int | None
    right: int | None
    wrong: int | None

    @property
    def covers(self) -> Counts | None:
        """What it covers, where that is known."""
        if self.positives is None or self.negatives is None:
            return None
        return Counts(self.positives, self.negatives)

    def to_data(self) -> dict[str, object]:
        """Return the score as JSON has it."""
        return {
            "prolog": self.text,
            "covers": asdict(self.covers) if self.covers else None,
            "right": self.right,
            "wrong": self.wrong,
        }


@dataclass(frozen=True, slots=True)
class Evaluation:
    """How a theory fares on examples."""

    target: str
    confusion: AnyConfusion
    clauses: tuple[ClauseScore, ...]
    wrong: int  # examples that are not as the theory says
    ranking: dict[str, float] = field(default_factory=dict)  # of probabilities
    errors: tuple[list[str], list[str]] | None = None  # where they are asked for
    warnings: tuple[str, ...] = ()

    @property
    def measures(self) -> dict[str, float]:
        """All measures by name; those of probabilities where these are known."""
        return self.confusion.measures | self.ranking

    @property
    def false_negatives(self) -> list[str]:
        """The positive examples predicted false, where errors are asked for.

        Of several classes, the rows that are given another one.
        """
        return self.errors[0] if self.errors else []

    @property
    def false_positives(self) -> list[str]:
        """The negative examples predicted true, where errors are asked for."""
        return self.errors[1] if self.errors else []

    def to_json(self) -> str:
        """Return everything as data, with the examples that go wrong if asked for."""
        data: dict[str, object] = {
            "target": self.target,
            **self.confusion.to_data(),
            **self.measures,
            "clauses": [score.to_data() for score in self.clauses],
        }
        if self.errors is not None:
            data["errors"] = {
                "false_negatives": self.false_negatives,
                "false_positives": self.false_positives,
            }
        return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def judged(
    theory: Theory, judgement: Judgement, problem: LearningProblem
) -> tuple[AnyConfusion, dict[str, float]]:
    """Return how what a theory says compares with what the examples are."""
    pairs = problem.class_objects()
    if pairs and pairs.labels is not None:
        given = pairs.given(theory, judgement.holds)
        values = tuple(map(unquoted, pairs.values))
        likely = pairs.shares(probabilities(theory, judgement)[:, 1])
        confusion = ClassConfusion.of(given, pairs.labels, values)
        return confusion, ranking_measures(likely, pairs.labels)
    labels = problem.positive if problem.labels is None else problem.labels
    profile = profile_of(theory, judgement)
    rows = ProfileCounts.of(profile.numbers(len(labels)), labels)
    classes = None if problem.labels is None else every_class(theory, problem)
    return compared(theory, profile, rows, classes)


def compared(
    theory: Theory, profile: Profile, rows: ProfileCounts, classes: EveryClass | None
) -> tuple[AnyConfusion, dict[str, float]]:
    """Return how what a theory says of rows compares with what they are, by counts.

    ``rows`` has the numbers of the theory's profile.
    """
    actual = rows.labels
    confusion: AnyConfusion
    if classes is None:
        confusion = Confusion.of(rows.numbers[0] > 0, actual > 0, rows.counts)
    else:
        actual = classes.places[actual]
        given = rows.numbers[0].astype(np.intp)
        confusion = ClassConfusion.of(given, actual, classes.values, rows.counts)
    found = chances(theory, profile, rows.numbers[:-1])
    return confusion, ranking_measures(found, actual, rows.counts)


def evaluate_problem(
    problem: LearningProblem, source: WrittenTheory, *, list_errors: bool = False
) -> Evaluation:
    """Apply a theory to the examples of a problem, and compare."""
    judgement = problem.judge(source, clauses=True)
    theory = with_classes(source.theory, problem)
    return evaluation_of(problem, theory, judgement, list_errors=list_errors)


def with_classes(theory: Theory, problem: Learnable) -> Theory:
    """Return a theory with the classes of a table, if it is to be applied to one."""
    if problem.schema is None:
        return theory.without_table()
    if theory.schema is None and problem.schema.classes:
        return replace(theory, schema=problem.schema)
    return theory


def evaluation_of(
    problem: LearningProblem,
    theory: Theory,
    judgement: Judgement,
    *,
    list_errors: bool = False,
) -> Evaluation:
    """Compare what a theory says of the examples of a problem with what they are."""
    confusion, ranking = judged(theory, judgement, problem)
    counts: Sequence[Counts | None]
    if problem.labels is None:
        positive = problem.positive
        counts = judgement.clause_counts(theory, positive)
        missed = positive & ~judgement.holds
        mistaken = ~positive & judgement.holds
    else:
        classes = every_class(theory, problem)
        actual = classes.places[problem.labels]
        members = partial(np.equal, actual)
        counts = class_counts(theory, judgement, members, classes.values)
        missed = ~rightly_labelled(theory, judgement, members)
        mistaken = np.zeros(len(missed), dtype=np.bool_)
    both = [np.flatnonzero(wrong) for wrong in (missed, mistaken)]
    errors = [problem.atoms(places) for places in both] if list_errors else None
    return Evaluation(
        target=str(theory.target),
        confusion=confusion,
        clauses=clause_scores(theory, counts),
        wrong=sum(map(len, both)),
        ranking=ranking,
        errors=(errors[0], errors[1]) if errors else None,
        warnings=(*problem.warnings, *judgement.warnings, *judgement.endless),
    )


def clause_scores(
    theory: Theory, counts: Iterable[Counts | None]
) -> tuple[ClauseScore, ...]:
    """Return the scores of a theory's clauses by what each covers, if that is known."""
    signs = clause_signs(theory)
    scores = []
    for learned, covers in zip(theory.clauses, counts, strict=True):
        pos, neg = (covers.positives, covers.negatives) if covers else (None, None)
        sign = signs.get(learned.clause.predicate)
        right, wrong = (
            (None, None) if sign is None else (pos, neg)[:: 1 if sign else -1]
        )
        text = clause_line(learned.clause)
        scores.append(ClauseScore(text, pos, neg, right, wrong))
    return tuple(scores)


def clause_signs(theory: Theory) -> dict[Predicate, bool]:
    """Return which predicates of a theory speak for the target, and which against.

    Those that do both, through an even and an odd number of negations, are left out.
    The rules of a class speak for it.
    """
    starts = [theory.target]
    if theory.classes:
        names = (step.predicate for step in class_steps(theory) if step.predicate)
        starts = [Predicate(name, 1) for name in names]
    elif (conditions := ranked_conditions(theory)) is not None:
        starts = [each.predicate for each in conditions]
    literals: dict[Predicate, list[Literal]] = {}
    for learned in theory.clauses:
        atoms = (each.atom for each in learned.clause.body if each.atom)
        literals.setdefault(learned.clause.predicate, []).extend(atoms)
    signs = {(start, True) for start in starts}
    waiting = list(signs)
    while waiting:
        predicate, sign = waiting.pop()
        for literal in literals.get(predicate, ()):
            reached = (literal.predicate, sign != literal.negated)
            if reached not in signs:
                signs.add(reached)
                waiting.append(reached)
    signs.add((theory.target, True))
    return {used: sign for used, sign in signs if (used, not sign) not in signs}
