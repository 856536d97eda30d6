"""Tables whose rows are with workers give the theory of one process.

The workers are in this process; what runs at them is what runs at those of a cluster.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from divided import divided, random_table, write, write_parts

from fold_cli.coverage.distant import coarse_columns, tallies
from fold_cli.coverage.distant.worker_parts import InProcessTeam
from fold_cli.errors import InputError
from fold_cli.files.sources import TableSource
from fold_cli.search.options import Options
from fold_cli.theory.formats.prolog_format import to_prolog
from fold_cli.use.learning.learn import Outcome, learn

if TYPE_CHECKING:
    from pathlib import Path

NOISE = Options(noise=True)


def outcomes(
    directory: Path,
    seed: int,
    options: Options,
    *,
    classes: int = 2,
    rows: int = 150,
    **given: object,
) -> tuple[Outcome, Outcome]:
    """Learn from a random table in one process, and from its parts with workers."""
    headers, table = random_table(seed, rows, classes)
    whole = write(directory / "whole.csv", headers, table)
    parts = divided(table, 1 + seed % 6, seed)
    pattern = write_parts(directory / "parts", headers, parts)
    sources = [
        TableSource(path, class_column="class", **given)  # type: ignore[arg-type]
        for path in (str(whole), pattern)
    ]
    here = learn(sources[0], options)
    team = InProcessTeam(1 + seed % 4, in_files=seed % 3 == 1)
    try:
        return here, learn(sources[1], options, team=team)
    finally:
        team.remove()


def compare(here: Outcome, there: Outcome) -> None:
    assert to_prolog(there.theory) == to_prolog(here.theory)
    assert there.noisy_examples == here.noisy_examples
    assert told(there) == told(here)


def told(outcome: Outcome) -> list[str]:
    """Return the warnings without the names of files, and those that name lines."""
    kept = [line for line in outcome.warnings if "taken as missing" not in line]
    return [line.rpartition(".csv: ")[2] for line in kept]


@pytest.mark.parametrize("seed", range(16))
def test_the_same_theory(seed: int, tmp_path: Path) -> None:
    compare(*outcomes(tmp_path, seed, NOISE))


@pytest.mark.parametrize("seed", range(8))
def test_the_same_theory_of_several_classes(seed: int, tmp_path: Path) -> None:
    compare(*outcomes(tmp_path, seed, NOISE, classes=3 + seed % 2))


@pytest.mark.parametrize("seed", range(10))
def test_the_same_exact_theory(seed: int, tmp_path: Path) -> None:
    options = Options(noise=False, algorithm="foil" if seed % 4 == 3 else "fold")
    classes = 2 if seed % 3 else 3
    here, there = outcomes(tmp_path, seed, options, classes=classes, rows=70)
    compare(here, there)


@pytest.mark.parametrize("seed", range(16))
def test_the_same_thresholds_in_two_rounds(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coarse_columns, "MAX_FINE_CODES", 3)
    monkeypatch.setattr(coarse_columns, "STRETCHES_PER_COLUMN", 2 + seed % 5)
    monkeypatch.setattr(tallies, "MAX_SPARSE_ROWS", 2)
    options = Options(noise=True, gain="foil" if seed % 3 == 0 else None)
    compare(*outcomes(tmp_path, seed, options))


@pytest.mark.parametrize("seed", range(8))
def test_the_same_theory_of_a_beam(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coarse_columns, "MAX_FINE_CODES", 3 if seed % 2 else 10_000)
    monkeypatch.setattr(tallies, "MAX_SPARSE_ROWS", 2 if seed % 2 else 20_000)
    options = Options(noise=seed % 4 != 3, beam=2 + seed % 3)
    here, there = outcomes(tmp_path, seed, options, classes=2 + seed % 2, rows=60)
    compare(here, there)


def test_the_bodies_of_a_beam_are_counted_in_one_round(tmp_path: Path) -> None:
    headers, table = random_table(4, rows=200)
    path = write(tmp_path / "t.csv", headers, table)
    team = InProcessTeam(2)
    options = Options(noise=True, beam=4)
    learn(TableSource(str(path), class_column="class"), options, team=team)
    assert team.rounds < 800


OPTIONS = {
    "foil": Options(noise=True, algorithm="foil"),
    "limits": Options(noise=True, max_clauses=2, max_literals=2, max_exception_depth=1),
    "weight": Options(noise=True, weight="positive=3"),
    "balanced": Options(noise=True, weight="balanced"),
}


@pytest.mark.parametrize("name", OPTIONS)
def test_the_same_theory_with_options(name: str, tmp_path: Path) -> None:
    compare(*outcomes(tmp_path, 4, OPTIONS[name]))


def test_the_same_weights_of_several_classes(tmp_path: Path) -> None:
    compare(*outcomes(tmp_path, 2, OPTIONS["balanced"], classes=3))


def test_rows_are_counted_where_numbers_have_commas(tmp_path: Path) -> None:
    cells = ["1,5;yes", "2,5;no"] * 60 + ["small;yes"]
    (tmp_path / "parts").mkdir()
    for name, rows in (
        ("whole.csv", cells),
        ("parts/1.csv", cells[:50]),
        ("parts/2.csv", cells[50:]),
    ):
        (tmp_path / name).write_text("\n".join(["size;class", *rows]) + "\n")
    whole, parts = (
        TableSource(str(tmp_path / name), class_column="class", positive="yes")
        for name in ("whole.csv", "parts")
    )
    here = learn(whole, NOISE)
    compare(here, learn(parts, NOISE, team=InProcessTeam(2)))
    assert "size(X, A), A =< 2" in to_prolog(here.theory)


def test_rows_are_called_by_their_names(tmp_path: Path) -> None:
    headers, table = random_table(4)
    named = [[f"r{at}", *cells] for at, cells in enumerate(table)]
    whole = write(tmp_path / "whole.csv", ["id", *headers], named)
    parts = divided(named, 3, 1)
    pattern = write_parts(tmp_path / "parts", ["id", *headers], parts)
    sources = [
        TableSource(path, class_column="class", id_column="id")
        for path in (str(whole), pattern)
    ]
    here = learn(sources[0], NOISE)
    there = learn(sources[1], NOISE, team=InProcessTeam(2))
    compare(here, there)
    assert any("(r" in example for example in there.noisy_examples)


def test_a_round_for_each_literal(tmp_path: Path) -> None:
    headers, table = random_table(4, rows=400)
    path = write(tmp_path / "t.csv", headers, table)
    team = InProcessTeam(2)
    learn(TableSource(str(path), class_column="class"), NOISE, team=team)
    assert team.rounds < 130, "candidates or sets are counted one by one"


def test_faults_name_the_part(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("n,class\n1,x\n2,y\n")
    (tmp_path / "b.csv").write_text("m,class\n1,x\n2,y\n")
    source = TableSource(f"{tmp_path}/*.csv", class_column="class")
    with pytest.raises(InputError) as caught:
        learn(source, NOISE, team=InProcessTeam(2))
    assert "b.csv:1: the column m is not in" in str(caught.value)
