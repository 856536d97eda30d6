"""Probabilities of classes, by a theory's scores or by what its clauses cover.

Scores are fitted by logistic regression to the rows that a theory was learned from. A
ridge penalty with the weight of one row keeps scores of rare conditions small. The
class that the theory decides for is always the likeliest: where the scores say
otherwise, probability is moved to it until it is just ahead of the others.
"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from fold_cli import bits
from fold_cli.coverage.profiles import Profile, Terms
from fold_cli.theory.class_list import class_steps
from fold_cli.theory.quoting import constant
from fold_cli.theory.scores import (
    Odds,
    classes_without_rules,
    odds_fit,
    score_counts,
    scored_clauses,
    scored_predicates,
)
from fold_cli.use.predicting.logistic_fit import DECIMALS, fitted_scores, sigmoid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from fold_cli.theory.theory import Theory
    from fold_cli.use.theories.judgement import Judgement

    Numbers = NDArray[np.float64]

MAX_FITTED_ROWS = 5000
"""Rows that scores are fitted to; of more, every second, third and so on is taken."""

MAX_SCORES = 300
"""Scores of one predicate; a theory that needs more has none."""

MIN_LEAD = 1e-3
"""How far the class decided for is ahead of others, relative to its probability."""


def may_be_scored(theory: Theory) -> bool:
    """Return whether a theory is small enough to have scores."""
    return all(sum(counts) <= MAX_SCORES for _, counts in score_counts(theory))


Sample: TypeAlias = "Callable[[Any, Iterable[Any], int], tuple[Numbers, Any]]"
"""From rows, columns of flags and a label to the flags of some of the rows, one row for
each, and which of these have the label."""


def sampled(labels: NDArray[np.signedinteger]) -> Sample:
    """Return what takes every so many rows of some, whose labels are known."""

    def sample(
        left: NDArray[np.bool_], columns: Iterable[NDArray[np.bool_]], label: int
    ) -> tuple[Numbers, NDArray[np.bool_]]:
        rows = np.flatnonzero(left)
        rows = rows[:: sample_step(len(rows))]
        flags = [column[rows] for column in columns]
        features = np.array(flags, dtype=np.float64).reshape(len(flags), len(rows))
        return features.T, labels[rows] == label

    return sample


def sample_step(rows: int) -> int:
    """Return every how many of so many rows one is taken."""
    return -(-rows // MAX_FITTED_ROWS) or 1


def scored(theory: Theory, judgement: Judgement, sample: Sample) -> Theory:
    """Return the theory with scores, fitted to rows and their classes.

    Without classes, a label is 1 for positive and 0 for negative rows. The judgement
    says which conditions hold.
    """
    assert judgement.conditions is not None
    holding = judgement.conditions()
    place = {constant(value): at for at, value in enumerate(theory.classes)}
    positive = {theory.target.name: 1}
    for step in class_steps(theory) if theory.classes else ():
        if step.predicate is not None:
            positive[step.predicate] = place[step.value.text]
    left = judgement.holds | ~judgement.holds
    odds = list[Odds]()
    places = scored_clauses(theory)
    for name in scored_predicates(theory):
        clauses = [at for predicate, at in places if predicate == name]
        columns = chain.from_iterable(holding[at] for at in clauses)
        base, scores = fitted_scores(*sample(left, columns, positive[name]))
        groups = []
        for at in clauses:
            size = len(holding[at])
            groups.append(tuple(scores[:size]))
            scores = scores[size:]
            if theory.clauses[at].clause.name == name:
                left = left & ~judgement.covers[at]
        odds.append(Odds(name, base, tuple(groups)))
    odds += _odds_without_rules(theory, lambda label: sample(left, (), label)[1].sum())
    return replace(theory, odds=tuple(odds))


def _odds_without_rules(theory: Theory, count: Callable[[int], int]) -> list[Odds]:
    """Return the odds of each class without rules against those after it.

    What counts is how many of the rows that no rule covers are of a class, and one
    more. The class that these rows are given comes last.
    """
    names = classes_without_rules(theory)
    if not names:
        return []
    place = {constant(value): at for at, value in enumerate(theory.classes)}
    after = 1 + int(count(place[class_steps(theory)[-1].value.text]))
    odds = []
    for name in reversed(names):
        rows = 1 + int(count(place[name]))
        base = round(math.log(rows / after), DECIMALS) + 0.0
        odds.append(Odds(name, base, ()))
        after += rows
    return odds[::-1]


def probabilities(theory: Theory, judgement: Judgement) -> Numbers:
    """Return how likely each example is of each class; a row for each example.

    The columns are the classes in order; without several, that it does not hold and
    that it does. A row is not a number where the theory says nothing of what it was
    learned from. The judgement is one with clauses.
    """
    profile = profile_of(theory, judgement)
    return chances(theory, profile, profile.numbers(len(judgement.holds)))


def profile_of(theory: Theory, judgement: Judgement) -> Profile:
    """Return what probabilities depend on, as numbers made of the judgement's sets.

    The first number is the place of the class that was decided for, -1 if it is none;
    without several classes, 1 for what holds. Then come the odds of each predicate with
    scores, or else how likely the decision is right.
    """
    decided = [(bits.pack(rows), at) for rows, at in judgement.decisions(theory)]
    decisions = Terms(-1 if theory.classes else 0, tuple(decided))
    if judgement.conditions is None or not theory.odds or not odds_fit(theory):
        return Profile((decisions, _sureness(theory, judgement)))
    holding, clauses, sums = judgement.conditions(), scored_clauses(theory), []
    for odds in theory.odds:
        named = odds.predicate if odds.scores else None  # a class has no clauses
        places = [at for name, at in clauses if name == named]
        terms = [
            (bits.packed_at(holding[at], condition), score)
            for at, scores in zip(places, odds.scores, strict=True)
            for condition, score in enumerate(scores)
        ]
        sums.append(Terms(odds.base, tuple(terms)))
    return Profile((decisions,), tuple(sums))


def _sureness(theory: Theory, judgement: Judgement) -> Terms:
    """Return what the counts of clauses say: of the first clause that covers.

    Of an atom that does not hold, all that no clause covered in training counts.
    """
    classes, terms = max(2, len(theory.classes)), []
    holds = bits.pack(judgement.holds)
    for place, learned in enumerate(theory.clauses):
        if learned.clause.predicate == theory.target:
            sure = math.nan
            if learned.covers:
                right, wrong = learned.covers.positives, learned.covers.negatives
                sure = corrected(right, wrong, classes)
            terms.append((holds & bits.packed_at(judgement.covers, place), sure))
    if not theory.classes and theory.examples and theory.covers:
        missed = theory.examples.positives - theory.covers.positives
        refused = theory.examples.negatives - theory.covers.negatives
        terms.append((bits.pack(~judgement.holds), corrected(refused, missed)))
    return Terms(math.nan, tuple(terms))


def chances(theory: Theory, profile: Profile, numbers: Numbers) -> Numbers:
    """Return how likely each class is, from the numbers of a theory's profile.

    There is a row for each column of numbers.
    """
    decided = numbers[0].astype(np.intp)
    if profile.sums:
        return _agreeing(_by_scores(theory, numbers[1:]), decided)
    classes, sureness = max(2, len(theory.classes)), numbers[1]
    result = np.repeat(((1 - sureness) / (classes - 1))[:, None], classes, axis=1)
    result[np.arange(len(decided)), decided] = sureness
    return _agreeing(result, decided)


def _by_scores(theory: Theory, odds: Numbers) -> Numbers:
    if not theory.classes:
        chance = sigmoid(odds[0])
        return np.stack([1 - chance, chance], axis=1)
    place = {constant(value): at for at, value in enumerate(theory.classes)}
    line: dict[str | None, int] = {
        each.predicate: at for at, each in enumerate(theory.odds) if each.scores
    }
    result = np.zeros((odds.shape[1], len(place)))
    left: Numbers = np.ones(odds.shape[1])
    steps = [
        (step.value.text, line.get(step.predicate)) for step in class_steps(theory)
    ]
    bases = [(theory.odds[at].predicate, at) for at in range(len(line), len(odds))]
    for value, at in (*steps[:-1], *bases, *steps[-1:]):
        chance = sigmoid(odds[at]) if at is not None else np.ones(odds.shape[1])
        result[:, place[value]] += left * chance
        left = left * (1 - chance)
    return result


def _agreeing(likely: Numbers, decided: NDArray[np.intp]) -> Numbers:
    """Move probability to the class decided for until that is the likeliest."""
    rows = np.flatnonzero(decided >= 0)
    of_decided = likely[rows, decided[rows]]
    others = likely[rows].copy()
    others[np.arange(len(rows)), decided[rows]] = -1.0
    gap = others.max(axis=1, initial=-1.0) - of_decided + MIN_LEAD * of_decided
    share = np.maximum(gap, 0.0) / (1 + np.maximum(gap, 0.0))
    result = likely.copy()
    result[rows] *= (1 - share)[:, None]
    result[rows, decided[rows]] += share
    return result


def corrected(right: int, wrong: int, classes: int = 2) -> float:
    """Return the share of what was right, as if each class had been seen once more."""
    return (right + 1) / (right + wrong + classes)
