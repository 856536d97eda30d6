"""Several classes of a table: one theory, exactly one answer for each row."""

from __future__ import annotations

import csv
import json
import random
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pytest
from support import DATA, clauses, fold, swipl

import fold_cli
from fold_cli.files.sources import TableSource
from fold_cli.theory.class_list import class_rules, class_steps
from fold_cli.theory.quoting import constant
from fold_cli.use.convert import write_problem
from fold_cli.use.problems.problem_factory import opened

if TYPE_CHECKING:
    from pathlib import Path

KINDS = """\
size,colour,kind
1,red,a
2,red,a
3,red,a
2,red,a
1,blue,b
2,blue,b
3,blue,b
3,blue,b
9,blue,c
8,red,c
9,red,c
10,blue,c
"""

ODD_CLASSES = [
    "a",
    "B b",
    "it's",
    "1",
    "2.5",
    "é",
    "[]",
    "length",
    "kind",
    "true",
    "x-1",
]


@pytest.fixture
def kinds(tmp_path: Path) -> Path:
    path = tmp_path / "kinds.csv"
    path.write_text(KINDS, encoding="utf-8")
    return path


def write_random_table(seed: int, path: Path, values: list[str]) -> None:
    """Write a table whose class depends on its columns, with some noise."""
    chance = random.Random(seed)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["n", "length", "colour", "kind"])
        for number in range(chance.randint(12, 60)):
            n, length = chance.randint(0, 9), chance.choice(["", "0.5", "1", "7.25"])
            colour = chance.choice(["red", "blue", "", "it's"])
            place = (n // 3 + (colour == "red")) % len(values)
            if chance.random() < 0.1 or number < len(values):
                place = number % len(values)
            writer.writerow([n, length, colour, values[place]])


def test_swipl_gives_each_row_the_class_that_is_predicted(tmp_path: Path) -> None:
    """Asked with the class bound or not, at rows known in training or not."""
    goals, expected = [], []
    for seed, exact in product(range(12), (True, False)):
        place = tmp_path / f"t{seed}{exact}"
        place.mkdir()
        values = random.Random(seed).sample(ODD_CLASSES, 3 + seed % 4)
        table, later = place / "table.csv", place / "later.csv"
        write_random_table(seed, table, values)
        write_random_table(seed + 100, later, values)
        options = {"class_column": "kind", "numeric": ["n", "length"]}
        theory = fold_cli.learn(table, noise=not exact, **options)
        theory.save(place / "theory.pl")
        asked = table if seed % 2 else later
        source = TableSource(str(asked), class_column="kind", numeric=("n", "length"))
        with opened(source) as problem:
            (place / "own").mkdir()
            write_problem(problem, str(place / "own"))
        labels = [p.label for p in theory.predict(asked, on_warning=print, **options)]
        module, known = place.name, ", ".join(map(constant, theory.classes))
        goals.append(
            f"load_files({module}:['{place}/own/bk.pl', '{place}/theory.pl'], []), "
            f"forall(between(1, {len(labels)}, N), (atom_concat(row, N, R), "
            f"findall(C, {module}:kind(R, C), Cs), "
            f"findall(C, (member(C, [{known}]), {module}:kind(R, C)), Bound), "
            "writeq(Cs-Bound), nl))"
        )
        each = [constant(str(label)) for label in labels]
        expected += [f"[{value}]-[{value}]" for value in each]
    assert swipl(*goals) == expected


def test_rules_of_each_class_are_written_once_and_asked_in_order(kinds: Path) -> None:
    result = fold("learn", "-q", kinds, "--class", "kind")
    assert clauses(result.stdout) == [
        "kind(X, a) :- a(X).",
        "kind(X, b) :- b(X), \\+ a(X).",
        "kind(X, c) :- \\+ a(X), \\+ b(X).",
        "a(X) :- colour(X, red), size(X, A), A =< 6.",
        "b(X) :- size(X, A), A =< 6.",
    ]
    assert "% examples: 12 positive, 24 negative" in result.stdout
    assert "% covered: 12 positive, 0 negative" in result.stdout


def test_many_classes_take_no_exponential_time(tmp_path: Path) -> None:
    path = tmp_path / "many.csv"
    rows = [f"{number},c{number // 4}" for number in range(200)]
    path.write_text("\n".join(["n,kind", *rows]), encoding="utf-8")
    theory = fold_cli.learn(path, class_column="kind", noise=False)
    assert len(theory.classes) == 50
    text = theory.to_prolog() + "".join(f"n(row{i + 1}, {i}).\n" for i in range(200))
    (tmp_path / "all.pl").write_text(text, encoding="utf-8")
    each = "(findall(C, kind(R, C), [D]), N is (I - 1) // 4, atom_concat(c, N, D))"
    every = f"forall(between(1, 200, I), (atom_concat(row, I, R), {each}))"
    found = swipl(
        f"call_with_inference_limit({every}, 20_000_000, Result), print(Result)",
        files=(tmp_path / "all.pl",),
    )
    assert found == ["!"]


def test_a_theory_of_classes_is_read_as_it_was_written(kinds: Path) -> None:
    theory = fold_cli.learn(kinds, class_column="kind", noise=False)
    for text in (theory.to_prolog(), theory.to_json()):
        again = fold_cli.load(fold_cli.Text(text))
        assert again.to_prolog() == theory.to_prolog()
        assert again.classes == ("a", "b", "c")
        assert class_steps(again._theory) == class_steps(theory._theory)
    assert [rule.head for rule in theory.rules] == [
        "kind(X, a)",
        "kind(X, b)",
        "kind(_, c)",
    ]
    assert len(class_rules(theory._theory)) == 3


def test_evaluation_counts_all_classes(kinds: Path, tmp_path: Path) -> None:
    theory = tmp_path / "theory.pl"
    fold("learn", "-q", kinds, "--class", "kind", "-o", theory)
    later = tmp_path / "later.csv"
    later.write_text(KINDS.replace("1,red,a", "1,red,b"), encoding="utf-8")
    result = fold("evaluate", theory, later, "--class", "kind", "--format", "json")
    found = json.loads(result.stdout)
    assert found["classes"] == ["a", "b", "c"]
    assert found["confusion"] == [[3, 0, 0, 0], [1, 4, 0, 0], [0, 0, 4, 0]]
    assert found["accuracy"] == pytest.approx(11 / 12)
    f1 = [6 / 7, 8 / 9, 1.0]
    assert found["macro_f1"] == pytest.approx(np.mean(f1))
    assert found["weighted_f1"] == pytest.approx(np.average(f1, weights=[3, 5, 4]))
    assert found["majority"] == pytest.approx(5 / 12)
    text = fold("evaluate", theory, later, "--class", "kind", "--list-errors").stdout
    assert "macro F1 0.915" in text
    assert "kind(row1, b)" in text


def test_two_values_stay_one_target(tmp_path: Path) -> None:
    path = tmp_path / "two.csv"
    lines = [line for line in KINDS.splitlines() if not line.endswith(",c")]
    path.write_text("\n".join(lines), encoding="utf-8")
    theory = fold_cli.learn(path, class_column="kind", positive="a")
    assert theory.target == "a/1"


def test_noise_without_a_pattern_gives_the_commonest_class(tmp_path: Path) -> None:
    path = tmp_path / "flat.csv"
    rows = [f"{n % 2},{'aab'[n % 3] if n else 'c'}" for n in range(12)]
    path.write_text("\n".join(["n,kind", *rows]), encoding="utf-8")
    result = fold("learn", path, "--class", "kind", "--noise")
    assert clauses(result.stdout) == ["kind(_, a)."]
    assert "every row is taken for a" in result.stderr


@pytest.mark.parametrize("mode", ["--exact", "--noise"])
def test_the_rarest_class_is_asked_first(tmp_path: Path, mode: str) -> None:
    path = tmp_path / "sizes.csv"
    kinds = ["common"] * 30 + ["rare"] * 8 + ["rarer"] * 5 + ["usual"] * 20
    rows = [f"{kind[:4]}{len(kind)},{kind}" for kind in kinds]
    path.write_text("\n".join(["shape,kind", *rows]), encoding="utf-8")
    result = fold("learn", "-q", path, "--class", "kind", mode)
    asked = [line for line in clauses(result.stdout) if line.startswith("kind(")]
    heads = [line.partition(")")[0] for line in asked]
    assert [head.split()[1] for head in heads] == ["rarer", "rare", "usual", "common"]


def test_of_classes_as_common_the_one_with_the_longest_rules_has_none() -> None:
    """Two of three common classes of nursery can hardly be told from each other."""
    path = DATA / "classes" / "nursery" / "data.csv"
    if not path.exists():
        pytest.skip(f"no data in {path.parent}")
    theory = fold_cli.learn(path, class_column="class")
    *_, (value, predicate) = class_steps(theory._theory)
    assert (value.text, predicate) == ("spec_prior", None)
