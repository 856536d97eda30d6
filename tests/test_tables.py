"""Tables: how they are read, what is learned from them, and what is refused."""

from __future__ import annotations

import csv
import io
import pickle
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support import DATA, clauses, fold, learned, swipl

from fold_cli import bits
from fold_cli.coverage import table as coverage
from fold_cli.coverage.rows import covers
from fold_cli.coverage.table import TableCoverage
from fold_cli.errors import InputError
from fold_cli.files.loader import Sources
from fold_cli.files.sources import TableSource
from fold_cli.files.tables.cells import Grid, gather, split
from fold_cli.files.tables.columns import Numeric
from fold_cli.files.tables.names import column_names, target_name
from fold_cli.files.tables.numbers import Numbers, parse_numbers
from fold_cli.files.tables.raw import MISSING
from fold_cli.files.tables.read import read_table
from fold_cli.search.learner import Learner
from fold_cli.search.options import Options
from fold_cli.theory.terms import VALUE, Bound, Clause, Const, Literal, Threshold, Var
from fold_cli.theory.theory import build
from fold_cli.theory.writer import to_prolog
from fold_cli.use import learn as api
from fold_cli.use.convert import check_directory, write_problem
from fold_cli.use.table_problem import TableProblem

if TYPE_CHECKING:
    from collections.abc import Callable

    from fold_cli.files.tables.table import Table
    from fold_cli.theory.theory import Theory

    Write = Callable[[str, str | bytes], Path]

PETS = """\
name,Legs,Marital Status,weight kg,class
rex,4,never married,30.5,good
tom,4,Divorced,4,good
kim,2,never married,,bad
ann,2,?,70,good
bob,2,Divorced,80,bad
eve,2,never married,NA,bad
"""


def cells(grid: Grid) -> list[list[str]]:
    """Return the rows of a grid."""
    columns = [
        [column.strings()[code] for code in column.codes.tolist()]
        for column in grid.columns
    ]
    return [list(row) for row in zip(*columns, strict=True)]


def source(path: Path, **told: object) -> TableSource:
    return TableSource(str(path), **told)  # type: ignore[arg-type]


# Cells

plain_cells = st.text(
    st.characters(codec="utf-8", exclude_characters='\0\r\n",'), max_size=20
).map(lambda text: text.strip(" \t"))


@given(
    st.integers(2, 4).flatmap(
        lambda width: st.lists(
            st.lists(plain_cells, min_size=width, max_size=width),
            min_size=1,
            max_size=30,
        )
    ),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
)
@example([["x" * 300, "y"]], "\n", True)
@example([["a prefix of words A", "x"], ["a prefix of words B", ""]], "\n", False)
def test_a_grid_is_split_as_the_csv_module_splits_it(
    rows: list[list[str]], newline: str, ends: bool
) -> None:
    text = newline.join(" ,\t".join(row) for row in rows) + newline * ends
    grid = split(text.encode(), ",", len(rows[0]), first_line=2)
    if grid is None:  # a cell too long to be compared in bulk
        assert max(len(cell.encode()) for row in rows for cell in row) > 256
        return
    assert cells(grid) == rows
    assert list(grid.lines) == list(range(2, len(rows) + 2))
    slowly = gather(list(enumerate(rows, 2)), len(rows[0]))
    assert cells(slowly) == rows


@pytest.mark.parametrize("distinct", [3, 400, 600, 5000])
def test_many_and_few_distinct_cells_are_told_apart(distinct: int) -> None:
    chance = np.random.default_rng(1)
    numbers = chance.integers(0, distinct, 20_000).tolist()
    rows = [[f"a rather long name {n}", str(n)] for n in numbers]
    rows.append(["seen only once", "last"])
    grid = split("\n".join(map(",".join, rows)).encode(), ",", 2, first_line=2)
    assert grid
    assert cells(grid) == rows
    assert len(grid.columns[0].texts) == len(set(numbers)) + 1


def test_a_line_that_is_too_long_or_short_is_no_grid() -> None:
    assert split(b"a,b\nc\nd,e,f\n", ",", 2, first_line=2) is None
    assert split(b"a,b\n\nd,e\n", ",", 2, first_line=2) is None


