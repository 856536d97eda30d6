"""Probabilities from scores, and the measures of how good they are."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import fold_cli
from fold_cli.errors import InputError
from fold_cli.use.measuring.ranking import auc, ranking_measures

if TYPE_CHECKING:
    from pathlib import Path


def write_table(path: Path, seed: int, classes: str) -> None:
    chance, rows = random.Random(seed), []
    for _ in range(80):
        n, m, colour = chance.randint(0, 9), chance.randint(0, 9), chance.choice("rgb")
        place = (n > 4) + (m > 6) * (colour == "r")
        if chance.random() < 0.15:
            place = chance.randrange(len(classes))
        rows.append(f"{n},{m},{colour},{classes[place % len(classes)]}")
    path.write_text("\n".join(["n,m,colour,kind", *rows]), encoding="utf-8")


@pytest.mark.parametrize("classes", ["ab", "abc"])
@pytest.mark.parametrize("noise", [True, False])
def test_the_class_that_is_predicted_is_the_likeliest_and_all_add_up(
    classes: str, noise: bool, tmp_path: Path
) -> None:
    for seed in range(5):
        table, later = tmp_path / f"{seed}.csv", tmp_path / f"later{seed}.csv"
        write_table(table, seed, classes)
        write_table(later, seed + 50, classes)
        options = {"class_column": "kind"}
        if classes == "ab":
            options["positive"] = "a"
        theory = fold_cli.learn(table, noise=noise, **options)
        written = fold_cli.load(fold_cli.Text(theory.to_prolog()))
        as_data = fold_cli.load(fold_cli.Text(theory.to_json()))
        found = theory.predict(later, proba=True, **options)
        assert written.predict(later, proba=True, **options) == found
        assert as_data.predict(later, proba=True, **options) == found
        for each in found:
            assert each.probability is not None
            assert 0 < each.probability < 1
            if each.probabilities is None:
                assert (each.probability > 0.5) == each.holds
            else:
                assert sum(each.probabilities.values()) == pytest.approx(1)
                likeliest = max(each.probabilities, key=each.probabilities.__getitem__)
                assert likeliest == each.label
                assert each.probabilities[each.label] == each.probability


def test_the_default_of_classes_that_are_as_common_is_the_likeliest(
    tmp_path: Path,
) -> None:
    """Nothing is learned of four rows of four classes."""
    table = tmp_path / "table.csv"
    table.write_text("n,kind\n1,+\n1,0\n1,1\n1,good\n", encoding="utf-8")
    theory = fold_cli.learn(table, class_column="kind")
    for each in theory.predict(table, proba=True):
        chances = dict(each.probabilities or {})
        own = chances.pop(each.label or "")
        assert own > max(chances.values())
        assert own == pytest.approx(0.25, abs=0.01)


@pytest.mark.parametrize("names", ["abcd", "dcba", "1234"])
def test_classes_without_rules_share_what_no_rule_covers(
    names: str, tmp_path: Path
) -> None:
    """One class depends on the size; the others differ in how common they are."""
    counts = dict(zip(names[1:], (6, 12, 22), strict=True))
    kinds = [kind for kind, count in counts.items() for _ in range(count)]
    rows = [f"small,{kind}" for kind in kinds] + [f"big,{names[0]}"] * 20
    table = tmp_path / "table.csv"
    table.write_text("\n".join(["size,kind", *rows]), encoding="utf-8")
    theory = fold_cli.learn(table, class_column="kind")
    written = fold_cli.load(fold_cli.Text(theory.to_prolog()))
    found = written.predict(table, proba=True)
    assert found == theory.predict(table, proba=True)
    chances = dict(found[0].probabilities or {})
    assert found[0].label == names[3]
    rest = 1 - chances[names[0]]
    for name, count in counts.items():
        assert chances[name] / rest == pytest.approx((count + 1) / 43, abs=0.001)
    assert (found[-1].probabilities or {})[names[0]] > 0.8


def test_rows_that_no_rule_covers_differ_by_how_near_they_come(tmp_path: Path) -> None:
    path = tmp_path / "near.csv"
    rows = [f"{a},{b},{'yes' if a and b else 'no'}" for a in (0, 1) for b in (0, 1)]
    path.write_text("\n".join(["a,b,class", *rows * 20]), encoding="utf-8")
    theory = fold_cli.learn(path, positive="yes", categorical=["a", "b"])
    four = theory.predict(path, proba=True, positive="yes", categorical=["a", "b"])[:4]
    chances = [each.probability or 0 for each in four]
    assert chances[0] < min(chances[1:3])
    assert max(chances[1:3]) < 0.5 < chances[3]


def test_scores_of_other_clauses_are_not_used(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    write_table(path, 1, "abc")
    theory = fold_cli.learn(path, class_column="kind")
    text = theory.to_prolog()
    assert "% odds: " in text
    changed = fold_cli.load(fold_cli.Text(f"{text}\na(X) :- n(X, A), A > 8.\n"))
    found = changed.predict(path, proba=True, class_column="kind")
    assert all(each.probability is not None for each in found)
    with pytest.raises(InputError, match="not as fold writes it"):
        fold_cli.load(fold_cli.Text(text.replace("% odds: ", "% odds: x ", 1)))


def test_measures_are_those_of_scikit_learn() -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    generator = np.random.default_rng(3)
    for size in (5, 40, 200):
        positive = generator.random(size) < 0.4
        positive[:2] = True, False
        chance = (generator.random(size) * 9).round() / 10 + 0.02
        both = np.stack([1 - chance, chance], axis=1)
        found = ranking_measures(both, positive.astype(np.intp))
        assert found["auc"] == pytest.approx(metrics.roc_auc_score(positive, chance))
        assert found["log_loss"] == pytest.approx(metrics.log_loss(positive, chance))
        expected = metrics.brier_score_loss(positive, chance)
        assert found["brier"] == pytest.approx(expected)
        each = generator.random((size, 3))
        each /= each.sum(axis=1, keepdims=True)
        labels = generator.integers(0, 3, size)
        labels[:3] = 0, 1, 2
        found = ranking_measures(each, labels)
        area = metrics.roc_auc_score(labels, each, multi_class="ovr")
        assert found["auc"] == pytest.approx(area)
        assert found["log_loss"] == pytest.approx(metrics.log_loss(labels, each))


def test_one_class_alone_has_no_area() -> None:
    assert auc(np.array([0.1, 0.2]), np.array([True, True])) is None
    found = ranking_measures(np.array([[0.2, 0.8]]), np.array([1]))
    assert set(found) == {"log_loss", "brier"}


def test_weights_let_rows_count_several_times(tmp_path: Path) -> None:
    path = tmp_path / "rare.csv"
    rows = [f"{n % 10},{'yes' if n % 10 == 0 and n % 30 else 'no'}" for n in range(60)]
    rows += [f"{n % 10},{'yes' if n % 40 == 1 else 'no'}" for n in range(60)]
    path.write_text("\n".join(["n,class", *rows]), encoding="utf-8")
    options = {"positive": "yes", "noise": True, "categorical": ["n"]}

    def recall(**more: str) -> float:
        theory = fold_cli.learn(path, **options, **more)
        found = theory.evaluate(path, positive="yes", categorical=["n"])
        return found.measures["recall"]

    assert recall(weight="positive=9") >= recall(weight="balanced") >= recall()
    assert recall(weight="positive=9") > recall()
    theory = fold_cli.learn(path, weight="balanced", **options)
    assert "--weight balanced" in theory.to_prolog()
    assert recall(weight="yes=9") == recall(weight="positive=9")
    by = {w: fold_cli.learn(path, weight=w, **options) for w in ("no=9", "negative=9")}
    assert by["no=9"].clauses == by["negative=9"].clauses != theory.clauses
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("yes", "negative").replace("no", "positive"))
    named = {**options, "positive": "negative"}  # a value is meant before the role
    swapped = fold_cli.learn(path, weight="positive=9", **named)
    assert len(swapped.clauses) == len(by["no=9"].clauses)
    path.write_text(text)
    wrongs: dict[Any, str] = {
        5: "like positive=5",
        "positive": "like positive=5",
        "positive=x": "like positive=5",
        "positive=2.5": "whole number",
        "maybe=2": "called maybe; there are no, yes",
        "positive=0": "from 1 to 1000",
        "positive=2,yes=3": "weight of yes once",
    }
    for wrong, message in wrongs.items():
        with pytest.raises(InputError, match=f"weight={wrong}: .*{message}"):
            fold_cli.learn(path, weight=wrong, **options)


def test_weights_of_several_classes(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    write_table(path, 2, "abc")
    theory = fold_cli.learn(path, class_column="kind", noise=True, weight="c=4,b=2")
    assert theory.classes == ("a", "b", "c")
