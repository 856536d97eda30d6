"""An estimator learns, byte for byte, what the command learns from its table as CSV."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import datasets
from support import DATA, learned

from fold_cli import learn
from fold_cli.errors import InputError
from fold_cli.sklearn import FoldClassifier

if TYPE_CHECKING:
    from pathlib import Path

UCI = DATA / "uci"
TABLES = ["acute1", "acute2", "adult", "breastw", "bridges", "cars", "credit_au"]
TABLES += ["credit_card", "credit_g", "credit_j", "ecoli", "heart", "ionosphere"]
TABLES += ["iris", "kidney", "krkp", "labor", "mushroom", "sonar", "titanic"]
TABLES += ["voting", "wine"]
SMALL = 3000
"""Rows of a real table that are learned from: the meaning of cells needs no more."""


def by_command(X: Any, y: Any, path: Path, **options: Any) -> str:
    """Return the theory of a table that was written by the frame's own library."""
    if isinstance(X, pl.DataFrame):
        X.with_columns(y.alias(y.name)).write_csv(path)
    else:
        pd.concat([X, y], axis=1).to_csv(path, index=False)
    return learn(path, class_column=y.name, **{"noise": True} | options).to_prolog()


@pytest.mark.parametrize("text", [False, True], ids=["typed", "text"])
@pytest.mark.parametrize("name", TABLES)
def test_real_tables(name: str, text: bool, tmp_path: Path) -> None:
    if not UCI.is_dir():
        pytest.skip(f"no data in {UCI}; set FOLD_DATA")
    as_text = {"dtype": str, "keep_default_na": False} if text else {}
    frame = pd.read_csv(UCI / name / "data.csv", nrows=SMALL, **as_text)
    y = frame.pop("class")
    found = FoldClassifier().fit(frame, y).to_prolog()
    assert found == by_command(frame, y, tmp_path / "table.csv")