@pytest.mark.parametrize(
    "text",
    [
        'colour,class\n"red",yes\n"a ""b"", c",no\n',
        'colour\tclass\nred\tyes\na "b", c\tno\n',
        'colour;class\nred;yes\n"a ""b"", c";no\n',
        '\ufeffcolour,class\r\nred,yes\r\n\r\n"a ""b"", c",no\r\n',
        'colour , class\n red ,yes\n  "a ""b"", c",no',
    ],
    ids=["quotes", "tabs", "semicolons", "bom and blank lines", "blanks"],
)
def test_quotes_delimiters_and_line_ends(write: Write, text: str) -> None:
    if text.startswith("colour\t"):
        text = text.replace('a "b", c', '"a ""b"", c"')
    if '  "a' in text:  # after a blank a quote is one character among others
        text = text.replace('  "a ""b"", c"', '"a ""b"", c"')
    name = "t.tsv" if "\t" in text else "t.csv"
    table = read_table(source(write(name, text)))
    [column] = table.columns
    assert column.texts == ["'a \"b\", c'", "red"]
    assert column.codes.tolist() == [1, 0]
    assert table.target.name == "class_yes"


# Numbers


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["3", "-1", "+2", "007"], ["-1", "2", "3", "7"]),
        (["1", "1.5", "1.50", "2e0"], ["1", "1.5", "2.0"]),
        (["1.0", "1"], ["1.0"]),
        ([".5", "5.", "-0.0", "1e3"], ["0.0", "0.5", "5.0", "1000.0"]),
        (["99999999999999999999", "1"], ["1", "99999999999999999999"]),
        (["9007199254740993", "9007199254740992"], None),
        (["9007199254740993", "0.5"], ["0.5", "9.007199254740992e+15"]),
    ],
)
def test_numbers_are_ranked_and_written_as_prolog_does(
    texts: list[str], expected: list[str] | None
) -> None:
    parsed = parse_numbers(np.array([text.encode() for text in texts]))
    assert parsed
    numbers, ranks = parsed.ranked()
    assert list(numbers) == (expected or sorted(texts))
    assert len(ranks) == len(texts)
    assert [numbers.index(text) for text in numbers] == list(range(len(numbers)))


@pytest.mark.parametrize(
    "text", ["", "1 2", "1,5", "1-2", "--1", "e5", ".", "1e999", "inf", "nan", "0x1"]
)
def test_what_is_no_number(text: str) -> None:
    assert parse_numbers(np.array([b"1", text.encode()])) is None


def test_a_bound_that_is_not_among_the_numbers_has_its_place() -> None:
    numbers = Numbers(np.array([-5, 0, 10]))
    bounds = ["-6", "-5", "-4.5", "0", "9", "10", "11.5", "99999999999999999999"]
    assert [numbers.rank(text) for text in bounds] == [-1, 0, 0, 1, 1, 2, 2, 2]
    with pytest.raises(ValueError, match="not among"):
        numbers.index("9")


# Names


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        (["age", "Marital Status"], ["age", "marital_status"]),
        (["hours-per-week", "%fat"], ["hours_per_week", "percent_fat"]),
        (["a b", "a_b", "A B"], ["a_b", "a_b_2", "a_b_3"]),
        (["2019", "???", "Größe"], ["column_2019", "column_2", "größe"]),
        (["length", "close", "number"], ["length_value", "close_value", "number"]),
        (["member", "not", "🙂"], ["member_value", "not_value", "column_3"]),
    ],
)
def test_names_of_columns(headers: list[str], expected: list[str]) -> None:
    assert column_names(headers) == expected


@pytest.mark.parametrize(
    ("column", "positive", "taken", "expected"),
    [
        ("class", "good", [], "good"),
        ("class", "Iris-virginica", [], "iris_virginica"),
        ("class", ">50K", [], "gt_50k"),
        ("class", "<=50K", [], "le_50k"),
        ("class", "+", [], "class_plus"),
        ("class", "-", [], "class_minus"),
        ("survived", "1", [], "survived_1"),
        ("survived", "yes", [], "survived_yes"),
        ("class", "ground", [], "class_ground"),
        ("class", "good", ["good"], "class_good"),
        ("class", "good", ["good", "class_good"], "class_good_2"),
        ("class", "???", [], "class_positive"),
    ],
)
def test_name_of_the_target(
    column: str, positive: str, taken: list[str], expected: str
) -> None:
    assert target_name(column, positive, taken) == expected


