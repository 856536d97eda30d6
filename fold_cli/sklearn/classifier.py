"""``FoldClassifier``: rules with exceptions, fitted and applied as scikit-learn does.

The table is made of the columns of X and, as the last one, y. What is learned from it,
and how it is applied, is what the commands do with the same table as a CSV file.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from fold_cli.files.sources import TableSource
from fold_cli.files.tables.frames import booleans_of, raw_frame
from fold_cli.sklearn.validation import (
    Classes,
    checked_classes,
    checked_copies,
    checked_rows,
)
from fold_cli.use.inputs.input_sources import words_in
from fold_cli.use.inputs.option_values import whole_number
from fold_cli.use.inputs.run_options import split_options
from fold_cli.use.learning.learn import learn
from fold_cli.use.predicting.probability import probabilities
from fold_cli.use.problems.problem_factory import applied
from fold_cli.use.theories.theory import DEPTH, theory_of, warn

if TYPE_CHECKING:
    from collections.abc import Iterable
    from contextlib import AbstractContextManager

    from numpy.typing import NDArray
    from typing_extensions import Self

    from fold_cli.search.options import Options
    from fold_cli.theory.rule_data import Rule
    from fold_cli.use.explaining.explanation import Explanation
    from fold_cli.use.inputs.run_options import LearnOptions
    from fold_cli.use.learning.learn import Outcome
    from fold_cli.use.theories.judgement import AppliedTheory

TABLE = "X"
"""What errors call the table."""

SEARCH_OPTIONS = (
    "algorithm",
    "noise",
    "max_literals",
    "max_clauses",
    "max_exception_depth",
    "gain",
    "weight",
    "beam",
)
"""Parameters that say how to search."""


class FoldClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A classifier whose model is a short list of rules with exceptions.

    Parameters are the options of ``fold learn`` about tables and the search;
    ``noise=False`` is the exact mode. ``class_column`` names the class where y has no
    name; ``positive`` is that of two classes which rules are learned for, else the
    rarer one.

    >>> from sklearn.datasets import load_iris
    >>> from fold_cli.sklearn import FoldClassifier
    >>> X, y = load_iris(as_frame=True, return_X_y=True)
    >>> FoldClassifier().fit(X, y).score(X, y) > 0.9
    True
    """

    def __init__(
        self,
        *,
        algorithm: str = "fold",
        noise: bool = True,
        max_literals: int | None = None,
        max_clauses: int | None = None,
        max_exception_depth: int | None = None,
        gain: str | None = None,
        weight: str | None = None,
        beam: int = 1,
        class_column: str | None = None,
        positive: Any = None,
        target: str | None = None,
        numeric: str | Iterable[str] = (),
        categorical: str | Iterable[str] = (),
        ignore: str | Iterable[str] = (),
        missing: str | Iterable[str] = (),
    ) -> None:
        self.algorithm = algorithm
        self.noise = noise
        self.max_literals = max_literals
        self.max_clauses = max_clauses
        self.max_exception_depth = max_exception_depth
        self.gain = gain
        self.weight = weight
        self.beam = beam
        self.class_column = class_column
        self.positive = positive
        self.target = target
        self.numeric = numeric
        self.categorical = categorical
        self.ignore = ignore
        self.missing = missing

    # Learning

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn the rules of the classes ``y`` of the rows of ``X``.

        A row of weight 3 counts as three rows, one of weight 0 is left out.
        """
        rows = checked_rows(self, X, fit=True)
        copies = checked_copies(rows, sample_weight)
        missing = words_in(self.missing)
        classes = checked_classes(rows, y, copies, self.class_column, missing)
        raw = raw_frame(rows, TABLE, {classes.header: classes.cells})
        if copies is not None:
            repeated = np.repeat(np.arange(len(copies)), copies)
            raw = replace(raw, grid=raw.grid.of_rows(repeated))
        source = replace(self._table_source(classes), raw=raw)
        self._keep(learn(source, self._search_options()), classes, booleans_of(rows))
        return self

    def _keep(
        self, outcome: Outcome, classes: Classes, booleans: tuple[str, str]
    ) -> None:
        """Keep what was learned."""
        if outcome.theory.partial:
            raise KeyboardInterrupt
        self.classes_ = classes.values
        self._class_texts = classes.texts
        self._booleans, self._ignored = booleans, words_in(self.ignore)
        self.theory_ = theory_of(outcome)

    def _table_source(self, classes: Classes) -> TableSource:
        """Return how the columns are to be taken, without the cells."""
        return TableSource(
            TABLE,
            classes.header,
            None if self.positive is None else classes.positive(self.positive),
            numeric=words_in(self.numeric),
            categorical=words_in(self.categorical),
            ignore=words_in(self.ignore),
            target=self.target,
            missing=words_in(self.missing),
        )

    def _search_options(self) -> Options:
        options = {name: getattr(self, name) for name in SEARCH_OPTIONS}
        return split_options(cast("LearnOptions", options))[0]

    # What was learned

    @property
    def rules_(self) -> tuple[Rule, ...]:
        """The rules as data, with their exceptions nested in them."""
        check_is_fitted(self)
        return self.theory_.rules

    def to_prolog(self) -> str:
        """Return the theory as ``fold learn`` writes it for the same table."""
        check_is_fitted(self)
        return self.theory_.to_prolog()

    def _repr_html_inner(self) -> str:
        """Return what a notebook shows: the cards of the rules, once there are any."""
        if hasattr(self, "theory_"):
            return self.theory_._repr_html_()
        return str(super()._repr_html_inner())

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        bundle: dict[str, str] = super()._repr_mimebundle_(**kwargs)
        if "text/html" in bundle:  # unless scikit-learn is told to show text alone
            bundle["text/html"] = self._repr_html_inner()
        return bundle

    # Applying it

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the class of each row."""
        with self._applied(X) as rows:
            self._warn(rows)
            judged = rows.judge()
        labels = judged.labels
        if labels is None:
            labels = judged.holds.astype(np.intp)
        predicted: NDArray[Any] = self.classes_[np.array(self._places)[labels]]
        return predicted

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Return for each row how likely it is of each class, in their order."""
        with self._applied(X) as rows:
            self._warn(rows)
            judgement = rows.judge(clauses=True)
            chances = probabilities(rows.theory, judgement)
        proba = np.zeros((len(chances), len(self.classes_)))
        proba[:, self._places] = chances
        return proba

    def explain(self, X: Any, *, depth: int = DEPTH) -> list[Explanation]:
        """Return for each row why it is of its class; as a ``str`` it is text.

        Of two classes, the theory says when a row is of one: for the other, the
        explanation says why no rule holds.
        """
        with self._applied(X) as rows:
            self._warn(rows)
            return list(rows.explanations(whole_number("depth", depth)))

    @property
    def _places(self) -> list[int]:
        """The place of each class of the theory; of two, the positive one is last."""
        schema = self.theory_._theory.schema
        assert schema
        if schema.classes:
            return [self._class_texts.index(text) for text in schema.classes]
        assert schema.positive is not None
        positive = self._class_texts.index(schema.positive)
        return [1 - positive, positive]

    def _applied(self, X: Any) -> AbstractContextManager[AppliedTheory]:
        check_is_fitted(self)
        rows = checked_rows(self, X, fit=False)
        raw = raw_frame(rows, TABLE, {}, self._booleans, self._columns)
        source = TableSource(TABLE, ignore=self._ignored, raw=raw)
        return applied(source, self.theory_._written)

    def _warn(self, rows: AppliedTheory) -> None:
        """Warn of what was noticed in rows and not in those that were learned from."""
        for message in rows.warnings:
            if message not in self.theory_.warnings:
                warn(message)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        return tags
