"""Tables from standard input, zipped, and as Parquet and Feather."""

from __future__ import annotations

import gzip
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from support import clauses, fold, learned

from fold_cli import FoldError, learn

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Write = Callable[[str, str | bytes], Path]

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
        ["cv", "-q", "-", "--positive", "y", "--folds", "2"],
    ):
        run = subprocess.run(
            [sys.executable, "-m", "fold_cli", *words], input=data, capture_output=True
        )
        assert run.returncode == 0, run.stderr.decode()
    assert clauses(theory.read_text()) == [CLAUSE]
    run = subprocess.run(
        [sys.executable, "-m", "fold_cli", "learn", "-"],
        input=b"a,class\n1\n",
        capture_output=True,
    )
    assert run.returncode == 1
    assert b"stdin.csv:2: 1 cell" in run.stderr


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
