"""Nothing of the examples that are judged enters what is learned.

The theory of a fold is, byte for byte, the one that is learned from files which hold
the training part alone.
"""

from __future__ import annotations

import csv
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from random_problems.kinds import ON
from random_problems.problem import problem

from fold_cli.errors import FoldError
from fold_cli.files.sources import Sources, TableSource
from fold_cli.search.options import Options
from fold_cli.theory.formats.prolog_format import to_prolog
from fold_cli.use.learning.learn import learn
from fold_cli.use.measuring.cross_validation import Plan, Turn, Validation, assign

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

EXACT, NOISY = Options(), Options(noise=True)
FOLDS = 3
INFERRED = ON - {
    "modes",
    "class",
    "table",
    "one_file",
    "double_quotes",
    "several_files",
}


def files(directory: Path) -> tuple[tuple[str, ...], str, str]:
    bk, pos, neg = (str(directory / f"{name}.pl") for name in ("bk", "pos", "neg"))
    return (bk,), pos, neg


def same_as_alone(
    sources: Sources | TableSource, options: Options, room: Path, plan: Plan
) -> int:
    """Compare each fold's theory with that of its training part; return how many."""
    validation = Validation(sources, options, plan)
    positive = validation.problem.positive
    atoms = validation.problem.atoms()
    folds = assign(positive, plan, 0)
    compared = 0
    for fold in range(plan.folds):
        training = [i for i, other in enumerate(folds) if other != fold]
        if len({bool(positive[i]) for i in training}) < 2:
            continue
        if isinstance(sources, TableSource):
            alone, names = table_alone(sources, room, training)
        else:
            alone, names = files_alone(sources, room, atoms, positive, training), {}
        assert of_fold(validation, Turn(0, fold)) == of_files(alone, options, names)
        compared += 1
    validation.problem.free()
    return compared


def of_fold(validation: Validation, turn: Turn) -> str:
    try:
        return comparable(validation.run(turn).theory)
    except FoldError as error:
        return error.message


def of_files(
    sources: Sources | TableSource, options: Options, names: dict[str, str]
) -> str:
    try:
        text = comparable(to_prolog(learn(sources, options).theory))
    except FoldError as error:
        return error.message
    return re.sub(r"\brow\d+\b", lambda found: names.get(found[0], found[0]), text)


def comparable(theory: str) -> str:
    return theory.replace("% negatives: closed world\n", "")


def files_alone(
    sources: Sources,
    room: Path,
    atoms: list[str],
    positive: np.ndarray,  # type: ignore[type-arg]
    training: list[int],
) -> Sources:
    """Write files with the examples of the training part."""
    paths = {True: room / "pos_alone.pl", False: room / "neg_alone.pl"}
    for kind, path in paths.items():
        lines = [f"{atoms[i]}.\n" for i in training if positive[i] == kind]
        path.write_text("".join(lines), encoding="utf-8")
    return replace(sources, positives=str(paths[True]), negatives=str(paths[False]))


def table_alone(
    source: TableSource, room: Path, training: list[int]
) -> tuple[TableSource, dict[str, str]]:
    """Write the rows of the training part; return how its rows are named in all."""
    with open(source.path, encoding="utf-8", newline="") as file:  # noqa: PTH123
        header, *rows = csv.reader(file)
    place = header.index(source.class_column or "class")
    labelled = [n for n, row in enumerate(rows) if row[place]]
    alone = room / "alone.csv"
    with alone.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(header)
        writer.writerows(rows[labelled[i]] for i in training)
    names = {
        f"row{n}": f"row{labelled[i] + 1}" for n, i in enumerate(training, start=1)
    }
    return replace(source, path=str(alone)), names


@pytest.mark.parametrize("options", [EXACT, NOISY], ids=["exact", "noise"])
def test_folds_of_random_problems(options: Options, tmp_path: Path) -> None:
    compared = 0
    for number in range(15):
        made = problem(number, INFERRED)
        made.write(tmp_path)
        paths = files(tmp_path)
        if "neg.pl" not in made.files:
            paths = (*paths[:2], None)  # type: ignore[assignment]
        try:
            compared += same_as_alone(Sources(*paths), options, tmp_path, Plan(FOLDS))
        except FoldError:
            continue  # what no problem can be made of
    assert compared > 20


COLUMNS = ["class", "code", "amount", "id"]


def mixed_rows(seed: int) -> Iterator[list[str]]:
    """Yield rows whose columns change their type by a cell or two."""
    random = np.random.default_rng(seed)
    for number in range(24):
        code = str(random.choice(["1", "2", "3", "x", "2.0", "", "10", "3"]))
        amount = str(random.integers(1, 40))
        if number in (5, 17):
            amount = str(random.choice(["many", "2.5", "18446744073709551617", "7.0"]))
        good = (int(amount[:1] in "123") + int(code in "123")) % 2
        if random.random() < 0.1:
            good = 1 - good
        yield ["yes" if good else "no", code, amount, f"n{number}"]


@pytest.mark.parametrize("options", [EXACT, NOISY], ids=["exact", "noise"])
@pytest.mark.parametrize("identified", [True, False], ids=["id", "numbers"])
def test_folds_of_tables(options: Options, identified: bool, tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    source = TableSource(
        str(path),
        positive="yes",
        id_column="id" if identified else None,
        ignore=() if identified else ("id",),
    )
    compared = 0
    for seed in range(6):
        with path.open("w", encoding="utf-8", newline="") as out:
            csv.writer(out).writerows([COLUMNS, *mixed_rows(seed)])
        compared += same_as_alone(source, options, tmp_path, Plan(6))
    assert compared > 30
