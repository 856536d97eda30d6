"""Why a theory says what it says of the rows of a table."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import pytest

from fold_cli import FoldError, FoldWarning, Text, learn, load
from fold_cli.api import convert
from fold_cli.use.explaining import row_explanation, row_wording

if TYPE_CHECKING:
    from pathlib import Path

    from fold_cli import Explanation

LOANS = """\
Age,Job,Credit
23,clerk,bad
31,clerk,good
45,clerk,good
52,gambler,bad
38,Boss,good
61,Boss,good
27,nurse,bad
44,gambler,bad
,nurse,good
"""

THEORY = """\
% class: 'Credit' bad
% column: age numeric 'Age'
% column: job categorical 'Job'

bad(X) :- age(X, A), A > 25, A =< 40, \\+ ab0(X).

bad(X) :- \\+ job(X, clerk), member(X, [row1, row8]).

ab0(X) :- job(X, clerk).

ab0(X) :- job(X, 'Boss'), \\+ ab1(X).

ab1(X) :- age(X, A), A > 60.
"""


@pytest.fixture
def loans(tmp_path: Path) -> Path:
    path = tmp_path / "loans.csv"
    path.write_text(LOANS)
    (tmp_path / "theory.pl").write_text("% fold: default theory for bad/1\n" + THEORY)
    return path


def explained(loans: Path, goal: str, **options: object) -> list[str]:
    theory = load(loans.with_name("theory.pl"))
    found = theory.explain(loans, goal, class_column="Credit", **options)  # type: ignore[arg-type]
    return str(found).splitlines()


def test_a_row_that_a_rule_covers(loans: Path) -> None:
    assert explained(loans, "bad(row7)") == [
        "the credit of row7 is bad, by bad(X) :- age(X, A), A > 25, A =< 40, "
        "\\+ ab0(X) (theory.pl:6)",
        "  the age of row7 is 27, more than 25 and at most 40",
        "  the exception ab0 does not apply to row7:",
        "    ab0(X) :- job(X, clerk) (theory.pl:10) would need: the job is clerk",
        "      the job of row7 is nurse, not clerk",
        "    ab0(X) :- job(X, 'Boss'), \\+ ab1(X) (theory.pl:12) would need: "
        "the job is Boss and the exception ab1 does not apply",
        "      the job of row7 is nurse, not Boss",
    ]


def test_rows_that_are_memorised_without_an_id_column(loans: Path) -> None:
    with pytest.warns(FoldWarning, match="memorised, by the names of the rows: no"):
        explained(loans, "bad(row1)")


@pytest.mark.parametrize("goal", ["row5", "row7"])
def test_the_name_of_a_row_is_enough(loans: Path, goal: str) -> None:
    assert explained(loans, goal) == explained(loans, f"bad({goal})")


def test_the_name_of_a_row_asks_for_its_class(tmp_path: Path) -> None:
    path = tmp_path / "kinds.csv"
    rows = "".join(f"k{n},{n},{'abc'[n // 10]}\n" for n in range(30))
    path.write_text(f"id,n,kind\n{rows}", encoding="utf-8")
    theory = learn(path, class_column="kind", id_column="id")
    for name, kind in (("k3", "a"), ("k15", "b"), ("k29", "c")):
        found = str(theory.explain(path, name))
        assert found == str(theory.explain(path, f"kind({name}, {kind})"))
        assert found.startswith(f"the kind of {name} is {kind}, by ")
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("k3,", "17,").replace("k15", "a 15"), encoding="utf-8")
    assert str(theory.explain(path, "17")).startswith("the kind of 17 is a, by ")
    for goal in ("a 15", "'a 15'"):
        assert str(theory.explain(path, goal)).startswith("the kind of a 15 is b, by ")
    with pytest.raises(
        FoldError, match=r"csv: no row is called k30; rows are called by"
    ):
        theory.explain(path, "k30")


def test_a_row_that_no_rule_covers(loans: Path) -> None:
    assert explained(loans, "bad(row5)") == [
        "the credit of row5 is not bad:",
        "  bad(X) :- age(X, A), A > 25, A =< 40, \\+ ab0(X) (theory.pl:6) would need: "
        "the exception ab0 does not apply",
        "    the age of row5 is 38, more than 25 and at most 40",
        "    the exception ab0 applies to row5, by ab0(X) :- job(X, 'Boss'), "
        "\\+ ab1(X) (theory.pl:12)",
        "      the job of row5 is Boss",
        "      the exception ab1 does not apply to row5:",
        "        ab1(X) :- age(X, A), A > 60 (theory.pl:14) would need: "
        "the age is more than 60",
        "          the age of row5 is 38, not more than 60",
        "  bad(X) :- \\+ job(X, clerk), member(X, [row1, row8]) (theory.pl:8) "
        "would need: the row is one of row1, row8",
        "    the job of row5 is Boss, not clerk",
        "    row5 is not among the 2 listed",
    ]


def test_a_missing_cell_and_one_bound_that_fails(loans: Path) -> None:
    lines = explained(loans, "bad(row9)")
    assert "    the age of row9 is missing" in lines
    assert "    the age of row4 is 52, not at most 40" in explained(loans, "bad(row4)")


def test_no_more_is_said_than_the_depth_allows(loans: Path) -> None:
    lines = explained(loans, "bad(row7)", depth=1)
    assert (
        lines[-1]
        == "  the exception ab0 does not apply to row7: not looked into, see --depth"
    )


def test_sentences_are_used(loans: Path) -> None:
    words = Text(
        ":- pred bad(X) :: '@(X) is a risk'.\n"
        ":- pred age(X, A) :: '@(X) is @(A) years old'.\n"
    )
    lines = explained(loans, "bad(row7)", modes=words)
    assert lines[0].startswith("row7 is a risk, by bad(X) :- ")
    assert lines[1] == "  row7 is 27 years old, more than 25 and at most 40"


def test_trees_agree_with_what_holds(tmp_path: Path) -> None:
    chance = random.Random(1)
    for number in range(20):
        path = tmp_path / f"random{number}.csv"
        rows = [
            f"{chance.choice(['', *range(9)])},{chance.choice('ab ')},"
            f"{chance.choice(['', 1.5, 'x'])},{chance.choice('yn')}\n"
            for _ in range(30)
        ]
        path.write_text("".join(["n,c,m,class\n", *rows, "1,a,x,y\n", "1,a,x,n\n"]))
        theory = learn(path, positive="y", noise=chance.random() < 0.3)
        for prediction in theory.predict(path, explain=True):
            assert prediction.explanation is not None
            assert prediction.explanation.holds == prediction.holds
            check(prediction.explanation)


def test_many_rows_are_told_of_few_rules(tmp_path: Path) -> None:
    """A theory that grows with its table does not explain rows times rules.

    Of one row, ``explain`` shows all; Prolog's explanations are cut at the same place.
    """
    rules = "".join(f"class_y(X) :- v(X, a{n}).\n" for n in range(30))
    (tmp_path / "x.csv").write_text("v,class\na27,y\nb1,n\nb2,n\n")
    (tmp_path / "t.pl").write_text(rules)
    theory = load(tmp_path / "t.pl")
    convert(tmp_path / "x.csv", output=str(tmp_path / "out"), positive="y")
    [covered, *others] = theory.predict(tmp_path / "x.csv", explain=True)
    atoms = Text("class_y(row1). class_y(row2). class_y(row3).")
    from_files = theory.predict(tmp_path / "out" / "bk.pl", atoms, explain=True)
    assert covered.explanation is not None
    assert (covered.explanation.how, covered.explanation.more) == ("rule", 0)
    for each in (*others, *from_files[1:]):
        assert each.explanation is not None
        assert (len(each.explanation.attempts), each.explanation.more) == (10, 20)
        assert str(each.explanation).splitlines()[-1] == "  and 20 more rules fail"
        assert json.loads(each.explanation.to_json())["more"] == 20
    for bk in (tmp_path / "x.csv", tmp_path / "out" / "bk.pl"):
        whole = theory.explain(bk, "class_y(row3)")
        assert (len(whole.attempts), whole.more) == (30, 0)


def test_many_rows_are_told_of_few_negations(tmp_path: Path) -> None:
    """As the classes that are asked before one; Prolog's are cut at the same place."""
    negations = ", ".join(f"\\+ v(X, b{n})" for n in range(29))
    (tmp_path / "x.csv").write_text("v,class\na,y\nb5,n\nb20,n\n")
    (tmp_path / "t.pl").write_text(f"class_y(X) :- {negations}, v(X, a).\n")
    theory = load(tmp_path / "t.pl")
    convert(tmp_path / "x.csv", output=str(tmp_path / "out"), positive="y")
    bk = tmp_path / "out" / "bk.pl"
    atoms = Text("class_y(row1). class_y(row2). class_y(row3).")
    from_table = theory.predict(tmp_path / "x.csv", explain=True)
    from_files = theory.predict(bk, atoms, explain=True)
    for predictions, data in ((from_table, tmp_path / "x.csv"), (from_files, bk)):
        covered, early, late = (each.explanation for each in predictions)
        assert covered is not None
        assert (len(covered.because), covered.more) == (11, 19)
        assert str(covered).splitlines()[-1] == "  and 19 more negated conditions hold"
        assert early is not None
        [case] = early.attempts[0].cases
        counts = [len(case.holding), case.more, len(case.needs), case.more_needs]
        assert counts == [5, 0, 10, 15]
        assert str(early).splitlines()[1].endswith(" and 15 more conditions")
        assert late is not None
        [case] = late.attempts[0].cases
        counts = [len(case.holding), case.more, len(case.needs), case.more_needs]
        assert counts == [10, 10, 10, 0]
        assert json.loads(late.to_json())["attempts"][0]["cases"][0]["more"] == 10
        assert "    and 10 more negated conditions hold" in str(late).splitlines()
        for goal, whole in (("class_y(row1)", 30), ("class_y(row3)", 20)):
            found = theory.explain(data, goal)
            shown = found.because or found.attempts[0].cases[0].holding
            assert len(shown) == whole


