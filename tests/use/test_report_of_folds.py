"""Reports of cross-validation: the spread over folds, and the stability of rules."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from pages import parsed
from support import fold
from test_report import LOANS, PETALS, cells, facts, section

from fold_cli import Text, cross_validate, load
from fold_cli.use.measuring.confusion import ClassConfusion, Confusion, pooled
from fold_cli.use.report.stability import same_theories, stable_rules

if TYPE_CHECKING:
    from pathlib import Path

    from fold_cli.theory.theory import Theory


def theory(text: str) -> Theory:
    return load(Text(text))._theory


def test_rules_are_one_whatever_their_order_numbers_and_exceptions() -> None:
    theories = [
        theory("t(X) :- age(X, A), A > 20, job(X, clerk), \\+ ab(X). ab(X) :- p(X)."),
        theory("t(X) :- job(X, clerk), age(X, B), B > 25."),
        theory("t(X) :- job(X, clerk), age(X, B), B > 25. t(X) :- q(X)."),
        theory("t(X) :- age(X, A), A =< 25, job(X, clerk)."),
    ]
    first, *others = stable_rules(theories)
    assert (first.folds, first.same) == (3, 2)
    [number] = first.numbers
    assert (number.condition, number.lowest, number.highest) == ("age >", 20, 25)
    assert [(each.folds, each.same) for each in others] == [(1, 1), (1, 1)]
    assert same_theories(theories) == 1
    assert same_theories([*theories, theories[0]]) == 2


def test_names_of_exceptions_do_not_matter_but_what_they_say_does() -> None:
    rule = "t(X) :- q(X), \\+ {0}(X). {0}(X) :- {1}(X)."
    said = [("ab0", "p"), ("ab7", "p"), ("ab0", "r")]
    [found] = stable_rules([theory(rule.format(*each)) for each in said])
    assert (found.folds, found.same) == (3, 2)


def test_a_fold_counts_once_for_a_rule() -> None:
    [found] = stable_rules([theory("t(X) :- n(X, A), A > 3. t(X) :- n(X, A), A > 5.")])
    assert (found.folds, found.same) == (1, 1)


def test_theories_without_rules_are_the_same() -> None:
    empty = theory("% fold: default theory for t/1\n")
    assert stable_rules([empty, empty]) == []
    assert same_theories([empty, empty]) == 2


def test_confusions_of_other_classes_are_pooled() -> None:
    one = ClassConfusion(("a", "b"), ((2, 1, 0), (0, 3, 0)))
    other = ClassConfusion(("b", "c"), ((1, 0, 1), (0, 4, 0)))
    assert pooled([one, other]) == ClassConfusion(
        ("a", "b", "c"), ((2, 1, 0, 0), (0, 4, 0, 1), (0, 0, 4, 0))
    )
    assert pooled([Confusion(1, 2, 3, 4)] * 2) == Confusion(2, 4, 6, 8)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (LOANS, ["--class", "credit", "--positive", "bad"]),
        (PETALS, ["--class", "kind"]),
    ],
    ids=["two classes", "several classes"],
)
def test_the_page_says_what_the_command_says(
    text: str, options: list[str], tmp_path: Path
) -> None:
    table, page = tmp_path / "data.csv", tmp_path / "cv.html"
    table.write_text(text)
    command = ["cv", "-q", table, *options, "--folds", "3", "--jobs", "1"]
    result = fold(*command, "--report", page, "--format", "json")
    assert result.returncode == 0, result.stderr
    said, shown = json.loads(result.stdout), parsed(page.read_text())
    assert facts(shown)["Divided"] == "into 3 folds, seed 0"
    assert facts(shown)["Files"] == "data.csv"
    spread = cells(section(shown, "spread"))
    assert spread[1][:3] == [
        "Accuracy",
        f"{said['accuracy']['mean']:.3f}",
        f"{said['accuracy']['std']:.3f}",
    ]
    assert "Seconds" not in shown.text
    each = cells(section(shown, "folds"))
    assert [row[1] for row in each[1:]] == [
        f"{f['accuracy']:.3f}" for f in said["folds"]
    ]
    assert "of 3" in cells(section(shown, "rules"))[1][1]
    first = page.read_text()
    fold(*command, "--report", page)
    assert page.read_text() == first


def test_prolog_files_and_the_library(tmp_path: Path) -> None:
    bk = Text("".join(f"n(a{i}, {i}). " for i in range(12)))
    pos = [f"t(a{i})" for i in range(6)]
    found = cross_validate(bk, pos, [f"t(a{i})" for i in range(6, 12)], folds=3)
    page = parsed(found.report())
    assert facts(page)["Files"] == "bk.pl, pos.pl, neg.pl"
    assert facts(page)["Examples"] == "6 positive and 6 negative"
    rows = cells(section(page, "rules"))
    assert rows[1][1] == "3 of 3"
    assert "n =<" in rows[1][4]


def test_the_output_is_no_input(tmp_path: Path) -> None:
    table = tmp_path / "data.csv"
    table.write_text(LOANS)
    result = fold("cv", "-q", table, "--class", "credit", "--report", table)
    assert result.returncode == 1
    assert "is an input as well" in result.stderr
    assert table.read_text() == LOANS