@pytest.mark.parametrize("name", ["nursery", "page_blocks", "dry_bean"])
def test_several_classes_in_frames_of_categories(name: str, tmp_path: Path) -> None:
    path = DATA / "classes" / name / "data.csv"
    if not path.exists():
        pytest.skip(f"no data in {path.parent}")
    every = pd.read_csv(path)
    frame = every[:: len(every) // 600].reset_index(drop=True)
    y = frame.pop("class")
    found = FoldClassifier().fit(frame, y)
    assert len(found.classes_) > 2
    assert found.to_prolog() == by_command(frame, y, tmp_path / "table.csv")
    words = frame.select_dtypes(exclude="number").columns
    categories = frame.astype(dict.fromkeys(words, "category"))
    in_polars, y_in_polars = pl.from_pandas(categories), pl.from_pandas(y)
    assert all(in_polars[word].dtype == pl.Categorical for word in words)
    for X, labels in (
        (categories, y.astype("category")),
        (in_polars, y_in_polars),
    ):
        again = FoldClassifier().fit(X, labels)
        assert again.to_prolog() == found.to_prolog()
        assert again.predict(X).tolist() == found.predict(frame).tolist()


@pytest.mark.parametrize(
    "options",
    [
        {"ignore": "a"},
        {"ignore": ("b", "c")},
        {"missing": "low"},
        {"missing": ["high", 1]},
        {"missing": -3.0, "ignore": None},
        {"beam": 3},
        {"beam": 2, "noise": False},
        {"ignore": "b", "missing": "mid", "beam": 2, "max_literals": 2},
    ],
    ids=str,
)
@pytest.mark.parametrize("kinds", [2, 3])
def test_options_of_the_command(
    options: dict[str, Any], kinds: int, tmp_path: Path
) -> None:
    chance = np.random.default_rng(kinds)
    X = pd.DataFrame(
        {
            "a": chance.integers(0, 9, 200),
            "b": chance.choice(["low", "mid", "high"], 200),
            "c": chance.normal(size=200).round(2),
        }
    )
    score = X["a"] + 4 * (X["b"] == "low") + X["c"]
    y = pd.Series(pd.cut(score, kinds, labels=False), name="y").map("class {}".format)
    model = FoldClassifier(**options).fit(X, y)
    assert model.to_prolog() == by_command(X, y, tmp_path / "t.csv", **options)
    one_by_one = [model.predict(X[at : at + 1])[0] for at in range(0, 200, 19)]
    assert model.predict(X)[::19].tolist() == one_by_one
    assert model.get_params()["beam"] == options.get("beam", 1)


@pytest.mark.parametrize("missing", ["b", ["x", "2"], 2, 2.0])
def test_a_class_that_means_no_value(missing: Any) -> None:
    X = pd.DataFrame({"v": range(12)})
    y = (["b", "a", "c"] if missing == "b" else [1, 2, 3]) * 4
    with pytest.raises(InputError, match="means in a table that there is no value"):
        FoldClassifier(missing=missing).fit(X, y)


def test_the_command_itself(tmp_path: Path) -> None:
    X, y = datasets.load_breast_cancer(as_frame=True, return_X_y=True)
    found = FoldClassifier(max_literals=2).fit(X, y).to_prolog()
    path = tmp_path / "table.csv"
    pd.concat([X, y], axis=1).to_csv(path, index=False)
    given = (path, "--class", "target", "--noise", "--max-literals", "2")
    assert found == learned(*given)


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("name", ["iris", "wine", "breast_cancer", "digits"])
def test_data_of_scikit_learn(name: str, exact: bool, tmp_path: Path) -> None:
    load = getattr(datasets, f"load_{name}")
    X, y = load(as_frame=True, return_X_y=True)
    X, y = X[:500], y[:500]
    estimator = FoldClassifier(noise=not exact)
    found = estimator.fit(X, y).to_prolog()
    path = tmp_path / "table.csv"
    assert found == by_command(X, y, path, noise=not exact)
    frame, series = pl.from_pandas(X), pl.from_pandas(y)
    assert found == estimator.fit(frame, series).to_prolog()
    named = X.set_axis([f"x{place}" for place in range(X.shape[1])], axis=1)
    found = estimator.fit(X.to_numpy(), y.to_numpy()).to_prolog()
    assert found == by_command(named, y.rename("class"), path, noise=not exact)


word = st.sampled_from(["a", "b", "c d", "1", "01", "True", "", "?", "é", "x,y", "'"])
number = st.one_of(st.integers(-3, 3), st.sampled_from([0.5, 1e-7, 1e20, np.nan, None]))
kinds = [
    word,
    number,
    st.integers(0, 5),
    st.floats(-2, 2, width=16),
    st.booleans(),
    st.one_of(st.none(), st.booleans()),
    st.one_of(word, number),
    st.dates().map(str),
]
names = st.text("aA b_1<=>%é", min_size=1, max_size=4).map(str.strip).filter(bool)


@st.composite
def tables(draw: Any) -> tuple[pd.DataFrame, pd.Series]:
    size = draw(st.integers(4, 30))
    headers = draw(st.lists(names, min_size=1, max_size=4, unique=True))
    columns = {}
    for header in headers:
        cells = draw(st.sampled_from(kinds))
        values = draw(st.lists(cells, min_size=size, max_size=size))
        columns[header] = pd.Series(values, dtype=draw(st.sampled_from([None, object])))
    of_class = draw(
        st.sampled_from([[0, 1], [True, False], ["no", "yes"], [3, 4, 5], [0.0, 1.0]])
    )
    label = st.sampled_from(of_class)
    classes = draw(st.lists(label, min_size=size, max_size=size))
    return pd.DataFrame(columns), pd.Series(classes, name="a class")


@settings(max_examples=40, deadline=None)
@given(table=tables(), exact=st.booleans())
def test_random_tables(
    tmp_path_factory: pytest.TempPathFactory, table: Any, exact: bool
) -> None:
    path = tmp_path_factory.getbasetemp() / "random.csv"
    try:
        found = FoldClassifier(noise=not exact).fit(*table).to_prolog()
    except InputError as error:
        assert "class" in str(error) or "column" in str(error)  # noqa: PT017
        with pytest.raises(InputError):
            by_command(*table, path, noise=not exact)
    else:
        assert found == by_command(*table, path, noise=not exact)