def test_no_name_is_one_that_prolog_keeps_for_itself(tmp_path: Path) -> None:
    program = tmp_path / "kept.pl"
    program.write_text(
        """
        kept(Arity, Name) :-
            findall(N, ( predicate_property(system:H, defined),
                         functor(H, N, Arity),
                         atom_codes(N, [C|_]), code_type(C, csymf), C \\== 0'_ ), Ns),
            sort(Ns, Names),
            member(Name, Names),
            functor(G, Name, Arity),
            catch((assertz(user:G), fail), error(permission_error(_, _, _), _), true).
        main(Arity) :- forall(kept(Arity, Name), (write(Name), nl)).
        """,
        encoding="utf-8",
    )
    for name in swipl("main(2)", files=(program,)):
        assert column_names([name]) != [name]
    unary = swipl("main(1)", files=(program,))
    assert {"atom", "ground"} <= set(unary)
    for name in unary:
        assert target_name("class", name, []) == f"class_{name}"


# What is learned


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
    assert status.codes.tolist() == [1, 0, 1, -1, 0, 1]
    assert list(weight.texts) == ["4", "30.5", "70", "80"]
    assert weight.codes.tolist() == [1, 0, -1, 2, 3, -1]


def test_a_theory_from_a_table(write: Write) -> None:
    path = write("pets.csv", PETS)
    result = fold("learn", path, "--ignore", "name", "--positive", "good")
    assert result.returncode == 0
    assert clauses(result.stdout) == ["good(X) :- weight_kg(X, A), A =< 70."]
    assert "6 rows" not in result.stderr
    text = learned(path, "--id", "name", "--positive", "good", "--max-clauses", "0")
    assert clauses(text) == ["good(X) :- member(X, [rex, tom, ann])."]


def test_the_options_about_columns(write: Write) -> None:
    path = write("pets.csv", PETS)
    result = fold(
        "modes",
        path,
        *["--class", "CLASS", "--categorical", "Legs", "--ignore", "weight kg,name"],
    )
    assert result.stdout.splitlines() == [
        ":- modeh(1, good(+row)).",
        ":- modeb(*, legs(+row, #legs)).",
        ":- modeb(*, marital_status(+row, #marital_status)).",
    ]
    renamed = fold("modes", path, "--target", "nice/1", "--positive", "bad")
    assert renamed.stdout.startswith(":- modeh(1, nice(+row)).")


def test_prolog_is_not_started_for_a_table(write: Write) -> None:
    path = write("pets.csv", PETS)
    program = (
        "import sys; from fold_cli.cli import cli;"
        f"cli(['learn', {str(path)!r}], standalone_mode=False);"
        "sys.exit('pyswip' in sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", program], check=False)
    assert result.returncode == 0


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
def test_the_positive_value_is_chosen_and_told(
    write: Write, values: list[str], positive: str
) -> None:
    rows = "".join(f"{n},{value}\n" for n, value in enumerate(values))
    table = read_table(source(write("t.csv", f"a,class\n{rows}")))
    assert table.labels.tolist() == [value == positive for value in values]
    assert any(f"class {positive};" in warning for warning in table.warnings)


def test_a_table_can_be_sent_to_another_process(write: Write) -> None:
    for told in ({"id_column": "name"}, {}):
        table = read_table(source(write("pets.csv", PETS), **told))
        again = pickle.loads(pickle.dumps(table))
        assert again.row_name(2) == table.row_name(2)
        assert to_prolog(learned_from(again, again.rows)) == to_prolog(
            learned_from(table, table.rows)
        )


def test_rows_are_found_by_their_names(write: Write) -> None:
    path = write("pets.csv", PETS)
    named = read_table(source(path, id_column="name")).row_name
    assert named.rows(["kim", "row1", "rex"]).tolist() == [0, 2]
    numbered = read_table(source(path)).row_name
    assert sorted(numbered.rows(["row3", "row1", "row0", "kim"]).tolist()) == [0, 2]


