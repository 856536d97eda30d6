"""Tables in several files are read as if they were one."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pyarrow as pa
import pytest
from divided import divided, random_table, write, write_parts
from pyarrow import parquet
from support import fold, learned

from fold_cli.api import learn
from fold_cli.errors import InputError
from fold_cli.files.sources import TableSource
from fold_cli.files.tables.part_files import part_files
from fold_cli.files.tables.read import read_table

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("seed", range(12))
def test_parts_give_the_theory_of_the_whole(seed: int, tmp_path: Path) -> None:
    headers, rows = random_table(seed, classes=2 + seed % 3)
    whole = write(tmp_path / "whole.csv", headers, rows)
    parts = write_parts(tmp_path / "parts", headers, divided(rows, 1 + seed % 5, seed))
    noise = seed % 4 > 0
    theories = [
        learn(path, class_column="class", noise=noise)
        for path in (str(whole), parts, str(tmp_path / "parts"))
    ]
    assert len({theory.to_prolog() for theory in theories}) == 1


def test_a_pattern_and_a_directory_on_the_command_line(tmp_path: Path) -> None:
    headers, rows = random_table(3)
    write(tmp_path / "whole.csv", headers, rows)
    write_parts(tmp_path / "parts", headers, divided(rows, 3, 1))
    (tmp_path / "parts" / "_SUCCESS").touch()
    (tmp_path / "parts" / ".part.crc").touch()
    whole = learned("whole.csv", cwd=tmp_path)
    assert learned("parts/*.csv", cwd=tmp_path) == whole
    assert learned("parts", cwd=tmp_path) == whole
    (tmp_path / "theory.pl").write_text(whole)
    for command in ("evaluate", "predict"):
        answers = {
            fold(command, "theory.pl", path, cwd=tmp_path).stdout
            for path in ("whole.csv", "parts")
        }
        assert len(answers) == 1


def test_parts_of_parquet_with_columns_in_another_order(tmp_path: Path) -> None:
    first = pa.table({"n": [1, 2, 3, 4], "c": ["x", "y", "x", "y"]})
    second = pa.table({"c": ["y", "x"], "n": [4.5, None]})
    parquet.write_table(first, tmp_path / "a.parquet")
    parquet.write_table(second, tmp_path / "b.parquet")
    table = read_table(TableSource(f"{tmp_path}/*.parquet", class_column="c"))
    (column,) = table.columns
    assert [*column.texts] == ["1", "2", "3", "4", "4.5"]
    assert column.codes.tolist() == [1, 2, 3, 4, 5, 0]
    assert table.labels.tolist() == [False, True, False, True, True, False]


def test_zipped_parts(tmp_path: Path) -> None:
    (tmp_path / "a.csv.gz").write_bytes(gzip.compress(b"n,c\n1,x\n"))
    (tmp_path / "b.csv.gz").write_bytes(gzip.compress(b"n,c\n2,y\n"))
    table = read_table(TableSource(str(tmp_path), class_column="c"))
    assert table.size == 2


def csv_parts(directory: Path, *texts: str) -> str:
    for number, text in enumerate(texts):
        (directory / f"p{number}.csv").write_text(text)
    return f"{directory}/*.csv"


FAULTS = [
    (("a,b,c\n1,2,x\n", "a,c\n1,x\n"), "p1.csv:1: no column b, which"),
    (("a,c\n1,x\n", "a,b,c\n1,2,x\n"), "p1.csv:1: the column b is not in"),
    (("a,c\n1,x\n", "a;c\n1;x\n"), "p1.csv:1: the columns are separated by another"),
    (("a,c\n1,x\n", "a,c\n2,y,3\n"), "p1.csv:2: 3 cells, but there are 2 columns"),
    (("a,c\n", "a,c\n"), "no rows in any part"),
    (("a,c\n1,x\n", ""), "p1.csv: the file is empty"),
]


@pytest.mark.parametrize(("texts", "message"), FAULTS, ids=[m for _, m in FAULTS])
def test_parts_that_do_not_go_together(
    texts: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    pattern = csv_parts(tmp_path, *texts)
    with pytest.raises(InputError) as caught:
        read_table(TableSource(pattern, class_column="c"))
    assert message in str(caught.value)


def test_parts_of_other_types(tmp_path: Path) -> None:
    parquet.write_table(pa.table({"n": [1, 2]}), tmp_path / "a.parquet")
    parquet.write_table(pa.table({"n": ["x", "y"]}), tmp_path / "b.parquet")
    with pytest.raises(InputError) as caught:
        read_table(TableSource(f"{tmp_path}/*.parquet"))
    assert "b.parquet: the column n has cells that are text" in str(caught.value)
    assert "a.parquet they are numbers" in str(caught.value)


def test_messages_name_the_part(tmp_path: Path) -> None:
    many = "".join(f"{n % 9},{'xy'[n % 2]}\n" for n in range(100))
    pattern = csv_parts(tmp_path, f"a,c\n{many}", "a,c\n5,x\nlots,y\n")
    table = read_table(TableSource(pattern, class_column="c"))
    assert any("lots (line 3 of p1.csv)" in line for line in table.warnings)
    with pytest.raises(InputError) as caught:
        read_table(TableSource(pattern, class_column="c", numeric=("a",)))
    assert str(caught.value).startswith(f"{tmp_path}/p1.csv:3: a is lots")


def test_identifiers_that_two_parts_have(tmp_path: Path) -> None:
    pattern = csv_parts(tmp_path, "i,a,c\nu,1,x\nv,2,y\n", "i,a,c\nu,1,x\n")
    with pytest.raises(InputError) as caught:
        read_table(TableSource(pattern, class_column="c", id_column="i"))
    assert str(caught.value).endswith("p1.csv:2: i u is on line 2 of p0.csv already")


def test_what_is_no_table_in_parts(tmp_path: Path) -> None:
    result = fold("learn", "parts/*.csv", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (1, "")
    assert "parts/*.csv: no file has a name like this" in result.stderr
    (tmp_path / "x.csv").write_text("a,c\n1,x\n")
    (tmp_path / "x.tsv").write_text("a\tc\n1\tx\n")
    result = fold("learn", "../" + tmp_path.name, cwd=tmp_path)
    assert result.returncode == 1
    assert "cannot be a part of the table that begins with" in result.stderr


def test_a_file_whose_name_is_a_pattern(tmp_path: Path) -> None:
    headers, rows = random_table(5)
    write(tmp_path / "t[1].csv", headers, rows)
    write(tmp_path / "t1.csv", headers, rows[:40])
    assert learned("t[1].csv", cwd=tmp_path) != learned("t1.csv", cwd=tmp_path)


def test_a_process_elsewhere_reads_the_same_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "parts" / "a.csv").write_text("x,y\n1,no\n2,yes\n")
    monkeypatch.chdir(tmp_path)
    [part] = part_files("parts")
    assert part.place == part.path == "parts/a.csv"
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert part().headers == ["x", "y"]