def test_rows_are_judged_some_at_a_time(
    loans: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theory = learn(loans, class_column="Credit", positive="bad", noise=False)
    whole = theory.predict(loans, class_column="Credit", explain=True)
    monkeypatch.setattr(row_explanation, "MAX_JUDGED_CELLS", 1)
    monkeypatch.setattr(row_explanation, "MAX_NAMED_ROWS", 2)
    monkeypatch.setattr(row_wording, "MAX_TEMPLATES", 3)
    assert theory.predict(loans, class_column="Credit", explain=True) == whole


def test_predictions_come_one_by_one(loans: Path) -> None:
    theory = learn(loans, class_column="Credit", positive="bad", noise=False)
    options = {"class_column": "Credit", "explain": True, "proba": True}
    with theory.predictions(loans, **options) as found:
        assert [next(found), *found] == theory.predict(loans, **options)


def check(tree: Explanation) -> None:
    """Check that what holds rests on what holds, and what fails on what fails."""
    if tree.how == "negation":
        assert tree.because[0].holds != tree.holds
    elif tree.because:
        assert all(reason.holds for reason in tree.because)
    for reason in tree.because:
        check(reason)
    for attempt in tree.attempts:
        for case in attempt.cases:
            assert not case.failing.holds
            assert all(node.holds for node in case.holding)
            for node in (*case.holding, case.failing):
                check(node)