def test_a_column_that_names_the_rows_is_told(write: Write) -> None:
    rows = "".join(f"n{n},{n % 3},{'xy'[n % 2]}\n" for n in range(30))
    table = read_table(source(write("t.csv", f"name,a,class\n{rows}"), positive="x"))
    assert table.warnings == (
        "every row has a name of its own; name the rows by it with --id, or leave it "
        "out with --ignore",
    )


# Random tables

odd_values = st.sampled_from(
    [
        *["red", "Red", "a b", "it's", "\\", "[]", "{}", ",", "|", "!", ";", ":-", "-"],
        *["1", "2.5", "007", "-3", "1.50", "é", "🙂", "?", "NA", "'", '"', "a\nb", ""],
    ]
)
numeric_values = st.sampled_from(
    ["0", "1", "1.0", "-2", "2.5", "1e3", "0.1", "", "?", "10", "9", "-0.0", "3."]
)


@st.composite
def random_tables(draw: st.DrawFn) -> tuple[list[str], list[list[str]]]:
    """Return the names of columns and rows with both classes among them."""
    kinds = draw(st.lists(st.sampled_from("cn"), min_size=1, max_size=4))
    headers = [f"{kind} {number}" for number, kind in enumerate(kinds)]
    cell = {"c": odd_values, "n": numeric_values}
    size = draw(st.integers(2, 14))
    rows = [[draw(cell[kind]) for kind in kinds] for _ in range(size)]
    classes = ["x", "y", *(draw(st.sampled_from(["x", "y", "?"])) for _ in rows[2:])]
    for row, class_ in zip(rows, classes, strict=True):
        row.append(class_)
    return [*headers, "class"], rows


def written(directory: str, headers: list[str], rows: list[list[str]]) -> Path:
    path = Path(directory) / "t.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([headers, *rows])
    return path


def converted(table: Table, directory: str) -> Sources:
    check_directory(directory, [])
    write_problem(TableProblem(table), directory)
    return Sources(
        (f"{directory}/bk.pl",), f"{directory}/pos.pl", f"{directory}/neg.pl"
    )


def has_values(rows: list[list[str]]) -> bool:
    known = [[cell not in MISSING for cell in row[:-1]] for row in rows]
    return any(map(any, known))


@pytest.mark.parametrize("few", [0, coverage.FEW], ids=["coded", "packed"])
@given(drawn=random_tables(), algorithm=st.sampled_from(["fold", "foil"]))
@settings(max_examples=100)
def test_random_tables_give_the_theory_of_their_files(
    monkeypatch: pytest.MonkeyPatch,
    few: int,
    drawn: tuple[list[str], list[list[str]]],
    algorithm: str,
) -> None:
    monkeypatch.setattr(coverage, "FEW", few)
    headers, rows = drawn
    if not has_values(rows):
        return
    with tempfile.TemporaryDirectory() as directory:
        told = source(written(directory, headers, rows), positive="x")
        directly = api.learn(told, Options(algorithm)).theory
        sources = converted(read_table(told), f"{directory}/out")
        by_way_of_files = api.learn(sources, Options(algorithm)).theory
    assert to_prolog(directly) == to_prolog(by_way_of_files)


@given(random_tables(), st.data())
def test_candidates_cover_what_the_cells_say(
    drawn: tuple[list[str], list[list[str]]], data: st.DataObject
) -> None:
    """Compare with a look at each cell, over rows chosen at random, some twice."""
    headers, rows = drawn
    if not has_values(rows):
        return
    with tempfile.TemporaryDirectory() as directory:
        table = read_table(source(written(directory, headers, rows), positive="x"))
    chosen = data.draw(st.lists(st.sampled_from(table.rows.tolist()), min_size=1))
    asked = TableCoverage(table, np.array(chosen))
    found = asked.refinements((), asked.positives, 0)
    by_name = {f"{h[0]}_{h[2:]}": i for i, h in enumerate(headers[:-1])}
    for block in found.blocks:
        for (literal,), members in zip(block.steps, block.covers, strict=True):
            column = table.by_name[literal.name]
            cell = [rows[row][by_name[literal.name]].strip(" \t") for row in chosen]
            flags = bits.unpack(members, len(chosen)).tolist()
            texts = {c for c, flag in zip(cell, flags, strict=True) if flag}
            assert len(texts) == 1  # one text, and all rows that have it
            assert [c in texts for c in cell] == flags
            assert isinstance(literal.args[1], Const)
            assert literal.args[1].text in column.texts
    for column in found.columns:
        cell = [rows[row][by_name[column.atom.name]] for row in chosen]
        numbers = [None if c in MISSING else float(c) for c in cell]
        assert [float(v) for v in column.values] == sorted(
            {n for n in numbers if n is not None}
        )
        for rank, value in enumerate(map(float, column.values)):
            for op in ("=<", ">"):
                flags = [
                    n is not None and (n <= value if op == "=<" else n > value)
                    for n in numbers
                ]
                covers = bits.unpack(column.covers(op, rank), len(chosen))
                assert covers.tolist() == flags


