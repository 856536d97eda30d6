"""What a report shows, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fold_cli.theory.formats.cards import Deck
    from fold_cli.use.explaining.explanation import Explanation
    from fold_cli.use.measuring.evaluation import Evaluation


@dataclass(frozen=True, slots=True)
class Overlap:
    """How many examples pairs of rules cover together."""

    labels: tuple[str, ...]  # of the rules
    both: tuple[tuple[int, ...], ...]  # with itself, all that a rule covers
    alone: tuple[int, ...]  # what no other rule covers, shown here or not
    more: int = 0  # rules that are left out


@dataclass(frozen=True, slots=True)
class Curve:
    """A ROC curve: the share of negatives, and of positives, above each score."""

    name: str  # of the class, where there are several
    area: float
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Cut:
    """Where a rule cuts the numbers, and how that is written."""

    number: float
    text: str


@dataclass(frozen=True, slots=True)
class Histogram:
    """The numbers of the examples that a threshold divides, counted in bins."""

    title: str  # of the card
    anchor: str
    condition: str  # in words
    cuts: tuple[Cut, ...]
    edges: tuple[float, ...]
    counts: tuple[tuple[int, ...], ...]  # for each kind of examples
    ends: tuple[float, float]  # the lowest and highest number within the bins
    beyond: tuple[int, int] = (0, 0)  # numbers in the outer bins that lie beyond them
    dates: bool = False  # the numbers are days


@dataclass(frozen=True, slots=True)
class Example:
    """An example, what is said of it, and why."""

    name: str
    said: str
    explanation: Explanation


@dataclass(frozen=True, slots=True)
class ExampleGroup:
    """Examples that come out alike: some of them, and how many there are."""

    title: str
    wrong: bool
    total: int
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """All that a page about a theory shows, in its order."""

    title: str
    summary: str
    facts: tuple[tuple[str, str], ...]
    deck: Deck
    kinds: tuple[str, ...]  # of examples, in bars and histograms
    overlap: Overlap | None
    evaluation: Evaluation | None  # None: it is not known what the examples are
    curves: tuple[Curve, ...]
    histograms: tuple[Histogram, ...]
    more_histograms: int  # thresholds that are left out
    groups: tuple[ExampleGroup, ...]
    cited: dict[str, tuple[str, str]]  # clauses as explanations cite them: their cards
