"""The contents of a report, from a theory applied to examples.

The theory is applied once; counts, overlaps, curves and histograms are computed from
its flags over the examples. Only the examples that a page includes are explained.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from fold_cli.theory.english.phrases import counted
from fold_cli.theory.formats.cards import cards_of
from fold_cli.theory.formats.html_format import CLASS_KINDS, KINDS, MAX_CARD_CHARACTERS
from fold_cli.theory.formats.prolog_format import clause_line
from fold_cli.theory.quoting import unquoted
from fold_cli.theory.theory import Counts
from fold_cli.use.measuring.evaluation import evaluation_of
from fold_cli.use.predicting.probability import probabilities
from fold_cli.use.report.data import Overlap, Report
from fold_cli.use.report.figures import curve
from fold_cli.use.report.page_parts import note_facts
from fold_cli.use.report.samples import example_groups
from fold_cli.use.report.threshold_histograms import histograms
from fold_cli.use.theories.judgement import every_class

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fold_cli.theory.formats.cards import Deck
    from fold_cli.theory.theory import Theory
    from fold_cli.use.measuring.evaluation import Evaluation
    from fold_cli.use.problems.learning_problem import LearningProblem
    from fold_cli.use.report.data import Curve
    from fold_cli.use.theories.judgement import AppliedTheory, Judgement

    Flags = NDArray[np.bool_]

MAX_RULES = 12
"""Rules whose overlap is shown."""

MAX_CURVES = 6
"""Classes that have a curve of their own."""


def report_contents(
    theory: Theory,
    applied: AppliedTheory,
    problem: LearningProblem | None,
    files: Sequence[str],
) -> Report:
    """Return what a report shows of a theory beside examples.

    Without a problem, it is not known what the examples are.
    """
    judgement, sentences = applied.judge(clauses=True), applied.sentences
    evaluation = evaluation_of(problem, theory, judgement) if problem else None
    counts = _counts(theory, judgement, evaluation)
    counted_theory = theory.with_clause_counts(counts)
    deck = cards_of(counted_theory, sentences, MAX_CARD_CHARACTERS)
    kinds: tuple[str, ...] = ("examples",)
    if evaluation:
        kinds = CLASS_KINDS if theory.classes else KINDS
    cuts = histograms(theory, applied, judgement, problem, deck, sentences)
    return Report(
        title=str(theory.target),
        summary=_summary(deck, evaluation, judgement),
        facts=_facts(theory, problem, judgement, files),
        deck=deck,
        kinds=kinds,
        overlap=_overlap(deck, judgement),
        evaluation=evaluation,
        curves=_curves(theory, judgement, problem),
        histograms=cuts.shown,
        more_histograms=cuts.more,
        groups=example_groups(theory, applied, judgement, problem),
        cited={
            clause_line(theory.clauses[card.place].clause): (card.title, card.anchor)
            for card in deck.walk()
        },
    )


def _counts(
    theory: Theory, judgement: Judgement, evaluation: Evaluation | None
) -> list[Counts | None]:
    """Return what each clause covers; of unknown examples, all count as one kind."""
    if evaluation:
        return [each.covers for each in evaluation.clauses]
    return judgement.clause_counts(theory, judgement.holds | ~judgement.holds)


def _summary(deck: Deck, evaluation: Evaluation | None, judgement: Judgement) -> str:
    rules = counted(len(deck.rules) + deck.more, "rule")
    size = len(judgement.holds)
    if evaluation is None:
        return f"{rules}, applied to {size:,} examples whose kind is not known."
    right = size - evaluation.wrong
    return f"{rules}, right about {right:,} of {size:,} examples."


def _facts(
    theory: Theory,
    problem: LearningProblem | None,
    judgement: Judgement,
    files: Sequence[str],
) -> tuple[tuple[str, str], ...]:
    """Return what was learned from what, and what it was applied to."""
    facts = [("Target", str(theory.target))]
    schema = theory.schema
    if schema and schema.class_column is not None:
        wanted = ", ".join(theory.classes) if theory.classes else schema.positive
        facts.append(("Class", f"{schema.class_column}: {wanted}"))
    if schema:
        kinds = [column.kind for column in schema.columns]
        each = [f"{kinds.count(kind):,} {kind}" for kind in dict.fromkeys(kinds)]
        facts.append(("Columns", ", ".join(each)))
    if theory.examples and theory.classes:
        facts.append(("Learned from", f"{theory.examples.positives:,} rows"))
    elif theory.examples:
        facts.append(("Learned from", _both(theory.examples)))
    for note in theory.notes:
        facts += note_facts(note)
    if theory.partial:
        facts.append(("Partial", "learning was stopped early"))
    clauses, literals = theory.size
    size = f"{counted(clauses, 'clause')}, {counted(literals, 'literal')}"
    facts.append(("Size", size))
    facts.append(("Files", ", ".join(Path(file).name or file for file in files)))
    if problem is None:
        facts.append(("Applied to", f"{len(judgement.holds):,} examples"))
    elif theory.classes:
        facts.append(("Applied to", f"{len(judgement.holds):,} rows"))
    else:
        counts = Counts(problem.positives, problem.negatives)
        facts.append(("Applied to", _both(counts)))
    return tuple(facts)


def _both(counts: Counts) -> str:
    return f"{counts.positives:,} positive and {counts.negatives:,} negative examples"


def _overlap(deck: Deck, judgement: Judgement) -> Overlap | None:
    """Return how the rules overlap; one rule cannot."""
    if len(deck.rules) < 2:
        return None
    shown = deck.rules[:MAX_RULES]
    flags = [judgement.covers[card.place] for card in shown]
    times = np.zeros(len(judgement.holds), dtype=np.int32)
    for card in deck.rules:
        times += judgement.covers[card.place]
    return Overlap(
        labels=tuple(card.label for card in shown),
        both=tuple(
            tuple(int(np.count_nonzero(one & other)) for other in flags)
            for one in flags
        ),
        alone=tuple(int(np.count_nonzero(one & (times == 1))) for one in flags),
        more=len(deck.rules) + deck.more - len(shown),
    )


def _curves(
    theory: Theory, judgement: Judgement, problem: LearningProblem | None
) -> tuple[Curve, ...]:
    """Return the ROC curves of the classes with the most examples."""
    if problem is None:
        return ()
    chances = probabilities(theory, judgement)
    if not len(chances) or np.isnan(chances).any():
        return ()
    classes: tuple[str, ...] = ()
    if problem.labels is not None:
        classes, places = every_class(theory, problem)
        actual = places[problem.labels]
    elif (pairs := problem.class_objects()) and pairs.labels is not None:
        classes, actual = tuple(map(unquoted, pairs.values)), pairs.labels
        chances = pairs.shares(chances[:, 1])
    else:
        only = curve("", chances[:, 1], problem.positive)
        return (only,) if only else ()
    sizes = np.bincount(actual, minlength=len(classes))
    largest = np.argsort(-sizes, kind="stable")[:MAX_CURVES].tolist()
    curves = [
        curve(classes[at], chances[:, at], actual == at)
        for at in sorted(largest)
        if at < chances.shape[1]
    ]
    return tuple(each for each in curves if each)