@given(random_tables())
@settings(max_examples=25)
def test_a_theory_covers_what_it_covers_in_prolog(
    drawn: tuple[list[str], list[list[str]]],
) -> None:
    """Learn from half of the rows; ask the theory about all, here and in swipl."""
    headers, rows = drawn
    if not has_values(rows):
        return
    with tempfile.TemporaryDirectory() as directory:
        table = read_table(source(written(directory, headers, rows), positive="x"))
        half = table.rows[: len(table.rows) // 2 + 1]
        if not table.labels[half].any() or table.labels[half].all():
            return
        theory = learned_from(table, half)
        holds = covered(table, theory)
        converted(table, f"{directory}/out")
        (Path(directory) / "theory.pl").write_text(to_prolog(theory), encoding="utf-8")
        [told] = swipl(
            "findall(X, ((pos(X); neg(X)), catch(x(X), _, fail)), L), sort(L, S),"
            "print(S), nl",
            files=(
                f"{directory}/out/bk.pl",
                as_facts(f"{directory}/out/pos.pl", "pos"),
                as_facts(f"{directory}/out/neg.pl", "neg"),
                f"{directory}/theory.pl",
            ),
        )
    names = sorted(
        table.row_name(row) for row, h in zip(table.rows, holds, strict=True) if h
    )
    assert told == f"[{','.join(names)}]"


def learned_from(table: Table, rows: np.ndarray) -> Theory:
    asked = TableCoverage(table, rows)
    rules = Learner(asked).learn()
    return build(
        rules, table.target, table.predicates, asked.positives, asked.negatives
    )


def covered(table: Table, theory: Theory) -> list[bool]:
    """Return of which rows the target holds."""
    sets = covers(table, [c.clause for c in theory.clauses], table.rows)
    target = [c.clause.name == theory.target.name for c in theory.clauses]
    union = bits.union(sets[target], bits.empty(len(table.rows)))
    flags: list[bool] = bits.unpack(union, len(table.rows)).tolist()
    return flags


def as_facts(path: str, name: str) -> str:
    """Let examples be facts under another name, beside a theory of theirs."""
    text = Path(path).read_text(encoding="utf-8").replace("x(", f"{name}(")
    Path(path).write_text(text or f":- dynamic {name}/1.\n", encoding="utf-8")
    return path


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
    assert status.codes.tolist() == [2, 0, 1]
    assert isinstance(weight, Numeric)
    assert list(weight.texts) == ["30.5", "70"]
    assert weight.codes.tolist() == [0, -1, 1]
    assert born.texts == ["'2020-01-02'", "'2021-03-04'"]
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


# What is refused

TWO = "a,class\n1,x\n2,y\n"


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("", [], "t.csv: the file is empty"),
        ("\ufeff\n", [], "t.csv: the file is empty"),
        ('""\n', [], "t.csv: the file is empty"),
        ("a,class\n", [], "t.csv: no rows"),
        ("a,a,class\n1,2,x\n", [], "t.csv:1: two columns are named a"),
        ("a,,class\n1,2,x\n", [], "t.csv:1: column 2 has no name"),
        ("a,class\n1,x\n2\n", [], "t.csv:3: 1 cell, but there are 2 columns"),
        ("a,class\n1,x\n\n2,y,z\n", [], "t.csv:4: 3 cells, but there are 2 columns"),
        ('a,class\n"1,x\n2,y\n', [], "t.csv:2: not well-formed: a quote is opened"),
        ("a,b\n1,x\n2,y\n", [], "t.csv: which column is the class? Give --class NAME"),
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
        (TWO, ["--target", "X/2"], "--target X/2: write it like class_y/1"),
        ("a,class\n1,x\n2,x\n", [], "only one value, x (2 rows)"),
        ("a,class\n1,\n2,?\n", [], "t.csv: the class class has no value"),
        ("a,class\n1,x\nz,y\n", ["--numeric", "a"], "t.csv:3: a is z, not a number"),
        (
            "a,class\n1,x\n2,y\n3,z\n4,z\n",
            [],
            "the class class has 3 values, z (2 rows), x (1 row), y (1 row); choose",
        ),
        (
            "a,i,class\n1,k,x\n2,k,y\n",
            ["--id", "i"],
            "t.csv:3: i k is on line 2 already",
        ),
        ("a,i,class\n1,k,x\n2,,y\n", ["--id", "i"], "t.csv:3: no i here"),
    ],
)
def test_what_is_wrong_with_a_table_is_told(
    write: Write, text: str, options: list[str], message: str
) -> None:
    result = fold("learn", write("t.csv", text), *options)
    assert result.returncode == 1
    assert result.stdout == ""
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith("fold: error: ")


