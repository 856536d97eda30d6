"""A small table, random tables, and their theories."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from fold_cli.coverage.table import TableCoverage
from fold_cli.files.sources import Sources, TableSource
from fold_cli.files.tables import chunks
from fold_cli.files.tables.words import MISSING
from fold_cli.search.learner import Learner
from fold_cli.search.tidy import written_rules
from fold_cli.theory.theory import build
from fold_cli.use.convert import write_problem
from fold_cli.use.problems.table_problem import TableProblem

if TYPE_CHECKING:
    import numpy as np
    import pytest

    from fold_cli.files.tables.table import Table
    from fold_cli.theory.theory import Theory

PETS = """\
name,Legs,Marital Status,weight kg,class
rex,4,never married,30.5,good
tom,4,Divorced,4,good
kim,2,never married,,bad
ann,2,?,70,good
bob,2,Divorced,80,bad
eve,2,never married,NA,bad
"""


def in_chunks(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    """Let tables be read in chunks of so many bytes."""
    monkeypatch.setattr(chunks, "BYTES_PER_CHUNK", size)
    monkeypatch.setattr(chunks, "MAX_BYTES_PER_CHUNK", size)


def source(path: Path, **options: object) -> TableSource:
    return TableSource(str(path), **options)  # type: ignore[arg-type]


# Random tables

odd_values = st.sampled_from(
    [
        *["red", "Red", "a b", "it's", "\\", "[]", "{}", ",", "|", "!", ";", ":-", "-"],
        *["1", "2.5", "007", "-3", "1.50", "é", "🙂", "?", "NA", "'", '"', "a\nb", ""],
    ]
)
numeric_values = st.sampled_from(
    ["0", "1", "1.0", "-2", "2.5", "1e3", "0.1", "", "?", "10", "9", "-0.0", "3."]
)


@st.composite
def random_tables(draw: st.DrawFn) -> tuple[list[str], list[list[str]]]:
    """Return the names of columns and rows with both classes among them."""
    kinds = draw(st.lists(st.sampled_from("cn"), min_size=1, max_size=4))
    headers = [f"{kind} {number}" for number, kind in enumerate(kinds)]
    cell = {"c": odd_values, "n": numeric_values}
    size = draw(st.integers(2, 14))
    rows = [[draw(cell[kind]) for kind in kinds] for _ in range(size)]
    classes = ["x", "y", *(draw(st.sampled_from(["x", "y", "?"])) for _ in rows[2:])]
    for row, class_ in zip(rows, classes, strict=True):
        row.append(class_)
    return [*headers, "class"], rows


def written(directory: str, headers: list[str], rows: list[list[str]]) -> Path:
    path = Path(directory) / "t.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([headers, *rows])
    return path


def converted(table: Table, directory: str) -> Sources:
    write_problem(TableProblem(table), directory)
    return Sources(
        (f"{directory}/bk.pl",), f"{directory}/pos.pl", f"{directory}/neg.pl"
    )


def has_values(rows: list[list[str]]) -> bool:
    known = [[cell not in MISSING for cell in row[:-1]] for row in rows]
    return any(map(any, known))


def learned_from(table: Table, rows: np.ndarray) -> Theory:
    asked = TableCoverage(table, rows)
    rules, _ = written_rules(Learner(asked).learn(), table.schema)
    return build(
        rules, table.target, table.predicates, asked.positives, asked.negatives
    )
