"""What workers of Dask say of parts: predictions that they write, and figures."""

from __future__ import annotations

import resource
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from divided import divided, random_table, write, write_parts
from pyarrow import parquet
from support import fold

from fold_cli.api import Theory, learn, load, write_predictions
from fold_cli.api import write_parts as write_at_workers
from fold_cli.errors import InputError, OutputError
from fold_cli.use.inputs.text_files import Text
from fold_cli.use.predicting.predicted_parts import predict_parts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Tables = tuple[Theory, str, str]


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    """Give a theory, its table, and the same table in parts."""
    return in_parts(tmp_path, *random_table(4, rows=90))


def in_parts(directory: Path, headers: list[str], rows: list[list[str]]) -> Tables:
    whole = write(directory / "whole.csv", headers, rows)
    parts = write_parts(directory / "parts", headers, divided(rows, 4, 1))
    theory = learn(str(whole), class_column="class")
    return theory, str(whole), parts


def here(run: Any, tasks: Any) -> Iterator[Any]:
    """Run tasks in this process, the last one first."""
    return map(run, reversed(tasks))


def quiet(_: str) -> None:
    """Hear no warning."""


@pytest.mark.parametrize("append", [False, True])
def test_the_same_file(tables: Tables, tmp_path: Path, append: bool) -> None:
    theory, whole, parts = tables
    given: Any = {"proba": True, "append": append, "on_warning": quiet}
    for name in ("a.csv", "a.parquet"):
        write_predictions(theory, whole, tmp_path / f"one_{name}", **given)
        assert predict_parts(theory, parts, str(tmp_path / name), here, **given)
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "one_a.csv").read_bytes()
    found, expected = map(
        parquet.read_table, (tmp_path / "a.parquet", tmp_path / "one_a.parquet")
    )
    assert found.equals(expected)


@pytest.mark.parametrize(
    "ids", [["1", "2", "3"], ["1", "2.5", "3"], ["1", "a", "3"], ["1", "9" * 30, "007"],
            ["1", "9" * 30, "3"], ["1", "9" * 30, "2.5"]]
)  # fmt: skip
def test_types_are_chosen_for_all_parts(tmp_path: Path, ids: list[str]) -> None:
    rows = [[ids[at], "xy"[at % 2], "ny"[at % 2]] for at in range(3)]
    theory = learn(
        str(write(tmp_path / "t.csv", ["id", "a", "class"], rows)),
        class_column="class",
        id_column="id",
    )
    (tmp_path / "parts").mkdir()
    for at, row in enumerate(rows):
        order = [1, 0, 2] if at == 1 else [0, 1, 2]
        headers = ["id", "a", "class"]
        path = tmp_path / "parts" / f"{at}.csv"
        write(path, [headers[p] for p in order], [[row[p] for p in order]])
    for append in (False, True):
        one, found = tmp_path / f"one{append}.parquet", str(tmp_path / f"found{append}")
        given: Any = {"append": append, "on_warning": quiet}
        write_predictions(theory, str(tmp_path / "t.csv"), one, **given)
        predict_parts(theory, str(tmp_path / "parts"), found, here, **given)
        assert parquet.read_table(found).equals(parquet.read_table(one))
        names = [f"part-0000{at}.parquet" for at in range(3)]
        assert sorted(path.name for path in Path(found).iterdir()) == names


def test_workers_write_a_directory(
    tables: Tables, tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    theory, whole, _ = tables
    monkeypatch.chdir(tmp_path)
    write_predictions(theory, whole, "one.csv", on_warning=quiet)
    write_at_workers(theory, "parts", "new", address, csv=True, on_warning=quiet)
    lines = [path.read_text().split("\n", 1) for path in sorted(tmp_path.glob("new/*"))]
    assert (
        lines[0][0] + "\n" + "".join(rest for _, rest in lines)
        == (tmp_path / "one.csv").read_text()
    )
    with pytest.raises(OutputError, match="is there already"):
        write_at_workers(theory, "parts", "new", address, on_warning=quiet)
    assert not list(tmp_path.glob(".*.tmp"))


def test_all_or_nothing(tables: Tables, tmp_path: Path) -> None:
    theory, _, parts = tables
    (tmp_path / "parts" / "part04.csv").write_text("other,class\n1,no\n")
    before = sorted(tmp_path.iterdir())
    for output in ("new", "new.csv"):
        with pytest.raises(InputError, match=r"part04\.csv:1: "):
            predict_parts(theory, parts, str(tmp_path / output), here, on_warning=quiet)
    (tmp_path / "parts" / "part04.csv").unlink()
    inputs = tmp_path / "parts" / "part00.csv"
    with pytest.raises(OutputError, match="is an input as well"):
        predict_parts(theory, parts, str(inputs), here, on_warning=quiet)
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("name", ["new", "new.csv", "new.parquet"])
def test_a_part_that_cannot_be_written(
    tables: Tables, tmp_path: Path, name: str
) -> None:
    theory, _, parts = tables
    before = sorted(tmp_path.iterdir())
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    try:
        with pytest.raises(OutputError, match="File too large") as raised:
            predict_parts(theory, parts, str(tmp_path / name), here, on_warning=quiet)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert raised.value.file.startswith(f"{tmp_path / name}/part-0000")
    assert sorted(tmp_path.iterdir()) == before


def test_what_workers_cannot_predict(tables: Tables, tmp_path: Path) -> None:
    _, whole, parts = tables
    theory = load(Text("good(X) :- a(X, 1)."))
    with pytest.raises(InputError, match="not learned from a table"):
        predict_parts(theory, parts, str(tmp_path / "new"), here, on_warning=quiet)
    for args in (["--explain"], ["--format", "json"], [], ["-o", "a.json"]):
        result = fold("predict", "theory.pl", whole, "--cluster", "local:1", *args)
        assert result.returncode == 2
        assert "--cluster" in result.stderr


def test_workers_evaluate(tmp_path: Path, address: str) -> None:
    headers, rows = random_table(4, rows=200, classes=3)
    whole = write(tmp_path / "whole.csv", headers, rows)
    write_parts(tmp_path / "parts", headers, divided(rows, 4, 1))
    learn(str(whole), class_column="class").save(tmp_path / "theory.pl")
    given = ["evaluate", "theory.pl", "--list-errors"]
    one = fold(*given, "whole.csv", cwd=tmp_path)
    assert one.returncode == 0
    for more in (["--cluster", address], ["--memory", "500MB"]):
        found = fold(*given, "parts", *more, cwd=tmp_path)
        assert found.returncode == 0, found.stderr
        assert found.stdout == one.stdout


def test_a_part_that_changes_before_it_is_written(
    tables: Tables, tmp_path: Path
) -> None:
    theory, _, parts = tables

    def changing(run: Any, tasks: Any) -> Any:
        yield from here(run, tasks)
        changed = tmp_path / "parts" / "part00.csv"
        changed.write_text(changed.read_text() * 2)

    with pytest.raises(InputError, match=r"part00\.csv: was changed during the run"):
        predict_parts(theory, parts, str(tmp_path / "new"), changing, on_warning=quiet)
    assert not (tmp_path / "new").exists()
