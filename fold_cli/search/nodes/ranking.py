"""The gain of every candidate, all counted at once.

Blocks of categorical candidates and the thresholds of all columns are counted in bulk;
what the best one says and covers is looked up at the end. This is the slow computation
that the faster nodes equal: O(candidates x examples / 64), and one sort or tally of the
numbers.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

from fold_cli.bits import DistantSet, note_count
from fold_cli.files.tables.coded import ROWS_PER_STEP, steps
from fold_cli.search.clause import Refinement
from fold_cli.search.gain import (
    FOIL,
    MAX_TIED_DIFFERENCE,
    MAX_UNCERTAIN_GAIN,
    Criterion,
    tied,
)
from fold_cli.search.nodes.key_counts import (
    KeyCounts,
    are_many,
    count_keys,
    count_keys_for_best,
)
from fold_cli.search.nodes.thresholds import NumberLine, SetThresholds, Thresholds
from fold_cli.theory.terms import is_negated, negation

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fold_cli.coverage.blocks import Block
    from fold_cli.coverage.candidates import Candidates
    from fold_cli.coverage.examples import Examples
    from fold_cli.coverage.key_line import Keys
    from fold_cli.coverage.threshold_sets import ThresholdSets
    from fold_cli.search.clause import LiteralsAndCover
    from fold_cli.search.gain import Counts, Gains
    from fold_cli.search.nodes.key_counts import Ranks


NO_GAINS: Gains = np.zeros(0)


class Ranking:
    """All candidates with their counts and gains, in the order that breaks ties."""

    def __init__(
        self,
        candidates: Candidates,
        pos: Examples,
        neg: Examples,
        criterion: Criterion = FOIL,
        *,
        only_best: bool = False,
    ) -> None:
        """Count all candidates, or those that may be the best, if that is all asked."""
        self._candidates, self.pos, self.neg = candidates, pos, neg
        self._criterion = criterion
        self._groups: list[_Steps | NumberLine | ThresholdSets] = []
        self.gains = NO_GAINS
        self.outside_gains: Gains | float = 0.0
        if not pos.count or not candidates:
            return
        p1, n1 = [], []
        for block in candidates.blocks:
            self._groups.append(_Steps(block))
            p1.append(block.counts(pos))
            n1.append(block.counts(neg))
            if criterion.negations and block.negatable:
                self._groups.append(_Negations(block))
                p1.append(block.negation_counts(pos, p1[-1]))
                n1.append(block.negation_counts(neg, n1[-1]))
        self.names = sum(map(len, p1))
        self.thresholds: Thresholds | SetThresholds | None = None
        if candidates.columns:
            self.thresholds = self._counted(p1, n1, only_best)
            p1.append(self.thresholds.p1)
            n1.append(self.thresholds.n1)
        self._lengths = [len(counts) for counts in p1]
        self.p1, self.n1 = np.concatenate(p1), np.concatenate(n1)
        self.gains = self.gains_over(pos.count, neg.count)

    def _counted(
        self, p1: Sequence[Counts], n1: Sequence[Counts], only_best: bool
    ) -> Thresholds | SetThresholds:
        """Return the counts of the thresholds, by sets where all that is little."""
        pos, neg, candidates = self.pos.bits, self.neg.bits, self._candidates
        if only_best and not isinstance(pos, DistantSet):
            sets = candidates.threshold_sets
            if sets is not None:
                self._groups.append(sets)
                return SetThresholds(sets, pos, neg)
        line = NumberLine.of(candidates)
        self._groups.append(line)
        return Thresholds(line, self._counts(line, p1, n1, only_best))

    def _counts(
        self, line: NumberLine, p1: Sequence[Counts], n1: Sequence[Counts], best: bool
    ) -> Callable[[Ranks, Keys], KeyCounts]:
        """Return what counts the numbers of columns.

        ``p1`` and ``n1`` are the counts of names: where only the ``best`` is asked for,
        of very many numbers those are counted that may be better.
        """
        pos, neg, criterion = self.pos, self.neg, self._criterion
        distant = isinstance(pos.bits, DistantSet)
        if not distant:
            best = best and line.highs is line.lows
            many = are_many(line.lows, line.starts, pos.count + neg.count)
            if not (best and many):
                return lambda ranks, starts: count_keys(ranks, starts, pos, neg)

        def gain_of(p: Counts, n: Counts, choices: Counts) -> Gains:
            gains = criterion.gain(pos.count, neg.count, p, n)
            return gains - criterion.threshold_penalty * np.log2(choices)

        certain = [  # a negation may not be accepted
            float(criterion.gain(pos.count, neg.count, p, n).max(initial=0.0))
            for group, p, n in zip(self._groups, p1, n1, strict=False)
            if not isinstance(group, _Negations)
        ]
        floor = max([0.0, *certain])
        if not distant:
            return lambda *_: count_keys_for_best(line, pos, neg, floor, gain_of)
        from fold_cli.coverage.distant.tallies import DistantExamples

        assert isinstance(pos, DistantExamples)
        return lambda *_: KeyCounts(*pos.numbers(floor, gain_of))

    def gains_over(self, p0: int, n0: int) -> Gains:
        """Return the gains over a clause that covers p0 positives and n0 negatives."""
        if len(self.p1) <= ROWS_PER_STEP:
            gains = self._criterion.gain(p0, n0, self.p1, self.n1)
        else:
            gains = np.empty(len(self.p1))
            for step in steps(len(gains)):  # what is computed on the way is as long
                gains[step] = self._criterion.gain(p0, n0, self.p1[step], self.n1[step])
        if self._criterion.threshold_penalty and self.thresholds:
            self.thresholds.penalise(gains, self._criterion.threshold_penalty)
        return gains

    def favour(self, outside: Ranking, weight: float) -> None:
        """Add to gains above 0 those among examples outside, times a weight.

        These count as if there were no more examples outside than here. For a threshold
        the highest of its column and operator is added, whatever the number.
        """
        if not len(self.gains) or not len(outside.gains):
            return
        every, others = (r.pos.count + r.neg.count for r in (self, outside))
        more = outside.gains[: self.names]
        here, there = self.thresholds, outside.thresholds
        if isinstance(here, Thresholds) and isinstance(there, Thresholds):
            highest = np.zeros(2 * len(self._candidates.columns))
            np.maximum.at(highest, there.sides, outside.gains[self.names :])
            more = np.concatenate([more, highest.take(here.sides)])
        more = more * (self.gains > MAX_UNCERTAIN_GAIN)
        self.outside_gains = weight * min(1.0, every / others) * more
        self.gains = self.gains + self.outside_gains

    def best(
        self, accepts: Callable[[Refinement], bool] = lambda _: True
    ) -> Refinement | None:
        """Return the candidate with the highest gain above 0, the first of equals.

        A negation that is not accepted is left out; other candidates always are.
        """
        gains = self.gains
        while True:
            top = float(gains.max(initial=0.0))
            if 0 < top < MAX_UNCERTAIN_GAIN:  # higher ones were penalised or left out
                gains = gains * (self.p1 * self.neg.count > self.n1 * self.pos.count)
                top = float(gains.max(initial=0.0))
            if top <= 0:
                return None
            equal = (gains >= tied(top)).nonzero()[0]
            found = self._first(equal, top)
            if not is_negated(found.literals[-1]) or accepts(found):
                return found
            gains = gains.copy()
            gains[equal[0]] = 0.0  # in a block the first place is the first in order

    def top(
        self, gains: Gains, count: int, one_per_column: bool = False
    ) -> list[tuple[float, int]]:
        """Return so many candidates by other gains, of those whose own gain is above 0.

        Each is a gain and a place; the highest gain and then the first come first. With
        ``one_per_column``, of the thresholds of a column and operator the best is left.
        """
        gains = np.where(self.gains > 0, gains, 0.0)
        if one_per_column and isinstance(self.thresholds, Thresholds):
            numbers = gains[self.names :]
            order = np.argsort(-numbers.round(6), kind="stable")
            firsts = np.unique(self.thresholds.sides[order], return_index=True)[1]
            others = np.delete(order, firsts)
            numbers[others] = 0.0  # a view
        if len(gains) > count:
            lowest = np.partition(gains, -count)[-count]
            places = (gains >= max(lowest, MAX_TIED_DIFFERENCE)).nonzero()[0]
        else:
            places = (gains > 0).nonzero()[0]
        order = np.argsort(-gains[places].round(6), kind="stable")[:count]
        return [(float(gains[at]), int(at)) for at in places[order]]

    def refinement_at(self, place: int, gain: float) -> Refinement:
        """Return the candidate at a place."""
        return self._first(np.array([place]), gain)

    def _first(self, equal: Counts, gain: float) -> Refinement:
        """Return the first of some candidates, given by their places."""
        at, places = _first_group(equal, self._lengths)
        group, first = self._groups[at], equal[0]
        order = int(places[0])
        if self.thresholds and not isinstance(group, _Steps):
            orders = self.thresholds.orders(places)
            order = min(orders)
            first = equal[orders.index(order)]
        literals, covers = group.literals(order)
        if isinstance(self.pos.bits, DistantSet):
            note_count(self.pos.bits, covers, int(self.p1[first]))
            note_count(self.neg.bits, covers, int(self.n1[first]))
        if len(literals) == 1:
            self._candidates.remember(literals[0], covers)
        return Refinement(literals, covers, gain)


def _first_group(places: Counts, lengths: list[int]) -> tuple[int, Counts]:
    """Return the first group with one of some places, and the places in that group."""
    ends = list(accumulate(lengths))
    at = bisect_right(ends, int(places[0]))
    inside: Counts = places[: places.searchsorted(ends[at])] - (ends[at] - lengths[at])
    return at, inside


class _Steps:
    """The steps of a block, in order."""

    def __init__(self, block: Block) -> None:
        self._block = block

    def literals(self, order: int) -> LiteralsAndCover:
        """Return the literals of a step, and what they cover."""
        return self._block.steps[order], self._block.row(order)


class _Negations(_Steps):
    """The negations of a block's steps."""

    def literals(self, order: int) -> LiteralsAndCover:
        """Return the literals of a step, and what they cover."""
        literals = self._block.steps[order]
        return tuple(map(negation, literals)), self._block.negation_row(order)
