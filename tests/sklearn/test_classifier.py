"""``FoldClassifier`` as a data scientist uses it."""

from __future__ import annotations

import pickle
import re
import threading
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse
from sklearn import config_context
from sklearn.base import clone
from sklearn.compose import make_column_selector, make_column_transformer
from sklearn.datasets import load_breast_cancer, load_iris, load_wine
from sklearn.ensemble import AdaBoostClassifier, BaggingClassifier
from sklearn.exceptions import NotFittedError
from sklearn.impute import SimpleImputer
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OrdinalEncoder

from fold_cli import FoldWarning
from fold_cli.sklearn import FoldClassifier

if TYPE_CHECKING:
    from pathlib import Path

LOANS = pd.DataFrame(
    {
        "Age": [23, 31, 45, 52, 38, 61, 27, 44],
        "Job": ["clerk"] * 3 + ["gambler"] + ["nurse"] * 3 + ["gambler"],
        "Owner": [True, False, True, True, False, False, True, False],
    }
)
CREDIT = pd.Series(
    ["bad", "good", "good", "bad", "good", "good", "bad", "bad"], name="Credit"
)
EXACT = FoldClassifier(noise=False)


@pytest.mark.parametrize("ask", ["predict", "predict_proba", "explain"])
@pytest.mark.parametrize(
    ("column", "cells", "words"),
    [
        ("Age", "old", "taken as missing: old"),
        ("Age", LOANS.Age.astype(str) + " y", "taken as missing: 23 y"),
        ("Job", "Clerk", "8 cells have values that the theory never saw: Clerk (8)"),
    ],
    ids=["text", "unit", "category"],
)
def test_cells_that_mean_nothing_to_the_theory_are_told(
    column: str, cells: Any, words: str, ask: str
) -> None:
    model = clone(EXACT).fit(LOANS, CREDIT)
    with pytest.warns(FoldWarning, match=re.escape(words)) as caught:
        getattr(model, ask)(LOANS.assign(**{column: cells}))
    assert {warning.filename for warning in caught} == {__file__}


@pytest.mark.filterwarnings("error")
def test_what_was_told_in_fitting_is_not_told_again() -> None:
    many = pd.concat([LOANS] * 4, ignore_index=True).astype({"Age": object})
    many.loc[0, "Age"] = "unknown"
    labels = pd.concat([CREDIT] * 4, ignore_index=True)
    model = clone(EXACT).set_params(ignore="Owner").fit(many, labels)
    assert any("missing: unknown" in text for text in model.theory_.warnings)
    model.predict(many)


def test_a_frame_with_categories_numbers_and_truth_values() -> None:
    model = clone(EXACT).fit(LOANS, CREDIT)
    assert list(model.classes_) == ["bad", "good"]
    assert list(model.feature_names_in_) == ["Age", "Job", "Owner"]
    assert model.n_features_in_ == 3
    assert list(model.predict(LOANS)) == list(CREDIT)
    assert [str(rule) for rule in model.rules_] == [
        "bad(X) :- job(X, gambler).",
        "bad(X) :- age(X, A), A =< 27.",
    ]
    assert [literal.value for literal in model.rules_[1].literals] == [27]
    assert model.theory_.to_prolog() == model.to_prolog()
    proba = model.predict_proba(LOANS)
    assert proba.shape == (8, 2)
    assert np.allclose(proba.sum(axis=1), 1)
    assert (model.classes_[proba.argmax(axis=1)] == CREDIT).all()


def test_explanations_are_those_of_the_command(tmp_path: Path) -> None:
    model = clone(EXACT).fit(LOANS, CREDIT)
    LOANS.to_csv(tmp_path / "rows.csv", index=False)
    predictions = model.theory_.predict(tmp_path / "rows.csv", explain=True)
    found = model.explain(LOANS)
    assert [each.holds for each in found] == (CREDIT == "bad").tolist()
    assert [str(e) for e in found] == [str(p.explanation) for p in predictions]
    iris, species = load_iris(as_frame=True, return_X_y=True)
    classes = FoldClassifier().fit(iris, species)
    assert all(each.holds for each in classes.explain(iris[::10]))


