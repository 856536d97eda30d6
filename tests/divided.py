"""Random tables with something to learn, divided into parts at random."""

from __future__ import annotations

import csv
import random
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

WORDS = ["red", "green", "Blue", "it's", "a b", "7"]
EMPTY = ["", "?", "NA"]


def random_table(
    seed: int, rows: int = 120, classes: int = 2
) -> tuple[list[str], list[list[str]]]:
    """Return headers and rows whose class depends on some of the cells, with noise.

    Numbers, dates, words and missing cells are among them, stray words among numbers,
    and now and then a row without a class.
    """
    chance = random.Random(seed)
    kinds = [chance.choice("nnwwdfs") for _ in range(chance.randint(2, 6))]
    columns = [[_cell(kind, chance) for _ in range(rows)] for kind in kinds]
    labels = []
    for at in range(rows):
        weight = sum(hash_(column[at], seed) for column in columns[:2])
        label = weight % classes if chance.random() < 0.9 else chance.randrange(classes)
        unknown = chance.random() < 0.02
        labels.append("" if unknown else ["no", "yes", "maybe", "never"][label])
    headers = [f"{kind}{place}" for place, kind in enumerate(kinds)]
    return [*headers, "class"], [
        [*cells, label] for *cells, label in zip(*columns, labels, strict=True)
    ]


def hash_(cell: str, seed: int) -> int:
    """Return a small number that depends on what a cell means."""
    try:
        return int(float(cell) > 4)
    except ValueError:
        return sum(cell.encode()) * (seed + 3) % 5 // 2


def _cell(kind: str, chance: random.Random) -> str:
    if chance.random() < 0.05:
        return chance.choice(EMPTY)
    if kind == "w":
        return chance.choice(WORDS)
    if kind == "d":
        return f"20{chance.randint(10, 12)}-0{chance.randint(1, 9)}-11"
    if kind == "f":
        return f"{chance.gauss(4, 2):.3f}"
    if kind == "s" and chance.random() < 0.01:
        return chance.choice(["none", "n.d."])  # among numbers
    return str(chance.randint(0, 9))


def divided(rows: list[list[str]], parts: int, seed: int) -> list[list[list[str]]]:
    """Return so many parts of the rows; some may be empty."""
    chance = random.Random(seed)
    cuts = sorted(chance.randint(0, len(rows)) for _ in range(parts - 1))
    ends = [0, *cuts, len(rows)]
    return [rows[start:end] for start, end in pairwise(ends)]


def write(path: Path, headers: list[str], rows: list[list[str]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([headers, *rows])
    return path


def write_parts(
    directory: Path, headers: list[str], parts: list[list[list[str]]]
) -> str:
    """Write parts as CSV files; return their pattern."""
    directory.mkdir()
    for number, rows in enumerate(parts):
        write(directory / f"part{number:02}.csv", headers, rows)
    return f"{directory}/*.csv"
