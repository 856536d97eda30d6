"""Tables from standard input, zipped, and as Parquet and Feather."""

from __future__ import annotations

import gzip
import random
import re
from typing import TYPE_CHECKING

import pytest
from support import clauses, fold, learned, run_script
from worker import Worker

from fold_cli import FoldError, learn
from fold_cli.files.dialects import several_models
from fold_cli.files.tables import arrow
from fold_cli.files.tables.raw import read_file

if TYPE_CHECKING:
    from pathlib import Path

    from support import Write


ROWS = "".join(
    f"{n},{('red', 'blue', '')[n % 3]},2024-0{n % 9 + 1}-01,{'yn'[n % 9 > 3]}\n"
    for n in range(60)
)
TABLE = f"n,colour,day,class\n{ROWS}"
CLAUSE = "class_y(X) :- day(X, A), A @=< '2024-04-01'."


def test_a_zipped_table(write: Write) -> None:
    path = write("t.csv.gz", gzip.compress(TABLE.encode()))
    assert clauses(learned(path, "--positive", "y")) == [CLAUSE]
    broken = write("u.csv.gz", gzip.compress(TABLE.encode())[:40])
    for bad in (broken, write("v.tsv.gz", TABLE)):
        with pytest.raises(FoldError, match=r"gz: cannot be unzipped"):
            learn(bad, positive="y")


@pytest.mark.parametrize(
    "data",
    [
        TABLE.encode(),
        TABLE.replace(",", "\t").encode(),
        gzip.compress(TABLE.encode()),
    ],
    ids=["csv", "tsv", "gz"],
)
def test_standard_input(write: Write, data: bytes, tmp_path: Path) -> None:
    theory = tmp_path / "theory.pl"
    for words in (
        ["learn", "-q", "-", "--positive", "y", "-o", str(theory)],
        ["predict", str(theory), "-"],
        ["cv", "-q", "-", "--positive", "y", "--folds", "2", "--jobs", "1"],
    ):
        run = fold(*words, stdin=data)
        assert run.returncode == 0, run.stderr
    assert clauses(theory.read_text()) == [CLAUSE]
    run = fold("learn", "-", stdin="a,class\n1\n")
    assert run.returncode == 1
    assert "stdin.csv:2: 1 cell" in run.stderr


@pytest.mark.parametrize("suffix", ["parquet", "feather"])
def test_parquet_and_feather(write: Write, tmp_path: Path, suffix: str) -> None:
    pytest.importorskip("pyarrow")
    import pandas

    path = write("t.csv", TABLE)
    frame = pandas.read_csv(path, parse_dates=["day"])
    frame["colour"] = frame["colour"].astype("category")
    other = tmp_path / f"t.{suffix}"
    getattr(frame, f"to_{suffix}")(other)
    assert learned(path, "--positive", "y") == learned(other, "--positive", "y")
    theory = write("theory.pl", learned(path, "--positive", "y"))
    both = [fold("predict", theory, each).stdout for each in (path, other)]
    assert both[0] == both[1]
    with pytest.raises(FoldError, match=f"cannot be read as {suffix}"):
        learn(write(f"u.{suffix}", "a,b\n1,2\n"))