LABELS: list[Any] = [
    pd.Series([1, 0, 0, 1, 0, 0, 1, 1]),
    pd.Series([1, 0, 0, 1, 0, 0, 1, 1], dtype="Int64"),
    pd.Series([1.0, 0, 0, 1, 0, 0, 1, 1]),
    pd.Series([True, False, False, True, False, False, True, True]),
    CREDIT,
    CREDIT.astype("category"),
    CREDIT.astype("string"),
    CREDIT.astype(object),
    CREDIT.to_numpy(),
    CREDIT.tolist(),
    pd.DatetimeIndex(["2020", "2021", "2020", "2021"] * 2),
    pl.Series(CREDIT.tolist()),
    pl.Series("Credit", CREDIT.tolist(), dtype=pl.Categorical),
    pl.Series([True, False, False, True, False, False, True, True]),
    np.array([3, 2, 1, 3, 2, 2, 3, 1]),
    np.array(["a", "b", "c d", "a", "b", "b", "a", "c d"]),
]


@pytest.mark.parametrize("y", LABELS, ids=lambda y: f"{type(y).__name__}")
def test_labels_come_back_as_they_were_given(y: Any) -> None:
    model = clone(EXACT).fit(LOANS, y)
    expected = np.asarray(y)
    predicted = model.predict(LOANS)
    assert predicted.tolist() == expected.tolist()
    assert model.classes_.tolist() == sorted({*expected.tolist()})
    assert model.score(LOANS, expected) == 1


MASKED = np.ma.masked_array(np.ones((8, 2)), mask=[[1, 0]] + [[0, 0]] * 7)
FRAMES: dict[str, Any] = {
    "objects": LOANS.astype(object),
    "categories": LOANS.astype({"Job": "category", "Owner": "category"}),
    "ordered": LOANS.assign(
        Job=pd.Categorical(LOANS.Job, ["nurse", "clerk", "gambler"], ordered=True)
    ),
    "nullable": LOANS.convert_dtypes(),
    "polars": pl.DataFrame(LOANS.to_dict("list")),
}


@pytest.mark.parametrize("name", FRAMES)
def test_one_table_in_many_types(name: str) -> None:
    model = clone(EXACT).fit(LOANS, CREDIT)
    assert model.predict(FRAMES[name]).tolist() == CREDIT.tolist()
    model = clone(EXACT).fit(FRAMES[name], CREDIT)
    assert model.predict(LOANS).tolist() == CREDIT.tolist()


@pytest.mark.parametrize("by", ["pandas", "polars"])
def test_truth_values_of_one_library_are_those_of_another(by: str) -> None:
    frames = {"pandas": pd.DataFrame({"a": [True, False] * 20})}
    frames["polars"] = pl.DataFrame({"a": [True, False] * 20})
    model = FoldClassifier().fit(frames[by], [1, 0] * 20)
    for frame in (*frames.values(), frames["pandas"].astype(object)):
        assert model.predict(frame).tolist() == [1, 0] * 20


def test_odd_names_of_columns() -> None:
    names = ["Total Price", "total_price", "日本", "a\nb", "member", "1", "'"]
    values = np.arange(40)
    noise = np.random.RandomState(0).permutation(values)
    for place, name in enumerate(names):
        columns = {n: values if n == name else noise for n in names}
        y = np.where(values < 15 + place, "no", "yes")
        model = FoldClassifier().fit(pd.DataFrame(columns), y)
        assert model.score(pd.DataFrame(columns), y) == 1
        model.predict(pd.DataFrame(columns)[:1])


def test_names_that_are_numbers_are_names() -> None:
    frame = pd.DataFrame(np.arange(40).reshape(20, 2))
    model = FoldClassifier().fit(frame, [0] * 10 + [1] * 10)
    assert "column_0(X, A)" in model.to_prolog()
    assert model.predict(frame).tolist() == [0] * 10 + [1] * 10


def test_values_that_are_missing_or_new() -> None:
    model = clone(EXACT).fit(LOANS, CREDIT)
    rows = LOANS[:3].assign(Job=["astronaut", None, "gambler"], Age=[40, 20, None])
    assert model.predict(rows).tolist() == ["good", "bad", "bad"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda X: X[["Job", "Age", "Owner"]], "must be in the same order"),
        (lambda X: X[["Age", "Owner"]], "Feature names seen at fit time.*\n- Job"),
        (lambda X: X.assign(more=1), "unseen at fit time:\n- more"),
        (lambda X: X.to_numpy()[:, :2], "X has 2 features"),
        (lambda X: X[:0], r"0 sample\(s\)"),
        (lambda X: X.Age, "2D array|2-dimensional|1D"),
    ],
    ids=["order", "fewer", "more", "array", "empty", "series"],
)
def test_other_columns_are_an_error(change: Any, message: str) -> None:
    model = clone(EXACT).fit(LOANS, CREDIT)
    with pytest.raises(ValueError, match=message):
        model.predict(change(LOANS))


