"""Histograms of the numbers that the thresholds of a theory compare.

A threshold's numbers are those of the examples that meet the other literals of its
clause, without exceptions, asked for the first ``MAX_HISTOGRAMS`` thresholds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fold_cli.theory.class_list import class_of_predicates
from fold_cli.theory.english.sentences import plain
from fold_cli.theory.english.wording import Wording
from fold_cli.theory.naming import variable_names
from fold_cli.theory.quoting import constant
from fold_cli.theory.terms import Threshold
from fold_cli.use.report.data import Cut, Histogram
from fold_cli.use.report.figures import beyond, bins, counted_in, ends
from fold_cli.use.theories.judgement import every_class
from fold_cli.use.theories.threshold_numbers import may_be_asked, number_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fold_cli.theory.english.sentences import Sentences
    from fold_cli.theory.formats.cards import Card, Deck
    from fold_cli.theory.theory import Theory
    from fold_cli.use.problems.learning_problem import LearningProblem
    from fold_cli.use.theories.judgement import (
        AppliedTheory,
        ExampleNumbers,
        Judgement,
        ThresholdPlace,
    )

MAX_HISTOGRAMS = 18
"""Thresholds that have a histogram, in the order of the cards."""


class Histograms(NamedTuple):
    """Some histograms, and how many thresholds have none here."""

    shown: tuple[Histogram, ...]
    more: int


def histograms(
    theory: Theory,
    applied: AppliedTheory,
    judgement: Judgement,
    problem: LearningProblem | None,
    deck: Deck,
    sentences: Sentences,
) -> Histograms:
    """Return a histogram for each threshold, in the order of the cards."""
    places = may_be_asked(theory)
    cards = {card.place: card for card in deck.walk()}
    order = {place: at for at, place in enumerate(cards)}
    asked = sorted(
        (threshold for threshold in places if threshold.clause in cards),
        key=lambda threshold: order[threshold.clause],
    )[:MAX_HISTOGRAMS]
    writer = _HistogramWriter(theory, judgement, problem, sentences)
    found = [
        writer.histogram(cards[place.clause], place, numbers)
        for place, numbers in zip(asked, applied.numbers(asked), strict=True)
    ]
    shown = tuple(threshold for threshold in found if threshold)
    return Histograms(shown, len(places) - len(asked))


class _HistogramWriter:
    def __init__(
        self,
        theory: Theory,
        judgement: Judgement,
        problem: LearningProblem | None,
        sentences: Sentences,
    ) -> None:
        self.theory, self.wording = theory, Wording(theory, sentences)
        self.judgement, self.problem = judgement, problem
        self.reached = judgement.reached(theory)
        self.about = class_of_predicates(theory) if theory.classes else {}

    def histogram(
        self, card: Card, place: ThresholdPlace, given: ExampleNumbers
    ) -> Histogram | None:
        """Return the histogram of a threshold; None where none can be drawn."""
        clause = self.theory.clauses[place.clause].clause
        threshold = clause.body[place.literal]
        assert isinstance(threshold, Threshold)
        reached = self.reached[place.clause][given.examples]
        examples, numbers = given.examples[reached], given.numbers[reached]
        texts = [bound.number.text for bound in threshold.bounds]
        cuts = [Cut(number_of(text), plain(text)) for text in texts]
        if not len(numbers) or not np.isfinite([cut.number for cut in cuts]).all():
            return None
        names, values = variable_names(clause)
        said = self.wording.phrase(threshold, clause, names, values[place.literal])
        if not (edges := bins(numbers, [cut.number for cut in cuts])):
            return None
        groups = [numbers]
        if (positive := self.positives(place.clause)) is not None:
            groups = [numbers[positive[examples]], numbers[~positive[examples]]]
        return Histogram(
            card.title,
            card.anchor,
            said,
            tuple(cuts),
            edges,
            counted_in(edges, groups),
            ends(edges, numbers),
            beyond(edges, numbers),
            dates=texts[0].startswith("'"),
        )

    def positives(self, place: int) -> NDArray[np.bool_] | None:
        """Return the examples that are positive, or of the class of a clause."""
        if self.problem is None:
            return None
        if self.problem.labels is None:
            return self.problem.positive
        classes, own_places = every_class(self.theory, self.problem)
        actual = own_places[self.problem.labels]
        value = self.about.get(self.theory.clauses[place].clause.predicate)
        places = {constant(each): at for at, each in enumerate(classes)}
        own: NDArray[np.bool_] = actual == places.get(value.text if value else "", -1)
        return own