def test_a_table_must_be_utf_8_text(write: Write) -> None:
    for data in ["a,class\n1,x\né,y\n".encode("latin-1"), TWO.encode("utf-16")]:
        result = fold("learn", write("t.csv", data))
        assert result.returncode == 1
        assert "t.csv:" in result.stderr
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
def test_what_is_wrong_with_an_arff_file_is_told(
    write: Write, text: str, message: str
) -> None:
    result = fold("learn", write("t.arff", text))
    assert result.returncode == 1
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_table_stands_alone(write: Write) -> None:
    path = write("t.csv", TWO)
    beside = fold("learn", path, write("pos.pl", "p(a).\n"))
    assert beside.returncode == 2
    assert "is a table" in beside.stderr
    about = fold("learn", write("bk.pl", "q(a).\n"), "--positive", "x")
    assert about.returncode == 2
    assert "--positive is about tables" in about.stderr


# Clauses about rows


def clause(*body: Literal | Threshold, name: str = "x") -> Clause:
    return Clause(name, 1, body)


def colour(value: str, *, negated: bool = False) -> Literal:
    return Literal("colour", (Var(0), Const(value)), negated)


def age(value: str) -> Literal:
    return Literal("age", (Var(0), Const(value)))


def bounded(name: str, *bounds: tuple[str, str]) -> Threshold:
    made = tuple(Bound(op, Const(number)) for op, number in bounds)
    return Threshold(Literal(name, (Var(0), VALUE)), made)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ([], [1, 1, 1, 1]),
        ([colour("red")], [1, 0, 1, 0]),
        ([colour("blue")], [0, 0, 0, 0]),
        ([colour("red", negated=True)], [0, 1, 0, 1]),
        ([colour("_")], [1, 1, 1, 0]),
        ([bounded("age", ("=<", "35.5"))], [1, 0, 0, 1]),
        ([bounded("age", (">", "-7"))], [1, 1, 0, 1]),
        ([bounded("age", (">", "30"), ("=<", "40"))], [0, 1, 0, 0]),
        ([age("40")], [0, 1, 0, 0]),
        ([age("40.0")], [0, 0, 0, 0]),
        ([Literal("ab0", (Var(0),), negated=True)], [0, 1, 1, 1]),
    ],
)
def test_clauses_about_any_rows(
    write: Write, body: list[Literal | Threshold], expected: list[int]
) -> None:
    text = "age,colour,class\n30,red,x\n40,green,y\n,red,x\n20,,\n"
    table = read_table(source(write("t.csv", text), positive="x"))
    first = clause(colour("red"), bounded("age", (">", "0")), name="ab0")
    sets = covers(table, [clause(*body), first], np.arange(table.size))
    assert bits.unpack(sets[0], 4).tolist() == list(map(bool, expected))
    assert bits.unpack(sets[1], 4).tolist() == [True, False, False, False]
    assert covers(table, [], np.arange(2)).shape[0] == 0


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ([Literal("shape", (Var(0), Const("round")))], "shape/2 is no column of"),
        ([Literal("age", (Var(0), Var(1)))], "cannot be asked of a table"),
        ([Literal("x", (Var(0),))], "x is defined by way of itself"),
        ([bounded("colour", (">", "1"))], "colour is no numeric column"),
        ([bounded("age", (">", "1.0Inf"))], "cannot be asked of a table"),
    ],
)
def test_clauses_that_a_table_cannot_answer(
    write: Write, body: list[Literal | Threshold], message: str
) -> None:
    path = write("t.csv", "age,colour,class\n30,red,x\n40,green,y\n")
    table = read_table(source(path, positive="x"))
    with pytest.raises(InputError, match=message):
        covers(table, [clause(*body)], table.rows)