@pytest.mark.parametrize("suffix", ["parquet", "feather"])
def test_rows_are_read_some_at_a_time(
    tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Groups of rows whose dictionaries differ give the cells that CSV has."""
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import csv, feather, parquet

    monkeypatch.setattr(arrow, "ROWS_PER_BATCH", 7)
    values = [f"k{n % 11}" if n % 5 else None for n in range(60)]
    columns = {
        "n": [n / 4 if n % 7 else None for n in range(60)],
        "k": pyarrow.array(values).dictionary_encode(),
        "k2": values[::-1],
        "t": [n % 2 == 0 for n in range(60)],
        "class": ["y" if n % 11 < 4 else "n" for n in range(60)],
    }
    table, path = pyarrow.table(columns), tmp_path / f"t.{suffix}"
    csv.write_csv(table, tmp_path / "t.csv")
    if suffix == "parquet":
        parquet.write_table(table, path, row_group_size=20)
    else:
        feather.write_feather(table, path, chunksize=9)
    found, wanted = read_file(str(path)), read_file(str(tmp_path / "t.csv"))
    assert found.headers == wanted.headers
    for a, b in zip(found.grid.columns, wanted.grid.columns, strict=True):
        texts = [[c.texts[code].decode() for code in c.codes] for c in (a, b)]
        assert _like_csv(texts[0]) == texts[1]
    assert list(found.grid.lines) == list(range(1, 61))


def _like_csv(texts: list[str]) -> list[str]:
    """Return cells as PyArrow writes them: true for True, 2 for 2.0."""
    return [text.removesuffix(".0").replace("True", "true").replace("False", "false")
            for text in texts]  # fmt: skip


@pytest.mark.parametrize("kind", ["float16", "float32"])
def test_numbers_of_few_bits_are_those_that_csv_has(tmp_path: Path, kind: str) -> None:
    import numpy as np
    import pyarrow as pa
    from pyarrow import parquet

    texts = ["0.1", "0.2", "0.3", "12.7", "", "0.7"]
    numbers = [np.dtype(kind).type(text) if text else None for text in texts]
    rows = {"n": pa.array(numbers, getattr(pa, kind)()), "class": [*"abaabb"]}
    parquet.write_table(pa.table(rows), tmp_path / "t.parquet")
    (tmp_path / "t.csv").write_text(
        "n,class\n"
        + "".join(f"{n},{c}\n" for n, c in zip(texts, "abaabb", strict=True))
    )
    theories = {learn(path, noise=False).to_prolog() for path in tmp_path.iterdir()}
    assert len(theories) == 1


def test_a_cell_with_nothing_in_the_middle_is_refused(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    path = tmp_path / "t.parquet"
    parquet.write_table(pyarrow.table({"a": ["x\0y", "x"], "class": ["y", "n"]}), path)
    with pytest.raises(FoldError, match="a cell of the column a has a NUL character"):
        learn(path)


def test_cells_that_have_no_text_are_refused_by_the_type_in_the_file(
    tmp_path: Path,
) -> None:
    import pyarrow
    from pyarrow import parquet

    path = tmp_path / "t.parquet"
    far = pyarrow.array([0, 10**15], pyarrow.timestamp("ms"))
    for cells, message in (
        (
            far,
            "timestamp[ms], of which some are before the year 1 or after 9999; leave",
        ),
        (pyarrow.array([b"\xff"] * 2), "binary, which are no values of a table; leave"),
    ):
        parquet.write_table(pyarrow.table({"a": cells, "class": ["y", "n"]}), path)
        with pytest.raises(FoldError, match=f"the type {re.escape(message)} it out"):
            learn(path)


def test_lengths_of_time_in_parquet(tmp_path: Path) -> None:
    """One length has several texts, and none of them an order."""
    import pyarrow
    from pyarrow import parquet

    path = tmp_path / "t.parquet"
    for unit in ("s", "ms", "us", "ns"):
        cells = pyarrow.array([1, 2, None], pyarrow.duration(unit))
        parquet.write_table(pyarrow.table({"a": cells, "class": list("yyn")}), path)
        result = fold("learn", path)
        assert result.returncode == 1
        assert "t.parquet: the column a has lengths of time" in result.stderr
        assert "write them as numbers, such as seconds" in result.stderr


def test_what_is_zipped_too_well(write: Write) -> None:
    """A file of 70 KB that is unzipped to 70 MB is refused before it is."""
    bomb = gzip.compress(b"a,class\n" + b"1,y\n2,n\n" * (70 << 17))
    for name in ("t.csv.gz", "t.arff.gz", "t.parquet.gz"):
        with pytest.raises(FoldError, match=r"gz: is unzipped to more than 100 times"):
            learn(write(name, bomb))
    part = gzip.compress(b"a,class\n" + b"1,y\n" * (1 << 18))
    with pytest.raises(FoldError, match="more than 100 times its size and 64 MB"):
        learn(write("t.csv.gz", part * 70))


@pytest.mark.parametrize("suffix", ["parquet", "feather"])
def test_cells_that_take_no_room(tmp_path: Path, suffix: str) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    import numpy as np
    from pyarrow import feather, parquet

    zeros = pyarrow.array(np.zeros(5_000_000, dtype=np.int8))
    table = pyarrow.table({"a": zeros, "b": zeros, "c": zeros, "d": zeros, "e": zeros})
    path = tmp_path / f"t.{suffix}"
    if suffix == "parquet":
        parquet.write_table(table, path)
    else:
        feather.write_feather(table, path, compression="zstd")
    with pytest.raises(FoldError, match=r"has 2\d* cells in \d* bytes, more than 100"):
        learn(path, class_column="a")


def test_a_file_that_says_that_it_has_fewer_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    monkeypatch.setattr("fold_cli.files.tables.arrow.ALLOWED_CELLS", 100_000)
    path, rows = tmp_path / "t.parquet", 1_234_567
    table = pyarrow.table({"a": [True] * rows})
    parquet.write_table(table, path, write_statistics=False, row_group_size=1 << 20)
    twice, number = 2 * rows, b""
    while twice:  # as the file has the number of all rows
        number += bytes([twice & 127 | (128 if twice > 127 else 0)])
        twice >>= 7
    data = path.read_bytes()
    assert data.count(number) == 1
    path.write_bytes(data.replace(number, b"\x82\x80\x80\x00"))
    assert parquet.ParquetFile(path).metadata.num_rows == 1
    with pytest.raises(FoldError, match=r"has \d* cells in \d* bytes, more than 100"):
        learn(path, class_column="a")


SMALL = """
from fold_cli.__main__ import main
from fold_cli.engine.stop import stopper
stopper().memory.call = 5 << 28  # a gigabyte of which PyArrow reserves
main()
"""


def test_a_long_text_in_each_row(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    path, rows = tmp_path / "t.parquet", 1 << 14
    texts = pyarrow.DictionaryArray.from_arrays([0] * rows, ["x" * 1_000_000])
    table = pyarrow.table({"a": texts, "class": ["y", "n"] * (rows // 2)})
    parquet.write_table(table, path, store_schema=False, write_statistics=False)
    run = run_script(SMALL, "learn", str(path))
    assert (run.returncode, run.stdout) == (1, "")
    assert "MB when it is unpacked" in run.stderr


@pytest.mark.parametrize("suffix", ["parquet", "feather"])
def test_broken_files_of_columns(write: Write, tmp_path: Path, suffix: str) -> None:
    """Wrong bytes are an error or other cells; they do not end the process."""
    pytest.importorskip("pyarrow")
    import pandas

    frame = pandas.read_csv(write("t.csv", TABLE), parse_dates=["day"])
    path, chance = tmp_path / f"t.{suffix}", random.Random(suffix)
    getattr(frame, f"to_{suffix}")(path)
    whole, worker, codes = path.read_bytes(), Worker(), set()
    try:
        for _ in range(60):
            data = bytearray(whole)
            for _ in range(chance.choice([1, 2, 5, 20])):
                data[chance.randrange(len(data))] = chance.randrange(256)
            path.write_bytes(data)
            result = worker.run(["modes", path.name, "--class", "class"], tmp_path)
            assert "Traceback" not in result.err, result.err
            codes.add(result.code)
    finally:
        worker.close()
    assert codes <= {0, 1}
    assert 1 in codes


def test_a_table_is_not_looked_through_for_a_task(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be larger than memory, and what it is shows in its name."""

    def fail(path: str) -> bytes:
        raise AssertionError(path)

    monkeypatch.setattr(several_models, "peek_bytes", fail)
    assert several_models.task_of_several_models(str(write("t.csv", TABLE))) is None
