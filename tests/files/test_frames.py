"""Tables in memory mean what they would mean had they been written as CSV and read."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fold_cli.errors import InputError
from fold_cli.files.sources import TableSource
from fold_cli.files.tables.frames import cells_of, raw_frame
from fold_cli.files.tables.read import read_table

if TYPE_CHECKING:
    from pathlib import Path

    from fold_cli.files.tables.table import Table

DAYS = pd.to_datetime(["2020-01-01", "2021-02-03", None, "2020-01-01"])
HOURS = pd.to_datetime(
    ["2020-01-01 10:00", "2021-02-03 00:00", None, "2020-01-01 10:00"]
)
COLUMNS: dict[str, Any] = {
    "ints": [3, -1, 3, 2**40],
    "large ints": [2**70, 1, -(2**80), 1],
    "unsigned": np.array([0, 2**64 - 1, 1, 1], dtype=np.uint64),
    "floats": [0.1, 1.0, float("nan"), 1e-7],
    "large floats": [1e20, -0.0, 2.0**53, 5e-324],
    "whole floats": [1.0, 2.0, 3.0, float("nan")],
    "float32": np.array([0.1, 1e20, 3.0, np.nan], dtype=np.float32),
    "float16": np.array([0.1, 2.0, 3.0, np.nan], dtype=np.float16),
    "bools": [True, False, True, True],
    "bools and none": np.array([True, None, False, True], dtype=object),
    "strings": ["a", "B c", None, "a"],
    "blanks": ["a", " a", "a\t", "  "],
    "numbers as strings": ["1", "2.5", "1e3", " 7"],
    "zeros before": ["01", "2", "03", "4"],
    "words for nothing": ["NA", "?", "nan", "x"],
    "quotes": ['say "x"', "it's", "a,b", "two\nlines"],
    "unicode": ["é", "日本", "\u00ad", "🙂"],
    "mixed": [1, True, 1.0, "1"],
    "mixed and missing": [pd.NA, None, float("nan"), pd.NaT],
    "objects": [dt.date(2020, 1, 2), Decimal("1.50"), b"x", (1, 2)],
    "nullable int": pd.array([1, None, 3, 1], dtype="Int64"),
    "nullable float": pd.array([1.0, None, 2.5, 1.0], dtype="Float64"),
    "nullable bool": pd.array([True, None, False, True], dtype="boolean"),
    "nullable string": pd.array(["a", None, "b", "a"], dtype="string"),
    "category": pd.Categorical(["lo", "hi", None, "lo"], categories=["lo", "hi", "x"]),
    "ordered": pd.Categorical(["lo", "hi", None, "lo"], ["lo", "hi"], ordered=True),
    "category of ints": pd.Categorical([3, 1, None, 3]),
    "category of floats": pd.Categorical([1.0, 2.5, None, 1.0]),
    "category of bools": pd.Categorical([True, False, None, True]),
    "category of days": pd.Categorical(DAYS),
    "days": DAYS,
    "hours": HOURS,
    "with a zone": HOURS.tz_localize("UTC"),
    "months": pd.PeriodIndex(["2020-01", "2020-02", None, "2020-01"], freq="M"),
    "intervals": pd.cut([1, 5, 9, 5], 3),
    "sparse": pd.arrays.SparseArray([0, 0, 1, 0]),
    "empty": [None, None, None, None],
}
POLARS: dict[str, Any] = {
    "ints": pl.Series([3, None, 3, 2**40]),
    "floats": pl.Series([0.1, None, float("nan"), 1e-7]),
    "wide ints": pl.Series([10**30, None, -5, 10**30], dtype=pl.Int128),
    "large floats": pl.Series([1e20, -0.0, 2.0**53, 5e-324]),
    "float32": pl.Series([0.1, 1e20, 3.0, None], dtype=pl.Float32),
    "bools": pl.Series([True, None, False, True]),
    "strings": pl.Series(["a ", None, "", 'q"x']),
    "category": pl.Series(["a", None, "b", "a"], dtype=pl.Categorical),
    "enum": pl.Series(["a", None, "b", "a"], dtype=pl.Enum(["b", "a"])),
    "decimals": pl.Series([Decimal("1.50"), None, Decimal("2"), Decimal("1.5")]),
    "days": pl.Series([dt.date(2020, 1, 2), None, dt.date(2021, 1, 2), None]),
    "hours": pl.Series([dt.datetime(2020, 1, 2, 3), None, dt.datetime(2021, 1, 2)] * 2)[
        :4
    ],
    "times": pl.Series([dt.time(1, 2), None, dt.time(3), None]),
    "nulls": pl.Series([None] * 4),
}
MONTHS = pd.period_range("2020-01", periods=2, freq="M")
SPANS = pd.Series(pd.to_timedelta(["1 day", "2h", None]))
LISTS = pd.ArrowDtype(pa.list_(pa.int8()))
CLASS = ["yes", "no", "no", "yes"]


def described(table: Table) -> list[object]:
    """Return all that a table is, as values that can be compared."""
    columns = [
        (type(c), c.name, c.header, list(c.texts), c.codes.tolist())
        for c in table.columns
    ]
    return [table.target, columns, table.labels.tolist(), table.rows.tolist()]


def as_read(frame: Any, path: Path, **options: Any) -> list[object]:
    if isinstance(frame, pd.DataFrame):
        frame.to_csv(path, index=False)
    else:
        frame.write_csv(path)
    source = TableSource(str(path), **options)
    return described(read_table(source))


def as_made(frame: Any, **options: Any) -> list[object]:
    source = TableSource("X", raw=raw_frame(frame, "X", {}), **options)
    return described(read_table(source))


@pytest.mark.parametrize("name", COLUMNS)
def test_a_column_of_pandas(name: str, tmp_path: Path) -> None:
    frame = pd.DataFrame({"filled": [1, 2, 3, 4], "class": CLASS})
    frame.insert(1, name, COLUMNS[name])
    assert as_made(frame) == as_read(frame, tmp_path / "x.csv")


@pytest.mark.parametrize("name", POLARS)
def test_a_column_of_polars(name: str, tmp_path: Path) -> None:
    frame = pl.DataFrame({"filled": [1, 2, 3, 4], name: POLARS[name], "class": CLASS})
    assert as_made(frame) == as_read(frame, tmp_path / "x.csv")


@pytest.mark.parametrize(
    "values",
    [
        [[1, 2], [3, 4]],
        [[0.5, 2], [np.nan, 4]],
        [[True, False], [True, True]],
        [["a", 1], ["b", 2.5]],
        np.array([["a", None], [np.nan, 2.5]], dtype=object),
        np.array([["2020-01-01", "NaT"], ["2020-05-01", "2021-01-01"]], "M8[D]"),
    ],
    ids=str,
)
def test_arrays(values: Any, tmp_path: Path) -> None:
    array = np.asarray(values)
    names = {"x0": array[:, 0], "x1": array[:, 1], "class": CLASS[:2]}
    made = TableSource(
        "X", raw=raw_frame(array, "X", {"class": cells_of(CLASS[:2], "y")})
    )
    frame = pd.DataFrame({name: list(column) for name, column in names.items()})
    frame.to_csv(tmp_path / "x.csv", index=False)
    read = TableSource(str(tmp_path / "x.csv"))
    assert described(read_table(made)) == described(read_table(read))


cell = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(allow_infinity=False),
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=4),
    st.sampled_from([pd.NA, pd.NaT, dt.date(2020, 1, 2), "1", "1.0", "NA", "True"]),
)
of_one_type = st.sampled_from(
    [
        st.booleans(),
        st.integers(-(2**62), 2**62),
        st.floats(allow_infinity=False),
        st.one_of(st.none(), st.floats(-5, 5, width=32, allow_nan=False)),
        st.one_of(st.none(), st.sampled_from(["a", "b", " c", "1", "2", "?"])),
        st.one_of(st.none(), st.dates(dt.date(1990, 1, 1), dt.date(2030, 1, 1))),
    ]
)


@st.composite
def frames(draw: Any, rows: int = 6) -> pd.DataFrame:
    columns = {}
    for number in range(draw(st.integers(1, 3))):
        cells = draw(st.sampled_from([cell, draw(of_one_type)]))
        values = draw(st.lists(cells, min_size=rows, max_size=rows))
        column = pd.Series(values, dtype=draw(st.sampled_from([None, object])))
        as_category = draw(st.booleans()) and column.map(type).nunique() == 1
        columns[f"c{number}"] = column.astype("category") if as_category else column
    return pd.DataFrame(
        {**columns, "z": range(rows), "class": ["a", "b"] * (rows // 2)}
    )


@settings(max_examples=60, deadline=None)
@given(frame=frames())
def test_random_frames(tmp_path_factory: pytest.TempPathFactory, frame: Any) -> None:
    path = tmp_path_factory.getbasetemp() / "random.csv"
    assert as_made(frame) == as_read(frame, path)


@pytest.mark.parametrize(
    ("frame", "fault"),
    [
        (pd.DataFrame([[1, 2]], columns=["a", "a"]), "two columns are named a"),
        (pd.DataFrame([[1, 2]], columns=["1", 1]), "two columns are named 1"),
        (pd.DataFrame([[1, 2]], columns=["a", " "]), "column 2 has no name"),
        (pd.DataFrame([[1, 2]], columns=[("a", 1), ("a", 2)]), "give it one name"),
        (pd.DataFrame({"a": ["x\0"]}), "X: a: a cell has a NUL"),
        (
            pd.DataFrame({"a": [10**5000]}, dtype=object),
            "X: a: a cell cannot be read as text",
        ),
        (np.array([[10**5000]]), "X: .*: a cell cannot be read as text"),
        (pd.DataFrame({"a": ["\ud800"]}, dtype=object), "is not Unicode text"),
        (pl.DataFrame({"a": [[1]]}), r"the type List\(Int64\) cannot be written"),
        (pl.DataFrame({"a": [b"x"]}), "the type Binary cannot be written"),
        (pl.from_pandas(pd.DataFrame({"a": MONTHS})), "period.* cannot be written"),
        (pl.from_pandas(pd.DataFrame({"a": pd.cut([1, 2], 2)})), "interval.* cannot"),
        (pl.DataFrame({"a": [dt.timedelta(1)]}), "lengths of time; give numbers"),
        (pd.DataFrame({"a": SPANS}), "the type timedelta64.* are lengths of time"),
        (pd.DataFrame({"a": pd.Categorical(SPANS)}), "lengths of time"),
        (pd.DataFrame({"a": SPANS.astype("duration[ns][pyarrow]")}), "lengths of time"),
        (pd.DataFrame({"a": pd.array([[1], []], LISTS)}), "X: a: .*no values of a"),
        (np.array([[1, 2]], dtype="timedelta64[s]"), "lengths of time"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_table(frame: Any, fault: str) -> None:
    with pytest.raises(InputError, match=fault):
        raw_frame(frame, "X", {})