@pytest.mark.filterwarnings("ignore:X (does not have valid|has) feature names")
@pytest.mark.parametrize("names", [["Age", "Job", "Owner"], [1, 2, 3]])
def test_columns_without_names_are_those_of_their_places(names: list[Any]) -> None:
    frame = LOANS.set_axis(names, axis=1)
    array = frame.to_numpy(dtype=object)
    for X in (frame, array):
        model = clone(EXACT).fit(X, CREDIT)
        for other in (frame, array):
            assert model.predict(other).tolist() == CREDIT.tolist()


@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        (LOANS, ["bad"] * 8, "one class only, bad"),
        (LOANS[:1], ["bad"], r"1 sample\(s\)"),
        (LOANS, CREDIT[:5], "inconsistent numbers of samples"),
        (LOANS, [0.5, 1.5, 2.5, 3, 4, 5, 6, 7.2], "Unknown label type"),
        (LOANS, ["NA", "b", "b", "b", "NA", "b", "b", "b"], "row 1 of y is 'NA'"),
        (LOANS, [np.nan, 1, 0, 1, 0, 1, 0, 1], "contains NaN"),
        (LOANS, pd.Series([None, *CREDIT[1:]]), "y has no class for some rows"),
        (LOANS, pl.Series([None, *CREDIT[1:]]), "y has no class for some rows"),
        (LOANS, None, "target y is None"),
        (LOANS, [None, *CREDIT[1:]], "leave rows without a class out"),
        (LOANS, [pd.NA, *CREDIT[1:]], "leave rows without a class out"),
        (LOANS, np.array([1, *CREDIT[1:]], dtype=object), "of several types, "),
        (LOANS, np.array([(1,), *CREDIT[1:]], dtype=object), "of several types, "),
        (LOANS, LOANS.Job, "X has a column Job, which is the name of y"),
        (LOANS.assign(a=1, b=2).set_axis([*"aabcd"], axis=1), CREDIT, "unique|two"),
        (LOANS.drop(columns=[*LOANS]), CREDIT, "at least 2 and 1 are needed"),
        (LOANS.iloc[:, [0, 1, 0]], CREDIT, f"two columns named {LOANS.columns[0]}"),
        (pl.from_pandas(LOANS).lazy(), CREDIT, r"lazy frame.*X\.collect\(\)"),
        (pl.from_pandas(LOANS).to_arrow(), CREDIT, r"lose their names.*to_pandas\(\)"),
        (MASKED, CREDIT, r"X has masked cells; give X\.astype\(float\)\.filled"),
        (LOANS, MASKED[:, 0], "y has no class for some rows"),
        (LOANS, ["1", "1.0", *["b"] * 6], "these classes of y are one: '1', '1.0'"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_learned_from(X: Any, y: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        clone(EXACT).fit(X, y)


def test_sparse_matrices_are_refused() -> None:
    with pytest.raises(TypeError, match=r"[Ss]parse data was passed"):
        FoldClassifier().fit(scipy.sparse.eye(4).tocsr(), [0, 1, 0, 1])


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"algorithm": "x"}, "'x' is no choice for algorithm=: fold, foil"),
        ({"max_literals": "2"}, "'2' is no whole number, which max_literals= takes"),
        ({"noise": "yes"}, "noise='yes' is neither True nor False"),
        ({"target": 3}, "target=3 is no text"),
        ({"weight": {"bad": 2}}, "weight={'bad': 2}: write it like"),
        ({"max_literals": 0}, "max_literals=0 is too small"),
        ({"positive": "x"}, "positive='x' is none of the classes 'bad', 'good'"),
        ({"numeric": "Job"}, "Job is clerk, not a number"),
        ({"categorical": "Jop"}, "no column Jop; did you mean Job?"),
    ],
    ids=str,
)
def test_parameters_are_checked_by_fit(parameters: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        FoldClassifier(**parameters).fit(LOANS, CREDIT)


def test_positive_is_the_class_that_has_rules() -> None:
    for value in ("bad", "good"):
        model = FoldClassifier(noise=False, positive=value).fit(LOANS, CREDIT)
        assert model.theory_.target == f"{value}/1"
        assert model.predict(LOANS).tolist() == CREDIT.tolist()


def test_before_fit_nothing_is_known() -> None:
    model = FoldClassifier()
    for ask in (model.predict, model.predict_proba):
        with pytest.raises(NotFittedError):
            ask(LOANS)
    with pytest.raises(NotFittedError):
        model.to_prolog()
    with pytest.raises(NotFittedError):
        _ = model.rules_


def test_a_notebook_shows_the_cards_of_the_rules() -> None:
    model = FoldClassifier(noise=False)
    before = model._repr_mimebundle_()["text/html"]
    model.fit(LOANS, CREDIT)
    cards = model.theory_._repr_html_()
    assert before != cards
    assert "The credit is bad if" in cards
    assert model._repr_html_() == model._repr_mimebundle_()["text/html"] == cards
    with config_context(display="text"):
        assert set(model._repr_mimebundle_()) == {"text/plain"}
        assert not hasattr(model, "_repr_html_")


# With the rest of scikit-learn


def test_pickles_and_clones() -> None:
    model = FoldClassifier(max_clauses=3).fit(*load_wine(return_X_y=True))
    again = pickle.loads(pickle.dumps(model))
    X, _ = load_wine(return_X_y=True)
    assert again.to_prolog() == model.to_prolog()
    assert (again.predict_proba(X) == model.predict_proba(X)).all()
    assert clone(model).get_params() == model.get_params()
    assert not hasattr(clone(model), "theory_")


def test_pipelines_and_grids() -> None:
    X, y = load_breast_cancer(as_frame=True, return_X_y=True)
    pipeline = make_pipeline(SimpleImputer(), FoldClassifier()).set_output(
        transform="pandas"
    )
    grid = GridSearchCV(pipeline, {"foldclassifier__max_literals": [1, 2]}, cv=3)
    grid.fit(X, y)
    assert grid.best_score_ > 0.88
    assert list(grid.best_estimator_[-1].feature_names_in_) == list(X.columns)
    encoded = make_column_transformer(
        (OrdinalEncoder(), make_column_selector(dtype_exclude="number")),
        remainder="passthrough",
        verbose_feature_names_out=False,
    ).set_output(transform="polars")
    model = make_pipeline(encoded, clone(EXACT)).fit(LOANS, CREDIT)
    assert model.score(LOANS, CREDIT) == 1


def test_threads() -> None:
    data = load_iris(return_X_y=True)
    expected = FoldClassifier().fit(*data).to_prolog()
    found: list[str] = []

    def fit() -> None:
        found.append(FoldClassifier().fit(*data).to_prolog())

    threads = [threading.Thread(target=fit) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 8
    bagging = BaggingClassifier(FoldClassifier(), n_estimators=5, random_state=0)
    assert bagging.fit(*data).score(*data) > 0.9
    scores = cross_val_score(FoldClassifier(), *data, cv=3)
    assert min(scores) > 0.85


def test_weights_that_count_rows() -> None:
    X, y = load_iris(as_frame=True, return_X_y=True)
    weights = np.random.RandomState(0).randint(0, 4, len(y))
    weighted = FoldClassifier().fit(X, y, sample_weight=weights)
    repeated = np.repeat(np.arange(len(y)), weights)
    counted = FoldClassifier().fit(X.iloc[repeated], y.iloc[repeated])
    assert weighted.to_prolog() == counted.to_prolog()
    one = np.where(y == 0, 0, 1)
    assert FoldClassifier().fit(X, y, sample_weight=one).classes_.tolist() == [1, 2]
    for wrong in (-1, np.nan, np.inf, 0, 1e12):
        with pytest.raises(ValueError, match="sample_weight"):
            FoldClassifier().fit(X, y, sample_weight=np.full(len(y), wrong))


def test_weights_that_are_relative() -> None:
    X, y = load_breast_cancer(return_X_y=True)
    unweighted = FoldClassifier().fit(X, y)
    for same in (0.5, 1 / len(y), 2.5):
        weights = np.full(len(y), same)
        same_theory = FoldClassifier().fit(X, y, sample_weight=weights)
        assert same_theory.to_prolog() == unweighted.to_prolog()
    found = []
    for weight in (0.05, 20.5):
        model = FoldClassifier().fit(X, y, sample_weight=np.where(y == 0, weight, 1.0))
        found.append(float(np.mean(model.predict(X) == 0)))
    assert found[0] < np.mean(y == 0) < found[1]
    boosted = AdaBoostClassifier(FoldClassifier(max_clauses=1), n_estimators=5)
    assert boosted.fit(X, y).score(X, y) >= unweighted.score(X, y) - 0.02
