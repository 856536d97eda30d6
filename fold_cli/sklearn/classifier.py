"""``FoldClassifier``: rules with exceptions, fitted and applied as scikit-learn does.

The table is made of the columns of X and, as the last one, y. What is learned from it,
and how it is applied, is what the commands do with the same table as a CSV file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from fold_cli.errors import InputError
from fold_cli.files.sources import TableSource
from fold_cli.files.tables.frames import raw_frame
from fold_cli.sklearn.validation import Classes, checked_classes, checked_rows
from fold_cli.use.choices import divided
from fold_cli.use.learn import learn
from fold_cli.use.opening import applied
from fold_cli.use.predict import confidences
from fold_cli.use.theories import Theory

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray
    from typing_extensions import Self

    from fold_cli.search.options import Options
    from fold_cli.use.choices import LearnOptions
    from fold_cli.use.judgement import Judgement
    from fold_cli.use.rules import Rule

SEARCH_OPTIONS = (
    "algorithm",
    "noise",
    "max_literals",
    "max_clauses",
    "max_exception_depth",
    "gain",
)
"""Parameters that say how to search."""


class FoldClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A classifier whose model is a short list of rules with exceptions.

    Parameters are the options of ``fold learn``; ``noise=False`` is the exact mode.
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
        class_column: str | None = None,
        positive: Any = None,
        target: str | None = None,
        numeric: str | Iterable[str] = (),
        categorical: str | Iterable[str] = (),
    ) -> None:
        self.algorithm = algorithm
        self.noise = noise
        self.max_literals = max_literals
        self.max_clauses = max_clauses
        self.max_exception_depth = max_exception_depth
        self.gain = gain
        self.class_column = class_column
        self.positive = positive
        self.target = target
        self.numeric = numeric
        self.categorical = categorical

    # Learning

    def fit(self, X: Any, y: Any) -> Self:  # noqa: N803
        """Learn the rules of the classes ``y`` of the rows of ``X``."""
        rows = checked_rows(self, X, fit=True)
        classes = checked_classes(rows, y, self.class_column)
        outcome = learn(self._training_table(rows, classes), self._search_options())
        if outcome.theory.partial:
            raise KeyboardInterrupt
        self.classes_, self._class_texts = classes.values, classes.texts
        self.theory_ = Theory(
            outcome.theory, sentences=outcome.sentences, warnings=outcome.warnings
        )
        return self

    def _training_table(self, rows: Any, classes: Classes) -> TableSource:
        positive = None
        if self.positive is not None:
            if self.positive not in classes.values:
                listed = ", ".join(map(str, classes.values))
                raise InputError(f"positive={self.positive!r} is no class: {listed}")
            place = classes.values.tolist().index(self.positive)
            positive = classes.texts[place]
        return TableSource(
            "X",
            classes.header,
            positive,
            numeric=_names(self.numeric),
            categorical=_names(self.categorical),
            target=self.target,
            raw=raw_frame(rows, "X", {classes.header: classes.column}),
        )

    def _search_options(self) -> Options:
        options = {name: getattr(self, name) for name in SEARCH_OPTIONS}
        return divided(cast("LearnOptions", options))[0]

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

    # Applying it

    def predict(self, X: Any) -> NDArray[Any]:  # noqa: N803
        """Return the class of each row."""
        holds = self._judged(X).holds
        return self.classes_[np.where(holds, self._positive, 1 - self._positive)]

    def predict_proba(self, X: Any) -> NDArray[np.float64]:  # noqa: N803
        """Return for each row how likely it is of each class, in their order."""
        judgement = self._judged(X)
        sure = np.array(confidences(self.theory_._theory, judgement), dtype=np.float64)
        positive = np.where(judgement.holds, sure, 1 - sure)
        proba = np.empty((len(sure), 2))
        proba[:, self._positive], proba[:, 1 - self._positive] = positive, 1 - positive
        return proba

    @property
    def _positive(self) -> int:
        schema = self.theory_._theory.schema
        return self._class_texts.index(schema.positive)

    def _judged(self, X: Any) -> Judgement:  # noqa: N803
        check_is_fitted(self)
        rows = checked_rows(self, X, fit=False)
        source = TableSource("X", raw=raw_frame(rows, "X", {}))
        with applied(source, self.theory_._written) as judged:
            return judged.judge(clauses=True)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        tags.classifier_tags.multi_class = False
        return tags


def _names(columns: str | Iterable[str]) -> tuple[str, ...]:
    return (columns,) if isinstance(columns, str) else tuple(columns)
