"""Later tables are read by the schema of a theory, never by guessing anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import fold
from tables import source

from fold_cli import FoldError, learn
from fold_cli.files.tables.dates import date_text
from fold_cli.files.tables.read import read_table

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from support import Write

    from fold_cli.api import Theory


def said(theory: Theory, path: Path) -> tuple[list[bool], list[str]]:
    """Return what a theory says of the rows, and what was told about them."""
    told: list[str] = []
    found = theory.predict(path, on_warning=told.append)
    return [each.holds for each in found], [w.removeprefix(f"{path}: ") for w in told]


def table(header: str, row: Callable[[int], str], size: int = 60) -> str:
    return "\n".join([header, *map(row, range(size))]) + "\n"


@pytest.fixture
def codes(write: Write) -> Theory:
    """A theory that knows the code 01 to be good, whatever the price."""
    path = write(
        "codes.csv",
        table(
            "code,Total Price,total_price,class",
            lambda n: (
                f"{('01', '02', 'A')[n % 3]},{n},{n % 7},{'no' if n % 3 else 'yes'}"
            ),
        ),
    )
    theory = learn(path, positive="yes")
    assert theory.clauses == ("class_yes(X) :- code(X, '01').",)
    return theory


def test_a_code_stays_a_name_in_a_batch_of_digits(codes: Theory, write: Write) -> None:
    assert said(codes, write("b.csv", "code\n01\n02\n")) == ([True, False], [])
    assert said(codes, write("c.csv", "code\n01\n"))[0] == [True]


def test_a_used_column_may_be_empty_but_must_be_there(
    codes: Theory, write: Write
) -> None:
    assert said(codes, write("b.csv", "code,x\n,1\n,2\n"))[0] == [False, False]
    path = write("c.csv", "Code,total_price\n01,3\n")
    with pytest.raises(FoldError, match="no column code, which the theory uses; did"):
        codes.predict(path)


def test_a_used_column_without_any_value_is_told(codes: Theory, write: Write) -> None:
    path = write("b.csv", "code,Total Price\n" + ",1\n" * 21)
    expected = "the column code is empty, and the theory uses it"
    assert said(codes, path) == ([False] * 21, [expected])


def test_other_columns_are_told_and_the_class_is_not_needed(
    codes: Theory, write: Write
) -> None:
    path = write("b.csv", "weight,class,code\n1,,01\n2,yes,02\n3,other,01\n")
    holds, told = said(codes, path)
    assert holds == [True, False, True]
    assert told == ["left aside: the column weight, which the theory does not know"]


def test_columns_of_like_names_do_not_swap(write: Write) -> None:
    rows = table(
        "Total Price,total_price,class",
        lambda n: f"{n},{100 - n},{'yes' if n > 30 else 'no'}",
    )
    theory = learn(write("t.csv", rows), positive="yes")
    one = said(theory, write("b.csv", "Total Price,total_price\n50,1\n1,50\n"))
    other = said(theory, write("c.csv", "total_price,Total Price\n1,50\n50,1\n"))
    assert one == other == ([True, False], [])


def test_a_category_meets_its_float(write: Write) -> None:
    rows = table("kind,class", lambda n: f"{('1', '2', 'x')[n % 3]},{int(n % 3 == 0)}")
    theory = learn(write("t.csv", rows), positive="1")
    assert theory.clauses == ("class_1(X) :- kind(X, 1).",)
    path = write("b.csv", "kind,class\n1.0,1.0\n2.0,0.0\n,\n1,1\n")
    assert said(theory, path)[0] == [True, False, False, True]
    assert theory.evaluate(path).confusion.accuracy == 1


def test_what_is_no_number_is_missing_and_told(write: Write) -> None:
    rows = table("n,class", lambda n: f"{n},{'yes' if n > 30 else 'no'}")
    theory = learn(write("t.csv", rows), positive="yes")
    holds, told = said(theory, write("b.csv", 'n\n40\nforty\n""\ninf\n'))
    assert holds == [True, False, False, False]
    assert told == [
        "in the column n of numbers these are taken as missing: forty (line 3), inf "
        "(line 5)"
    ] or told == [
        "in the column n of numbers these are taken as missing: inf (line 5), forty "
        "(line 3)"
    ]


def test_options_may_not_say_otherwise(codes: Theory, write: Write) -> None:
    path = write("b.csv", "code\n01\n")
    for options, message in (
        ({"numeric": "code"}, "numeric=code: .* it is categorical"),
        ({"ignore": "code"}, "ignore=code: the theory uses it"),
        ({"positive": "no"}, "positive=no: the theory is about yes"),
    ):
        with pytest.raises(FoldError, match=message):
            codes.predict(path, **options)  # type: ignore[arg-type]
    assert codes.predict(path, categorical="code", positive="yes")[0].holds


# How the first table is read


def test_one_stray_cell_is_missing_and_told(write: Write) -> None:
    rows = table("n,class", lambda n: f"{'n.k.' if n == 7 else n},{'yn'[n % 2]}")
    found = read_table(source(write("t.csv", rows), positive="y"))
    assert found.columns[0].schema.kind == "numeric"
    assert any("n.k. (line 9)" in warning for warning in found.warnings)
    few = read_table(source(write("u.csv", "n,class\n1,y\n2,n\n3,y\nx,n\n")))
    assert few.columns[0].schema.kind == "categorical"
    assert any("1 of 4 cells are no numbers" in text for text in few.warnings)
    told = read_table(source(write("v.csv", rows), positive="y", missing=("n.k.",)))
    assert told.columns[0].schema.kind == "numeric"
    assert told.schema.missing == ("n.k.",)


@pytest.mark.parametrize("word", ["None", "n/a", "#N/A", "<NA>", "-", "inf", "NaT"])
def test_words_that_are_known(write: Write, word: str) -> None:
    path = write("t.csv", f"n,class\n1,y\n{word},n\n3,y\n4,n\n")
    found = read_table(source(path))
    assert found.columns[0].schema.kind == "numeric"
    assert found.columns[0].codes.tolist() == [1, 0, 2, 3]


def test_decimal_commas_beside_semicolons(write: Write) -> None:
    found = read_table(source(write("t.csv", "n;class\n1,5;y\n2;n\n-0,25;y\n")))
    assert list(found.columns[0].texts) == ["-0.25", "1.5", "2"]


def test_a_minus_is_a_value_beside_a_plus(write: Write) -> None:
    path = write("t.csv", "strand,class\n+,-\n-,+\n,+\n-,-\n")
    found = read_table(source(path))
    assert found.columns[0].codes.tolist() == [1, 2, 0, 2]
    assert found.schema.columns[0].values == ("-",)
    assert len(found.rows) == 4


def test_an_index_without_a_name_is_left_out(write: Write) -> None:
    found = read_table(source(write("t.csv", ",a,class\n0,1,y\n1,2,n\n")))
    assert [column.header for column in found.columns] == ["a"]
    assert any("has no name" in warning for warning in found.warnings)


def test_unique_whole_numbers_are_warned_of(write: Write) -> None:
    rows = table("no,a,class", lambda n: f"{7 * n},{n % 3},{'yn'[n % 2]}")
    found = read_table(source(write("t.csv", rows), positive="y"))
    assert any("no two rows have the same no;" in text for text in found.warnings)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024-05-01", "2024-05-01"),
        ("2024-05-01 00:00:00", "2024-05-01"),
        ("2024-05-01T09:30", "2024-05-01T09:30:00"),
        ("2024-05-01 09:30:00.250", "2024-05-01T09:30:00.25"),
        ("2024-05-01T01:00:00+02:00", "2024-04-30T23:00:00"),
        ("2024-05-01T09:30:00Z", "2024-05-01T09:30:00"),
        ("2024-05", "2024-05"),
        ("2024-13-01", None),
        ("2023-02-29", None),
        ("01.05.2024", None),
        ("0001-01-01T00:00+05:00", None),
    ],
)
def test_dates(text: str, expected: str | None) -> None:
    assert date_text(text) == expected


def test_rows_are_memorised_by_their_names_alone(write: Write) -> None:
    rows = "id,a,class\nr1,1,y\nr2,1,n\nr3,2,n\nr4,1,y\n"
    path = write("t.csv", rows)
    theory = learn(path, positive="y", id_column="id", noise=False)
    assert theory.clauses == ("class_y(X) :- member(X, [r1, r4]).",)
    assert any("2 rows of the table" in text for text in theory.warnings)
    holds, told = said(theory, write("b.csv", "a,id\n1,new\n1,r4\n"))
    assert holds == [False, True]
    assert any("2 rows of the table learned from are memorised" in t for t in told)
    path = write("c.csv", "a\n1\n1\n")
    with pytest.raises(FoldError, match=r"c\.csv:1: no column id, by which the theory"):
        theory.predict(path)
    path = write("u.csv", "a,b,class\nx,x,y\nz,z,y\nx,z,n\nz,x,n\n")  # no gain at all
    unnamed = learn(path, positive="y", noise=False)
    assert unnamed.clauses == ()
    assert any("2 rows" in text and "leaves them out" in text for text in
               unnamed.warnings)  # fmt: skip
    assert any("2 rows" in text for text in said(unnamed, path)[1])


def test_noise_is_the_default_of_tables(write: Write) -> None:
    rows = table("n,class", lambda n: f"{n % 10},{'y' if n % 10 > 4 else 'n'}")
    path = write("t.csv", rows)
    assert "options: --algorithm fold --noise" in learn(path, positive="y").notes
    exact = fold("learn", "-q", path, "--positive", "y", "--exact")
    assert "% options: --algorithm fold --exact\n" in exact.stdout


def test_dates_are_explained(write: Write) -> None:
    rows = table("day,class", lambda n: f"2024-0{n % 9 + 1}-01,{'yn'[n % 9 > 3]}")
    theory = learn(write("t.csv", rows), positive="y")
    assert theory.clauses == ("class_y(X) :- day(X, A), A @=< '2024-04-01'.",)
    batch = write("b.csv", "day,z\n2024-03-01 08:00:00,1\n2025-01-01,2\n,3\n")
    assert said(theory, batch)[0] == [True, False, False]
    assert "2024-04-01" in str(theory.explain(batch, "class_y(row1)"))


def test_a_class_without_the_positive_value_is_told(write: Write) -> None:
    rows = table("n,class", lambda n: f"{n},{int(n > 30)}")
    theory = write("t.pl", learn(write("t.csv", rows), positive="1").to_prolog())
    result = fold("evaluate", theory, write("b.csv", "n,class\n40,high\n1,low\n"))
    assert "no row has class 1, so all are negative; there are" in result.stderr
    result = fold("evaluate", theory, write("c.csv", "n,class\n4,0\n1,0\n"))
    assert (result.returncode, result.stderr) == (0, "")


def test_a_class_under_another_name(write: Write) -> None:
    theory = learn(write("t.csv", "n,class\n1,y\n2,n\n3,n\n"), noise=False)
    later = write("later.csv", "n,outcome\n1,y\n2,n\n3,n\n")
    with pytest.raises(
        FoldError, match=r"no column class, .* give class_column=COLUMN if it"
    ):
        theory.evaluate(later)
    assert theory.evaluate(later, class_column="outcome").confusion.accuracy == 1


@pytest.mark.parametrize(
    ("other", "typed", "written"),
    [
        (">5", "'>5'", "'>5'"),
        ("a b", "'a b'", "'a b'"),
        ("it's", "'it'\"'\"'s'", '"it\'s"'),
        ("-", "-", "'-'"),
        ("C:\\x", "'C:\\x'", "'C:\\\\x'"),
    ],
)
def test_a_value_to_give_is_quoted_as_it_is_typed(
    other: str, typed: str, written: str, write: Write
) -> None:
    path = write("t.csv", f"n,class\n1,+\n2,{other}\n3,{other}\n")
    told = learn(path).warnings
    assert any(text.endswith(f" positive={written}") for text in told)
    assert f"give --positive={typed}\n" in fold("learn", path).stderr
