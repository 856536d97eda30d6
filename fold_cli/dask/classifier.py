"""``DaskFoldClassifier``: ``FoldClassifier`` for rows that are with workers of Dask.

The partitions of X and y are the parts of a table: workers read them where they are,
and the search asks for counts; see ``fold_cli.coverage.distant``. What is learned is
what ``FoldClassifier`` learns from the partitions put together.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from distributed import default_client

from fold_cli.dask.connection import check_versions, connected
from fold_cli.dask.partitions import Partition, partitions, whole_rows
from fold_cli.dask.team import DaskTeam
from fold_cli.files.tables.frames import booleans_of
from fold_cli.sklearn import FoldClassifier
from fold_cli.sklearn.validation import checked_classes, checked_rows
from fold_cli.use.inputs.input_sources import words_in
from fold_cli.use.learning.learn import learn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray
    from typing_extensions import Self

    from fold_cli.dask.partitions import Partitions
    from fold_cli.sklearn.validation import Classes

PREDICTION = "prediction"
"""The name of a series of predictions."""


class DaskFoldClassifier(FoldClassifier):
    """A classifier that learns from Dask's frames and arrays, as ``FoldClassifier``.

    ``client`` is the client of the cluster, else the current one; the other parameters
    are those of ``FoldClassifier``. The theory is that of ``FoldClassifier``, byte for
    byte, however the rows are divided.
    """

    def __init__(
        self,
        *,
        client: Any = None,
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
        super().__init__(
            algorithm=algorithm,
            noise=noise,
            max_literals=max_literals,
            max_clauses=max_clauses,
            max_exception_depth=max_exception_depth,
            gain=gain,
            weight=weight,
            beam=beam,
            class_column=class_column,
            positive=positive,
            target=target,
            numeric=numeric,
            categorical=categorical,
            ignore=ignore,
            missing=missing,
        )
        self.client = client

    def __sklearn_clone__(self) -> Self:
        """Return an estimator with the same parameters, and the same client."""
        return type(self)(**self.get_params(deep=False))

    def __getstate__(self) -> Any:
        state = super().__getstate__()
        return {**state, "client": None}  # a connection stays where it is

    # Learning

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn the rules of the classes ``y`` of the rows of ``X``.

        All are Dask collections with the same division into partitions. Weights are as
        those of ``FoldClassifier``.
        """
        client = self.client or default_client()
        with client.as_current(), connected(client):
            check_versions(client)
            parts = partitions(client, X, y, sample_weight)
            team = DaskTeam(client, lambda _: None)
            try:
                rows, labels = parts.sample(client)
                checked_rows(self, rows, fit=True)
                missing = words_in(self.missing)
                classes = checked_classes(
                    rows, labels, None, self.class_column, missing
                )
                self._learn(team, classes, parts, booleans_of(rows))
            finally:  # after an error, its traceback would hold on to them
                parts.release()
                team.release()
        return self

    def _learn(
        self,
        team: DaskTeam,
        classes: Classes,
        parts: Partitions,
        booleans: tuple[str, str],
    ) -> None:
        read = tuple(Partition(classes.header, *each) for each in parts.inputs())
        source = replace(self._table_source(classes), parts=read)
        outcome = learn(source, self._search_options(), team=team, list_noisy=False)
        self._keep(outcome, classes, booleans)

    def to_local(self) -> FoldClassifier:
        """Return the plain estimator, fitted as this one is."""
        parameters = self.get_params(deep=False)
        del parameters["client"]
        local = FoldClassifier(**parameters)
        for name in {*vars(self)} - {*vars(local), "client"}:  # what was learned
            setattr(local, name, getattr(self, name))
        return local

    # Applying it

    def predict(self, X: Any) -> Any:
        """Return the class of each row, when it is computed: a Dask series or array."""
        model = _fitted(self)
        if hasattr(X, "map_partitions"):
            meta = _predict_frame(X._meta, model)
            return X.map_partitions(_predict_frame, model, meta=meta)
        return whole_rows(X).map_blocks(
            _predict_block, model, drop_axis=1, dtype=self.classes_.dtype
        )

    def predict_proba(self, X: Any) -> Any:
        """Return how likely each class is for each row, when it is computed.

        Of a frame it is a frame with a column for each class, of an array an array.
        """
        model = _fitted(self)
        if hasattr(X, "map_partitions"):
            meta = _proba_frame(X._meta, model)
            return X.map_partitions(_proba_frame, model, meta=meta)
        rows = whole_rows(X)
        chunks = (rows.chunks[0], (len(self.classes_),))
        return rows.map_blocks(_proba_block, model, chunks=chunks, dtype=np.float64)


def _fitted(model: DaskFoldClassifier) -> FoldClassifier:
    local = model.to_local()
    local.to_prolog()  # raises unless it is fitted
    return local


# At a worker


def _predict_block(rows: NDArray[Any], model: FoldClassifier) -> Any:
    if not len(rows):
        return np.empty(0, model.classes_.dtype)
    return model.predict(rows)


def _proba_block(rows: NDArray[Any], model: FoldClassifier) -> Any:
    if not len(rows):
        return np.empty((0, len(model.classes_)))
    return model.predict_proba(rows)


def _predict_frame(rows: Any, model: FoldClassifier) -> Any:
    found = {PREDICTION: _predict_block(rows, model)}
    # without rows, the type of texts would not be known
    kind = type(rows)({PREDICTION: model.classes_})[PREDICTION].dtype
    return type(rows)(found, index=rows.index)[PREDICTION].astype(kind)


def _proba_frame(rows: Any, model: FoldClassifier) -> Any:
    found = _proba_block(rows, model)
    return type(rows)(found, index=rows.index, columns=list(model.classes_))
