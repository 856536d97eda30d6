"""Tables in CSV and ARFF: their rows and columns, and what is wrong with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import fold, learned
from tables import PETS, source

from fold_cli.coverage.table import TableCoverage
from fold_cli.files.tables.columns import Numeric
from fold_cli.files.tables.read import read_table

if TYPE_CHECKING:
    from support import Write


# Rows and columns


def test_rows_become_examples_and_columns_predicates(write: Write) -> None:
    path = write("pets.csv", PETS)
    table = read_table(source(path, id_column="name"))
    assert str(table.target) == "good/1"
    assert list(map(str, table.body)) == [
        "legs(+row, -number)",
        "marital_status(+row, #marital_status)",
        "weight_kg(+row, -number)",
    ]
    names = [table.row_name(row) for row in table.rows]
    assert names == ["rex", "tom", "kim", "ann", "bob", "eve"]
    legs, status, weight = table.columns
    assert list(legs.texts) == ["2", "4"]
    assert status.texts == ["'Divorced'", "'never married'"]
    assert status.codes.tolist() == [2, 1, 2, 0, 1, 2]
    assert list(weight.texts) == ["4", "30.5", "70", "80"]
    assert weight.codes.tolist() == [2, 1, 0, 3, 4, 0]


def test_rows_without_a_class_are_left_out(write: Write) -> None:
    path = write("t.csv", "a,class\n1,x\n2,\n3,y\n9,?\n")
    table = read_table(source(path))
    assert table.rows.tolist() == [0, 2]
    assert table.size == 4
    assert any("2 rows without a class" in warning for warning in table.warnings)
    asked = TableCoverage(table, table.rows)
    [column] = asked.refinements((), asked.positives, 0).columns
    assert list(column.values) == ["1", "3"]


@pytest.mark.parametrize(
    ("values", "positive"),
    [
        (["yes", "yes", "no"], "yes"),
        (["no", "no", "yes"], "yes"),
        (["1", "1", "0"], "1"),
        (["rare", "common", "common"], "rare"),
        (["first", "second"], "first"),
        (["-", "+", "-"], "+"),
    ],
)
def test_the_positive_value_is_chosen_and_reported(
    write: Write, values: list[str], positive: str
) -> None:
    rows = "".join(f"{n},{value}\n" for n, value in enumerate(values))
    table = read_table(source(write("t.csv", f"a,class\n{rows}")))
    assert table.labels.tolist() == [value == positive for value in values]
    assert any(f"class {positive};" in warning for warning in table.warnings)


def test_rows_are_found_by_their_names(write: Write) -> None:
    path = write("pets.csv", PETS)
    named = read_table(source(path, id_column="name")).row_name
    assert named.rows(["kim", "row1", "rex"]).tolist() == [0, 2]
    numbered = read_table(source(path)).row_name
    assert sorted(numbered.rows(["row3", "row1", "row0", "kim"]).tolist()) == [0, 2]


def test_a_column_that_names_the_rows_is_reported(write: Write) -> None:
    rows = "".join(f"n{n},{n % 3},{'xy'[n % 2]}\n" for n in range(30))
    path = write("t.csv", f"name,a,class\n{rows}")
    table = read_table(source(path, positive="x"))
    assert table.warnings == (
        f"{path}: no two rows have the same name; name the rows by it with --id, or "
        "leave it out with --ignore",
    )


# ARFF

ARFF = """\
% a comment
@RELATION 'pets and others'
@attribute Legs INTEGER
@attribute 'Marital Status' {'never married', Divorced , "it's \\\\ so"}
@ATTRIBUTE weight real   % in kg
@attribute born date "yyyy-MM-dd"
@attribute class {good,bad}

@DATA
% rows
4, 'never married', 30.5, "2020-01-02", good
2,Divorced,?,?,bad   % the last
2, "it's \\\\ so", 70, 2021-03-04, 'bad'

