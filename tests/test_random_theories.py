"""Random theories with predicates of their own: what fold says is what swipl finds."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from random_problems.theories import written_theory
from support import PATIENCE

if TYPE_CHECKING:
    from worker import Worker

COUNT = int(os.environ.get("FOLD_FUZZ", "40"))
THEORIES_PER_TEST = 250
CALLS = Path(__file__).parent / "random_problems" / "calls.pl"


@pytest.mark.parametrize("first", range(0, COUNT, THEORIES_PER_TEST))
def test_random_theories(first: int, worker: Worker, tmp_path: Path) -> None:
    numbers = range(first, min(first + THEORIES_PER_TEST, COUNT))
    directories = {number: tmp_path / str(number) for number in numbers}
    for number, directory in directories.items():
        written_theory(number).write(directory)
    subprocess.run(
        ["swipl", "-q", "-g", "main", "-t", "halt", CALLS],
        input="".join(f"'{directory}'.\n" for directory in directories.values()),
        encoding="utf-8",
        timeout=PATIENCE,
        check=True,
    )
    wrong = {
        number: pair
        for number, directory in directories.items()
        if (pair := (said(worker, directory), found(directory))) and pair[0] != pair[1]
    }
    assert not wrong


def said(worker: Worker, directory: Path) -> list[list[int] | None]:
    """Return what ``fold evaluate`` counts: what holds, and what each clause covers."""
    files = ["theory.pl", "bk.pl", "pos.pl", "neg.pl"]
    result = worker.run(["evaluate", *files, "--format", "json"], directory)
    assert result.code == 0, (directory, result.err)
    data = json.loads(result.out)
    confusion = data["confusion"]
    holds = [confusion["true_positives"], confusion["false_positives"]]
    covers = [clause["covers"] for clause in data["clauses"]]
    return [holds, *(each and list(each.values()) for each in covers)]


def found(directory: Path) -> list[list[int] | None]:
    """Return what swipl counts."""
    lines = (directory / "calls.verdict").read_text().splitlines()
    pairs = [re.fullmatch(r"\w+\(\[(\d+),(\d+)\]\)\.", line) for line in lines]
    return [pair and [int(pair[1]), int(pair[2])] for pair in pairs]
