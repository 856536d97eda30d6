"""Numbers and dates that are written in other ways: never names in silence."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from support import clauses, fold, swipl
from tables import source

from fold_cli import FoldError, learn
from fold_cli.api import convert
from fold_cli.files.tables.read import read_table
from fold_cli.files.tables.spelling import meaning

if TYPE_CHECKING:
    from pathlib import Path

    from support import Write


def read(write: Write, cells: list[str], delimiter: str = ",") -> tuple[str, list[str]]:
    """Return the kind of a column with these cells, and what is told."""
    lines = [f"{cell}{delimiter}{'xy'[n % 2]}" for n, cell in enumerate(cells)]
    path = write("t.csv", "\n".join([f"v{delimiter}class", *lines]) + "\n")
    table = read_table(source(path, positive="x"))
    return table.columns[0].schema.kind, [w.partition(": ")[2] for w in table.warnings]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *((text, "numbers") for text in ("1,234", "1.234,5", "1 234", "1'234", "$5")),
        *(
            (text, "numbers")
            for text in ("5%", "5 €", "(1,000)", "٣٤", "\xa05", "\N{MINUS SIGN}5")
        ),
        *((text, "numbers") for text in ("1_000", "1\u202f234", "1,5", "1\u2019000")),
        *((text, "dates") for text in ("31.05.2024", "5/31/24", "2024/05/31", "09:30")),
        *((text, "dates") for text in ("5/31/2024 9:30", "9:30 PM", "31-05-2024")),
        *((text, "dates") for text in ("31-May-2024", "31 Dec 24", "May 31, 2024")),
        *((text, "dates") for text in ("Fri, 31 May 2024 09:30:00 GMT", "Sept 2024")),
        *(
            (text, "dates")
            for text in ("2024-5-1", "2024-05-01 09:30:00 UTC", "Q1 2024")
        ),
        *((text, None) for text in ("2024-05-01", "2024-05", "2024-05-01T09:30Z")),
        *((text, None) for text in ("Mars 12", "octane 95", "Marlboro 24", "3 May")),
        *(
            (text, None)
            for text in ("red", "25-34", "a1", "1.2.3", "", "$", "555 1234")
        ),
    ],
)
def test_what_a_text_looks_like(text: str, expected: str | None) -> None:
    assert meaning(text) == expected


@pytest.mark.parametrize(
    ("cell", "what"),
    [
        ('"1,{:03}"', "numbers"),
        ("{}%", "numbers"),
        ("{:02}.05.2024", "dates"),
        ("{}.5 kg", "numbers"),
        ("{}°C", "numbers"),
        ("{}km/h", "numbers"),
        ("{:02}-Mar-2023", "dates"),
        ("2023Q{}", "dates"),
    ],
)
def test_a_column_that_is_written_otherwise_is_told(
    write: Write, cell: str, what: str
) -> None:
    kind, told = read(write, [cell.format(n % 9 + 1) for n in range(30)])
    assert kind == "categorical"
    assert len(told) == 1
    assert told[0].startswith("the column v is categorical: ")
    assert f" and its like are not read as {what}; write " in told[0]
    assert "(lines " in told[0]


def test_numbers_with_several_factors_are_told(write: Write) -> None:
    kind, told = read(write, ["950K", "1.2M", "3.4M", "1B", "970"] * 6)
    assert kind == "categorical"
    assert "v is categorical: 950K (lines " in told[0]


@pytest.mark.parametrize("cells", [["1st", "2nd", "3rd"], ["3D", "2D"], ["a 1", "b 2"]])
def test_names_with_digits_are_names(write: Write, cells: list[str]) -> None:
    assert read(write, cells * 10) == ("categorical", [])


def test_a_long_text_among_numbers_is_a_stray_word(write: Write) -> None:
    kind, told = read(write, [*(str(n % 9) for n in range(60)), "x" * 300])
    assert kind == "numeric"
    assert [message.partition(" are taken")[0] for message in told] == [
        "in the column v of numbers these"
    ]


def test_times_with_and_without_an_offset_are_told(write: Write) -> None:
    times = [f"2024-05-{n % 9 + 1:02}T09:30:00" for n in range(30)]
    assert read(write, times) == ("date", [])
    assert read(write, [f"{time}Z" for time in times]) == ("date", [])
    kind, told = read(write, [*times, "2024-05-02T09:30:00+02:00", "2024-05-03"])
    assert kind == "date"
    assert told == [
        "in the column v 1 of 31 times have an offset such as Z or +02:00; those "
        "without are taken for UTC, so give all of them one, or none"
    ]


@pytest.mark.parametrize("mode", ["--exact", "--noise"])
def test_converted_dates_have_the_thresholds_of_the_table(
    write: Write, tmp_path: Path, mode: str
) -> None:
    days = [f"2024-{n % 12 + 1:02}-{n % 28 + 1:02}" for n in range(60)]
    cells = [day + "T09:30:00" * (n % 4 == 1) for n, day in enumerate(days)]
    rows = [f"{c},{n % 3},{'yn'[c > '2024-06-05T']}" for n, c in enumerate(cells)]
    path = write("t.csv", "\n".join(["day,n,class", *rows, ",1,y"]) + "\n")
    told: list[str] = []
    out = tmp_path / "out"
    convert(path, positive="y", output=str(out), on_warning=told.append)
    assert told == []
    of_table = fold("learn", "-q", path, "--positive", "y", mode).stdout
    of_files = fold("learn", "-q", out, mode)
    assert of_files.returncode == 0, of_files.stderr
    assert clauses(of_files.stdout) == clauses(of_table)
    assert "A @=< '2024-06-" in of_files.stdout
    theory = write("theory.pl", of_files.stdout)
    found = swipl("forall(class_y(X), (print(X), nl))", files=(out / "bk.pl", theory))
    covered = int(of_files.stdout.partition("% covered: ")[2].split()[0])
    assert len(found) == covered > 20


def test_what_is_no_date_where_a_mode_says_so_is_an_error(write: Write) -> None:
    bk = write("bk.pl", "day(a, '2024-05-01'). day(b, '2024-5-2').")
    pos, neg = write("pos.pl", "late(b)."), write("neg.pl", "late(a).")
    modes = write("m.pl", ":- modeh(late(+x)).\n:- modeb(day(+x, -iso_date)).")
    result = fold("learn", bk, pos, neg, "--modes", modes)
    assert result.returncode == 1
    assert result.stderr.endswith(
        "m.pl:2: day/2 should hold dates such as '2024-05-31', this mode says, but "
        "holds '2024-5-2'\n"
    )


def test_a_point_that_may_separate_thousands_is_told(write: Write) -> None:
    kind, told = read(write, ["999", "1.018", "0,5"] * 9, ";")
    assert kind == "numeric"
    assert told == [
        "in the column v a point is read as a decimal point: 1.018 (lines 3, 6, 9 and "
        "6 more); leave out points that separate thousands"
    ]
    assert read(write, ["999", "1.018", "0.25"] * 9, ";")[1] == []
    assert read(write, ["999", "1.018", "0.25"] * 9)[1] == []


def test_a_comma_that_may_separate_thousands_is_told(write: Write) -> None:
    told = read(write, ["950", "1,200", "12,000"] * 9, ";")[1]
    assert told == [
        "in the column v a comma is read as a decimal point: 1,200 (lines 3, 6, 9 and "
        "6 more); leave out commas that separate thousands"
    ]
    for certain in (["1,899", "1,909"], ["950", "1,20"], ["9500", "1,200"]):
        assert read(write, certain * 9, ";")[1] == []


@pytest.mark.parametrize(
    ("cells", "advice"),
    [
        (["7", "$3,000", "$1,000"], "3: v is $3,000, not a number; write 1234.5"),
        (["12 kg", "9 kg", "3 kg"], "2: v is 12 kg, not a number; write 1234.5"),
        (["31.05.2024", "7"], "2: v is 31.05.2024, not a number; write 2024-05-31"),
        (
            ["7", "not yet"],
            "if it means no value, give missing='not yet'",
        ),
        (["7", "a, b"], "not a number; if it means no value, leave the cell empty"),
    ],
)
def test_what_is_no_number_where_it_should_be(
    write: Write, cells: list[str], advice: str
) -> None:
    """The first such cell is named, and what to do about its like."""
    lines = [f'"{cell}",{"ab"[n % 2]}\n' for n, cell in enumerate(cells)]
    with pytest.raises(FoldError, match=re.escape(advice)):
        learn(write("t.csv", "v,class\n" + "".join(lines)), numeric="v")


@pytest.mark.parametrize(
    ("cells", "kind", "stray"),
    [
        ([f"2024-05-{n % 9 + 1:02}" for n in range(40)], "date", "0000-00-00"),
        ([f"{n % 9}" for n in range(40)], "numeric", "01-Jan"),
        ([f"{n % 9}" for n in range(40)], "numeric", "00:15"),
    ],
)
def test_a_stray_cell_that_begins_with_0_is_no_code(
    write: Write, cells: list[str], kind: str, stray: str
) -> None:
    found, told = read(write, [*cells, stray])
    assert found == kind
    assert told[0].endswith(f"are taken as missing: {stray} (line 42)")


def test_a_column_with_codes_is_categorical_and_told(write: Write) -> None:
    kind, told = read(write, [*(f"{n % 9}" for n in range(60)), "05", "x"])
    assert kind == "categorical"
    assert told == [
        "the column v is categorical: 1 of 62 cells are no numbers, such as x (line "
        "63); give --missing WORDS for those that mean no value"
    ]


def test_numbers_that_begin_with_0_are_told(write: Write) -> None:
    kind, told = read(write, ["01097", "80331", "00501"] * 9)
    assert kind == "numeric"
    assert told == [
        "numbers of the column v begin with 0, as codes do: 00501 (lines 4, 7, 10 and "
        "6 more); if they are names, give --categorical=v"
    ]
    word = "x" * 500
    path = write("u.csv", f"v,class\n001,x\n{word},y\n2,y\n")
    table = read_table(source(path, positive="x", missing=(word,)))
    assert any("begin with 0, as codes do: 001 (line 2)" in w for w in table.warnings)
    for plain in (["01", "12"], ["0.25", "0"], ["0", "10"]):  # months, and numbers
        assert read(write, plain * 9) == ("numeric", [])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Berlin", "berlin"),
        ("New York", "New  York"),
        ("New York", "New\xa0York"),
        ("Rome", "Rome\u200b"),
        ("Caf\u00e9", "Cafe\u0301"),
    ],
)
def test_names_that_hardly_differ_are_told(write: Write, one: str, other: str) -> None:
    pair = " and ".join(sorted([one, other]))
    assert read(write, [one, other, "Bern"] * 9)[1] == [
        "values of the column v differ only in case, blanks or unseen characters: "
        f"{pair}; write those alike that mean the same"
    ]
    assert read(write, [one, "Bern", "Café-Bar", "Cafe"] * 9)[1] == []


@pytest.mark.parametrize("cell", ["{}", "{}.0"])
@pytest.mark.parametrize("stray", [[], ["x"]])
def test_numbers_that_name_the_rows_are_told(
    write: Write, cell: str, stray: list[str]
) -> None:
    _, told = read(write, [*(cell.format(7 * n) for n in range(40)), *stray])
    assert told[-1].startswith("no two rows have the same v; name the rows by it")


def test_names_of_most_rows_are_told(write: Write) -> None:
    _, told = read(write, [f"k{n % 25}" for n in range(40)])
    assert told == [
        "the column v has 25 different values in 40 rows, so it names rows and hardly "
        "describes them; leave it out with --ignore"
    ]
    assert read(write, [f"k{n % 20}" for n in range(40)])[1] == []
    assert read(write, [f"k{n % 15}" for n in range(20)])[1] == []
    _, told = read(write, [f"{n}.5%" for n in range(40)])
    assert len(told) == 1
    assert "v is categorical: " in told[0]


def test_a_comment_is_no_line_of_a_table(write: Write) -> None:
    result = fold("learn", write("t.csv", "# x\na,class\n1,x\n"))
    assert result.returncode == 1
    assert "t.csv:2: 2 cells, but there is 1 column" in result.stderr