"""


def test_an_arff_file(write: Write) -> None:
    table = read_table(source(write("pets.arff", ARFF)))
    legs, status, weight, born = table.columns
    assert [legs.name, status.name, weight.name] == ["legs", "marital_status", "weight"]
    assert status.texts == ["'Divorced'", "'it\\'s \\\\ so'", "'never married'"]
    assert status.codes.tolist() == [3, 1, 2]
    assert isinstance(weight, Numeric)
    assert list(weight.texts) == ["30.5", "70"]
    assert weight.codes.tolist() == [1, 0, 2]
    assert list(born.texts) == ["'2020-01-02'", "'2021-03-04'"]
    assert table.labels.tolist() == [True, False, False]


def test_plain_arff_rows_are_read_as_csv_rows(write: Write) -> None:
    rows = "".join(f"{n % 7},{'xyz'[n % 3]},{'pq'[n % 5 == 0]}\n" for n in range(99))
    header = "@relation r\n@attribute a numeric\n@attribute b {x,y,z}\n"
    arff = write("t.arff", f"{header}@attribute class {{p,q}}\n@data\n{rows}")
    plain = write("t.csv", f"a,b,class\n{rows}")
    assert learned(arff, "--positive", "q") == learned(plain, "--positive", "q")


def test_declared_types_hold_against_the_look_of_cells(write: Write) -> None:
    text = "@relation r\n@attribute a {1,2}\n@attribute class {p,q}\n@data\n1,p\n2,q\n"
    path = write("t.arff", text)
    assert read_table(source(path)).columns[0].texts == ["1", "2"]
    assert not isinstance(read_table(source(path)).columns[0], Numeric)
    assert isinstance(read_table(source(path, numeric=("a",))).columns[0], Numeric)


# Errors

TWO = "a,class\n1,x\n2,y\n"


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("", [], "t.csv: the file is empty"),
        ("\ufeff\n", [], "t.csv: the file is empty"),
        ('""\n', [], "t.csv: the file is empty"),
        ("a,class\n", [], "t.csv: no rows"),
        ("a,a,class\n1,2,x\n", [], "t.csv:1: two columns are named a"),
        ("no,no,7\nno,yes,8\n", [], "t.csv:1: the first line looks like data (7)"),
        ("p,x,x\ne,y,x\n", [], "t.csv:1: two columns are named x; rename one, or put"),
        ("a,,class\n1,2,x\n", [], "t.csv:1: column 2 has no name"),
        ("a,class\n1,x\n2\n", [], "t.csv:3: 1 cell, but there are 2 columns"),
        (
            "a,class\n1,x\n\n2,y,z\n",
            [],
            "t.csv:4: 3 cells, but there are 2 columns; put cells that hold",
        ),
        (
            "# made by hand\na,class\n",
            [],
            "t.csv:2: 2 cells, but there is 1 column; the first line must name",
        ),
        ('a,class\n"1,x\n2,y\n', [], "t.csv:2: not well-formed: a quote is opened"),
        ("a,b\n1,x\n2,y\n", [], "t.csv: which column is the class? Give --class NAME"),
        ("a~class\n1~x\n", [], "the only column is a~class: between cells stand comma"),
        (
            "5.1,3.5,setosa\n4.9,3,other\n",
            [],
            "t.csv:1: the first line looks like data",
        ),
        (TWO, ["--class", "klass"], "no column klass; did you mean class?"),
        (TWO, ["--ignore", "b"], "no column b; there are a, class"),
        (TWO, ["--numeric", "clas"], "no column clas; did you mean class?"),
        (
            TWO,
            ["--positive", "z"],
            "no row has class z; there are x (1 row), y (1 row)",
        ),
        (TWO, ["--ignore", "a"], "t.csv: no column is left to learn from"),
        (TWO, ["--numeric", "a", "--categorical", "a"], "both numeric and categorical"),
        (TWO, ["--target", "a/1"], "--target a/1: a column has this name"),
        (TWO, ["--target", "halt"], "--target halt: halt/1 is built into Prolog"),
        (TWO, ["--target", "X/2"], "--target X/2: write it like class_y/1"),
        ("a,class\n1,x\n2,x\n", [], "only one value, x (2 rows)"),
        ("a,class\n1,\n2,?\n", [], "t.csv: the class class has no value"),
        ("a,class\n1,x\nz,y\n", ["--numeric", "a"], "t.csv:3: a is z, not a number"),
        (
            "a,i,class\n1,k,x\n2,k,y\n",
            ["--id", "i"],
            "t.csv:3: i k is on line 2 already",
        ),
        ("a,i,class\n1,k,x\n2,,y\n", ["--id", "i"], "t.csv:3: no i here"),
    ],
)
def test_what_is_wrong_with_a_table_is_reported(
    write: Write, text: str, options: list[str], message: str
) -> None:
    result = fold("learn", write("t.csv", text), *options)
    assert result.returncode == 1
    assert result.stdout == ""
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith("fold: error: ")


def test_a_table_must_be_there() -> None:
    assert fold("learn", "missing.csv").returncode == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("@relation r\n@attribute a numeric\n", "no @data line"),
        ("@relation r\n@data\n1\n", "no @attribute before @data"),
        ("@relation r\nwhat\n@data\n1\n", "t.arff:2: @relation, @attribute or @data"),
        ("@attribute a\n@data\n1\n", "t.arff:1: the type of a is missing"),
        (
            "@attribute a relational\n@data\n1\n",
            "t.arff:1: the type of a is relational",
        ),
        ("@attribute a {x, y\n@data\n1\n", "t.arff:1: the values of a are not a list"),
        ("@attribute class {x,y}\n@data\nx\nz\n", "t.arff:4: class is z, which is not"),
        ("@attribute class {x,y}\n@data\nx,y\n", "t.arff:3: 2 values, but there are 1"),
        ("@attribute class {x,y}\n@data\n{0 x}\n", "t.arff:3: sparse rows"),
        ("@attribute class {x,y}\n@data\n'x\n", "t.arff:3: a quote is opened"),
        (
            "@attribute a real\n@attribute class {x,y}\n@data\n1,x\nb,y\n",
            "t.arff:5: a is b, not a number",
        ),
    ],
)
def test_what_is_wrong_with_an_arff_file_is_reported(
    write: Write, text: str, message: str
) -> None:
    result = fold("learn", write("t.arff", text))
    assert result.returncode == 1
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_table_takes_no_other_files(write: Write) -> None:
    path = write("t.csv", TWO)
    beside = fold("learn", path, write("pos.pl", "p(a).\n"))
    assert beside.returncode == 2
    assert "is a table" in beside.stderr
    about = fold("learn", write("bk.pl", "q(a).\n"), "--positive", "x")
    assert about.returncode == 2
    assert "--positive is about tables" in about.stderr
