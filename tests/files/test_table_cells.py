"""Cells of a table: how they are split, read as numbers, and named."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support import swipl
from tables import source

from fold_cli.files.tables.cells import Grid, GridBuilder
from fold_cli.files.tables.names import column_names, target_name
from fold_cli.files.tables.numbers import Numbers, parse_numbers
from fold_cli.files.tables.read import read_table
from fold_cli.theory.quoting import float_text

if TYPE_CHECKING:
    from pathlib import Path

    from support import Write


def cells(grid: Grid) -> list[list[str]]:
    """Return the rows of a grid."""
    columns = [
        [*map(column.strings().__getitem__, column.codes.tolist())]
        for column in grid.columns
    ]
    return [list(row) for row in zip(*columns, strict=True)]


def split(data: bytes, delimiter: str, width: int, first_line: int) -> Grid | None:
    """Return the grid of plain lines."""
    builder = GridBuilder(width)
    return builder.grid() if builder.add_plain(data, delimiter, first_line) else None


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
    assert grid
    assert cells(grid) == rows
    assert list(grid.lines) == list(range(2, len(rows) + 2))
    slowly = GridBuilder(len(rows[0]))
    slowly.add_rows(enumerate(rows, 2))
    assert cells(slowly.grid()) == rows


@pytest.mark.parametrize("distinct", [3, 400, 600, 5000])
def test_cells_are_distinct_however_many_there_are(distinct: int) -> None:
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
    assert column.codes.tolist() == [2, 1]
    assert table.target.name == "class_yes"


def test_text_with_many_quotes_is_read_as_the_csv_module_reads_it(write: Write) -> None:
    rows = [[f'a "{n % 3}"', "line\nbreak", "xy"[n % 2]] for n in range(50)]
    out = io.StringIO()
    csv.writer(out).writerows([["a b", "c", "class"], *rows])
    table = read_table(source(write("t.csv", out.getvalue())))
    first, second = table.columns
    assert [first.texts[code - 1] for code in first.codes[:3].tolist()] == [
        "'a \"0\"'",
        "'a \"1\"'",
        "'a \"2\"'",
    ]
    assert second.texts == ["'line\\nbreak'"]


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
    lowest = Numbers(np.array([-(2**63), 2**63 - 1]))
    bounds = [str(-(2**63) - 1), str(-(2**63)), "0", str(2**63 - 1), str(2**63)]
    assert [lowest.rank(text) for text in bounds] == [-1, 0, 0, 1, 1]
    large = 2**53 + 3  # as a float 2**53 + 4, and so Prolog compares it with floats
    texts = np.array([b"1", str(large - 2).encode(), f"{large}.0".encode()])
    for cells, rank in ((texts, 2), (texts[2:], 0)):
        parsed = parse_numbers(cells, exact=True)
        assert parsed
        assert parsed.ranked()[0].rank(str(large)) == rank
        assert parsed.ranked()[0].rank(f"-{'9' * 400}") == -1


def test_large_numbers_of_both_types_are_ranked_as_prolog_compares_them() -> None:
    """A whole number is compared with a float as floats, with another exactly."""
    wholes = [10**18 + step for step in (-70, -3, -1, 0, 5, 70)] + [10**20, 7]
    texts = [str(number) for number in wholes] + ["1e18", "1e20", "1.5"]
    parsed = parse_numbers(np.array([text.encode() for text in texts]), exact=True)
    assert parsed
    numbers, ranks = parsed.ranked()
    values = [number if number > 7 else 7.0 for number in wholes] + [1e18, 1e20, 1.5]
    bounds = [*wholes, 10**18 - 64, 10**18 - 65, 10**20 - 1, 2**63, 1e18, 1e20, 2.5]
    for bound in bounds:
        at_most = [
            float(value) <= float(bound)
            if isinstance(value, float) or isinstance(bound, float)
            else value <= bound
            for value in values
        ]
        rank = numbers.rank(
            float_text(bound) if isinstance(bound, float) else str(bound)
        )
        assert [each <= rank for each in ranks.tolist()] == at_most, bound
    floats = parse_numbers(np.array([b"1.5", b"1e20"]), exact=True)
    assert floats
    assert floats.ranked()[0].rank("99999999999999999999") == 1


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


@pytest.mark.parametrize("text", [b"5.5e999", b"1%s.5e299" % (b"0" * 30)])
@pytest.mark.filterwarnings("error")
def test_numbers_beyond_floats_are_no_numbers(text: bytes) -> None:
    assert parse_numbers(np.array([b"1.5", text])) is None
