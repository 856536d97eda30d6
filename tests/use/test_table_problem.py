"""Theories of tables: what is learned, and that their files give the same."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_problems.claims import without_thresholds
from support import DATA, clauses, fold, learned, swipl
from tables import (
    PETS,
    converted,
    has_values,
    learned_from,
    random_tables,
    source,
    written,
)

from fold_cli.coverage import table as coverage
from fold_cli.files.tables.read import read_table
from fold_cli.search.options import Options
from fold_cli.theory.formats.prolog_format import to_prolog
from fold_cli.use.learning import learn as api

if TYPE_CHECKING:
    from pathlib import Path

    from support import Write


def test_a_theory_from_a_table(write: Write) -> None:
    path = write("pets.csv", PETS)
    result = fold("learn", path, "--ignore", "name", "--positive", "good", "--exact")
    assert result.returncode == 0
    assert clauses(result.stdout) == ["good(X) :- weight_kg(X, A), A =< 70."]
    assert "6 rows" not in result.stderr
    about = ("--id", "name", "--positive", "good", "--exact")
    text = learned(path, *about, "--max-clauses", "0")
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


def test_a_table_can_be_sent_to_another_process(write: Write) -> None:
    for options in ({"id_column": "name"}, {}):
        table = read_table(source(write("pets.csv", PETS), **options))
        again = pickle.loads(pickle.dumps(table))
        assert again.row_name(2) == table.row_name(2)
        assert to_prolog(learned_from(again, again.rows)) == to_prolog(
            learned_from(table, table.rows)
        )


@pytest.mark.parametrize(
    "few", [0, coverage.MAX_PACKED_VALUES], ids=["coded", "packed"]
)
@given(drawn=random_tables(), algorithm=st.sampled_from(["fold", "foil"]))
@settings(max_examples=40)
def test_random_tables_give_the_theory_of_their_files(
    monkeypatch: pytest.MonkeyPatch,
    few: int,
    drawn: tuple[list[str], list[list[str]]],
    algorithm: str,
) -> None:
    monkeypatch.setattr(coverage, "MAX_PACKED_VALUES", few)
    headers, rows = drawn
    if not has_values(rows):
        return
    named = [[*row, f"i{number}"] for number, row in enumerate(rows)]
    with tempfile.TemporaryDirectory() as directory:
        path = written(directory, [*headers, "id"], named)
        table = source(path, positive="x", id_column="id")
        directly = api.learn(table, Options(algorithm, noise=False)).theory
        sources = converted(read_table(table), f"{directory}/out")
        by_way_of_files = api.learn(sources, Options(algorithm, noise=False)).theory
    texts = [clauses(to_prolog(each)) for each in (directly, by_way_of_files)]
    assert _less_quoted(texts[0]) == _less_quoted(texts[1])


def _less_quoted(clauses: list[str]) -> list[str]:
    """Return clauses without quotes that only some versions of Prolog need."""
    return [re.sub(r"'([^\x00-\x7f]+)'", r"\1", clause) for clause in clauses]


# Real data

UCI = DATA / "uci"
TASKS = ["acute1", "bridges", "credit_j", "ecoli", "heart", "iris", "labor", "wine"]
TASKS += ["breastw", "credit_au", "ionosphere", "kidney", "titanic"]
# Of voting below: with noise, a negation that holds by missing cells alone is passed
# over in a table, and files do not say which cells are missing.


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
    texts = ["\n".join(clauses(each)) for each in (theory, learned(*files, "--noise"))]
    assert without_thresholds(texts[0]) == without_thresholds(texts[1])
    numbers = about["rows"], about["positive"]
    counts = dict(part.rsplit(" ", 1) for part in about["classes"].split(", "))
    negative = int(numbers[0]) - int(counts[numbers[1]])
    assert f"% examples: {counts[numbers[1]]} positive, {negative} negative" in theory


@pytest.mark.skipif(not UCI.is_dir(), reason="no data; see FOLD_DATA")
def test_a_table_with_missing_cells_is_learned_exactly_as_its_files(
    tmp_path: Path,
) -> None:
    """But for the row that files can name and enumerate."""
    path, options = UCI / "voting" / "data.csv", ["--positive", "republican"]
    assert fold("convert", path, *options, "-o", tmp_path / "out").returncode == 0
    files = [tmp_path / "out" / name for name in ("bk.pl", "pos.pl", "neg.pl")]
    of_table, of_files = fold("learn", path, *options, "--exact"), fold("learn", *files)
    rules = [each for each in clauses(of_files.stdout) if "member(" not in each]
    assert clauses(of_table.stdout) == rules
    assert len(rules) == 17
    assert len(clauses(of_files.stdout)) == 18


def test_a_theory_of_a_table_runs_in_swipl(write: Write, tmp_path: Path) -> None:
    path = write("pets.csv", PETS)
    options = ["--id", "name", "--positive", "good"]
    assert fold("convert", path, *options, "-o", tmp_path / "out").returncode == 0
    theory = write("theory.pl", learned(path, *options, "--exact"))
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
    table = write("t.csv", "a,class\n1,x\n2,y\n")
    assert fold("convert", table, "-o", bk).returncode == 2  # a file, not a directory
    assert fold("convert", table, "-o", table).returncode == 1
