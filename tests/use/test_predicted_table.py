"""Predictions written as a table: what is in it, and that nothing else is written."""

from __future__ import annotations

import csv
import gzip
from typing import TYPE_CHECKING

import pytest
from support import fold

from fold_cli import learn, load
from fold_cli.api import write_predictions
from fold_cli.files.tables import table_output

if TYPE_CHECKING:
    from pathlib import Path

    from support import Write


ROWS = [f"k{n},{n},{'ab'[n % 2]},{'01' if n % 3 else '02'}" for n in range(40)]
TWO = "id,age,job,code,class\n" + "".join(
    f"{row},{'yes' if n > 20 else 'no'}\n" for n, row in enumerate(ROWS)
)
THREE = "id,age,job,code,class\n" + "".join(
    f"{row},{'low' if n < 14 else 'mid' if n < 27 else 'high'}\n"
    for n, row in enumerate(ROWS)
)


@pytest.fixture(params=["two", "three"])
def theory(request: pytest.FixtureRequest, write: Write) -> Path:
    text = TWO if request.param == "two" else THREE
    found = learn(write("t.csv", text), ignore="id")
    return write(f"{request.param}.pl", found.to_prolog())


def rows(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def test_the_table_says_what_predict_says(
    theory: Path, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_output, "ROWS_PER_PART", 7)
    batch, loaded = write("b.csv", TWO), load(theory)
    output = batch.with_name("out.csv")
    assert write_predictions(loaded, batch, output, proba=True, id_column="id")
    expected = [["id", "prediction", "probability"]]
    for n, each in enumerate(loaded.predict(batch, proba=True, id_column="id")):
        said = each.label or ("true" if each.holds else "false")
        expected.append([f"k{n}", said, f"{each.probability:.6g}"])
    assert rows(output) == expected
    write_predictions(loaded, batch, output, append=True)
    given = [line.split(",") for line in TWO.splitlines()]
    said = [["prediction"], *([row[1]] for row in expected[1:])]
    assert rows(output) == [[*a, *b] for a, b in zip(given, said, strict=True)]


def test_parquet_keeps_numbers_codes_and_what_is_missing(
    theory: Path, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow")
    from pyarrow import parquet

    monkeypatch.setattr(table_output, "ROWS_PER_PART", 2)
    text = "code,age,job,score\n01,5,a,1.5\n02,,b,2\n01,30,,-\n"
    output = write("b.csv", text).with_name("out.parquet")
    write_predictions(
        load(theory), write("b.csv", text), output, proba=True, append=True
    )
    found = parquet.read_table(output).to_pydict()
    assert found["code"] == ["01", "02", "01"]
    assert found["age"] == [5, None, 30]
    assert found["job"] == ["a", "b", None]
    assert found["score"] == [1.5, 2.0, None]
    assert all(isinstance(p, float) for p in found["probability"])
    assert list(found)[-2:] == ["prediction", "probability"]
    again = fold("predict", theory, output, "-o", output.with_name("again.csv"))
    assert again.returncode == 0
    assert len(rows(output.with_name("again.csv"))) == 4


def test_zipped_tables_and_standard_input(theory: Path, write: Write) -> None:
    zipped = write("b.csv.gz", gzip.compress(TWO.encode()))
    outputs = [zipped.with_name(name) for name in ("a.csv", "b.csv")]
    assert fold("predict", theory, zipped, "-o", outputs[0]).returncode == 0
    result = fold("predict", theory, "-", "-o", outputs[1], stdin=TWO)
    assert (result.returncode, result.stdout) == (0, "")
    assert rows(outputs[0]) == rows(outputs[1])
    assert rows(outputs[0])[0] == ["row", "prediction"]
    assert rows(outputs[0])[1][0] == "row1"


@pytest.mark.parametrize(
    ("batch", "options", "code", "message"),
    [
        ("age,job,code,prediction\n1,a,01,x\n", ["--append"], 1, ":1: a column is"),
        ("job,code\na,01\n", [], 1, "b.csv:1: no column age, which the theory uses"),
        ("age,job,code\n1,a\n", [], 1, "b.csv:2: 2 cells, but there are 3 columns"),
        ("age,job,code\n1,a,01\n", ["--append", "--explain"], 2, "--explain needs"),
    ],
)
def test_nothing_is_written_where_something_is_wrong(
    write: Write, batch: str, options: list[str], code: int, message: str
) -> None:
    theory = write("th.pl", learn(write("t.csv", TWO), ignore="id").to_prolog())
    path = write("b.csv", batch)
    before = sorted(path.parent.iterdir())
    result = fold("predict", theory, path, "-o", path.with_name("o.csv"), *options)
    assert (result.returncode, result.stdout) == (code, "")
    assert message in result.stderr
    assert sorted(path.parent.iterdir()) == before


def test_an_input_is_never_written(theory: Path, write: Write) -> None:
    batch = write("b.csv", TWO)
    link = batch.with_name("link.csv")
    link.symlink_to(batch)
    for output in (batch, link):
        result = fold("predict", theory, batch, "--append", "-o", output)
        assert result.returncode == 1
        assert "is an input as well" in result.stderr
    result = fold("predict", theory, batch, "-o", theory)
    assert result.returncode == 1
    assert batch.read_text(encoding="utf-8") == TWO


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-o", "x.csv.gz"], "-o x.csv.gz: predictions are written as .csv, .parquet,"),
        (["-o", "x.xlsx"], "-o x.xlsx: predictions are written as .csv, .parquet,"),
        (
            ["-o", "x.csv", "--format", "json"],
            "-o x.csv is not written as --format json",
        ),
    ],
)
def test_a_file_is_what_its_name_says(
    theory: Path, write: Write, options: list[str], message: str
) -> None:
    result = fold("predict", theory, write("b.csv", TWO), *options)
    assert result.returncode == 2
    assert message in result.stderr


def test_append_needs_a_table(write: Write) -> None:
    theory, bk = write("th.pl", "fly(X) :- bird(X).\n"), write("bk.pl", "bird(a).\n")
    for options in (["--append", "-o", "x.csv"], ["-o", "x.parquet"], ["--append"]):
        assert fold("predict", theory, bk, *options).returncode == 2
    output = bk.with_name("x.csv")
    assert fold("predict", theory, bk, "-o", output).returncode == 0
    assert rows(output) == [["example", "prediction"], ["fly(a)", "true"]]