def test_a_table_without_a_class_can_be_asked(write: Write) -> None:
    path = write("t.csv", "age,colour\n30,red\n40,green\n")
    table = read_table(source(path), labelled=False)
    sets = covers(table, [clause(colour("green"))], table.rows)
    assert bits.unpack(sets[0], 2).tolist() == [False, True]


# Real data

UCI = DATA / "uci"
TASKS = ["acute1", "bridges", "credit_j", "ecoli", "heart", "iris", "labor", "wine"]
TASKS += ["breastw", "credit_au", "ionosphere", "kidney", "titanic", "voting"]


def described(name: str) -> dict[str, str]:
    lines = (UCI / name / "source.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split(": ", 1) for line in reversed(lines) if ": " in line)


@pytest.mark.skipif(not UCI.is_dir(), reason="no data; see FOLD_DATA")
@pytest.mark.parametrize("task", TASKS)
def test_real_tables_give_the_theory_of_their_files(task: str, tmp_path: Path) -> None:
    about = described(task)
    options = ["--positive", about["positive"]]
    for kind in ("numeric", "categorical"):
        if about[kind] != "none":
            options += [f"--{kind}", about[kind]]
    path = UCI / task / "data.csv"
    assert fold("convert", path, *options, "-o", tmp_path / "out").returncode == 0
    files = [tmp_path / "out" / name for name in ("bk.pl", "pos.pl", "neg.pl")]
    theory = learned(path, *options)
    assert theory == learned(*files)
    numbers = about["rows"], about["positive"]
    counts = dict(part.rsplit(" ", 1) for part in about["classes"].split(", "))
    negative = int(numbers[0]) - int(counts[numbers[1]])
    assert f"% examples: {counts[numbers[1]]} positive, {negative} negative" in theory


def test_a_theory_of_a_table_runs_in_swipl(write: Write, tmp_path: Path) -> None:
    path = write("pets.csv", PETS)
    options = ["--id", "name", "--positive", "good"]
    assert fold("convert", path, *options, "-o", tmp_path / "out").returncode == 0
    theory = write("theory.pl", learned(path, *options))
    lines = swipl(
        "forall(good(X), (print(X), nl))", files=(tmp_path / "out" / "bk.pl", theory)
    )
    assert sorted(lines) == ["ann", "rex", "tom"]


def test_convert_does_not_write_over_what_it_reads(
    write: Write, tmp_path: Path
) -> None:
    bk, pos = write("bk.pl", "bird(a).\nbird(b).\n"), write("pos.pl", "fly(a).\n")
    result = fold("convert", bk, pos, "-o", tmp_path)
    assert result.returncode == 1
    assert "is an input as well" in result.stderr
    assert fold("convert", write("t.csv", TWO), "-o", bk).returncode == 1


def test_text_with_many_quotes_is_read_as_the_csv_module_reads_it(write: Write) -> None:
    rows = [[f'a "{n % 3}"', "line\nbreak", "xy"[n % 2]] for n in range(50)]
    out = io.StringIO()
    csv.writer(out).writerows([["a b", "c", "class"], *rows])
    table = read_table(source(write("t.csv", out.getvalue())))
    first, second = table.columns
    assert [first.texts[code] for code in first.codes[:3]] == [
        "'a \"0\"'",
        "'a \"1\"'",
        "'a \"2\"'",
    ]
    assert second.texts == ["'line\\nbreak'"]
