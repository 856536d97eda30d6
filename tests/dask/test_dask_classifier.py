"""``DaskFoldClassifier`` learns what ``FoldClassifier`` learns from the same rows."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pytest
from divided import random_table
from processes import wait_until
from sklearn.base import clone

from fold_cli.dask import DaskFoldClassifier
from fold_cli.dask.classifier import _predict_frame
from fold_cli.dask.tasks import versions
from fold_cli.errors import FoldError, InputError
from fold_cli.sklearn import FoldClassifier

dask_frames = pytest.importorskip("dask.dataframe")
dask_arrays = pytest.importorskip("dask.array")

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def client(address: str) -> Iterator[Any]:
    """Give a client that is not the current one."""
    from distributed import Client

    with Client(address, set_as_default=False) as found:
        yield found


def frame_of(seed: int, classes: int = 2) -> tuple[pd.DataFrame, pd.Series]:
    """Return a random frame with numbers, words, truth values and missing cells."""
    headers, rows = random_table(seed, rows=90, classes=classes)
    frame = pd.DataFrame(rows, columns=headers).replace("", None)
    frame = frame[frame["class"].notna()].reset_index(drop=True)
    frame["half"] = [None if at % 7 == 0 else at / 2 for at in range(len(frame))]
    frame["odd"] = [at % 2 == 1 for at in range(len(frame))]
    frame["count"] = [at % 5 for at in range(len(frame))]
    return frame.drop(columns="class"), frame["class"]


@pytest.mark.parametrize(
    ("seed", "parts", "classes"), [(1, 1, 2), (4, 3, 2), (2, 5, 3)]
)
def test_the_same_theory_and_predictions(
    client: Any, seed: int, parts: int, classes: int
) -> None:
    rows, labels = frame_of(seed, classes)
    here = FoldClassifier().fit(rows, labels)
    both = dask_frames.from_pandas(rows.assign(y=labels), npartitions=parts)
    X, y = both.drop(columns="y"), both["y"].rename("class")
    with client.as_current():
        there = DaskFoldClassifier(client=client).fit(X, y)
        assert there.to_prolog() == here.to_prolog()
        assert list(there.classes_) == list(here.classes_)
        assert list(there.feature_names_in_) == list(rows.columns)
        found, proba = there.predict(X), there.predict_proba(X)
        assert type(found) is type(y)
        pd.testing.assert_series_equal(
            found.compute(),
            pd.Series(here.predict(rows), name="prediction"),
            check_dtype=False,
        )
        assert np.array_equal(proba.compute().to_numpy(), here.predict_proba(rows))
    local = there.to_local()
    assert type(local) is FoldClassifier
    assert local.to_prolog() == here.to_prolog()
    assert list(local.predict(rows)) == list(here.predict(rows))
    assert pickle.loads(pickle.dumps(there)).to_prolog() == here.to_prolog()
    assert clone(there).client is client


def test_parts_that_dask_brings_together(client: Any, tmp_path: Path) -> None:
    """A column alone is read with several small files in one partition."""
    rows, labels = frame_of(4)
    whole = rows.assign(**{"class": labels})
    for at in range(4):
        whole.iloc[at::4].to_parquet(tmp_path / f"{at}.parquet", index=False)
    frame = dask_frames.read_parquet(tmp_path)
    X, y = frame.drop(columns="class"), frame["class"]
    together = frame.compute()
    here = FoldClassifier().fit(together.drop(columns="class"), together["class"])
    assert DaskFoldClassifier(client=client).fit(X, y).to_prolog() == here.to_prolog()


def test_arrays(client: Any) -> None:
    numbers = np.random.default_rng(3).normal(size=(80, 3))
    labels = (numbers[:, 0] > 0.3).astype(int) + (numbers[:, 1] > 1)
    here = FoldClassifier().fit(numbers, labels)
    X = dask_arrays.from_array(numbers, chunks=(30, 2))
    with client.as_current():  # which is the one that it takes
        y = dask_arrays.from_array(labels, chunks=40)
        there = DaskFoldClassifier().fit(X, y)
        assert there.to_prolog() == here.to_prolog()
        exact = DaskFoldClassifier(noise=False).fit(X, y).to_prolog()
        assert exact == FoldClassifier(noise=False).fit(numbers, labels).to_prolog()
        assert np.array_equal(there.predict(X).compute(), here.predict(numbers))
        proba = there.predict_proba(X)
        assert proba.shape == (80, 3)
        assert np.array_equal(proba.compute(), here.predict_proba(numbers))


@pytest.mark.parametrize("kind", ["whole", "relative", "zeros"])
def test_weights(client: Any, kind: str) -> None:
    rows, labels = frame_of(4)
    draw = np.random.default_rng(1)
    weights = draw.integers(0, 4, len(rows)).astype(float)
    if kind == "relative":
        weights = draw.random(len(rows)) * 3
    elif kind == "zeros":
        weights[labels == labels.iloc[0]] *= (
            np.arange(sum(labels == labels.iloc[0])) > 9
        )
    here = FoldClassifier().fit(rows, labels, weights)
    frame = dask_frames.from_pandas(rows.assign(y=labels, w=weights), npartitions=3)
    X, y, w = frame.drop(columns=["y", "w"]), frame["y"].rename("class"), frame["w"]
    there = DaskFoldClassifier(client=client).fit(X, y, w)
    assert there.to_prolog() == here.to_prolog()
    numbers = draw.normal(size=(60, 2))
    classes = (numbers[:, 0] > 0).astype(int)
    alone = FoldClassifier().fit(numbers, classes, weights[:60]).to_prolog()
    arrays = [
        dask_arrays.from_array(each, chunks=chunks)
        for each, chunks in ((numbers, (25, 1)), (classes, 20), (weights[:60], 7))
    ]
    assert DaskFoldClassifier(client=client).fit(*arrays).to_prolog() == alone


def test_weights_that_are_none(client: Any) -> None:
    X = dask_arrays.from_array(np.arange(6.0).reshape(6, 1), chunks=(3, 1))
    y = dask_arrays.from_array(np.array([0, 1] * 3), chunks=3)
    for weights, message in (
        ([1, -1, 1, 1, 1, 1], "negative weight"),
        ([0] * 6, "zero for every row"),
        ([1, np.nan, 1, 1, 1, 1], "no finite number"),
        ([1e-320] * 6, "too near to zero"),
    ):
        w = dask_arrays.from_array(np.array(weights, dtype=float), chunks=3)
        with pytest.raises(InputError, match=message):
            DaskFoldClassifier(client=client).fit(X, y, w)


def test_what_cannot_be_learned(client: Any) -> None:
    rows, labels = frame_of(1)
    X = dask_frames.from_pandas(rows, npartitions=2)
    y = dask_frames.from_pandas(labels, npartitions=2)
    model = DaskFoldClassifier(client=client)
    with pytest.raises(InputError, match="no collection of Dask"):
        model.fit(rows, y)
    with pytest.raises(InputError, match="divide them alike"):
        model.fit(X, y.repartition(npartitions=1))
    for kind in ("string", "object", "category"):
        lacking = labels.where(labels.index != 3).astype(kind)
        some = dask_frames.from_pandas(lacking, npartitions=2)
        with pytest.raises(InputError, match="y has no class for some rows"):
            model.fit(X, some)
    with pytest.raises(InputError, match="one class only"):
        model.fit(X, y.map(lambda _: "same", meta=y._meta))


def test_workers_with_another_version(
    client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, labels = frame_of(1)
    X = dask_frames.from_pandas(rows, npartitions=2)
    y = dask_frames.from_pandas(labels, npartitions=2)
    other = {"tcp://a:1": versions()._replace(fold="0.0.9")}
    monkeypatch.setattr("distributed.Client.run", lambda *_, **__: other)
    with pytest.raises(FoldError, match="tcp://a:1 has fold-cli"):
        DaskFoldClassifier(client=client).fit(X, y)


@pytest.mark.parametrize("where", ["learn", "checked_rows"])
def test_an_interrupted_fit_leaves_nothing_with_workers(
    client: Any, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    rows, labels = frame_of(1)
    X = dask_frames.from_pandas(rows, npartitions=2)
    y = dask_frames.from_pandas(labels, npartitions=2)

    def interrupted(source: Any, *_: Any, team: Any = None, **__: Any) -> None:
        if team is not None:
            team.read(source.parts)
        raise KeyboardInterrupt

    before = tasks_at(client)
    monkeypatch.setattr(f"fold_cli.dask.classifier.{where}", interrupted)
    with pytest.raises(KeyboardInterrupt) as caught:
        DaskFoldClassifier(client=client).fit(X, y)
    wait_until(lambda: not tasks_at(client) - before)
    assert caught.tb  # which knows all that fit knew


def tasks_at(client: Any) -> set[str]:
    """Return the keys of the tasks that the scheduler knows, of other tests too."""
    found: set[str] = client.run_on_scheduler(
        lambda dask_scheduler: {*map(str, dask_scheduler.tasks)}
    )
    return found


def test_predictions_have_the_type_of_the_classes() -> None:
    rows = pd.DataFrame({"a": [1, 2, 3, 4] * 5, "y": ["no", "no", "yes", "yes"] * 5})
    model = FoldClassifier().fit(rows[["a"]], rows["y"])
    found = _predict_frame(rows[["a"]], model)
    assert found.tolist() == rows["y"].tolist()
    assert _predict_frame(rows[["a"]][:0], model).dtype == found.dtype
